"""10 MCS 100, CR 5.3, Rulings 7, 22, 23 and 24: the decks, with an example of every card."""

from __future__ import annotations

from typing import Any

import pytest

from passgo.boards import board_from_data
from passgo.engine.agenda import Entry
from passgo.engine.board import Board, classic
from passgo.engine.chance import CARD_ROLL, ROLL, Chance
from passgo.engine.events import (
    AuctionOpened,
    BuildingSold,
    CardDrawn,
    CardKept,
    CardReturned,
    CardTransferred,
    DebtOpened,
    DebtVoided,
    DeedTransferred,
    DiceRolled,
    Event,
    GameEnded,
    LeftJail,
    MoneyPaid,
    MortgageKept,
    PropertyBought,
    PropertyDeclined,
    RentFixed,
    SentToJail,
    TokenMoved,
    TradeAccepted,
    TurnBegan,
    WentBankrupt,
)
from passgo.engine.game import Game
from passgo.engine.refusal import Refusal
from passgo.engine.rules.building import SellBuilding
from passgo.engine.rules.buying import Buy, BuyOrAuction, Decline
from passgo.engine.rules.debt import GoBankrupt, Resign
from passgo.engine.rules.jail import UseCard
from passgo.engine.rules.mortgage import InheritDeed, Mortgage
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.tax import TaxChoice
from passgo.engine.rules.trade import AcceptTrade, OfferTrade
from passgo.engine.rules.turn import EndTurn, ToEndTurn, ToRoll
from passgo.engine.ruleset import rule_set
from passgo.engine.state import BANK
from tests.scene import (
    ANN,
    B_AND_O,
    BALTIC,
    BOARDWALK,
    BOB,
    BROWN,
    CHANCE_7,
    CHANCE_22,
    CHANCE_36,
    CHEST_2,
    CHEST_17,
    CHEST_33,
    CY,
    DARK_BLUE,
    DEE,
    ELECTRIC,
    GO,
    ILLINOIS,
    INCOME_TAX,
    JAIL,
    MEDITERRANEAN,
    NEW_YORK,
    PARK_PLACE,
    PENNSYLVANIA_RR,
    RAILROADS,
    READING,
    SHORT_LINE,
    ST_CHARLES,
    ST_JAMES,
    UTILITIES,
    WATER_WORKS,
    card_number,
    refusal,
    rule,
    scene,
    select_events,
)

CHANCES = (CHANCE_7, CHANCE_22, CHANCE_36)
CHESTS = (CHEST_2, CHEST_17, CHEST_33)
SALARY = MoneyPaid(BANK, ANN, 200, "salary", "10 MCS 70")
CHANCE_FREE = card_number(classic(), "chance.jail_free")
CHEST_FREE = card_number(classic(), "chest.jail_free")


def top(game: Game) -> Entry:
    return game.state.agenda.top


def about_to_draw(key: str, space: int, **more: Any) -> Game:
    """Set up a game with this card on top; Ann's next roll, (3, 4), leads to this space."""
    more.setdefault("dice", [(3, 4)])
    more.setdefault("at", {ANN: (space - 7) % 40})
    more[key.partition(".")[0]] = [key]
    return scene(**more)


def drawn(game: Game, seat: int = ANN) -> list[Event]:
    """Roll, and return only the events that the card causes."""
    events = game.play(Roll(seat))
    place = next(n for n, event in enumerate(events) if isinstance(event, CardDrawn))
    return events[place + 1 :]


def purses(game: Game) -> list[int]:
    return [player.cash for player in game.state.players]


# Drawing


@rule("10 MCS 100", "CR 5.3")
@pytest.mark.parametrize("space", CHANCES)
def test_on_chance_the_top_chance_card_is_drawn_obeyed_and_put_at_the_bottom(space: int) -> None:
    game = about_to_draw("chance.dividend", space)
    card = card_number(game.state.board, "chance.dividend")
    assert game.play(Roll(ANN)) == [
        DiceRolled(ANN, 3, 4, "10 MCS 60(b)"),
        TokenMoved(ANN, space - 7, space, "dice", "10 MCS 60(b)"),
        CardDrawn(ANN, card),
        MoneyPaid(BANK, ANN, 50, "card", "10 MCS 100"),
    ]
    assert game.state.seen == [[card], []]
    assert [len(pile) for pile in game.hidden.piles] == [15, 16]
    assert top(game) == ToEndTurn(ANN)


@rule("10 MCS 100", "CR 5.3")
@pytest.mark.parametrize("space", CHESTS)
def test_on_community_chest_the_top_chest_card_is_drawn(space: int) -> None:
    game = about_to_draw("chest.sale_of_stock", space)
    card = card_number(game.state.board, "chest.sale_of_stock")
    assert drawn(game) == [MoneyPaid(BANK, ANN, 50, "card", "10 MCS 100")]
    assert game.state.seen == [[], [card]]
    assert [len(pile) for pile in game.hidden.piles] == [16, 15]


