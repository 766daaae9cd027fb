"""House rules about moving, buying and rent. All of them are off in every preset."""

from __future__ import annotations

from typing import Any

import pytest

from passgo.boards import board_from_data
from passgo.engine.board import Board, classic
from passgo.engine.chance import Scripted
from passgo.engine.events import (
    AuctionOpened,
    CardDrawn,
    DebtOpened,
    DeedTransferred,
    DiceRolled,
    Event,
    GameEnded,
    GameSetUp,
    Listener,
    MoneyPaid,
    PropertyBought,
    PropertyDeclined,
    RentFixed,
    TokenMoved,
    TurnBegan,
    TurnEnded,
)
from passgo.engine.game import Game
from passgo.engine.rules.buying import Buy, Decline
from passgo.engine.rules.debt import GoBankrupt, Resign
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.turn import EndTurn, ToEndTurn
from passgo.engine.ruleset import PRESETS, RuleSet, house_rules, rule_set
from passgo.engine.state import BANK
from tests.boards import with_blank_jail_cards
from tests.scene import (
    ANN,
    BALTIC,
    BOB,
    CHANCE_7,
    CHANCE_22,
    CY,
    ELECTRIC,
    GO,
    JAIL,
    LUXURY_TAX,
    PENNSYLVANIA_RR,
    SCRIPTS,
    SHORT_LINE,
    card_number,
    rule,
    scene,
    select_events,
)


