"""10 MCS 170, 180(g) to (i), 200, 100(b), CR 8, CR 9, Rulings 11, 14, 27, 29: trades."""

from __future__ import annotations

import json

import pytest

from passgo.engine.action import Action
from passgo.engine.chance import NoChance
from passgo.engine.events import (
    CardReturned,
    CardTransferred,
    DeedTransferred,
    LeftJail,
    MoneyPaid,
    MortgageKept,
    PropertyUnmortgaged,
    RentAskedFor,
    TradeAccepted,
    TradeDeclined,
    TradeOffered,
    TradeWithdrawn,
)
from passgo.engine.options import Choice, Option
from passgo.engine.refusal import Refusal
from passgo.engine.rules.auction import Bid
from passgo.engine.rules.building import Build, SellBuilding, SellGroupBuildings
from passgo.engine.rules.buying import Buy, Decline
from passgo.engine.rules.debt import DebtDue, Resign
from passgo.engine.rules.jail import UseCard
from passgo.engine.rules.mortgage import Mortgage, Unmortgage
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.rent import AskForRent
from passgo.engine.rules.trade import (
    AcceptTrade,
    CounterTrade,
    DeclineTrade,
    OfferTrade,
    WithdrawTrade,
)
from passgo.engine.rules.turn import EndTurn
from passgo.engine.state import BANK, Debt, Offer
from passgo.engine.trade_terms import TradeTerms
from passgo.position import game_from_position
from tests.scene import (
    ANN,
    B_AND_O,
    BALTIC,
    BOARDWALK,
    BOB,
    BROWN,
    CONNECTICUT,
    CY,
    DARK_BLUE,
    DEE,
    ELECTRIC,
    GO,
    JAIL,
    LIGHT_BLUE,
    MEDITERRANEAN,
    ORIENTAL,
    PENNSYLVANIA_RR,
    READING,
    SHORT_LINE,
    ST_CHARLES,
    STATES,
    VERMONT,
    VIRGINIA,
    WATER_WORKS,
    refusal,
    rule,
    scene,
)

CHANCE_CARD, CHEST_CARD = 8, 20
HELD = {ANN: ["chance.jail_free"], BOB: ["chest.jail_free"]}


# -- offers and answers ----------------------------------------------------------------------------


@rule("Ruling 14", "10 MCS 170")
def test_an_offer_is_public_and_does_not_block_play() -> None:
    game = scene(owns={BOB: [BALTIC]})
    offer = Offer(1, BOB, ANN, TradeTerms(get_cash=100, give_deeds=(BALTIC,)))
    assert game.play(OfferTrade(BOB, ANN, get_cash=100, give_deeds=(BALTIC,))) == [
        TradeOffered(offer, "10 MCS 170")
    ]
    assert game.state.offers == [offer]
    assert game.state.property(BALTIC).owner == BOB
    assert [player.cash for player in game.state.players] == [1500, 1500]
    assert game.waiting_for == [ANN], "she may roll without answering"


@rule("10 MCS 170", "CR 8")
def test_an_accepted_trade_is_carried_out_in_one_step() -> None:
    game = scene(owns={ANN: [BALTIC, ORIENTAL], BOB: [READING]}, cards=HELD)
    game.play(
        OfferTrade(
            ANN,
            BOB,
            give_cash=30,
            give_deeds=(BALTIC, ORIENTAL),
            get_deeds=(READING,),
            give_cards=(CHANCE_CARD,),
            get_cards=(CHEST_CARD,),
        )
    )
    assert game.play(AcceptTrade(BOB, 1)) == [
        TradeAccepted(1, ANN, BOB, "10 MCS 170"),
        MoneyPaid(ANN, BOB, 30, "trade", "10 MCS 170"),
        DeedTransferred(BALTIC, ANN, BOB, "10 MCS 170"),
        DeedTransferred(ORIENTAL, ANN, BOB, "10 MCS 170"),
        CardTransferred(CHANCE_CARD, ANN, BOB, "10 MCS 100(b)"),
        DeedTransferred(READING, BOB, ANN, "10 MCS 170"),
        CardTransferred(CHEST_CARD, BOB, ANN, "10 MCS 100(b)"),
    ]
    state = game.state
    assert [player.cash for player in state.players] == [1470, 1530]
    assert [state.property(space).owner for space in (BALTIC, ORIENTAL, READING)] == [BOB, BOB, ANN]
    assert [player.cards for player in state.players] == [[CHEST_CARD], [CHANCE_CARD]]
    assert state.offers == []


@rule("10 MCS 170", "CR 8")
@pytest.mark.parametrize("space", [BALTIC, READING, ELECTRIC])
def test_streets_railroads_and_utilities_may_be_sold_at_any_price(space: int) -> None:
    game = scene(owns={ANN: [space]})
    game.play(OfferTrade(ANN, BOB, get_cash=1, give_deeds=(space,)))
    assert game.play(AcceptTrade(BOB, 1)) == [
        TradeAccepted(1, ANN, BOB, "10 MCS 170"),
        MoneyPaid(BOB, ANN, 1, "trade", "10 MCS 170"),
        DeedTransferred(space, ANN, BOB, "10 MCS 170"),
    ]


@rule("Ruling 14")
def test_the_recipient_may_decline_an_offer() -> None:
    game = scene(owns={ANN: [BALTIC]})
    game.play(OfferTrade(ANN, BOB, get_cash=100, give_deeds=(BALTIC,)))
    assert game.play(DeclineTrade(BOB, 1)) == [TradeDeclined(1, ANN, BOB, "Ruling 14")]
    assert game.state.offers == []
    assert refusal(game, AcceptTrade(BOB, 1)) == Refusal("trade.no_offer", "Ruling 14", offer=1)


@rule("Ruling 14")
def test_the_maker_may_withdraw_an_offer() -> None:
    game = scene(owns={ANN: [BALTIC]})
    game.play(OfferTrade(ANN, BOB, get_cash=100, give_deeds=(BALTIC,)))
    assert game.play(WithdrawTrade(ANN, 1)) == [TradeWithdrawn(1, ANN, BOB, "Ruling 14")]
    assert game.state.offers == []


