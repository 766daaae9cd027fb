"""The standard policy, tested against each sentence of its description."""

from __future__ import annotations

import pytest

from passgo.bots.baselines.standard import is_fair_swap
from passgo.bots.ladder import BotError, make_bot
from passgo.engine.action import Action
from passgo.engine.board import STREET, Deed
from passgo.engine.rules.auction import Auction, PassBid
from passgo.engine.rules.building import Build
from passgo.engine.rules.buying import Buy, Decline
from passgo.engine.rules.jail import UseCard
from passgo.engine.rules.mortgage import Unmortgage
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.shortage import (
    BidForBuilding,
    BuildingAuction,
    BuildingSale,
    DemandRound,
    StateDemand,
)
from passgo.engine.rules.trade import OfferTrade
from passgo.engine.state import HOUSE
from tests.bots.baseline_games import answers, decides, does_before_roll, played
from tests.scene import (
    ANN,
    B_AND_O,
    BALTIC,
    BOARDWALK,
    BOB,
    BROWN,
    CONNECTICUT,
    DARK_BLUE,
    ILLINOIS,
    INDIANA,
    KENTUCKY,
    LIGHT_BLUE,
    MEDITERRANEAN,
    NEW_YORK,
    ORIENTAL,
    PACIFIC,
    PARK_PLACE,
    PENNSYLVANIA_RR,
    READING,
    SHORT_LINE,
    ST_CHARLES,
    ST_JAMES,
    STATES,
    TENNESSEE,
    VERMONT,
    VIRGINIA,
    card_number,
    scene,
)

# Buy if at least $200 would be left. The variant `standard-0` keeps no reserve.


@pytest.mark.parametrize(
    ("name", "cash", "action"),
    [
        ("standard", 420, Buy(ANN)),
        ("standard", 419, Decline(ANN)),
        ("standard-0", 220, Buy(ANN)),
        ("standard-0", 219, Decline(ANN)),
    ],
)
def test_it_buys_if_it_can_keep_its_reserve(name: str, cash: int, action: Action) -> None:
    # It does not go below its reserve even to complete a group.
    game = scene(standing_on=KENTUCKY, cash={ANN: cash}, owns={ANN: [INDIANA, ILLINOIS]})
    assert decides(name, game) == action


def test_a_negative_reserve_is_rejected() -> None:
    with pytest.raises(BotError, match="reserve must be at least 0"):
        make_bot("standard(reserve=-1)")


def test_it_never_bids_in_auctions() -> None:
    game = scene(to_pass=True, asked=[Auction(BOARDWALK, [ANN, BOB])])
    assert decides("standard", game) == PassBid(ANN)


# Build the cheapest houses first.


@pytest.mark.parametrize(("name", "cash"), [("standard", 500), ("standard-0", 300)])
def test_it_builds_the_cheapest_houses_first_as_long_as_it_keeps_its_reserve(
    name: str, cash: int
) -> None:
    owned = {ANN: [*DARK_BLUE, *LIGHT_BLUE]}
    built = {ORIENTAL: 3, VERMONT: 4, CONNECTICUT: 4}
    game = scene(cash={ANN: cash + 99}, owns=owned, houses=built, asks=[ANN])
    assert does_before_roll(name, game) == [
        Build(ANN, ORIENTAL),
        Build(ANN, ORIENTAL),
        Build(ANN, VERMONT),
        Build(ANN, CONNECTICUT),
    ]
    assert game.state.players[ANN].cash == cash - 101


def test_when_the_cheapest_group_is_full_it_builds_on_the_next() -> None:
    owned = {ANN: [*DARK_BLUE, *BROWN]}
    built = {MEDITERRANEAN: 5, BALTIC: 5}
    game = scene(cash={ANN: 400}, owns=owned, houses=built, asks=[ANN])
    assert does_before_roll("standard", game) == [Build(ANN, PARK_PLACE)]


def test_it_builds_and_unmortgages_only_before_its_own_roll() -> None:
    game = scene(turn=BOB, owns={ANN: [*BROWN, READING]}, mortgaged=[READING], asks=[ANN])
    assert does_before_roll("standard", game) == []


