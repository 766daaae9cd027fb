"""The gnome policies, tested against each sentence of their description."""

from __future__ import annotations

import pytest

from passgo.bots.ladder import make_bot
from passgo.engine.agenda import Entry
from passgo.engine.rules.auction import Auction, Bid, PassBid
from passgo.engine.rules.building import Build, SellBuilding, SellGroupBuildings
from passgo.engine.rules.buying import Buy, Decline
from passgo.engine.rules.debt import DebtDue, GoBankrupt
from passgo.engine.rules.jail import PayFine, UseCard
from passgo.engine.rules.mortgage import Mortgage, Unmortgage
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.shortage import (
    BidForBuilding,
    BuildingAuction,
    BuildingSale,
    DemandRound,
    StateDemand,
)
from passgo.engine.rules.trade import OfferTrade
from passgo.engine.ruleset import rule_set
from passgo.engine.state import BANK, HOTEL, HOUSE
from tests.bots.baseline_games import answers, decides, does_before_roll, played
from tests.scene import (
    ANN,
    ATLANTIC,
    B_AND_O,
    BALTIC,
    BOARDWALK,
    BOB,
    BROWN,
    CONNECTICUT,
    CY,
    DARK_BLUE,
    ELECTRIC,
    ILLINOIS,
    INDIANA,
    KENTUCKY,
    LIGHT_BLUE,
    MEDITERRANEAN,
    NEW_YORK,
    NORTH_CAROLINA,
    ORANGE,
    ORIENTAL,
    PACIFIC,
    PARK_PLACE,
    PENNSYLVANIA,
    PENNSYLVANIA_RR,
    PINK,
    READING,
    RED,
    SHORT_LINE,
    ST_CHARLES,
    ST_JAMES,
    STATES,
    TENNESSEE,
    VENTNOR,
    VERMONT,
    VIRGINIA,
    WATER_WORKS,
    card_number,
    scene,
)

GNOMES = ["gnome-v3", "gnome-v4", "gnome-v5", "gnome-sneaky"]
CORE = pytest.mark.parametrize("name", GNOMES)
V3 = "gnome-v3"


def owing(amount: int) -> list[Entry]:
    """Return a debt that Ann owes to the Bank."""
    return [DebtDue(ANN, BANK, amount, "tax", "CR 5.4")]


# Buy a deed if at least $200 is left afterward, or if it completes a group and is affordable.


@CORE
@pytest.mark.parametrize(("cash", "action"), [(420, Buy(ANN)), (419, Decline(ANN))])
def test_it_buys_if_at_least_200_dollars_is_left(
    name: str, cash: int, action: Buy | Decline
) -> None:
    game = scene(standing_on=KENTUCKY, cash={ANN: cash})
    assert decides(name, game) == action


@CORE
@pytest.mark.parametrize(("cash", "action"), [(220, Buy(ANN)), (219, Decline(ANN))])
def test_it_spends_its_last_dollar_to_complete_a_group(
    name: str, cash: int, action: Buy | Decline
) -> None:
    game = scene(standing_on=KENTUCKY, cash={ANN: cash}, owns={ANN: [INDIANA, ILLINOIS]})
    assert decides(name, game) == action


# If the deed would complete a group and cash is short, mortgage one deed that covers the price and
# is not part of a complete group.


def test_to_complete_a_group_it_mortgages_the_cheapest_deed_that_covers_the_price() -> None:
    owned = [MEDITERRANEAN, ORIENTAL, VERMONT, KENTUCKY, ILLINOIS, BOARDWALK]
    game = scene(standing_on=BALTIC, cash={ANN: 59}, owns={ANN: owned})
    first = decides(V3, game)
    assert first == Mortgage(
        ANN, KENTUCKY
    )  # brings $110; Oriental brings $50, which does not cover $60
    game.play(first)
    assert decides(V3, game) == Buy(ANN)


def test_it_mortgages_no_deed_in_a_complete_group() -> None:
    game = scene(
        standing_on=BALTIC, cash={ANN: 59}, owns={ANN: [MEDITERRANEAN, *RED, PARK_PLACE, *PINK]}
    )
    assert decides(V3, game) == Mortgage(ANN, PARK_PLACE)


def test_a_mortgage_equal_to_the_price_is_enough_and_the_first_deed_wins_a_tie() -> None:
    owned = [MEDITERRANEAN, CONNECTICUT, KENTUCKY, ILLINOIS]
    game = scene(standing_on=BALTIC, cash={ANN: 59}, owns={ANN: owned})
    assert decides(V3, game) == Mortgage(ANN, CONNECTICUT)
    game = scene(standing_on=BALTIC, cash={ANN: 59}, owns={ANN: [MEDITERRANEAN, INDIANA, KENTUCKY]})
    assert decides(V3, game) == Mortgage(ANN, KENTUCKY)


