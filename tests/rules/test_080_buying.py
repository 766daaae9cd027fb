"""10 MCS 80, CR 5.1, Rulings 4 and 20: stopping on a property that nobody owns."""

from __future__ import annotations

import pytest

from passgo.engine.action import Action
from passgo.engine.agenda import Entry
from passgo.engine.events import (
    AuctionOpened,
    DiceRolled,
    MoneyPaid,
    PropertyBought,
    PropertyDeclined,
    TokenMoved,
    TradeAccepted,
)
from passgo.engine.game import Game
from passgo.engine.options import Option
from passgo.engine.refusal import Refusal
from passgo.engine.rules.buying import Buy, BuyOrAuction, Decline
from passgo.engine.rules.mortgage import Mortgage
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.trade import AcceptTrade, OfferTrade
from passgo.engine.rules.turn import ToEndTurn, ToRoll
from passgo.engine.state import BANK
from tests.scene import (
    ANN,
    BALTIC,
    BOARDWALK,
    BOB,
    CY,
    ELECTRIC,
    GO,
    INCOME_TAX,
    MEDITERRANEAN,
    ORIENTAL,
    PARK_PLACE,
    READING,
    card_number,
    refusal,
    rule,
    scene,
)


def top(game: Game) -> Entry:
    return game.state.agenda.top


@rule("10 MCS 80", "10 MCS 80(a)", "CR 5.1")
@pytest.mark.parametrize(
    ("space", "price"),
    [(MEDITERRANEAN, 60), (READING, 200), (ELECTRIC, 150), (PARK_PLACE, 350), (BOARDWALK, 400)],
)
def test_an_unowned_property_is_bought_at_its_printed_price(space: int, price: int) -> None:
    game = scene(standing_on=space)
    assert game.play(Buy(ANN)) == [
        MoneyPaid(ANN, BANK, price, "purchase", "10 MCS 80"),
        PropertyBought(ANN, space, price),
    ]
    assert game.state.players[ANN].cash == 1500 - price
    assert game.state.property(space).owner == ANN
    assert top(game) == ToEndTurn(ANN)


@rule("10 MCS 80(a)", "CR 5.1")
def test_everyone_can_see_who_owns_a_deed() -> None:
    game = scene(standing_on=BALTIC)
    game.play(Buy(ANN))
    seen_by_bob = game.view(BOB).state.property(BALTIC)
    assert (seen_by_bob.owner, seen_by_bob.mortgaged, seen_by_bob.houses) == (ANN, False, 0)


@rule("10 MCS 80", "CR 5.1")
def test_a_player_who_rolls_onto_an_unowned_property_may_buy_it_but_pays_nothing_yet() -> None:
    game = scene(dice=[(1, 2)])
    assert game.play(Roll(ANN)) == [
        DiceRolled(ANN, 1, 2, "10 MCS 60(b)"),
        TokenMoved(ANN, GO, BALTIC, "dice", "10 MCS 60(b)"),
    ]
    assert top(game) == BuyOrAuction(ANN, BALTIC)
    assert game.waiting_for == [ANN]
    assert game.state.players[ANN].cash == 1500


@rule("10 MCS 80", "10 MCS 60(h)")
def test_after_doubles_the_purchase_comes_before_the_extra_roll() -> None:
    game = scene(dice=[(3, 3)])
    game.play(Roll(ANN))
    game.play(Buy(ANN))
    assert game.state.property(ORIENTAL).owner == ANN
    assert top(game) == ToRoll(ANN)


@rule("10 MCS 80")
@pytest.mark.parametrize("action", [Buy(BOB), Decline(BOB)])
def test_only_the_player_who_stopped_on_a_property_may_buy_or_decline_it(action: Action) -> None:
    game = scene(standing_on=BALTIC)
    assert refusal(game, action) == Refusal("decision.other", "Ruling 31", seat=BOB, waiting=ANN)


@rule("10 MCS 80")
@pytest.mark.parametrize("action", [Buy(ANN), Decline(ANN)])
def test_nobody_may_buy_or_decline_a_property_without_stopping_on_it(action: Action) -> None:
    game = scene(at={ANN: BALTIC})
    assert refusal(game, action) == Refusal("decision.roll", "Ruling 31")


@rule("10 MCS 80(c)", "CR 5.1")
def test_declining_a_property_sends_it_to_auction_immediately() -> None:
    game = scene(players=3, standing_on=BALTIC)
    assert game.play(Decline(ANN)) == [
        PropertyDeclined(ANN, BALTIC, "10 MCS 80(c)"),
        AuctionOpened(BALTIC, (ANN, BOB, CY), "10 MCS 80(c)"),
    ]
    assert game.state.property(BALTIC).owner == BANK


# Cash


@rule("Ruling 4")
def test_a_purchase_requires_cash_on_hand() -> None:
    game = scene(standing_on=READING, cash={ANN: 199}, owns={ANN: [BALTIC]})
    assert refusal(game, Buy(ANN)) == Refusal(
        "buy.cash", "Ruling 4", space=READING, price=200, cash=199
    )


