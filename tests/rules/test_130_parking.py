"""10 MCS 130, CR 5.5: Free Parking, and the house rule that collects money there."""

from __future__ import annotations

import pytest

from passgo.engine.action import Action
from passgo.engine.events import (
    CardDrawn,
    DiceRolled,
    Event,
    LeftJail,
    MoneyPaid,
    TaxChosen,
    TokenMoved,
)
from passgo.engine.game import Game
from passgo.engine.rules.auction import Auction, PassBid
from passgo.engine.rules.building import Build
from passgo.engine.rules.buying import Buy
from passgo.engine.rules.jail import PayFine
from passgo.engine.rules.mortgage import Unmortgage
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.tax import ChooseTax, TaxChoice
from passgo.engine.rules.turn import ToEndTurn
from passgo.engine.ruleset import rule_set
from passgo.engine.state import BANK, POT
from tests.scene import (
    ANN,
    BALTIC,
    BOB,
    BROWN,
    CHANCE_22,
    CHEST_17,
    FREE_PARKING,
    JAIL,
    NEW_YORK,
    READING,
    SHORT_LINE,
    card_number,
    rule,
    scene,
    select_events,
)

HOUSE = "House free_parking_pot"
WITH_POT = rule_set(free_parking_pot=True)


def moved(dice: tuple[int, int], start: int, space: int) -> list[Event]:
    return [
        DiceRolled(ANN, *dice, "10 MCS 60(b)"),
        TokenMoved(ANN, start, space, "dice", "10 MCS 60(b)"),
    ]


def filled(game: Game, amount: int) -> Game:
    game.state.pot = amount
    return game


@rule("10 MCS 130", "10 MCS 130(a)", "CR 5.5")
@pytest.mark.parametrize("preset", ["consolidated", "statutes", "board", "short", "time_limit"])
def test_landing_on_free_parking_has_no_effect(preset: str) -> None:
    game = scene(at={ANN: JAIL}, rules=rule_set(preset), dice=[(4, 6)])
    assert game.play(Roll(ANN)) == moved((4, 6), JAIL, FREE_PARKING)
    player = game.state.players[ANN]
    assert (player.cash, player.deeds, player.cards) == (1500, 0, [])
    assert game.state.agenda.top == ToEndTurn(ANN)


@rule("10 MCS 130")
def test_taxes_go_to_the_bank_and_not_to_free_parking() -> None:
    game = scene(at={ANN: SHORT_LINE}, dice=[(1, 2)])
    assert game.play(Roll(ANN))[-1] == MoneyPaid(ANN, BANK, 75, "tax", "CR 5.4")
    assert game.state.pot == 0


@rule("House free_parking_pot")
def test_with_the_pot_luxury_tax_goes_to_free_parking() -> None:
    game = scene(at={ANN: SHORT_LINE}, rules=WITH_POT, dice=[(1, 2)])
    assert game.play(Roll(ANN))[-1] == MoneyPaid(ANN, POT, 75, "tax", HOUSE)
    assert game.state.pot == 75
    assert game.state.players[ANN].cash == 1425


@rule("House free_parking_pot")
def test_with_the_pot_income_tax_goes_to_free_parking() -> None:
    game = filled(scene(to_pass=True, rules=WITH_POT, asked=[TaxChoice(ANN, 1500)]), 30)
    assert game.play(ChooseTax(ANN, False)) == [
        TaxChosen(ANN, False, 200, "10 MCS 110(c)"),
        MoneyPaid(ANN, POT, 200, "tax", HOUSE),
    ]
    assert game.state.pot == 230


@rule("House free_parking_pot")
def test_with_the_pot_the_jail_fine_goes_to_free_parking() -> None:
    game = scene(jail={ANN: 1}, rules=WITH_POT)
    assert game.play(PayFine(ANN)) == [
        MoneyPaid(ANN, POT, 50, "fine", HOUSE),
        LeftJail(ANN, "fine", "10 MCS 120(e-4)"),
    ]
    game = scene(jail={ANN: 3}, rules=WITH_POT, dice=[(1, 2)])
    assert game.play(Roll(ANN))[1] == MoneyPaid(ANN, POT, 50, "fine", HOUSE)