def test_it_unmortgages_first_as_long_as_it_keeps_its_reserve() -> None:
    owned = {ANN: [*BROWN, READING]}
    game = scene(cash={ANN: 359}, owns=owned, mortgaged=[READING], asks=[ANN])
    assert does_before_roll("standard", game) == [Unmortgage(ANN, READING)]
    game = scene(cash={ANN: 309}, owns=owned, mortgaged=[READING], asks=[ANN])
    assert does_before_roll("standard", game) == [Build(ANN, MEDITERRANEAN), Build(ANN, BALTIC)]


@pytest.mark.parametrize(("name", "count"), [("standard", 1), ("standard-0", 5)])
def test_in_a_shortage_it_demands_what_it_can_buy_while_keeping_its_reserve(
    name: str, count: int
) -> None:
    asked = [DemandRound(BOB, ORIENTAL, HOUSE, [ANN, BOB])]
    owned = {ANN: BROWN, BOB: LIGHT_BLUE}
    game = scene(turn=BOB, cash={ANN: 290}, owns=owned, asked=asked)
    assert decides(name, game) == StateDemand(ANN, count)


def test_without_cash_to_spare_it_demands_nothing() -> None:
    asked = [DemandRound(BOB, ORIENTAL, HOUSE, [ANN, BOB])]
    game = scene(turn=BOB, cash={ANN: 150}, owns={ANN: BROWN, BOB: LIGHT_BLUE}, asked=asked)
    assert decides("standard", game) == StateDemand(ANN, 0)


@pytest.mark.parametrize(
    ("cash", "action"), [(250, BidForBuilding(ANN, 50, MEDITERRANEAN)), (249, PassBid(ANN))]
)
def test_in_a_house_auction_it_bids_the_printed_price(cash: int, action: Action) -> None:
    owned = {ANN: BROWN, BOB: LIGHT_BLUE}
    up = BuildingAuction(HOUSE, [ANN, BOB])
    game = scene(turn=BOB, cash={ANN: cash}, owns=owned, asked=[BuildingSale(HOUSE), up])
    assert decides("standard", game) == action


# Never pay to leave Jail early.


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_it_never_pays_to_leave_jail_early(turn: int) -> None:
    assert decides("standard", scene(jail={ANN: turn})) == Roll(ANN)


def test_it_uses_a_card_to_leave_jail() -> None:
    game = scene(jail={ANN: 1}, cards={ANN: ["chance.jail_free"]})
    number = card_number(game.state.board, "chance.jail_free")
    assert decides("standard", game) == UseCard(ANN, number)


# Swap one deed for another only when both players complete a group, the price difference is at most
# $200, and one price is at most double the other. The difference is paid in cash.

SWAP = {ANN: [ST_CHARLES, INDIANA, ILLINOIS], BOB: [KENTUCKY, STATES, VIRGINIA]}


@pytest.mark.parametrize(
    ("name", "cash", "offered"),
    [
        ("standard", 280, True),
        ("standard", 279, False),
        ("standard-0", 80, True),
        ("standard-0", 79, False),
    ],
)
def test_it_offers_a_swap_that_completes_both_groups_and_pays_the_difference(
    name: str, cash: int, offered: bool
) -> None:
    game = scene(cash={ANN: cash}, owns=SWAP, asks=[ANN])
    swap = OfferTrade(ANN, BOB, 80, 0, (ST_CHARLES,), (KENTUCKY,))
    assert does_before_roll(name, game) == ([swap] if offered else [])


def test_it_asks_for_the_difference_when_its_own_deed_costs_more() -> None:
    game = scene(turn=BOB, owns=SWAP, asks=[BOB])
    swap = OfferTrade(BOB, ANN, 0, 80, (KENTUCKY,), (ST_CHARLES,))
    assert does_before_roll("standard", game, BOB) == [swap]