# Cards that pay or cost money


@rule("10 MCS 100", "CR 5.3")
@pytest.mark.parametrize(
    ("key", "amount"),
    [
        ("chance.dividend", 50),
        ("chance.building_loan", 150),
        ("chest.bank_error", 200),
        ("chest.sale_of_stock", 50),
        ("chest.holiday_fund", 100),
        ("chest.tax_refund", 20),
        ("chest.life_insurance", 100),
        ("chest.consultancy_fee", 25),
        ("chest.beauty_contest", 10),
        ("chest.inheritance", 100),
    ],
)
def test_the_bank_pays_the_amount_on_the_card(key: str, amount: int) -> None:
    game = about_to_draw(key, CHANCE_22 if key.startswith("chance") else CHEST_17)
    assert drawn(game) == [MoneyPaid(BANK, ANN, amount, "card", "10 MCS 100")]
    assert purses(game) == [1500 + amount, 1500]


@rule("10 MCS 100", "CR 5.3")
@pytest.mark.parametrize(
    ("key", "amount"),
    [
        ("chance.speeding_fine", 15),
        ("chest.doctors_fee", 50),
        ("chest.hospital_fees", 100),
        ("chest.school_fees", 50),
    ],
)
def test_the_player_pays_the_bank_the_amount_on_the_card(key: str, amount: int) -> None:
    game = about_to_draw(key, CHANCE_22 if key.startswith("chance") else CHEST_17)
    assert drawn(game) == [MoneyPaid(ANN, BANK, amount, "card", "10 MCS 100")]
    assert purses(game) == [1500 - amount, 1500]


@rule("10 MCS 100", "10 MCS 190")
def test_a_player_without_enough_cash_for_a_card_owes_the_bank() -> None:
    game = about_to_draw("chest.hospital_fees", CHEST_17, cash={ANN: 30}, owns={ANN: [READING]})
    assert drawn(game) == [DebtOpened(ANN, BANK, 100, 70, "card", "10 MCS 100")]
    assert game.play(Mortgage(ANN, READING))[-1] == MoneyPaid(ANN, BANK, 100, "card", "10 MCS 100")
    assert top(game) == ToEndTurn(ANN)


# Cards that move the token


@rule("10 MCS 100", "10 MCS 70")
@pytest.mark.parametrize(
    ("key", "space"),
    [("chance.advance_go", CHANCE_22), ("chest.advance_go", CHEST_17)],
)
def test_advance_to_go_moves_the_token_there_and_pays_the_salary(key: str, space: int) -> None:
    game = about_to_draw(key, space)
    assert drawn(game) == [TokenMoved(ANN, space, GO, "card", "10 MCS 100"), SALARY]
    assert top(game) == ToEndTurn(ANN)


@rule("10 MCS 100", "CR 5.1")
@pytest.mark.parametrize("space", CHANCES)
@pytest.mark.parametrize(
    ("key", "goal"),
    [
        ("chance.advance_boardwalk", BOARDWALK),
        ("chance.advance_illinois", ILLINOIS),
        ("chance.advance_st_charles", ST_CHARLES),
        ("chance.advance_reading", READING),
    ],
)
def test_a_card_that_names_a_property_moves_the_token_there_and_the_player_may_buy_it(
    key: str, goal: int, space: int
) -> None:
    game = about_to_draw(key, space)
    assert drawn(game) == [
        TokenMoved(ANN, space, goal, "card", "10 MCS 100"),
        *[SALARY] * (goal < space),
    ]
    assert top(game) == BuyOrAuction(ANN, goal)
    assert game.play(Decline(ANN))[-1] == AuctionOpened(goal, (ANN, BOB), "10 MCS 80(c)")


@rule("10 MCS 100", "CR 5.2")
@pytest.mark.parametrize(
    ("key", "goal", "rent", "cite"),
    [
        ("chance.advance_boardwalk", BOARDWALK, 50, "10 MCS 90"),
        ("chance.advance_illinois", ILLINOIS, 20, "10 MCS 90"),
        ("chance.advance_st_charles", ST_CHARLES, 10, "10 MCS 90"),
        ("chance.advance_reading", READING, 25, "CR 5.2"),
    ],
)
def test_the_usual_rent_is_due_when_a_card_names_a_property(
    key: str, goal: int, rent: int, cite: str
) -> None:
    game = about_to_draw(key, CHANCE_22, owns={BOB: [goal]})
    assert drawn(game)[-1] == RentFixed(BOB, ANN, goal, rent, 1, cite)


