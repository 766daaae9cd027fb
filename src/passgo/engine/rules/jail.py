"""Jail: three ways in, three ways out.

10 MCS 120, 210(c), CR 6, Rulings 18, 25 and 31. You go to Jail by landing on Go to Jail, by drawing
a card, or by rolling doubles three times in a row. You get out by rolling doubles, using a card or
paying the fine. While in Jail, you may collect rent, build, sell, mortgage, bid and trade.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from passgo.engine.action import Action, refuse_out_of_turn
from passgo.engine.agenda import Entry
from passgo.engine.events import DiceRolled, LeftJail, SentToJail, StayedInJail, TokenMoved
from passgo.engine.refusal import Refusal
from passgo.engine.rules.turn import NEXT_TURN, TO_END_TURN, ToRoll
from passgo.engine.state import BANK, Debt, Player

if TYPE_CHECKING:
    from passgo.engine.game import Game
    from passgo.engine.state import State


def arrest(game: Game, player: Player, cite: str) -> None:
    """Send a token directly to Jail and end the turn. 10 MCS 120(b), (c), Ruling 31."""
    state = game.state
    start = player.space
    player.space = state.board.jail
    player.jail = 1
    state.agenda.replace(NEXT_TURN[player.seat])
    if game.has_listener:
        game.emit(TokenMoved(player.seat, start, player.space, "jail", "10 MCS 120(b)"))
        game.emit(SentToJail(player.seat, cite))


def roll_in_jail(game: Game, player: Player, first: i64, second: i64) -> None:
    """Roll for doubles in Jail; after the last failed roll, charge the fine.

    10 MCS 120(e-1), (f), (g).
    """
    state = game.state
    seat = player.seat
    if game.has_listener:
        game.emit(DiceRolled(seat, first, second, "10 MCS 120(e-1)"))
    state.agenda.replace(TO_END_TURN[seat])
    if first == second:
        cite = "10 MCS 210(c-2)" if state.rules.jail_turns == 1 else "10 MCS 120(e-1)"
        leave_jail(game, player, "doubles", cite)
        game.advance(player, first + second)
    elif player.jail >= state.rules.jail_turns:
        state.agenda.push(LeaveAndMove(seat, first + second))
        cite = "10 MCS 210(c-4)" if state.rules.jail_turns == 1 else "10 MCS 120(f)"
        game.owe(Debt(seat, BANK, state.rules.jail_fine, "fine", cite))
    else:
        player.jail += 1
        if game.has_listener:
            game.emit(StayedInJail(seat, player.jail, "10 MCS 120(e-1)"))


def leave_jail(game: Game, player: Player, by: str, cite: str) -> None:
    """Release a player who rolled doubles, paid the fine or used a card."""
    player.jail = 0
    if game.has_listener:
        game.emit(LeftJail(player.seat, by, cite))


class LeaveAndMove(Entry):
    """The move after the last failed roll, once the fine is paid. 10 MCS 120(g)."""

    def __init__(self, seat: i64, roll: i64) -> None:
        self.seat = seat
        self.roll = roll

    def proceed(self, game: Game) -> bool:
        """Leave Jail and move, after removing players who have resigned."""
        state = game.state
        if state.leaving:
            return game.remove_leavers()
        state.agenda.pop()
        player = state.players[self.seat]
        leave_jail(game, player, "fine", "10 MCS 120(g)")
        game.advance(player, self.roll)
        return True


def why_not_free(state: State, seat: i64) -> Refusal | None:
    """Refuse unless the player is in Jail and about to roll. Ruling 25."""
    top = state.agenda.top
    if not isinstance(top, ToRoll) or top.seat != seat:
        return refuse_out_of_turn(state, seat)
    if state.players[seat].jail == 0:
        return Refusal("jail.free", "10 MCS 120(d)", seat=seat)
    return None


class PayFine(Action):
    """Pay the fine to get out of Jail before you roll. 10 MCS 120(e-4), CR 6.3."""

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def why_not(self, state: State) -> Refusal | None:
        """Refuse unless the player is in Jail, is about to roll, and is allowed and able to pay."""
        refusal = why_not_free(state, self.seat)
        if refusal is not None:
            return refusal
        player = state.players[self.seat]
        rules = state.rules
        if player.jail > rules.fine_turns:
            return Refusal(
                "jail.too_late", "10 MCS 120(e-4)", turn=player.jail, fine_turns=rules.fine_turns
            )
        if player.cash < rules.jail_fine:
            return Refusal("jail.cash", "Ruling 4", fine=rules.jail_fine, cash=player.cash)
        return None

    def do(self, game: Game) -> None:
        """Pay the Bank; the roll that follows is an ordinary one."""
        state = game.state
        cite = "10 MCS 120(e-4)"
        if state.rules.jail_turns == 1:
            cite = "10 MCS 210(c-3)"
        elif state.players[self.seat].jail > 2:
            cite = "CR 6.3"
        game.pay(self.seat, BANK, state.rules.jail_fine, "fine", cite)
        leave_jail(game, state.players[self.seat], "fine", cite)


class UseCard(Action):
    """Use a "Get Out of Jail Free" card before you roll. 10 MCS 120(e-2), CR 6.3."""

    def __init__(self, seat: i64, card: i64) -> None:
        self.seat = seat
        self.card = card

    def why_not(self, state: State) -> Refusal | None:
        """Refuse unless the player is in Jail, is about to roll, and holds that card."""
        refusal = why_not_free(state, self.seat)
        if refusal is not None:
            return refusal
        if self.card not in state.players[self.seat].cards:
            return Refusal("jail.no_card", "10 MCS 120(e-2)", card=self.card)
        return None

    def do(self, game: Game) -> None:
        """Return the card to the bottom of its deck; the roll that follows is an ordinary one."""
        state = game.state
        cite = "10 MCS 210(c-1)" if state.rules.jail_turns == 1 else "10 MCS 120(e-2)"
        game.return_card(self.seat, self.card, "10 MCS 100(a)")
        leave_jail(game, state.players[self.seat], "card", cite)