def test_it_offers_each_swap_once_and_only_on_its_own_turn() -> None:
    assert does_before_roll("standard", scene(turn=BOB, owns=SWAP, asks=[ANN])) == []
    game = scene(owns=SWAP, asks=[ANN])
    bot = make_bot("standard")
    assert bot.idle(game.view(ANN)) is not None
    assert bot.idle(game.view(ANN)) is None
    game.state.turn += 2
    assert bot.idle(game.view(ANN)) is not None


@pytest.mark.parametrize(
    "owned",
    [
        {ANN: [ST_CHARLES], BOB: [KENTUCKY, STATES, VIRGINIA]},
        {ANN: [ST_CHARLES, INDIANA, ILLINOIS], BOB: [KENTUCKY, STATES]},
        {ANN: [PARK_PLACE], BOB: [BOARDWALK]},
    ],
    ids=["only Bob's group", "only Ann's group", "within one group"],
)
def test_it_offers_only_swaps_that_complete_both_groups(owned: dict[int, list[int]]) -> None:
    assert does_before_roll("standard", scene(owns=owned, asks=[ANN])) == []


@pytest.mark.parametrize(
    ("mine", "theirs", "offered"),
    [
        # Oriental ($100) for New York ($200): exactly double.
        ([ORIENTAL, ST_JAMES, TENNESSEE], [NEW_YORK, VERMONT, CONNECTICUT], True),
        # Oriental ($100) for Kentucky ($220): more than double.
        ([ORIENTAL, INDIANA, ILLINOIS], [KENTUCKY, VERMONT, CONNECTICUT], False),
        # A railroad ($200) for Boardwalk ($400): a difference of $200, and exactly double.
        ([READING, PARK_PLACE], [BOARDWALK, PENNSYLVANIA_RR, B_AND_O, SHORT_LINE], True),
        # St. James ($180) for Park Place ($350) is within both limits; Boardwalk ($400) is not.
        ([ST_JAMES, BOARDWALK], [PARK_PLACE, TENNESSEE, NEW_YORK], True),
        ([ST_JAMES, PARK_PLACE], [BOARDWALK, TENNESSEE, NEW_YORK], False),
    ],
)
def test_prices_may_differ_by_at_most_200_dollars_and_a_factor_of_two(
    mine: list[int], theirs: list[int], offered: bool
) -> None:
    game = scene(owns={ANN: mine, BOB: theirs}, asks=[ANN])
    asked = [
        a.terms.get_deeds for a in does_before_roll("standard", game) if isinstance(a, OfferTrade)
    ]
    assert asked == ([(theirs[0],)] if offered else [])
    swap = OfferTrade(BOB, ANN, give_deeds=(theirs[0],), get_deeds=(mine[0],))
    answer = answers("standard", scene(owns={ANN: mine, BOB: theirs}), swap)
    assert answer == ("AcceptTrade" if offered else "DeclineTrade")


@pytest.mark.parametrize(("dear", "fair"), [(500, True), (501, False)])
def test_a_difference_above_200_dollars_is_too_much_even_within_a_factor_of_two(
    dear: int, fair: bool
) -> None:
    # No two deeds on the classic board are that far apart in price but within a factor of two.
    one = Deed(0, 1, "One", STREET, 0, 300, 150, 200, [0] * 6)
    other = Deed(1, 3, "Other", STREET, 1, dear, 250, 200, [0] * 6)
    assert is_fair_swap(one, other) == fair
    assert is_fair_swap(other, one) == fair


def test_it_accepts_a_swap_only_if_the_difference_is_paid() -> None:
    for cash, answer in [(80, "AcceptTrade"), (79, "DeclineTrade"), (81, "AcceptTrade")]:
        terms = OfferTrade(ANN, BOB, cash, 0, (ST_CHARLES,), (KENTUCKY,))
        assert answers("standard", scene(owns=SWAP), terms) == answer
    for cash, answer in [(80, "AcceptTrade"), (81, "DeclineTrade"), (0, "AcceptTrade")]:
        terms = OfferTrade(BOB, ANN, 0, cash, (KENTUCKY,), (ST_CHARLES,))
        assert answers("standard", scene(owns=SWAP), terms) == answer


