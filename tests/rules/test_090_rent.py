"""10 MCS 90, CR 5.2, Rulings 6, 8, 29 and 32: rent, and how the owner collects it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from passgo.engine.agenda import Entry
from passgo.engine.board import HOTEL_LEVEL
from passgo.engine.events import (
    DebtOpened,
    DebtVoided,
    DiceRolled,
    Event,
    MoneyPaid,
    PropertyAuctioned,
    PropertyBought,
    RentAskedFor,
    RentFixed,
    RentLapsed,
    RentOrderSet,
    SentToJail,
    StayedInJail,
    TokenMoved,
    TurnBegan,
    TurnEnded,
)
from passgo.engine.game import Game
from passgo.engine.legal import ACTIONS
from passgo.engine.options import Choice, Option
from passgo.engine.refusal import Refusal
from passgo.engine.rules.auction import Auction, Bid, PassBid
from passgo.engine.rules.building import Build
from passgo.engine.rules.buying import Buy, BuyOrAuction, Decline
from passgo.engine.rules.debt import GoBankrupt, Resign
from passgo.engine.rules.jail import PayFine
from passgo.engine.rules.mortgage import Mortgage
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.rent import (
    AlwaysAskForRent,
    AskForRent,
    rent_of,
    rent_row,
    rent_table,
)
from passgo.engine.rules.tax import ChooseTax
from passgo.engine.rules.trade import AcceptTrade, OfferTrade
from passgo.engine.rules.turn import EndTurn, ToEndTurn, ToRoll
from passgo.engine.ruleset import RuleSet, rule_set
from passgo.engine.state import BANK
from passgo.engine.value import fields_of
from tests.scene import (
    ANN,
    B_AND_O,
    BALTIC,
    BOARDWALK,
    BOB,
    BROWN,
    CHANCE_7,
    CHANCE_36,
    CONNECTICUT,
    CY,
    DARK_BLUE,
    DEE,
    ELECTRIC,
    GO,
    INCOME_TAX,
    JAIL,
    LIGHT_BLUE,
    MEDITERRANEAN,
    NEW_YORK,
    NORTH_CAROLINA,
    ORIENTAL,
    PARK_PLACE,
    PENNSYLVANIA,
    PENNSYLVANIA_RR,
    RAILROADS,
    READING,
    SHORT_LINE,
    ST_CHARLES,
    UTILITIES,
    VERMONT,
    WATER_WORKS,
    refusal,
    rule,
    scene,
    select_events,
)

STATUTES = rule_set("statutes")


def top(game: Game) -> Entry:
    return game.state.agenda.top


def moved(seat: int, dice: tuple[int, int], start: int, space: int) -> list[Event]:
    return [
        DiceRolled(seat, *dice, "10 MCS 60(b)"),
        TokenMoved(seat, start, space, "dice", "10 MCS 60(b)"),
    ]


def visit(
    space: int,
    dice: tuple[int, int],
    owns: list[int],
    houses: dict[int, int] | None = None,
    mortgaged: list[int] | None = None,
    rules: RuleSet | None = None,
) -> list[Event]:
    """Have Ann stop on a space while Bob owns these deeds; return the events after the move."""
    game = scene(
        at={ANN: (space - sum(dice)) % 40},
        cash={ANN: 3000},
        owns={BOB: owns},
        houses=houses,
        mortgaged=mortgaged or (),
        dice=[dice],
        rules=rules,
    )
    return [event for event in game.play(Roll(ANN)) if not isinstance(event, MoneyPaid)][2:]


def waiting(owner: int, players: int = 2, rules: RuleSet | None = None, cash: int = 1500) -> Game:
    """Have Ann stop on Baltic Avenue, which this player owns; rent number 1 is $4."""
    game = scene(
        players=players, cash={ANN: cash}, owns={owner: [BALTIC]}, rules=rules, dice=[(1, 2)]
    )
    game.play(Roll(ANN))
    return game


# The amount


@rule("10 MCS 90(a)", "10 MCS 90(c-1)", "10 MCS 90(e)", "CR 5.2", "Ruling 6")
def test_rent_row_returns_the_deed_row_that_applies_to_a_visitor() -> None:
    state = scene(
        owns={
            ANN: [MEDITERRANEAN, BALTIC, READING, ELECTRIC, WATER_WORKS, SHORT_LINE],
            BOB: [ORIENTAL, PARK_PLACE, BOARDWALK],
        },
        houses={PARK_PLACE: 4, BOARDWALK: HOTEL_LEVEL},
        mortgaged=[SHORT_LINE],
    ).state
    rows = {
        **dict.fromkeys([MEDITERRANEAN, BALTIC, READING, ELECTRIC, WATER_WORKS], 1),
        SHORT_LINE: -1,
        ORIENTAL: 0,
        PARK_PLACE: 5,
        BOARDWALK: 6,
    }
    for prop in state.properties:
        if prop.owner == BANK:
            continue
        row = rent_row(state, prop)
        assert row == rows[prop.deed.space]
        times = 7 if prop.deed.space in UTILITIES else 1
        owed = rent_table(prop.deed)[row] * times if row >= 0 else 0
        assert owed == rent_of(state, prop, 7)


@rule("House no_rent_in_jail")
def test_rent_row_returns_no_row_when_the_owner_may_not_collect_rent() -> None:
    for rules, row in ((RuleSet(), 0), (RuleSet(no_rent_in_jail=True), -1)):
        state = scene(owns={BOB: [BALTIC]}, jail={BOB: 1}, rules=rules).state
        assert rent_row(state, state.property(BALTIC)) == row


@rule("10 MCS 90", "CR 5.2")
def test_a_player_on_another_players_property_owes_the_rent_once_the_owner_asks() -> None:
    game = scene(at={ANN: CHANCE_36}, owns={BOB: [BOARDWALK]}, dice=[(1, 2)])
    assert game.play(Roll(ANN)) == [
        *moved(ANN, (1, 2), CHANCE_36, BOARDWALK),
        RentFixed(BOB, ANN, BOARDWALK, 50, 1, "10 MCS 90"),
    ]
    assert [player.cash for player in game.state.players] == [1500, 1500]
    assert game.play(AskForRent(BOB, 1)) == [
        RentAskedFor(BOB, ANN, BOARDWALK, 50, 1, "Ruling 8"),
        MoneyPaid(ANN, BOB, 50, "rent", "10 MCS 90"),
    ]
    assert [player.cash for player in game.state.players] == [1450, 1550]


@rule("10 MCS 90(a)", "10 MCS 180(c)", "CR 5.2")
def test_a_mortgaged_property_earns_no_rent() -> None:
    assert visit(BALTIC, (1, 2), [BALTIC], mortgaged=[BALTIC]) == []
    assert visit(READING, (2, 3), [READING], mortgaged=[READING]) == []
    assert visit(ELECTRIC, (2, 3), [ELECTRIC], mortgaged=[ELECTRIC]) == []
    game = scene(owns={BOB: [BALTIC]}, mortgaged=[BALTIC], dice=[(1, 2)])
    game.play(Roll(ANN))
    assert refusal(game, AskForRent(BOB, 1)) == Refusal("rent.unknown", "CR 5.2", rent=1)


@rule("10 MCS 90(b)", "CR 5.2")
def test_everyone_can_see_that_a_deed_is_mortgaged() -> None:
    game = scene(owns={BOB: [BALTIC]})
    game.play(Mortgage(BOB, BALTIC))
    prop = game.view(ANN).state.property(BALTIC)
    assert (prop.owner, prop.mortgaged) == (BOB, True)


@rule("10 MCS 90(c)", "10 MCS 90(c-1)", "CR 5.2")
@pytest.mark.parametrize(
    ("space", "group", "rent"),
    [
        (BOARDWALK, DARK_BLUE, 100),
        (PARK_PLACE, DARK_BLUE, 70),
        (CONNECTICUT, LIGHT_BLUE, 16),
        (VERMONT, LIGHT_BLUE, 12),
        (ORIENTAL, LIGHT_BLUE, 12),
    ],
)
def test_the_owner_of_a_color_group_charges_double_on_properties_without_buildings(
    space: int, group: tuple[int, ...], rent: int
) -> None:
    assert visit(space, (1, 2), list(group)) == [
        RentFixed(BOB, ANN, space, rent, 1, "10 MCS 90(c-1)")
    ]


@rule("10 MCS 90(c)")
def test_an_incomplete_group_earns_the_basic_rent() -> None:
    assert visit(ORIENTAL, (1, 2), [ORIENTAL, VERMONT]) == [
        RentFixed(BOB, ANN, ORIENTAL, 6, 1, "10 MCS 90")
    ]


@rule("10 MCS 90(c)")
def test_a_group_shared_by_two_players_is_complete_for_neither() -> None:
    game = scene(players=3, owns={BOB: [BALTIC], CY: [MEDITERRANEAN]}, dice=[(1, 2)])
    assert game.play(Roll(ANN))[-1] == RentFixed(BOB, ANN, BALTIC, 4, 1, "10 MCS 90")


@rule("10 MCS 90(d)", "10 MCS 180(c)", "CR 5.2")
def test_rent_is_doubled_even_when_another_property_in_the_group_is_mortgaged() -> None:
    assert visit(BOARDWALK, (1, 2), list(DARK_BLUE), mortgaged=[PARK_PLACE]) == [
        RentFixed(BOB, ANN, BOARDWALK, 100, 1, "10 MCS 90(c-1)")
    ]
    assert visit(PARK_PLACE, (1, 2), list(DARK_BLUE), mortgaged=[PARK_PLACE]) == []


@rule("10 MCS 90(e)", "CR 5.2")
@pytest.mark.parametrize(
    ("space", "group", "rents"),
    [
        (MEDITERRANEAN, BROWN, [10, 30, 90, 160, 250]),
        (BOARDWALK, DARK_BLUE, [200, 600, 1400, 1700, 2000]),
    ],
)
def test_rent_with_buildings_is_the_amount_listed_on_the_deed(
    space: int, group: tuple[int, ...], rents: list[int]
) -> None:
    for level, rent in enumerate(rents, 1):
        houses = dict.fromkeys(group, level)
        assert visit(space, (1, 2), list(group), houses) == [
            RentFixed(BOB, ANN, space, rent, 1, "10 MCS 90(e)")
        ]


@rule("10 MCS 90(c-1)", "10 MCS 140(d)")
def test_a_property_without_buildings_in_a_partly_built_group_still_earns_double_rent() -> None:
    assert visit(PARK_PLACE, (1, 2), list(DARK_BLUE), {BOARDWALK: 1}) == [
        RentFixed(BOB, ANN, PARK_PLACE, 70, 1, "10 MCS 90(c-1)")
    ]


@rule("10 MCS 90(e)", "10 MCS 210(b-1)")
def test_in_the_short_game_a_hotel_earns_the_usual_rent() -> None:
    houses = dict.fromkeys(DARK_BLUE, 5)
    assert visit(BOARDWALK, (1, 2), list(DARK_BLUE), houses, rules=rule_set("short")) == [
        RentFixed(BOB, ANN, BOARDWALK, 2000, 1, "10 MCS 90(e)")
    ]


@rule("CR 5.2")
@pytest.mark.parametrize(("count", "rent"), [(1, 25), (2, 50), (3, 100), (4, 200)])
def test_railroad_rent_depends_on_the_number_owned(count: int, rent: int) -> None:
    for space in RAILROADS[:count]:
        assert visit(space, (1, 2), list(RAILROADS[:count])) == [
            RentFixed(BOB, ANN, space, rent, 1, "CR 5.2")
        ]


@rule("CR 5.2")
def test_another_players_railroads_do_not_count() -> None:
    game = scene(
        players=3,
        at={ANN: 2},
        owns={BOB: [READING, SHORT_LINE], CY: [B_AND_O, PENNSYLVANIA_RR]},
        dice=[(1, 2)],
    )
    assert game.play(Roll(ANN))[-1] == RentFixed(BOB, ANN, READING, 50, 1, "CR 5.2")


@rule("Ruling 6")
def test_a_mortgaged_railroad_counts_toward_the_rent_for_the_others() -> None:
    assert visit(READING, (1, 2), list(RAILROADS), mortgaged=[B_AND_O, SHORT_LINE]) == [
        RentFixed(BOB, ANN, READING, 200, 1, "CR 5.2")
    ]
    assert visit(B_AND_O, (1, 2), list(RAILROADS), mortgaged=[B_AND_O, SHORT_LINE]) == []


@rule("CR 5.2")
@pytest.mark.parametrize("dice", [(1, 2), (6, 5), (4, 4)])
def test_utility_rent_is_four_times_the_roll_for_one_and_ten_times_for_both(
    dice: tuple[int, int],
) -> None:
    rolled = sum(dice)
    for space in UTILITIES:
        assert visit(space, dice, [space]) == [RentFixed(BOB, ANN, space, 4 * rolled, 1, "CR 5.2")]
        assert visit(space, dice, list(UTILITIES)) == [
            RentFixed(BOB, ANN, space, 10 * rolled, 1, "CR 5.2")
        ]


@rule("Ruling 6")
def test_a_mortgaged_utility_counts_toward_the_rent_for_the_other() -> None:
    assert visit(ELECTRIC, (2, 3), list(UTILITIES), mortgaged=[WATER_WORKS]) == [
        RentFixed(BOB, ANN, ELECTRIC, 50, 1, "CR 5.2")
    ]


@rule("CR 5.2", "10 MCS 120(e-1a)")
def test_utility_rent_is_based_on_the_doubles_that_freed_the_visitor_from_jail() -> None:
    game = scene(jail={ANN: 1}, owns={BOB: [ELECTRIC]}, dice=[(1, 1)])
    assert game.play(Roll(ANN))[-1] == RentFixed(BOB, ANN, ELECTRIC, 8, 1, "CR 5.2")


@rule("CR 5.2", "10 MCS 100")
@pytest.mark.parametrize(
    ("card", "start", "space", "rent"),
    [
        ("chance.advance_boardwalk", 29, BOARDWALK, 50),
        ("chance.back_3", 15, NEW_YORK, 16),
        ("chance.advance_reading", 29, READING, 25),
    ],
)
def test_rent_after_a_card_that_names_the_space_must_be_asked_for_like_any_other_rent(
    card: str, start: int, space: int, rent: int
) -> None:
    game = scene(at={ANN: start}, owns={BOB: [space]}, chance=[card], dice=[(3, 4)])
    cite = "CR 5.2" if space == READING else "10 MCS 90"
    assert game.play(Roll(ANN))[-1] == RentFixed(BOB, ANN, space, rent, 1, cite)
    assert len(game.state.rents) == 1


# Asking for rent


@rule("10 MCS 90", "CR 5.2")
def test_rent_nobody_asked_for_is_not_paid_and_does_not_block_play() -> None:
    game = waiting(BOB)
    assert top(game) == ToEndTurn(ANN)
    assert game.play(EndTurn(ANN)) == [TurnEnded(ANN), TurnBegan(BOB, 2, "10 MCS 60(c)")]
    assert [player.cash for player in game.state.players] == [1500, 1500]


@rule("CR 5.2")
def test_only_the_owner_may_ask_for_rent() -> None:
    game = waiting(BOB, players=3)
    assert refusal(game, AskForRent(CY, 1)) == Refusal("rent.owner", "10 MCS 90", rent=1, owner=BOB)
    assert refusal(game, AskForRent(ANN, 1)) == Refusal(
        "rent.owner", "10 MCS 90", rent=1, owner=BOB
    )


@rule("CR 5.2")
def test_a_rent_can_be_asked_for_only_once() -> None:
    game = waiting(BOB)
    game.play(AskForRent(BOB, 1))
    assert refusal(game, AskForRent(BOB, 1)) == Refusal("rent.closed", "Ruling 32", rent=1)


@rule("CR 5.2")
def test_a_rent_that_does_not_exist_cannot_be_asked_for() -> None:
    game = waiting(BOB)
    for number in (-1, 0, 2):
        assert refusal(game, AskForRent(BOB, number)) == Refusal(
            "rent.unknown", "CR 5.2", rent=number
        )


@rule("CR 5.2", "Ruling 14")
def test_an_offers_number_cannot_be_used_to_ask_for_rent() -> None:
    game = waiting(BOB)
    game.play(OfferTrade(ANN, BOB, give_cash=50))
    assert game.state.offers[0].number == 2
    assert refusal(game, AskForRent(BOB, 2)) == Refusal("rent.unknown", "CR 5.2", rent=2)


@rule("CR 5.2", "10 MCS 120(h)", "CR 6.2")
def test_an_owner_in_jail_may_ask_for_rent() -> None:
    game = scene(owns={BOB: [BALTIC]}, jail={BOB: 1}, dice=[(1, 2)])
    game.play(Roll(ANN))
    assert game.play(AskForRent(BOB, 1))[-1] == MoneyPaid(ANN, BOB, 4, "rent", "10 MCS 90")


@rule("CR 5.2")
def test_the_owners_options_include_outstanding_rents() -> None:
    game = waiting(BOB)
    assert Option("AskForRent", BOB, [Choice("rent", [1])]) in game.options(BOB)
    assert "AskForRent" not in [option.action for option in game.options(ANN)]
    game.play(AskForRent(BOB, 1))
    assert "AskForRent" not in [option.action for option in game.options(BOB)]


# The window for asking: until the next player rolls


@rule("CR 5.2", "Ruling 32")
def test_rent_may_be_asked_for_until_the_next_player_rolls() -> None:
    game = waiting(CY, players=3)
    game.play(EndTurn(ANN))
    assert game.play(AskForRent(CY, 1))[-1] == MoneyPaid(ANN, CY, 4, "rent", "10 MCS 90")


def lapsed(rules: RuleSet | None, owner: int, players: int, rollers: list[int]) -> list[Event]:
    """Make Ann owe rent on Baltic, have these players roll, and return the last roll's events."""
    game = scene(
        players=players,
        owns={owner: [BALTIC]},
        rules=rules,
        dice=[(1, 2), *[(4, 6)] * len(rollers)],
    )
    game.play(Roll(ANN))
    game.play(EndTurn(ANN))
    for seat in rollers[:-1]:
        assert RentLapsed not in [type(event) for event in game.play(Roll(seat))]
        game.play(EndTurn(seat))
    events = game.play(Roll(rollers[-1]))
    assert refusal(game, AskForRent(owner, 1)) == Refusal("rent.closed", "Ruling 32", rent=1)
    assert game.state.players[ANN].cash == 1500
    return events


