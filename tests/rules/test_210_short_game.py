"""10 MCS 210, Rulings 16, 17 and 18: the short game changes five rules."""

from __future__ import annotations

import pytest

from passgo.engine.board import HOTEL_LEVEL
from passgo.engine.chance import Scripted
from passgo.engine.events import (
    AuctionOpened,
    BidderPassed,
    CardReturned,
    DebtOpened,
    DeedDealt,
    DeedTransferred,
    DiceRolled,
    Event,
    GameEnded,
    GameSetUp,
    LeftJail,
    Listener,
    MoneyPaid,
    MortgageCanceled,
    OpeningRollMade,
    PlayerLeft,
    PropertyMortgaged,
    PropertyUnsold,
    Resigned,
    TokenMoved,
    TurnBegan,
    WentBankrupt,
)
from passgo.engine.game import Game
from passgo.engine.refusal import Refusal
from passgo.engine.rules.auction import PassBid
from passgo.engine.rules.buying import Decline
from passgo.engine.rules.debt import DebtDue, GoBankrupt, Resign
from passgo.engine.rules.jail import PayFine, UseCard
from passgo.engine.rules.mortgage import Mortgage
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.trade import AcceptTrade, OfferTrade
from passgo.engine.ruleset import rule_set
from passgo.engine.state import BANK
from tests.scene import (
    ANN,
    BALTIC,
    BOARDWALK,
    BOB,
    CY,
    DARK_BLUE,
    ELECTRIC,
    FREE_PARKING,
    GO,
    INCOME_TAX,
    JAIL,
    MEDITERRANEAN,
    ORIENTAL,
    PARK_PLACE,
    READING,
    STATES,
    refusal,
    rule,
    scene,
)

SHORT = rule_set("short")
CHEST_CARD = 20


