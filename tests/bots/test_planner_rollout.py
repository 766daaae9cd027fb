"""The planner with rollouts, tested against its one-sentence description."""

from __future__ import annotations

import pytest

from passgo.bots.baselines.rollout import Rollout, RolloutPlanner
from passgo.bots.baselines.valuing import standing
from passgo.bots.driver import Driver
from passgo.bots.ladder import make_bot
from passgo.engine.action import Action
from passgo.engine.chance import Seeded
from passgo.engine.game import Game, View
from passgo.engine.rules.auction import Auction, Bid, PassBid
from passgo.engine.rules.building import Build
from passgo.engine.rules.buying import Buy, Decline
from passgo.engine.rules.debt import DebtDue
from passgo.engine.rules.jail import PayFine, UseCard
from passgo.engine.rules.mortgage import Mortgage
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.rent import AlwaysAskForRent
from passgo.engine.rules.trade import AcceptTrade, DeclineTrade, OfferTrade
from passgo.engine.rules.turn import EndTurn
from tests.scene import (
    ANN,
    BOB,
    CONNECTICUT,
    GREEN,
    ILLINOIS,
    INDIANA,
    KENTUCKY,
    NEW_YORK,
    ORANGE,
    READING,
    RED,
    ST_JAMES,
    TENNESSEE,
    YELLOW,
    scene,
)

# The rollout version tries each of the 8 best actions in 8 truncated rollouts of 32 decisions, with
# the same dice for every action.

SMALL = "planner-rollout(rollouts=2,depth=6)"


class Counting(RolloutPlanner):
    """A planner that records the actions it tried."""

    def __init__(self) -> None:
        super().__init__(rollouts=1, depth=1)
        self.tried: list[Action | None] = []

    def outcome(self, view: View, action: Action | None) -> float:
        self.tried.append(action)
        return super().outcome(view, action)


def in_debt() -> Game:
    owned = [*RED, *YELLOW, *GREEN, CONNECTICUT]
    debt = DebtDue(ANN, BOB, 100, "rent", "10 MCS 90")
    return scene(owns={ANN: owned}, cash={ANN: 0}, to_pass=True, asked=[debt])


def test_its_limits_are_8_actions_8_rollouts_and_32_decisions() -> None:
    bot = make_bot("planner-rollout")
    assert isinstance(bot, RolloutPlanner)
    assert (bot.actions, bot.rollouts, bot.depth) == (8, 8, 32)


def test_it_tries_the_8_best_actions() -> None:
    bot = Counting()
    game = in_debt()
    action = bot.decide(game.view(ANN))
    assert action in bot.tried
    assert len(bot.tried) == 8
    # The plain planner's choice comes first, followed by the actions that lose the least value.
    assert bot.tried[0] == Mortgage(ANN, CONNECTICUT)
    after = [value_after(tried) for tried in bot.tried[1:]]
    every = [value_after(Mortgage(ANN, space)) for space in (*RED, *YELLOW, *GREEN)]
    assert after == sorted(every, reverse=True)[:7]


def value_after(action: Action | None) -> float:
    game = in_debt()
    assert action is not None
    game.play(action)
    return standing(game.state, ANN)


def test_a_rollout_ends_after_the_given_number_of_decisions() -> None:
    game = Game(players=4, chance=Seeded(1))
    for depth in (1, 32):
        copy = game.copy(Seeded(2))
        Rollout(copy, depth).finish()
        assert depth <= copy.state.moves - game.state.moves < depth + 5


def test_an_outcome_is_the_sum_of_its_rollouts() -> None:
    game = scene(players=3, owns={ANN: ORANGE})
    bot = RolloutPlanner(depth=0)
    assert bot.outcome(game.view(ANN), None) == pytest.approx(8 * standing(game.state, ANN))


def test_all_actions_are_tried_with_the_same_dice() -> None:
    game = scene(players=3, owns={ANN: [READING]})
    game.play(OfferTrade(BOB, ANN, 1, 0, (), (READING,)))
    view = game.view(ANN)
    bot = RolloutPlanner(seed=5)
    # Declining changes only the offer, so only different dice could make a difference.
    refused = bot.outcome(view, DeclineTrade(ANN, game.state.offers[0].number))
    assert bot.outcome(view, None) == refused
    assert RolloutPlanner(seed=6).outcome(view, None) != refused


