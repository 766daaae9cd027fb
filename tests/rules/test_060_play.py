"""10 MCS 60, CR 4, Rulings 1, 3, 21, 28, 31: going first, rolling, moving and ending a turn."""

from __future__ import annotations

import pytest

from passgo.engine.action import Action
from passgo.engine.agenda import Entry
from passgo.engine.board import classic
from passgo.engine.chance import ROLL, Chance, Scripted
from passgo.engine.events import (
    AuctionOpened,
    BidderPassed,
    BuildingBought,
    BuildingSold,
    CardDrawn,
    DebtOpened,
    DeedTransferred,
    DiceRolled,
    Event,
    Listener,
    MoneyPaid,
    MortgageCanceled,
    OpeningRollMade,
    PropertyMortgaged,
    PropertyUnmortgaged,
    PropertyUnsold,
    RentAskedFor,
    RentFixed,
    RentLapsed,
    SentToJail,
    TokenMoved,
    TradeOffered,
    TurnBegan,
    TurnEnded,
    WentBankrupt,
)
from passgo.engine.game import Game
from passgo.engine.options import Option
from passgo.engine.refusal import Refusal
from passgo.engine.rules.auction import Auction, Bid, PassBid
from passgo.engine.rules.building import Build, SellBuilding
from passgo.engine.rules.buying import Buy, BuyOrAuction, Decline
from passgo.engine.rules.debt import DebtDue, GoBankrupt, Resign
from passgo.engine.rules.jail import PayFine
from passgo.engine.rules.mortgage import Inheritance, InheritDeed, Mortgage, Unmortgage
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.shortage import BidForBuilding, StateDemand
from passgo.engine.rules.tax import ChooseTax, TaxChoice
from passgo.engine.rules.trade import OfferTrade
from passgo.engine.rules.turn import EndTurn, ToEndTurn, ToRoll
from passgo.engine.state import BANK, Offer
from tests.scene import (
    ANN,
    BALTIC,
    BOARDWALK,
    BOB,
    BROWN,
    CHANCE_7,
    CHANCE_36,
    CY,
    DEE,
    ELECTRIC,
    FREE_PARKING,
    GO,
    GO_TO_JAIL,
    ILLINOIS,
    INCOME_TAX,
    JAIL,
    LIGHT_BLUE,
    LUXURY_TAX,
    MEDITERRANEAN,
    NEW_YORK,
    ORIENTAL,
    PARK_PLACE,
    PENNSYLVANIA,
    PENNSYLVANIA_RR,
    READING,
    SCRIPTS,
    SHORT_LINE,
    VERMONT,
    card_number,
    refusal,
    rule,
    scene,
)

ALL_PROPERTIES = [deed.space for deed in classic().deeds]


