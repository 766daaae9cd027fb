"""Bots whose mistakes only `passgo bot check` finds."""

from __future__ import annotations

import os

from passgo import Action, Bot, View
from passgo.actions import Build, Buy, OfferTrade
from passgo.decisions import Auction, BuyOrAuction
from passgo.engine.state import Offer

_games = [0]


class Forgetful(Bot):
    """A bot that never asks for rent."""

    def idle(self, view: View) -> Action | None:
        return None


class Global(Bot):
    """A bot that buys only in the second game that it plays in a process."""

    def __init__(self) -> None:
        _games[0] += 1
        self.buys = _games[0] > 30

    def decide(self, view: View) -> Action:
        can_buy = isinstance(view.state.agenda.top, BuyOrAuction)
        if can_buy and self.buys and view.why_not(Buy(view.seat)) is None:
            return Buy(view.seat)
        return self.safe(view)


class ByProcess(Bot):
    """A bot whose offers depend on its process."""

    def __init__(self) -> None:
        self.offered = False

    def idle(self, view: View) -> Action | None:
        if not self.offered:
            self.offered = True
            other = (view.seat + 1) % len(view.state.players)
            return OfferTrade(view.seat, other, give_cash=1 + os.getpid() % 997)
        return super().idle(view)


class Cheater(Bot):
    """A bot that gives itself money."""

    def decide(self, view: View) -> Action:
        view.state.players[view.seat].cash += 1
        return self.safe(view)


class Interrupter(Bot):
    """A bot that raises KeyboardInterrupt."""

    def decide(self, view: View) -> Action:
        raise KeyboardInterrupt


class Chatty(Bot):
    """A bot that prints long lines."""

    def decide(self, view: View) -> Action:
        print("=" * 999)
        return self.safe(view)


class Clumsy(Bot):
    """A bot that builds without owning a group, and fails in auctions and when it gets an offer."""

    def decide(self, view: View) -> Action:
        if isinstance(view.state.agenda.top, Auction):
            raise LookupError("no such bid")
        return self.safe(view)

    def idle(self, view: View) -> Action | None:
        return super().idle(view) or (Build(view.seat, 39) if view.state.turn == 2 else None)

    def answer(self, view: View, offer: Offer) -> Action | None:
        return offer  # type: ignore[return-value]  # the mistake