@rule("CR 5.2", "Ruling 32")
def test_the_next_players_roll_closes_the_window() -> None:
    assert lapsed(None, CY, 3, [BOB]) == [
        RentLapsed(CY, ANN, BALTIC, 4, 1, "CR 5.2"),
        *moved(BOB, (4, 6), GO, JAIL),
    ]


@rule("CR 5.2", "Ruling 32")
@pytest.mark.parametrize("players", [2, 3])
def test_an_owner_who_is_next_and_rolls_without_asking_forgives_the_rent(players: int) -> None:
    assert lapsed(None, BOB, players, [BOB]) == [
        RentLapsed(BOB, ANN, BALTIC, 4, 1, "CR 5.2"),
        *moved(BOB, (4, 6), GO, JAIL),
    ]


@rule("10 MCS 90(f)", "Ruling 32")
@pytest.mark.parametrize("preset", ["statutes", "board"])
def test_under_the_statutes_the_window_closes_when_the_second_player_after_the_tenant_rolls(
    preset: str,
) -> None:
    assert lapsed(rule_set(preset), CY, 4, [BOB, CY]) == [
        RentLapsed(CY, ANN, BALTIC, 4, 1, "10 MCS 90(f)"),
        *moved(CY, (4, 6), GO, JAIL),
    ]