@pytest.mark.parametrize(
    ("name", "cash", "answer"),
    [
        ("standard", 280, "AcceptTrade"),
        ("standard", 279, "DeclineTrade"),
        ("standard-0", 80, "AcceptTrade"),
    ],
)
def test_it_pays_the_difference_only_if_it_can_keep_its_reserve(
    name: str, cash: int, answer: str
) -> None:
    terms = OfferTrade(BOB, ANN, 0, 80, (KENTUCKY,), (ST_CHARLES,))
    assert answers(name, scene(cash={ANN: cash}, owns=SWAP), terms) == answer


@pytest.mark.parametrize(
    "terms",
    [
        OfferTrade(BOB, ANN, give_deeds=(PACIFIC,)),
        OfferTrade(BOB, ANN, give_cash=1000, get_deeds=(ST_CHARLES,)),
        OfferTrade(BOB, ANN, give_deeds=(KENTUCKY, PACIFIC), get_deeds=(ST_CHARLES,)),
        OfferTrade(BOB, ANN, give_cash=500, give_deeds=(KENTUCKY,), get_deeds=(INDIANA,)),
        OfferTrade(BOB, ANN, give_cash=500, give_deeds=(PACIFIC,), get_deeds=(ST_CHARLES,)),
    ],
    ids=["gift", "sale", "two for one", "completes none", "completes one"],
)
def test_it_declines_everything_else(terms: OfferTrade) -> None:
    owned = {ANN: SWAP[ANN], BOB: [*SWAP[BOB], PACIFIC]}
    assert answers("standard", scene(owns=owned), terms) == "DeclineTrade"


@pytest.mark.parametrize(
    "owned",
    [
        {ANN: [ST_CHARLES, INDIANA, ILLINOIS], BOB: [KENTUCKY, STATES]},
        {ANN: [ST_CHARLES, INDIANA], BOB: [KENTUCKY, STATES, VIRGINIA]},
    ],
    ids=["only Ann's group", "only Bob's group"],
)
def test_it_accepts_only_swaps_that_complete_both_groups(owned: dict[int, list[int]]) -> None:
    terms = OfferTrade(BOB, ANN, 0, 0, (KENTUCKY,), (ST_CHARLES,))
    assert answers("standard", scene(owns=owned), terms) == "DeclineTrade"


def test_a_swap_that_costs_nothing_needs_no_reserve() -> None:
    owned = {
        ANN: [NEW_YORK, PENNSYLVANIA_RR, B_AND_O, SHORT_LINE],
        BOB: [READING, ST_JAMES, TENNESSEE],
    }
    swap = OfferTrade(ANN, BOB, 0, 0, (NEW_YORK,), (READING,))
    game = scene(cash={ANN: 0, BOB: 0}, owns=owned, asks=[ANN])
    assert does_before_roll("standard", game) == [swap]
    assert answers("standard", scene(cash={ANN: 0, BOB: 0}, owns=owned), swap) == "AcceptTrade"


def test_it_declines_a_swap_that_includes_a_card() -> None:
    game = scene(owns=SWAP, cards={BOB: ["chest.jail_free"]})
    card = card_number(game.state.board, "chest.jail_free")
    terms = OfferTrade(BOB, ANN, 0, 0, (KENTUCKY,), (ST_CHARLES,), (card,))
    assert answers("standard", game, terms) == "DeclineTrade"


# Whole games


@pytest.mark.parametrize("name", ["standard", "standard-0"])
@pytest.mark.parametrize("seed", range(20))
def test_four_copies_play_without_errors(name: str, seed: int) -> None:
    played([name] * 4, seed)


@pytest.mark.parametrize("seed", range(10))
def test_they_play_with_other_bots_without_errors(seed: int) -> None:
    played(["standard", "standard-0", "gnome-sneaky", "random", "simple"], seed)


def test_the_same_seed_gives_the_same_game() -> None:
    names = ["standard", "standard-0", "gnome-v4", "hybrid"]
    assert played(names, 3).digest() == played(names, 3).digest()
