"""The rule-based part of Bonjour et al.'s hybrid agent.

Source: Bonjour et al., "Decision Making in Monopoly using a Hybrid Deep Reinforcement Learning
Approach", arXiv 2103.00683. The agent uses fixed rules to buy properties and answer offers, and
leaves everything else to a neural network. The network's weights are not published, so ``gnome-v3``
takes its place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, mypyc_attr

from passgo.bots.baselines.gnome import GnomeV3
from passgo.bots.board_facts import groups_gained, list_price
from passgo.engine.action import Action
from passgo.engine.rules.trade import AcceptTrade, DeclineTrade

if TYPE_CHECKING:
    from passgo.engine.state import Offer, State


@mypyc_attr(allow_interpreted_subclasses=True)
class Hybrid(GnomeV3):
    """A variant of ``gnome-v3`` that accepts trades that add a group or raise the bot's worth."""

    def at_offer(self, state: State, seat: i64, offer: Offer) -> Action | None:
        """Accept trades that add a group or raise the bot's worth at list prices, ignoring cards."""
        if self.is_acceptable(state, seat, offer):
            terms = offer.terms
            gains = terms.give_cash + list_price(state, terms.give_deeds)
            gains -= terms.get_cash + list_price(state, terms.get_deeds)
            if gains > 0 or groups_gained(state, seat, terms.give_deeds, terms.get_deeds) > 0:
                return AcceptTrade(seat, offer.number)
        return DeclineTrade(seat, offer.number)