class Heard(Listener):
    """A listener that records every event."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def on_event(self, event: Event) -> None:
        self.events.append(event)


def set_up(rules: RuleSet | None = None, board: Board | None = None) -> tuple[Game, list[Event]]:
    """Set up a two-player game in which Ann goes first; return it with its events."""
    script = Scripted(dice=[(6, 6), (1, 1)])
    SCRIPTS.append(script)
    heard = Heard()
    return Game(players=2, chance=script, rules=rules, board=board, listener=heard), heard.events


def moved(dice: tuple[int, int], start: int, space: int, seat: int = ANN) -> list[Event]:
    return [
        DiceRolled(seat, *dice, "10 MCS 60(b)"),
        TokenMoved(seat, start, space, "dice", "10 MCS 60(b)"),
    ]


@rule(
    "House free_parking_pot",
    "House double_salary",
    "House no_auctions",
    "House no_rent_in_jail",
    "House round_limit",
    "House starting_money",
)
def test_no_preset_has_a_house_rule_and_every_house_rule_is_listed() -> None:
    for preset in PRESETS:
        assert house_rules(rule_set(preset)) == []
    rules = rule_set(
        free_parking_pot=True,
        double_salary_on_go=True,
        no_auctions=True,
        no_rent_in_jail=True,
        round_limit=20,
        starting_cash=2000,
        salary=400,
    )
    assert house_rules(rules) == [
        "free_parking_pot",
        "double_salary_on_go",
        "no_auctions",
        "no_rent_in_jail",
        "round_limit",
        "starting_cash",
        "salary",
    ]


# Double salary on GO

DOUBLE = rule_set(double_salary_on_go=True)


@rule("House double_salary")
def test_landing_exactly_on_go_pays_double() -> None:
    game = scene(at={ANN: SHORT_LINE}, rules=DOUBLE, dice=[(2, 3)])
    assert game.play(Roll(ANN)) == [
        *moved((2, 3), SHORT_LINE, GO),
        MoneyPaid(BANK, ANN, 400, "salary", "House double_salary"),
    ]


@rule("House double_salary")
def test_passing_go_pays_the_usual_salary() -> None:
    game = scene(at={ANN: LUXURY_TAX}, rules=DOUBLE, dice=[(2, 3)])
    assert game.play(Roll(ANN)) == [
        *moved((2, 3), LUXURY_TAX, BALTIC),
        MoneyPaid(BANK, ANN, 200, "salary", "10 MCS 70"),
    ]


@rule("House double_salary")
def test_the_advance_to_go_card_also_pays_double() -> None:
    game = scene(at={ANN: 15}, rules=DOUBLE, chance=["chance.advance_go"], dice=[(3, 4)])
    assert game.play(Roll(ANN))[-1] == MoneyPaid(BANK, ANN, 400, "salary", "House double_salary")


# No auctions

QUIET = rule_set(no_auctions=True)


@rule("House no_auctions")
def test_a_property_that_is_not_bought_stays_with_the_bank() -> None:
    game = scene(standing_on=BALTIC, rules=QUIET)
    assert game.play(Decline(ANN)) == [PropertyDeclined(ANN, BALTIC, "House no_auctions")]
    assert game.state.property(BALTIC).owner == BANK
    assert game.state.agenda.top == ToEndTurn(ANN)


@rule("House no_auctions", "Ruling 20")
def test_without_auctions_a_player_who_cannot_buy_declines_automatically() -> None:
    game = scene(cash={ANN: 0}, rules=QUIET, dice=[(1, 2)])
    assert game.play(Roll(ANN)) == [
        *moved((1, 2), GO, BALTIC),
        PropertyDeclined(ANN, BALTIC, "House no_auctions"),
    ]
    assert game.state.agenda.top == ToEndTurn(ANN)


@rule("House no_auctions", "10 MCS 190(f)")
def test_without_auctions_a_bankrupt_players_deeds_go_to_the_bank() -> None:
    game = scene(
        players=3,
        at={ANN: SHORT_LINE},
        cash={ANN: 10},
        owns={ANN: [BALTIC]},
        mortgaged=[BALTIC],
        rules=QUIET,
        dice=[(1, 2)],
    )
    assert game.play(Roll(ANN))[-1] == DebtOpened(ANN, BANK, 75, 65, "tax", "CR 5.4")
    events = game.play(GoBankrupt(ANN))
    assert select_events(events, AuctionOpened) == []
    assert select_events(events, DeedTransferred) == [
        DeedTransferred(BALTIC, ANN, BANK, "10 MCS 190(f)")
    ]
    assert events[-1] == TurnBegan(BOB, 2, "10 MCS 60(c)")
    assert not game.state.property(BALTIC).mortgaged


# No rent while the owner is in Jail

NO_RENT = rule_set(no_rent_in_jail=True)


@rule("House no_rent_in_jail")
def test_no_rent_is_due_to_an_owner_in_jail() -> None:
    game = scene(jail={BOB: 1}, owns={BOB: [BALTIC]}, rules=NO_RENT, dice=[(1, 2)])
    assert game.play(Roll(ANN)) == moved((1, 2), GO, BALTIC)
    assert game.state.rents == []


@rule("House no_rent_in_jail")
def test_rent_is_due_to_an_owner_who_is_only_visiting() -> None:
    game = scene(at={BOB: JAIL}, owns={BOB: [BALTIC]}, rules=NO_RENT, dice=[(1, 2)])
    assert game.play(Roll(ANN))[-1] == RentFixed(BOB, ANN, BALTIC, 4, 1, "10 MCS 90")


@rule("House no_rent_in_jail")
def test_a_tenant_who_just_left_jail_pays_as_usual() -> None:
    game = scene(jail={ANN: 1}, owns={BOB: [ELECTRIC]}, rules=NO_RENT, dice=[(1, 1)])
    assert game.play(Roll(ANN))[-1] == RentFixed(BOB, ANN, ELECTRIC, 8, 1, "CR 5.2")


@rule("House no_rent_in_jail", "Ruling 23")
@pytest.mark.parametrize(
    ("card", "goal"),
    [("chance.nearest_railroad_1", PENNSYLVANIA_RR), ("chance.nearest_utility", ELECTRIC)],
)
def test_the_nearest_railroad_or_utility_costs_nothing_while_its_owner_is_in_jail(
    card: str, goal: int
) -> None:
    game = scene(jail={BOB: 1}, owns={BOB: [goal]}, rules=NO_RENT, chance=[card], dice=[(3, 4)])
    assert game.play(Roll(ANN)) == [
        *moved((3, 4), GO, CHANCE_7),
        CardDrawn(ANN, card_number(game.state.board, card)),
        TokenMoved(ANN, CHANCE_7, goal, "card", "10 MCS 100"),
    ]


# A round limit


@rule("House round_limit", "10 MCS 210(e-1)")
def test_after_the_last_round_the_richest_wins() -> None:
    game = scene(
        turn=BOB,
        cash={BOB: 1441},
        owns={BOB: [BALTIC]},
        rules=rule_set(round_limit=1),
        dice=[(4, 6)],
    )
    game.state.first = ANN
    game.play(Roll(BOB))
    assert game.play(EndTurn(BOB)) == [
        TurnEnded(BOB),
        GameEnded((BOB,), (1500, 1501), "rounds", "House round_limit"),
    ]
    assert game.waiting_for == []


@rule("House round_limit")
def test_players_who_tie_after_the_last_round_share_the_win() -> None:
    game = scene(turn=BOB, to_pass=True, rules=rule_set(round_limit=1))
    game.state.first = ANN
    assert game.play(EndTurn(BOB))[-1] == GameEnded(
        (ANN, BOB), (1500, 1500), "rounds", "House round_limit"
    )


@rule("House round_limit")
def test_a_round_is_over_when_everyone_has_had_a_turn() -> None:
    game = scene(players=3, turn=BOB, rules=rule_set(round_limit=2), dice=[(4, 6)] * 6)
    for number, seat in enumerate([BOB, CY, ANN, BOB, CY], 2):
        game.state.players[seat].space = GO
        game.play(Roll(seat))
        following = (seat + 1) % 3
        assert game.play(EndTurn(seat)) == [
            TurnEnded(seat),
            TurnBegan(following, number, "10 MCS 60(c)"),
        ]
    game.play(Roll(ANN))
    assert game.play(EndTurn(ANN))[-1] == GameEnded(
        (ANN, BOB, CY), (1500, 1500, 1500), "rounds", "House round_limit"
    )


@rule("House round_limit")
def test_rounds_are_still_counted_when_the_first_player_has_left() -> None:
    game = scene(players=3, to_pass=True, rules=rule_set(round_limit=1), dice=[(4, 6), (4, 6)])
    game.play(Resign(ANN))
    game.play(Roll(BOB))
    game.play(EndTurn(BOB))
    game.play(Roll(CY))
    assert game.play(EndTurn(CY))[-1] == GameEnded(
        (BOB, CY), (0, 1500, 1500), "rounds", "House round_limit"
    )


@rule("House round_limit")
def test_without_a_limit_the_rounds_continue() -> None:
    game = scene(turn=BOB, to_pass=True)
    game.state.first = ANN
    assert game.play(EndTurn(BOB)) == [TurnEnded(BOB), TurnBegan(ANN, 2, "10 MCS 60(c)")]
    assert game.state.round == 2


# Custom amounts of money


@rule("House starting_money", "10 MCS 30(b)")
def test_a_custom_amount_of_starting_cash_is_paid_out_and_marked_as_a_house_rule() -> None:
    game, events = set_up(rule_set(starting_cash=2500))
    assert events[1:3] == [
        MoneyPaid(BANK, ANN, 2500, "start", "House starting_money"),
        MoneyPaid(BANK, BOB, 2500, "start", "House starting_money"),
    ]
    assert [player.cash for player in game.state.players] == [2500, 2500]


@rule("House starting_money", "10 MCS 70")
def test_a_custom_salary_is_paid_and_marked_as_a_house_rule() -> None:
    game = scene(at={ANN: SHORT_LINE}, rules=rule_set(salary=400), dice=[(2, 3)])
    assert game.play(Roll(ANN))[-1] == MoneyPaid(BANK, ANN, 400, "salary", "House starting_money")


@rule("House starting_money", "House double_salary")
def test_landing_on_go_doubles_a_custom_salary_too() -> None:
    rules = rule_set(salary=300, double_salary_on_go=True)
    game = scene(at={ANN: SHORT_LINE}, rules=rules, dice=[(2, 3)])
    assert game.play(Roll(ANN))[-1] == MoneyPaid(BANK, ANN, 600, "salary", "House double_salary")


# A custom board


def seaside() -> Board:
    """Return the classic board, renamed, with a more expensive Baltic and a single Chance card."""
    data: dict[str, Any] = classic().to_data()
    data["key"] = "seaside"
    data["name"] = "Seaside"
    data["spaces"][BALTIC].update(name="Pier", price=90, rents=[7, 20, 60, 180, 320, 450])
    data["chance"] = [
        {"key": "chance.tide", "text": "The tide. Pay $5.", "does": "pay", "amount": 5}
    ]
    return board_from_data(data)


@rule("House custom_board")
def test_the_setup_event_identifies_a_custom_board() -> None:
    _, events = set_up(board=seaside())
    assert events[0] == GameSetUp(2, "House custom_board")
    _, events = set_up()
    assert events[0] == GameSetUp(2, "10 MCS 30")


@rule("House custom_board")
def test_prices_rents_and_cards_come_from_the_custom_board() -> None:
    game = scene(board=seaside(), standing_on=BALTIC, dice=[(1, 2), (3, 4)])
    assert game.play(Buy(ANN))[-1] == PropertyBought(ANN, BALTIC, 90)
    game.play(EndTurn(ANN))
    assert game.play(Roll(BOB))[-1] == RentFixed(ANN, BOB, BALTIC, 7, 1, "10 MCS 90")
    game.play(EndTurn(BOB))
    game.state.players[ANN].space = 15
    assert game.play(Roll(ANN))[-1] == MoneyPaid(ANN, BANK, 5, "card", "10 MCS 100")
    assert game.state.players[ANN].space == CHANCE_22


@rule("House custom_board")
def test_a_blank_card_does_nothing() -> None:
    board = with_blank_jail_cards(classic())
    game = scene(board=board, chance=["chance.jail_free"], dice=[(3, 4)])
    assert game.play(Roll(ANN)) == [
        *moved((3, 4), GO, CHANCE_7),
        CardDrawn(ANN, card_number(board, "chance.jail_free")),
    ]
    assert game.state.agenda.top == ToEndTurn(ANN)
    assert game.state.players[ANN].cards == []