def test_it_mortgages_nothing_if_no_single_deed_covers_the_price() -> None:
    game = scene(standing_on=BALTIC, cash={ANN: 59}, owns={ANN: [MEDITERRANEAN, ORIENTAL, VERMONT]})
    assert decides(V3, game) == Decline(ANN)


def test_it_mortgages_nothing_for_a_deed_that_does_not_complete_a_group() -> None:
    game = scene(standing_on=BALTIC, cash={ANN: 59}, owns={ANN: [KENTUCKY]})
    assert decides(V3, game) == Decline(ANN)


def test_a_deed_that_is_already_mortgaged_covers_nothing() -> None:
    game = scene(
        standing_on=BALTIC,
        cash={ANN: 59},
        owns={ANN: [MEDITERRANEAN, KENTUCKY]},
        mortgaged=[KENTUCKY],
    )
    assert decides(V3, game) == Decline(ANN)


# In an auction, below the list price, bid halfway between the current bid and the list price if
# cash allows.


@CORE
@pytest.mark.parametrize(
    ("bid", "cash", "action"),
    [
        (0, 110, Bid(ANN, 110)),
        (0, 109, PassBid(ANN)),
        (100, 1500, Bid(ANN, 160)),
        (219, 1500, PassBid(ANN)),
    ],
)
def test_below_list_price_it_bids_halfway_to_the_list_price(
    name: str, bid: int, cash: int, action: Bid | PassBid
) -> None:
    auction = Auction(KENTUCKY, [ANN, BOB], bid, BOB if bid else BANK)
    game = scene(to_pass=True, cash={ANN: cash}, asked=[auction])
    assert decides(name, game) == action


# Above the list price, bid only to complete a group, adding a quarter of the remaining cash.


@CORE
@pytest.mark.parametrize("bid", [220, 300])
def test_at_or_above_list_price_it_bids_only_to_complete_a_group(name: str, bid: int) -> None:
    game = scene(to_pass=True, asked=[Auction(KENTUCKY, [ANN, BOB], bid, BOB)])
    assert decides(name, game) == PassBid(ANN)


@CORE
@pytest.mark.parametrize(
    ("cash", "action"), [(1020, Bid(ANN, 420)), (223, PassBid(ANN)), (224, Bid(ANN, 221))]
)
def test_above_list_price_it_adds_a_quarter_of_its_remaining_cash_to_complete_a_group(
    name: str, cash: int, action: Bid | PassBid
) -> None:
    game = scene(
        to_pass=True,
        cash={ANN: cash},
        owns={ANN: [INDIANA, ILLINOIS]},
        asked=[Auction(KENTUCKY, [ANN, BOB], 220, BOB)],
    )
    assert decides(name, game) == action


# In Jail, with $200 or more, use a card or else pay; with less, wait.


@CORE
def test_in_jail_with_200_dollars_it_uses_a_card(name: str) -> None:
    game = scene(jail={ANN: 1}, cash={ANN: 200}, cards={ANN: ["chest.jail_free"]})
    assert decides(name, game) == UseCard(ANN, card_number(game.state.board, "chest.jail_free"))


@CORE
def test_in_jail_with_200_dollars_and_no_card_it_pays(name: str) -> None:
    assert decides(name, scene(jail={ANN: 1}, cash={ANN: 200})) == PayFine(ANN)


@CORE
def test_in_jail_with_less_than_200_dollars_it_waits(name: str) -> None:
    game = scene(jail={ANN: 1}, cash={ANN: 199}, cards={ANN: ["chest.jail_free"]})
    assert decides(name, game) == Roll(ANN)


def test_in_jail_it_rolls_when_the_rules_no_longer_let_it_pay() -> None:
    game = scene(jail={ANN: 3}, rules=rule_set("statutes"))
    assert decides(V3, game) == Roll(ANN)


# Unmortgage as long as at least $200 remains.


@CORE
@pytest.mark.parametrize(("cash", "unmortgages"), [(309, 0), (310, 1), (419, 1), (420, 2)])
def test_it_unmortgages_as_long_as_at_least_200_dollars_remains(
    name: str, cash: int, unmortgages: int
) -> None:
    game = scene(
        turn=BOB,
        cash={ANN: cash},
        owns={ANN: [READING, SHORT_LINE]},
        mortgaged=[READING, SHORT_LINE],
        asks=[ANN],
    )
    assert (
        does_before_roll(name, game)
        == [Unmortgage(ANN, READING), Unmortgage(ANN, SHORT_LINE)][:unmortgages]
    )


# Build out of turn whenever affordable, starting where the extra rent minus the house price is
# largest.


