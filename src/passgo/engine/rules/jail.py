"""Jail: three ways in, three ways out.

10 MCS 120, 210(c), CR 6, Rulings 18, 25 and 31. In: the space, a card, three doubles. Out: doubles, a
card, the fine. In Jail one may collect rent, build, sell, mortgage, bid and trade.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from passgo.engine.action import Action, not_now
from passgo.engine.agenda import Entry
from passgo.engine.events import DiceThrown, JailEntered, JailKept, JailLeft, TokenMoved
from passgo.engine.refusal import Refusal
from passgo.engine.rules.turn import NEXT_TURN, TO_PASS, ToThrow
from passgo.engine.state import BANK, Debt, Player

if TYPE_CHECKING:
    from passgo.engine.game import Game
    from passgo.engine.state import State


def arrest(game: Game, player: Player, cite: str) -> None:
    """Move a token directly into Jail; the turn is over. 10 MCS 120(b), (c), Ruling 31."""
    state = game.state
    start = player.space
    player.space = state.board.jail
    player.jail = 1
    state.agenda.replace(NEXT_TURN[player.seat])
    if game.loud:
        game.tell(TokenMoved(player.seat, start, player.space, "jail", "10 MCS 120(b)"))
        game.tell(JailEntered(player.seat, cite))


def throw_in_jail(game: Game, player: Player, first: i64, second: i64) -> None:
    """Throw for doubles; after the last failed throw the fine is due. 10 MCS 120(e-1), (f), (g)."""
    state = game.state
    seat = player.seat
    if game.loud:
        game.tell(DiceThrown(seat, first, second, "10 MCS 120(e-1)"))
    state.agenda.replace(TO_PASS[seat])
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
        if game.loud:
            game.tell(JailKept(seat, player.jail, "10 MCS 120(e-1)"))


def leave_jail(game: Game, player: Player, by: str, cite: str) -> None:
    """Be free: by doubles, by the fine or by a card."""
    player.jail = 0
    if game.loud:
        game.tell(JailLeft(player.seat, by, cite))


class LeaveAndMove(Entry):
    """The fine is paid after the last failed throw: move by that throw. 10 MCS 120(g)."""

    def __init__(self, seat: i64, thrown: i64) -> None:
        self.seat = seat
        self.thrown = thrown

    def go_on(self, game: Game) -> bool:
        """Leave Jail and move; who resigned meanwhile is gone before."""
        state = game.state
        if state.leaving:
            return game.let_leave()
        state.agenda.pop()
        player = state.players[self.seat]
        leave_jail(game, player, "fine", "10 MCS 120(g)")
        game.advance(player, self.thrown)
        return True


def why_not_free(state: State, seat: i64) -> Refusal | None:
    """Fine and card count on one's own turn, before the throw. Ruling 25."""
    top = state.agenda.top
    if not isinstance(top, ToThrow) or top.seat != seat:
        return not_now(state, seat)
    if state.players[seat].jail == 0:
        return Refusal("jail.free", "10 MCS 120(d)", seat=seat)
    return None


class PayFine(Action):
    """Pay the fine before you throw, and be free. 10 MCS 120(e-4), CR 6.3."""

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def why_not(self, state: State) -> Refusal | None:
        """In Jail, before the throw, while the rule set still allows it, with the cash in hand."""
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
        """Pay the Bank; the throw is then an ordinary one."""
        state = game.state
        cite = "10 MCS 120(e-4)"
        if state.rules.jail_turns == 1:
            cite = "10 MCS 210(c-3)"
        elif state.players[self.seat].jail > 2:
            cite = "CR 6.3"
        game.pay(self.seat, BANK, state.rules.jail_fine, "fine", cite)
        leave_jail(game, state.players[self.seat], "fine", cite)


class UseCard(Action):
    """Use a "Get Out of Jail Free" card before you throw. 10 MCS 120(e-2), CR 6.3."""

    def __init__(self, seat: i64, card: i64) -> None:
        self.seat = seat
        self.card = card

    def why_not(self, state: State) -> Refusal | None:
        """In Jail, before the throw, with that card in hand."""
        refusal = why_not_free(state, self.seat)
        if refusal is not None:
            return refusal
        if self.card not in state.players[self.seat].cards:
            return Refusal("jail.no_card", "10 MCS 120(e-2)", card=self.card)
        return None

    def do(self, game: Game) -> None:
        """Put the card under its deck; the throw is then an ordinary one."""
        state = game.state
        cite = "10 MCS 210(c-1)" if state.rules.jail_turns == 1 else "10 MCS 120(e-2)"
        game.return_card(self.seat, self.card, "10 MCS 100(a)")
        leave_jail(game, state.players[self.seat], "card", cite)