@rule("10 MCS 90(f)", "Ruling 32")
def test_under_the_statutes_with_two_players_the_tenants_next_roll_closes_the_window() -> None:
    assert lapsed(STATUTES, BOB, 2, [BOB, ANN]) == [
        RentLapsed(BOB, ANN, BALTIC, 4, 1, "10 MCS 90(f)"),
        *moved(ANN, (4, 6), BALTIC, 13),
    ]


@rule("10 MCS 90(f)")
@pytest.mark.parametrize("preset", ["short", "time_limit"])
def test_the_short_and_time_limit_games_use_the_rent_window_of_their_base_rules(
    preset: str,
) -> None:
    assert lapsed(rule_set(preset), CY, 3, [BOB])[0] == RentLapsed(CY, ANN, BALTIC, 4, 1, "CR 5.2")
    by_statutes = rule_set(preset, "statutes")
    assert lapsed(by_statutes, CY, 3, [BOB, CY])[0] == RentLapsed(
        CY, ANN, BALTIC, 4, 1, "10 MCS 90(f)"
    )


@rule("10 MCS 90(f)", "Ruling 32")
def test_under_the_statutes_rent_may_be_asked_for_after_the_next_player_has_rolled() -> None:
    game = scene(players=3, owns={CY: [BALTIC]}, rules=STATUTES, dice=[(1, 2), (4, 6)])
    for action in (Roll(ANN), EndTurn(ANN), Roll(BOB), EndTurn(BOB)):
        game.play(action)
    assert game.play(AskForRent(CY, 1))[-1] == MoneyPaid(ANN, CY, 4, "rent", "10 MCS 90")


