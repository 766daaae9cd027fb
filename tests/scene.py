"""Scenes: test positions, each set up in one call.

    game = scene(turn=ANN, standing_on=BALTIC, cash={ANN: 60}, owns={BOB: [ORIENTAL]}, dice=[(1, 2)])

By default, everyone has $1,500, nobody owns anything, and the player ``turn`` is about to roll.
``at`` puts tokens on spaces; ``asked`` (a decision) goes on top of the agenda; ``chance`` and
``chest`` name the cards on top of the decks by key, top card first. A test fails if any dice are
left over (see ``conftest``).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from passgo.engine.action import Action
from passgo.engine.agenda import Entry
from passgo.engine.board import Board, classic
from passgo.engine.chance import Scripted
from passgo.engine.events import Event
from passgo.engine.game import Game
from passgo.engine.refusal import Refusal, Refused
from passgo.engine.rules.buying import BuyOrAuction
from passgo.engine.rules.turn import TO_END_TURN, TO_ROLL
from passgo.engine.ruleset import RuleSet
from passgo.engine.state import BANK, Hidden, Player, Property, State

rule = pytest.mark.rule

ANN, BOB, CY, DEE, EVE, FAY, GUS, HAL = range(8)

GO = 0
MEDITERRANEAN, BALTIC, INCOME_TAX, READING = 1, 3, 4, 5
ORIENTAL, CHANCE_7, VERMONT, CONNECTICUT, JAIL = 6, 7, 8, 9, 10
ST_CHARLES, ELECTRIC, STATES, VIRGINIA, PENNSYLVANIA_RR = 11, 12, 13, 14, 15
ST_JAMES, CHEST_17, TENNESSEE, NEW_YORK, FREE_PARKING = 16, 17, 18, 19, 20
KENTUCKY, CHANCE_22, INDIANA, ILLINOIS, B_AND_O = 21, 22, 23, 24, 25
ATLANTIC, VENTNOR, WATER_WORKS, MARVIN, GO_TO_JAIL = 26, 27, 28, 29, 30
PACIFIC, NORTH_CAROLINA, CHEST_33, PENNSYLVANIA, SHORT_LINE = 31, 32, 33, 34, 35
CHANCE_36, PARK_PLACE, LUXURY_TAX, BOARDWALK = 36, 37, 38, 39
CHEST_2 = 2

BROWN = (MEDITERRANEAN, BALTIC)
LIGHT_BLUE = (ORIENTAL, VERMONT, CONNECTICUT)
PINK = (ST_CHARLES, STATES, VIRGINIA)
ORANGE = (ST_JAMES, TENNESSEE, NEW_YORK)
RED = (KENTUCKY, INDIANA, ILLINOIS)
YELLOW = (ATLANTIC, VENTNOR, MARVIN)
GREEN = (PACIFIC, NORTH_CAROLINA, PENNSYLVANIA)
DARK_BLUE = (PARK_PLACE, BOARDWALK)
RAILROADS = (READING, PENNSYLVANIA_RR, B_AND_O, SHORT_LINE)
UTILITIES = (ELECTRIC, WATER_WORKS)

SCRIPTS: list[Scripted] = []
"""The dice scripts of the running test's scenes; ``conftest`` checks them for leftovers."""


def scene(
    *,
    players: int = 2,
    turn: int = ANN,
    standing_on: int | None = None,
    at: Mapping[int, int] | None = None,
    cash: Mapping[int, int] | None = None,
    owns: Mapping[int, Sequence[int]] | None = None,
    houses: Mapping[int, int] | None = None,
    mortgaged: Sequence[int] = (),
    jail: Mapping[int, int] | None = None,
    cards: Mapping[int, Sequence[str]] | None = None,
    asks: Sequence[int] = (),
    chance: Sequence[str] = (),
    chest: Sequence[str] = (),
    dice: Sequence[tuple[int, int]] = (),
    rules: RuleSet | None = None,
    board: Board | None = None,
    to_pass: bool = False,
    asked: Sequence[Entry] = (),
) -> Game:
    """Set up a position.

    If ``standing_on`` is an unowned property, the current player must decide whether to buy it.
    """
    board = classic() if board is None else board
    state = State(
        board,
        RuleSet() if rules is None else rules,
        [Player(seat, 1500) for seat in range(players)],
        [Property(deed) for deed in board.deeds],
    )
    for seat, amount in (cash or {}).items():
        state.players[seat].cash = amount
    for seat, space in (at or {}).items():
        state.players[seat].space = space
    for seat, spaces in (owns or {}).items():
        for space in spaces:
            state.give(state.property(space), seat)
    for space, level in (houses or {}).items():
        state.set_houses(state.property(space), level)
    for space in mortgaged:
        state.set_mortgaged(state.property(space), True)
    for seat, jail_turn in (jail or {}).items():
        state.players[seat].jail = jail_turn
        state.players[seat].space = board.jail
    for seat in asks:
        state.players[seat].always_asks_for_rent = True
    state.seat = state.first = turn
    state.turn = 1
    state.agenda.push(TO_END_TURN[turn] if to_pass or standing_on is not None else TO_ROLL[turn])
    if standing_on is not None:
        state.players[turn].space = standing_on
        if state.is_property(standing_on) and state.property(standing_on).owner == BANK:
            state.agenda.push(BuyOrAuction(turn, standing_on))
    for entry in asked:
        state.agenda.push(entry)
    hidden = Hidden([[], []])
    held = [card_number(board, key) for keys in (cards or {}).values() for key in keys]
    for seat, keys in (cards or {}).items():
        state.players[seat].cards = [card_number(board, key) for key in keys]
    for deck, on_top in enumerate((chance, chest)):
        first = [card_number(board, key) for key in on_top]
        rest = [card for card in board.decks[deck] if card not in first and card not in held]
        hidden.piles[deck] = (first + rest)[::-1]
    script = Scripted(dice=list(dice))
    SCRIPTS.append(script)
    return Game(chance=script, state=state, hidden=hidden)


def card_number(board: Board, key: str) -> int:
    """Return the number of the card with this key."""
    return next(card.number for card in board.cards if card.key == key)


def refusal(game: Game, action: Action) -> Refusal:
    """Play an action that must be refused, check that nothing changed, and return the refusal."""
    before = game.digest()
    with pytest.raises(Refused) as caught:
        game.play(action)
    assert game.digest() == before, "a refused action changed the position"
    return caught.value.refusal


def select_events(events: list[Event], kind: type[Event]) -> list[Event]:
    """Return the events of one kind."""
    return [event for event in events if isinstance(event, kind)]
