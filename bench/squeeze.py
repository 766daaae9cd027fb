"""The squeeze: a trading strategy that once beat three `normal` bots, kept as a permanent opponent.

Before each of its rolls, it makes up to six offers. Each offer is the exchange that is best for the
squeeze, at the worst price that the partner accepts. To find that price, it uses the public
criteria by which our bots judge an offer: the gain in win probability, their share of the joint
gain, and the cash they keep. It declines all offers it receives.
"""

from __future__ import annotations

from passgo import Action, Offer, View
from passgo.actions import DeclineTrade
from passgo.bots.bargain import Bargainer, Deal, completes, offer_of
from passgo.bots.estimate import DEAL_WEIGHTS, Estimate, Weights
from passgo.bots.style import Style
from passgo.bots.trader import TraderBot
from passgo.decisions import ToRoll
from passgo.engine.state import State

MOST_OFFERS = 6
"""The maximum number of offers before a roll."""
OWN_PURSE = 100
"""The cash that the squeeze keeps in reserve."""


class Squeeze(TraderBot):
    """A bot that plays like `normal` but offers its partners the worst terms they accept.

    ``least`` is the gain in win probability that it leaves the partner, ``share`` is the partner's
    share of the joint gain, and ``purse`` is the cash the partner keeps. With the defaults, it won
    41% of its games against three `normal` bots that accepted any gain. ``tune_to`` uses the values
    that bots in a style insist on, and if ``takes`` is set, it accepts offers like `normal`.
    """

    def __init__(
        self,
        least: float = 0.0001,
        share: float = 0.0,
        purse: int = 100,
        useful: bool = False,
        takes: bool = False,
        weights: Weights = DEAL_WEIGHTS,
    ) -> None:
        super().__init__(trades=False)
        self.least = least
        self.share = share
        self.purse = purse
        self.useful = useful
        """Whether to offer only exchanges that complete a group, which `normal` insists on."""
        self.takes = takes
        self.partners_weights = weights
        """The weights by which the partners judge deals."""
        self.bargaining: Bargainer | None = None
        self.turn = -1
        self.tried: set[tuple[int, ...]] = set()

    @classmethod
    def tune_to(cls, style: Style, takes: bool = False) -> Squeeze:
        """Return a bot that leaves its partners exactly what bots in a style insist on."""
        return cls(
            share=style.share + 0.002,
            purse=int(style.kept_cash),
            useful=True,
            takes=takes,
            weights=style.deal_weights,
        )

    def idle(self, view: View) -> Action | None:
        """Build and unmortgage like `normal`; then, before the bot's own roll, make offers."""
        action = super().idle(view)
        if action is not None:
            return action
        state, seat = view.state, int(view.seat)
        top = state.agenda.top
        if not isinstance(top, ToRoll) or top.seat != seat:
            return None
        if self.turn != state.turn:
            self.turn = int(state.turn)
            self.tried.clear()
        if len(self.tried) >= MOST_OFFERS:
            return None
        deal = self.best(state, seat)
        if deal is None:
            return None
        self.tried.add(marks(deal))
        return offer_of(state, deal)

    def answer(self, view: View, offer: Offer) -> Action | None:
        """Decline every offer, or answer like `normal`."""
        return super().answer(view, offer) if self.takes else DeclineTrade(view.seat, offer.number)

    def best(self, state: State, seat: int) -> Deal | None:
        """Return the exchange with the largest gain at the worst price that the partner accepts."""
        talk = self.bargaining
        if talk is None:
            talk = self.bargaining = Bargainer(Estimate(state, self.partners_weights))
        talk.start(state)
        found: Deal | None = None
        for partner in state.clockwise_from(seat):
            for deal in talk.candidates(state, seat, partner, True, True):
                if self.useful and not completes(state, deal):
                    continue
                if marks(deal) in self.tried or not self.squeeze(talk, state, deal):
                    continue
                if offer_of(state, deal).why_not(state) is not None:
                    continue
                if found is None or deal.gain > found.gain:
                    found = deal
        return found

    def squeeze(self, talk: Bargainer, state: State, deal: Deal) -> bool:
        """Find the price that is best for this bot; return whether it gains at that price."""
        talk.open(state, deal)
        cash = talk.sketch.standings
        theirs = int(cash[deal.partner].cash) - int(deal.partner_fees) - self.purse
        low = -max(0, min(theirs, int(talk.ceiling(state, deal.give, deal.partner))))
        high = int(cash[deal.seat].cash) - int(deal.fees) - OWN_PURSE
        able = low <= high and self.suits(talk, deal, high)
        while able and low < high:
            middle = (low + high) // 2
            if self.suits(talk, deal, middle):
                high = middle
            else:
                low = middle + 1
        if able:
            self.suits(talk, deal, high)
        talk.close(state, deal)
        return able and deal.gain > 0.0

    def suits(self, talk: Bargainer, deal: Deal, pays: int) -> bool:
        """Return whether the partner accepts a price."""
        deal.pays = pays
        talk.judge(deal)
        theirs = float(deal.partner_gain)
        return theirs >= self.least and theirs >= self.share * (theirs + float(deal.gain))


def marks(deal: Deal) -> tuple[int, ...]:
    """Identify an exchange by its partner and deeds, regardless of its price."""
    return (int(deal.partner), *sorted(deal.get), -1, *sorted(deal.give))