@rule("Ruling 32", "10 MCS 60(h)")
def test_the_tenants_extra_roll_for_doubles_does_not_close_the_window() -> None:
    game = scene(at={ANN: 35}, owns={BOB: [BOARDWALK]}, dice=[(2, 2), (4, 6)])
    game.play(Roll(ANN))
    assert game.play(Roll(ANN)) == [
        *moved(ANN, (4, 6), BOARDWALK, 9),
        MoneyPaid(BANK, ANN, 200, "salary", "10 MCS 70"),
    ]
    assert game.play(AskForRent(BOB, 1)) == [RentAskedFor(BOB, ANN, BOARDWALK, 50, 1, "Ruling 8")]


@rule("Ruling 32", "10 MCS 90(f)")
def test_the_window_is_measured_in_turns_rather_than_rolls() -> None:
    game = scene(
        players=3,
        at={BOB: JAIL},
        owns={CY: [BALTIC]},
        rules=STATUTES,
        dice=[(1, 2), (5, 5), (1, 4)],
    )
    game.play(Roll(ANN))
    game.play(EndTurn(ANN))
    game.play(Roll(BOB))
    assert game.play(Roll(BOB)) == moved(BOB, (1, 4), 20, B_AND_O)
    assert game.play(AskForRent(CY, 1)) == [RentAskedFor(CY, ANN, BALTIC, 4, 1, "Ruling 8")]


