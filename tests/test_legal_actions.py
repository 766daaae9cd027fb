"""``legal_actions`` lists actions that can be played as they are; also worth and properties."""

from __future__ import annotations

import pytest

from passgo.actions import (
    AcceptTrade,
    Bid,
    Buy,
    Decline,
    DeclineTrade,
    OfferTrade,
    PassBid,
)
from passgo.engine.legal import RAISES
from passgo.engine.rules.auction import Auction
from tests.laws.walks import walk
from tests.scene import ANN, BALTIC, BOB, MEDITERRANEAN, ORIENTAL, scene

PROPOSALS = {"OfferTrade", "CounterTrade", "AskForOffer"}


@pytest.mark.parametrize("number", range(14))
def test_every_action_is_legal_and_every_option_except_a_proposal_is_there(number: int) -> None:
    for game, action, _ in walk(number, 150):
        if game.state.moves % 3 == 0:
            for player in game.state.players:
                seat = player.seat
                actions = game.legal_actions(seat)
                assert actions == game.view(seat).legal_actions()
                assert len(set(actions)) == len(actions)
                assert all(game.why_not(one) is None for one in actions)
                options = {option.action for option in game.options(seat)} - PROPOSALS
                assert {type(one).__name__ for one in actions} == options
            for seat in game.waiting_for:
                assert game.default(seat) in game.legal_actions(seat)
        if game.why_not(action) is None:
            game.step(action)


def test_a_purchase_is_listed_before_everything_else() -> None:
    game = scene(standing_on=ORIENTAL)
    assert game.legal_actions(ANN)[:2] == [Buy(ANN), Decline(ANN)]


def test_bids_are_listed_with_some_raises_and_all_the_cash() -> None:
    game = scene(asked=[Auction(ORIENTAL, [ANN, BOB], 40, BOB)], to_pass=True, cash={ANN: 143})
    bids = [one.amount for one in game.legal_actions(ANN) if isinstance(one, Bid)]
    assert bids == [40 + more for more in RAISES if more < 103] + [143]
    assert PassBid(ANN) in game.legal_actions(ANN)
    game.state.players[ANN].cash = 52
    bids = [one.amount for one in game.legal_actions(ANN) if isinstance(one, Bid)]
    assert bids == list(range(41, 53))


def test_an_offer_can_be_accepted_with_or_without_unmortgaging() -> None:
    game = scene(owns={ANN: [BALTIC, MEDITERRANEAN]}, mortgaged=[BALTIC, MEDITERRANEAN])
    game.step(OfferTrade(ANN, BOB, 0, 50, (BALTIC, MEDITERRANEAN)))
    answers = [one for one in game.legal_actions(BOB) if isinstance(one, AcceptTrade)]
    assert answers == [AcceptTrade(BOB, 1), AcceptTrade(BOB, 1, (BALTIC, MEDITERRANEAN))]
    assert DeclineTrade(BOB, 1) in game.legal_actions(BOB)
    game.state.players[BOB].cash = 60
    answers = [one for one in game.legal_actions(BOB) if isinstance(one, AcceptTrade)]
    assert answers == [AcceptTrade(BOB, 1)]


@pytest.mark.parametrize("number", range(4))
def test_a_player_has_the_properties_that_the_state_says(number: int) -> None:
    for game, action, _ in walk(number, 120):
        copied = game.copy(game.chance)
        for state in (game.state, copied.state):
            for player in state.players:
                assert player.properties == state.properties_of(player.seat)
        if game.why_not(action) is None:
            game.step(action)
