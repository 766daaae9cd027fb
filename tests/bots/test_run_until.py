"""``Driver.run_until`` stops at one seat's decisions and plays the same game as ``run``."""

from __future__ import annotations

import pytest

from passgo import Action, Driver, Game, Refused, Seeded, rule_set
from passgo.actions import Bid, Buy, Decline, EndTurn, PassBid, Roll
from passgo.bots.bot import Bot
from passgo.bots.ladder import make_bot
from tests.scene import ANN, BALTIC, BOB, CY, ORIENTAL, scene


class Watched(Driver):
    """A driver that remembers the actions it plays."""

    def __init__(self, game: Game, names: list[str]) -> None:
        super().__init__(game, [make_bot(name, seat) for seat, name in enumerate(names)])
        self.played: list[Action] = []

    def play(self, action: Action) -> None:
        self.game.step(action)
        self.played.append(action)


def drivers(names: list[str], seed: int) -> tuple[Watched, Watched]:
    rules = rule_set(round_limit=40)
    first, second = (Game(len(names), Seeded(seed), rules=rules) for _ in range(2))
    return Watched(first, names), Watched(second, names)


@pytest.mark.parametrize(
    ("names", "seed", "seat"),
    [
        (["simple", "simple", "simple"], 1, 0),
        (["simple", "easy", "simple", "easy"], 2, 2),
        (["easy", "easy"], 3, 1),
        (["random", "random", "random"], 4, 0),
        (["random", "random", "random", "random"], 5, 3),
        (["baldrick", "simple", "baldrick"], 6, 2),
    ],
)
def test_stopping_at_every_decision_of_a_seat_plays_the_same_game(
    names: list[str], seed: int, seat: int
) -> None:
    straight, stopping = drivers(names, seed)
    straight.run()
    decisions = 0
    while stopping.run_until(seat):
        assert stopping.game.state.waits_for(seat)
        stopping.play(stopping.seats[seat].bot.decide(stopping.game.view(seat)))
        decisions += 1
    assert decisions > 10
    assert stopping.played == straight.played[: len(stopping.played)]
    assert stopping.game.state.over or stopping.game.state.players[seat].out
    if stopping.game.state.over:
        assert stopping.game.digest() == straight.game.digest()
    assert all(guarded.faults == 0 for guarded in stopping.seats)


def test_bidders_are_asked_in_the_same_order_after_a_stop() -> None:
    """Seat 1 answers in the middle of a round of bids, and the next bidder is seat 2."""
    game = scene(players=3, standing_on=ORIENTAL)
    game.step(Decline(ANN))
    asked: list[int] = []

    class Asked(Driver):
        def play(self, action: Action) -> None:
            asked.append(int(action.seat))
            self.game.step(action)

    driver = Asked(game, [Bot(), Bot(), Bot()])
    assert driver.run_until(BOB)
    assert asked == [ANN]  # who passed
    driver.play(Bid(BOB, 10))
    driver.run_until(ANN)
    assert asked[:3] == [ANN, BOB, CY]


def test_the_same_decision_is_returned_until_it_is_answered() -> None:
    game = scene(standing_on=ORIENTAL)
    driver = Driver(game, [Bot(), Bot()])
    assert driver.run_until(ANN)
    before = game.digest()
    assert driver.run_until(ANN)
    with pytest.raises(Refused):
        driver.play(Roll(ANN))
    assert driver.run_until(ANN)
    assert game.digest() == before
    game.play(Buy(ANN))  # directly
    assert driver.run_until(ANN)
    assert game.property(ORIENTAL).owner == ANN
    assert game.legal_actions(ANN)[0] == EndTurn(ANN)


def test_another_seat_may_be_next() -> None:
    """If nobody answers for a seat, its bot does."""
    game = scene(standing_on=ORIENTAL)
    driver = Driver(game, [Bot(), Bot()])
    assert driver.run_until(ANN)
    assert driver.run_until(BOB)
    assert game.property(ORIENTAL).owner != ANN
    assert game.why_not(PassBid(BOB)) is None


def test_it_returns_false_if_the_seat_is_out_or_the_game_is_over() -> None:
    game = scene(players=3)
    driver = Driver(game, [Bot(), Bot(), Bot()])
    game.resign(BOB)
    assert not driver.run_until(BOB)
    game.resign(CY)
    assert not driver.run_until(ANN)


def test_run_goes_on_where_run_until_stopped() -> None:
    game = scene(players=2, owns={ANN: [BALTIC]}, dice=[(1, 2), (3, 4), (5, 6)])
    driver = Driver(game, [Bot(), Bot()])
    assert driver.run_until(BOB)
    driver.run(turns=2)
    assert driver.run_until(BOB)
