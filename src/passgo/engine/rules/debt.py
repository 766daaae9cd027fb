"""Debt, bankruptcy and resignation.

10 MCS 190, CR 10, Rulings 7, 8, 11, 12, 13, 17, 20, 26, 28 and 31. A debt is paid automatically as
soon as the debtor has the cash. A debtor who is short of cash must raise the difference, and goes
bankrupt if that is not possible.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from passgo.engine.action import Action, refuse_out_of_turn
from passgo.engine.agenda import Agenda, Decision, Entry
from passgo.engine.events import (
    CardTransferred,
    DebtOpened,
    DebtVoided,
    DeedTransferred,
    DemandStated,
    MortgageCanceled,
    PlayerLeft,
    RentLapsed,
    Resigned,
    WentBankrupt,
)
from passgo.engine.options import Option, option_without_fields
from passgo.engine.refusal import Refusal
from passgo.engine.rules.auction import EstateAuction
from passgo.engine.rules.building import (
    SellBuilding,
    SellGroupBuildings,
    clear_group,
    half_price,
)
from passgo.engine.rules.cards import return_card
from passgo.engine.rules.ending import end_by_worth, end_with_last
from passgo.engine.rules.mortgage import Inheritance, Mortgage
from passgo.engine.rules.shortage import DemandRound
from passgo.engine.rules.trade import void_offers
from passgo.engine.rules.turn import NEXT_TURN
from passgo.engine.state import BANK, Debt, Rent

if TYPE_CHECKING:
    from passgo.engine.game import Game
    from passgo.engine.state import State


def raisable(state: State, seat: i64) -> i64:
    """Return the most a player can raise: cash, buildings at half price and mortgage values."""
    player = state.players[seat]
    total = player.cash
    if player.deeds > 0:
        for prop in state.properties:
            if prop.owner == seat:
                total += half_price(state, prop)
                if not prop.mortgaged:
                    total += prop.deed.mortgage
    return total


class DebtDue(Decision):
    """A debt to pay: the debtor must raise the money or go bankrupt. 10 MCS 190, CR 10."""

    def __init__(
        self,
        seat: i64,
        creditor: i64,
        amount: i64,
        reason: str,
        cite: str,
        announced: bool = False,
    ) -> None:
        self.seat = seat
        self.creditor = creditor
        self.amount = amount
        self.reason = reason
        self.cite = cite
        self.announced = announced

    def copy(self) -> Entry:
        """Return an independent copy."""
        return DebtDue(
            self.seat, self.creditor, self.amount, self.reason, self.cite, self.announced
        )

    def debt(self) -> Debt | None:
        """Return the unpaid debt."""
        return Debt(self.seat, self.creditor, self.amount, self.reason, self.cite)

    def concerns(self, seat: i64) -> bool:
        """Return whether a seat is the debtor or the creditor; if either leaves, the debt is void.

        Rulings 7 and 8.
        """
        return seat == self.seat or seat == self.creditor

    def proceed(self, game: Game) -> bool:
        """Pay once the debtor has the cash; bankrupt a debtor with nothing left to sell.

        Ruling 20.
        """
        state = game.state
        player = state.players[self.seat]
        if player.cash >= self.amount and not player.leaving:
            state.agenda.pop()
            game.pay(self.seat, self.creditor, self.amount, self.reason, self.cite)
            return True
        if player.leaving:
            state.leaving.remove(self.seat)
            depart(game, self.seat)
            return True
        if not self.announced:
            self.announced = True
            if game.has_listener:
                missing = self.amount - player.cash
                game.emit(
                    DebtOpened(
                        self.seat, self.creditor, self.amount, missing, self.reason, self.cite
                    )
                )
        if player.deeds == 0 and not player.cards:
            go_bankrupt(game, self)
            return True
        return False

    def options(self, state: State, seat: i64, refused: bool = False) -> list[Option]:
        """Offer bankruptcy if it is allowed; the ways to raise money are listed separately."""
        return option_without_fields(state, GoBankrupt(seat), refused)

    def default(self, state: State, seat: i64) -> Action:
        """Raise money with the least harm, or go bankrupt if the debtor cannot raise enough."""
        if raisable(state, seat) < self.amount:
            return GoBankrupt(seat)
        return least_harm(state, seat)

    def comes_first(self) -> Refusal:
        """Require the debtor to raise the money or go bankrupt first."""
        return Refusal("decision.debt", "10 MCS 190", creditor=self.creditor, amount=self.amount)


def least_harm(state: State, seat: i64) -> Action:
    """Choose what to sell or mortgage next to raise money.

    Mortgage deeds outside complete groups first, cheapest first; then sell buildings; then mortgage
    complete groups.
    """
    loose: list[tuple[int, int]] = []
    grouped: list[tuple[int, int]] = []
    for prop in state.properties_of(seat):
        if not prop.mortgaged and not state.has_buildings(prop.deed.group):
            kept = state.owns_group(seat, prop.deed.group)
            (grouped if kept else loose).append((prop.deed.price, prop.deed.space))
    if loose:
        return Mortgage(seat, min(loose)[1])
    for prop in state.properties_of(seat):
        if prop.houses > 0:
            sale = SellBuilding(seat, prop.deed.space)
            if sale.why_not(state) is None:
                return sale
    for prop in state.properties_of(seat):
        if prop.houses > 0:
            return SellGroupBuildings(seat, prop.deed.group)
    return Mortgage(seat, min(grouped)[1])


def owe(game: Game, debt: Debt) -> None:
    """Pay a debt, or put it on top of the agenda until it can be paid."""
    if debt.amount == 0:
        return
    player = game.state.players[debt.debtor]
    if player.cash >= debt.amount:
        game.pay(debt.debtor, debt.creditor, debt.amount, debt.reason, debt.cite)
        return
    owe_later(game, debt)


def owe_later(game: Game, debt: Debt) -> None:
    """Put a debt on top of the agenda; it is paid when it comes up."""
    game.state.agenda.push(DebtDue(debt.debtor, debt.creditor, debt.amount, debt.reason, debt.cite))


def remove_leavers(game: Game) -> bool:
    """Remove the first player who has resigned, and return whether there was one. Ruling 12."""
    state = game.state
    if not state.leaving:
        return False
    depart(game, state.leaving.pop(0))
    return True


def settle_line(game: Game) -> bool:
    """Remove players who have resigned, then settle queued rents. Rulings 8 and 12.

    This happens before the current player rolls or ends the turn. Return whether anything changed.
    """
    state = game.state
    if state.leaving:
        return remove_leavers(game)
    if state.debts:
        owe(game, state.debts.pop(0))
        return True
    return False


# -- leaving the game ------------------------------------------------------------------------------


class GoBankrupt(Action):
    """Declare bankruptcy if you cannot raise enough to cover your debt. 10 MCS 190, CR 10."""

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def why_not(self, state: State) -> Refusal | None:
        """Refuse unless the player is a debtor who cannot raise enough."""
        top = state.agenda.top
        if not isinstance(top, DebtDue) or top.seat != self.seat:
            return refuse_out_of_turn(state, self.seat)
        able = raisable(state, self.seat)
        if able >= top.amount:
            return Refusal("debt.payable", "10 MCS 190", amount=top.amount, raisable=able)
        return None

    def do(self, game: Game) -> None:
        """Turn everything over to the creditor."""
        top = game.state.agenda.top
        assert isinstance(top, DebtDue)
        go_bankrupt(game, top)


def go_bankrupt(game: Game, debt: DebtDue) -> None:
    """Turn everything over to the creditor of this debt. 10 MCS 190(a), (b), (f), CR 10."""
    if game.has_listener:
        cite = "10 MCS 190(f)" if debt.creditor == BANK else "10 MCS 190(a)"
        game.emit(WentBankrupt(debt.seat, debt.creditor, debt.amount, cite))
    game.state.agenda.pop()
    sell_all_buildings(game, debt.seat, "10 MCS 190(b)")
    retire(game, debt.seat, debt.creditor)


class Resign(Action):
    """Leave the game voluntarily, at any time. Ruling 12."""

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def why_not(self, state: State) -> Refusal | None:
        """Return None: a player may always resign."""
        return None

    def do(self, game: Game) -> None:
        """Close the player's offers and cancel their demands.

        A high bid stands until its auction ends.
        """
        state = game.state
        seat = self.seat
        if game.has_listener:
            game.emit(Resigned(seat))
        state.players[seat].leaving = True
        state.leaving.append(seat)
        void_offers(game, seat, "Ruling 12")
        end_demands(game, seat)


def end_demands(game: Game, seat: i64) -> None:
    """Cancel a departing player's demands, answering pending questions with 0. Rulings 9 and 12."""
    state = game.state
    for entry in state.agenda:
        if isinstance(entry, DemandRound) and seat in entry.asked:
            entry.asked.remove(seat)
            if game.has_listener:
                game.emit(DemandStated(seat, entry.kind, 0, "Ruling 12"))
    for demands in state.demands:
        demands[seat] = 0


