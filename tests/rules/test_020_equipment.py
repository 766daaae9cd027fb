"""10 MCS 20, CR 2: the contents of the box."""

from __future__ import annotations

from collections import Counter

from passgo.engine.board import RAILROAD, STREET, UTILITY, classic
from passgo.engine.chance import Seeded
from passgo.engine.events import DiceRolled
from passgo.engine.game import Game
from passgo.engine.rules.moving import Roll
from passgo.engine.state import BANK
from tests.scene import (
    ANN,
    BROWN,
    DARK_BLUE,
    GREEN,
    LIGHT_BLUE,
    ORANGE,
    PINK,
    RAILROADS,
    RED,
    UTILITIES,
    YELLOW,
    rule,
    scene,
    select_events,
)


@rule("10 MCS 20", "CR 2")
def test_the_bank_starts_with_32_houses_and_12_hotels() -> None:
    state = Game(players=8, chance=Seeded(1)).state
    assert (state.houses, state.hotels) == (32, 12)
    assert sum(player.buildings for player in state.players) == 0


@rule("10 MCS 20(a)", "CR 2")
def test_each_of_the_28_properties_has_a_title_deed() -> None:
    board = classic()
    assert len(board.deeds) == 28
    assert Counter(deed.kind for deed in board.deeds) == {STREET: 22, RAILROAD: 4, UTILITY: 2}
    groups = [tuple(deed.space for deed in group.deeds) for group in board.groups]
    assert groups == [
        BROWN,
        LIGHT_BLUE,
        PINK,
        ORANGE,
        RED,
        YELLOW,
        GREEN,
        DARK_BLUE,
        RAILROADS,
        UTILITIES,
    ]
    state = Game(players=2, chance=Seeded(1)).state
    assert [prop.deed for prop in state.properties] == board.deeds
    assert {prop.owner for prop in state.properties} == {BANK}


@rule("10 MCS 20(a)", "CR 2")
def test_there_are_16_chance_and_16_community_chest_cards() -> None:
    game = Game(players=2, chance=Seeded(1))
    chance, chest = game.hidden.piles
    assert sorted(chance) == list(range(16))
    assert sorted(chest) == list(range(16, 32))
    assert game.state.seen == [[], []]


@rule("10 MCS 20", "CR 2")
def test_the_board_has_40_spaces() -> None:
    assert classic().size == 40


@rule("10 MCS 20", "CR 4.1")
def test_two_dice_are_rolled_and_the_event_shows_both() -> None:
    game = scene(dice=[(6, 4)])
    events = game.play(Roll(ANN))
    assert select_events(events, DiceRolled) == [DiceRolled(ANN, 6, 4, "10 MCS 60(b)")]