def test_it_builds_out_of_turn_where_extra_rent_minus_house_price_is_largest() -> None:
    # A first house: Mediterranean 10 - 4 - 50, Baltic 20 - 8 - 50, Park Place 175 - 70 - 200 and
    # Boardwalk 200 - 100 - 200. A second: Baltic 60 - 20 - 50.
    game = scene(turn=BOB, cash={ANN: 150}, owns={ANN: [*BROWN, *DARK_BLUE]}, asks=[ANN])
    assert does_before_roll(V3, game) == [
        Build(ANN, BALTIC),
        Build(ANN, MEDITERRANEAN),
        Build(ANN, BALTIC),
    ]


def test_an_expensive_house_that_earns_more_comes_first() -> None:
    # A third house on Boardwalk brings 1400 - 600 - 200, and a first house on Baltic 20 - 8 - 50.
    game = scene(
        turn=BOB,
        cash={ANN: 200},
        owns={ANN: [*BROWN, *DARK_BLUE]},
        houses={PARK_PLACE: 2, BOARDWALK: 2},
        asks=[ANN],
    )
    assert does_before_roll(V3, game) == [Build(ANN, BOARDWALK)]


@CORE
def test_it_builds_with_its_last_dollar(name: str) -> None:
    owned = {ANN: BROWN}
    assert does_before_roll(name, scene(turn=BOB, cash={ANN: 49}, owns=owned, asks=[ANN])) == []
    game = scene(turn=BOB, cash={ANN: 50}, owns=owned, asks=[ANN])
    assert does_before_roll(name, game) == [Build(ANN, BALTIC)]


@CORE
def test_it_does_not_build_on_its_own_turn(name: str) -> None:
    assert does_before_roll(name, scene(owns={ANN: BROWN}, asks=[ANN])) == []


def test_a_property_that_cannot_be_built_on_does_not_stop_it_from_building_elsewhere() -> None:
    game = scene(
        turn=BOB,
        cash={ANN: 200},
        owns={ANN: [*BROWN, *DARK_BLUE]},
        houses={PARK_PLACE: 4, BOARDWALK: 4, MEDITERRANEAN: 4, BALTIC: 4},
        asks=[ANN],
    )
    game.state.hotels = 0
    assert does_before_roll(V3, game) == []
    game.state.hotels = 1
    assert does_before_roll(V3, game) == [Build(ANN, BOARDWALK)]


def test_it_builds_up_to_hotels() -> None:
    game = scene(turn=BOB, owns={ANN: BROWN}, houses={MEDITERRANEAN: 4, BALTIC: 4}, asks=[ANN])
    assert does_before_roll(V3, game) == [Build(ANN, BALTIC), Build(ANN, MEDITERRANEAN)]


def test_it_builds_on_the_first_of_two_equal_properties() -> None:
    game = scene(turn=BOB, cash={ANN: 200}, owns={ANN: ORANGE}, asks=[ANN])
    assert does_before_roll(V3, game) == [Build(ANN, NEW_YORK), Build(ANN, ST_JAMES)]


def test_it_builds_before_it_unmortgages() -> None:
    game = scene(
        turn=BOB, cash={ANN: 360}, owns={ANN: [*BROWN, READING]}, mortgaged=[READING], asks=[ANN]
    )
    done = does_before_roll(V3, game)
    assert done[0] == Build(ANN, BALTIC)
    assert all(isinstance(action, Build) for action in done)


def test_in_a_shortage_it_demands_all_the_houses_it_can_pay_for() -> None:
    demands = DemandRound(BOB, ORIENTAL, HOUSE, [ANN, BOB])
    owned = {ANN: BROWN, BOB: LIGHT_BLUE}
    game = scene(turn=BOB, cash={ANN: 170}, owns=owned, asked=[demands])
    assert decides(V3, game) == StateDemand(ANN, 3)


def test_in_a_house_auction_it_bids_at_most_the_printed_price() -> None:
    owned = {ANN: BROWN, BOB: LIGHT_BLUE}
    up = BuildingAuction(HOUSE, [ANN, BOB])
    game = scene(turn=BOB, cash={ANN: 50}, owns=owned, asked=[BuildingSale(HOUSE), up])
    assert decides(V3, game) == BidForBuilding(ANN, 50, MEDITERRANEAN)
    up = BuildingAuction(HOUSE, [ANN, BOB], 50, BOB, ORIENTAL)
    game = scene(turn=BOB, owns=owned, asked=[BuildingSale(HOUSE), up])
    assert decides(V3, game) == PassBid(ANN)
    up = BuildingAuction(HOUSE, [ANN, BOB])
    game = scene(turn=BOB, cash={ANN: 49}, owns=owned, asked=[BuildingSale(HOUSE), up])
    assert decides(V3, game) == PassBid(ANN)


# Once in each of its own turns, make offers to several players, with at most one deed on each side.
# The price of a lone deed that would complete the buyer's group is 150% of the list price or half
# the buyer's cash, whichever is larger.


