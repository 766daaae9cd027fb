"""Win probabilities, ranked moves and the value of trades."""

from __future__ import annotations

import re
from collections.abc import Callable
from inspect import signature
from pathlib import Path
from typing import Any, Final

import pytest

import passgo
from passgo import Refused, Seeded
from passgo.actions import AcceptTrade, Buy, DeclineTrade, OfferTrade, PayFine, Roll, UseCard
from passgo.analysis import best_moves, review, trade_value, win_probability
from passgo.analysis.page import trade_text
from passgo.analysis.values import Appraiser
from passgo.analysis.wording import describe_plan
from passgo.decisions import DebtDue, TaxChoice
from passgo.draw import draw_offer
from passgo.engine.game import Game
from passgo.engine.legal import ACTIONS
from passgo.engine.ruleset import rule_set
from passgo.say import Words
from tests.analysis.recorded import record_of
from tests.scene import (
    ANN,
    BOARDWALK,
    BOB,
    CONNECTICUT,
    CY,
    DARK_BLUE,
    INCOME_TAX,
    LIGHT_BLUE,
    NEW_YORK,
    ORANGE,
    PARK_PLACE,
    RED,
    scene,
)

ANALYSIS: Final = Path(passgo.__file__).parent / "analysis"


def almost_over() -> Game:
    """A position that Bob, who owns everything, wins within a few rolls."""
    everything = [space for space in range(40) if scene().state.is_property(space)]
    houses = dict.fromkeys(DARK_BLUE + ORANGE + RED, 3)
    return scene(
        owns={BOB: everything},
        houses=houses,
        cash={ANN: 1, BOB: 5000},
        asks=(ANN, BOB),
        rules=rule_set(round_limit=4),
    )


def test_an_estimate_has_no_interval() -> None:
    game = almost_over()
    found = win_probability(game)
    assert found.continuations == 0
    assert found.low == found.high == found.win_probabilities == Appraiser().value(game.state)
    assert found.win_probabilities[BOB] > 0.9


@pytest.mark.parametrize("of_view", [False, True])
def test_continuations_have_an_interval_and_depend_on_the_seed_alone(of_view: bool) -> None:
    game = almost_over()
    before = game.digest()
    position = game.view(ANN) if of_view else game
    found = win_probability(position, precision=0.2, most=50)
    assert found == win_probability(position, precision=0.2, most=50)
    assert found.continuations == 50
    assert found.win_probabilities == [0.0, 1.0]
    assert found.low[BOB] < 1.0 == found.high[BOB]
    assert found.precision <= 0.2
    assert game.digest() == before


def test_the_number_of_continuations_is_limited() -> None:
    assert win_probability(almost_over(), precision=0.001, most=3).continuations == 3


@pytest.mark.parametrize(("precision", "most"), [(0.0, 10), (1.0, 10), (0.1, 0)])
def test_a_wrong_precision_is_an_error(precision: float, most: int) -> None:
    with pytest.raises(ValueError, match="must be"):
        win_probability(almost_over(), precision=precision, most=most)


def test_a_finished_game_needs_no_estimate() -> None:
    game = almost_over()
    game.state.over = True
    game.state.winners = [ANN, BOB]
    assert win_probability(game).win_probabilities == [0.5, 0.5]


# -- moves -----------------------------------------------------------------------------------------


@pytest.mark.skipif(not list(ANALYSIS.glob("moves.py")), reason="the sources are not available")
def test_every_effect_of_a_choice_has_words() -> None:
    used = set[str]()
    for file in ("moves.py", "wording.py"):
        text = (ANALYSIS / file).read_text("utf-8")
        for call in re.findall(r"Reason\((.*)", text):
            used |= set(re.findall(r'"(\w+)"', call))
    for language in Words.languages():
        assert set(Words.load(language).sections["effects"]) == used


