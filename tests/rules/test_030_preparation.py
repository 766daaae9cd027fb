"""10 MCS 30, CR 3, Ruling 19: setting up a game."""

from __future__ import annotations

import pytest

from passgo.engine.chance import (
    CHANCE_DECK,
    CHEST_DECK,
    DEEDS,
    OPENING_ROLL,
    Chance,
    Scripted,
    Seeded,
)
from passgo.engine.events import (
    CardDrawn,
    DeedDealt,
    Event,
    GameSetUp,
    Listener,
    MoneyPaid,
    OpeningRollMade,
    TurnBegan,
)
from passgo.engine.game import Game
from passgo.engine.refusal import Refusal
from passgo.engine.rules.moving import Roll
from passgo.engine.ruleset import RuleSet, RuleSetError, rule_set
from passgo.engine.state import BANK
from tests.scene import (
    ANN,
    BALTIC,
    BOB,
    CHANCE_7,
    CONNECTICUT,
    CY,
    GO,
    HAL,
    MEDITERRANEAN,
    ORIENTAL,
    READING,
    SCRIPTS,
    VERMONT,
    card_number,
    refusal,
    rule,
    scene,
    select_events,
)

BILLS = {500: 2, 100: 2, 50: 2, 20: 6, 10: 5, 5: 5, 1: 5}
"""The bills that each player receives under the statutes. The engine counts dollars, not bills."""