@pytest.mark.parametrize(("cash", "price"), [(500, 330), (1500, 750)])
def test_it_sells_a_deed_that_completes_a_group_for_the_larger_of_150_percent_and_half_the_cash(
    cash: int, price: int
) -> None:
    game = scene(cash={BOB: cash}, owns={ANN: [KENTUCKY], BOB: [INDIANA, ILLINOIS]}, asks=[ANN])
    offer = OfferTrade(ANN, BOB, get_cash=price, give_deeds=(KENTUCKY,))
    assert does_before_roll(V3, game) == [offer]


def test_it_sells_nothing_to_a_player_who_cannot_pay_150_percent() -> None:
    game = scene(cash={BOB: 329}, owns={ANN: [KENTUCKY], BOB: [INDIANA, ILLINOIS]}, asks=[ANN])
    assert does_before_roll(V3, game) == []


def test_it_sells_only_unmortgaged_deeds_that_complete_a_group() -> None:
    owned = {ANN: [KENTUCKY, ST_CHARLES], BOB: [INDIANA, STATES, VIRGINIA], CY: [ILLINOIS]}
    game = scene(players=3, owns=owned, mortgaged=[ST_CHARLES], asks=[ANN])
    assert does_before_roll(V3, game) == []


def test_it_sells_the_most_expensive_of_several_deeds() -> None:
    owned = {ANN: [ST_CHARLES, KENTUCKY], BOB: [STATES, VIRGINIA, INDIANA, ILLINOIS]}
    game = scene(owns=owned, asks=[ANN])
    assert does_before_roll(V3, game) == [
        OfferTrade(ANN, BOB, get_cash=750, give_deeds=(KENTUCKY,))
    ]


def test_among_deeds_of_the_same_price_it_sells_and_asks_for_the_first_on_the_board() -> None:
    few = [READING, NEW_YORK]
    many = [PENNSYLVANIA_RR, B_AND_O, SHORT_LINE, ST_JAMES, TENNESSEE]
    game = scene(owns={ANN: few, BOB: many}, asks=[ANN])
    assert does_before_roll(V3, game) == [OfferTrade(ANN, BOB, 0, 750, (READING,))]
    game = scene(owns={ANN: many, BOB: few}, asks=[ANN])
    assert does_before_roll(V3, game) == [OfferTrade(ANN, BOB, 225, 0, (), (READING,))]


# Ask for a lone deed that would complete its own group. Count the deed at 75% of the list price in
# a swap, or pay 112.5% in cash, and keep over $100.


@CORE
@pytest.mark.parametrize(("cash", "offers"), [(348, 1), (347, 0)])
def test_it_pays_112_and_a_half_percent_to_complete_its_group_and_keeps_over_100_dollars(
    name: str, cash: int, offers: int
) -> None:
    game = scene(cash={ANN: cash}, owns={ANN: [INDIANA, ILLINOIS], BOB: [KENTUCKY]}, asks=[ANN])
    offer = OfferTrade(ANN, BOB, give_cash=247, get_deeds=(KENTUCKY,))
    done = does_before_roll(name, game)
    if offers:
        assert done == [offer]
    else:
        assert offer not in done


@pytest.mark.parametrize(
    ("bob", "give_cash", "get_cash"), [(1500, 0, 585), (300, 0, 45)], ids=["half", "150%"]
)
def test_in_a_swap_it_pays_75_percent_minus_the_price_of_its_own_deed(
    bob: int, give_cash: int, get_cash: int
) -> None:
    # 75% of Kentucky's price is $165; St. Charles costs $210 or half of Bob's cash, whichever is
    # larger.
    owned = {ANN: [ST_CHARLES, INDIANA, ILLINOIS], BOB: [KENTUCKY, STATES, VIRGINIA]}
    game = scene(cash={BOB: bob}, owns=owned, asks=[ANN])
    assert does_before_roll(V3, game) == [
        OfferTrade(ANN, BOB, give_cash, get_cash, (ST_CHARLES,), (KENTUCKY,))
    ]


@pytest.mark.parametrize(("cash", "swaps"), [(176, True), (175, False)])
def test_in_a_swap_it_keeps_over_100_dollars(cash: int, swaps: bool) -> None:
    # 75% of Pacific's price is $225; Oriental costs $150, which is all that Bob has.
    owned = {
        ANN: [ORIENTAL, NORTH_CAROLINA, PENNSYLVANIA],
        BOB: [PACIFIC, VERMONT, CONNECTICUT],
    }
    game = scene(cash={ANN: cash, BOB: 150}, owns=owned, asks=[ANN])
    swap = OfferTrade(ANN, BOB, 75, 0, (ORIENTAL,), (PACIFIC,))
    sale = OfferTrade(ANN, BOB, 0, 150, (ORIENTAL,))
    assert does_before_roll(V3, game) == [swap if swaps else sale]