@rule("10 MCS 100")
def test_go_back_three_from_the_first_chance_space_leads_to_income_tax() -> None:
    game = about_to_draw("chance.back_3", CHANCE_7)
    assert drawn(game) == [TokenMoved(ANN, CHANCE_7, INCOME_TAX, "back", "10 MCS 100")]
    assert top(game) == TaxChoice(ANN, 1500)


@rule("10 MCS 100")
def test_go_back_three_from_the_second_chance_space_leads_to_new_york_avenue() -> None:
    game = about_to_draw("chance.back_3", CHANCE_22)
    assert drawn(game) == [TokenMoved(ANN, CHANCE_22, NEW_YORK, "back", "10 MCS 100")]
    assert top(game) == BuyOrAuction(ANN, NEW_YORK)


@rule("10 MCS 100")
def test_go_back_three_from_the_third_chance_space_leads_to_community_chest() -> None:
    game = about_to_draw("chance.back_3", CHANCE_36, chest=["chest.inheritance"])
    assert drawn(game) == [
        TokenMoved(ANN, CHANCE_36, CHEST_33, "back", "10 MCS 100"),
        CardDrawn(ANN, card_number(game.state.board, "chest.inheritance")),
        MoneyPaid(BANK, ANN, 100, "card", "10 MCS 100"),
    ]


@rule("10 MCS 100", "10 MCS 120(a-1)", "CR 6.1")
@pytest.mark.parametrize(
    ("key", "space"),
    [("chance.go_to_jail", space) for space in CHANCES]
    + [("chest.go_to_jail", space) for space in CHESTS],
)
def test_a_go_to_jail_card_sends_the_player_there_directly_and_ends_the_turn(
    key: str, space: int
) -> None:
    game = about_to_draw(key, space)
    assert drawn(game) == [
        TokenMoved(ANN, space, JAIL, "jail", "10 MCS 120(b)"),
        SentToJail(ANN, "10 MCS 120(a-1)"),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]


# The nearest railroad

NEAREST_RAILROAD = [(CHANCE_7, PENNSYLVANIA_RR), (CHANCE_22, B_AND_O), (CHANCE_36, READING)]
RAILROAD_CARDS = ["chance.nearest_railroad_1", "chance.nearest_railroad_2"]


@rule("10 MCS 100", "Ruling 22", "CR 5.3")
@pytest.mark.parametrize("key", RAILROAD_CARDS)
@pytest.mark.parametrize(("space", "goal"), NEAREST_RAILROAD)
def test_the_nearest_railroad_is_the_next_one_ahead_and_may_be_bought_if_unowned(
    key: str, space: int, goal: int
) -> None:
    game = about_to_draw(key, space)
    assert drawn(game) == [
        TokenMoved(ANN, space, goal, "card", "10 MCS 100"),
        *[SALARY] * (goal < space),
    ]
    assert game.play(Buy(ANN))[-1] == PropertyBought(ANN, goal, 200)


@rule("10 MCS 100", "10 MCS 80(c)")
def test_the_nearest_railroad_is_auctioned_if_the_player_declines_to_buy_it() -> None:
    game = about_to_draw("chance.nearest_railroad_1", CHANCE_7)
    game.play(Roll(ANN))
    assert game.play(Decline(ANN)) == [
        PropertyDeclined(ANN, PENNSYLVANIA_RR, "10 MCS 80(c)"),
        AuctionOpened(PENNSYLVANIA_RR, (ANN, BOB), "10 MCS 80(c)"),
    ]


@rule("10 MCS 100", "CR 5.3")
@pytest.mark.parametrize("key", RAILROAD_CARDS)
@pytest.mark.parametrize(("space", "goal"), NEAREST_RAILROAD)
def test_double_rent_for_the_nearest_railroad_is_paid_without_being_asked_for(
    key: str, space: int, goal: int
) -> None:
    game = about_to_draw(key, space, owns={BOB: [goal]})
    assert drawn(game)[-1] == MoneyPaid(ANN, BOB, 50, "rent", "CR 5.3")
    assert game.state.rents == []
    assert game.state.players[BOB].cash == 1550


@rule("10 MCS 100", "CR 5.3")
@pytest.mark.parametrize(("count", "due"), [(1, 50), (2, 100), (3, 200), (4, 400)])
def test_the_double_rent_depends_on_the_number_of_railroads_owned(count: int, due: int) -> None:
    owns = [READING, SHORT_LINE, B_AND_O, PENNSYLVANIA_RR][:count]
    game = about_to_draw("chance.nearest_railroad_1", CHANCE_36, owns={BOB: owns})
    assert drawn(game)[-1] == MoneyPaid(ANN, BOB, due, "rent", "CR 5.3")