@rule("House free_parking_pot")
def test_with_the_pot_card_payments_go_to_free_parking() -> None:
    game = scene(at={ANN: 10}, chest=["chest.hospital_fees"], rules=WITH_POT, dice=[(3, 4)])
    assert game.play(Roll(ANN)) == [
        *moved((3, 4), JAIL, CHEST_17),
        CardDrawn(ANN, card_number(game.state.board, "chest.hospital_fees")),
        MoneyPaid(ANN, POT, 100, "card", HOUSE),
    ]


@rule("House free_parking_pot")
def test_with_the_pot_card_payments_from_the_bank_and_between_players_are_unchanged() -> None:
    game = filled(
        scene(at={ANN: 15}, chance=["chance.chairman"], rules=WITH_POT, dice=[(3, 4)]), 80
    )
    assert select_events(game.play(Roll(ANN)), MoneyPaid) == [
        MoneyPaid(ANN, BOB, 50, "card", "Ruling 7")
    ]
    game = filled(
        scene(at={ANN: 15}, chance=["chance.dividend"], rules=WITH_POT, dice=[(3, 4)]), 80
    )
    assert game.play(Roll(ANN))[-1] == MoneyPaid(BANK, ANN, 50, "card", "10 MCS 100")
    assert game.state.pot == 80
    assert game.state.players[ANN].space == CHANCE_22


@rule("House free_parking_pot")
@pytest.mark.parametrize(
    "action", [Buy(ANN), Build(ANN, BALTIC), Unmortgage(ANN, READING), PassBid(BOB)]
)
def test_with_the_pot_prices_and_interest_still_go_to_the_bank(action: Action) -> None:
    if isinstance(action, Buy):
        game = scene(standing_on=NEW_YORK, rules=WITH_POT)
    elif isinstance(action, PassBid):
        game = scene(to_pass=True, rules=WITH_POT, asked=[Auction(NEW_YORK, [ANN, BOB], 9, ANN)])
    else:
        game = scene(owns={ANN: [*BROWN, READING]}, mortgaged=[READING], rules=WITH_POT)
    paid = select_events(game.play(action), MoneyPaid)
    assert [event.payee for event in paid if isinstance(event, MoneyPaid)] == [BANK]
    assert game.state.pot == 0


@rule("House free_parking_pot")
def test_a_player_who_lands_on_free_parking_takes_the_pot() -> None:
    game = filled(scene(at={ANN: JAIL}, rules=WITH_POT, dice=[(4, 6)]), 325)
    assert game.play(Roll(ANN)) == [
        *moved((4, 6), JAIL, FREE_PARKING),
        MoneyPaid(POT, ANN, 325, "pot", HOUSE),
    ]
    assert game.state.pot == 0
    assert game.state.players[ANN].cash == 1825


@rule("House free_parking_pot")
def test_an_empty_pot_pays_nothing() -> None:
    game = scene(at={ANN: JAIL}, rules=WITH_POT, dice=[(4, 6)])
    assert game.play(Roll(ANN)) == moved((4, 6), JAIL, FREE_PARKING)


@rule("House free_parking_pot")
def test_a_player_who_passes_free_parking_gets_nothing() -> None:
    game = filled(scene(at={ANN: 15}, rules=WITH_POT, owns={ANN: [24]}, dice=[(4, 5)]), 325)
    assert game.play(Roll(ANN)) == moved((4, 5), 15, 24)
    assert game.state.pot == 325


@rule("House free_parking_pot")
@pytest.mark.parametrize(("start", "goal"), [(0, JAIL), (30, 0)])
def test_no_other_corner_pays_out_the_pot(start: int, goal: int) -> None:
    game = filled(scene(at={ANN: start}, rules=WITH_POT, dice=[(4, 6)]), 325)
    events = game.play(Roll(ANN))
    assert game.state.players[ANN].space == goal
    assert [event for event in events if isinstance(event, MoneyPaid) and event.payer == POT] == []
    assert game.state.pot == 325
