"""The functions that draw positions and offers, and what they return."""

from __future__ import annotations

import functools
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from passgo.draw.art import FONT, INK, LACQUER, LOGO_HEIGHT, draw_logo, plain
from passgo.draw.board import DEPTH, MARGIN, BoardDrawing, side_of
from passgo.draw.offer import write_offer
from passgo.draw.panel import WIDTH, Panel
from passgo.engine.chance import NoChance
from passgo.engine.game import Game, View
from passgo.engine.state import BANK, Offer, State
from passgo.position import game_from_position
from passgo.record import Record, replay
from passgo.record.replayer import proof_of
from passgo.say import Lexicon, Words

Drawable: TypeAlias = Game | View | State | Record | Mapping[str, object]
"""What can be drawn; a mapping is a position."""

_SHOWN_WIDTH = 760
"""The width of a drawing of the classic board, in pixels, unless the page gives another one."""
_LEAST_CENTER = WIDTH + 60
"""The smallest center of a board that has room for the panel."""


class Drawing:
    """A drawing as SVG, which a notebook shows."""

    def __init__(self, svg: str, title: str) -> None:
        self.svg = svg
        self.title = title

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the drawing to a file."""
        Path(path).write_text(self.svg, "utf-8", newline="\n")

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<Drawing: {self.title}>"


class OfferDrawing:
    """An offer as HTML, which a notebook shows."""

    def __init__(self, html: str, title: str) -> None:
        self.html = html
        self.title = title

    def _repr_html_(self) -> str:
        return self.html

    def __repr__(self) -> str:
        return f"<OfferDrawing: {self.title}>"


def draw(thing: Drawable, *, names: Sequence[str] | None = None, to: int | None = None) -> Drawing:
    """Draw a game, view, state, position or record; ``to`` is the last action of a record to play.

    The players are named as in the game or record, or "Seat 0" and so on. Raises RecordError if a record
    cannot be replayed, and PositionError if a position is invalid.
    """
    if to is not None and not isinstance(thing, Record):
        raise ValueError(f"to is only for records: leave it out (got a {type(thing).__name__}).")
    if isinstance(thing, Record):
        state = state_after(thing, to)
        found = [seat.name for seat in thing.header.players]
    else:
        state = state_of(thing)
        found = names_of(thing, state)
    if names is not None:
        if len(names) != len(state.players):
            raise ValueError(
                f"names must have one name for each of the {len(state.players)} players "
                f"(got {len(names)})."
            )
        found = list(names)
    return draw_state(state, found)


def draw_offer(
    offer: Offer,
    game: Game | View | State | None = None,
    *,
    names: Sequence[str] | None = None,
) -> OfferDrawing:
    """Draw an offer as HTML.

    An offer that a game or view returned is shown with names. For other offers, pass ``game``;
    without it, they show numbers.
    """
    if not isinstance(offer, Offer):
        raise TypeError(f"draw_offer() needs an offer, such as game.offers[0] (got {offer!r}).")
    if game is None:
        game = offer.state
        names = names or offer.names or None
    state = None if game is None else state_of(game)
    found = list(names) if names is not None else None
    if found is None and game is not None and state is not None:
        found = names_of(game, state)
    html, title = write_offer(offer, state, found, load_words())
    return OfferDrawing(html, title)


def state_of(thing: Game | View | State | Mapping[str, object]) -> State:
    """Return the public state of a game, view or position."""
    if isinstance(thing, State):
        return thing
    if isinstance(thing, Game | View):
        return thing.state
    if isinstance(thing, Mapping):
        return game_from_position(dict(thing), NoChance()).state
    raise TypeError(
        f"draw() needs a game, view, state, position or record (got {type(thing).__name__})."
    )


def state_after(record: Record, to: int | None) -> State:
    """Return the state after an action in a record, or after the last one."""
    reached = -1
    for step in replay(record, proof_of(record)[0]):
        state = step.game.state
        if to is None:
            continue
        reached = int(state.moves)
        if reached >= to:
            break
    if to is not None and reached != to:
        raise ValueError(f"to={to} is out of range: the record has no action {to}.")
    return state


def names_of(thing: object, state: State) -> list[str]:
    """Return the players' names, or "Seat 0" and so on if they have none."""
    known = thing.names if isinstance(thing, Game | View) else ()
    return list(known) or [f"Seat {player.seat}" for player in state.players]


@functools.cache
def load_words() -> Words:
    """Load the English text once."""
    return Words.load()


# -- the whole drawing -----------------------------------------------------------------------------


def draw_state(state: State, names: Sequence[str]) -> Drawing:
    """Draw the board with the panel, which is below the board if the board is too small."""
    words = load_words()
    lexicon = Lexicon(names, state.board)
    board = BoardDrawing(state, words, lexicon)
    panel = Panel(state, words, lexicon)
    size = int(state.board.size)
    width = height = side_of(size) + 2 * MARGIN
    inner = side_of(size) - 2 * DEPTH
    scale = 1.0
    left = 0.0
    logo = False
    if inner >= _LEAST_CENTER and inner >= panel.height + 30:
        scale = min(inner * 0.92 / WIDTH, (inner - 60) / panel.height, 1.6)
        free = inner - scale * panel.height
        logo = free >= LOGO_HEIGHT * scale + 90
        shift = LOGO_HEIGHT * scale / 2 + 12 if logo else 0.0
        at = ((width - scale * WIDTH) / 2, (height - scale * panel.height) / 2 + shift)
    else:
        whole = max(width, WIDTH + 2 * MARGIN)
        left = (whole - width) / 2
        at = ((whole - WIDTH) / 2, float(height + 24))
        width, height = whole, height + 48 + panel.height
    title = f"{state.board.name}: round {state.round}, turn {state.turn}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{shown_width(width):g}" role="img" aria-label="{plain(title)}" '
        f'font-family="{FONT}" text-anchor="middle" fill="{INK}">',
        f"<title>{plain(title)}</title>",
        f"<desc>{plain(describe(state, names, panel, board))}</desc>",
    ]
    if left:
        lines.append(f'<rect width="{width:g}" height="{height:g}" fill="{LACQUER}"/>')
    lines += [f'<g transform="translate({left:g} 0)">' if left else "<g>", *board.draw(), "</g>"]
    lines.append(f'<g transform="translate({at[0]:g} {at[1]:g}) scale({scale:.4g})">')
    if logo:
        lines.append(draw_logo(WIDTH / 2, -24 - LOGO_HEIGHT))
    lines += [*panel.draw(), "</g>", "</svg>", ""]
    return Drawing("\n".join(lines), title)


def shown_width(width: float) -> float:
    """Return the width in pixels at which text has the same size on every board."""
    classic = side_of(40) + 2 * MARGIN
    return round(_SHOWN_WIDTH * max(0.6, width / classic))


def describe(state: State, names: Sequence[str], panel: Panel, board: BoardDrawing) -> str:
    """Describe the position in sentences, for screen readers."""
    words = load_words()
    parts = [panel.headline()]
    for player in state.players:
        seat = int(player.seat)
        said = f"{names[seat]}: {panel.place(seat)}"
        if not player.out:
            said = f"{names[seat]}: {words.money(player.cash)}, {panel.place(seat)}"
            deeds = []
            for prop in state.properties_of(seat):
                name = words.space(int(prop.space), state.board)
                deeds.append(" ".join([name, *(f"({one})" for one in board.condition(prop))]))
            said += f"; owns {words.row(deeds)}"
        parts.append(f"{said}.")
    free = sum(1 for prop in state.properties if prop.owner == BANK)
    return " ".join([*parts, f"Unowned deeds: {free}."])