@rule("Ruling 6", "Ruling 22")
def test_the_double_rent_counts_mortgaged_railroads_as_owned() -> None:
    game = about_to_draw(
        "chance.nearest_railroad_1",
        CHANCE_7,
        owns={BOB: RAILROADS},
        mortgaged=[READING, B_AND_O, SHORT_LINE],
    )
    assert drawn(game)[-1] == MoneyPaid(ANN, BOB, 400, "rent", "CR 5.3")


@rule("Ruling 22")
def test_nothing_is_due_if_the_nearest_railroad_is_mortgaged() -> None:
    game = about_to_draw(
        "chance.nearest_railroad_2",
        CHANCE_7,
        owns={BOB: [PENNSYLVANIA_RR, B_AND_O]},
        mortgaged=[PENNSYLVANIA_RR],
    )
    assert drawn(game) == [TokenMoved(ANN, CHANCE_7, PENNSYLVANIA_RR, "card", "10 MCS 100")]
    assert purses(game) == [1500, 1500]
    assert top(game) == ToEndTurn(ANN)


@rule("10 MCS 100")
def test_nothing_is_due_if_the_player_owns_the_nearest_railroad() -> None:
    game = about_to_draw("chance.nearest_railroad_1", CHANCE_7, owns={ANN: [PENNSYLVANIA_RR]})
    assert drawn(game) == [TokenMoved(ANN, CHANCE_7, PENNSYLVANIA_RR, "card", "10 MCS 100")]
    assert top(game) == ToEndTurn(ANN)


@rule("10 MCS 100", "CR 5.3", "CR 5.2")
def test_a_standing_order_does_not_charge_rent_for_the_nearest_railroad_a_second_time() -> None:
    game = about_to_draw(
        "chance.nearest_railroad_1", CHANCE_7, owns={BOB: [PENNSYLVANIA_RR]}, asks=[BOB]
    )
    assert select_events(drawn(game), MoneyPaid) == [MoneyPaid(ANN, BOB, 50, "rent", "CR 5.3")]


@rule("10 MCS 100", "Ruling 22", "Ruling 21")
def test_a_salary_earned_on_the_way_can_pay_the_rent_for_the_nearest_railroad() -> None:
    game = about_to_draw(
        "chance.nearest_railroad_1", CHANCE_36, cash={ANN: 0}, owns={BOB: [READING]}
    )
    assert drawn(game) == [
        TokenMoved(ANN, CHANCE_36, READING, "card", "10 MCS 100"),
        SALARY,
        MoneyPaid(ANN, BOB, 50, "rent", "CR 5.3"),
    ]


@rule("10 MCS 100", "CR 5.3", "10 MCS 190")
def test_a_player_who_cannot_pay_for_the_nearest_railroad_owes_the_owner() -> None:
    game = about_to_draw(
        "chance.nearest_railroad_1",
        CHANCE_7,
        cash={ANN: 49},
        owns={ANN: [BALTIC], BOB: [PENNSYLVANIA_RR]},
    )
    assert drawn(game)[-1] == DebtOpened(ANN, BOB, 50, 1, "rent", "CR 5.3")


# The nearest utility

NEAREST_UTILITY = [(CHANCE_7, ELECTRIC), (CHANCE_22, WATER_WORKS), (CHANCE_36, ELECTRIC)]


@rule("10 MCS 100", "Ruling 22", "CR 5.3")
@pytest.mark.parametrize(("space", "goal"), NEAREST_UTILITY)
def test_the_nearest_utility_is_the_next_one_ahead_and_may_be_bought_if_unowned(
    space: int, goal: int
) -> None:
    game = about_to_draw("chance.nearest_utility", space)
    assert drawn(game) == [
        TokenMoved(ANN, space, goal, "card", "10 MCS 100"),
        *[SALARY] * (goal < space),
    ]
    assert game.play(Buy(ANN))[-1] == PropertyBought(ANN, goal, 150)


@rule("10 MCS 100", "CR 5.3", "Ruling 23")
@pytest.mark.parametrize(("space", "goal"), NEAREST_UTILITY)
@pytest.mark.parametrize("both", [False, True])
def test_the_rent_for_the_nearest_utility_is_ten_times_a_fresh_roll(
    space: int, goal: int, both: bool
) -> None:
    owned = UTILITIES if both else (goal,)
    game = about_to_draw("chance.nearest_utility", space, owns={BOB: owned}, dice=[(3, 4), (2, 6)])
    assert drawn(game) == [
        TokenMoved(ANN, space, goal, "card", "10 MCS 100"),
        *[SALARY] * (goal < space),
        DiceRolled(ANN, 2, 6, "Ruling 23"),
        MoneyPaid(ANN, BOB, 80, "rent", "CR 5.3"),
    ]
    assert game.state.players[ANN].space == goal
    assert top(game) == ToEndTurn(ANN)