class Heard(Listener):
    """A listener that records every setup event."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def on_event(self, event: Event) -> None:
        self.events.append(event)


def owing(debtor: int, creditor: int, amount: int) -> DebtDue:
    """Return an unpaid debt that has already been announced."""
    return DebtDue(debtor, creditor, amount, "rent", "10 MCS 90", announced=True)


# -- setup -----------------------------------------------------------------------------------------


@rule("10 MCS 210", "10 MCS 210(a)", "10 MCS 210(a-1)", "Ruling 19")
def test_each_player_is_dealt_three_free_deeds_one_at_a_time() -> None:
    heard = Heard()
    script = Scripted(dice=[(6, 5), (1, 2)], deeds=[27, 0, 26, 1, 2, 7])
    game = Game(players=2, chance=script, rules=SHORT, listener=heard)
    assert heard.events == [
        GameSetUp(2, "10 MCS 30"),
        MoneyPaid(BANK, ANN, 1500, "start", "10 MCS 30(b)"),
        MoneyPaid(BANK, BOB, 1500, "start", "10 MCS 30(b)"),
        DeedDealt(ANN, BOARDWALK, "10 MCS 210(a)"),
        DeedDealt(BOB, MEDITERRANEAN, "10 MCS 210(a)"),
        DeedDealt(ANN, PARK_PLACE, "10 MCS 210(a)"),
        DeedDealt(BOB, BALTIC, "10 MCS 210(a)"),
        DeedDealt(ANN, READING, "10 MCS 210(a)"),
        DeedDealt(BOB, ELECTRIC, "10 MCS 210(a)"),
        OpeningRollMade(ANN, 6, 5, "10 MCS 60"),
        OpeningRollMade(BOB, 1, 2, "10 MCS 60"),
        TurnBegan(ANN, 1, "10 MCS 60(a)"),
    ]
    assert [player.cash for player in game.state.players] == [1500, 1500]
    assert [prop.deed.space for prop in game.state.properties_of(BOB)] == [
        MEDITERRANEAN,
        BALTIC,
        ELECTRIC,
    ]
    assert script.leftovers() == []


@rule("10 MCS 210(a)")
def test_eight_players_are_dealt_three_of_the_28_deeds_each() -> None:
    dice = [(6, 6)] + [(1, 1)] * 7
    game = Game(players=8, chance=Scripted(dice=dice), rules=SHORT)
    assert [len(game.state.properties_of(seat)) for seat in range(8)] == [3] * 8
    assert len(game.state.properties_of(BANK)) == 4


# -- Jail ------------------------------------------------------------------------------------------


@rule("10 MCS 210(c)", "10 MCS 210(c-1)", "Ruling 18")
def test_a_card_frees_a_player_on_the_next_turn() -> None:
    game = scene(rules=SHORT, jail={ANN: 1}, cards={ANN: ["chest.jail_free"]})
    assert game.play(UseCard(ANN, CHEST_CARD)) == [
        CardReturned(ANN, CHEST_CARD, "10 MCS 100(a)"),
        LeftJail(ANN, "card", "10 MCS 210(c-1)"),
    ]


@rule("10 MCS 210(c-1)", "10 MCS 100(b)")
def test_a_card_bought_from_another_player_works_too() -> None:
    game = scene(rules=SHORT, jail={ANN: 1}, cards={BOB: ["chest.jail_free"]})
    game.play(OfferTrade(ANN, BOB, give_cash=49, get_cards=(CHEST_CARD,)))
    game.play(AcceptTrade(BOB, 1))
    game.play(UseCard(ANN, CHEST_CARD))
    assert game.state.players[ANN].jail == 0


@rule("10 MCS 210(c-2)", "Ruling 18", "Ruling 25")
def test_doubles_free_a_player_without_a_fine_and_without_an_extra_roll() -> None:
    game = scene(rules=SHORT, jail={ANN: 1}, dice=[(5, 5)])
    assert game.play(Roll(ANN)) == [
        DiceRolled(ANN, 5, 5, "10 MCS 120(e-1)"),
        LeftJail(ANN, "doubles", "10 MCS 210(c-2)"),
        TokenMoved(ANN, JAIL, FREE_PARKING, "dice", "10 MCS 60(b)"),
    ]
    assert refusal(game, Roll(ANN)) == Refusal("dice.end_turn_first", "Ruling 31", seat=ANN)


@rule("10 MCS 210(c-3)", "Ruling 18")
def test_paying_50_dollars_before_the_roll_frees_a_player() -> None:
    game = scene(rules=SHORT, jail={ANN: 1})
    assert game.play(PayFine(ANN)) == [
        MoneyPaid(ANN, BANK, 50, "fine", "10 MCS 210(c-3)"),
        LeftJail(ANN, "fine", "10 MCS 210(c-3)"),
    ]


@rule("10 MCS 210(c)", "10 MCS 210(c-4)", "Ruling 18")
def test_after_a_failed_roll_the_player_pays_the_fine_and_moves_the_number_rolled() -> None:
    game = scene(rules=SHORT, jail={ANN: 1}, owns={ANN: [STATES]}, dice=[(1, 2)])
    assert game.play(Roll(ANN)) == [
        DiceRolled(ANN, 1, 2, "10 MCS 120(e-1)"),
        MoneyPaid(ANN, BANK, 50, "fine", "10 MCS 210(c-4)"),
        LeftJail(ANN, "fine", "10 MCS 120(g)"),
        TokenMoved(ANN, JAIL, STATES, "dice", "10 MCS 60(b)"),
    ]
    assert game.state.players[ANN].cash == 1450


@rule("10 MCS 210(c-4)", "Ruling 25")
def test_a_fine_that_cannot_be_paid_immediately_is_a_debt_and_delays_the_move() -> None:
    game = scene(
        rules=SHORT,
        jail={ANN: 1},
        owns={ANN: [STATES]},
        cash={ANN: 20},
        dice=[(1, 2)],
    )
    assert game.play(Roll(ANN)) == [
        DiceRolled(ANN, 1, 2, "10 MCS 120(e-1)"),
        DebtOpened(ANN, BANK, 50, 30, "fine", "10 MCS 210(c-4)"),
    ]
    assert game.play(Mortgage(ANN, STATES)) == [
        MoneyPaid(BANK, ANN, 70, "mortgage", "10 MCS 180(b)"),
        PropertyMortgaged(ANN, STATES, 70),
        MoneyPaid(ANN, BANK, 50, "fine", "10 MCS 210(c-4)"),
        LeftJail(ANN, "fine", "10 MCS 120(g)"),
        TokenMoved(ANN, JAIL, STATES, "dice", "10 MCS 60(b)"),
    ]


# -- Income Tax ------------------------------------------------------------------------------------


@rule("10 MCS 210(d)")
def test_income_tax_is_a_flat_200_dollars_with_no_choice() -> None:
    game = scene(rules=SHORT, dice=[(1, 3)], cash={ANN: 300})
    assert game.play(Roll(ANN)) == [
        DiceRolled(ANN, 1, 3, "10 MCS 60(b)"),
        TokenMoved(ANN, GO, INCOME_TAX, "dice", "10 MCS 60(b)"),
        MoneyPaid(ANN, BANK, 200, "tax", "10 MCS 210(d)"),
    ]
    assert game.state.players[ANN].cash == 100


# -- the end ---------------------------------------------------------------------------------------


@rule("10 MCS 210(e)", "10 MCS 210(e-1)", "10 MCS 210(e-2)", "Ruling 17")
def test_the_first_bankruptcy_ends_the_game_and_the_richest_wins() -> None:
    game = scene(
        rules=SHORT,
        players=3,
        to_pass=True,
        owns={ANN: [BALTIC, READING], CY: [ORIENTAL]},
        mortgaged=[READING],
        cash={ANN: 5},
        asked=[owing(ANN, BANK, 1000)],
    )
    assert game.play(GoBankrupt(ANN)) == [
        WentBankrupt(ANN, BANK, 1000, "10 MCS 190(f)"),
        MoneyPaid(ANN, BANK, 5, "estate", "10 MCS 190(f)"),
        DeedTransferred(BALTIC, ANN, BANK, "10 MCS 190(f)"),
        DeedTransferred(READING, ANN, BANK, "10 MCS 190(f)"),
        MortgageCanceled(READING),
        GameEnded((CY,), (0, 1500, 1600), "bankruptcy", "10 MCS 210(e)"),
    ], "nothing is auctioned"
    assert game.state.winners == [CY]
    assert refusal(game, Roll(BOB)) == Refusal("game.over", "10 MCS 190(h)")


@rule("10 MCS 210(e)", "Ruling 17")
def test_the_estate_goes_to_the_creditor_without_interest_before_worth_is_counted() -> None:
    game = scene(
        rules=SHORT,
        players=3,
        to_pass=True,
        owns={ANN: [READING]},
        mortgaged=[READING],
        cash={ANN: 5, CY: 1600},
        asked=[owing(ANN, BOB, 1000)],
    )
    assert game.play(GoBankrupt(ANN)) == [
        WentBankrupt(ANN, BOB, 1000, "10 MCS 190(a)"),
        MoneyPaid(ANN, BOB, 5, "estate", "10 MCS 190(a)"),
        DeedTransferred(READING, ANN, BOB, "10 MCS 190(a)"),
        GameEnded((BOB,), (0, 1605, 1600), "bankruptcy", "10 MCS 210(e)"),
    ], "$1,505 in cash and half of $200"


@rule("Ruling 17", "Ruling 12")
def test_the_first_resignation_also_ends_the_game() -> None:
    game = scene(rules=SHORT, players=3, owns={ANN: [BALTIC]}, cash={BOB: 1501})
    events = game.play(Resign(ANN))
    assert events[:4] == [
        Resigned(ANN),
        PlayerLeft(ANN, BANK, "Ruling 12"),
        MoneyPaid(ANN, BANK, 1500, "estate", "10 MCS 190(f)"),
        DeedTransferred(BALTIC, ANN, BANK, "10 MCS 190(f)"),
    ]
    assert isinstance(events[4], GameEnded)
    assert (events[4].winners, events[4].worths) == ((BOB,), (0, 1501, 1500))


@rule("Ruling 17", "Ruling 12")
def test_a_resignation_during_an_auction_ends_the_game_after_the_auction() -> None:
    game = scene(rules=SHORT, players=3, turn=ANN, standing_on=ORIENTAL)
    game.play(Decline(ANN))
    assert game.play(Resign(CY)) == [Resigned(CY), BidderPassed(CY, "Ruling 12")]
    game.play(PassBid(ANN))
    assert game.play(PassBid(BOB)) == [
        BidderPassed(BOB, "Ruling 5"),
        PropertyUnsold(ORIENTAL),
        PlayerLeft(CY, BANK, "Ruling 12"),
        MoneyPaid(CY, BANK, 1500, "estate", "10 MCS 190(f)"),
        GameEnded((ANN, BOB), (1500, 1500, 0), "bankruptcy", "10 MCS 210(e)"),
    ]


@rule("10 MCS 210(e)")
def test_with_other_presets_a_bankruptcy_that_leaves_two_players_does_not_end_the_game() -> None:
    game = scene(
        players=3,
        turn=ANN,
        to_pass=True,
        owns={ANN: [BALTIC]},
        cash={ANN: 0},
        asked=[owing(ANN, BANK, 1000)],
    )
    events = game.play(GoBankrupt(ANN))
    assert events[-1] == AuctionOpened(BALTIC, (BOB, CY), "10 MCS 190(f)")
    assert not game.state.over


# -- worth -----------------------------------------------------------------------------------------


@rule("10 MCS 210(e-1a)", "10 MCS 210(e-1b)", "10 MCS 210(e-1c)", "Ruling 16")
@pytest.mark.parametrize(
    ("owns", "mortgaged", "expected"),
    [
        pytest.param([], [], 100, id="cash"),
        pytest.param([BALTIC], [], 160, id="a street at its price"),
        pytest.param([ELECTRIC], [], 250, id="a utility at its price"),
        pytest.param([READING], [], 300, id="a railroad at its price"),
        pytest.param([PARK_PLACE], [PARK_PLACE], 275, id="a mortgaged property at half price"),
    ],
)
def test_worth_includes_cash_and_deeds(
    owns: list[int], mortgaged: list[int], expected: int
) -> None:
    game = scene(rules=SHORT, owns={ANN: owns}, mortgaged=mortgaged, cash={ANN: 100})
    assert game.state.worth(ANN) == expected


@rule("10 MCS 210(e-1d)", "10 MCS 210(e-1e)", "10 MCS 210(b-2)", "Ruling 16")
def test_a_hotel_counts_together_with_the_three_houses_turned_in_for_it() -> None:
    game = scene(
        rules=SHORT,
        owns={ANN: DARK_BLUE},
        houses={PARK_PLACE: 3, BOARDWALK: HOTEL_LEVEL},
        cash={ANN: 0},
    )
    assert game.state.worth(ANN) == 350 + 400 + 3 * 200 + 4 * 200
