"""10 MCS 110, CR 5.4, Rulings 2 and 24: Income Tax and Luxury Tax."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from passgo.codec import option_to_data, view_to_data
from passgo.engine.board import classic
from passgo.engine.chance import ChanceNeeded
from passgo.engine.events import (
    DebtOpened,
    DiceRolled,
    Event,
    MoneyPaid,
    TaxChosen,
    TokenMoved,
    WentBankrupt,
)
from passgo.engine.game import Game
from passgo.engine.options import Choice, Option
from passgo.engine.refusal import Refusal
from passgo.engine.rules.building import SellBuilding
from passgo.engine.rules.mortgage import Mortgage
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.tax import ChooseTax
from passgo.engine.rules.trade import AcceptTrade, OfferTrade
from passgo.engine.rules.turn import EndTurn, ToEndTurn
from passgo.engine.ruleset import RuleSet, rule_set
from passgo.engine.state import BANK
from passgo.say.questions import say_questions
from passgo.say.words import Lexicon, Words
from tests.scene import (
    ANN,
    BALTIC,
    BOARDWALK,
    BOB,
    BROWN,
    DARK_BLUE,
    GO,
    INCOME_TAX,
    LUXURY_TAX,
    MEDITERRANEAN,
    PARK_PLACE,
    READING,
    SHORT_LINE,
    refusal,
    rule,
    scene,
)


def on_income_tax(
    cash: int = 1500,
    owns: Sequence[int] = (),
    houses: dict[int, int] | None = None,
    mortgaged: Sequence[int] = (),
    rules: RuleSet | None = None,
) -> Game:
    """Set up a game in which Ann, who owns these properties, has just landed on Income Tax."""
    game = scene(
        cash={ANN: cash},
        owns={ANN: owns},
        houses=houses,
        mortgaged=mortgaged,
        rules=rules,
        dice=[(1, 3)],
    )
    assert game.play(Roll(ANN)) == moved((1, 3), GO, INCOME_TAX)
    return game


def moved(dice: tuple[int, int], start: int, space: int) -> list[Event]:
    return [
        DiceRolled(ANN, *dice, "10 MCS 60(b)"),
        TokenMoved(ANN, start, space, "dice", "10 MCS 60(b)"),
    ]


def shared(amount: int) -> list[Event]:
    """Return the events for paying a percentage tax of this amount."""
    return [
        TaxChosen(ANN, True, amount, "10 MCS 110(c)"),
        MoneyPaid(ANN, BANK, amount, "tax", "10 MCS 110(a-1)"),
    ]


# The choice


@rule("10 MCS 110", "10 MCS 110(a)", "CR 5.4")
def test_income_tax_may_be_paid_as_a_flat_200_dollars() -> None:
    game = on_income_tax()
    assert game.play(ChooseTax(ANN, False)) == [
        TaxChosen(ANN, False, 200, "10 MCS 110(c)"),
        MoneyPaid(ANN, BANK, 200, "tax", "10 MCS 110(a)"),
    ]
    assert game.state.players[ANN].cash == 1300
    assert game.state.agenda.top == ToEndTurn(ANN)


@rule("10 MCS 110", "10 MCS 110(a-1)", "CR 5.4")
def test_income_tax_may_be_paid_as_a_tenth_of_the_players_worth() -> None:
    game = on_income_tax()
    assert game.play(ChooseTax(ANN, True)) == shared(150)
    assert game.state.players[ANN].cash == 1350
    assert game.state.agenda.top == ToEndTurn(ANN)


@rule("10 MCS 110(c)", "CR 5.4")
def test_nothing_is_paid_and_nobody_may_roll_until_the_choice_is_made() -> None:
    game = on_income_tax()
    assert game.state.players[ANN].cash == 1500
    assert game.waiting_for == [ANN]
    assert refusal(game, EndTurn(ANN)) == Refusal("decision.tax", "10 MCS 110")


@rule("10 MCS 110(c)", "CR 5.4")
def test_the_choice_is_offered_without_showing_the_amount() -> None:
    game = on_income_tax(owns=[BOARDWALK])
    assert game.options(ANN)[0] == Option("ChooseTax", ANN, [Choice("share", [0, 1], whether=True)])
    assert game.default(ANN) == ChooseTax(ANN, False)


@rule("10 MCS 110(c)", "CR 5.4")
def test_looking_ahead_does_not_reveal_the_percentage_tax_before_the_choice() -> None:
    game = on_income_tax(owns=[BOARDWALK])
    assert game.check(ChooseTax(ANN, True)) is None
    assert game.view(BOB).check(ChooseTax(ANN, True)) is None


@rule("10 MCS 110(c)", "CR 5.4")
def test_a_trial_shows_the_flat_tax_but_not_the_percentage_tax() -> None:
    game = on_income_tax(owns=[BOARDWALK])
    trial = game.view(ANN).trial()
    before = trial.digest()
    with pytest.raises(ChanceNeeded, match=r"not shown until the choice is made"):
        trial.play(ChooseTax(ANN, True))
    assert [player.cash for player in trial.state.players] == [1500, 1500]
    assert trial.state.agenda.top == game.state.agenda.top
    assert before == game.view(ANN).trial().digest()
    trial = game.view(ANN).trial()
    assert trial.play(ChooseTax(ANN, False))[0] == TaxChosen(ANN, False, 200, "10 MCS 110(c)")


@rule("10 MCS 110(c)", "CR 5.4")
def test_no_message_or_option_shows_the_worth_before_the_choice() -> None:
    game = on_income_tax(owns=[BOARDWALK])
    for seat in (ANN, BOB):
        text = json.dumps(view_to_data(game.state, seat))
        text += json.dumps([option_to_data(option) for option in game.options(seat, refused=True)])
        text += say_questions(game.state, seat, Words.load(), Lexicon(["Ann", "Bob"], classic()))
        assert "1900" not in text
        assert "$190" not in text
        assert '"worth"' not in text


@rule("10 MCS 110(c)", "CR 5.4")
def test_the_choice_is_final() -> None:
    game = on_income_tax(owns=[BOARDWALK])
    game.play(ChooseTax(ANN, True))
    assert refusal(game, ChooseTax(ANN, False)) == Refusal("decision.end_turn", "Ruling 31")


@rule("10 MCS 110")
def test_nobody_else_can_make_the_choice() -> None:
    game = on_income_tax()
    assert refusal(game, ChooseTax(BOB, True)) == Refusal(
        "decision.other", "Ruling 31", seat=BOB, waiting=ANN
    )


# A player's worth


@rule("10 MCS 110(b)", "CR 5.4")
def test_deeds_count_at_their_printed_price() -> None:
    game = on_income_tax(1000, [BALTIC, READING, BOARDWALK])
    assert game.play(ChooseTax(ANN, True)) == shared(166)


@rule("10 MCS 110(b)", "CR 5.4", "Ruling 10")
def test_buildings_count_at_their_cost_and_a_hotel_as_five_houses() -> None:
    game = on_income_tax(1000, DARK_BLUE, {PARK_PLACE: 4, BOARDWALK: 5})
    assert game.play(ChooseTax(ANN, True)) == shared(100 + 35 + 40 + 80 + 100)


@rule("10 MCS 110(b)")
def test_other_players_property_does_not_count() -> None:
    game = scene(owns={BOB: DARK_BLUE}, houses={PARK_PLACE: 1}, dice=[(1, 3)])
    game.play(Roll(ANN))
    assert game.play(ChooseTax(ANN, True)) == shared(150)


@rule("10 MCS 110(b)", "10 MCS 100(a)")
def test_a_get_out_of_jail_free_card_is_worth_nothing() -> None:
    game = scene(cards={ANN: ["chance.jail_free"]}, dice=[(1, 3)])
    game.play(Roll(ANN))
    assert game.play(ChooseTax(ANN, True)) == shared(150)


@rule("CR 5.4")
def test_under_the_consolidated_rules_a_mortgaged_deed_counts_at_its_mortgage_value() -> None:
    game = on_income_tax(1000, [BOARDWALK, READING], mortgaged=[BOARDWALK])
    assert game.play(ChooseTax(ANN, True)) == shared(140)


@rule("10 MCS 110(b)")
@pytest.mark.parametrize("preset", ["statutes", "board"])
def test_under_the_statutes_and_the_board_rules_a_mortgaged_deed_counts_at_its_printed_price(
    preset: str,
) -> None:
    game = on_income_tax(1000, [BOARDWALK, READING], mortgaged=[BOARDWALK], rules=rule_set(preset))
    assert game.play(ChooseTax(ANN, True)) == shared(160)


@rule("10 MCS 110(b)", "CR 5.4")
@pytest.mark.parametrize(("base", "due"), [("consolidated", 120), ("statutes", 140)])
def test_the_time_limit_game_uses_the_tax_rules_of_its_base(base: str, due: int) -> None:
    rules = rule_set("time_limit", base)
    game = on_income_tax(1000, [BOARDWALK], mortgaged=[BOARDWALK], rules=rules)
    assert game.play(ChooseTax(ANN, True)) == shared(due)


@rule("Ruling 2", "10 MCS 110(a-1)")
@pytest.mark.parametrize(("cash", "due"), [(1500, 150), (1501, 151), (1509, 151), (1, 1)])
def test_a_fraction_of_a_dollar_is_rounded_up_in_favor_of_the_bank(cash: int, due: int) -> None:
    game = on_income_tax(cash)
    assert game.play(ChooseTax(ANN, True)) == shared(due)


@rule("10 MCS 110(a-1)")
def test_a_player_worth_nothing_pays_nothing() -> None:
    game = on_income_tax(0)
    assert game.play(ChooseTax(ANN, True)) == [TaxChosen(ANN, True, 0, "10 MCS 110(c)")]
    assert game.state.agenda.top == ToEndTurn(ANN)


# The tax is fixed when the token stops


@rule("Ruling 24")
def test_selling_houses_before_the_choice_does_not_lower_the_tax() -> None:
    game = on_income_tax(1000, BROWN, {BALTIC: 1, MEDITERRANEAN: 1})
    game.play(SellBuilding(ANN, BALTIC))
    assert game.play(ChooseTax(ANN, True)) == shared(122)


@rule("Ruling 24")
def test_giving_cash_away_before_the_choice_does_not_lower_the_tax() -> None:
    game = on_income_tax(1000)
    game.play(OfferTrade(ANN, BOB, give_cash=900))
    game.play(AcceptTrade(BOB, 1))
    assert game.play(ChooseTax(ANN, True)) == shared(100)


@rule("Ruling 24", "10 MCS 110(b)")
def test_mortgaging_before_the_choice_does_not_raise_the_tax() -> None:
    game = on_income_tax(1000, [BOARDWALK], rules=rule_set("statutes"))
    game.play(Mortgage(ANN, BOARDWALK))
    assert game.play(ChooseTax(ANN, True)) == shared(140)


# Players who cannot pay


@rule("10 MCS 110", "10 MCS 190")
def test_a_player_who_chose_the_flat_tax_without_enough_cash_must_raise_the_rest() -> None:
    game = on_income_tax(150, [BOARDWALK])
    assert game.play(ChooseTax(ANN, False)) == [
        TaxChosen(ANN, False, 200, "10 MCS 110(c)"),
        DebtOpened(ANN, BANK, 200, 50, "tax", "10 MCS 110(a)"),
    ]
    assert game.play(Mortgage(ANN, BOARDWALK))[-1] == MoneyPaid(
        ANN, BANK, 200, "tax", "10 MCS 110(a)"
    )


@rule("10 MCS 110", "10 MCS 190(f)")
def test_a_player_who_chose_an_unaffordable_flat_tax_goes_bankrupt() -> None:
    game = on_income_tax(150)
    assert WentBankrupt(ANN, BANK, 200, "10 MCS 190(f)") in game.play(ChooseTax(ANN, False))


# Presets


@rule("10 MCS 210(d)")
@pytest.mark.parametrize("base", ["consolidated", "statutes", "board"])
def test_there_is_no_choice_in_the_short_game(base: str) -> None:
    game = scene(rules=rule_set("short", base), dice=[(1, 3)])
    assert game.play(Roll(ANN)) == [
        *moved((1, 3), GO, INCOME_TAX),
        MoneyPaid(ANN, BANK, 200, "tax", "10 MCS 210(d)"),
    ]
    assert game.state.agenda.top == ToEndTurn(ANN)


@rule("10 MCS 210(d)", "10 MCS 190")
def test_in_the_short_game_the_flat_tax_may_become_a_debt() -> None:
    game = scene(rules=rule_set("short"), cash={ANN: 150}, owns={ANN: [BOARDWALK]}, dice=[(1, 3)])
    assert game.play(Roll(ANN))[-1] == DebtOpened(ANN, BANK, 200, 50, "tax", "10 MCS 210(d)")


@rule("10 MCS 110(a)", "CR 5.4")
def test_a_table_may_set_a_different_flat_tax_and_percentage() -> None:
    rules = rule_set("board", income_tax_flat=900, income_tax_percent=15)
    game = on_income_tax(rules=rules)
    assert game.play(ChooseTax(ANN, False))[-1] == MoneyPaid(ANN, BANK, 900, "tax", "10 MCS 110(a)")
    assert on_income_tax(rules=rules).play(ChooseTax(ANN, True)) == shared(225)


@rule("CR 5.4", "CR 5")
@pytest.mark.parametrize(
    ("preset", "base", "due"),
    [
        ("consolidated", "consolidated", 75),
        ("statutes", "consolidated", 75),
        ("board", "consolidated", 100),
        ("short", "consolidated", 75),
        ("short", "board", 100),
        ("time_limit", "statutes", 75),
        ("time_limit", "board", 100),
    ],
)
def test_luxury_tax_is_a_flat_amount(preset: str, base: str, due: int) -> None:
    game = scene(at={ANN: SHORT_LINE}, rules=rule_set(preset, base), dice=[(1, 2)])
    assert game.play(Roll(ANN)) == [
        *moved((1, 2), SHORT_LINE, LUXURY_TAX),
        MoneyPaid(ANN, BANK, due, "tax", "CR 5.4"),
    ]
    assert game.state.players[ANN].cash == 1500 - due
    assert game.state.agenda.top == ToEndTurn(ANN)


@rule("CR 5.4", "10 MCS 190")
def test_luxury_tax_that_cannot_be_paid_in_cash_is_a_debt() -> None:
    game = scene(at={ANN: SHORT_LINE}, cash={ANN: 74}, owns={ANN: [BALTIC]}, dice=[(1, 2)])
    assert game.play(Roll(ANN))[-1] == DebtOpened(ANN, BANK, 75, 1, "tax", "CR 5.4")