class Starts(Listener):
    """A listener that records the opening rolls and the first turn."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def on_event(self, event: Event) -> None:
        if isinstance(event, OpeningRollMade | TurnBegan):
            self.events.append(event)


def started(dice: list[tuple[int, int]], players: int) -> list[Event]:
    """Make the opening rolls and return their events."""
    script = Scripted(dice=dice)
    SCRIPTS.append(script)
    starts = Starts()
    Game(players=players, chance=script, listener=starts)
    return starts.events


def moved(seat: int, dice: tuple[int, int], start: int, space: int) -> list[Event]:
    """Return the events of an ordinary roll, without the effect of the space."""
    return [
        DiceRolled(seat, *dice, "10 MCS 60(b)"),
        TokenMoved(seat, start, space, "dice", "10 MCS 60(b)"),
    ]


def top(game: Game) -> Entry:
    """Return the current decision."""
    return game.state.agenda.top


def not_their_turn(seat: int, waiting: int) -> Refusal:
    return Refusal("decision.other", "Ruling 31", seat=seat, waiting=waiting)


# Who goes first


@rule("10 MCS 60", "10 MCS 60(a)", "CR 3.5")
def test_everyone_rolls_once_in_turn_and_the_highest_total_goes_first() -> None:
    assert started([(1, 2), (6, 1), (5, 1), (2, 2)], players=4) == [
        OpeningRollMade(ANN, 1, 2, "10 MCS 60"),
        OpeningRollMade(BOB, 6, 1, "10 MCS 60"),
        OpeningRollMade(CY, 5, 1, "10 MCS 60"),
        OpeningRollMade(DEE, 2, 2, "10 MCS 60"),
        TurnBegan(BOB, 1, "10 MCS 60(a)"),
    ]


@rule("Ruling 1")
def test_only_players_who_tie_for_the_highest_total_must_roll_again_until_one_wins() -> None:
    again = [(1, 2), (2, 1), (4, 4), (5, 6)]
    assert started([(3, 4), (1, 1), (5, 2), *again], players=3) == [
        OpeningRollMade(ANN, 3, 4, "10 MCS 60"),
        OpeningRollMade(BOB, 1, 1, "10 MCS 60"),
        OpeningRollMade(CY, 5, 2, "10 MCS 60"),
        OpeningRollMade(ANN, 1, 2, "Ruling 1"),
        OpeningRollMade(CY, 2, 1, "Ruling 1"),
        OpeningRollMade(ANN, 4, 4, "Ruling 1"),
        OpeningRollMade(CY, 5, 6, "Ruling 1"),
        TurnBegan(CY, 1, "10 MCS 60(a)"),
    ]


@rule("Ruling 1")
def test_a_player_who_lost_a_tiebreak_stays_out_even_when_the_others_roll_lower_later() -> None:
    assert started([(6, 6), (6, 6), (6, 5), (1, 1), (1, 2)], players=3)[-1] == TurnBegan(
        BOB, 1, "10 MCS 60(a)"
    )


@rule("Ruling 1")
def test_a_tie_below_the_highest_roll_does_not_matter() -> None:
    assert len(started([(6, 6), (1, 1), (1, 1)], players=3)) == 4


# Rolling and moving


@rule("10 MCS 60(b)", "CR 4", "CR 4.1", "10 MCS 60(f)", "CR 4.2")
def test_a_token_on_go_moves_by_the_total_of_the_dice() -> None:
    game = scene(dice=[(2, 3)])
    assert game.play(Roll(ANN)) == moved(ANN, (2, 3), GO, READING)
    assert top(game) == BuyOrAuction(ANN, READING)


@rule("10 MCS 60(d)")
def test_each_move_starts_where_the_token_last_stopped() -> None:
    game = scene(dice=[(4, 6), (4, 6), (4, 6)])
    game.play(Roll(ANN))
    game.play(EndTurn(ANN))
    game.play(Roll(BOB))
    game.play(EndTurn(BOB))
    assert game.play(Roll(ANN)) == moved(ANN, (4, 6), JAIL, FREE_PARKING)
    assert game.state.players[BOB].space == JAIL


@rule("10 MCS 60(e)", "CR 4.2")
def test_several_tokens_may_share_a_space() -> None:
    game = scene(players=3, at={BOB: JAIL, CY: JAIL}, dice=[(4, 6)])
    assert game.play(Roll(ANN)) == moved(ANN, (4, 6), GO, JAIL)
    assert [player.space for player in game.state.players] == [JAIL, JAIL, JAIL]
    assert [player.cash for player in game.state.players] == [1500, 1500, 1500]


@rule("10 MCS 60(f)", "CR 4.2", "CR 5")
@pytest.mark.parametrize(
    ("start", "dice", "waits"),
    [
        (GO, (1, 2), BuyOrAuction(ANN, BALTIC)),
        (GO, (2, 3), BuyOrAuction(ANN, READING)),
        (CHANCE_7, (2, 3), BuyOrAuction(ANN, ELECTRIC)),
        (GO, (1, 3), TaxChoice(ANN, 1500)),
        (GO, (4, 6), ToEndTurn(ANN)),
        (READING, (4, 6), BuyOrAuction(ANN, PENNSYLVANIA_RR)),
        (JAIL, (4, 6), ToEndTurn(ANN)),
        (FREE_PARKING, (4, 6), ToRoll(BOB)),
    ],
)
def test_the_space_reached_determines_the_next_decision(
    start: int, dice: tuple[int, int], waits: Entry
) -> None:
    game = scene(at={ANN: start}, dice=[dice])
    game.play(Roll(ANN))
    assert top(game) == waits


@rule("10 MCS 60(f)", "CR 4.2")
def test_landing_on_your_own_property_has_no_effect() -> None:
    game = scene(owns={ANN: [READING]}, dice=[(2, 3)])
    assert game.play(Roll(ANN)) == moved(ANN, (2, 3), GO, READING)
    assert top(game) == ToEndTurn(ANN)
    assert game.state.rents == []


class Counted(Chance):
    """A `Chance` that always rolls (4, 6) and records the arguments of each call."""

    def __init__(self) -> None:
        self.calls: list[tuple[int, int, int]] = []

    def roll(self, purpose: int, seat: int, count: int) -> int:
        self.calls.append((purpose, seat, count))
        return 46


@rule("10 MCS 60(b)", "CR 4.1")
def test_each_players_rolls_are_counted() -> None:
    game = scene()
    counted = Counted()
    game.chance = counted
    for action in (Roll(ANN), EndTurn(ANN), Roll(BOB), EndTurn(BOB), Roll(ANN)):
        game.play(action)
    assert counted.calls == [(ROLL, ANN, 0), (ROLL, BOB, 0), (ROLL, ANN, 1)]


# Doubles


@rule("10 MCS 60(g)", "10 MCS 60(h)", "CR 4.4")
def test_after_doubles_the_token_moves_and_the_space_takes_effect_before_the_extra_roll() -> None:
    game = scene(dice=[(3, 3), (1, 1)])
    assert game.play(Roll(ANN)) == moved(ANN, (3, 3), GO, ORIENTAL)
    assert refusal(game, Roll(ANN)) == Refusal("decision.purchase", "10 MCS 80", space=ORIENTAL)
    game.play(Buy(ANN))
    assert top(game) == ToRoll(ANN)
    assert game.play(Roll(ANN)) == moved(ANN, (1, 1), ORIENTAL, VERMONT)


@rule("10 MCS 60(g)", "CR 4.4")
def test_a_player_who_rolls_doubles_and_lands_on_a_tax_space_pays_the_tax_as_usual() -> None:
    game = scene(dice=[(2, 2)])
    game.play(Roll(ANN))
    assert game.play(ChooseTax(ANN, False))[-1] == MoneyPaid(ANN, BANK, 200, "tax", "10 MCS 110(a)")
    assert top(game) == ToRoll(ANN)


@rule("10 MCS 60(h)", "CR 4.4")
def test_the_extra_roll_is_a_new_decision_with_its_own_number() -> None:
    game = scene(dice=[(5, 5)])
    game.play(Roll(ANN))
    assert top(game) == ToRoll(ANN)
    assert game.state.decision_number == game.state.moves == 1


@rule("10 MCS 60(h)", "CR 4.4")
def test_a_roll_without_doubles_ends_the_series() -> None:
    game = scene(owns={ANN: ALL_PROPERTIES}, dice=[(3, 3), (1, 2)])
    game.play(Roll(ANN))
    game.play(Roll(ANN))
    assert top(game) == ToEndTurn(ANN)


@rule("10 MCS 60(i)", "CR 4.4", "10 MCS 120(a-2)")
def test_a_third_roll_of_doubles_in_a_row_sends_the_player_to_jail_instead_of_moving_them() -> None:
    game = scene(at={ANN: JAIL}, owns={ANN: [ILLINOIS]}, dice=[(5, 5), (2, 2), (3, 3)])
    game.play(Roll(ANN))
    game.play(Roll(ANN))
    assert game.play(Roll(ANN)) == [
        DiceRolled(ANN, 3, 3, "10 MCS 60(b)"),
        TokenMoved(ANN, ILLINOIS, JAIL, "jail", "10 MCS 120(b)"),
        SentToJail(ANN, "10 MCS 60(i)"),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]
    assert game.state.players[ANN].jail == 1


@rule("10 MCS 60(i)")
def test_doubles_are_counted_only_within_one_turn() -> None:
    game = scene(owns={ANN: ALL_PROPERTIES}, dice=[(3, 3), (3, 3), (1, 2), (1, 2), (2, 2)])
    for action in (Roll(ANN), Roll(ANN), Roll(ANN), EndTurn(ANN), Roll(BOB), EndTurn(BOB)):
        game.play(action)
    assert game.play(Roll(ANN)) == [
        RentLapsed(ANN, BOB, BALTIC, 8, 1, "CR 5.2"),
        *moved(ANN, (2, 2), PENNSYLVANIA_RR, NEW_YORK),
    ]
    assert top(game) == ToRoll(ANN)


@rule("10 MCS 60(i)")
def test_one_players_doubles_do_not_count_for_the_next_player() -> None:
    game = scene(owns={ANN: ALL_PROPERTIES}, dice=[(3, 3), (3, 3), (1, 2), (3, 3)])
    for action in (Roll(ANN), Roll(ANN), Roll(ANN), EndTurn(ANN)):
        game.play(action)
    game.play(Roll(BOB))
    assert game.state.players[BOB].jail == 0
    assert top(game) == ToRoll(BOB)


# Ending the turn


@rule("10 MCS 60(c)", "CR 4.5", "Ruling 31")
def test_ending_the_turn_passes_the_dice() -> None:
    game = scene(players=3, to_pass=True)
    assert game.play(EndTurn(ANN)) == [TurnEnded(ANN), TurnBegan(BOB, 2, "10 MCS 60(c)")]
    assert game.waiting_for == [BOB]
    assert game.view(CY).state.seat == BOB


@rule("10 MCS 60(c)", "CR 3.5")
def test_after_the_last_seat_it_is_the_first_seats_turn() -> None:
    game = scene(players=3, turn=CY, to_pass=True)
    assert game.play(EndTurn(CY)) == [TurnEnded(CY), TurnBegan(ANN, 2, "10 MCS 60(c)")]


@rule("10 MCS 60(c)", "10 MCS 190(g)")
def test_players_who_have_left_the_game_are_skipped() -> None:
    game = scene(players=4, to_pass=True)
    game.play(Resign(BOB))
    game.play(Resign(CY))
    assert game.play(EndTurn(ANN)) == [TurnEnded(ANN), TurnBegan(DEE, 2, "10 MCS 60(c)")]


@rule("Ruling 31")
def test_a_turn_cannot_end_before_the_roll() -> None:
    game = scene()
    assert refusal(game, EndTurn(ANN)) == Refusal("dice.roll_first", "Ruling 31", seat=ANN)


@rule("Ruling 31", "10 MCS 120(e)")
def test_a_turn_in_jail_cannot_end_before_the_roll_either() -> None:
    game = scene(jail={ANN: 1})
    assert refusal(game, EndTurn(ANN)) == Refusal("dice.roll_first", "Ruling 31", seat=ANN)


@rule("Ruling 31", "10 MCS 60(h)")
def test_the_extra_roll_after_doubles_must_be_made() -> None:
    game = scene(dice=[(5, 5)])
    game.play(Roll(ANN))
    assert refusal(game, EndTurn(ANN)) == Refusal("dice.roll_first", "Ruling 31", seat=ANN)


@rule("Ruling 31")
def test_nobody_may_roll_twice_without_doubles() -> None:
    game = scene(dice=[(4, 6)])
    game.play(Roll(ANN))
    assert refusal(game, Roll(ANN)) == Refusal("dice.end_turn_first", "Ruling 31", seat=ANN)


@rule("Ruling 31")
@pytest.mark.parametrize("to_pass", [False, True])
@pytest.mark.parametrize("action", [Roll(BOB), EndTurn(BOB)])
def test_nobody_else_may_roll_or_end_the_turn(action: Action, to_pass: bool) -> None:
    game = scene(to_pass=to_pass)
    assert refusal(game, action) == not_their_turn(BOB, waiting=ANN)


@rule("Ruling 31", "Ruling 3")
@pytest.mark.parametrize("action", [Roll(ANN), EndTurn(ANN)])
def test_nobody_may_roll_while_a_purchase_is_pending(action: Action) -> None:
    game = scene(standing_on=BALTIC)
    assert refusal(game, action) == Refusal("decision.purchase", "10 MCS 80", space=BALTIC)


@rule("Ruling 31")
def test_only_the_current_player_has_the_option_to_roll_or_end_the_turn() -> None:
    game = scene(dice=[(4, 6)])
    assert game.options(ANN)[0] == Option("Roll", ANN, [])
    assert game.default(ANN) == Roll(ANN)
    assert "Roll" not in [option.action for option in game.options(BOB)]
    with pytest.raises(ValueError, match="Seat 1"):
        game.default(BOB)
    game.play(Roll(ANN))
    assert game.options(ANN)[0] == Option("EndTurn", ANN, [])
    assert game.default(ANN) == EndTurn(ANN)


@rule("Ruling 31", "10 MCS 120(c)")
def test_going_to_jail_ends_the_turn_immediately_even_after_doubles() -> None:
    game = scene(at={ANN: 24}, dice=[(3, 3)])
    assert game.play(Roll(ANN)) == [
        *moved(ANN, (3, 3), 24, GO_TO_JAIL),
        TokenMoved(ANN, GO_TO_JAIL, JAIL, "jail", "10 MCS 120(b)"),
        SentToJail(ANN, "10 MCS 120(a)"),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]
    assert game.waiting_for == [BOB]


@rule("Ruling 31", "10 MCS 190(f)")
def test_a_bankruptcy_ends_the_turn_only_after_its_auctions() -> None:
    game = scene(
        players=3,
        at={ANN: SHORT_LINE},
        cash={ANN: 10},
        owns={ANN: [BALTIC]},
        mortgaged=[BALTIC],
        dice=[(1, 2)],
    )
    assert game.play(Roll(ANN)) == [
        *moved(ANN, (1, 2), SHORT_LINE, LUXURY_TAX),
        DebtOpened(ANN, BANK, 75, 65, "tax", "CR 5.4"),
    ]
    assert game.play(GoBankrupt(ANN)) == [
        WentBankrupt(ANN, BANK, 75, "10 MCS 190(f)"),
        MoneyPaid(ANN, BANK, 10, "estate", "10 MCS 190(f)"),
        DeedTransferred(BALTIC, ANN, BANK, "10 MCS 190(f)"),
        MortgageCanceled(BALTIC),
        AuctionOpened(BALTIC, (BOB, CY), "10 MCS 190(f)"),
    ]
    assert refusal(game, Roll(BOB)) == Refusal("decision.auction", "Ruling 5", space=BALTIC)
    game.play(PassBid(BOB))
    assert game.play(PassBid(CY)) == [
        BidderPassed(CY, "Ruling 5"),
        PropertyUnsold(BALTIC),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]


@rule("Ruling 28", "Ruling 31")
def test_a_player_who_rolls_doubles_and_goes_bankrupt_loses_the_extra_roll() -> None:
    game = scene(
        players=3,
        at={ANN: PARK_PLACE},
        cash={ANN: 10},
        owns={CY: [BOARDWALK]},
        asks=[CY],
        dice=[(1, 1)],
    )
    assert game.play(Roll(ANN)) == [
        *moved(ANN, (1, 1), PARK_PLACE, BOARDWALK),
        RentFixed(CY, ANN, BOARDWALK, 50, 1, "10 MCS 90"),
        RentAskedFor(CY, ANN, BOARDWALK, 50, 1, "Ruling 8"),
        DebtOpened(ANN, CY, 50, 40, "rent", "10 MCS 90"),
        WentBankrupt(ANN, CY, 50, "10 MCS 190(a)"),
        MoneyPaid(ANN, CY, 10, "estate", "10 MCS 190(a)"),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]
    assert game.waiting_for == [BOB]


@rule("Ruling 28")
def test_a_bankrupt_players_doubles_do_not_count_for_the_next_player() -> None:
    game = scene(
        players=3,
        at={ANN: PENNSYLVANIA, BOB: JAIL},
        cash={ANN: 60},
        chance=["chance.speeding_fine"],
        dice=[(1, 1), (1, 1), (5, 5)],
    )
    game.play(Roll(ANN))
    assert game.play(Roll(ANN))[-3:] == [
        WentBankrupt(ANN, BANK, 75, "10 MCS 190(f)"),
        MoneyPaid(ANN, BANK, 45, "estate", "10 MCS 190(f)"),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]
    assert game.play(Roll(BOB)) == moved(BOB, (5, 5), JAIL, FREE_PARKING)
    assert top(game) == ToRoll(BOB)


@rule("Ruling 28")
def test_a_player_keeps_the_extra_roll_when_their_roll_bankrupts_others() -> None:
    game = scene(
        players=3,
        at={ANN: 13},
        cash={BOB: 5},
        chest=["chest.birthday"],
        dice=[(2, 2)],
    )
    events = game.play(Roll(ANN))
    assert WentBankrupt(BOB, ANN, 10, "10 MCS 190(a)") in events
    assert top(game) == ToRoll(ANN)


# The salary comes first


@rule("Ruling 21", "10 MCS 70")
def test_the_salary_can_be_used_to_pay_for_the_effects_of_the_same_roll() -> None:
    game = scene(at={ANN: BOARDWALK}, cash={ANN: 0}, dice=[(1, 3)])
    assert game.play(Roll(ANN)) == [
        *moved(ANN, (1, 3), BOARDWALK, BALTIC),
        MoneyPaid(BANK, ANN, 200, "salary", "10 MCS 70"),
    ]
    game.play(Buy(ANN))
    assert game.state.players[ANN].cash == 140


@rule("Ruling 21", "Ruling 24")
def test_the_salary_is_part_of_the_worth_when_the_same_roll_leads_to_income_tax() -> None:
    game = scene(at={ANN: BOARDWALK}, cash={ANN: 100}, dice=[(2, 3)])
    game.play(Roll(ANN))
    assert game.state.players[ANN].space == INCOME_TAX
    assert game.play(ChooseTax(ANN, True))[-1] == MoneyPaid(ANN, BANK, 30, "tax", "10 MCS 110(a-1)")


# When the table is busy

BUSY: list[list[Entry]] = [
    [BuyOrAuction(ANN, READING)],
    [Auction(READING, [ANN, BOB])],
    [TaxChoice(ANN, 1500)],
    [DebtDue(ANN, BANK, 5000, "tax", "CR 5.4", announced=True)],
    [DebtDue(ANN, BOB, 5000, "rent", "10 MCS 90", announced=True)],
    [Inheritance(ANN, BALTIC)],
]


OUT_OF_PLACE: list[Action] = [
    Roll(ANN),
    EndTurn(ANN),
    Buy(ANN),
    Decline(ANN),
    Bid(ANN, 5),
    PassBid(ANN),
    ChooseTax(ANN, False),
    PayFine(ANN),
    StateDemand(ANN, 1),
    BidForBuilding(ANN, 100, ORIENTAL),
    InheritDeed(ANN, False),
    GoBankrupt(ANN),
    Build(ANN, ORIENTAL),
    Unmortgage(ANN, BALTIC),
]


def busy_scene(asked: list[Entry]) -> Game:
    return scene(
        to_pass=True,
        at={ANN: READING},
        owns={ANN: [*LIGHT_BLUE, BALTIC], BOB: [BOARDWALK, PARK_PLACE, NEW_YORK]},
        houses={PARK_PLACE: 1},
        mortgaged=[BALTIC, NEW_YORK],
        asked=[entry.copy() for entry in asked],
    )


@rule("Ruling 3")
@pytest.mark.parametrize("asked", BUSY)
@pytest.mark.parametrize(
    "action",
    [
        Build(ANN, ORIENTAL),
        Build(BOB, BOARDWALK),
        Unmortgage(ANN, BALTIC),
        Unmortgage(BOB, NEW_YORK),
    ],
)
def test_nobody_may_build_or_unmortgage_while_the_table_is_busy(
    asked: list[Entry], action: Action
) -> None:
    game = busy_scene(asked)
    if action.seat in game.waiting_for:
        expected = Refusal("table.answer_first", "Ruling 3", seat=action.seat)
    else:
        expected = Refusal("table.busy", "Ruling 3", waiting=ANN)
    assert refusal(game, action) == expected


@rule("Ruling 3", "Ruling 31")
@pytest.mark.parametrize("asked", [[], *BUSY])
@pytest.mark.parametrize("action", OUT_OF_PLACE)
def test_a_refusal_never_asks_a_player_to_wait_for_themselves(
    asked: list[Entry], action: Action
) -> None:
    game = busy_scene(asked)
    why = game.why_not(action)
    if why is not None:
        assert why.values.get("waiting") != ANN


@rule("Ruling 3", "10 MCS 170(c)")
@pytest.mark.parametrize("asked", BUSY)
def test_buildings_may_be_sold_at_any_time(asked: list[Entry]) -> None:
    game = busy_scene(asked)
    assert game.play(SellBuilding(BOB, PARK_PLACE)) == [
        MoneyPaid(BANK, BOB, 100, "building_sale", "10 MCS 170(d)"),
        BuildingSold(BOB, PARK_PLACE, 0, 100, "10 MCS 170(d)"),
    ]


@rule("Ruling 3", "10 MCS 180")
@pytest.mark.parametrize("asked", BUSY)
def test_deeds_may_be_mortgaged_at_any_time(asked: list[Entry]) -> None:
    game = busy_scene(asked)
    assert game.play(Mortgage(ANN, VERMONT)) == [
        MoneyPaid(BANK, ANN, 50, "mortgage", "10 MCS 180(b)"),
        PropertyMortgaged(ANN, VERMONT, 50),
    ]


@rule("Ruling 3", "10 MCS 170")
@pytest.mark.parametrize("asked", BUSY)
def test_trades_may_be_offered_at_any_time(asked: list[Entry]) -> None:
    game = busy_scene(asked)
    offer = OfferTrade(BOB, ANN, give_cash=200, get_deeds=(VERMONT,))
    made = Offer(1, BOB, ANN, offer.terms)
    assert game.play(offer) == [TradeOffered(made, "10 MCS 170")]


@rule("Ruling 3", "10 MCS 140(e)")
@pytest.mark.parametrize("to_pass", [False, True])
@pytest.mark.parametrize("seat", [ANN, BOB])
def test_everyone_may_build_and_unmortgage_before_the_roll_and_before_the_turn_ends(
    seat: int, to_pass: bool
) -> None:
    game = scene(owns={seat: [*BROWN, NEW_YORK]}, mortgaged=[NEW_YORK], to_pass=to_pass)
    assert game.play(Build(seat, BALTIC))[-1] == BuildingBought(
        seat, BALTIC, 1, 50, "10 MCS 140(c)"
    )
    assert game.play(Unmortgage(seat, NEW_YORK))[-1] == PropertyUnmortgaged(
        seat, NEW_YORK, 110, "10 MCS 180(d)"
    )


@rule("Ruling 3", "10 MCS 60(h)")
def test_the_table_is_not_busy_between_doubles_and_the_extra_roll() -> None:
    game = scene(owns={ANN: BROWN}, dice=[(5, 5)])
    game.play(Roll(ANN))
    assert game.play(Build(ANN, BALTIC))[-1] == BuildingBought(ANN, BALTIC, 1, 50, "10 MCS 140(c)")


@rule("Ruling 3", "Ruling 32")
def test_rent_nobody_has_asked_for_does_not_make_the_table_busy() -> None:
    game = scene(at={ANN: CHANCE_36}, owns={BOB: [*BROWN, BOARDWALK]}, dice=[(1, 2)])
    assert game.play(Roll(ANN))[-1] == RentFixed(BOB, ANN, BOARDWALK, 50, 1, "10 MCS 90")
    assert game.play(Build(BOB, MEDITERRANEAN))[-1] == BuildingBought(
        BOB, MEDITERRANEAN, 1, 50, "10 MCS 140(c)"
    )
    assert game.play(EndTurn(ANN))[0] == TurnEnded(ANN)


@rule("Ruling 3")
def test_rent_asked_for_but_not_paid_makes_the_table_busy() -> None:
    game = scene(
        at={ANN: CHANCE_36},
        cash={ANN: 10},
        owns={ANN: [READING], BOB: [*BROWN, BOARDWALK]},
        asks=[BOB],
        dice=[(1, 2)],
    )
    game.play(Roll(ANN))
    assert refusal(game, Build(BOB, BALTIC)) == Refusal("table.busy", "Ruling 3", waiting=ANN)


@rule("CR 4", "CR 4.2", "10 MCS 60(f)")
def test_a_turn_consists_of_a_roll_a_move_the_effect_of_the_space_and_passing_the_dice() -> None:
    game = scene(dice=[(3, 4)], chance=["chance.dividend"])
    dividend = card_number(game.state.board, "chance.dividend")
    assert game.play(Roll(ANN)) + game.play(EndTurn(ANN)) == [
        *moved(ANN, (3, 4), GO, CHANCE_7),
        CardDrawn(ANN, dividend),
        MoneyPaid(BANK, ANN, 50, "card", "10 MCS 100"),
        TurnEnded(ANN),
        TurnBegan(BOB, 2, "10 MCS 60(c)"),
    ]