@rule("Ruling 4")
def test_a_player_may_spend_their_last_dollar_on_a_property() -> None:
    game = scene(standing_on=READING, cash={ANN: 200})
    game.play(Buy(ANN))
    assert game.state.players[ANN].cash == 0


@rule("Ruling 4")
def test_a_player_may_mortgage_to_afford_the_property() -> None:
    game = scene(standing_on=READING, cash={ANN: 199}, owns={ANN: [BALTIC]})
    game.play(Mortgage(ANN, BALTIC))
    assert game.waiting_for == [ANN]
    assert game.play(Buy(ANN))[-1] == PropertyBought(ANN, READING, 200)
    assert game.state.players[ANN].cash == 29


@rule("Ruling 4")
def test_a_player_may_trade_to_afford_the_property() -> None:
    game = scene(standing_on=READING, cash={ANN: 100}, owns={ANN: [BALTIC]})
    game.play(OfferTrade(ANN, BOB, get_cash=100, give_deeds=(BALTIC,)))
    game.play(AcceptTrade(BOB, 1))
    assert top(game) == BuyOrAuction(ANN, READING)
    assert game.play(Buy(ANN))[-1] == PropertyBought(ANN, READING, 200)


@rule("Ruling 4", "CR 5.1")
def test_buying_is_not_an_option_for_a_player_without_enough_cash() -> None:
    game = scene(standing_on=READING, owns={ANN: [BALTIC]})
    assert game.options(ANN)[:2] == [Option("Buy", ANN, []), Option("Decline", ANN, [])]
    game = scene(standing_on=READING, cash={ANN: 199}, owns={ANN: [BALTIC]})
    assert game.options(ANN)[0] == Option("Decline", ANN, [])
    assert "Buy" not in [option.action for option in game.options(ANN)]
    assert game.default(ANN) == Decline(ANN)


# Players who cannot buy


@rule("Ruling 20")
def test_a_player_who_cannot_afford_the_property_declines_automatically() -> None:
    game = scene(cash={ANN: 59}, dice=[(1, 2)])
    assert game.play(Roll(ANN))[2:] == [
        PropertyDeclined(ANN, BALTIC, "10 MCS 80(c)"),
        AuctionOpened(BALTIC, (ANN, BOB), "10 MCS 80(c)"),
    ]
    assert game.waiting_for == [ANN, BOB]


@rule("Ruling 20")
def test_a_player_with_enough_cash_may_decide() -> None:
    game = scene(cash={ANN: 60}, dice=[(1, 2)])
    game.play(Roll(ANN))
    assert top(game) == BuyOrAuction(ANN, BALTIC)


@rule("Ruling 20")
def test_a_player_with_a_deed_to_trade_may_decide_even_if_it_is_mortgaged() -> None:
    game = scene(
        cash={ANN: 0}, owns={ANN: [MEDITERRANEAN]}, mortgaged=[MEDITERRANEAN], dice=[(1, 2)]
    )
    game.play(Roll(ANN))
    assert top(game) == BuyOrAuction(ANN, BALTIC)


@rule("Ruling 20", "10 MCS 100(b)")
def test_a_player_with_a_card_to_trade_may_decide() -> None:
    game = scene(cash={ANN: 0}, cards={ANN: ["chest.jail_free"]}, dice=[(1, 2)])
    game.play(Roll(ANN))
    assert top(game) == BuyOrAuction(ANN, BALTIC)


@rule("Ruling 20")
def test_a_player_who_trades_their_last_card_for_too_little_declines_automatically() -> None:
    game = scene(standing_on=READING, cash={ANN: 50}, cards={ANN: ["chest.jail_free"]})
    card = card_number(game.state.board, "chest.jail_free")
    game.play(OfferTrade(BOB, ANN, give_cash=50, get_cards=(card,)))
    events = game.play(AcceptTrade(ANN, 1))
    assert events[0] == TradeAccepted(1, BOB, ANN, "10 MCS 170")
    assert events[-2:] == [
        PropertyDeclined(ANN, READING, "10 MCS 80(c)"),
        AuctionOpened(READING, (ANN, BOB), "10 MCS 80(c)"),
    ]


# -- which spaces are properties -------------------------------------------------------------------


@rule("10 MCS 80")
@pytest.mark.parametrize(
    ("space", "error"),
    [
        (GO, r"^GO \(space 0\) is not a property\.$"),
        (INCOME_TAX, r"^Income Tax \(space 4\) is not a property\.$"),
        (-1, r"^There is no space -1; spaces are numbered 0 to 39\.$"),
        (40, r"^There is no space 40; spaces are numbered 0 to 39\.$"),
    ],
)
def test_looking_up_a_space_that_is_not_a_property_raises_an_error_that_names_the_space(
    space: int, error: str
) -> None:
    state = scene().state
    assert not state.is_property(space)
    with pytest.raises(ValueError, match=error):
        state.property(space)
    with pytest.raises(ValueError, match=error):
        state.is_mortgaged(space)
