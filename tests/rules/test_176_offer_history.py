"""Ruling 14: the public history of offers, and requests not to receive offers."""

from __future__ import annotations

import json

import pytest

from passgo.engine.chance import Seeded
from passgo.engine.events import OffersPaused, TradeOffered
from passgo.engine.game import Game
from passgo.engine.options import Choice, Option
from passgo.engine.refusal import Refusal
from passgo.engine.rules.debt import Resign
from passgo.engine.rules.offer_history import (
    MOST_KEPT,
    PauseOffers,
    wants_offers,
)
from passgo.engine.rules.trade import AcceptTrade, CounterTrade, DeclineTrade, OfferTrade
from passgo.engine.rules.turn import begin_turn_after
from passgo.engine.state import WHOLE_GAME, PastOffer
from passgo.engine.trade_terms import TradeTerms
from passgo.position import game_from_position
from tests.positions import assert_reads_back_equal
from tests.scene import ANN, BALTIC, BOB, CY, ORIENTAL, READING, refusal, rule, scene


def table() -> Game:
    return scene(players=3, owns={ANN: [BALTIC, ORIENTAL], BOB: [READING]})


def next_turn(game: Game, count: int = 1) -> None:
    """Play turns in which nothing happens."""
    for _ in range(count):
        begin_turn_after(game, game.state.seat)


# -- the history -----------------------------------------------------------------------------------


@rule("Ruling 14")
def test_the_history_records_each_offer_with_its_turn_and_outcome() -> None:
    game = table()
    game.play(OfferTrade(ANN, BOB, 50, 0, (BALTIC,), (READING,)))
    made = PastOffer(
        1, ANN, BOB, TradeTerms(give_cash=50, give_deeds=(BALTIC,), get_deeds=(READING,)), 1
    )
    assert game.state.past_offers == [made]
    game.play(DeclineTrade(BOB, 1))
    assert game.state.past_offers == [made]
    next_turn(game)
    game.play(OfferTrade(BOB, ANN, 0, 0, (READING,), (BALTIC, ORIENTAL)))
    game.play(AcceptTrade(ANN, 2))
    taken = PastOffer(
        2,
        BOB,
        ANN,
        TradeTerms(give_deeds=(READING,), get_deeds=(BALTIC, ORIENTAL)),
        2,
        accepted=True,
    )
    assert game.state.past_offers == [made, taken]


@rule("Ruling 14")
def test_the_history_marks_counteroffers() -> None:
    game = table()
    game.play(OfferTrade(ANN, BOB, 50, 0, (), (READING,)))
    game.play(CounterTrade(BOB, 1, 0, 250, (READING,), ()))
    assert [(past.maker, past.answer) for past in game.state.past_offers] == [
        (ANN, False),
        (BOB, True),
    ]


@rule("Ruling 14")
def test_a_player_who_makes_too_many_offers_pushes_only_their_own_out_of_the_history() -> None:
    game = table()
    game.play(OfferTrade(BOB, CY, 1, 0, (), ()))
    for cash in range(1, MOST_KEPT + 4):
        game.play(OfferTrade(ANN, BOB, cash, 0, (), (READING,)))
    kept = game.state.past_offers
    assert [past.terms.give_cash for past in kept if past.maker == ANN] == [
        *range(4, MOST_KEPT + 4)
    ]
    assert [past.maker for past in kept if past.maker != ANN] == [BOB]


@rule("Ruling 14")
def test_counteroffers_do_not_push_a_players_offers_out_of_the_history() -> None:
    game = table()
    game.play(OfferTrade(BOB, CY, 1, 0, (), ()))
    for cash in range(MOST_KEPT + 3):
        game.play(OfferTrade(ANN, BOB, 1 + cash, 0, (), (READING,)))
        game.play(CounterTrade(BOB, game.state.last_serial, 0, 100 + cash, (READING,), ()))
    kept = [past for past in game.state.past_offers if past.maker == BOB]
    assert len(kept) == MOST_KEPT
    assert [past.answer for past in kept].index(False) == 0
    assert kept[-1].terms.get_cash == 100 + MOST_KEPT + 2


@rule("Ruling 12", "Ruling 14")
def test_the_history_keeps_offers_to_and_from_a_player_who_leaves() -> None:
    # Bots use these offers to decide what to offer and whether a player is willing to trade.
    game = table()
    game.play(OfferTrade(ANN, BOB, 50, 0, (), (READING,)))
    game.play(OfferTrade(CY, ANN, 50, 0, (), (BALTIC,)))
    game.play(Resign(BOB))
    assert [past.maker for past in game.state.past_offers] == [ANN, CY]
    assert_reads_back_equal(game)


