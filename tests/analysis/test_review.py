"""The review of a game: luck, mistakes and drift add up, and each is charged to the right player."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest

from passgo.actions import (
    AcceptTrade,
    Action,
    Bid,
    Build,
    Buy,
    ChooseTax,
    CounterTrade,
    Decline,
    DeclineTrade,
    EndTurn,
    OfferTrade,
    PassBid,
    PayFine,
    Resign,
    Roll,
    WithdrawTrade,
)
from passgo.analysis.charts import parts_of, points_text
from passgo.analysis.judgment import Judgment
from passgo.analysis.moments import read_moments
from passgo.analysis.outcomes import ROLLS, Outcome, explore
from passgo.analysis.page import best_text, chosen_text, percent, shift_of
from passgo.analysis.review import Mistake, Review, Step, review, review_with
from passgo.analysis.values import Appraiser
from passgo.decisions import TaxChoice
from passgo.engine.board import COLLECT
from passgo.engine.chance import Scripted, Seeded
from passgo.engine.game import Game
from passgo.engine.rules.tax import taxed_worth
from passgo.engine.ruleset import rule_set
from passgo.engine.state import Rent
from passgo.record import Record, read_record
from tests.analysis.recorded import bot_game, record_of
from tests.record.games import played, short_rules
from tests.scene import (
    ANN,
    BALTIC,
    BOARDWALK,
    BOB,
    BROWN,
    CHEST_2,
    CHEST_33,
    CY,
    DARK_BLUE,
    GO,
    INCOME_TAX,
    JAIL,
    LIGHT_BLUE,
    MEDITERRANEAN,
    ORANGE,
    ORIENTAL,
    PARK_PLACE,
    RAILROADS,
    scene,
)


def random_game(seed: int, actions: int) -> Record:
    return read_record(io.StringIO(played(seed, actions, short_rules(2))))


@pytest.fixture(scope="module")
def finished() -> Review:
    """A whole game between bots."""
    rules = rule_set("short", round_limit=6)
    return review(bot_game(["normal", "simple", "easy"], 5, 10_000, rules))


def check_sums(found: Review) -> None:
    """Check that everything adds up, step by step and over the whole game, for every seat."""
    for before, step in zip(found.steps, found.steps[1:], strict=False):
        assert step.before == before.after
    for step in found.steps:
        assert sum(step.after) == pytest.approx(1.0)
        for seat in range(len(found.names)):
            parts = step.luck_of(seat) + step.loss_of(seat) + step.drift[seat]
            assert step.after[seat] - step.before[seat] == pytest.approx(parts, abs=1e-12)
        assert len({judgment.seat for judgment in step.judgments}) == len(step.judgments)
        for judgment in step.judgments:
            assert judgment.error >= 0
            assert judgment.stake >= judgment.error - 1e-12
            assert sum(judgment.loss) == pytest.approx(0, abs=1e-12)
    for player in found.players:
        parts = player.luck + player.mistakes + player.gifts + player.drift
        assert player.result - player.start == pytest.approx(parts, abs=1e-9)
        assert player.mistakes <= 0
        if player.accuracy is not None:
            assert 0 <= player.accuracy <= 1


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_luck_mistakes_and_drift_add_up_in_random_games(seed: int) -> None:
    check_sums(review(random_game(seed, 40)))


@pytest.mark.parametrize("players", [2, 4])
def test_luck_mistakes_and_drift_add_up_in_games_between_bots(players: int) -> None:
    check_sums(review(bot_game(["normal", "simple", "easy", "normal"][:players], 7, 30)))


def test_luck_mistakes_and_drift_add_up_in_a_finished_game(finished: Review) -> None:
    check_sums(finished)
    assert finished.winners
    shares = [1 / len(finished.winners) if seat in finished.winners else 0.0 for seat in range(3)]
    assert [player.result for player in finished.players] == shares


def test_every_step_ends_with_the_value_of_the_position_that_was_reached() -> None:
    record = bot_game(["normal", "simple"], 3, 30)
    appraiser = Appraiser()
    values = {moment.number: appraiser.value(moment.after) for moment in read_moments(record)}
    steps = review(record).steps
    assert len(steps) > 10
    for step in steps:
        if step.actions:
            assert step.after == pytest.approx(values[step.number], abs=1e-12)


def test_a_review_depends_on_the_record_alone() -> None:
    record = bot_game(["normal", "easy"], 4, 30)
    appraiser = Appraiser()
    review_with(appraiser, bot_game(["simple", "easy", "normal"], 9, 20))
    assert review_with(appraiser, record).steps == review(record).steps


# -- luck ------------------------------------------------------------------------------------------


def test_all_rolls_are_weighed_by_their_frequency() -> None:
    assert sum(weight for _, weight in ROLLS) == 36
    game = scene(at={ANN: RAILROADS[1]}, owns={BOB: ORANGE}, cash={ANN: 400})
    appraiser = Appraiser()
    node = explore(appraiser, game.state, Roll(ANN))
    assert node is not None
    totals = [0.0, 0.0]
    for first in range(1, 7):
        for second in range(1, 7):
            if RAILROADS[1] + first + second in (17, 22):  # a card: checked below
                after = node.branches[Outcome("roll", 10 * max(first, second) + min(first, second))]
                value = after.win_probabilities
            else:
                copy = game.copy(Scripted([(first, second)]))
                copy.step(Roll(ANN))
                value = appraiser.value(copy.state)
            totals = [total + one for total, one in zip(totals, value, strict=True)]
    assert node.win_probabilities == pytest.approx([total / 36 for total in totals])


def test_all_unseen_cards_are_equally_likely() -> None:
    game = scene(at={ANN: GO})
    appraiser = Appraiser()
    node = explore(appraiser, game.state, Roll(ANN))
    assert node is not None
    after = node.branches[Outcome("roll", 11)]  # Community Chest
    assert len(after.branches) == 16
    for seat in (ANN, BOB):
        mean = sum(branch.win_probabilities[seat] for branch in after.branches.values()) / 16
        assert after.win_probabilities[seat] == pytest.approx(mean)
    board = game.state.board
    richest = max(
        (
            board.cards[one.value]
            for one in after.branches
            if board.cards[one.value].does == COLLECT
        ),
        key=lambda card: card.a,
    )
    poorest = min(after.branches, key=lambda one: after.branches[one].win_probabilities[ANN])
    lucky = after.branches[Outcome("card", richest.number)].win_probabilities[ANN]
    assert lucky > after.win_probabilities[ANN] > after.branches[poorest].win_probabilities[ANN]


def test_a_card_that_everyone_can_foresee_is_not_luck() -> None:
    game = scene(at={ANN: CHEST_33 - 5})
    state = game.state
    chest = [card for card in state.board.decks[1] if state.board.cards[card].does == COLLECT]
    rest = [card for card in state.board.decks[1] if card not in chest]
    state.seen[1] = chest + rest
    game.hidden.piles[1] = []
    node = explore(Appraiser(), state, Roll(ANN))
    assert node is not None
    assert not node.branches[Outcome("roll", 32)].branches


def test_a_roll_and_its_card_are_two_events() -> None:
    for seed in range(200):
        dice = Seeded(seed).roll(1, ANN, 0)
        if dice == 11:
            break
    game = scene(at={ANN: GO})
    step = review(record_of(game, [Roll(ANN)], seed)).steps[1]
    assert [event.outcome.kind for event in step.luck if event.outcome] == ["roll", "card"]
    assert step.after != step.before
    assert game.state.board.spaces[CHEST_2].deed < 0


def test_the_setup_is_luck_of_the_draw_against_equal_shares(finished: Review) -> None:
    setup = finished.steps[0]
    assert setup.before == [1 / 3] * 3
    assert sum(setup.luck[0].luck) == pytest.approx(0.0)
    given = review(record_of(scene(cash={ANN: 3000}), [])).steps[0]
    assert given.luck == ()
    assert given.before == given.after
    assert given.before[ANN] > 0.5


# -- decisions -------------------------------------------------------------------------------------


def judged(game: Game, *actions: object) -> Step:
    """Return the last step with a judgment."""
    steps = review(record_of(game, actions)).steps  # type: ignore[arg-type]  # actions of any kind
    return [step for step in steps if step.judgment is not None][-1]


def test_declining_the_property_that_completes_a_group_is_a_mistake() -> None:
    game = scene(standing_on=BOARDWALK, owns={ANN: [PARK_PLACE]}, cash={ANN: 2500, BOB: 2500})
    worse = judged(game, Decline(ANN)).judgment
    assert worse is not None
    assert worse.seat == ANN
    assert worse.best == (Buy(ANN),)
    assert worse.error > 0.01
    better = judged(game, Buy(ANN)).judgment
    assert better is not None
    assert better.error == 0
    assert better.loss == [0.0, 0.0]


def test_of_all_bids_in_an_auction_only_the_last_is_judged() -> None:
    game = scene(standing_on=BOARDWALK, cash={ANN: 2500, BOB: 2500})
    actions = [Decline(ANN), Bid(BOB, 10), Bid(ANN, 20), Bid(BOB, 2400), PassBid(ANN)]
    steps = review(record_of(game, actions)).steps
    judged = [(step.actions, step.judgment.best) for step in steps if step.judgment]
    assert ((Bid(BOB, 10),), (Bid(BOB, 10),)) not in judged
    assert ((Bid(BOB, 2400),), (PassBid(BOB),)) in judged
    assert not [one for one, _ in judged if one == (Bid(ANN, 20),)]


def test_giving_a_group_away_is_the_partners_mistake() -> None:
    game = scene(owns={ANN: ORANGE[:2], BOB: [ORANGE[2]]})
    offer = OfferTrade(ANN, BOB, 1, 0, (), (ORANGE[2],))
    step = judged(game, offer, AcceptTrade(BOB, 1))
    assert step.judgment is not None
    assert step.judgment.seat == BOB
    assert step.judgment.best == (DeclineTrade(BOB, 1),)
    assert step.judgment.loss[ANN] == pytest.approx(step.judgment.error)
    assert step.trade is not None
    assert step.trade.maker == ANN


def test_an_offer_made_in_jail_is_not_compared_with_the_ways_out() -> None:
    game = scene(owns={ANN: [BOARDWALK]}, jail={ANN: 1})
    offer = review(record_of(game, [OfferTrade(ANN, BOB, give_deeds=(BOARDWALK,), get_cash=1)]))
    assert offer.steps[-1].actions != ()
    assert offer.steps[-1].judgment is None
    stay = review(record_of(game, [PayFine(ANN)]))
    assert stay.steps[-1].judgment is not None


def test_rent_that_lapses_is_the_owners_mistake() -> None:
    game = scene(owns={ANN: DARK_BLUE}, turn=BOB, to_pass=True, at={BOB: BOARDWALK})
    state = game.state
    state.last_serial = 1
    state.rents = [Rent(1, ANN, BOB, BOARDWALK, 100, 1, "10 MCS 90(c-1)")]
    found = review(record_of(game, [EndTurn(BOB), Roll(ANN)]))
    step = next(step for step in found.steps if step.judgment and not step.actions)
    assert step.judgment is not None
    assert step.judgment.seat == ANN
    assert step.judgment.error > 0
    check_sums(found)


def test_cash_that_should_have_been_built_with_is_a_mistake() -> None:
    game = scene(
        owns={ANN: ORANGE, BOB: LIGHT_BLUE},
        cash={ANN: 2500},
        at={ANN: JAIL, BOB: JAIL},
        asks=(ANN, BOB),
    )
    seed = next(seed for seed in range(500) if Seeded(seed).roll(1, ANN, 0) == 64)
    actions = [Roll(ANN), EndTurn(ANN), Roll(BOB)]  # Ann stops on Free Parking
    found = review(record_of(game, actions, seed))
    step = next(step for step in found.steps if step.judgment)
    assert step.judgment is not None
    assert step.seat == step.judgment.seat == ANN
    assert step.actions == step.judgment.chosen == ()
    assert step.judgment.error > 0.01
    assert {type(action) for action in step.judgment.best} == {Build}
    assert step.before == step.after
    check_sums(found)


def test_resigning_with_a_good_position_is_a_mistake() -> None:
    game = scene(players=3, owns={ANN: ORANGE}, cash={ANN: 3000})
    step = judged(game, Resign(ANN))
    assert step.judgment is not None
    assert step.judgment.best == ()
    assert step.judgment.error > 0.3


def test_several_buildings_are_one_decision() -> None:
    game = scene(owns={ANN: BROWN}, cash={ANN: 1500})
    actions = [Build(ANN, BALTIC), Build(ANN, MEDITERRANEAN), Build(ANN, BALTIC)]
    found = review(record_of(game, actions))
    assert [step.actions for step in found.steps] == [(), tuple(actions)]


def test_the_cheaper_tax_is_the_better_choice() -> None:
    game = scene(turn=ANN, at={ANN: INCOME_TAX}, cash={ANN: 500}, to_pass=True)
    worth = taxed_worth(game.state, game.state.players[ANN])
    game.state.agenda.push(TaxChoice(ANN, worth))
    step = judged(game, ChooseTax(ANN, False))
    assert step.judgment is not None
    assert step.judgment.best == (ChooseTax(ANN, True),)


# -- the whole game --------------------------------------------------------------------------------


def test_turning_points_are_moved_by_luck_decisions_or_trades_and_in_order(
    finished: Review,
) -> None:
    points = finished.turning_points
    assert [step.number for step in points] == sorted(step.number for step in points)
    smallest = min(step.weight for step in points)
    others = [step for step in finished.steps[1:] if step not in points]
    assert all(step.weight <= smallest for step in others)
    seats = range(len(finished.names))
    for step in points:  # what nobody did and no dice decided is not a turning point
        moved = [abs(step.luck_of(seat)) + abs(step.loss_of(seat)) for seat in seats]
        assert step.trade is not None or sum(moved) >= 0.04


def test_a_missed_chance_is_shown_by_its_cost_and_a_change_by_win_probabilities() -> None:
    game = scene(standing_on=BOARDWALK, owns={ANN: [PARK_PLACE]}, cash={ANN: 2500, BOB: 2500})
    step = judged(game, Decline(ANN))
    assert step.judgment is not None
    nothing_moved = replace(step, after=step.before)
    assert shift_of(nothing_moved) == (ANN, "", f"{points_text(-step.judgment.error)} points")
    plain = replace(step, judgments=())
    seat, before, after = shift_of(plain)
    assert (before, after) == (percent(step.before[seat]), percent(step.after[seat]))


def test_the_parts_of_a_result_are_apart_and_add_up(finished: Review) -> None:
    for player in finished.players:
        parts = parts_of(player)
        assert list(parts) == ["luck", "own mistakes", "others' mistakes", "unforeseen"]
        assert parts["own mistakes"] == player.mistakes <= 0
        assert player.start + sum(parts.values()) == pytest.approx(player.result)


def test_the_deciding_trade_is_the_one_that_changed_most() -> None:
    game = scene(owns={ANN: [*ORANGE[:2], ORIENTAL], BOB: [ORANGE[2]]})
    small = OfferTrade(ANN, BOB, 1, 0, (ORIENTAL,), ())
    large = OfferTrade(ANN, BOB, 300, 0, (), (ORANGE[2],))
    found = review(record_of(game, [small, AcceptTrade(BOB, 1), large, AcceptTrade(BOB, 2)]))
    step = found.deciding_trade
    assert step is not None
    assert step.number == 4
    assert str(step.trade) == "Ann offers Bob $300 for New York Avenue."


def test_an_unfinished_game_ends_with_the_current_win_probability() -> None:
    found = review(bot_game(["normal", "normal"], 1, 20))
    assert found.winners == ()
    assert sum(player.result for player in found.players) == pytest.approx(1.0)
    check_sums(found)


# -- offers ----------------------------------------------------------------------------------------


def last_step(game: Game, *actions: Action) -> Step:
    """Return the last step of a review in which everything adds up."""
    found = review(record_of(game, actions))
    check_sums(found)
    return found.steps[-1]


def offer_judgment(step: Step) -> Judgment:
    """Return the judgment of the offer that was accepted in a step."""
    (judgment,) = [one for one in step.judgments if one.is_offer]
    return judgment


def test_an_accepted_offer_that_gives_a_group_away_is_the_makers_mistake() -> None:
    game = scene(owns={ANN: [*ORANGE, BOARDWALK], BOB: LIGHT_BLUE})
    offer = OfferTrade(ANN, BOB, get_cash=1, give_deeds=ORANGE)
    found = review(record_of(game, [offer, AcceptTrade(BOB, 1)]))
    check_sums(found)
    step = found.steps[-1]
    appraiser = Appraiser()
    before = appraiser.value(game.state)
    judgment = offer_judgment(step)
    assert judgment.seat == ANN
    assert judgment.error == pytest.approx(before[ANN] - step.after[ANN])
    assert judgment.error > 0.2
    assert judgment.loss == pytest.approx([step.after[seat] - before[seat] for seat in range(2)])
    assert step.judgment is not None
    assert (step.judgment.seat, step.judgment.error) == (BOB, 0)
    assert step.drift == pytest.approx([0, 0])
    assert found.players[ANN].mistakes == pytest.approx(-judgment.error)
    assert found.players[BOB].gifts == pytest.approx(judgment.error)
    assert [player.drift for player in found.players] == pytest.approx([0, 0])
    assert found.mistakes(ANN) == [Mistake(step, judgment)]
    assert found.mistakes(BOB) == []


def test_a_counteroffer_is_judged_when_it_is_accepted() -> None:
    game = scene(owns={ANN: [*ORANGE, BOARDWALK], BOB: LIGHT_BLUE})
    offer = OfferTrade(BOB, ANN, give_cash=500, get_deeds=(BOARDWALK,))
    counter = CounterTrade(ANN, 1, get_cash=1, give_deeds=ORANGE)
    found = review(record_of(game, [offer, counter, AcceptTrade(BOB, 2)]))
    check_sums(found)
    assert [len(step.judgments) for step in found.steps] == [0, 0, 0, 2]
    assert offer_judgment(found.steps[-1]).seat == ANN
    assert offer_judgment(found.steps[-1]).error > 0.2


def test_an_accepted_offer_from_which_the_maker_gains_is_no_mistake() -> None:
    game = scene(owns={ANN: ORANGE[:2], BOB: [ORANGE[2]]})
    step = last_step(game, OfferTrade(ANN, BOB, 1, 0, (), (ORANGE[2],)), AcceptTrade(BOB, 1))
    judgment = offer_judgment(step)
    assert judgment.error == 0
    assert judgment.best == judgment.chosen
    assert judgment.loss == [0, 0]
    assert judgment.stake == pytest.approx(step.after[ANN] - step.before[ANN])
    assert step.judgment is not None
    assert step.loss_of(ANN) == pytest.approx(step.judgment.error)


@pytest.mark.parametrize("end", [DeclineTrade(BOB, 1), WithdrawTrade(ANN, 1)])
def test_an_offer_that_nobody_accepts_costs_nothing(end: Action) -> None:
    game = scene(owns={ANN: [*ORANGE, BOARDWALK], BOB: LIGHT_BLUE})
    offer = OfferTrade(ANN, BOB, get_cash=1, give_deeds=ORANGE)
    found = review(record_of(game, [offer, end]))
    check_sums(found)
    assert found.players[ANN].mistakes == 0
    assert found.players[ANN].decisions == 0
    declines = isinstance(end, DeclineTrade)
    assert len(found.mistakes(BOB)) == declines  # answers are judged, as always


def test_if_both_sides_lose_each_is_charged_its_own_loss_once() -> None:
    owns = {ANN: [*ORANGE, ORIENTAL], BOB: [*LIGHT_BLUE[1:], PARK_PLACE], CY: [BOARDWALK]}
    game = scene(players=3, owns=owns, cash={ANN: 100, BOB: 30, CY: 1500}, at={CY: RAILROADS[1]})
    offer = OfferTrade(ANN, BOB, give_deeds=(ORANGE[0],), get_deeds=(PARK_PLACE,))
    step = last_step(game, offer, AcceptTrade(BOB, 1))
    change = [b - a for a, b in zip(step.before, step.after, strict=True)]
    assert change[ANN] < 0 > change[BOB]
    answer, made = step.judgments
    assert (answer.seat, made.seat) == (BOB, ANN)
    assert made.error == pytest.approx(-change[ANN])
    assert answer.error == pytest.approx(-change[BOB])
    assert (made.loss[BOB], answer.loss[ANN]) == (0, 0)
    assert made.loss[CY] / answer.loss[CY] == pytest.approx(made.error / answer.error)
    assert sum(made.loss) == pytest.approx(0)
    assert sum(answer.loss) == pytest.approx(0)
    assert step.drift == pytest.approx([0, 0, 0])


def test_an_offer_is_judged_by_the_position_in_which_it_is_accepted() -> None:
    game = scene(owns={ANN: [*ORANGE, BOARDWALK], BOB: LIGHT_BLUE}, to_pass=True)
    offer = OfferTrade(ANN, BOB, get_cash=1, give_deeds=ORANGE)
    found = review(record_of(game, [offer, EndTurn(ANN), AcceptTrade(BOB, 1)]))
    check_sums(found)
    step = found.steps[-1]
    assert offer_judgment(step).error == pytest.approx(step.before[ANN] - step.after[ANN])


def test_the_text_of_a_mistaken_offer_names_what_was_offered() -> None:
    game = scene(owns={ANN: [*ORANGE, BOARDWALK], BOB: LIGHT_BLUE})
    offer = OfferTrade(ANN, BOB, get_cash=1, give_deeds=ORANGE)
    found = review(record_of(game, [offer, AcceptTrade(BOB, 1)]))
    (mistake,) = found.mistakes()
    assert chosen_text(mistake.judgment, found) == (
        "offer Bob St. James Place, Tennessee Avenue and New York Avenue for $1"
    )
    assert best_text(mistake.judgment, found) == "make no offer"
