"""The board: spaces with their owners, buildings and mortgages, and the tokens on them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from passgo.draw.art import (
    BRASS,
    BRASS_LIGHT,
    INK,
    IVORY,
    IVORY_SHADE,
    LACQUER,
    LINE,
    PLATE,
    RED,
    SOFT,
    TITLE_FONT,
    buildings,
    hatch,
    icon,
    plain,
    rect,
    ribbon,
    seat_color,
    text,
    token,
    wrap,
)
from passgo.engine.board import GO, GO_TO_JAIL, HOTEL_LEVEL, JAIL, PARKING, UTILITY
from passgo.engine.state import BANK, Property, State
from passgo.say import Lexicon, Words
from passgo.svg import PROPERTY, Box, boxes, group_color

DEPTH: Final = 156
MARGIN: Final = 50
"""The width of the frame, over which the owners' ribbons hang."""
BAR: Final = 28
STRIP: Final = 9
"""The thickness of the edge in the owner's color."""
_TURNS: Final = {"top": 0, "right": 90, "bottom": 180, "left": 270}
"""The angle of a ribbon, by the side of the space that faces the center."""


class Area(NamedTuple):
    """A rectangle inside a space."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        """The horizontal center."""
        return self.x + self.width / 2


def side_of(size: int) -> int:
    """Return the length of a side of the board, without the frame."""
    return 2 * DEPTH + (-(-size // 4) - 1) * PROPERTY


def draw_frame(size: int) -> list[str]:
    """Draw the frame and the ivory of the board."""
    side = side_of(size)
    whole = side + 2 * MARGIN
    return [
        f'<rect width="{whole}" height="{whole}" rx="14" fill="{LACQUER}"/>',
        f'<rect x="7" y="7" width="{whole - 14}" height="{whole - 14}" rx="9" fill="none" '
        f'stroke="{BRASS}" stroke-width="2"/>',
        rect(MARGIN, MARGIN, side, side, IVORY_SHADE, BRASS, 6),
    ]


def draw_center(size: int) -> list[str]:
    """Draw the sky and its rays in the middle of the board."""
    at = MARGIN + DEPTH
    inner = side_of(size) - 2 * DEPTH
    middle, low = at + inner / 2, at + inner
    rays = []
    for ray in range(8):
        ends = [at + inner * (2 * ray + shift) / 15 for shift in (0, 1)]
        rays.append(f"M{middle:g} {low:g}L{ends[0]:.0f} {at}H{ends[1]:.0f}Z")
    for ray in range(4):
        ends = [at + inner * (2 * ray + shift) / 8 for shift in (1, 2)]
        rays += [
            f"M{middle:g} {low:g}L{edge} {ends[0]:.0f}V{ends[1]:.0f}Z" for edge in (at, at + inner)
        ]
    return [
        rect(at, at, inner, inner, "#cfe5df", LINE),
        f'<path d="{"".join(rays)}" fill="#e3f1ea"/>',
        f'<path d="{_stepped(at + 13, inner - 26)}" fill="none" stroke="{BRASS}" stroke-width="3"/>',
    ]


def _stepped(at: float, size: float) -> str:
    """Return the outline of a square with stepped corners."""
    step = 13
    run = size - 4 * step
    return (
        f"M{at + 2 * step:g} {at:g}h{run:g}v{step}h{step}v{step}h{step}v{run:g}h-{step}v{step}"
        f"h-{step}v{step}h-{run:g}v-{step}h-{step}v-{step}h-{step}v-{run:g}h{step}v-{step}h{step}z"
    )


def spread(area: Area, count: int) -> list[tuple[float, float, float]]:
    """Place tokens in rows as large as possible: the center and the radius of each."""
    if count == 0:
        return []
    for diameter in range(42, 15, -2):
        step = diameter + 3
        across, down = int(area.width // step), int(area.height // step)
        if across * down >= count:
            rows = -(-count // across)
            across = -(-count // rows)
            break
    else:  # no room: a single row in which they overlap
        diameter, rows, across = 16, 1, count
        step = min(19, int(area.width / count))
    placed = []
    for at in range(count):
        row, column = divmod(at, across)
        in_row = min(across, count - row * across)
        x = area.middle + (column - (in_row - 1) / 2) * step
        y = area.y + area.height / 2 + (row - (rows - 1) / 2) * step
        placed.append((x, y, diameter / 2))
    return placed


class BoardDrawing:
    """A drawing of the spaces in one state."""

    def __init__(self, state: State, words: Words, lexicon: Lexicon) -> None:
        self.state = state
        self.words = words
        self.lexicon = lexicon
        self.boxes = boxes(state.board.size, DEPTH, MARGIN)
        utilities = [space.number for space in state.board.spaces if space.kind == UTILITY]
        self.second_utilities = set(utilities[1::2])
        self.current = -1 if state.over else int(state.players[state.seat].space)

    def draw(self) -> list[str]:
        """Draw every space; the ribbons, which hang over the frame, and tokens come last."""
        size = self.state.board.size
        lines = [*draw_frame(size), *draw_center(size)]
        for number in range(size):
            lines += self.space(number)
        if self.current >= 0:
            box = self.boxes[self.current]
            lines.append(
                f'<rect x="{box.x + 2:g}" y="{box.y + 2:g}" width="{box.width - 4:g}" '
                f'height="{box.height - 4:g}" fill="none" stroke="#b5790f" stroke-width="6"/>'
            )
        for prop in self.state.properties:
            if prop.owner != BANK:
                lines.append(self.owner_mark(prop))
        return lines

    def space(self, number: int) -> list[str]:
        """Draw a space, with a tooltip."""
        box = self.boxes[number]
        kind = self.state.board.spaces[number].kind
        fill = BRASS_LIGHT if number == self.current else IVORY
        lines = [
            f"<g><title>{plain(self.describe(number))}</title>",
            rect(box.x, box.y, box.width, box.height, fill, LINE),
        ]
        if kind == JAIL:
            lines += self.jail(number)
        elif box.width == box.height and kind in (GO, GO_TO_JAIL, PARKING):
            lines += self.corner(number, kind)
        else:
            lines += self.face(number)
        return [*lines, "</g>"]

    def describe(self, number: int) -> str:
        """Describe a space, its owner and who is on it."""
        parts = [self.words.space(number, self.state.board)]
        if self.state.is_property(number):
            prop = self.state.property(number)
            if prop.owner == BANK:
                parts.append(f"for sale, {self.words.money(prop.deed.price)}")
            else:
                parts.append(f"owned by {self.lexicon.names[prop.owner]}")
                parts += self.condition(prop)
        here = [self.lexicon.names[seat] for seat in self.tokens_on(number)]
        if here:
            parts.append(f"with {self.words.row(here)}")
        return ", ".join(parts)

    def condition(self, prop: Property) -> list[str]:
        """Describe a property's buildings or mortgage."""
        if prop.houses == HOTEL_LEVEL:
            return ["hotel"]
        if prop.houses > 0:
            return [self.words.format_count(int(prop.houses), 0)]
        return ["mortgaged"] if prop.mortgaged else []

    def tokens_on(self, number: int) -> list[int]:
        """Return the seats whose tokens are on a space."""
        return [
            int(player.seat)
            for player in self.state.players
            if player.space == number and not player.out
        ]

    def tokens(self, seats: Sequence[int], area: Area) -> list[str]:
        """Draw tokens in an area."""
        return [
            token(seat, *place) for seat, place in zip(seats, spread(area, len(seats)), strict=True)
        ]

    # -- spaces between the corners ----------------------------------------------------------------

    def face(self, number: int) -> list[str]:
        """Draw the face of a space that is not a special corner."""
        state = self.state
        box = self.boxes[number]
        space = state.board.spaces[number]
        prop = state.property(number) if state.is_property(number) else None
        lines: list[str] = []
        body = Area(box.x, box.y, box.width, box.height)
        if prop is not None:
            bar, body = self.split(box)
            faded = ""
            if prop.mortgaged:
                lines.append(rect(*body, "#dccfae"))
                lines.append(hatch(*body))
                faded = ' opacity=".45"'
            color = group_color(state.board.groups[prop.deed.group])
            lines.append(rect(*bar, color, LINE).replace("/>", f"{faded}/>"))
            lines.append(buildings(int(prop.houses), *bar))
        side = box.bar in ("left", "right")
        inset = 7 if side else 4
        name = self.words.space(number, state.board)
        width = body.width - 2 * inset
        top = body.y + 5
        crowded = len(self.tokens_on(number)) > 2  # the tokens need more room
        share = 0.4 if crowded else 0.62 if side else 0.56
        halo = ""
        if prop is not None and prop.mortgaged:
            halo = ' paint-order="stroke" stroke="#f1e8d2" stroke-width="5"'
        size, words = wrap(name, width, body.height * share, 21, 13)
        for at, word in enumerate(words):
            y = top + size * (0.88 + 1.06 * at)
            lines.append(text(word, body.middle, y, size, width=width, weight=600, extra=halo))
        used = 5 + len(words) * size * 1.06 + 4
        rest = Area(body.x + 3, body.y + used, body.width - 6, body.height - used - 3)
        lines += self.rest(number, prop, space.kind, rest)
        return [line for line in lines if line]

    def split(self, box: Box) -> tuple[Area, Area]:
        """Split a property into its group's bar and the rest, without the owner's strip."""
        x, y, width, height = box.x, box.y, box.width, box.height
        if box.bar == "left":
            return Area(x, y, BAR, height), Area(x + BAR, y, width - BAR - STRIP, height)
        if box.bar == "right":
            return (
                Area(x + width - BAR, y, BAR, height),
                Area(x + STRIP, y, width - BAR - STRIP, height),
            )
        if box.bar == "top":
            return Area(x, y, width, BAR), Area(x, y + BAR, width, height - BAR - STRIP)
        return (
            Area(x, y + height - BAR, width, BAR),
            Area(x, y + STRIP, width, height - BAR - STRIP),
        )

    def rest(self, number: int, prop: Property | None, kind: int, area: Area) -> list[str]:
        """Draw what is below a space's name: tokens, or else the icon and the price."""
        here = self.tokens_on(number)
        lines = []
        if prop is not None and prop.mortgaged:
            low = area.y + area.height - 22
            lines.append(rect(area.x, low, area.width, 22, PLATE))
            lines.append(
                text(
                    "MORTGAGED",
                    area.middle,
                    low + 17,
                    17,
                    width=area.width - 8,
                    fill="#fff3da",
                    weight=700,
                )
            )
            area = Area(area.x, area.y, area.width, area.height - 24)
        if here:
            return lines + self.tokens(here, area)
        if prop is not None and not prop.mortgaged:
            price = self.words.money(prop.deed.price)
            y = area.y + area.height - 5
            lines.append(text(price, area.middle, y, 19, width=area.width, fill=SOFT))
            area = Area(area.x, area.y, area.width, area.height - 22)
        size = min(56.0, area.height - 2, area.width - 6)
        if size >= 24:
            second = number in self.second_utilities
            lines.append(icon(kind, second, area.middle, area.y + area.height / 2, size))
        return lines

    def owner_mark(self, prop: Property) -> str:
        """Draw the owner's strip at the rim and the owner's ribbon over the frame."""
        box = self.boxes[prop.space]
        x, y, width, height = box.x, box.y, box.width, box.height
        center, middle = x + width / 2, y + height / 2
        seat = int(prop.owner)
        if box.bar == "left":
            strip, at = Area(x + width - STRIP, y + 1, STRIP, height - 2), (x + width - 1, middle)
        elif box.bar == "right":
            strip, at = Area(x, y + 1, STRIP, height - 2), (x + 1, middle)
        elif box.bar == "top":
            strip, at = Area(x + 1, y + height - STRIP, width - 2, STRIP), (center, y + height - 1)
        else:
            strip, at = Area(x + 1, y, width - 2, STRIP), (center, y + 1)
        return rect(*strip, seat_color(seat)) + ribbon(seat, *at, _TURNS[box.bar])

    # -- corners -----------------------------------------------------------------------------------

    def corner(self, number: int, kind: int) -> list[str]:
        """Draw GO, Free Parking or Go To Jail in a corner."""
        box = self.boxes[number]
        x, y, size = box.x, box.y, box.width
        middle = x + size / 2
        name = self.words.space(number, self.state.board)
        here = self.tokens_on(number)
        lines = []
        if kind == GO:
            return self.go(name, here, Area(x, y, size, size))
        font, words = wrap(name, size - 16, 50, 22, 13)
        for at, word in enumerate(words):
            lines.append(
                text(word, middle, y + 26 + at * font * 1.06, font, width=size - 16, weight=600)
            )
        used = 12 + len(words) * font * 1.06
        rest = Area(x + 4, y + used, size - 8, size - used - 4)
        if kind == PARKING and self.state.pot > 0:
            money = self.words.money(self.state.pot)
            low = y + size - 36
            lines.append(rect(x + 24, low, size - 48, 28, LACQUER, BRASS))
            lines.append(
                text(money, middle, low + 21, 20, width=size - 56, fill=BRASS_LIGHT, weight=700)
            )
            rest = Area(rest.x, rest.y, rest.width, rest.height - 36)
        if here:
            return lines + self.tokens(here, rest)
        if kind == GO_TO_JAIL:
            lines.append(
                f'<g transform="translate({x + 38:g} {y + used + 4:g}) scale(.8)">'
                f'<path d="M16 116V50a34 36 0 0 1 68 0v66z" fill="#e3bb5a" stroke="{INK}" '
                f'stroke-width="5"/><path d="M33 22v92M50 17v97M67 22v92M16 74h68" stroke="{INK}" '
                'stroke-width="5"/></g>'
            )
        elif self.state.pot == 0:
            lines.append(
                f'<g transform="translate({middle - 42:g} {y + used + 14:g}) scale(1.4)">'
                f'<path d="M4 40V28l8-4 8-12h20l9 12 7 4v12z" fill="{RED}"/>'
                f'<path d="M22 15h8v9H17zM33 15h6l6 9H33z" fill="{IVORY}"/>'
                f'<circle cx="16" cy="41" r="6"/><circle cx="44" cy="41" r="6"/></g>'
            )
        return lines

    def go(self, name: str, here: Sequence[int], area: Area) -> list[str]:
        """Draw GO with its arrow; if many tokens are there, they need the room."""
        x, y, size, _ = area
        title = f' font-family="{TITLE_FONT}"'
        if len(here) > 3:
            return [
                text(
                    name,
                    area.middle,
                    y + 30,
                    32,
                    width=size - 24,
                    fill=RED,
                    weight=700,
                    extra=title,
                ),
                *self.tokens(here, Area(x + 4, y + 34, size - 8, size - 37)),
            ]
        salary = self.words.money(self.state.rules.salary)
        lines = [
            text(f"Collect {salary}", area.middle, y + 26, 20, width=size - 16, weight=600),
            text(name, area.middle, y + 92, 70, width=size - 24, fill=RED, weight=700, extra=title),
        ]
        if here:
            return lines + self.tokens(here, Area(x + 3, y + 100, size - 6, size - 102))
        arrow = "M16 129l24-15v9h98v12H40v9z"
        return [*lines, f'<path transform="translate({x:g} {y:g})" fill="{RED}" d="{arrow}"/>']

    def jail(self, number: int) -> list[str]:
        """Draw the cell, with the players in Jail, and the space around it for visitors."""
        box = self.boxes[number]
        x, y, width, height = box.x, box.y, box.width, box.height
        here = self.tokens_on(number)
        inside = [seat for seat in here if self.state.players[seat].jail > 0]
        visiting = [seat for seat in here if seat not in inside]
        wide, high = width * 0.66, height * 0.64
        left = x + width - wide
        cell = Area(left + 4, y + 26, wide - 8, high - 28)
        bars = "".join(
            f"M{left + wide * at / 6:.1f} {y + 24:g}v{high - 24:g}" for at in range(1, 6)
        )
        name = self.words.space(number, self.state.board)
        lines = [
            rect(left, y, wide, high, "#e6b566", LINE, 2),
            f'<path d="{bars}" stroke="{INK}" stroke-width="4" opacity=".55"/>',
            rect(left, y, wide, 25, INK),
            text(name, left + wide / 2, y + 19, 18, width=wide - 8, fill=BRASS_LIGHT, weight=700),
            *self.tokens(inside, cell),
        ]
        low = y + height - 7
        lines.append(text("Just visiting", x + width / 2, low, 18, width=width - 12, weight=600))
        path = Area(x + 2, y + high + 1, width - 4, height - high - 26)
        if len(visiting) > 2:
            path = Area(x + 2, y + 2, width - wide - 4, height - 28)
        return lines + self.tokens(visiting, path)