@rule("10 MCS 190(h)")
def test_the_history_is_empty_when_the_game_is_over() -> None:
    game = scene(owns={BOB: [READING]})
    game.play(OfferTrade(ANN, BOB, 50, 0, (), (READING,)))
    game.play(Resign(BOB))
    assert game.state.over
    assert game.state.past_offers == []


@rule("Ruling 14")
def test_a_copy_has_its_own_history() -> None:
    game = table()
    game.play(OfferTrade(ANN, BOB, 50, 0, (), (READING,)))
    copy = game.copy(Seeded(1))
    copy.play(AcceptTrade(BOB, 1))
    copy.play(OfferTrade(CY, BOB, 5, 0, (), ()))
    assert len(copy.state.past_offers) == 2
    assert [past.accepted for past in game.state.past_offers] == [False]


@rule("Ruling 14")
def test_the_history_and_the_pause_are_part_of_the_position() -> None:
    game = table()
    game.play(OfferTrade(ANN, BOB, 50, 0, (), (READING,)))
    game.play(CounterTrade(BOB, 1, 0, 250, (READING,), ()))
    game.play(AcceptTrade(ANN, 2))
    game.play(PauseOffers(CY, 5))
    position = game.position()
    back = game_from_position(json.loads(json.dumps(position)), Seeded(1))
    assert back.position() == position
    assert back.digest() == game.digest()
    assert back.state.past_offers == game.state.past_offers
    assert back.state.players[CY].no_offers_until == 7


# -- pausing offers --------------------------------------------------------------------------------


@rule("Ruling 14")
def test_anyone_may_ask_not_to_receive_offers_for_five_rounds() -> None:
    game = table()
    assert Option("PauseOffers", BOB, [Choice("rounds", [5, -1])]) in game.options(BOB)
    assert game.play(PauseOffers(BOB, 5)) == [OffersPaused(BOB, 7)]
    assert Option("PauseOffers", BOB, [Choice("rounds", [0, -1])]) in game.options(BOB)
    for _ in range(6):
        assert not wants_offers(game.state, BOB), game.state.round
        assert wants_offers(game.state, ANN)
        next_turn(game, 3)
    assert game.state.round == 7
    assert wants_offers(game.state, BOB), "the rest of that round and five more rounds have passed"
    assert Option("PauseOffers", BOB, [Choice("rounds", [5, -1])]) in game.options(BOB)


@rule("Ruling 14")
def test_a_player_may_ask_not_to_receive_offers_for_the_rest_of_the_game() -> None:
    game = table()
    assert game.play(PauseOffers(BOB, -1)) == [OffersPaused(BOB, WHOLE_GAME)]
    next_turn(game, 300)
    assert not wants_offers(game.state, BOB)


@rule("Ruling 14")
@pytest.mark.parametrize("rounds", [5, -1])
def test_a_player_may_start_receiving_offers_again(rounds: int) -> None:
    game = table()
    game.play(PauseOffers(BOB, rounds))
    assert game.play(PauseOffers(BOB, 0)) == [OffersPaused(BOB, 0)]
    assert wants_offers(game.state, BOB)


@rule("Ruling 14")
def test_a_request_that_changes_nothing_is_refused() -> None:
    game = table()
    assert refusal(game, PauseOffers(BOB, 0)) == Refusal("pause.same", "Ruling 14", rounds=0)
    game.play(PauseOffers(BOB, 5))
    assert refusal(game, PauseOffers(BOB, 5)) == Refusal("pause.same", "Ruling 14", rounds=5)
    next_turn(game, 3)
    assert game.play(PauseOffers(BOB, 5)) == [OffersPaused(BOB, 8)], "the pause is longer now"
    game.play(PauseOffers(BOB, -1))
    assert refusal(game, PauseOffers(BOB, -1)) == Refusal("pause.same", "Ruling 14", rounds=-1)


@rule("Ruling 14")
@pytest.mark.parametrize("rounds", [-2, 1, 4, 6, 10**9])
def test_offers_cannot_be_paused_for_any_other_number_of_rounds(rounds: int) -> None:
    game = table()
    wrong = Refusal("pause.rounds", "Ruling 14", rounds=rounds)
    assert refusal(game, PauseOffers(BOB, rounds)) == wrong


@rule("Ruling 14")
def test_an_offer_to_a_player_who_has_paused_offers_is_still_legal() -> None:
    """People may still make offers; only our bots respect the request."""
    game = table()
    game.play(PauseOffers(BOB, -1))
    (offered,) = game.play(OfferTrade(ANN, BOB, 50, 0, (), (READING,)))
    assert isinstance(offered, TradeOffered)