@rule("Ruling 23")
def test_a_fresh_roll_of_doubles_gives_no_extra_roll() -> None:
    game = about_to_draw(
        "chance.nearest_utility", CHANCE_7, owns={BOB: [ELECTRIC]}, dice=[(3, 4), (5, 5)]
    )
    assert drawn(game)[-1] == MoneyPaid(ANN, BOB, 100, "rent", "CR 5.3")
    assert top(game) == ToEndTurn(ANN)


@rule("Ruling 23", "10 MCS 60(i)")
def test_a_fresh_roll_does_not_count_toward_three_doubles() -> None:
    game = scene(
        at={ANN: JAIL},
        owns={ANN: [ST_JAMES], BOB: [WATER_WORKS]},
        chance=["chance.nearest_utility"],
        dice=[(3, 3), (3, 3), (4, 4), (1, 2)],
    )
    game.play(Roll(ANN))
    assert game.play(Roll(ANN))[-2:] == [
        DiceRolled(ANN, 4, 4, "Ruling 23"),
        MoneyPaid(ANN, BOB, 80, "rent", "CR 5.3"),
    ]
    assert game.state.players[ANN].jail == 0
    assert top(game) == ToRoll(ANN)
    assert game.play(Roll(ANN))[1] == TokenMoved(ANN, WATER_WORKS, 31, "dice", "10 MCS 60(b)")


@rule("Ruling 23")
def test_a_fresh_roll_without_doubles_does_not_cancel_the_doubles_that_led_there() -> None:
    game = about_to_draw(
        "chance.nearest_utility",
        CHANCE_22,
        at={ANN: 14},
        owns={BOB: [WATER_WORKS]},
        dice=[(4, 4), (1, 2)],
    )
    assert drawn(game)[-1] == MoneyPaid(ANN, BOB, 30, "rent", "CR 5.3")
    assert top(game) == ToRoll(ANN)


class Counted(Chance):
    """A `Chance` that always rolls (3, 4) and records the arguments of each call."""

    def __init__(self) -> None:
        self.calls: list[tuple[int, int, int]] = []

    def roll(self, purpose: int, seat: int, count: int) -> int:
        self.calls.append((purpose, seat, count))
        return 34


@rule("Ruling 23")
def test_fresh_rolls_are_counted_separately_from_movement_rolls() -> None:
    game = about_to_draw("chance.nearest_utility", CHANCE_7, owns={BOB: UTILITIES}, dice=[])
    counted = Counted()
    game.chance = counted
    game.play(Roll(ANN))
    game.hidden.piles[0].append(card_number(game.state.board, "chance.nearest_utility"))
    draw_again(game)
    assert counted.calls == [
        (ROLL, ANN, 0),
        (CARD_ROLL, ANN, 0),
        (ROLL, ANN, 1),
        (CARD_ROLL, ANN, 1),
    ]


@rule("Ruling 22", "Ruling 23")
def test_nothing_is_due_and_nobody_rolls_if_the_nearest_utility_is_mortgaged() -> None:
    game = about_to_draw(
        "chance.nearest_utility", CHANCE_7, owns={BOB: UTILITIES}, mortgaged=[ELECTRIC]
    )
    assert drawn(game) == [TokenMoved(ANN, CHANCE_7, ELECTRIC, "card", "10 MCS 100")]
    assert purses(game) == [1500, 1500]


@rule("10 MCS 100", "Ruling 23")
def test_nobody_rolls_if_the_player_owns_the_nearest_utility() -> None:
    game = about_to_draw("chance.nearest_utility", CHANCE_7, owns={ANN: [ELECTRIC]})
    assert drawn(game) == [TokenMoved(ANN, CHANCE_7, ELECTRIC, "card", "10 MCS 100")]


# Repairs


@rule("10 MCS 100", "Ruling 24")
@pytest.mark.parametrize(
    ("key", "space", "due"),
    [
        ("chance.general_repairs", CHANCE_22, 4 * 25 + 100),
        ("chest.street_repairs", CHEST_17, 4 * 40 + 115),
    ],
)
def test_repairs_are_charged_per_house_and_per_hotel(key: str, space: int, due: int) -> None:
    game = about_to_draw(
        key,
        space,
        owns={ANN: DARK_BLUE, BOB: BROWN},
        houses={PARK_PLACE: 4, BOARDWALK: 5, BALTIC: 3, MEDITERRANEAN: 3},
    )
    assert drawn(game) == [MoneyPaid(ANN, BANK, due, "card", "Ruling 24")]