def test_a_swap_that_comes_out_even_needs_no_cash() -> None:
    owned = {
        ANN: [ORIENTAL, PENNSYLVANIA_RR, B_AND_O, SHORT_LINE],
        BOB: [READING, VERMONT, CONNECTICUT],
    }
    game = scene(cash={ANN: 0, BOB: 150}, owns=owned, asks=[ANN])
    assert does_before_roll(V3, game) == [OfferTrade(ANN, BOB, 0, 0, (ORIENTAL,), (READING,))]


def test_it_does_not_swap_deeds_in_the_same_group() -> None:
    game = scene(owns={ANN: [PARK_PLACE], BOB: [BOARDWALK]}, asks=[ANN])
    assert does_before_roll(V3, game) == [
        OfferTrade(ANN, BOB, give_cash=450, get_deeds=(BOARDWALK,))
    ]


def test_it_asks_for_the_cheapest_of_several_deeds_and_never_for_a_mortgaged_deed() -> None:
    owned = {ANN: [STATES, VIRGINIA, INDIANA, ILLINOIS], BOB: [ST_CHARLES, KENTUCKY]}
    game = scene(owns=owned, asks=[ANN])
    assert does_before_roll(V3, game) == [
        OfferTrade(ANN, BOB, give_cash=157, get_deeds=(ST_CHARLES,))
    ]
    game = scene(owns=owned, mortgaged=[ST_CHARLES], asks=[ANN])
    assert does_before_roll(V3, game) == [
        OfferTrade(ANN, BOB, give_cash=247, get_deeds=(KENTUCKY,))
    ]


def test_it_makes_offers_to_several_players_clockwise() -> None:
    owned = {
        CY: [INDIANA, ILLINOIS, STATES, VIRGINIA],
        ANN: [ST_CHARLES],
        BOB: [KENTUCKY],
    }
    game = scene(players=4, turn=CY, owns=owned, asks=[CY])
    assert does_before_roll(V3, game, CY) == [
        OfferTrade(CY, ANN, give_cash=157, get_deeds=(ST_CHARLES,)),
        OfferTrade(CY, BOB, give_cash=247, get_deeds=(KENTUCKY,)),
    ]


def test_it_makes_no_offer_to_a_bankrupt_player() -> None:
    game = scene(players=3, owns={ANN: [INDIANA, ILLINOIS], BOB: [KENTUCKY]}, asks=[ANN])
    game.state.players[CY].out = True
    game.state.left = 2
    assert len(does_before_roll(V3, game)) == 1


@CORE
def test_it_makes_offers_only_on_its_own_turn(name: str) -> None:
    game = scene(turn=BOB, owns={ANN: [INDIANA, ILLINOIS], BOB: [KENTUCKY]}, asks=[ANN])
    assert does_before_roll(name, game) == []


def test_it_makes_its_offers_once_per_turn() -> None:
    game = scene(owns={ANN: [INDIANA, ILLINOIS], BOB: [KENTUCKY]}, asks=[ANN])
    offer = OfferTrade(ANN, BOB, give_cash=247, get_deeds=(KENTUCKY,))
    bot = make_bot(V3)
    assert bot.idle(game.view(ANN)) == offer
    assert bot.idle(game.view(ANN)) is None  # not even before the extra roll after doubles
    game.state.turn += 4
    assert bot.idle(game.view(ANN)) == offer


# Decline gifts, mortgaged deeds, and amounts it cannot pay.


@CORE
@pytest.mark.parametrize(
    "gift",
    [
        OfferTrade(BOB, ANN, give_cash=100),
        OfferTrade(BOB, ANN, get_cash=100),
        OfferTrade(BOB, ANN, give_deeds=(READING,)),
        OfferTrade(BOB, ANN, get_deeds=(BALTIC,)),
        OfferTrade(BOB, ANN, 50, 100, (), (BALTIC,)),
    ],
)
def test_it_declines_gifts_in_both_directions(name: str, gift: OfferTrade) -> None:
    game = scene(owns={ANN: [BALTIC], BOB: [READING]})
    assert answers(name, game, gift) == "DeclineTrade"


@CORE
@pytest.mark.parametrize("mortgaged", [BALTIC, READING])
def test_it_declines_mortgaged_deeds(name: str, mortgaged: int) -> None:
    terms = OfferTrade(BOB, ANN, give_deeds=(READING,), get_deeds=(BALTIC,))
    owned = {ANN: [BALTIC], BOB: [READING]}
    assert answers(name, scene(owns=owned), terms) == "AcceptTrade"
    game = scene(owns=owned, mortgaged=[mortgaged])
    assert answers(name, game, terms) == "DeclineTrade"