@rule("Ruling 14")
def test_a_new_offer_to_the_same_player_replaces_the_old_one() -> None:
    game = scene(players=3, owns={ANN: [BALTIC]})
    game.play(OfferTrade(CY, BOB, give_cash=5))
    game.play(OfferTrade(ANN, CY, get_cash=110, give_deeds=(BALTIC,)))
    game.play(OfferTrade(BOB, ANN, give_cash=70, get_deeds=(BALTIC,)))
    game.play(OfferTrade(ANN, BOB, get_cash=100, give_deeds=(BALTIC,)))
    fifth = Offer(5, ANN, BOB, TradeTerms(get_cash=90, give_deeds=(BALTIC,)))
    assert game.play(OfferTrade(ANN, BOB, get_cash=90, give_deeds=(BALTIC,))) == [
        TradeWithdrawn(4, ANN, BOB, "Ruling 14"),
        TradeOffered(fifth, "10 MCS 170"),
    ]
    assert [offer.number for offer in game.state.offers] == [1, 2, 3, 5]


@rule("Ruling 14")
def test_a_counteroffer_declines_the_offer_and_opens_one_in_the_other_direction() -> None:
    game = scene(owns={ANN: [BALTIC], BOB: [READING]}, mortgaged=[BALTIC], cards=HELD)
    game.play(OfferTrade(ANN, BOB, get_cash=100, give_deeds=(BALTIC,)))
    counter = CounterTrade(
        BOB,
        1,
        give_deeds=(READING,),
        get_cash=50,
        get_deeds=(BALTIC,),
        give_cards=(CHEST_CARD,),
        get_cards=(CHANCE_CARD,),
        unmortgage=(BALTIC,),
    )
    reverse = Offer(
        2,
        BOB,
        ANN,
        TradeTerms(
            get_cash=50,
            give_deeds=(READING,),
            get_deeds=(BALTIC,),
            give_cards=(CHEST_CARD,),
            get_cards=(CHANCE_CARD,),
        ),
        (BALTIC,),
    )
    assert game.play(counter) == [
        TradeDeclined(1, ANN, BOB, "Ruling 14"),
        TradeOffered(reverse, "Ruling 14"),
    ]
    assert game.state.offers == [reverse]


@rule("Ruling 14")
def test_a_counteroffer_may_include_cash() -> None:
    game = scene(owns={ANN: [BALTIC]})
    game.play(OfferTrade(ANN, BOB, get_cash=100, give_deeds=(BALTIC,)))
    game.play(CounterTrade(BOB, 1, give_cash=80, get_deeds=(BALTIC,)))
    assert game.state.offers == [Offer(2, BOB, ANN, TradeTerms(give_cash=80, get_deeds=(BALTIC,)))]


@rule("Ruling 14")
def test_a_counteroffer_replaces_an_open_offer_in_the_same_direction() -> None:
    game = scene(owns={ANN: [BALTIC]})
    game.play(OfferTrade(BOB, ANN, give_cash=50, get_deeds=(BALTIC,)))
    game.play(OfferTrade(ANN, BOB, get_cash=100, give_deeds=(BALTIC,)))
    assert game.play(CounterTrade(BOB, 2, give_cash=75, get_deeds=(BALTIC,))) == [
        TradeDeclined(2, ANN, BOB, "Ruling 14"),
        TradeWithdrawn(1, BOB, ANN, "Ruling 14"),
        TradeOffered(
            Offer(3, BOB, ANN, TradeTerms(give_cash=75, get_deeds=(BALTIC,))), "Ruling 14"
        ),
    ]


@rule("Ruling 14")
def test_an_impossible_counteroffer_leaves_the_offer_open() -> None:
    game = scene(owns={ANN: [BALTIC]})
    game.play(OfferTrade(ANN, BOB, get_cash=100, give_deeds=(BALTIC,)))
    assert refusal(game, CounterTrade(BOB, 1, give_cash=1501, get_deeds=(BALTIC,))) == Refusal(
        "trade.cash", "Ruling 4", seat=BOB, price=1501, cash=1500
    )
    game.play(AcceptTrade(BOB, 1))


@rule("Ruling 14")
@pytest.mark.parametrize(
    "action",
    [
        AcceptTrade(ANN, 1),
        AcceptTrade(CY, 1),
        DeclineTrade(ANN, 1),
        DeclineTrade(CY, 1),
        CounterTrade(ANN, 1, give_cash=5),
        CounterTrade(CY, 1, give_cash=5),
        WithdrawTrade(BOB, 1),
        WithdrawTrade(CY, 1),
    ],
)
def test_only_the_recipient_may_answer_an_offer_and_only_the_maker_may_withdraw_it(
    action: Action,
) -> None:
    game = scene(players=3, owns={ANN: [BALTIC]})
    game.play(OfferTrade(ANN, BOB, get_cash=100, give_deeds=(BALTIC,)))
    assert refusal(game, action) == Refusal("trade.no_offer", "Ruling 14", offer=1)


@rule("Ruling 14")
@pytest.mark.parametrize(
    "action",
    [AcceptTrade(BOB, 7), DeclineTrade(BOB, 7), CounterTrade(BOB, 7), WithdrawTrade(BOB, 7)],
)
def test_an_offer_that_does_not_exist_cannot_be_answered(action: Action) -> None:
    assert refusal(scene(), action) == Refusal("trade.no_offer", "Ruling 14", offer=7)


@rule("Ruling 14")
def test_offers_stay_open_across_rolls_and_turns() -> None:
    game = scene(owns={ANN: [BALTIC]}, dice=[(4, 6)])
    game.play(OfferTrade(ANN, BOB, get_cash=100, give_deeds=(BALTIC,)))
    game.play(Roll(ANN))
    game.play(EndTurn(ANN))
    game.play(AcceptTrade(BOB, 1))
    assert game.state.property(BALTIC).owner == BOB


# -- checked again when accepted -------------------------------------------------------------------


@rule("Ruling 14")
def test_an_offer_goes_stale_when_a_deed_in_it_has_gone_to_another_player() -> None:
    game = scene(players=3, owns={ANN: [BALTIC]})
    game.play(OfferTrade(ANN, BOB, get_cash=100, give_deeds=(BALTIC,)))
    game.play(OfferTrade(ANN, CY, get_cash=90, give_deeds=(BALTIC,)))
    game.play(AcceptTrade(CY, 2))
    assert refusal(game, AcceptTrade(BOB, 1)) == Refusal(
        "property.owner", "10 MCS 170", space=BALTIC, owner=CY
    )
    assert game.state.offers != [], "the offer stays open and may become valid again"


