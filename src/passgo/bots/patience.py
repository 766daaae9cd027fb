"""Patience: nobody hears the same offer twice, and who keeps saying no is asked less and less.

A bot sees only what lies on the table. So it takes an offer for refused when it is made, and forgets that
when it finds the deeds where the offer wanted them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from passgo.bots.bargain import Deal, terms

if TYPE_CHECKING:
    from passgo.engine.state import State

HAGGLES: Final = 4
"""So many offers in a row may be refused before the pauses begin."""
PAUSE: Final = 1
"""For how many rounds somebody is left alone then; each further no doubles it."""
LONGEST: Final = 4
"""How often the pause is doubled at most."""


class Patience:
    """What a bot remembers of the offers it made."""

    def __init__(self) -> None:
        self.asked: dict[int, int] = {}
        """What it last offered to pay for an exchange of deeds."""
        self.noes: dict[int, int] = {}
        """How many offers in a row a partner refused."""
        self.until: dict[int, int] = {}
        """The turn before which a partner is not asked again."""
        self.last: Deal | None = None

    def allows(self, state: State, deal: Deal) -> bool:
        """Say whether a partner may be asked: not too soon, and only for a better price than before."""
        if int(state.turn) < self.until.get(int(deal.partner), 0):
            return False
        key = int(terms(deal))
        return key not in self.asked or int(deal.pays) > self.asked[key]

    def ask(self, state: State, deal: Deal) -> None:
        """Remember an offer that is made now, as one that is refused."""
        self.asked[int(terms(deal))] = int(deal.pays)
        self.last = deal
        partner = int(deal.partner)
        noes = self.noes.get(partner, 0) + 1
        self.noes[partner] = noes
        self.until[partner] = int(state.turn) + 1
        if noes >= HAGGLES:
            rounds = PAUSE << min(noes - HAGGLES, LONGEST)
            self.until[partner] = int(state.turn) + rounds * int(state.left)

    def look(self, state: State) -> None:
        """Forget the noes of a partner who took the last offer."""
        deal = self.last
        if deal is None:
            return
        self.last = None
        number = deal.get[0] if deal.get else deal.give[0]
        if state.lots[number].owner == (deal.seat if deal.get else deal.partner):
            self.noes[int(deal.partner)] = 0
            self.until[int(deal.partner)] = 0