def test_it_declines_a_price_it_can_no_longer_pay_even_for_a_group() -> None:
    game = scene(cash={ANN: 300}, owns={ANN: [INDIANA, ILLINOIS], BOB: [KENTUCKY]})
    game.play(OfferTrade(BOB, ANN, get_cash=300, give_deeds=(KENTUCKY,)))
    game.state.players[ANN].cash = 299
    answer = make_bot(V3).answer(game.view(ANN), game.state.offers[0])
    assert type(answer).__name__ == "DeclineTrade"


# Accept a trade that gains more groups than it loses.


@CORE
def test_it_spends_its_last_dollar_on_a_trade_that_completes_a_group(name: str) -> None:
    game = scene(cash={ANN: 300}, owns={ANN: [INDIANA, ILLINOIS], BOB: [KENTUCKY]})
    terms = OfferTrade(BOB, ANN, get_cash=300, give_deeds=(KENTUCKY,))
    assert answers(name, game, terms) == "AcceptTrade"


@CORE
def test_it_declines_a_trade_that_costs_a_group(name: str) -> None:
    game = scene(owns={ANN: BROWN, BOB: [BOARDWALK]})
    terms = OfferTrade(BOB, ANN, 1000, 0, (BOARDWALK,), (BALTIC,))
    assert answers(name, game, terms) == "DeclineTrade"


# Accept any trade that gains as many groups as it loses and leaves at least $200, a known weakness.


@CORE
def test_it_accepts_one_dollar_for_boardwalk(name: str) -> None:
    game = scene(owns={ANN: [BOARDWALK], BOB: [PARK_PLACE]})
    assert answers(name, game, OfferTrade(BOB, ANN, 1, 0, (), (BOARDWALK,))) == "AcceptTrade"


@CORE
@pytest.mark.parametrize(("cash", "answer"), [(300, "AcceptTrade"), (299, "DeclineTrade")])
def test_when_no_group_changes_hands_it_must_keep_200_dollars(
    name: str, cash: int, answer: str
) -> None:
    game = scene(cash={ANN: cash}, owns={BOB: [BALTIC]})
    assert answers(name, game, OfferTrade(BOB, ANN, 0, 100, (BALTIC,))) == answer


@CORE
def test_trading_one_group_for_another_counts_as_even(name: str) -> None:
    owned = {ANN: [*BROWN, INDIANA, ILLINOIS], BOB: [KENTUCKY]}
    terms = OfferTrade(BOB, ANN, 0, 0, (KENTUCKY,), (BALTIC,))
    assert answers(name, scene(cash={ANN: 200}, owns=owned), terms) == "AcceptTrade"
    assert answers(name, scene(cash={ANN: 199}, owns=owned), terms) == "DeclineTrade"


# When short of money, mortgage in ascending order of value if that suffices.


@CORE
def test_it_mortgages_in_ascending_order_if_that_suffices(name: str) -> None:
    owned = {ANN: [BOARDWALK, READING, *BROWN]}
    game = scene(
        to_pass=True, cash={ANN: 0}, owns=owned, asked=owing(360)
    )  # everything it can raise
    done = []
    while game.state.is_in_debt(ANN):
        done.append(decides(name, game))
        game.play(done[-1])
    assert done == [
        Mortgage(ANN, MEDITERRANEAN),
        Mortgage(ANN, BALTIC),
        Mortgage(ANN, READING),
        Mortgage(ANN, BOARDWALK),
    ]


# Otherwise, give up deeds outside groups first, then groups, then houses. Deeds cannot be sold to
# the Bank, so they are mortgaged.


@CORE
def test_otherwise_lone_deeds_go_first_then_groups_then_houses(name: str) -> None:
    owned = {ANN: [READING, ATLANTIC, *BROWN, *LIGHT_BLUE]}
    game = scene(
        to_pass=True,
        cash={ANN: 0},
        owns=owned,
        houses={ORIENTAL: 1, VERMONT: 1, CONNECTICUT: 2},
        asked=owing(350),
    )
    done = []
    while game.state.is_in_debt(ANN):
        done.append(decides(name, game))
        game.play(done[-1])
    assert done == [
        Mortgage(ANN, READING),
        Mortgage(ANN, ATLANTIC),
        Mortgage(ANN, MEDITERRANEAN),
        Mortgage(ANN, BALTIC),
        SellBuilding(ANN, CONNECTICUT),
        SellBuilding(ANN, ORIENTAL),
        SellBuilding(ANN, VERMONT),
    ]


def test_hotels_that_cannot_become_houses_are_sold_with_their_group() -> None:
    game = scene(
        to_pass=True,
        cash={ANN: 0},
        owns={ANN: BROWN},
        houses={MEDITERRANEAN: 5, BALTIC: 5},
        asked=owing(100),
    )
    game.state.houses = 3
    assert decides(V3, game) == SellGroupBuildings(ANN, 0)


def test_among_deeds_of_equal_mortgage_value_the_first_on_the_board_is_mortgaged() -> None:
    owned = {ANN: [SHORT_LINE, READING]}
    game = scene(to_pass=True, cash={ANN: 0}, owns=owned, asked=owing(100))
    assert decides(V3, game) == Mortgage(ANN, READING)