@pytest.mark.parametrize("kind", ACTIONS)
def test_every_kind_of_action_has_words(kind: str) -> None:
    flags = {"AlwaysAskForRent": "on", "ChooseTax": "share", "InheritDeed": "unmortgage"}
    make = signature(ACTIONS[kind])
    needed = [one.name for one in make.parameters.values() if one.default is one.empty]
    fields: dict[str, object] = {name: BOARDWALK if name == "space" else 0 for name in needed}
    if kind in flags:
        fields[flags[kind]] = True
    plan = (ACTIONS[kind](**fields),)
    text = describe_plan(plan, scene(standing_on=BOARDWALK).state, ["Ann", "Bob"])
    assert re.fullmatch(r"[a-z][\w $%,.’]+", text)


def test_the_text_of_a_trade_names_its_cards() -> None:
    game = scene(cards={ANN: ["chest.jail_free"]})
    card = game.state.players[ANN].cards[0]
    actions = (OfferTrade(ANN, BOB, give_cards=(card,), get_cash=50), AcceptTrade(BOB, 1))
    found = review(record_of(game, actions))
    assert found.deciding_trade is not None
    assert trade_text(found, found.deciding_trade) == (
        "Ann gave Bob “Get Out of Jail Free” (Community Chest) for $50."
    )


def test_moves_are_ranked_and_have_reasons() -> None:
    game = scene(standing_on=BOARDWALK, owns={ANN: [PARK_PLACE]}, cash={ANN: 2500, BOB: 2500})
    game.names = ("Ann", "Bob")
    moves = best_moves(game.view(ANN))
    assert moves[0].actions == (Buy(ANN),)
    assert moves[0].text == "buy Boardwalk"
    assert "completes Dark Blue" in moves[0].reason
    values = [move.win_probabilities[ANN] for move in moves if move.win_probabilities is not None]
    assert values == sorted(values, reverse=True)
    assert len(values) == len(moves) >= 2


def test_rolling_in_jail_is_compared_with_leaving() -> None:
    moves = best_moves(scene(jail={ANN: 1}).view(ANN))
    assert {move.actions for move in moves} == {(Roll(ANN),), (PayFine(ANN),)}


def test_ways_out_of_jail_say_what_they_cost() -> None:
    game = scene(jail={ANN: 1}, cards={ANN: ["chance.jail_free"]})
    card = game.state.players[ANN].cards[0]
    reasons = {move.actions: move.reason for move in best_moves(game.view(ANN))}
    assert reasons == {
        (Roll(ANN),): "depends on the dice",
        (PayFine(ANN),): "out of Jail; leaves $1,450",
        (UseCard(ANN, card),): "out of Jail; gives up “Get Out of Jail Free” (Chance)",
    }


def test_a_card_that_changes_hands_is_an_effect() -> None:
    game = scene(cards={BOB: ["chest.jail_free"]})
    card = game.state.players[BOB].cards[0]
    game.step(OfferTrade(BOB, ANN, get_cash=50, give_cards=(card,)))
    accept, decline = sorted(best_moves(game.view(ANN), offer=1), key=lambda move: move.text)
    assert accept.reason == "gets “Get Out of Jail Free” (Community Chest); leaves $1,450"
    assert decline.reason == "changes nothing now"


def test_nothing_is_shown_before_the_choice_of_the_income_tax() -> None:
    game = scene(at={ANN: INCOME_TAX}, to_pass=True)
    game.state.agenda.push(TaxChoice(ANN, 1234))
    moves = best_moves(game.view(ANN))
    assert [move.win_probabilities for move in moves] == [None, None]
    assert not any("1234" in move.reason or "123" in move.text for move in moves)


def test_building_is_compared_with_waiting() -> None:
    game = scene(owns={ANN: ORANGE}, cash={ANN: 2000}, at={BOB: 8})
    game.names = ("Ann", "Bob")
    moves = best_moves(game.view(ANN))
    assert () in [move.actions for move in moves]
    assert moves[0].text.startswith("add ")


def test_there_is_nothing_to_rank_without_a_choice() -> None:
    assert best_moves(scene().view(BOB)) == []


def test_rollouts_use_the_same_dice_for_every_choice() -> None:
    game = almost_over()
    game.step(OfferTrade(BOB, ANN, 1))
    moves = best_moves(game.view(ANN), offer=1, rollouts=3)
    assert {move.actions for move in moves} == {(AcceptTrade(ANN, 1),), (DeclineTrade(ANN, 1),)}
    assert moves[0].margin == 0.0
    assert moves == best_moves(game.view(ANN), offer=1, rollouts=3)