@rule("Ruling 32", "10 MCS 90(f)")
def test_the_window_is_measured_in_turns_rather_than_seats() -> None:
    game = scene(players=4, owns={DEE: [BALTIC]}, rules=STATUTES, dice=[(1, 2), (4, 6), (4, 6)])
    game.play(Roll(ANN))
    game.play(Resign(BOB))
    game.play(EndTurn(ANN))
    assert RentLapsed not in [type(event) for event in game.play(Roll(CY))]
    game.play(EndTurn(CY))
    assert game.play(Roll(DEE))[0] == RentLapsed(DEE, ANN, BALTIC, 4, 1, "10 MCS 90(f)")


@rule("Ruling 32", "10 MCS 120(e-1)")
def test_a_roll_in_jail_also_closes_the_window() -> None:
    game = scene(players=3, owns={CY: [BALTIC]}, jail={BOB: 1}, dice=[(1, 2), (1, 2)])
    game.play(Roll(ANN))
    game.play(EndTurn(ANN))
    assert game.play(Roll(BOB)) == [
        RentLapsed(CY, ANN, BALTIC, 4, 1, "CR 5.2"),
        DiceRolled(BOB, 1, 2, "10 MCS 120(e-1)"),
        StayedInJail(BOB, 2, "10 MCS 120(e-1)"),
    ]


@rule("Ruling 32", "10 MCS 120(e-4)")
def test_paying_the_fine_does_not_close_the_window() -> None:
    game = scene(players=3, owns={CY: [BALTIC]}, jail={BOB: 1}, dice=[(1, 2)])
    game.play(Roll(ANN))
    game.play(EndTurn(ANN))
    game.play(PayFine(BOB))
    assert game.play(AskForRent(CY, 1))[-1] == MoneyPaid(ANN, CY, 4, "rent", "10 MCS 90")


@rule("Ruling 32", "10 MCS 120(c)")
def test_a_tenant_sent_to_jail_in_the_same_turn_still_owes_the_rent() -> None:
    game = scene(players=3, at={ANN: 20}, owns={CY: [24]}, dice=[(2, 2), (1, 5)])
    game.play(Roll(ANN))
    assert game.play(Roll(ANN))[-1] == TurnBegan(BOB, 2, "10 MCS 60(c)")
    assert game.play(AskForRent(CY, 1)) == [
        RentAskedFor(CY, ANN, 24, 20, 1, "Ruling 8"),
        MoneyPaid(ANN, CY, 20, "rent", "10 MCS 90"),
    ]


# The rent is fixed when the token stops


@rule("Ruling 32")
def test_a_house_built_afterward_does_not_raise_the_rent() -> None:
    game = scene(at={ANN: CHANCE_36}, owns={BOB: DARK_BLUE}, dice=[(1, 2)])
    game.play(Roll(ANN))
    game.play(Build(BOB, BOARDWALK))
    assert game.play(AskForRent(BOB, 1))[-1] == MoneyPaid(ANN, BOB, 100, "rent", "10 MCS 90(c-1)")


@rule("Ruling 32")
def test_mortgaging_the_property_afterward_does_not_cancel_the_rent() -> None:
    game = waiting(BOB)
    game.play(Mortgage(BOB, BALTIC))
    assert game.play(AskForRent(BOB, 1))[-1] == MoneyPaid(ANN, BOB, 4, "rent", "10 MCS 90")


@rule("Ruling 32")
def test_rent_is_owed_to_the_player_who_owned_the_property_when_the_token_stopped() -> None:
    game = waiting(BOB, players=3)
    game.play(OfferTrade(BOB, CY, get_cash=100, give_deeds=(BALTIC,)))
    game.play(AcceptTrade(CY, 2))
    assert refusal(game, AskForRent(CY, 1)) == Refusal("rent.owner", "10 MCS 90", rent=1, owner=BOB)
    assert game.play(AskForRent(BOB, 1))[-1] == MoneyPaid(ANN, BOB, 4, "rent", "10 MCS 90")


@rule("Ruling 32")
def test_a_tenant_who_buys_the_property_afterward_still_owes_the_rent() -> None:
    game = waiting(BOB)
    game.play(OfferTrade(BOB, ANN, get_cash=100, give_deeds=(BALTIC,)))
    game.play(AcceptTrade(ANN, 2))
    assert game.play(AskForRent(BOB, 1))[-1] == MoneyPaid(ANN, BOB, 4, "rent", "10 MCS 90")


def two_rents(cash: int = 1500) -> Game:
    """Have Ann stop on Oriental (rent 1) and, after doubles, on Connecticut (rent 2)."""
    game = scene(cash={ANN: cash}, owns={BOB: [ORIENTAL, CONNECTICUT]}, dice=[(3, 3), (1, 2)])
    game.play(Roll(ANN))
    assert game.play(Roll(ANN))[-1] == RentFixed(BOB, ANN, CONNECTICUT, 8, 2, "10 MCS 90")
    return game


@rule("Ruling 32")
def test_several_rents_may_be_outstanding_and_each_is_asked_for_separately() -> None:
    game = two_rents()
    assert Option("AskForRent", BOB, [Choice("rent", [1, 2])]) in game.options(BOB)
    assert game.play(AskForRent(BOB, 2))[-1] == MoneyPaid(ANN, BOB, 8, "rent", "10 MCS 90")
    assert game.play(AskForRent(BOB, 1))[-1] == MoneyPaid(ANN, BOB, 6, "rent", "10 MCS 90")


@rule("Ruling 32", "10 MCS 90(f)")
def test_each_rent_lapses_at_its_own_time() -> None:
    game = scene(
        players=3,
        owns={CY: [BALTIC, READING]},
        rules=STATUTES,
        dice=[(1, 2), (2, 3), (4, 6)],
    )
    for action in (Roll(ANN), EndTurn(ANN), Roll(BOB), EndTurn(BOB)):
        game.play(action)
    assert game.play(Roll(CY))[0] == RentLapsed(CY, ANN, BALTIC, 4, 1, "10 MCS 90(f)")
    assert game.play(AskForRent(CY, 2))[-1] == MoneyPaid(BOB, CY, 25, "rent", "CR 5.2")


