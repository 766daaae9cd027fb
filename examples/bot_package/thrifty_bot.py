"""A bot for PassGo that always keeps some cash."""

from __future__ import annotations

from passgo import Action, Bot, View
from passgo.actions import Buy
from passgo.decisions import BuyOrAuction


class Thrifty(Bot):
    """A bot that buys a property if that leaves it a reserve, and is cautious otherwise."""

    def __init__(self, reserve: int = 200) -> None:
        self.reserve = reserve

    def decide(self, view: View) -> Action:
        """Answer the current decision."""
        top = view.state.agenda.top
        if isinstance(top, BuyOrAuction) and view.why_not(Buy(view.seat)) is None:
            price = view.state.property(top.space).deed.price
            if view.state.players[view.seat].cash - price >= self.reserve:
                return Buy(view.seat)
        return self.safe(view)
