"""10 MCS 220, Rulings 15 and 19: the time-limit game, in which players are dealt two deeds each."""

from __future__ import annotations

from typing import Any

import pytest

from passgo.boards import board_from_data
from passgo.engine.action import TABLE
from passgo.engine.agenda import Entry
from passgo.engine.board import classic
from passgo.engine.chance import (
    CHANCE_DECK,
    CHEST_DECK,
    DEEDS,
    OPENING_ROLL,
    Chance,
    NoChance,
    Scripted,
    Seeded,
)
from passgo.engine.events import (
    DeedDealt,
    Event,
    GameEnded,
    GameSetUp,
    Listener,
    MoneyPaid,
    OpeningRollMade,
    TurnBegan,
)
from passgo.engine.game import Game
from passgo.engine.options import Option
from passgo.engine.refusal import Refusal
from passgo.engine.rules.auction import Auction
from passgo.engine.rules.buying import BuyOrAuction
from passgo.engine.rules.debt import DebtDue, Resign
from passgo.engine.rules.ending import TimeIsUp, end_by_worth
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.tax import TaxChoice
from passgo.engine.rules.trade import OfferTrade
from passgo.engine.ruleset import RuleSet, RuleSetError, rule_set, rules_to_data
from passgo.engine.state import BANK, Debt, Rent
from passgo.position import PositionError, game_from_position
from tests.scene import (
    ANN,
    BALTIC,
    BOARDWALK,
    BOB,
    CY,
    MEDITERRANEAN,
    ORIENTAL,
    PARK_PLACE,
    READING,
    refusal,
    rule,
    scene,
)

TIMED = rule_set("time_limit")