@rule("Ruling 14")
def test_an_offer_goes_stale_when_the_cash_in_it_is_spent() -> None:
    game = scene(players=3, owns={ANN: [BALTIC], BOB: DARK_BLUE}, cash={BOB: 200})
    game.play(OfferTrade(ANN, BOB, get_cash=100, give_deeds=(BALTIC,)))
    game.play(Build(BOB, BOARDWALK))
    assert refusal(game, AcceptTrade(BOB, 1)) == Refusal(
        "trade.cash", "Ruling 4", seat=BOB, price=100, cash=0
    )


@rule("Ruling 14", "10 MCS 170(a)")
def test_an_offer_goes_stale_when_the_group_is_built_on() -> None:
    game = scene(owns={ANN: BROWN})
    game.play(OfferTrade(ANN, BOB, get_cash=100, give_deeds=(BALTIC,)))
    game.play(Build(ANN, MEDITERRANEAN))
    assert refusal(game, AcceptTrade(BOB, 1)) == Refusal(
        "trade.built", "10 MCS 170(a)", space=BALTIC
    )


def changed(space: int) -> Refusal:
    return Refusal("trade.changed", "Ruling 14", offer=1, space=space)


@rule("Ruling 14")
@pytest.mark.parametrize("owner", [ANN, BOB])
def test_an_offer_goes_stale_when_a_deed_in_it_is_mortgaged_or_unmortgaged(owner: int) -> None:
    """This applies to either player's deeds, even if the deed is changed back afterward."""
    give = (READING,) if owner == ANN else ()
    get = (READING,) if owner == BOB else ()
    for mortgaged in (False, True):
        game = scene(owns={owner: [READING]}, mortgaged=[READING] if mortgaged else [])
        game.play(OfferTrade(ANN, BOB, give_deeds=give, get_deeds=get))
        steps = [Mortgage(owner, READING), Unmortgage(owner, READING)]
        for step in reversed(steps) if mortgaged else steps:
            game.play(step)
            assert refusal(game, AcceptTrade(BOB, 1)) == changed(READING)


@rule("Ruling 14")
def test_an_offer_goes_stale_when_a_deed_in_it_is_built_on_even_if_the_house_is_then_sold() -> None:
    game = scene(owns={ANN: BROWN})
    game.play(OfferTrade(ANN, BOB, get_cash=10, give_deeds=(BALTIC,)))
    game.play(Build(ANN, MEDITERRANEAN))
    game.play(Build(ANN, BALTIC))
    game.play(SellGroupBuildings(ANN, game.state.property(BALTIC).deed.group))
    assert refusal(game, AcceptTrade(BOB, 1)) == changed(BALTIC)


@rule("Ruling 14")
def test_an_offer_stays_valid_when_only_other_deeds_change() -> None:
    game = scene(owns={ANN: [*BROWN, READING], BOB: [BOARDWALK]})
    game.play(OfferTrade(ANN, BOB, get_cash=10, give_deeds=(BALTIC,)))
    game.play(Build(ANN, MEDITERRANEAN))
    game.play(SellBuilding(ANN, MEDITERRANEAN))
    game.play(Mortgage(ANN, READING))
    game.play(Mortgage(BOB, BOARDWALK))
    game.play(AcceptTrade(BOB, 1))
    assert game.state.property(BALTIC).owner == BOB


@rule("Ruling 14", "10 MCS 180(h)")
def test_an_offer_goes_stale_when_a_deed_in_it_is_unmortgaged_in_another_trade() -> None:
    game = scene(players=3, owns={ANN: [READING]}, mortgaged=[READING])
    game.play(OfferTrade(ANN, BOB, get_cash=10, give_deeds=(READING,)))
    game.play(OfferTrade(ANN, CY, get_cash=10, give_deeds=(READING,)))
    game.play(AcceptTrade(CY, 2, unmortgage=(READING,)))
    assert refusal(game, AcceptTrade(BOB, 1)) == changed(READING)


@rule("Ruling 14")
def test_a_stale_offer_cannot_be_accepted_but_can_be_declined_countered_or_replaced() -> None:
    game = scene(owns={ANN: [READING]})
    offer = OfferTrade(ANN, BOB, get_cash=10, give_deeds=(READING,))
    game.play(offer)
    game.play(Mortgage(ANN, READING))
    found = {option.action: option for option in game.options(BOB)}
    assert "AcceptTrade" not in found
    assert {"DeclineTrade", "CounterTrade"} <= set(found)
    refused = [one for one in game.options(BOB, refused=True) if one.action == "AcceptTrade"]
    assert [one.refusal for one in refused] == [changed(READING)]
    game.play(offer)
    game.play(AcceptTrade(BOB, 2))
    assert game.state.property(READING).owner == BOB


@rule("Ruling 14")
def test_an_offer_that_goes_stale_in_a_copy_is_not_stale_in_the_original() -> None:
    game = scene(owns={ANN: [READING]})
    game.play(OfferTrade(ANN, BOB, get_cash=10, give_deeds=(READING,)))
    assert "changed" not in json.dumps(game.position())
    copy = game.copy(NoChance())
    copy.play(Mortgage(ANN, READING))
    assert game.why_not(AcceptTrade(BOB, 1)) is None
    again = game_from_position(copy.position(), NoChance())
    assert again.why_not(AcceptTrade(BOB, 1)) == changed(READING)
    assert again.digest() == copy.digest()


@rule("Ruling 14", "10 MCS 100(b)")
def test_an_offer_goes_stale_when_the_card_in_it_is_used() -> None:
    game = scene(jail={ANN: 1}, cards=HELD)
    game.play(OfferTrade(ANN, BOB, get_cash=20, give_cards=(CHANCE_CARD,)))
    game.play(UseCard(ANN, CHANCE_CARD))
    assert refusal(game, AcceptTrade(BOB, 1)) == Refusal(
        "trade.no_card", "10 MCS 100(b)", seat=ANN, card=CHANCE_CARD
    )


# -- what may change hands -------------------------------------------------------------------------


@rule("10 MCS 170(a)", "10 MCS 170(b)", "CR 8")
def test_no_property_can_be_traded_while_its_group_has_buildings() -> None:
    game = scene(owns={ANN: LIGHT_BLUE}, houses={ORIENTAL: 1})
    built = Refusal("trade.built", "10 MCS 170(a)", space=VERMONT)
    assert refusal(game, OfferTrade(ANN, BOB, give_deeds=(VERMONT,))) == built
    assert refusal(game, OfferTrade(BOB, ANN, give_cash=9, get_deeds=(VERMONT,))) == built


