"""The panel in the middle of the board: the current decision, and everyone's money and deeds."""

from __future__ import annotations

from typing import Final

from passgo.draw.art import (
    BRASS,
    BRASS_LIGHT,
    INK,
    IVORY,
    LINE,
    PLATE,
    SOFT,
    TEAL,
    plain,
    rect,
    ribbon,
    text,
)
from passgo.engine.board import HOTEL_LEVEL
from passgo.engine.rules.tax import hides_worth
from passgo.engine.state import Property, State
from passgo.say import Lexicon, Words, say_offer, say_questions
from passgo.svg import break_lines, cut, group_color, length, luminance

WIDTH: Final = 880
_HEIGHT: Final = 880
"""The height available for the panel in the center of the classic board."""
_EDGE: Final = 26
_TALLEST_ROW: Final = 104
_SHORTEST_ROW: Final = 74
_MOST_OFFERS: Final = 3


class Panel:
    """A panel about one state."""

    def __init__(self, state: State, words: Words, lexicon: Lexicon) -> None:
        self.state = state
        self.words = words
        self.lexicon = lexicon
        self.offers = self.offer_lines()
        self.head = self.head_lines()
        count = len(state.players)
        self.top = 62 + 40 * len(self.head)
        bottom = 54 + 30 * len(self.offers)
        room = (_HEIGHT - self.top - bottom) / count
        self.row = min(_TALLEST_ROW, max(_SHORTEST_ROW, int(room)))
        self.height = self.top + self.row * count + bottom

    def headline(self) -> str:
        """Return the question to decide, or who won."""
        state, names = self.state, self.lexicon.names
        if state.over:
            winners = self.words.row([names[seat] for seat in state.winners])
            return f"{winners} {'share the win' if len(state.winners) > 1 else 'won the game'}."
        seat = int(state.first_waiting())
        if seat < 0:
            return "The game has not started."
        return f"{names[seat]}: {say_questions(state, seat, self.words, self.lexicon)}"

    def head_lines(self) -> list[str]:
        """Break the headline into at most three lines."""
        width = WIDTH - 2 * _EDGE
        lines = break_lines(self.headline(), width * 0.92, 31)
        if len(lines) > 3:
            lines = [*lines[:2], f"{lines[2]} …"]
        return [cut(line, width * 1.1, 31) for line in lines]

    def offer_lines(self) -> list[str]:
        """Describe the open offers; if there are too many, count the rest."""
        offers = self.state.offers
        most = _MOST_OFFERS if len(self.state.players) <= 5 else 1
        shown = offers if len(offers) <= most else offers[: most - 1]
        lines = [say_offer(offer, self.words, self.lexicon) for offer in shown]
        more = len(offers) - len(shown)
        return [*lines, f"{more} {'more ' if shown else ''}open offers"] if more else lines

    def draw(self) -> list[str]:
        """Draw the panel with its top left corner at the origin."""
        state = self.state
        lines = [
            rect(0, 0, WIDTH, self.height, IVORY, BRASS, 5),
            rect(8, 8, WIDTH - 16, self.height - 16, "none", BRASS, 1.5),
            self.caption(f"Round {state.round} · Turn {state.turn}", _EDGE, "start"),
            self.caption(self.bank(), WIDTH - _EDGE, "end"),
        ]
        for at, line in enumerate(self.head):
            width = WIDTH - 2 * _EDGE
            lines.append(
                text(line, _EDGE, 84 + 40 * at, 31, width=width, anchor="start", weight=700)
            )
        for player in state.players:
            lines += self.player(int(player.seat), self.top + self.row * int(player.seat))
        y = self.top + self.row * len(state.players) + 36
        for line in self.offers:
            said = cut(line, (WIDTH - 2 * _EDGE) * 1.15, 21)
            width = WIDTH - 2 * _EDGE
            lines.append(text(said, _EDGE, y, 21, width=width, anchor="start", fill=TEAL))
            y += 30
        lines.append(self.legend(y))
        return lines

    def caption(self, line: str, x: float, anchor: str) -> str:
        """Write a small caption in capitals at the top."""
        spaced = ' letter-spacing="1.6"'
        return text(
            line.upper(), x, 42, 19, anchor=anchor, fill="#7c540f", weight=700, extra=spaced
        )

    def bank(self) -> str:
        """Describe what the Bank has left."""
        if self.state.rules.unlimited_buildings:
            return "Bank: unlimited buildings"
        houses = self.words.format_count(int(self.state.houses), 0)
        hotels = self.words.format_count(int(self.state.hotels), 1)
        return f"Bank: {houses}, {hotels}"

    def legend(self, y: float) -> str:
        """Explain the marks in the last line."""
        said = (
            "Each pip is a deed. A number counts houses, H is a hotel, and a slash is a mortgage."
        )
        return text(said, _EDGE, y - 4, 17, width=WIDTH - 2 * _EDGE, anchor="start", fill=SOFT)

    # -- players -----------------------------------------------------------------------------------

    def player(self, seat: int, y: float) -> list[str]:
        """Draw a player's ribbon, name, cash, worth and deeds."""
        state, words = self.state, self.words
        player = state.players[seat]
        lines = []
        if state.waits_for(seat) or (state.over and seat in state.winners):
            lines.append(rect(14, y + 2, WIDTH - 28, self.row - 4, BRASS_LIGHT, "#b5790f", 2.5))
        else:
            lines.append(f'<path d="M{_EDGE} {y:g}H{WIDTH - _EDGE}" stroke="{LINE}" opacity=".5"/>')
        top = y + (self.row - 64) / 2
        lines.append(ribbon(seat, _EDGE + 22, top + 2, size=1.5))
        right = WIDTH - _EDGE - 6
        room = right - 170 - 88
        name = cut(self.lexicon.names[seat], 330, 29)
        place = cut(self.place(seat), room - length(name, 29), 21)
        lines.append(
            f'<text x="88" y="{top + 25:g}" font-size="29" font-weight="700" text-anchor="start">'
            f"{plain(name)}"
            f'<tspan dx="12" font-size="21" font-weight="400" fill="{SOFT}">{plain(place)}</tspan>'
            "</text>"
        )
        if player.out:
            return lines
        cash = words.money(player.cash)
        lines.append(text(cash, right, top + 27, 33, anchor="end", fill=TEAL, weight=700))
        if not hides_worth(state):
            total = f"worth {words.money(int(state.worth(seat)))}"
            lines.append(text(total, right, top + 58, 20, width=150, anchor="end", fill=SOFT))
        return lines + self.pips(seat, 88, top + 37, right - 165 - 88)

    def place(self, seat: int) -> str:
        """Describe where a player's token is."""
        state = self.state
        player = state.players[seat]
        if player.out:
            return "out of the game"
        if player.jail > 0:
            parts = ["in Jail"]
        elif player.space == state.board.jail:
            parts = ["just visiting Jail"]
        else:
            parts = [f"on {self.words.space(int(player.space), state.board)}"]
        if player.cards:
            count = len(player.cards)
            parts.append("1 Jail card" if count == 1 else f"{count} Jail cards")
        return ", ".join(parts)

    def pips(self, seat: int, x: float, y: float, room: float) -> list[str]:
        """Draw a pip for every deed on the board, by group, filled if the player owns it."""
        board = self.state.board
        gaps = max(0, len(board.groups) - 1)
        width = min(22.0, room / (len(board.deeds) + 0.45 * gaps))
        high = 24.0
        lines = []
        empty = ""
        for group in board.groups:
            color = group_color(group)
            start = x
            for prop in self.state.group_properties(group.number):
                outline = f"M{x + 1:.1f} {y:g}h{width - 2:.1f}v{high:g}h{2 - width:.1f}z"
                if prop.owner == seat:
                    lines.append(f'<path d="{outline}" fill="{color}"/>')
                    lines.append(self.pip_mark(prop, color, x, y, width))
                else:
                    empty += outline
                x += width
            if self.state.owns_group(seat, group.number):
                lines.append(rect(start + 1, y + high + 3, x - start - 2, 3.5, color))
            x += width * 0.45
        return [f'<path d="{empty}" fill="none" stroke="#c9b891" stroke-width="1.5"/>', *lines]

    def pip_mark(self, prop: Property, color: str, x: float, y: float, width: float) -> str:
        """Draw the number of houses, a letter for a hotel, or the stroke of a mortgage."""
        if prop.mortgaged:
            stroke = f'<path d="M{x - 1:.1f} {y + 25:g}l{width + 2:.1f}-26" stroke='
            return f'{stroke}"{IVORY}" stroke-width="8"/>{stroke}"{PLATE}" stroke-width="4"/>'
        if prop.houses > 0 and width > 11:
            mark = "H" if prop.houses == HOTEL_LEVEL else str(prop.houses)
            ink = "#fff" if luminance(color) < 0.18 else INK
            return text(mark, x + width / 2, y + 18.5, 18, fill=ink, weight=700)
        return ""