# The standing order


@rule("CR 5.2")
def test_the_standing_order_is_off_at_first_and_can_be_turned_on_and_off() -> None:
    game = scene()
    assert not any(player.always_asks_for_rent for player in game.state.players)
    assert Option("AlwaysAskForRent", BOB, [Choice("on", [1], whether=True)]) in game.options(BOB)
    assert game.play(AlwaysAskForRent(BOB, True)) == [RentOrderSet(BOB, True)]
    assert Option("AlwaysAskForRent", BOB, [Choice("on", [0], whether=True)]) in game.options(BOB)
    assert game.play(AlwaysAskForRent(BOB, False)) == [RentOrderSet(BOB, False)]


@rule("CR 5.2")
def test_giving_the_same_order_twice_is_refused() -> None:
    game = scene(asks=[BOB])
    assert refusal(game, AlwaysAskForRent(BOB, True)) == Refusal("rent.order", "CR 5.2", on=1)
    assert refusal(game, AlwaysAskForRent(ANN, False)) == Refusal("rent.order", "CR 5.2", on=0)


@rule("CR 5.2", "Ruling 8")
def test_the_standing_order_asks_as_soon_as_a_token_stops() -> None:
    game = scene(owns={BOB: [BALTIC]}, asks=[BOB], dice=[(1, 2)])
    assert game.play(Roll(ANN)) == [
        *moved(ANN, (1, 2), GO, BALTIC),
        RentFixed(BOB, ANN, BALTIC, 4, 1, "10 MCS 90"),
        RentAskedFor(BOB, ANN, BALTIC, 4, 1, "Ruling 8"),
        MoneyPaid(ANN, BOB, 4, "rent", "10 MCS 90"),
    ]


@rule("CR 5.2", "Ruling 8")
def test_the_standing_order_asks_for_all_outstanding_rents_in_order() -> None:
    game = two_rents()
    events = game.play(AlwaysAskForRent(BOB, True))
    assert events[0] == RentOrderSet(BOB, True)
    assert select_events(events, RentAskedFor) == [
        RentAskedFor(BOB, ANN, ORIENTAL, 6, 1, "Ruling 8"),
        RentAskedFor(BOB, ANN, CONNECTICUT, 8, 2, "Ruling 8"),
    ]
    assert select_events(events, MoneyPaid) == [
        MoneyPaid(ANN, BOB, 6, "rent", "10 MCS 90"),
        MoneyPaid(ANN, BOB, 8, "rent", "10 MCS 90"),
    ]


@rule("CR 5.2")
def test_the_standing_order_asks_only_for_the_owners_own_rents() -> None:
    game = scene(players=3, owns={BOB: [ORIENTAL], CY: [CONNECTICUT]}, dice=[(3, 3), (1, 2)])
    game.play(Roll(ANN))
    game.play(Roll(ANN))
    assert game.play(AlwaysAskForRent(CY, True)) == [
        RentOrderSet(CY, True),
        RentAskedFor(CY, ANN, CONNECTICUT, 8, 2, "Ruling 8"),
        MoneyPaid(ANN, CY, 8, "rent", "10 MCS 90"),
    ]
    assert [rent.owner for rent in game.state.rents] == [BOB]


@rule("CR 5.2")
def test_canceling_the_order_does_not_ask_for_rent() -> None:
    game = scene(owns={BOB: [BALTIC]}, asks=[BOB], dice=[(1, 2)])
    game.play(AlwaysAskForRent(BOB, False))
    game.play(Roll(ANN))
    assert len(game.state.rents) == 1


# Queued rents


def rent_and_question(players: int = 2) -> Game:
    """Set up an $8 rent that Bob has not asked for; after doubles, Ann may buy a property."""
    game = scene(
        players=players, at={ANN: CHANCE_7}, owns={BOB: [CONNECTICUT]}, dice=[(1, 1), (1, 2)]
    )
    game.play(Roll(ANN))
    game.play(Roll(ANN))
    assert top(game) == BuyOrAuction(ANN, ELECTRIC)
    return game


@rule("Ruling 8")
def test_rent_asked_for_during_a_purchase_is_paid_after_it() -> None:
    game = rent_and_question()
    assert game.play(AskForRent(BOB, 1)) == [RentAskedFor(BOB, ANN, CONNECTICUT, 8, 1, "Ruling 8")]
    assert game.state.players[ANN].cash == 1500
    assert game.play(Buy(ANN)) == [
        MoneyPaid(ANN, BANK, 150, "purchase", "10 MCS 80"),
        PropertyBought(ANN, ELECTRIC, 150),
        MoneyPaid(ANN, BOB, 8, "rent", "10 MCS 90"),
    ]


@rule("Ruling 8")
def test_rent_asked_for_during_an_auction_is_paid_after_it() -> None:
    game = rent_and_question()
    game.play(Decline(ANN))
    assert game.play(AskForRent(BOB, 1)) == [RentAskedFor(BOB, ANN, CONNECTICUT, 8, 1, "Ruling 8")]
    assert top(game) == Auction(ELECTRIC, [ANN, BOB])
    game.play(Bid(ANN, 30))
    assert game.play(PassBid(BOB))[1:] == [
        MoneyPaid(ANN, BANK, 30, "auction", "10 MCS 80(d)"),
        PropertyAuctioned(ANN, ELECTRIC, 30),
        MoneyPaid(ANN, BOB, 8, "rent", "10 MCS 90"),
    ]