@rule("10 MCS 100")
@pytest.mark.parametrize(
    ("key", "space"), [("chance.general_repairs", CHANCE_22), ("chest.street_repairs", CHEST_17)]
)
def test_repairs_cost_nothing_without_buildings(key: str, space: int) -> None:
    game = about_to_draw(
        key, space, owns={ANN: [READING], BOB: BROWN}, houses={BALTIC: 1, MEDITERRANEAN: 1}
    )
    assert drawn(game) == []
    assert purses(game) == [1500, 1500]


@rule("10 MCS 100", "10 MCS 210(b)")
def test_in_the_short_game_a_hotel_still_counts_as_a_hotel_for_repairs() -> None:
    game = about_to_draw(
        "chance.general_repairs",
        CHANCE_22,
        owns={ANN: DARK_BLUE},
        houses={PARK_PLACE: 3, BOARDWALK: 5},
        rules=rule_set("short"),
    )
    assert drawn(game) == [MoneyPaid(ANN, BANK, 175, "card", "Ruling 24")]


@rule("Ruling 24")
def test_selling_houses_afterward_does_not_reduce_the_repair_bill() -> None:
    game = about_to_draw(
        "chance.general_repairs",
        CHANCE_22,
        cash={ANN: 0},
        owns={ANN: BROWN},
        houses={BALTIC: 2, MEDITERRANEAN: 2},
    )
    assert drawn(game) == [DebtOpened(ANN, BANK, 100, 100, "card", "Ruling 24")]
    for space in (BALTIC, MEDITERRANEAN, BALTIC):
        game.play(SellBuilding(ANN, space))
    assert game.play(SellBuilding(ANN, MEDITERRANEAN)) == [
        MoneyPaid(BANK, ANN, 25, "building_sale", "10 MCS 170(d)"),
        BuildingSold(ANN, MEDITERRANEAN, 0, 25, "10 MCS 170(d)"),
        MoneyPaid(ANN, BANK, 100, "card", "Ruling 24"),
    ]


# Payments to or from each player


@rule("10 MCS 100", "Ruling 7")
def test_the_chairman_pays_each_player_50_dollars_in_clockwise_order() -> None:
    game = scene(players=4, turn=CY, at={CY: 15}, chance=["chance.chairman"], dice=[(3, 4)])
    assert drawn(game, CY) == [
        MoneyPaid(CY, DEE, 50, "card", "Ruling 7"),
        MoneyPaid(CY, ANN, 50, "card", "Ruling 7"),
        MoneyPaid(CY, BOB, 50, "card", "Ruling 7"),
    ]
    assert purses(game) == [1550, 1550, 1350, 1550]


@rule("10 MCS 100", "Ruling 7")
def test_on_a_birthday_the_others_pay_10_dollars_each_in_clockwise_order() -> None:
    game = scene(players=4, turn=CY, at={CY: 10}, chest=["chest.birthday"], dice=[(3, 4)])
    assert drawn(game, CY) == [
        MoneyPaid(DEE, CY, 10, "card", "Ruling 7"),
        MoneyPaid(ANN, CY, 10, "card", "Ruling 7"),
        MoneyPaid(BOB, CY, 10, "card", "Ruling 7"),
    ]
    assert purses(game) == [1490, 1490, 1530, 1490]


@rule("Ruling 7")
@pytest.mark.parametrize(
    ("key", "space", "cash"),
    [("chance.chairman", CHANCE_22, 1450), ("chest.birthday", CHEST_17, 1510)],
)
def test_players_who_have_left_do_not_pay_or_get_paid(key: str, space: int, cash: int) -> None:
    game = about_to_draw(key, space, players=3)
    game.play(Resign(BOB))
    assert len(drawn(game)) == 1
    assert game.state.players[ANN].cash == cash


@rule("Ruling 7")
def test_a_chairman_short_of_cash_raises_money_for_one_player_at_a_time() -> None:
    game = about_to_draw(
        "chance.chairman", CHANCE_22, players=3, cash={ANN: 60}, owns={ANN: [READING]}
    )
    assert drawn(game) == [
        MoneyPaid(ANN, BOB, 50, "card", "Ruling 7"),
        DebtOpened(ANN, CY, 50, 40, "card", "Ruling 7"),
    ]
    assert game.play(Mortgage(ANN, READING))[-1] == MoneyPaid(ANN, CY, 50, "card", "Ruling 7")
    assert purses(game) == [60, 1550, 1550]