@CORE
def test_it_goes_bankrupt_when_nothing_suffices(name: str) -> None:
    game = scene(to_pass=True, cash={ANN: 0}, owns={ANN: BROWN}, asked=owing(61))
    assert decides(name, game) == GoBankrupt(ANN)


# v4 asks for 60–70% of the buyer's cash.


def test_v4_asks_for_65_percent_of_the_buyers_cash() -> None:
    game = scene(cash={BOB: 1000}, owns={ANN: [KENTUCKY], BOB: [INDIANA, ILLINOIS]}, asks=[ANN])
    offer = OfferTrade(ANN, BOB, get_cash=650, give_deeds=(KENTUCKY,))
    assert does_before_roll("gnome-v4", game) == [offer]


# v4 wants railroads, Park Place and Boardwalk, but never utilities. v5 wants orange, light blue
# and railroads.

WANTED = [
    ("gnome-v4", READING),
    ("gnome-v4", PARK_PLACE),
    ("gnome-v4", BOARDWALK),
    ("gnome-v5", READING),
    ("gnome-v5", ST_JAMES),
    ("gnome-v5", ORIENTAL),
]
NOT_WANTED = [
    ("gnome-v3", READING),
    ("gnome-v4", ST_JAMES),
    ("gnome-v5", BOARDWALK),
    ("gnome-v5", ELECTRIC),
]