@rule("10 MCS 170")
def test_players_can_only_trade_what_they_have() -> None:
    game = scene(players=3, owns={CY: [BALTIC]})
    assert refusal(game, OfferTrade(ANN, BOB, give_deeds=(BALTIC,))) == Refusal(
        "property.owner", "10 MCS 170", space=BALTIC, owner=CY
    )
    assert refusal(game, OfferTrade(ANN, BOB, give_cash=1, get_deeds=(READING,))) == Refusal(
        "property.owner", "10 MCS 170", space=READING, owner=BANK
    )
    assert refusal(game, OfferTrade(ANN, BOB, give_deeds=(JAIL,))) == Refusal(
        "property.none", "10 MCS 80", space=JAIL
    )
    assert refusal(game, OfferTrade(ANN, BOB, give_cash=1, get_cards=(CHEST_CARD,))) == Refusal(
        "trade.no_card", "10 MCS 100(b)", seat=BOB, card=CHEST_CARD
    )


@rule("10 MCS 170")
def test_nothing_can_be_traded_twice_in_one_offer() -> None:
    game = scene(owns={ANN: [BALTIC], BOB: [READING]}, mortgaged=[READING], cards=HELD)
    for offer, seat in (
        (OfferTrade(ANN, BOB, give_deeds=(BALTIC, BALTIC)), ANN),
        (OfferTrade(ANN, BOB, give_cards=(CHANCE_CARD, CHANCE_CARD)), ANN),
        (OfferTrade(ANN, BOB, get_deeds=(READING, READING)), BOB),
    ):
        assert refusal(game, offer) == Refusal("trade.twice", "10 MCS 170", seat=seat)
    unmortgaged_twice = OfferTrade(ANN, BOB, get_deeds=(READING,), unmortgage=(READING, READING))
    assert refusal(game, unmortgaged_twice).code == "trade.twice"


@rule("10 MCS 170")
@pytest.mark.parametrize("partner", [ANN, -1, 3])
def test_a_trade_requires_another_player(partner: int) -> None:
    game = scene(players=3)
    assert refusal(game, OfferTrade(ANN, partner, give_cash=5)) == Refusal(
        "trade.partner", "10 MCS 170", partner=partner
    )


@rule("10 MCS 190(g)")
def test_nobody_can_trade_with_a_player_who_is_out() -> None:
    game = scene(players=3)
    game.state.players[CY].out = True
    gone = Refusal("seat.out", "10 MCS 190(g)", seat=CY)
    assert refusal(game, OfferTrade(ANN, CY, give_cash=5)) == gone
    assert refusal(game, OfferTrade(CY, ANN, give_cash=5)) == gone


@rule("Ruling 12")
def test_nobody_can_trade_with_a_player_who_has_resigned() -> None:
    game = scene(players=3, standing_on=BALTIC)
    game.play(Decline(ANN))
    game.play(Bid(CY, 10))
    game.play(Resign(CY))
    assert refusal(game, OfferTrade(ANN, CY, give_cash=5)) == Refusal(
        "seat.out", "10 MCS 190(g)", seat=CY
    )
    partners = [option.choices[0] for option in game.options(ANN) if option.action == "OfferTrade"]
    assert partners == [Choice("partner", [BOB])]


@rule("10 MCS 170", "Ruling 4")
def test_both_sides_of_a_trade_must_have_the_cash_on_hand() -> None:
    game = scene(owns={ANN: [BALTIC]}, cash={ANN: 40, BOB: 60})
    assert refusal(game, OfferTrade(ANN, BOB, give_cash=41)) == Refusal(
        "trade.cash", "Ruling 4", seat=ANN, price=41, cash=40
    )
    assert refusal(game, OfferTrade(ANN, BOB, get_cash=61, give_deeds=(BALTIC,))) == Refusal(
        "trade.cash", "Ruling 4", seat=BOB, price=61, cash=60
    )
    game.play(OfferTrade(ANN, BOB, get_cash=60, give_deeds=(BALTIC,)))


@rule("Ruling 27")
def test_a_gift_is_a_trade() -> None:
    game = scene(owns={ANN: [BALTIC]})
    game.play(OfferTrade(ANN, BOB, give_deeds=(BALTIC,)))
    assert game.play(AcceptTrade(BOB, 1)) == [
        TradeAccepted(1, ANN, BOB, "10 MCS 170"),
        DeedTransferred(BALTIC, ANN, BOB, "10 MCS 170"),
    ]
    game.play(OfferTrade(ANN, BOB, get_deeds=(BALTIC,)))
    game.play(AcceptTrade(BOB, 2))
    assert game.state.property(BALTIC).owner == ANN


@rule("Ruling 27")
@pytest.mark.parametrize(
    "gift",
    [
        OfferTrade(ANN, BOB, give_cash=1),
        OfferTrade(ANN, BOB, get_cash=1),
        OfferTrade(ANN, BOB, give_deeds=(BALTIC,)),
        OfferTrade(ANN, BOB, get_deeds=(READING,)),
        OfferTrade(ANN, BOB, give_cards=(CHANCE_CARD,)),
        OfferTrade(ANN, BOB, get_cards=(CHEST_CARD,)),
    ],
)
def test_anything_may_be_offered_or_asked_for_in_return_for_nothing(gift: OfferTrade) -> None:
    game = scene(owns={ANN: [BALTIC], BOB: [READING]}, cards=HELD)
    game.play(gift)
    game.play(AcceptTrade(BOB, 1))


@rule("Ruling 27")
def test_an_offer_to_exchange_nothing_is_refused() -> None:
    assert refusal(scene(), OfferTrade(ANN, BOB)) == Refusal("trade.nothing", "Ruling 27")


@rule("10 MCS 170")
def test_cash_may_go_both_ways_and_only_the_difference_is_paid() -> None:
    game = scene()
    game.play(OfferTrade(ANN, BOB, give_cash=10, get_cash=25))
    game.play(AcceptTrade(BOB, 1))
    assert [player.cash for player in game.state.players] == [1515, 1485]


@rule("Ruling 27")
def test_exchanging_equal_amounts_of_cash_counts_as_exchanging_nothing() -> None:
    game = scene()
    assert refusal(game, OfferTrade(ANN, BOB, give_cash=10, get_cash=10)) == Refusal(
        "trade.nothing", "Ruling 27"
    )


@rule("10 MCS 170", "10 MCS 200(a)")
@pytest.mark.parametrize(("give", "get"), [(-5, 0), (0, -5)])
def test_a_price_cannot_be_negative(give: int, get: int) -> None:
    assert refusal(scene(), OfferTrade(ANN, BOB, give_cash=give, get_cash=get)) == Refusal(
        "trade.negative", "10 MCS 170", cash=-5
    )