@rule("Ruling 8", "CR 5.2")
def test_a_standing_order_given_during_an_auction_queues_the_rents() -> None:
    game = rent_and_question()
    game.play(Decline(ANN))
    assert game.play(AlwaysAskForRent(BOB, True)) == [
        RentOrderSet(BOB, True),
        RentAskedFor(BOB, ANN, CONNECTICUT, 8, 1, "Ruling 8"),
    ]
    game.play(PassBid(ANN))
    assert game.play(PassBid(BOB))[-1] == MoneyPaid(ANN, BOB, 8, "rent", "10 MCS 90")


@rule("Ruling 8")
def test_rent_asked_for_during_the_tax_choice_is_paid_after_the_tax() -> None:
    game = scene(at={ANN: 35}, owns={BOB: [BOARDWALK]}, dice=[(2, 2), (2, 3)])
    game.play(Roll(ANN))
    game.play(Roll(ANN))
    assert game.state.players[ANN].space == INCOME_TAX
    assert game.play(AskForRent(BOB, 1)) == [RentAskedFor(BOB, ANN, BOARDWALK, 50, 1, "Ruling 8")]
    assert game.play(ChooseTax(ANN, False))[1:] == [
        MoneyPaid(ANN, BANK, 200, "tax", "10 MCS 110(a)"),
        MoneyPaid(ANN, BOB, 50, "rent", "10 MCS 90"),
    ]


def rent_and_tax(players: int = 2, mortgaged: Sequence[int] = ()) -> Game:
    """Give Ann $20 and a railroad; she owes the Bank $75 and Bob $28 that he has not asked for."""
    game = scene(
        players=players,
        at={ANN: NORTH_CAROLINA},
        cash={ANN: 20},
        owns={ANN: [READING], BOB: [PENNSYLVANIA]},
        mortgaged=mortgaged,
        dice=[(1, 1), (1, 3)],
    )
    game.play(Roll(ANN))
    assert game.play(Roll(ANN))[-1] == DebtOpened(ANN, BANK, 75, 55, "tax", "CR 5.4")
    return game


@rule("Ruling 8")
def test_rent_asked_for_while_another_debt_is_pending_waits_behind_it() -> None:
    game = rent_and_tax()
    assert game.play(AskForRent(BOB, 1)) == [
        RentAskedFor(BOB, ANN, PENNSYLVANIA, 28, 1, "Ruling 8")
    ]
    assert game.play(Mortgage(ANN, READING))[-2:] == [
        MoneyPaid(ANN, BANK, 75, "tax", "CR 5.4"),
        MoneyPaid(ANN, BOB, 28, "rent", "10 MCS 90"),
    ]
    assert game.state.players[ANN].cash == 17


@rule("Ruling 8")
def test_rents_are_paid_in_the_order_in_which_they_were_asked_for() -> None:
    game = scene(
        players=3,
        owns={BOB: [ORIENTAL], CY: [VERMONT]},
        dice=[(3, 3), (1, 1), (1, 3)],
    )
    for _ in range(3):
        game.play(Roll(ANN))
    game.play(AskForRent(CY, 2))
    game.play(AskForRent(BOB, 1))
    assert game.play(Buy(ANN))[-2:] == [
        MoneyPaid(ANN, CY, 6, "rent", "10 MCS 90"),
        MoneyPaid(ANN, BOB, 6, "rent", "10 MCS 90"),
    ]


@rule("Ruling 8", "CR 5.2")
def test_a_smaller_rent_does_not_skip_ahead_of_a_larger_one_asked_for_at_the_same_time() -> None:
    game = scene(
        at={ANN: CHANCE_7},
        cash={ANN: 15},
        owns={ANN: [READING], BOB: [*LIGHT_BLUE, ST_CHARLES]},
        houses={CONNECTICUT: 1},
        dice=[(1, 1), (1, 1)],
    )
    game.play(Roll(ANN))
    game.play(Roll(ANN))
    assert game.play(AlwaysAskForRent(BOB, True)) == [
        RentOrderSet(BOB, True),
        RentAskedFor(BOB, ANN, CONNECTICUT, 40, 1, "Ruling 8"),
        RentAskedFor(BOB, ANN, ST_CHARLES, 10, 2, "Ruling 8"),
        DebtOpened(ANN, BOB, 40, 25, "rent", "10 MCS 90(e)"),
    ]
    assert game.play(Mortgage(ANN, READING))[-2:] == [
        MoneyPaid(ANN, BOB, 40, "rent", "10 MCS 90(e)"),
        MoneyPaid(ANN, BOB, 10, "rent", "10 MCS 90"),
    ]


@rule("Ruling 8")
def test_a_rent_that_cannot_be_paid_delays_the_next_queued_rent() -> None:
    game = scene(
        players=3,
        cash={ANN: 5},
        owns={ANN: [READING], BOB: [ORIENTAL], CY: [BALTIC]},
        dice=[(3, 3), (1, 2)],
    )
    game.play(Roll(ANN))
    assert game.play(AskForRent(BOB, 1))[-1] == DebtOpened(ANN, BOB, 6, 1, "rent", "10 MCS 90")
    assert refusal(game, Roll(ANN)) == Refusal(
        "decision.debt", "10 MCS 190", creditor=BOB, amount=6
    )
    game.play(Mortgage(ANN, READING))
    game.play(Roll(ANN))
    assert game.state.players[ANN].cash == 99


@rule("Ruling 8")
def test_a_turn_cannot_end_until_requested_rent_is_paid() -> None:
    game = scene(cash={ANN: 1}, owns={ANN: [READING], BOB: [BALTIC]}, asks=[BOB], dice=[(1, 2)])
    assert game.play(Roll(ANN))[-1] == DebtOpened(ANN, BOB, 4, 3, "rent", "10 MCS 90")
    assert refusal(game, EndTurn(ANN)) == Refusal(
        "decision.debt", "10 MCS 190", creditor=BOB, amount=4
    )
    assert game.play(Mortgage(ANN, READING))[-1] == MoneyPaid(ANN, BOB, 4, "rent", "10 MCS 90")
    assert top(game) == ToEndTurn(ANN)