class Heard(Listener):
    """A listener that records every setup event."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def on_event(self, event: Event) -> None:
        self.events.append(event)


class Asked(Chance):
    """A `Chance` that never shuffles, lets the last seat go first, and records its calls."""

    def __init__(self) -> None:
        self.purposes: list[int] = []

    def roll(self, purpose: int, seat: int, count: int) -> int:
        self.purposes.append(purpose)
        return 11 + int(seat)

    def shuffle(self, purpose: int, size: int) -> list[int]:
        self.purposes.append(purpose)
        return list(range(size))


def owing(debtor: int, creditor: int, amount: int) -> DebtDue:
    """Return an unpaid debt that has already been announced."""
    return DebtDue(debtor, creditor, amount, "rent", "10 MCS 90", announced=True)


# -- setup -----------------------------------------------------------------------------------------


@rule("10 MCS 220(a)", "10 MCS 220(b)", "Ruling 19")
def test_each_player_is_dealt_two_deeds_and_pays_for_them_immediately() -> None:
    heard = Heard()
    script = Scripted(dice=[(1, 2), (6, 5)], deeds=[27, 0, 26, 2])
    game = Game(players=2, chance=script, rules=TIMED, listener=heard)
    assert heard.events == [
        GameSetUp(2, "10 MCS 30"),
        MoneyPaid(BANK, ANN, 1500, "start", "10 MCS 30(b)"),
        MoneyPaid(BANK, BOB, 1500, "start", "10 MCS 30(b)"),
        MoneyPaid(ANN, BANK, 400, "deal", "10 MCS 220(b)"),
        DeedDealt(ANN, BOARDWALK, "10 MCS 220(a)"),
        MoneyPaid(BOB, BANK, 60, "deal", "10 MCS 220(b)"),
        DeedDealt(BOB, MEDITERRANEAN, "10 MCS 220(a)"),
        MoneyPaid(ANN, BANK, 350, "deal", "10 MCS 220(b)"),
        DeedDealt(ANN, PARK_PLACE, "10 MCS 220(a)"),
        MoneyPaid(BOB, BANK, 200, "deal", "10 MCS 220(b)"),
        DeedDealt(BOB, READING, "10 MCS 220(a)"),
        OpeningRollMade(ANN, 1, 2, "10 MCS 60"),
        OpeningRollMade(BOB, 6, 5, "10 MCS 60"),
        TurnBegan(BOB, 1, "10 MCS 60(a)"),
    ]
    assert [player.cash for player in game.state.players] == [750, 1240]
    assert script.leftovers() == []


@rule("Ruling 19")
def test_the_decks_are_shuffled_first_then_the_deeds_and_then_the_opening_rolls_are_made() -> None:
    asked = Asked()
    Game(players=2, chance=asked, rules=TIMED)
    assert asked.purposes == [CHANCE_DECK, CHEST_DECK, DEEDS, OPENING_ROLL, OPENING_ROLL]


@rule("Ruling 19")
@pytest.mark.parametrize(("dealt", "dearest"), [(1, 400), (2, 750), (3, 1070)])
def test_a_rule_set_whose_starting_cash_might_not_be_enough_is_rejected(
    dealt: int, dearest: int
) -> None:
    """The amounts are for the classic board."""
    assert dearest == sum(sorted(deed.price for deed in classic().deeds)[-dealt:])
    enough = rule_set("time_limit", deeds_dealt=dealt, starting_cash=dearest)
    Game(players=2, chance=Scripted(dice=[(1, 2), (1, 1)]), rules=enough)
    short = {**rules_to_data(enough), "starting_cash": dearest - 1}
    message = rf"may cost \${dearest}; starting_cash must be at least that \(got {dearest - 1}; Ruling 19\)"
    with pytest.raises(RuleSetError, match=message):
        rule_set("time_limit", deeds_dealt=dealt, starting_cash=dearest - 1)
    with pytest.raises(RuleSetError, match=message):
        RuleSet(deeds_dealt=dealt, deeds_paid_for=True, starting_cash=dearest - 1)
    with pytest.raises(PositionError, match=rf"^rules: .*{message}"):
        game_from_position({"players": [{}, {}], "rules": short}, NoChance())


@rule("Ruling 19", "House custom_board")
def test_a_more_expensive_board_needs_more_starting_cash() -> None:
    data: dict[str, Any] = classic().to_data()
    data["key"] = "dear"
    for space in data["spaces"]:
        if space.get("name") == "Boardwalk":
            space["price"] = 1200
    board = board_from_data(data)
    message = r"may cost \$1550; starting_cash must be at least that \(got 1500"
    with pytest.raises(RuleSetError, match=message):
        Game(players=2, chance=Seeded(1), rules=TIMED, board=board)
    position = {"players": [{}, {}], "rules": rules_to_data(TIMED), "board": data}
    with pytest.raises(PositionError, match=rf"^rules: .*{message}"):
        game_from_position(position, NoChance())


@rule("Ruling 19")
def test_a_small_amount_of_starting_cash_is_allowed_if_deeds_are_free() -> None:
    dice = [(1, 2), (1, 1)]
    for rules in (
        rule_set(starting_cash=0),
        rule_set("short", starting_cash=0),
        rule_set("time_limit", deeds_dealt=0, starting_cash=100),
    ):
        Game(players=2, chance=Scripted(dice=dice), rules=rules)


# -- time is up ------------------------------------------------------------------------------------


@rule("10 MCS 220", "Ruling 15", "10 MCS 10")
def test_when_the_table_calls_time_the_richest_wins() -> None:
    game = scene(rules=TIMED, players=3, owns={CY: [BALTIC]}, cash={BOB: 1530})
    assert game.play(TimeIsUp()) == [GameEnded((CY,), (1500, 1530, 1560), "time", "10 MCS 220")]
    assert game.state.winners == [CY]
    assert game.waiting_for == []
    assert refusal(game, TimeIsUp()) == Refusal("game.over", "10 MCS 190(h)")
    assert refusal(game, Roll(ANN)) == Refusal("game.over", "10 MCS 190(h)")


@rule("Ruling 15")
def test_players_cannot_call_time() -> None:
    game = scene(rules=TIMED)
    assert refusal(game, TimeIsUp(ANN)) == Refusal("table.only", "Ruling 15", seat=ANN)


@rule("10 MCS 220")
@pytest.mark.parametrize("preset", ["consolidated", "statutes", "board", "short"])
def test_time_cannot_be_called_in_games_without_a_time_limit(preset: str) -> None:
    game = scene(rules=rule_set(preset))
    assert refusal(game, TimeIsUp()) == Refusal("time.no_limit", "10 MCS 220")
    assert game.options(TABLE) == []


@rule("Ruling 15")
def test_the_tables_only_option_is_to_call_time() -> None:
    assert scene(rules=TIMED).options(TABLE) == [Option("TimeIsUp", TABLE, [])]


@rule("Ruling 15")
@pytest.mark.parametrize(
    "open_entry",
    [
        BuyOrAuction(ANN, ORIENTAL),
        Auction(ORIENTAL, [ANN, BOB], 90, BOB),
        TaxChoice(ANN, 1500),
    ],
)
def test_pending_decisions_are_not_settled_when_time_is_called(open_entry: Entry) -> None:
    game = scene(rules=TIMED, to_pass=True, asked=[open_entry])
    assert game.play(TimeIsUp()) == [GameEnded((ANN, BOB), (1500, 1500), "time", "10 MCS 220")]
    assert game.state.property(ORIENTAL).owner == BANK


@rule("Ruling 15", "Ruling 14")
def test_open_offers_and_rent_nobody_asked_for_do_not_count() -> None:
    game = scene(rules=TIMED, owns={BOB: [BALTIC]})
    game.state.rents = [Rent(1, BOB, ANN, BALTIC, 4, 1, "10 MCS 90")]
    game.play(OfferTrade(BOB, ANN, get_cash=1000, give_deeds=(BALTIC,)))
    assert game.play(TimeIsUp()) == [GameEnded((BOB,), (1500, 1560), "time", "10 MCS 220")]
    assert game.state.offers == []
    assert game.state.rents == []


@rule("Ruling 15")
def test_an_unpaid_debt_is_moved_from_the_debtors_worth_to_the_creditors() -> None:
    game = scene(
        rules=TIMED,
        players=3,
        to_pass=True,
        owns={ANN: [READING]},
        cash={ANN: 100, BOB: 250, CY: 200},
        asked=[owing(ANN, CY, 130)],
    )
    assert game.play(TimeIsUp()) == [GameEnded((CY,), (170, 250, 330), "time", "10 MCS 220")]
    assert [player.cash for player in game.state.players] == [100, 250, 200], "nothing is paid"


@rule("Ruling 35", "Ruling 15")
def test_a_debtor_worth_20_dollars_who_owes_100_passes_on_only_20() -> None:
    game = scene(
        rules=TIMED,
        players=3,
        to_pass=True,
        cash={ANN: 20, BOB: 10, CY: 0},
        cards={ANN: ["chance.jail_free"]},
        asked=[owing(ANN, BOB, 100)],
    )
    assert game.play(TimeIsUp()) == [GameEnded((BOB,), (0, 30, 0), "time", "10 MCS 220")]


@rule("Ruling 35", "House round_limit")
def test_after_the_last_round_a_debtor_also_passes_on_only_what_they_are_worth() -> None:
    game = scene(cash={ANN: 20, BOB: 10}, to_pass=True, rules=rule_set(round_limit=1))
    game.state.debts = [Debt(ANN, BOB, 100, "rent", "10 MCS 90")]
    end_by_worth(game, "rounds", "House round_limit")
    assert game.state.winners == [BOB]


@rule("Ruling 36", "Ruling 12", "Ruling 15")
def test_a_player_who_resigned_but_has_not_yet_left_does_not_win_by_worth() -> None:
    game = scene(
        rules=TIMED,
        players=3,
        to_pass=True,
        owns={CY: [BOARDWALK]},
        cash={BOB: 1400},
        asked=[Auction(ORIENTAL, [ANN, BOB, CY], 9, CY)],
    )
    game.play(Resign(CY))
    assert not game.state.players[CY].out
    assert game.play(TimeIsUp()) == [GameEnded((ANN,), (1500, 1400, 1900), "time", "10 MCS 220")]


@rule("Ruling 15")
def test_players_never_have_the_option_to_call_time() -> None:
    for asked in ([], [Auction(ORIENTAL, [ANN, BOB])], [owing(ANN, BOB, 5000)]):
        game = scene(rules=TIMED, to_pass=True, owns={ANN: [READING]}, asked=asked)
        for seat in (ANN, BOB):
            assert "TimeIsUp" not in [option.action for option in game.options(seat)]
            assert refusal(game, TimeIsUp(seat)) == Refusal("table.only", "Ruling 15", seat=seat)


@rule("Ruling 15")
def test_debts_transfer_no_more_than_the_debtor_is_worth() -> None:
    game = scene(
        rules=TIMED,
        players=3,
        to_pass=True,
        owns={ANN: [READING]},
        mortgaged=[READING],
        cash={ANN: 10},
        asked=[owing(ANN, BOB, 900)],
    )
    assert game.play(TimeIsUp()) == [GameEnded((BOB,), (0, 1610, 1500), "time", "10 MCS 220")]


@rule("Ruling 15")
def test_a_debt_to_the_bank_only_lowers_the_debtors_worth() -> None:
    game = scene(
        rules=TIMED,
        to_pass=True,
        owns={ANN: [READING]},
        cash={ANN: 10, BOB: 135},
        asked=[owing(ANN, BANK, 75)],
    )
    assert game.play(TimeIsUp()) == [GameEnded((ANN, BOB), (135, 135), "time", "10 MCS 220")]


@rule("Ruling 15", "Ruling 8")
def test_queued_debts_are_counted_after_the_current_debt() -> None:
    game = scene(
        rules=TIMED,
        players=3,
        to_pass=True,
        owns={ANN: [BALTIC]},
        cash={ANN: 10, BOB: 0, CY: 0},
        asked=[owing(ANN, BOB, 40)],
    )
    game.state.debts = [Debt(ANN, CY, 50, "rent", "10 MCS 90")]
    assert game.play(TimeIsUp()) == [GameEnded((BOB,), (0, 40, 30), "time", "10 MCS 220")]


@rule("10 MCS 220", "10 MCS 190(h)")
def test_before_time_is_up_the_last_player_left_wins_as_usual() -> None:
    game = scene(rules=TIMED)
    assert game.play(Resign(ANN))[-1] == GameEnded((BOB,), (0, 1500), "last", "10 MCS 190(h)")


@rule("Ruling 15", "Ruling 12")
def test_nothing_stays_pending_when_time_is_called() -> None:
    game = scene(
        rules=TIMED, players=3, to_pass=True, asked=[Auction(ORIENTAL, [ANN, BOB, CY], 9, CY)]
    )
    game.play(Resign(CY))
    game.state.debts = [Debt(ANN, BOB, 50, "rent", "10 MCS 90")]
    game.state.demands = [[1, 1, 1], [0, 0, 0]]
    game.play(TimeIsUp())
    state = game.state
    assert (state.debts, state.leaving, state.demands) == ([], [], [])
    assert not any(player.leaving for player in state.players)
