"""Chance and Community Chest: drawing cards and carrying out their instructions.

10 MCS 100, CR 5.3, Rulings 7, 22, 23 and 24. The top card is drawn and
returned to the bottom of the deck, and its instructions are carried out. A "Get Out of Jail Free"
card stays with its holder until it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from passgo.engine.board import (
    ADVANCE,
    ARREST,
    BACK,
    COLLECT,
    COLLECT_EACH,
    HOTEL_LEVEL,
    KEEP,
    NEAREST,
    PAY,
    PAY_EACH,
    REPAIRS,
    UTILITY,
    Card,
)
from passgo.engine.chance import CARD_ROLL
from passgo.engine.events import CardDrawn, CardKept, CardReturned, DiceRolled
from passgo.engine.rules.jail import arrest
from passgo.engine.rules.rent import can_collect, rent_of
from passgo.engine.state import BANK, Debt, Player

if TYPE_CHECKING:
    from passgo.engine.game import Game
    from passgo.engine.state import State


def draw_card(game: Game, player: Player, deck: i64) -> None:
    """Draw the top card and carry out its instructions. 10 MCS 100."""
    state = game.state
    number = game.hidden.draw(deck, state.seen[deck])
    if number < 0:
        return  # a small deck, with every card held by a player
    card = state.board.cards[number]
    if game.has_listener:
        game.emit(CardDrawn(player.seat, number))
    if card.does == KEEP:
        player.cards.append(number)
        if game.has_listener:
            game.emit(CardKept(player.seat, number))
        return
    state.seen[deck].append(number)
    obey(game, player, card)


def obey(game: Game, player: Player, card: Card) -> None:
    """Carry out the instructions on a card."""
    seat = player.seat
    does = card.does
    if does == COLLECT:
        game.pay(BANK, seat, card.a, "card", "10 MCS 100")
    elif does == PAY:
        game.owe(Debt(seat, BANK, card.a, "card", "10 MCS 100"))
    elif does == ADVANCE:
        game.advance_to(player, card.a)
        game.land(player)
    elif does == NEAREST:
        advance_to_nearest(game, player, card.a)
    elif does == BACK:
        game.go_back(player, card.a)
    elif does == ARREST:
        arrest(game, player, "10 MCS 120(a-1)")
    elif does == REPAIRS:
        game.owe(Debt(seat, BANK, repairs(game.state, seat, card), "card", "Ruling 24"))
    elif does == PAY_EACH:
        for other in reversed(game.state.clockwise_from(seat)):
            game.owe_later(Debt(seat, other, card.a, "card", "Ruling 7"))
    elif does == COLLECT_EACH:
        for other in reversed(game.state.clockwise_from(seat)):
            game.owe_later(Debt(other, seat, card.a, "card", "Ruling 7"))


def repairs(state: State, seat: i64, card: Card) -> i64:
    """Return the cost of a repairs card, fixed when it is drawn. Ruling 24."""
    cost: i64 = 0
    if state.players[seat].buildings > 0:
        for prop in state.properties:
            if prop.owner == seat:
                cost += card.b if prop.houses == HOTEL_LEVEL else card.a * prop.houses
    return cost


def advance_to_nearest(game: Game, player: Player, kind: i64) -> None:
    """Advance to the nearest railroad or utility and, if another player owns it, pay extra rent.

    The rent is double for a railroad, and ten times a new roll for a utility. The card itself
    demands the payment, so the owner does not have to ask. 10 MCS 100, CR 5.3, Rulings 22 and 23.
    """
    state = game.state
    space = state.board.nearest(player.space, kind)
    game.advance_to(player, space)
    prop = state.property(space)
    if prop.owner == BANK:
        game.land(player)
    elif prop.owner != player.seat and not prop.mortgaged and can_collect(state, prop):
        rent = 2 * rent_of(state, prop, state.last_roll)
        amount = 10 * roll_for_card(game, player) if kind == UTILITY else rent
        game.owe(Debt(player.seat, prop.owner, amount, "rent", "CR 5.3"))


def roll_for_card(game: Game, player: Player) -> i64:
    """Roll for a utility card; the roll does not move a token or count as doubles. Ruling 23."""
    dice = game.roll_dice(CARD_ROLL, player.seat, player.card_rolls)
    player.card_rolls += 1
    if game.has_listener:
        game.emit(DiceRolled(player.seat, dice // 10, dice % 10, "Ruling 23"))
    return dice // 10 + dice % 10


def return_card(game: Game, seat: i64, card: i64, cite: str) -> None:
    """Return a kept card to the bottom of its deck. 10 MCS 100(a)."""
    state = game.state
    state.players[seat].cards.remove(card)
    state.seen[state.board.cards[card].deck].append(card)
    if game.has_listener:
        game.emit(CardReturned(seat, card, cite))