@rule("10 MCS 140", "10 MCS 170")
def test_a_player_may_build_as_soon_as_a_traded_deed_completes_their_group() -> None:
    game = scene(owns={ANN: [MEDITERRANEAN], BOB: [BALTIC]})
    game.play(OfferTrade(ANN, BOB, give_cash=200, get_deeds=(BALTIC,)))
    game.play(AcceptTrade(BOB, 1))
    game.play(Build(ANN, BALTIC))
    game = scene(owns={ANN: BROWN})
    game.play(OfferTrade(ANN, BOB, give_deeds=(BALTIC,)))
    game.play(AcceptTrade(BOB, 1))
    assert refusal(game, Build(ANN, MEDITERRANEAN)) == Refusal(
        "build.group", "10 MCS 140", space=MEDITERRANEAN
    )


# -- cards -----------------------------------------------------------------------------------------


@rule("10 MCS 100(b)", "10 MCS 120(e-3)", "CR 5.3", "CR 6.3")
def test_a_player_in_jail_may_buy_a_card_from_another_player_and_use_it() -> None:
    game = scene(jail={ANN: 2}, cards={BOB: ["chest.jail_free"]})
    game.play(OfferTrade(ANN, BOB, give_cash=45, get_cards=(CHEST_CARD,)))
    assert game.play(AcceptTrade(BOB, 1)) == [
        TradeAccepted(1, ANN, BOB, "10 MCS 170"),
        MoneyPaid(ANN, BOB, 45, "trade", "10 MCS 170"),
        CardTransferred(CHEST_CARD, BOB, ANN, "10 MCS 100(b)"),
    ]
    assert game.play(UseCard(ANN, CHEST_CARD)) == [
        CardReturned(ANN, CHEST_CARD, "10 MCS 100(a)"),
        LeftJail(ANN, "card", "10 MCS 120(e-2)"),
    ]


@rule("10 MCS 100(b)", "CR 5.3")
def test_a_card_may_be_sold_at_any_time_even_during_a_third_players_turn() -> None:
    game = scene(players=3, turn=CY, standing_on=BALTIC, cards=HELD)
    game.play(OfferTrade(ANN, BOB, get_cash=45, give_cards=(CHANCE_CARD,)))
    game.play(AcceptTrade(BOB, 1))
    assert game.state.players[BOB].cards == [CHEST_CARD, CHANCE_CARD]
    assert game.waiting_for == [CY]


# -- mortgaged deeds -------------------------------------------------------------------------------


@rule("10 MCS 180(g)", "10 MCS 180(i)", "CR 9", "Ruling 2", "Ruling 11")
def test_a_new_owner_who_keeps_the_mortgage_pays_ten_percent_immediately() -> None:
    game = scene(owns={ANN: [WATER_WORKS]}, mortgaged=[WATER_WORKS])
    game.play(OfferTrade(ANN, BOB, get_cash=40, give_deeds=(WATER_WORKS,)))
    assert game.play(AcceptTrade(BOB, 1)) == [
        TradeAccepted(1, ANN, BOB, "10 MCS 170"),
        MoneyPaid(BOB, ANN, 40, "trade", "10 MCS 170"),
        DeedTransferred(WATER_WORKS, ANN, BOB, "10 MCS 170"),
        MoneyPaid(BOB, BANK, 8, "interest", "10 MCS 180(i)"),
        MortgageKept(BOB, WATER_WORKS, 8, "10 MCS 180(i)"),
    ]
    assert game.state.property(WATER_WORKS).mortgaged
    assert game.play(Unmortgage(BOB, WATER_WORKS)) == [
        MoneyPaid(BOB, BANK, 83, "unmortgage", "10 MCS 180(d)"),
        PropertyUnmortgaged(BOB, WATER_WORKS, 83, "10 MCS 180(d)"),
    ], "the ten percent is due again later"
    assert game.state.players[BOB].cash == 1500 - 40 - 8 - 83


@rule("10 MCS 180(h)", "CR 9", "Ruling 11")
def test_a_player_who_acquires_a_mortgaged_deed_may_unmortgage_it_immediately() -> None:
    game = scene(owns={ANN: [WATER_WORKS]}, mortgaged=[WATER_WORKS])
    game.play(OfferTrade(ANN, BOB, get_cash=40, give_deeds=(WATER_WORKS,)))
    assert game.play(AcceptTrade(BOB, 1, unmortgage=(WATER_WORKS,))) == [
        TradeAccepted(1, ANN, BOB, "10 MCS 170"),
        MoneyPaid(BOB, ANN, 40, "trade", "10 MCS 170"),
        DeedTransferred(WATER_WORKS, ANN, BOB, "10 MCS 170"),
        MoneyPaid(BOB, BANK, 83, "unmortgage", "10 MCS 180(h)"),
        PropertyUnmortgaged(BOB, WATER_WORKS, 83, "10 MCS 180(h)"),
    ]
    assert not game.state.property(WATER_WORKS).mortgaged
    assert game.state.players[BOB].cash == 1500 - 40 - 83


@rule("Ruling 11", "10 MCS 180(h)", "10 MCS 180(i)")
def test_the_maker_of_an_offer_decides_which_of_the_mortgaged_deeds_to_unmortgage() -> None:
    railroads = (READING, B_AND_O, SHORT_LINE)
    game = scene(owns={BOB: railroads}, mortgaged=[READING, SHORT_LINE])
    game.play(OfferTrade(ANN, BOB, give_cash=300, get_deeds=railroads, unmortgage=(SHORT_LINE,)))
    assert game.play(AcceptTrade(BOB, 1)) == [
        TradeAccepted(1, ANN, BOB, "10 MCS 170"),
        MoneyPaid(ANN, BOB, 300, "trade", "10 MCS 170"),
        DeedTransferred(READING, BOB, ANN, "10 MCS 170"),
        DeedTransferred(B_AND_O, BOB, ANN, "10 MCS 170"),
        DeedTransferred(SHORT_LINE, BOB, ANN, "10 MCS 170"),
        MoneyPaid(ANN, BANK, 10, "interest", "10 MCS 180(i)"),
        MortgageKept(ANN, READING, 10, "10 MCS 180(i)"),
        MoneyPaid(ANN, BANK, 110, "unmortgage", "10 MCS 180(h)"),
        PropertyUnmortgaged(ANN, SHORT_LINE, 110, "10 MCS 180(h)"),
    ]
    assert game.state.players[ANN].cash == 1500 - 300 - 10 - 110