@rule("Ruling 7", "10 MCS 190(a)")
def test_a_chairman_who_cannot_pay_a_player_is_bankrupt_to_them_and_owes_the_rest_nothing() -> None:
    game = about_to_draw("chance.chairman", CHANCE_22, players=4, cash={ANN: 60})
    assert drawn(game) == [
        MoneyPaid(ANN, BOB, 50, "card", "Ruling 7"),
        DebtOpened(ANN, CY, 50, 40, "card", "Ruling 7"),
        WentBankrupt(ANN, CY, 50, "10 MCS 190(a)"),
        DebtVoided(ANN, DEE, 50, "Ruling 7"),
        MoneyPaid(ANN, CY, 10, "estate", "10 MCS 190(a)"),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]
    assert purses(game) == [0, 1550, 1510, 1500]
    assert game.state.open_debts() == []


@rule("Ruling 7", "10 MCS 190(a)")
def test_a_birthday_guest_who_cannot_pay_is_bankrupt_and_the_others_still_pay() -> None:
    game = about_to_draw("chest.birthday", CHEST_17, players=4, cash={BOB: 5})
    assert drawn(game) == [
        DebtOpened(BOB, ANN, 10, 5, "card", "Ruling 7"),
        WentBankrupt(BOB, ANN, 10, "10 MCS 190(a)"),
        MoneyPaid(BOB, ANN, 5, "estate", "10 MCS 190(a)"),
        MoneyPaid(CY, ANN, 10, "card", "Ruling 7"),
        MoneyPaid(DEE, ANN, 10, "card", "Ruling 7"),
    ]
    assert top(game) == ToEndTurn(ANN)
    assert purses(game) == [1525, 0, 1490, 1490]


@rule("Ruling 7")
def test_the_last_birthday_guest_still_pays_after_an_earlier_guest_chooses_bankruptcy() -> None:
    game = about_to_draw(
        "chest.birthday",
        CHEST_17,
        players=4,
        cash={CY: 5},
        owns={CY: [BALTIC]},
        mortgaged=[BALTIC],
    )
    assert drawn(game) == [
        MoneyPaid(BOB, ANN, 10, "card", "Ruling 7"),
        DebtOpened(CY, ANN, 10, 5, "card", "Ruling 7"),
    ]
    assert game.waiting_for == [CY]
    assert refusal(game, EndTurn(ANN)) == Refusal(
        "decision.other", "Ruling 31", seat=ANN, waiting=CY
    )
    assert game.play(GoBankrupt(CY)) == [
        WentBankrupt(CY, ANN, 10, "10 MCS 190(a)"),
        MoneyPaid(CY, ANN, 5, "estate", "10 MCS 190(a)"),
        DeedTransferred(BALTIC, CY, ANN, "10 MCS 190(a)"),
    ]
    assert game.play(InheritDeed(ANN, False)) == [
        MortgageKept(ANN, BALTIC, 3, "10 MCS 190(c)"),
        MoneyPaid(ANN, BANK, 3, "interest", "10 MCS 190(c)"),
        MoneyPaid(DEE, ANN, 10, "card", "Ruling 7"),
    ]
    assert top(game) == ToEndTurn(ANN)


@rule("Ruling 7", "10 MCS 190(h)")
def test_with_two_players_a_birthday_guest_who_cannot_pay_ends_the_game() -> None:
    game = about_to_draw("chest.birthday", CHEST_17, cash={BOB: 5})
    assert drawn(game)[-1] == GameEnded((ANN,), (1505, 0), "last", "10 MCS 190(h)")


# Get Out of Jail Free


@rule("10 MCS 100(a)", "CR 5.3")
@pytest.mark.parametrize(
    ("key", "space", "card"),
    [("chance.jail_free", CHANCE_22, CHANCE_FREE), ("chest.jail_free", CHEST_17, CHEST_FREE)],
)
def test_a_player_keeps_a_get_out_of_jail_free_card(key: str, space: int, card: int) -> None:
    game = about_to_draw(key, space)
    assert drawn(game) == [CardKept(ANN, card)]
    assert game.state.players[ANN].cards == [card]
    assert game.state.seen == [[], []]


@rule("10 MCS 100(a)", "10 MCS 120(e-2)")
@pytest.mark.parametrize(
    ("key", "card", "seen"),
    [
        ("chance.jail_free", CHANCE_FREE, [[CHANCE_FREE], []]),
        ("chest.jail_free", CHEST_FREE, [[], [CHEST_FREE]]),
    ],
)
def test_a_used_get_out_of_jail_free_card_goes_to_the_bottom_of_its_own_deck(
    key: str, card: int, seen: list[list[int]]
) -> None:
    game = scene(jail={ANN: 1}, cards={ANN: [key]})
    assert game.play(UseCard(ANN, card)) == [
        CardReturned(ANN, card, "10 MCS 100(a)"),
        LeftJail(ANN, "card", "10 MCS 120(e-2)"),
    ]
    assert game.state.players[ANN].cards == []
    assert game.state.seen == seen