def test_it_looks_ahead_without_changing_anything() -> None:
    game = scene(players=3, standing_on=NEW_YORK)
    before = game.digest()
    action = make_bot("planner-rollout").decide(game.view(ANN))
    assert action == Buy(ANN)
    assert game.digest() == before


@pytest.mark.parametrize(
    ("game", "tried"),
    [
        (scene(standing_on=NEW_YORK), [Buy(ANN), Decline(ANN)]),
        (scene(jail={ANN: 1}), [PayFine(ANN), Roll(ANN)]),
        (scene(to_pass=True), []),
        (scene(), []),
        (
            scene(to_pass=True, asked=[Auction(NEW_YORK, [ANN, BOB], 100, BOB)]),
            [Bid(ANN, 120), PassBid(ANN), Bid(ANN, 348)],  # the marginal value is 348
        ),
    ],
    ids=["property", "jail", "pass", "roll", "auction"],
)
def test_it_tries_all_available_answers(game: Game, tried: list[Action]) -> None:
    bot = Counting()
    bot.decide(game.view(ANN))
    assert sorted(map(repr, bot.tried)) == sorted(map(repr, tried))


def test_it_tries_using_a_card_to_leave_jail() -> None:
    game = scene(jail={ANN: 1}, cards={ANN: ["chance.jail_free"]})
    bot = Counting()
    bot.decide(game.view(ANN))
    assert bot.tried[0] == UseCard(ANN, game.state.players[ANN].cards[0])
    assert len(bot.tried) == 3


def test_it_tries_both_building_and_doing_nothing() -> None:
    bot = Counting()
    bot.idle(scene(owns={ANN: ORANGE}, asks=[ANN]).view(ANN))
    assert set(map(repr, bot.tried)) == {
        repr(action) for action in [None, *(Build(ANN, space) for space in ORANGE)]
    }


def test_it_tries_both_answers_to_an_offer() -> None:
    game = scene(
        players=3, owns={ANN: [ST_JAMES, TENNESSEE, KENTUCKY], BOB: [NEW_YORK, INDIANA, ILLINOIS]}
    )
    game.play(OfferTrade(BOB, ANN, 0, 0, (NEW_YORK,), (KENTUCKY,)))
    bot = Counting()
    number = game.state.offers[0].number
    bot.answer(game.view(ANN), game.state.offers[0])
    assert bot.tried == [AcceptTrade(ANN, number), DeclineTrade(ANN, number)]


def test_it_needs_no_rollouts_to_turn_on_the_standing_order_for_rent() -> None:
    bot = Counting()
    assert bot.idle(scene().view(ANN)) == AlwaysAskForRent(ANN, True)
    assert bot.tried == []


def test_with_only_one_option_it_acts_like_the_planner() -> None:
    assert make_bot("planner-rollout").decide(scene(to_pass=True).view(ANN)) == EndTurn(ANN)


# Whole games


def begun(names: list[str], seed: int, turns: int) -> Game:
    """Play the first turns of a game; check that no bot forfeits a move."""
    game = Game(players=len(names), chance=Seeded(seed))
    driver = Driver(game, [make_bot(name, number) for number, name in enumerate(names)])
    driver.run(turns)
    assert [seat.reports for seat in driver.seats] == [[] for _ in names]
    assert [seat.faults for seat in driver.seats] == [0] * len(names)
    return game


@pytest.mark.parametrize("names", [[SMALL] * 4, [SMALL, "simple", "growth", "random"]])
def test_bots_with_rollouts_play_without_errors(names: list[str]) -> None:
    begun(names, 3, 100)


def test_the_same_seed_gives_the_same_game_with_rollouts() -> None:
    names = [SMALL, SMALL, "simple"]
    assert begun(names, 7, 60).digest() == begun(names, 7, 60).digest()