@rule("Ruling 11")
def test_each_side_pays_for_the_mortgages_it_receives() -> None:
    game = scene(owns={ANN: [READING], BOB: [BALTIC]}, mortgaged=[READING, BALTIC])
    game.play(
        OfferTrade(ANN, BOB, give_deeds=(READING,), get_deeds=(BALTIC,), unmortgage=(BALTIC,))
    )
    assert game.play(AcceptTrade(BOB, 1)) == [
        TradeAccepted(1, ANN, BOB, "10 MCS 170"),
        DeedTransferred(READING, ANN, BOB, "10 MCS 170"),
        DeedTransferred(BALTIC, BOB, ANN, "10 MCS 170"),
        MoneyPaid(ANN, BANK, 33, "unmortgage", "10 MCS 180(h)"),
        PropertyUnmortgaged(ANN, BALTIC, 33, "10 MCS 180(h)"),
        MoneyPaid(BOB, BANK, 10, "interest", "10 MCS 180(i)"),
        MortgageKept(BOB, READING, 10, "10 MCS 180(i)"),
    ]


@rule("Ruling 11")
def test_a_trade_is_refused_if_the_new_owner_cannot_pay_the_interest() -> None:
    game = scene(owns={ANN: [READING]}, mortgaged=[READING], cash={BOB: 59})
    assert refusal(game, OfferTrade(ANN, BOB, get_cash=50, give_deeds=(READING,))) == Refusal(
        "trade.interest", "Ruling 11", seat=BOB, cost=10, cash=9
    )
    game.play(OfferTrade(ANN, BOB, get_cash=49, give_deeds=(READING,)))
    game.play(AcceptTrade(BOB, 1))
    assert game.state.players[BOB].cash == 0


@rule("Ruling 11")
def test_a_trade_is_refused_if_the_new_owner_cannot_pay_to_unmortgage() -> None:
    game = scene(owns={ANN: [READING]}, mortgaged=[READING], cash={BOB: 109})
    game.play(OfferTrade(ANN, BOB, give_deeds=(READING,)))
    assert refusal(game, AcceptTrade(BOB, 1, unmortgage=(READING,))) == Refusal(
        "trade.interest", "Ruling 11", seat=BOB, cost=110, cash=109
    )
    game.play(AcceptTrade(BOB, 1))


@rule("Ruling 11")
def test_the_interest_may_be_paid_with_cash_from_the_same_trade() -> None:
    game = scene(owns={BOB: [READING]}, mortgaged=[READING], cash={ANN: 0, BOB: 110})
    short = OfferTrade(ANN, BOB, get_cash=109, get_deeds=(READING,), unmortgage=(READING,))
    assert refusal(game, short) == Refusal(
        "trade.interest", "Ruling 11", seat=ANN, cost=110, cash=109
    )
    game.play(OfferTrade(ANN, BOB, get_cash=110, get_deeds=(READING,), unmortgage=(READING,)))
    game.play(AcceptTrade(BOB, 1))
    assert game.state.players[ANN].cash == 0
    assert not game.state.property(READING).mortgaged


@rule("10 MCS 180(h)", "10 MCS 180(f)")
def test_a_trade_can_unmortgage_only_mortgaged_deeds_that_the_player_receives() -> None:
    game = scene(owns={ANN: [READING, ORIENTAL], BOB: [BALTIC]}, mortgaged=[READING])
    for space in (READING, BALTIC):
        offer = OfferTrade(ANN, BOB, give_cash=5, get_deeds=(BALTIC,), unmortgage=(space,))
        assert refusal(game, offer) == Refusal("trade.unmortgage", "10 MCS 180(h)", space=space)
    game.play(OfferTrade(ANN, BOB, get_cash=5, give_deeds=(ORIENTAL,)))
    for space in (READING, ORIENTAL):
        assert refusal(game, AcceptTrade(BOB, 1, unmortgage=(space,))) == Refusal(
            "trade.unmortgage", "10 MCS 180(h)", space=space
        )


@rule("Ruling 3", "Ruling 11")
def test_a_deed_received_in_a_trade_may_be_unmortgaged_while_the_table_is_busy() -> None:
    game = scene(turn=ANN, standing_on=ORIENTAL, owns={BOB: [READING]}, mortgaged=[READING])
    game.play(OfferTrade(ANN, BOB, give_cash=60, get_deeds=(READING,), unmortgage=(READING,)))
    game.play(AcceptTrade(BOB, 1))
    assert not game.state.property(READING).mortgaged


# -- at any time -----------------------------------------------------------------------------------


@rule("10 MCS 170", "10 MCS 120(h)", "CR 6.2")
def test_a_player_in_jail_may_trade() -> None:
    game = scene(turn=BOB, jail={ANN: 1}, owns={ANN: [BALTIC]})
    game.play(OfferTrade(ANN, BOB, get_cash=60, give_deeds=(BALTIC,)))
    game.play(AcceptTrade(BOB, 1))


@rule("10 MCS 170", "Ruling 3", "Ruling 4")
def test_a_trade_may_raise_the_cash_for_a_purchase() -> None:
    game = scene(turn=ANN, standing_on=ORIENTAL, owns={ANN: [BALTIC]}, cash={ANN: 0})
    assert refusal(game, Buy(ANN)) == Refusal(
        "buy.cash", "Ruling 4", space=ORIENTAL, price=100, cash=0
    )
    game.play(OfferTrade(ANN, BOB, get_cash=100, give_deeds=(BALTIC,)))
    game.play(AcceptTrade(BOB, 1))
    game.play(Buy(ANN))


@rule("10 MCS 170", "Ruling 14")
def test_players_may_trade_during_an_auction_but_the_high_bidder_must_keep_enough_cash() -> None:
    game = scene(players=3, standing_on=ORIENTAL, owns={ANN: [BALTIC, READING]}, cash={ANN: 100})
    game.play(Decline(ANN))
    game.play(Bid(ANN, 80))
    assert refusal(game, OfferTrade(ANN, BOB, give_cash=21)) == Refusal(
        "bid.pledged_cash", "Ruling 14", seat=ANN, bid=80, cash=79
    )
    assert refusal(game, OfferTrade(BOB, ANN, get_cash=21)) == Refusal(
        "bid.pledged_cash", "Ruling 14", seat=ANN, bid=80, cash=79
    )
    game.play(OfferTrade(ANN, BOB, give_cash=20, give_deeds=(BALTIC,)))
    game.play(AcceptTrade(BOB, 1))
    game.play(Bid(CY, 81))
    game.play(OfferTrade(ANN, BOB, give_cash=80))
    game.play(AcceptTrade(BOB, 2))
    assert game.state.players[ANN].cash == 0


