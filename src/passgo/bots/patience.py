"""Patience: nobody hears the same offer twice, and who keeps saying no is asked less and less.

A bot sees only what lies on the table. So it takes an offer for refused when it is made, and forgets that
when it finds the deeds where the offer wanted them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from passgo.bots.bargain import Deal, terms

if TYPE_CHECKING:
    from passgo.engine.state import State

HAGGLES: Final = 4
"""So many offers in a row may be refused before the pauses begin."""
PAUSE: Final = 1
"""For how many rounds somebody is left alone then; each further no doubles it."""
LONGEST: Final = 4
"""How often the pause is doubled at most."""

OPENING: Final = 0.1
"""How far below what seems a gain to them somebody is asked to go the first time: people differ."""
LEAST_LEEWAY: Final = 0.025


class Patience:
    """What a bot remembers of the offers it made."""

    def __init__(self) -> None:
        self.asked: dict[int, int] = {}
        """What it last offered to pay for an exchange of deeds."""
        self.noes: dict[int, int] = {}
        """How many offers in a row a partner refused."""
        self.until: dict[int, int] = {}
        """The turn before which a partner is not asked again."""
        self.leeway: dict[int, float] = {}
        """By partner: how far below what seems a gain to them they are asked to go."""
        self.last: Deal | None = None

    def allows(self, deal: Deal) -> bool:
        """Say whether a deal may be offered: only for a better price than before."""
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

    def leeway_now(self, state: State) -> list[float]:
        """By seat: how far below what seems a gain to them they are asked to go; -1 to ask nothing."""
        return [
            -1.0
            if int(state.turn) < self.until.get(int(player.seat), 0)
            else self.leeway.get(int(player.seat), OPENING)
            for player in state.players
        ]

    def look(self, state: State) -> bool:
        """See what became of the last offer; say whether it was taken.

        Who takes an offer is asked for more the next time; who refuses one, for less.
        """
        deal = self.last
        if deal is None:
            return False
        self.last = None
        partner = int(deal.partner)
        leeway = self.leeway.get(partner, OPENING)
        number = deal.get[0] if deal.get else deal.give[0]
        taken = state.lots[number].owner == (deal.seat if deal.get else deal.partner)
        if taken:
            self.agree(partner)
            self.leeway[partner] = 2.0 * leeway + OPENING
        else:
            self.leeway[partner] = leeway / 2.0 if leeway > LEAST_LEEWAY else 0.0
        return taken

    def agree(self, partner: i64) -> None:
        """Forget the noes of a partner with whom a deal was made, whoever named the price."""
        self.noes[int(partner)] = 0
        self.until[int(partner)] = 0
        self.last = None