@rule("Ruling 8", "10 MCS 60(h)")
def test_the_extra_roll_waits_until_requested_rent_is_paid() -> None:
    game = scene(cash={ANN: 1}, owns={ANN: [READING], BOB: [ORIENTAL]}, asks=[BOB], dice=[(3, 3)])
    game.play(Roll(ANN))
    assert refusal(game, Roll(ANN)) == Refusal(
        "decision.debt", "10 MCS 190", creditor=BOB, amount=6
    )
    game.play(Mortgage(ANN, READING))
    assert top(game) == ToRoll(ANN)


@rule("Ruling 8", "CR 5.2")
def test_rent_asked_for_at_the_last_moment_does_not_lapse_and_delays_the_next_roll() -> None:
    game = scene(cash={ANN: 1}, owns={ANN: [READING], BOB: [BALTIC]}, dice=[(1, 2)])
    game.play(Roll(ANN))
    game.play(EndTurn(ANN))
    assert game.play(AskForRent(BOB, 1)) == [
        RentAskedFor(BOB, ANN, BALTIC, 4, 1, "Ruling 8"),
        DebtOpened(ANN, BOB, 4, 3, "rent", "10 MCS 90"),
    ]
    assert refusal(game, Roll(BOB)) == Refusal("decision.other", "Ruling 31", seat=BOB, waiting=ANN)
    game.play(Mortgage(ANN, READING))
    assert top(game) == ToRoll(BOB)
    assert game.state.players[BOB].cash == 1504


@rule("Ruling 8", "Ruling 31")
def test_queued_rent_is_paid_before_a_player_sent_to_jail_passes_the_dice() -> None:
    game = scene(
        players=3,
        rules=STATUTES,
        cash={BOB: 0},
        owns={BOB: [READING], CY: [BALTIC]},
        jail={BOB: 3},
        chest=["chest.go_to_jail"],
        dice=[(1, 2), (3, 4)],
    )
    game.play(Roll(ANN))
    game.play(EndTurn(ANN))
    assert game.play(Roll(BOB))[-1] == DebtOpened(BOB, BANK, 50, 50, "fine", "10 MCS 120(f)")
    assert game.play(AskForRent(CY, 1)) == [RentAskedFor(CY, ANN, BALTIC, 4, 1, "Ruling 8")]
    assert game.play(Mortgage(BOB, READING))[-3:] == [
        SentToJail(BOB, "10 MCS 120(a-1)"),
        MoneyPaid(ANN, CY, 4, "rent", "10 MCS 90"),
        TurnBegan(CY, 3, "10 MCS 60(c)"),
    ]


@rule("Ruling 8")
@pytest.mark.parametrize("leaver", [ANN, BOB])
def test_rent_nobody_asked_for_is_void_when_the_tenant_or_owner_leaves(leaver: int) -> None:
    game = waiting(BOB, players=3)
    events = game.play(Resign(leaver))
    assert select_events(events, RentLapsed) == [RentLapsed(BOB, ANN, BALTIC, 4, 1, "Ruling 8")]
    assert MoneyPaid(ANN, BOB, 4, "rent", "10 MCS 90") not in events
    assert game.state.rents == []


@rule("Ruling 8")
def test_rents_between_other_players_remain_when_a_player_leaves() -> None:
    game = waiting(BOB, players=3)
    game.play(Resign(CY))
    assert game.play(AskForRent(BOB, 1))[-1] == MoneyPaid(ANN, BOB, 4, "rent", "10 MCS 90")


@rule("Ruling 8")
def test_queued_rent_is_void_when_the_owner_leaves() -> None:
    game = rent_and_question(players=3)
    game.play(AskForRent(BOB, 1))
    events = game.play(Resign(BOB))
    assert select_events(events, DebtVoided) == [DebtVoided(ANN, BOB, 8, "Ruling 8")]
    assert game.state.players[ANN].cash == 1500
    assert game.state.debts == []


@rule("Ruling 8", "10 MCS 190(f)")
def test_queued_rent_is_void_when_the_tenant_goes_bankrupt_over_another_debt() -> None:
    game = rent_and_tax(players=3, mortgaged=[READING])
    game.play(AskForRent(BOB, 1))
    events = game.play(GoBankrupt(ANN))
    assert select_events(events, DebtVoided) == [DebtVoided(ANN, BOB, 28, "Ruling 8")]
    assert game.state.players[BOB].cash == 1500


@rule("Ruling 8")
def test_other_players_queued_debts_remain_when_a_player_leaves() -> None:
    game = rent_and_question(players=3)
    game.play(AskForRent(BOB, 1))
    game.play(Resign(CY))
    assert game.play(Buy(ANN))[-1] == MoneyPaid(ANN, BOB, 8, "rent", "10 MCS 90")


# Waiving rent


@rule("Ruling 29")
def test_no_action_or_trade_can_waive_rent() -> None:
    assert fields_of(OfferTrade) == (
        "seat",
        "partner",
        "give_cash",
        "get_cash",
        "give_deeds",
        "get_deeds",
        "give_cards",
        "get_cards",
        "unmortgage",
    )
    about_rent = [name for name, kind in ACTIONS.items() if kind.__module__.endswith(".rent")]
    assert about_rent == ["AskForRent", "AlwaysAskForRent"]


@rule("Ruling 29")
def test_a_trade_between_tenant_and_owner_does_not_affect_the_rent() -> None:
    game = waiting(BOB)
    game.play(OfferTrade(ANN, BOB, give_cash=500))
    game.play(AcceptTrade(BOB, 2))
    assert game.play(AskForRent(BOB, 1))[-1] == MoneyPaid(ANN, BOB, 4, "rent", "10 MCS 90")
