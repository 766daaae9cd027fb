"""Rolling and moving: the dice, the token, GO, and the space where the token stops.

10 MCS 60, 70, CR 4, Rulings 21 and 31. The other modules define what happens on each kind of space.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from passgo.engine.action import Action, refuse_out_of_turn
from passgo.engine.board import CHANCE, CHEST, GO_TO_JAIL, INCOME_TAX, LUXURY_TAX, PARKING
from passgo.engine.chance import ROLL
from passgo.engine.events import DiceRolled, TokenMoved
from passgo.engine.refusal import Refusal
from passgo.engine.rules.buying import land_on_property
from passgo.engine.rules.cards import draw_card
from passgo.engine.rules.jail import arrest, roll_in_jail
from passgo.engine.rules.rent import lapse_rents
from passgo.engine.rules.tax import income_tax, luxury_tax
from passgo.engine.rules.turn import TO_END_TURN, TO_ROLL, ToEndTurn, ToRoll
from passgo.engine.state import BANK, POT, Player

if TYPE_CHECKING:
    from passgo.engine.game import Game
    from passgo.engine.state import State


class Roll(Action):
    """Roll both dice and move by their sum. 10 MCS 60(b), (g), (h), (i)."""

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def why_not(self, state: State) -> Refusal | None:
        """Refuse unless it is the player's turn to roll and nothing else is pending."""
        top = state.agenda.top
        if isinstance(top, ToRoll) and top.seat == self.seat:
            return None
        if isinstance(top, ToEndTurn) and top.seat == self.seat:
            return Refusal("dice.end_turn_first", "Ruling 31", seat=self.seat)
        return refuse_out_of_turn(state, self.seat)

    def do(self, game: Game) -> None:
        """Roll and move. Doubles earn another roll; three doubles in a row mean Jail."""
        state = game.state
        seat = self.seat
        player = state.players[seat]
        if state.rents:
            lapse_rents(game)
        if state.demands:
            state.demands = []
        state.decision_number = -1
        dice = game.roll_dice(ROLL, seat, player.rolls)
        player.rolls += 1
        first = dice // 10
        second = dice - 10 * first
        state.last_roll = first + second
        if player.jail > 0:
            roll_in_jail(game, player, first, second)
            return
        if game.has_listener:
            game.emit(DiceRolled(seat, first, second, "10 MCS 60(b)"))
        if first != second:
            state.agenda.replace(TO_END_TURN[seat])
        else:
            state.doubles += 1
            if state.doubles == 3:
                arrest(game, player, "10 MCS 60(i)")
                return
            state.agenda.replace(TO_ROLL[seat])
        advance(game, player, first + second)


def advance(game: Game, player: Player, steps: i64) -> None:
    """Move a token forward by a roll and resolve the space it stops on. 10 MCS 60(b), (f)."""
    size = game.state.board.size
    start = player.space
    space = start + steps
    passed = space >= size
    if passed:
        space -= size
    player.space = space
    if game.has_listener:
        game.emit(TokenMoved(player.seat, start, space, "dice", "10 MCS 60(b)"))
    if passed:
        pass_go(game, player)
    land(game, player)


def advance_to(game: Game, player: Player, space: i64) -> None:
    """Move a token forward to the space named on a card; the caller resolves the space."""
    start = player.space
    player.space = space
    if game.has_listener:
        game.emit(TokenMoved(player.seat, start, space, "card", "10 MCS 100"))
    if space <= start:
        pass_go(game, player)


def go_back(game: Game, player: Player, steps: i64) -> None:
    """Move a token backward, without collecting a salary. 10 MCS 70, CR 4.3."""
    size = game.state.board.size
    start = player.space
    player.space = (start - steps) % size
    if game.has_listener:
        game.emit(TokenMoved(player.seat, start, player.space, "back", "10 MCS 100"))
    land(game, player)


def pass_go(game: Game, player: Player) -> None:
    """Pay the salary for landing on or passing GO, before anything else. 10 MCS 70, Ruling 21."""
    rules = game.state.rules
    cite = "10 MCS 70" if rules.salary == 200 else "House starting_money"
    player.laps += 1
    if rules.double_salary_on_go and player.space == 0:
        game.pay(BANK, player.seat, 2 * rules.salary, "salary", "House double_salary")
    else:
        game.pay(BANK, player.seat, rules.salary, "salary", cite)


def land(game: Game, player: Player) -> None:
    """Resolve the space where a token stops. 10 MCS 60(f), CR 4.2."""
    state = game.state
    space = state.board.spaces[player.space]
    if space.deed >= 0:
        land_on_property(game, player, state.properties[space.deed])
        return
    kind = space.kind
    if kind == CHANCE:
        draw_card(game, player, 0)
    elif kind == CHEST:
        draw_card(game, player, 1)
    elif kind == INCOME_TAX:
        income_tax(game, player)
    elif kind == LUXURY_TAX:
        luxury_tax(game, player)
    elif kind == GO_TO_JAIL:
        arrest(game, player, "10 MCS 120(a)")
    elif kind == PARKING and state.pot > 0:
        game.pay(POT, player.seat, state.pot, "pot", "House free_parking_pot")