# -- trades ----------------------------------------------------------------------------------------


def divided() -> Game:
    """A position in which Ann and Bob can complete a group each."""
    owns = {
        ANN: [*ORANGE[:2], LIGHT_BLUE[0]],
        BOB: [ORANGE[2], *LIGHT_BLUE[1:]],
        CY: [RED[0]],
    }
    return scene(players=3, owns=owns)


def test_a_trade_has_a_value_for_everybody() -> None:
    offer = OfferTrade(ANN, BOB, 0, 0, (LIGHT_BLUE[0],), (ORANGE[2],))
    game = divided()
    found = trade_value(game.view(ANN), offer)
    assert sum(found.changes) == pytest.approx(0.0)
    assert found.changes[ANN] > 0 > found.changes[CY]
    assert game.state.offers == []


def test_both_sides_gain_equally_at_the_fair_price() -> None:
    offer = OfferTrade(ANN, BOB, 0, 0, (LIGHT_BLUE[0],), (ORANGE[2],))
    found = trade_value(divided(), offer)
    assert found.fair_cash is not None
    assert found.fair_changes is not None
    assert found.fair_changes[ANN] == pytest.approx(found.fair_changes[BOB], abs=0.005)
    assert found.fair_cash > 0  # Orange is worth more than Light Blue


def test_a_counteroffer_suits_both_sides() -> None:
    offer = OfferTrade(ANN, BOB, 1, 0, (), (ORANGE[2],))
    game = divided()
    found = trade_value(game, offer)
    assert found.changes[BOB] < 0
    assert found.counter is not None
    assert found.counter_changes is not None
    assert found.counter.seat == BOB
    assert game.why_not(found.counter) is None
    assert min(found.counter_changes[ANN], found.counter_changes[BOB]) > 0


def jumpy() -> Game:
    """A position in which the price of a trade decides whether a house becomes affordable."""
    owners = {ANN: (6, 8, 19), BOB: (5, 9, 16, 18), CY: (39,)}
    deeds = [{"space": space, "owner": seat} for seat, own in owners.items() for space in own]
    position = {"players": [{}, {}, {}], "properties": deeds, "round": 12, "turn": 36}
    return Game.from_position(position, Seeded(1))


def test_a_fair_price_is_found_where_a_dollar_changes_the_gains_abruptly() -> None:
    game = jumpy()

    def gap(cash: int) -> float:
        offer = OfferTrade(ANN, BOB, 0, cash, (NEW_YORK,), (CONNECTICUT,))
        found = trade_value(game, offer)
        assert found.fair_cash == fair
        return found.changes[ANN] - found.changes[BOB]

    offer = OfferTrade(ANN, BOB, 0, 0, (NEW_YORK,), (CONNECTICUT,))
    found = trade_value(game, offer)
    fair = found.fair_cash
    assert fair is not None
    assert found.fair_changes is not None
    assert min(found.fair_changes[ANN], found.fair_changes[BOB]) > 0.05
    at_price = found.fair_changes[ANN] - found.fair_changes[BOB]
    assert gap(-fair) == pytest.approx(at_price)
    assert abs(at_price) > 0.01  # the gains cross at a jump
    beyond = gap(-fair + 1) if at_price < 0 else gap(-fair - 1)
    assert at_price * beyond < 0
    assert abs(at_price) < abs(beyond)


def test_there_is_no_fair_price_if_all_the_cash_of_one_side_is_not_enough() -> None:
    owns = {ANN: ORANGE[:2], BOB: [ORANGE[2]], CY: [RED[0]]}
    offer = OfferTrade(ANN, BOB, 1, 0, (), (ORANGE[2],))
    poor = trade_value(scene(players=3, owns=owns, cash={ANN: 30}), offer)
    assert (poor.fair_cash, poor.fair_changes) == (None, None)
    assert poor.changes[ANN] > poor.changes[BOB]
    assert trade_value(scene(players=3, owns=owns), offer).fair_cash is not None


