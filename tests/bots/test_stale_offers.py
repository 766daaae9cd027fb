"""Ruling 14: bots forfeit no move by answering an offer that can no longer be accepted."""

from __future__ import annotations

import pytest

from passgo.bots.guarded_bot import GuardedBot
from passgo.bots.ladder import bot_names, make_bot
from passgo.engine.rules.mortgage import Mortgage
from passgo.engine.rules.trade import AcceptTrade, OfferTrade
from tests.scene import ANN, BALTIC, BOB, MEDITERRANEAN, READING, refusal, rule, scene


@rule("Ruling 14")
@pytest.mark.parametrize("name", bot_names())
def test_a_bot_does_not_accept_an_offer_that_includes_a_newly_mortgaged_deed(name: str) -> None:
    """The offer is a gift that completes a group, so a bot would want it."""
    game = scene(players=3, owns={ANN: [BALTIC, READING], BOB: [MEDITERRANEAN]})
    game.play(OfferTrade(ANN, BOB, give_cash=200, give_deeds=(BALTIC, READING)))
    seat = GuardedBot(make_bot(name, seed=1), game.view(BOB))
    game.play(Mortgage(ANN, READING))
    answer = seat.answer(game.state.offers[0])
    assert (seat.faults, seat.reports) == (0, [])
    assert not isinstance(answer, AcceptTrade)
    if answer is not None:
        game.play(answer)
    else:
        assert refusal(game, AcceptTrade(BOB, 1)).code == "trade.changed"
