"""Actions that belong together are one decision, which is judged and charged once."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from passgo.actions import (
    AcceptTrade,
    Action,
    AskForRent,
    Bid,
    BidForBuilding,
    Build,
    Buy,
    Decline,
    DeclineTrade,
    InheritDeed,
    Mortgage,
    OfferTrade,
    PassBid,
    PayFine,
    Roll,
    SellBuilding,
)
from passgo.analysis.page import chosen_text
from passgo.analysis.review import Review, Step, review
from passgo.analysis.values import Appraiser
from passgo.decisions import BuildingAuction, DebtDue, Inheritance
from passgo.engine.chance import Seeded
from passgo.engine.game import Game
from passgo.engine.rules.shortage import BuildingSale
from passgo.engine.state import HOUSE, Rent
from tests.analysis.recorded import record_of
from tests.analysis.test_review import check_sums
from tests.scene import (
    ANN,
    BALTIC,
    BOARDWALK,
    BOB,
    BROWN,
    CHEST_17,
    CY,
    ILLINOIS,
    INDIANA,
    JAIL,
    KENTUCKY,
    LIGHT_BLUE,
    MEDITERRANEAN,
    ORANGE,
    ORIENTAL,
    PACIFIC,
    READING,
    SHORT_LINE,
    VERMONT,
    scene,
)


def review_of(game: Game, *actions: Action, seed: int = 1) -> Review:
    """Review a few actions, and check that everything adds up."""
    found = review(record_of(game, actions, seed))
    check_sums(found)
    return found


def judged(found: Review, seat: int) -> list[Step]:
    """List the steps with a judgment of a seat."""
    return [step for step in found.steps if step.judgment and step.judgment.seat == seat]


def short_of_cash(cash: int = 150) -> Game:
    """A position in which Ann must raise cash to buy Pacific Avenue for $300."""
    owns = {ANN: [*LIGHT_BLUE, SHORT_LINE], BOB: [INDIANA, *ORANGE], CY: [BALTIC]}
    houses = dict.fromkeys(ORANGE, 4)
    money = {ANN: cash, BOB: 500, CY: 300}
    return scene(players=3, standing_on=PACIFIC, owns=owns, houses=houses, cash=money)


RAISED: Sequence[Action] = [Mortgage(ANN, space) for space in LIGHT_BLUE]
"""Mortgaging a complete group is a bad way to raise cash."""


def test_raising_cash_and_buying_are_one_decision() -> None:
    game = short_of_cash()
    (step,) = judged(review_of(game, *RAISED, Buy(ANN)), ANN)
    assert step.judgment is not None
    assert step.actions == step.judgment.chosen == (*RAISED, Buy(ANN))
    assert step.judgment.best == (Decline(ANN),)
    values = dict(step.judgment.choices)
    appraiser = Appraiser()
    after = appraiser.value_after(game.state, [*RAISED, Buy(ANN)])
    assert values[step.judgment.chosen] == pytest.approx(after)
    declined = appraiser.value_after(game.state, [Decline(ANN)])
    assert after is not None
    assert declined is not None
    assert step.judgment.error == pytest.approx(declined[ANN] - after[ANN])
    assert step.judgment.error > 0


def test_raising_cash_and_then_declining_are_one_decision() -> None:
    (step,) = judged(review_of(short_of_cash(), *RAISED, Decline(ANN)), ANN)
    assert step.judgment is not None
    assert step.judgment.chosen == (*RAISED, Decline(ANN))


def test_a_long_decision_ends_with_what_the_cash_is_for() -> None:
    found = review_of(short_of_cash(), *RAISED, Buy(ANN))
    (step,) = judged(found, ANN)
    assert step.judgment is not None
    assert chosen_text(step.judgment, found) == "mortgage 3 deeds and buy Pacific Avenue"
    found = review_of(short_of_cash(280), RAISED[0], Buy(ANN))
    (step,) = judged(found, ANN)
    assert step.judgment is not None
    text = chosen_text(step.judgment, found)
    assert text == "mortgage Oriental Avenue and buy Pacific Avenue"


def test_a_decision_that_is_interrupted_is_judged_once_and_as_a_whole() -> None:
    game = short_of_cash()
    offer = OfferTrade(ANN, BOB, get_cash=500, give_deeds=(SHORT_LINE,))
    plain = review_of(game, *RAISED, Buy(ANN))
    found = review_of(game, RAISED[0], offer, DeclineTrade(BOB, 1), *RAISED[1:], Buy(ANN))
    (step,) = judged(found, ANN)
    (whole,) = judged(plain, ANN)
    assert step.judgment is not None
    assert whole.judgment is not None
    assert step.actions == (*RAISED[1:], Buy(ANN))
    assert step.judgment.chosen == (*RAISED, Buy(ANN))
    assert step.judgment.error == pytest.approx(whole.judgment.error)
    assert not step.judgment.state.property(ORIENTAL).mortgaged
    assert found.players[ANN].decisions == plain.players[ANN].decisions == 1
    assert found.players[ANN].mistakes == pytest.approx(plain.players[ANN].mistakes)
    assert chosen_text(step.judgment, found) == "mortgage 3 deeds and buy Pacific Avenue"


def test_a_decision_is_judged_from_the_last_trade() -> None:
    game = short_of_cash()
    offer = OfferTrade(ANN, BOB, get_cash=500, give_deeds=(SHORT_LINE,))
    found = review_of(game, RAISED[0], offer, AcceptTrade(BOB, 1), RAISED[1], Buy(ANN))
    judgments = [step.judgment for step in judged(found, ANN) if step.trade is None]
    assert [judgment.chosen for judgment in judgments if judgment] == [(RAISED[1], Buy(ANN))]


def test_what_only_became_possible_later_is_judged_alone() -> None:
    game = scene(owns={ANN: [*BROWN, READING]}, cash={ANN: 60}, to_pass=True)
    state = game.state
    state.last_serial = 1
    state.rents = [Rent(1, ANN, BOB, READING, 200, 1, "10 MCS 90")]
    first, second = Build(ANN, BALTIC), Build(ANN, MEDITERRANEAN)
    found = review_of(game, first, AskForRent(ANN, 1), second)
    judgments = [step.judgment for step in judged(found, ANN)]
    assert [judgment.chosen for judgment in judgments if judgment] == [(second,)]


def test_raising_cash_for_a_debt_is_one_decision() -> None:
    owns = {ANN: [*ORANGE, READING, SHORT_LINE], BOB: [BOARDWALK]}
    houses = dict.fromkeys(ORANGE, 2)
    game = scene(players=3, owns=owns, houses=houses, cash={ANN: 10}, to_pass=True)
    game.state.agenda.push(DebtDue(ANN, BOB, 150, "rent", "10 MCS 90"))
    sales = [SellBuilding(ANN, space) for space in ORANGE]
    found = review_of(game, *sales)
    (step,) = judged(found, ANN)
    assert step.judgment is not None
    assert step.judgment.chosen == tuple(sales)
    assert step.judgment.best[0] in (Mortgage(ANN, READING), Mortgage(ANN, SHORT_LINE))
    assert step.judgment.error > 0.01
    assert found.players[ANN].decisions == 1


def test_a_card_drawn_after_a_debt_is_paid_is_luck() -> None:
    game = scene(owns={ANN: [READING, SHORT_LINE], BOB: ORANGE}, cash={ANN: 5}, jail={ANN: 3})
    seed = next(seed for seed in range(500) if Seeded(seed).roll(1, ANN, 0) in (34, 43, 16, 61))
    assert JAIL + 7 == CHEST_17
    found = review_of(game, Roll(ANN), Mortgage(ANN, READING), seed=seed)
    assert [one.outcome.kind for one in found.steps[-1].luck if one.outcome] == ["card"]
    cash = {ANN: 5}
    game = scene(owns={ANN: [BALTIC, ORIENTAL, READING]}, cash=cash, jail={ANN: 3})
    actions = [Roll(ANN), Mortgage(ANN, BALTIC), Mortgage(ANN, ORIENTAL)]
    found = review_of(game, *actions, seed=seed)
    step = found.steps[-1]
    assert step.actions == tuple(actions[1:])
    assert [one.outcome.kind for one in step.luck if one.outcome] == ["card"]
    assert sum(one.luck[ANN] for one in step.luck) == pytest.approx(step.luck_of(ANN))


def test_raising_the_fine_and_leaving_jail_are_one_decision() -> None:
    game = scene(owns={ANN: [READING, SHORT_LINE], BOB: ORANGE}, cash={ANN: 5}, jail={ANN: 1})
    (step,) = judged(review_of(game, Mortgage(ANN, READING), PayFine(ANN)), ANN)
    assert step.judgment is not None
    assert step.judgment.chosen == (Mortgage(ANN, READING), PayFine(ANN))
    assert {plan for plan, _ in step.judgment.choices} == {step.judgment.chosen, (Roll(ANN),)}


def test_managing_properties_with_the_cash_for_the_fine_is_another_decision() -> None:
    game = scene(owns={ANN: BROWN, BOB: ORANGE}, cash={ANN: 500}, jail={ANN: 1})
    actions = [Build(ANN, BALTIC), PayFine(ANN)]
    found = review_of(game, *actions)
    assert [step.actions for step in found.steps[1:]] == [(one,) for one in actions]


def test_raising_cash_in_an_auction_belongs_to_the_bid() -> None:
    owns = {ANN: [KENTUCKY, ILLINOIS, READING], BOB: [INDIANA]}
    game = scene(players=3, standing_on=PACIFIC, owns=owns, cash={ANN: 0, BOB: 2000})
    first = [Mortgage(ANN, KENTUCKY), Bid(ANN, 100)]
    second = [Mortgage(ANN, ILLINOIS), Bid(ANN, 120)]
    start = [Decline(ANN), *first, Bid(BOB, 110), *second]
    found = review_of(game, *start, PassBid(BOB), PassBid(CY))
    assert [step.actions for step in found.steps[2:5]] == [
        tuple(first),
        (Bid(BOB, 110),),
        tuple(second),
    ]
    last = found.steps[4].judgment
    assert last is not None
    assert {plan for plan, _ in last.choices} == {tuple(second), (PassBid(ANN),)}
    assert found.steps[2].judgment is None
    found = review_of(game, *start, Bid(BOB, 200), PassBid(CY), PassBid(ANN))
    assert found.steps[2].judgment is found.steps[4].judgment is None


def test_of_all_bids_for_a_building_only_the_last_is_judged() -> None:
    game = scene(owns={ANN: BROWN, BOB: LIGHT_BLUE}, cash={ANN: 900, BOB: 900})
    game.state.houses = 1
    game.state.demands = [[1, 1], [-1, -1]]
    game.state.agenda.push(BuildingSale(HOUSE))
    game.state.agenda.push(BuildingAuction(HOUSE, [ANN, BOB]))
    bids: list[Action] = [
        BidForBuilding(ANN, 300, BALTIC),
        BidForBuilding(BOB, 400, ORIENTAL),
        BidForBuilding(ANN, 700, MEDITERRANEAN),
    ]
    found = review_of(game, *bids, PassBid(BOB))
    chosen = [step.judgment.chosen for step in judged(found, ANN) if step.judgment]
    assert chosen == [(bids[2],)]


def test_raising_cash_for_an_inherited_deed_belongs_to_the_answer() -> None:
    owns = {ANN: [READING, SHORT_LINE, BOARDWALK], BOB: ORANGE}
    game = scene(owns=owns, mortgaged=[BOARDWALK], cash={ANN: 150}, to_pass=True)
    game.state.agenda.push(Inheritance(ANN, BOARDWALK))

    actions = [Mortgage(ANN, READING), InheritDeed(ANN, True)]
    found = review_of(game, *actions)
    assert found.steps[-1].actions == tuple(actions)


def test_building_is_one_decision_even_if_another_player_builds_in_between() -> None:
    owns = {ANN: BROWN, BOB: LIGHT_BLUE}
    game = scene(owns=owns, cash={ANN: 1500, BOB: 1500})
    first, second = Build(ANN, BALTIC), Build(ANN, MEDITERRANEAN)
    found = review_of(game, first, Build(BOB, VERMONT), second)
    assert [step.actions for step in found.steps[1:]] == [
        (first,),
        (Build(BOB, VERMONT),),
        (second,),
    ]
    (step,) = judged(found, ANN)
    assert step.judgment is not None
    assert step.judgment.chosen == (first, second)
