"""Information sent with a seat's options: how to raise cash, and the range of bids."""

from __future__ import annotations

from msgspec import UNSET

from passgo.codec import action_to_data
from passgo.engine.rules.auction import Auction
from passgo.engine.rules.debt import DebtDue
from passgo.engine.rules.mortgage import Mortgage
from passgo.engine.rules.shortage import BuildingAuction
from passgo.server.seat_options import describe_seat_options
from passgo.server.wire import BidRange, RaisePlan, RaiseStep
from tests import scene as s


def owing(amount: int) -> DebtDue:
    return DebtDue(s.ANN, s.BOB, amount, "rent", "10 MCS 90", announced=True)


def test_a_debtor_gets_a_plan_to_raise_the_missing_cash() -> None:
    game = s.scene(owns={s.ANN: [s.READING]}, cash={s.ANN: 20}, asked=[owing(90)])
    step = RaiseStep(action=action_to_data(Mortgage(s.ANN, s.READING)), brings=100)
    plan = RaisePlan(steps=[step], brings=100, left_over=30)
    assert describe_seat_options(game, s.ANN, 1).raise_plan == plan
    assert describe_seat_options(game, s.BOB, 1).raise_plan is UNSET


def test_a_debtor_who_cannot_raise_enough_gets_no_plan() -> None:
    game = s.scene(owns={s.ANN: [s.READING]}, cash={s.ANN: 20}, asked=[owing(121)])
    assert describe_seat_options(game, s.ANN, 1).raise_plan is UNSET


def test_every_bidder_including_the_high_bidder_gets_the_range_of_bids() -> None:
    auction = Auction(s.READING, [s.ANN, s.BOB], 60, s.ANN)
    game = s.scene(players=3, cash={s.ANN: 500, s.BOB: 60}, asked=[auction])
    bids = [describe_seat_options(game, seat, 1).bids for seat in (s.ANN, s.BOB, s.CY)]
    assert bids == [BidRange(low=61, high=500), BidRange(low=61, high=60), UNSET]
    assert describe_seat_options(s.scene(), s.ANN, 1).bids is UNSET


def test_the_lowest_bid_for_a_building_is_its_lowest_price_on_the_bidders_properties() -> None:
    owns = {s.ANN: (*s.BROWN, *s.GREEN), s.BOB: s.DARK_BLUE, s.CY: [s.READING]}
    seats = [s.ANN, s.BOB, s.CY]

    def bids(bid: int) -> list[BidRange]:
        auction = BuildingAuction(0, seats, bid, s.BOB if bid else -1, s.BOARDWALK if bid else -1)
        game = s.scene(players=3, owns=owns, asked=[auction])
        told = [describe_seat_options(game, seat, 1).bids for seat in seats]
        return [one for one in told if isinstance(one, BidRange)]

    assert [one.low for one in bids(0)] == [50, 200, 1501]
    assert [one.low for one in bids(210)] == [211, 211, 1501]