@rule("Ruling 14", "Ruling 11")
def test_the_high_bidder_must_still_have_the_cash_for_the_bid_after_paying_interest() -> None:
    game = scene(
        players=3,
        standing_on=ORIENTAL,
        owns={BOB: [READING]},
        mortgaged=[READING],
        cash={ANN: 100},
    )
    game.play(Decline(ANN))
    game.play(Bid(ANN, 91))
    assert refusal(game, OfferTrade(BOB, ANN, give_deeds=(READING,))) == Refusal(
        "bid.pledged_cash", "Ruling 14", seat=ANN, bid=91, cash=90
    )


# -- a debtor's trade ------------------------------------------------------------------------------


def owing(amount: int = 500) -> DebtDue:
    return DebtDue(ANN, CY, amount, "rent", "10 MCS 90", announced=True)


@rule("10 MCS 170", "CR 8", "CR 10")
def test_a_trade_may_raise_the_cash_for_a_debt_which_is_then_paid_automatically() -> None:
    game = scene(players=3, to_pass=True, owns={ANN: [READING]}, cash={ANN: 50}, asked=[owing(180)])
    game.play(OfferTrade(ANN, BOB, get_cash=130, give_deeds=(READING,)))
    assert game.play(AcceptTrade(BOB, 1)) == [
        TradeAccepted(1, ANN, BOB, "10 MCS 170"),
        MoneyPaid(BOB, ANN, 130, "trade", "10 MCS 170"),
        DeedTransferred(READING, ANN, BOB, "10 MCS 170"),
        MoneyPaid(ANN, CY, 180, "rent", "10 MCS 90"),
    ]
    assert [player.cash for player in game.state.players] == [0, 1370, 1680]


@rule("Ruling 14")
def test_a_debtors_trade_must_bring_in_cash() -> None:
    game = scene(
        players=3,
        to_pass=True,
        owns={ANN: [READING], BOB: [B_AND_O]},
        cash={ANN: 50},
        asked=[owing()],
    )
    swap = OfferTrade(ANN, BOB, give_deeds=(READING,), get_deeds=(B_AND_O,))
    assert refusal(game, swap) == Refusal("trade.debtor_cash", "Ruling 14", seat=ANN, gain=0)
    purchase = OfferTrade(BOB, ANN, get_cash=1, give_deeds=(B_AND_O,))
    assert refusal(game, purchase) == Refusal("trade.debtor_cash", "Ruling 14", seat=ANN, gain=-1)
    game.play(OfferTrade(ANN, BOB, get_cash=1, give_deeds=(READING,), get_deeds=(B_AND_O,)))


@rule("Ruling 14")
def test_a_debtors_trade_must_not_reduce_the_amount_they_can_raise() -> None:
    game = scene(players=3, to_pass=True, owns={ANN: [READING]}, cash={ANN: 50}, asked=[owing()])
    assert refusal(game, OfferTrade(ANN, BOB, get_cash=99, give_deeds=(READING,))) == Refusal(
        "trade.debtor_worth", "Ruling 14", seat=ANN, loss=1
    )
    game.play(OfferTrade(ANN, BOB, get_cash=100, give_deeds=(READING,)))


@rule("Ruling 14")
def test_the_deeds_a_debtor_receives_count_toward_the_amount_they_can_raise() -> None:
    game = scene(
        players=3,
        to_pass=True,
        owns={ANN: [READING], BOB: [CONNECTICUT]},
        cash={ANN: 50},
        asked=[owing()],
    )
    terms = {"give_deeds": (READING,), "get_deeds": (CONNECTICUT,)}
    assert refusal(game, OfferTrade(ANN, BOB, 0, 39, **terms)) == Refusal(
        "trade.debtor_worth", "Ruling 14", seat=ANN, loss=1
    )
    game.play(OfferTrade(ANN, BOB, 0, 40, **terms))


@rule("Ruling 14")
def test_a_debtor_may_sell_a_mortgaged_deed_for_a_dollar() -> None:
    game = scene(
        players=3,
        to_pass=True,
        owns={ANN: [READING]},
        mortgaged=[READING],
        cash={ANN: 50},
        asked=[owing()],
    )
    game.play(OfferTrade(ANN, BOB, get_cash=1, give_deeds=(READING,)))
    game.play(AcceptTrade(BOB, 1))


@rule("Ruling 14", "Ruling 11")
def test_interest_is_subtracted_from_the_cash_a_debtor_receives() -> None:
    game = scene(
        players=3,
        to_pass=True,
        owns={ANN: [ELECTRIC], BOB: [READING]},
        mortgaged=[READING],
        cash={ANN: 50},
        asked=[owing()],
    )
    assert refusal(game, OfferTrade(ANN, BOB, get_cash=10, get_deeds=(READING,))) == Refusal(
        "trade.debtor_cash", "Ruling 14", seat=ANN, gain=0
    )
    game.play(OfferTrade(ANN, BOB, get_cash=11, get_deeds=(READING,)))


@rule("Ruling 14", "Ruling 11")
def test_a_deed_unmortgaged_in_the_trade_counts_because_it_can_be_mortgaged_again() -> None:
    game = scene(
        players=3,
        to_pass=True,
        owns={ANN: [PENNSYLVANIA_RR], BOB: [READING]},
        mortgaged=[READING],
        cash={ANN: 50},
        asked=[owing()],
    )
    game.play(
        OfferTrade(
            ANN,
            BOB,
            get_cash=111,
            give_deeds=(PENNSYLVANIA_RR,),
            get_deeds=(READING,),
            unmortgage=(READING,),
        )
    )
    assert len(game.state.offers) == 1


@rule("Ruling 14", "Ruling 8")
def test_a_player_whose_debt_is_still_queued_counts_as_a_debtor() -> None:
    game = scene(players=3, standing_on=ORIENTAL, owns={ANN: [READING]}, cash={ANN: 50})
    game.play(Decline(ANN))
    game.state.debts.append(Debt(ANN, CY, 60, "rent", "10 MCS 90"))
    assert refusal(game, OfferTrade(ANN, BOB, get_cash=99, give_deeds=(READING,))) == Refusal(
        "trade.debtor_worth", "Ruling 14", seat=ANN, loss=1
    )