@rule("10 MCS 100(b)", "CR 5.3")
@pytest.mark.parametrize("asked", [[], [BuyOrAuction(ANN, BALTIC)], [TaxChoice(ANN, 1500)]])
def test_a_get_out_of_jail_free_card_may_be_sold_at_any_time_at_any_agreed_price(
    asked: list[Entry],
) -> None:
    game = scene(at={ANN: BALTIC}, to_pass=True, cards={BOB: ["chance.jail_free"]}, asked=asked)
    game.play(OfferTrade(ANN, BOB, give_cash=30, get_cards=(CHANCE_FREE,)))
    assert game.play(AcceptTrade(BOB, 1)) == [
        TradeAccepted(1, ANN, BOB, "10 MCS 170"),
        MoneyPaid(ANN, BOB, 30, "trade", "10 MCS 170"),
        CardTransferred(CHANCE_FREE, BOB, ANN, "10 MCS 100(b)"),
    ]
    assert [player.cards for player in game.state.players] == [[CHANCE_FREE], []]


@rule("10 MCS 100(b)")
def test_nobody_can_sell_a_card_they_do_not_have() -> None:
    game = scene(cards={BOB: ["chance.jail_free"]})
    assert refusal(game, OfferTrade(ANN, BOB, get_cash=30, give_cards=(CHANCE_FREE,))) == Refusal(
        "trade.no_card", "10 MCS 100(b)", seat=ANN, card=CHANCE_FREE
    )


# The order of a deck


def small_deck(*keys: str) -> Board:
    """Return the classic board with only these Chance cards."""
    data: dict[str, Any] = classic().to_data()
    data["chance"] = [card for card in data["chance"] if card["key"] in keys]
    return board_from_data(data)


def draw_again(game: Game) -> list[str]:
    """Give Ann another turn, starting on GO; return the keys of the cards she draws."""
    game.state.agenda.pop()
    game.state.agenda.push(ToRoll(ANN))
    game.state.players[ANN].space = GO
    events = game.play(Roll(ANN))
    cards = game.state.board.cards
    return [cards[event.card].key for event in events if isinstance(event, CardDrawn)]


@rule("10 MCS 100")
def test_after_a_full_cycle_the_cards_come_up_again_in_the_same_order() -> None:
    game = scene(
        board=small_deck("chance.dividend", "chance.speeding_fine", "chance.building_loan"),
        chance=["chance.building_loan", "chance.dividend", "chance.speeding_fine"],
        dice=[(3, 4)] * 5,
    )
    drawn_keys: list[str] = []
    for _ in range(5):
        drawn_keys += draw_again(game)
        if len(drawn_keys) == 3:
            keys = [game.state.board.cards[card].key for card in game.view(BOB).state.seen[0]]
            assert keys == drawn_keys
            assert game.hidden.piles[0] == []
    assert drawn_keys == [
        "chance.building_loan",
        "chance.dividend",
        "chance.speeding_fine",
        "chance.building_loan",
        "chance.dividend",
    ]


@rule("10 MCS 100(a)")
def test_a_held_card_is_not_in_the_deck_and_a_used_one_comes_up_last() -> None:
    game = scene(
        board=small_deck("chance.jail_free", "chance.dividend", "chance.speeding_fine"),
        chance=["chance.jail_free", "chance.dividend", "chance.speeding_fine"],
        dice=[(3, 4)] * 7,
    )
    assert [draw_again(game) for _ in range(4)] == [
        ["chance.jail_free"],
        ["chance.dividend"],
        ["chance.speeding_fine"],
        ["chance.dividend"],
    ]
    game.play(EndTurn(ANN))
    game.state.agenda.pop()
    game.state.agenda.push(ToRoll(ANN))
    game.state.players[ANN].jail = 1
    game.play(UseCard(ANN, game.state.players[ANN].cards[0]))
    assert [draw_again(game) for _ in range(3)] == [
        ["chance.speeding_fine"],
        ["chance.dividend"],
        ["chance.jail_free"],
    ]


@rule("10 MCS 100(a)")
def test_a_used_card_is_drawn_again_when_its_turn_comes() -> None:
    game = scene(
        board=small_deck("chance.jail_free", "chance.dividend"),
        jail={ANN: 1},
        cards={ANN: ["chance.jail_free"]},
        dice=[(3, 4)] * 2,
    )
    game.play(UseCard(ANN, game.state.players[ANN].cards[0]))
    assert draw_again(game) == ["chance.dividend"]
    assert draw_again(game) == ["chance.jail_free"]
    assert len(game.state.players[ANN].cards) == 1


@rule("10 MCS 100", "CR 5.3")
def test_every_card_in_both_decks_has_an_example() -> None:
    with open(__file__) as file:
        text = file.read()
    assert [card.key for card in classic().cards if f'"{card.key}"' not in text] == []
