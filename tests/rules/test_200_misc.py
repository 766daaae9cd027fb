"""10 MCS 200: only the Bank lends, and only on a mortgage."""

from __future__ import annotations

import pytest

from passgo.engine.action import Action
from passgo.engine.events import MoneyPaid, PropertyMortgaged
from passgo.engine.refusal import Refusal
from passgo.engine.rules.auction import Bid
from passgo.engine.rules.building import Build
from passgo.engine.rules.buying import Buy, Decline
from passgo.engine.rules.jail import PayFine
from passgo.engine.rules.mortgage import Mortgage, Unmortgage
from passgo.engine.rules.trade import AcceptTrade, CounterTrade, OfferTrade
from passgo.engine.state import BANK
from passgo.engine.value import fields_of
from tests.scene import (
    ANN,
    BALTIC,
    BOB,
    BROWN,
    ORIENTAL,
    READING,
    refusal,
    rule,
    scene,
)


@rule("10 MCS 200", "10 MCS 50(b-1)")
def test_the_bank_lends_on_a_mortgage() -> None:
    game = scene(owns={ANN: [READING]})
    assert game.play(Mortgage(ANN, READING)) == [
        MoneyPaid(BANK, ANN, 100, "mortgage", "10 MCS 180(b)"),
        PropertyMortgaged(ANN, READING, 100),
    ]


@rule("10 MCS 200")
def test_the_bank_does_not_lend_for_purchases_bids_houses_unmortgaging_or_fines() -> None:
    game = scene(turn=ANN, standing_on=ORIENTAL, owns={ANN: [READING]}, cash={ANN: 99})
    assert refusal(game, Buy(ANN)) == Refusal(
        "buy.cash", "Ruling 4", space=ORIENTAL, price=100, cash=99
    )
    game.play(Decline(ANN))
    assert refusal(game, Bid(ANN, 100)) == Refusal("auction.cash", "Ruling 4", amount=100, cash=99)
    game = scene(owns={ANN: [*BROWN, READING]}, mortgaged=[READING], cash={ANN: 49})
    assert refusal(game, Build(ANN, BALTIC)) == Refusal(
        "build.cash", "10 MCS 140(e)", space=BALTIC, cost=50, cash=49
    )
    assert refusal(game, Unmortgage(ANN, READING)) == Refusal(
        "unmortgage.cash", "10 MCS 180(d)", space=READING, cost=110, cash=49
    )
    game = scene(jail={ANN: 1}, cash={ANN: 49})
    assert refusal(game, PayFine(ANN)) == Refusal("jail.cash", "Ruling 4", fine=50, cash=49)


@rule("10 MCS 200(a)", "Ruling 27", "Ruling 29")
def test_money_given_to_another_player_is_a_gift_and_not_a_loan() -> None:
    game = scene(cash={ANN: 10, BOB: 600})
    game.play(OfferTrade(BOB, ANN, give_cash=500))
    game.play(AcceptTrade(ANN, 1))
    assert [player.cash for player in game.state.players] == [510, 100]
    assert game.state.open_debts() == []
    assert not game.state.is_in_debt(ANN)


@rule("10 MCS 200(a)")
@pytest.mark.parametrize(("kind", "whom"), [(OfferTrade, "partner"), (CounterTrade, "offer")])
def test_a_trade_cannot_contain_terms_to_be_carried_out_later(
    kind: type[Action], whom: str
) -> None:
    given = {"give_cash", "give_deeds", "give_cards"}
    got = {"get_cash", "get_deeds", "get_cards"}
    assert set(fields_of(kind)) == {"seat", whom} | given | got | {"unmortgage"}