@rule("Ruling 14")
def test_other_players_may_trade_freely_while_somebody_is_in_debt() -> None:
    game = scene(
        players=4,
        to_pass=True,
        owns={ANN: [ORIENTAL], BOB: [READING]},
        cash={ANN: 50},
        asked=[owing()],
    )
    game.play(OfferTrade(BOB, DEE, give_deeds=(READING,)))
    game.play(AcceptTrade(DEE, 1))
    game.play(OfferTrade(CY, ANN, give_cash=100))
    game.play(AcceptTrade(ANN, 2))
    assert game.state.players[ANN].cash == 150


@rule("Ruling 14")
def test_an_offer_that_predates_the_debt_is_checked_as_a_debtors_trade_when_accepted() -> None:
    game = scene(
        players=3,
        turn=ANN,
        at={ANN: 36},
        owns={ANN: [READING]},
        cash={ANN: 10},
        dice=[(1, 1)],
    )
    game.play(OfferTrade(ANN, BOB, get_cash=20, give_deeds=(READING,)))
    game.play(Roll(ANN))  # Luxury Tax, $75
    assert refusal(game, AcceptTrade(BOB, 1)) == Refusal(
        "trade.debtor_worth", "Ruling 14", seat=ANN, loss=80
    )


# -- no promises -----------------------------------------------------------------------------------


@rule("Ruling 29", "Ruling 32")
def test_a_trade_does_not_waive_outstanding_rent() -> None:
    game = scene(turn=ANN, at={ANN: GO}, owns={BOB: [BALTIC]}, dice=[(1, 2)])
    game.play(Roll(ANN))
    game.play(OfferTrade(ANN, BOB, give_cash=300, get_deeds=(BALTIC,)))
    game.play(AcceptTrade(BOB, 2))
    assert game.play(AskForRent(BOB, 1)) == [
        RentAskedFor(BOB, ANN, BALTIC, 4, 1, "Ruling 8"),
        MoneyPaid(ANN, BOB, 4, "rent", "10 MCS 90"),
    ], "the deed is hers now, but the rent was already due"


@rule("Ruling 29", "10 MCS 200(a)")
def test_an_offer_cannot_contain_a_promise() -> None:
    offer = OfferTrade(ANN, BOB, give_cash=1)
    assert list(offer.fields()) == [
        "seat",
        "partner",
        "give_cash",
        "get_cash",
        "give_deeds",
        "get_deeds",
        "give_cards",
        "get_cards",
        "unmortgage",
    ]


# -- options ---------------------------------------------------------------------------------------


@rule("Ruling 14")
def test_the_options_list_what_each_side_could_include_in_an_offer() -> None:
    game = scene(
        owns={ANN: [*BROWN, ST_CHARLES], BOB: [READING, STATES, VIRGINIA]},
        houses={BALTIC: 1},
        mortgaged=[STATES],
        cash={ANN: 70},
        cards=HELD,
    )
    offers = [option for option in game.options(ANN) if option.action == "OfferTrade"]
    assert offers == [
        Option(
            "OfferTrade",
            ANN,
            [
                Choice("partner", [BOB]),
                Choice("give_cash", None, 0, 70),
                Choice("get_cash", None, 0, 1500),
                Choice("give_deeds", [ST_CHARLES], many=True),
                Choice("get_deeds", [READING, STATES, VIRGINIA], many=True),
                Choice("give_cards", [CHANCE_CARD], many=True),
                Choice("get_cards", [CHEST_CARD], many=True),
                Choice("unmortgage", [STATES], many=True, within="get_deeds", costs=[77]),
            ],
        )
    ]


@rule("Ruling 14")
def test_the_options_list_the_answers_to_an_offer() -> None:
    game = scene(players=3, owns={ANN: [READING, BALTIC]}, mortgaged=[READING])
    game.play(OfferTrade(ANN, BOB, get_cash=10, give_deeds=(READING, BALTIC)))

    def answers(seat: int) -> list[tuple[str, list[Choice]]]:
        named = ("AcceptTrade", "DeclineTrade", "CounterTrade", "WithdrawTrade")
        return [
            (option.action, option.choices[:2])
            for option in game.options(seat)
            if option.action in named
        ]

    number = Choice("offer", [1])
    assert answers(ANN) == [("WithdrawTrade", [number])]
    assert answers(CY) == []
    assert answers(BOB) == [
        ("AcceptTrade", [number, Choice("unmortgage", [READING], many=True, costs=[110])]),
        ("DeclineTrade", [number]),
        ("CounterTrade", [number, Choice("give_cash", None, 0, 1500)]),
    ]
    game.state.players[BOB].cash = 19
    assert [action for action, _ in answers(BOB)] == ["DeclineTrade", "CounterTrade"]


@rule("Ruling 14")
def test_there_is_no_trade_option_between_two_players_who_have_nothing() -> None:
    game = scene(players=3, owns={CY: [BALTIC]}, cash={ANN: 0, BOB: 0, CY: 0})
    partners = [option.choices[0] for option in game.options(ANN) if option.action == "OfferTrade"]
    assert partners == [Choice("partner", [CY])]


@rule("Ruling 14")
@pytest.mark.parametrize(
    ("cash", "owns", "shown"),
    [
        (0, [], ["DeclineTrade"]),
        (1, [], ["DeclineTrade", "CounterTrade"]),
        (0, [BALTIC], ["DeclineTrade", "CounterTrade"]),
    ],
)
def test_a_counteroffer_is_an_option_if_there_is_anything_to_include_in_it(
    cash: int, owns: list[int], shown: list[str]
) -> None:
    game = scene(owns={BOB: owns}, cash={BOB: cash})
    game.play(OfferTrade(ANN, BOB, give_cash=1500))
    game.state.players[ANN].cash = 0
    answers = ("AcceptTrade", "DeclineTrade", "CounterTrade")
    assert [option.action for option in game.options(BOB) if option.action in answers] == shown


@rule("Ruling 14")
def test_the_trade_options_exclude_the_cash_for_a_high_bid() -> None:
    game = scene(standing_on=ORIENTAL, cash={ANN: 100})
    game.play(Decline(ANN))
    game.play(Bid(ANN, 80))
    offers = {
        seat: [option for option in game.options(seat) if option.action == "OfferTrade"]
        for seat in (ANN, BOB)
    }
    assert offers[ANN][0].choices[1] == Choice("give_cash", None, 0, 20)
    assert offers[BOB][0].choices[2] == Choice("get_cash", None, 0, 20)