def depart(game: Game, seat: i64) -> None:
    """Settle a resigned player's debts if cash covers them, then remove the player. Ruling 12."""
    state = game.state
    sell_all_buildings(game, seat, "Ruling 12")
    debts = [debt for debt in state.open_debts() if debt.debtor == seat]
    heir: i64 = BANK
    if sum(debt.amount for debt in debts) <= state.players[seat].cash:
        for debt in debts:
            game.pay(seat, debt.creditor, debt.amount, debt.reason, debt.cite)
            remove_debt(state, debt)
    else:
        heir = debts[0].creditor
        remove_debt(state, debts[0])
    if game.has_listener:
        game.emit(PlayerLeft(seat, heir, "Ruling 12"))
    retire(game, seat, heir)


def remove_debt(state: State, debt: Debt) -> None:
    """Remove a debt from the agenda or the queue."""
    if debt in state.debts:
        state.debts.remove(debt)
        return
    for entry in reversed(state.agenda.entries):
        if entry.debt() == debt:
            state.agenda = Agenda([other for other in state.agenda if other is not entry])
            return


def sell_all_buildings(game: Game, seat: i64, cite: str) -> None:
    """Return all of a player's buildings to the Bank at half price. 10 MCS 190(b)."""
    state = game.state
    if state.players[seat].buildings > 0:
        for group in state.board.groups:
            if state.owns_group(seat, group.number):
                clear_group(game, group.number, cite)