def test_the_fair_price_of_a_debtor_is_one_that_the_rules_allow() -> None:
    owns = {ANN: [NEW_YORK, CONNECTICUT], BOB: [BOARDWALK], CY: [PARK_PLACE]}
    game = scene(players=3, owns=owns, cash={ANN: 900, BOB: 900})
    game.state.agenda.push(DebtDue(ANN, CY, 950, "rent", "10 MCS 90"))
    found = trade_value(game, OfferTrade(ANN, BOB, 0, 850, (NEW_YORK,)))
    assert found.fair_cash is not None
    assert found.fair_cash < 0
    assert found.fair_changes is not None
    assert found.fair_changes[ANN] == pytest.approx(found.fair_changes[BOB], abs=0.01)


def test_a_counteroffer_at_a_jump_suits_both_sides() -> None:
    game = jumpy()
    found = trade_value(game, OfferTrade(ANN, BOB, 0, 1400, (NEW_YORK,), (CONNECTICUT,)))
    assert found.changes[BOB] < 0
    assert found.counter is not None
    assert found.counter_changes is not None
    assert min(found.counter_changes[ANN], found.counter_changes[BOB]) > 0.05
    again = trade_value(game, found.counter)
    assert again.changes == pytest.approx(found.counter_changes)


def test_a_trade_that_is_not_allowed_is_refused_with_the_reason() -> None:
    game = divided()
    game.names = ("Ann", "Bob", "Cy")
    with pytest.raises(Refused, match=r"^Kentucky Avenue belongs to Cy\."):
        trade_value(game, OfferTrade(ANN, BOB, 1, 0, (), (RED[0],)))


def test_an_offer_can_be_drafted_with_names() -> None:
    game = divided()
    offer = OfferTrade(ANN, BOB, 1, 0, (), (ORANGE[2],))
    assert trade_value(game, game.draft_trade(ANN, BOB, 1, get_deeds="New York")) == trade_value(
        game, offer
    )


WRONG: Any = "game.jsonl"


# -- arguments -------------------------------------------------------------------------------------


def test_moves_answer_an_open_offer_given_as_an_object_or_by_default() -> None:
    game = almost_over()
    game.step(OfferTrade(BOB, ANN, 1))
    found = best_moves(game.view(ANN), offer=game.offers[0])
    assert {move.actions for move in found} == {(AcceptTrade(ANN, 1),), (DeclineTrade(ANN, 1),)}
    assert best_moves(game.view(ANN)) == found
    with pytest.raises(ValueError, match=r"^There is no open offer 77 to seat 0\.$"):
        best_moves(game.view(ANN), offer=77)


def test_a_finished_game_has_a_certain_result() -> None:
    position = {"players": [{}, {"out": True}], "over": True, "winners": [0]}
    game = Game.from_position(position, Seeded(1))
    found = win_probability(game, precision=0.05)
    assert (found.win_probabilities, found.low, found.high) == ([1.0, 0.0], [1.0, 0.0], [1.0, 0.0])
    assert found.continuations == 0


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda game: best_moves(game), "needs a view, such as game.view(0)"),
        (lambda game: win_probability(game.state), "needs a game or a view"),
        (lambda game: trade_value(game.state, OfferTrade(ANN, BOB, 1)), "needs a game or a view"),
        (lambda game: trade_value(game, WRONG), "needs an offer"),
        (lambda game: review(WRONG), "needs a record"),
        (lambda game: draw_offer(WRONG), "needs an offer, such as game.offers"),
    ],
)
def test_a_wrong_argument_is_an_error_in_words(
    call: Callable[[Any], object], sentence: str
) -> None:
    with pytest.raises(TypeError, match=re.escape(sentence)):
        call(divided())


@pytest.mark.parametrize("rollouts", [-1, 1])
def test_the_number_of_rollouts_must_allow_an_interval(rollouts: int) -> None:
    view = scene(standing_on=PARK_PLACE).view(ANN)
    with pytest.raises(ValueError, match=rf"at least 2 \(got {rollouts}\)"):
        best_moves(view, rollouts=rollouts)