@pytest.mark.parametrize(("name", "space"), WANTED)
def test_it_buys_bids_for_and_asks_for_the_deeds_it_wants(name: str, space: int) -> None:
    price = scene().state.property(space).deed.price
    assert decides(name, scene(standing_on=space, cash={ANN: price})) == Buy(ANN)
    up = Auction(space, [ANN, BOB], price, BOB)
    game = scene(to_pass=True, cash={ANN: price + 400}, asked=[up])
    assert decides(name, game) == Bid(ANN, price + 100)
    game = scene(owns={BOB: [space]}, asks=[ANN])
    offer = OfferTrade(ANN, BOB, give_cash=price * 9 // 8, get_deeds=(space,))
    assert does_before_roll(name, game) == [offer]


@pytest.mark.parametrize(("name", "space"), NOT_WANTED)
def test_it_does_not_buy_bid_for_or_ask_for_other_deeds(name: str, space: int) -> None:
    price = scene().state.property(space).deed.price
    assert decides(name, scene(standing_on=space, cash={ANN: price})) == Decline(ANN)
    game = scene(to_pass=True, asked=[Auction(space, [ANN, BOB], price, BOB)])
    assert decides(name, game) == PassBid(ANN)
    assert does_before_roll(name, scene(owns={BOB: [space]}, asks=[ANN])) == []


def test_it_never_asks_a_player_to_break_up_a_complete_group() -> None:
    assert does_before_roll("gnome-v4", scene(owns={BOB: DARK_BLUE}, asks=[ANN])) == []


def test_v4_never_takes_utilities() -> None:
    owned = {ANN: [ELECTRIC]}
    game = scene(standing_on=WATER_WORKS, owns=owned)
    assert decides("gnome-v4", game) == Decline(ANN)
    game = scene(to_pass=True, owns=owned, asked=[Auction(WATER_WORKS, [ANN, BOB])])
    assert decides("gnome-v4", game) == PassBid(ANN)
    game = scene(owns={ANN: [ELECTRIC], BOB: [WATER_WORKS]}, asks=[ANN])
    assert does_before_roll("gnome-v4", game) == [
        OfferTrade(ANN, BOB, get_cash=975, give_deeds=(ELECTRIC,))
    ]
    game = scene(owns={ANN: [ELECTRIC], BOB: [WATER_WORKS]})
    terms = OfferTrade(BOB, ANN, get_cash=1, give_deeds=(WATER_WORKS,))
    assert answers("gnome-v4", game, terms) == "DeclineTrade"


# v5 stops at three houses.


def test_v5_stops_at_three_houses() -> None:
    owned = {ANN: BROWN}
    game = scene(turn=BOB, owns=owned, houses={MEDITERRANEAN: 3, BALTIC: 2}, asks=[ANN])
    assert does_before_roll("gnome-v5", game) == [Build(ANN, BALTIC)]
    short = rule_set("short")
    game = scene(
        turn=BOB, owns=owned, houses={MEDITERRANEAN: 3, BALTIC: 3}, asks=[ANN], rules=short
    )
    assert does_before_roll("gnome-v5", game) == []


def test_v5_does_not_demand_a_fourth_house_or_a_hotel() -> None:
    owned = {ANN: BROWN, BOB: LIGHT_BLUE}
    built = {MEDITERRANEAN: 2, BALTIC: 3}
    asked = [DemandRound(BOB, ORIENTAL, HOUSE, [ANN, BOB])]
    assert decides(
        "gnome-v5", scene(turn=BOB, owns=owned, houses=built, asked=asked)
    ) == StateDemand(ANN, 1)
    built = {MEDITERRANEAN: 4, BALTIC: 4}
    asked = [DemandRound(BOB, ORIENTAL, HOTEL, [ANN, BOB])]
    assert decides(
        "gnome-v5", scene(turn=BOB, owns=owned, houses=built, asked=asked)
    ) == StateDemand(ANN, 0)
    asked = [DemandRound(BOB, ORIENTAL, HOTEL, [ANN, BOB])]
    assert decides(V3, scene(turn=BOB, owns=owned, houses=built, asked=asked)) == StateDemand(
        ANN, 2
    )


def test_v5_does_not_demand_a_hotel_in_the_short_game() -> None:
    owned = {ANN: BROWN, BOB: LIGHT_BLUE}
    built = {MEDITERRANEAN: 3, BALTIC: 3}
    asked = [DemandRound(BOB, ORIENTAL, HOTEL, [ANN, BOB])]
    game = scene(turn=BOB, owns=owned, houses=built, asked=asked, rules=rule_set("short"))
    assert decides("gnome-v5", game) == StateDemand(ANN, 0)


def test_v5_does_not_bid_for_a_fourth_house() -> None:
    owned = {ANN: [*BROWN, *PINK], BOB: LIGHT_BLUE}
    built = {MEDITERRANEAN: 3, BALTIC: 3}
    up = BuildingAuction(HOUSE, [ANN, BOB])
    game = scene(turn=BOB, owns=owned, houses=built, asked=[BuildingSale(HOUSE), up])
    assert decides("gnome-v5", game) == BidForBuilding(ANN, 100, ST_CHARLES)


def test_v5_bids_for_a_third_house() -> None:
    owned = {ANN: BROWN, BOB: LIGHT_BLUE}
    up = BuildingAuction(HOUSE, [ANN, BOB])
    built = {MEDITERRANEAN: 2, BALTIC: 2}
    game = scene(turn=BOB, owns=owned, houses=built, asked=[BuildingSale(HOUSE), up])
    assert decides("gnome-v5", game) == BidForBuilding(ANN, 50, MEDITERRANEAN)


# `gnome-sneaky` plays like v3, but also offers next to nothing for any deed.


def test_gnome_sneaky_offers_everyone_a_dollar_for_a_different_deed_each_round() -> None:
    owned = {BOB: [KENTUCKY, ATLANTIC], CY: [VENTNOR]}
    game = scene(players=3, owns=owned, asks=[ANN])
    one = OfferTrade(ANN, BOB, 1, 0, (), (ATLANTIC,))
    two = OfferTrade(ANN, CY, 1, 0, (), (VENTNOR,))
    assert game.state.round == 1
    assert does_before_roll("gnome-sneaky", game) == [one, two]
    game.state.round = 2
    one = OfferTrade(ANN, BOB, 1, 0, (), (KENTUCKY,))
    assert does_before_roll("gnome-sneaky", game) == [one, two]


def test_gnome_sneaky_never_asks_for_mortgaged_or_developed_deeds() -> None:
    owned = {BOB: [*BROWN, READING]}
    game = scene(owns=owned, mortgaged=[READING], houses={BALTIC: 1}, asks=[ANN])
    assert does_before_roll("gnome-sneaky", game) == []


def test_gnome_sneaky_first_makes_the_same_offers_as_v3() -> None:
    owned = {ANN: [INDIANA, ILLINOIS], BOB: [KENTUCKY, ATLANTIC], CY: [VENTNOR]}
    game = scene(players=3, owns=owned, asks=[ANN])
    assert does_before_roll("gnome-sneaky", game) == [
        OfferTrade(ANN, BOB, give_cash=247, get_deeds=(KENTUCKY,)),
        OfferTrade(ANN, CY, 1, 0, (), (VENTNOR,)),
    ]


def test_gnome_sneaky_makes_no_offers_if_it_has_no_cash() -> None:
    game = scene(cash={ANN: 0}, owns={BOB: [ATLANTIC]}, asks=[ANN])
    assert does_before_roll("gnome-sneaky", game) == []


# Whole games


@pytest.mark.parametrize("name", GNOMES)
@pytest.mark.parametrize("seed", range(20))
def test_four_copies_play_without_errors(name: str, seed: int) -> None:
    played([name] * 4, seed)


@pytest.mark.parametrize("seed", range(10))
def test_they_play_with_other_bots_without_errors(seed: int) -> None:
    played([*GNOMES, "simple", "random"], seed)


def test_the_same_seed_gives_the_same_game() -> None:
    assert played(GNOMES, 7).digest() == played(GNOMES, 7).digest()