def retire(game: Game, seat: i64, heir: i64) -> None:
    """Take a player out of the game; the heir or the Bank gets everything. 10 MCS 190(g)."""
    state = game.state
    player = state.players[seat]
    player.out = True
    player.leaving = False
    player.jail = 0
    state.left -= 1
    if seat in state.leaving:
        state.leaving.remove(seat)
    void_offers(game, seat, "Ruling 13")
    void_debts(game, seat)
    end_demands(game, seat)
    clear_agenda(game, seat)
    deeds = [prop.deed.space for prop in state.properties_of(seat)]
    mortgaged = [space for space in deeds if state.is_mortgaged(space)]
    if heir == BANK:
        return_to_bank(game, seat)
    else:
        inherit(game, seat, heir)
    if state.rules.ends_at_first_bankruptcy:
        end_by_worth(game, "bankruptcy", "10 MCS 210(e)")
    elif state.left == 1:
        end_with_last(game)
    elif heir != BANK:
        for space in reversed(mortgaged):
            state.agenda.push(Inheritance(heir, space))
    elif deeds and not state.rules.no_auctions:
        state.agenda.push(EstateAuction(BANK, deeds))


def void_debts(game: Game, seat: i64) -> None:
    """Void the rents and queued debts that a departing player owes or is owed. Rulings 7 and 8."""
    state = game.state
    kept_rents: list[Rent] = []
    for rent in state.rents:
        if rent.owner != seat and rent.tenant != seat:
            kept_rents.append(rent)
        elif game.has_listener:
            game.emit(
                RentLapsed(
                    rent.owner, rent.tenant, rent.space, rent.amount, rent.number, "Ruling 8"
                )
            )
    state.rents = kept_rents
    kept_debts: list[Debt] = []
    for debt in state.debts:
        if debt.debtor != seat and debt.creditor != seat:
            kept_debts.append(debt)
        elif game.has_listener:
            game.emit(DebtVoided(debt.debtor, debt.creditor, debt.amount, "Ruling 8"))
    state.debts = kept_debts


def clear_agenda(game: Game, seat: i64) -> None:
    """Drop a departed player's agenda entries; if it was their turn, the turn passes.

    Rulings 7, 28 and 31.
    """
    state = game.state
    kept: list[Entry] = []
    for entry in state.agenda:
        if not entry.concerns(seat):
            kept.append(entry)
        elif entry.is_calm():
            kept.append(NEXT_TURN[seat])
        elif isinstance(entry, DebtDue) and game.has_listener:
            game.emit(DebtVoided(entry.seat, entry.creditor, entry.amount, "Ruling 7"))
    state.agenda = Agenda(kept)


def return_to_bank(game: Game, seat: i64) -> None:
    """Give cash, cards and deeds, with mortgages canceled, to the Bank. 10 MCS 190(f), CR 10."""
    state = game.state
    player = state.players[seat]
    if player.cash > 0:
        game.pay(seat, BANK, player.cash, "estate", "10 MCS 190(f)")
    for card in player.cards.copy():
        return_card(game, seat, card, "CR 10")
    for prop in state.properties_of(seat):
        state.give(prop, BANK)
        if game.has_listener:
            game.emit(DeedTransferred(prop.deed.space, seat, BANK, "10 MCS 190(f)"))
        if prop.mortgaged:
            state.set_mortgaged(prop, False)
            if game.has_listener:
                game.emit(MortgageCanceled(prop.deed.space))


def inherit(game: Game, seat: i64, heir: i64) -> None:
    """Give cash, cards and deeds, with their mortgages, to another player. 10 MCS 190(a), (c)."""
    state = game.state
    player = state.players[seat]
    if player.cash > 0:
        game.pay(seat, heir, player.cash, "estate", "10 MCS 190(a)")
    for card in player.cards.copy():
        player.cards.remove(card)
        state.players[heir].cards.append(card)
        if game.has_listener:
            game.emit(CardTransferred(card, seat, heir, "CR 10"))
    for prop in state.properties_of(seat):
        state.give(prop, heir)
        if game.has_listener:
            game.emit(DeedTransferred(prop.deed.space, seat, heir, "10 MCS 190(a)"))