class Heard(Listener):
    """A listener that records every setup event."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def on_event(self, event: Event) -> None:
        self.events.append(event)


class Asked(Chance):
    """A `Chance` that never shuffles, lets the last seat go first, and records its calls."""

    def __init__(self) -> None:
        self.calls: list[tuple[int, int]] = []

    def roll(self, purpose: int, seat: int, count: int) -> int:
        self.calls.append((purpose, seat))
        return 11 + seat

    def shuffle(self, purpose: int, size: int) -> list[int]:
        self.calls.append((purpose, size))
        return list(range(size))


def laid(script: Scripted, players: int, rules: RuleSet | None = None) -> tuple[Game, list[Event]]:
    """Set up a game; return it with its events."""
    SCRIPTS.append(script)
    heard = Heard()
    return Game(players=players, chance=script, rules=rules, listener=heard), heard.events


@rule("10 MCS 30", "10 MCS 30(b)", "10 MCS 60", "10 MCS 60(a)", "CR 3", "CR 3.4", "CR 3.5")
def test_everyone_gets_1500_dollars_then_everyone_rolls_and_the_highest_roll_goes_first() -> None:
    game, events = laid(Scripted(dice=[(1, 2), (3, 4), (2, 2)]), 3)
    assert events == [
        GameSetUp(3, "10 MCS 30"),
        MoneyPaid(BANK, ANN, 1500, "start", "10 MCS 30(b)"),
        MoneyPaid(BANK, BOB, 1500, "start", "10 MCS 30(b)"),
        MoneyPaid(BANK, CY, 1500, "start", "10 MCS 30(b)"),
        OpeningRollMade(ANN, 1, 2, "10 MCS 60"),
        OpeningRollMade(BOB, 3, 4, "10 MCS 60"),
        OpeningRollMade(CY, 2, 2, "10 MCS 60"),
        TurnBegan(BOB, 1, "10 MCS 60(a)"),
    ]
    assert game.waiting_for == [BOB]
    assert [player.cash for player in game.state.players] == [1500, 1500, 1500]


@rule(
    "10 MCS 30(b)",
    "10 MCS 30(b-1)",
    "10 MCS 30(b-2)",
    "10 MCS 30(b-3)",
    "10 MCS 30(c)",
    "10 MCS 30(d)",
    "10 MCS 30(d-1)",
    "10 MCS 30(d-2)",
    "CR 3.4",
)
def test_the_bills_in_the_statutes_add_up_to_every_presets_starting_cash() -> None:
    assert sum(bill * count for bill, count in BILLS.items()) == 1500
    for preset in ("consolidated", "statutes", "board", "short", "time_limit"):
        assert rule_set(preset).starting_cash == 1500


@rule("10 MCS 30(a)", "CR 3.4")
def test_each_player_has_one_token_that_starts_on_go() -> None:
    game, _ = laid(Scripted(dice=[(1, 1)] * 7 + [(6, 6)]), 8)
    assert [player.seat for player in game.state.players] == list(range(8))
    assert [player.space for player in game.state.players] == [GO] * 8
    assert game.waiting_for == [HAL]


@rule("10 MCS 30(a)")
@pytest.mark.parametrize("players", [0, 1, 9])
def test_there_are_tokens_for_two_to_eight_players(players: int) -> None:
    with pytest.raises(RuleSetError, match=rf"2 to 8 players \(got {players}\)"):
        Game(players=players)


@rule("10 MCS 30(a)")
def test_a_seat_without_a_token_cannot_play() -> None:
    game = scene()
    assert refusal(game, Roll(CY)) == Refusal("seat.unknown", "10 MCS 30(a)", seat=CY, players=2)


@rule("10 MCS 30(e)", "10 MCS 50")
def test_all_other_equipment_goes_to_the_bank() -> None:
    game, _ = laid(Scripted(dice=[(1, 2), (3, 4)]), 2)
    state = game.state
    assert {prop.owner for prop in state.properties} == {BANK}
    assert not any(prop.mortgaged or prop.houses for prop in state.properties)
    assert [player.cards for player in state.players] == [[], []]
    assert [player.deeds for player in state.players] == [0, 0]
    assert state.pot == 0


@rule("CR 3.1", "10 MCS 30", "Ruling 19")
def test_each_deck_is_shuffled_separately_before_the_opening_rolls() -> None:
    asked = Asked()
    Game(players=3, chance=asked)
    assert asked.calls == [
        (CHANCE_DECK, 16),
        (CHEST_DECK, 16),
        (OPENING_ROLL, ANN),
        (OPENING_ROLL, BOB),
        (OPENING_ROLL, CY),
    ]


@rule("Ruling 19", "10 MCS 210(a)", "10 MCS 220(a)")
@pytest.mark.parametrize("preset", ["short", "time_limit"])
def test_deeds_are_shuffled_after_the_decks_and_before_the_opening_rolls(preset: str) -> None:
    asked = Asked()
    Game(players=2, chance=asked, rules=rule_set(preset))
    assert asked.calls == [
        (CHANCE_DECK, 16),
        (CHEST_DECK, 16),
        (DEEDS, 28),
        (OPENING_ROLL, ANN),
        (OPENING_ROLL, BOB),
    ]


@rule("CR 3.1", "10 MCS 30")
def test_the_card_shuffled_to_the_top_is_drawn_first() -> None:
    game, _ = laid(
        Scripted(
            dice=[(6, 6), (1, 1), (3, 4)], chance=["chance.dividend"], chest=["chest.sale_of_stock"]
        ),
        2,
    )
    events = game.play(Roll(ANN))
    dividend = card_number(game.state.board, "chance.dividend")
    assert game.state.players[ANN].space == CHANCE_7
    assert select_events(events, CardDrawn) == [CardDrawn(ANN, dividend)]


@rule("10 MCS 30", "CR 3.1")
def test_the_decks_are_face_down_so_nobody_can_see_the_next_card() -> None:
    first, _ = laid(Scripted(dice=[(6, 6), (1, 1)], chance=[7]), 2)
    second, _ = laid(Scripted(dice=[(6, 6), (1, 1)], chance=[8]), 2)
    assert first.hidden.piles != second.hidden.piles
    assert first.view(ANN).digest() == second.view(ANN).digest()
    assert not hasattr(first.view(ANN), "hidden")
    assert first.check(Roll(ANN)) is None  # allowed, but the result is random


@rule("Ruling 19", "10 MCS 210(a)", "10 MCS 210(a-1)")
def test_the_short_game_deals_each_player_three_free_deeds_one_at_a_time() -> None:
    script = Scripted(dice=[(1, 2), (2, 3)], deeds=[5, 4, 3, 2, 1, 0])
    game, events = laid(script, 2, rule_set("short"))
    assert events[1:-3] == [
        MoneyPaid(BANK, ANN, 1500, "start", "10 MCS 30(b)"),
        MoneyPaid(BANK, BOB, 1500, "start", "10 MCS 30(b)"),
        DeedDealt(ANN, CONNECTICUT, "10 MCS 210(a)"),
        DeedDealt(BOB, VERMONT, "10 MCS 210(a)"),
        DeedDealt(ANN, ORIENTAL, "10 MCS 210(a)"),
        DeedDealt(BOB, READING, "10 MCS 210(a)"),
        DeedDealt(ANN, BALTIC, "10 MCS 210(a)"),
        DeedDealt(BOB, MEDITERRANEAN, "10 MCS 210(a)"),
    ]
    assert [player.cash for player in game.state.players] == [1500, 1500]
    assert [prop.deed.space for prop in game.state.properties_of(ANN)] == [
        BALTIC,
        ORIENTAL,
        CONNECTICUT,
    ]


@rule("Ruling 19", "10 MCS 220(a)", "10 MCS 220(b)")
def test_the_time_limit_game_deals_each_player_two_deeds_that_they_pay_for_immediately() -> None:
    script = Scripted(dice=[(1, 2), (2, 3)], deeds=[0, 1, 2, 3])
    game, events = laid(script, 2, rule_set("time_limit"))
    assert events[3:-3] == [
        MoneyPaid(ANN, BANK, 60, "deal", "10 MCS 220(b)"),
        DeedDealt(ANN, MEDITERRANEAN, "10 MCS 220(a)"),
        MoneyPaid(BOB, BANK, 60, "deal", "10 MCS 220(b)"),
        DeedDealt(BOB, BALTIC, "10 MCS 220(a)"),
        MoneyPaid(ANN, BANK, 200, "deal", "10 MCS 220(b)"),
        DeedDealt(ANN, READING, "10 MCS 220(a)"),
        MoneyPaid(BOB, BANK, 100, "deal", "10 MCS 220(b)"),
        DeedDealt(BOB, ORIENTAL, "10 MCS 220(a)"),
    ]
    assert [player.cash for player in game.state.players] == [1240, 1340]


@rule("Ruling 19")
def test_dealing_starts_at_the_first_seat_no_matter_which_player_goes_first() -> None:
    script = Scripted(dice=[(1, 2), (2, 3), (6, 6)], deeds=[0, 1, 2])
    game, _ = laid(script, 3, rule_set("short"))
    assert game.waiting_for == [CY]
    assert [game.state.property(space).owner for space in (MEDITERRANEAN, BALTIC, READING)] == [
        ANN,
        BOB,
        CY,
    ]


@rule("Ruling 19", "10 MCS 220(b)")
def test_starting_cash_that_might_not_cover_the_two_most_expensive_deeds_is_rejected() -> None:
    with pytest.raises(
        RuleSetError, match=r"may cost \$750; starting_cash must be at least that .got 749"
    ):
        Game(players=2, rules=rule_set("time_limit", starting_cash=749))
    script = Scripted(dice=[(1, 2), (2, 3)], deeds=[27, 0, 26])
    game, _ = laid(script, 2, rule_set("time_limit", starting_cash=750))
    assert game.state.players[ANN].cash == 0


@rule("Ruling 19")
def test_nobody_pays_for_deeds_when_none_are_dealt() -> None:
    game = Game(players=2, chance=Seeded(1), rules=rule_set(deeds_paid_for=True))
    assert [player.cash for player in game.state.players] == [1500, 1500]
