"""A planner that tries out its best actions in rollouts before choosing one.

Based on the rollout version of the ASU agent from the SAIL-ON evaluations (arXiv 2107.04303,
2302.14208). It tries each of the 8 best actions in 8 copies of the game, which continue for 32 more
actions with the same dice for every action tried. It chooses the action with the highest average
value: the planner's value plus cash.

Our own decisions: the best actions are the plain planner's choice and the actions that lead to the
highest immediate value; a tie goes to the plain planner's choice. In a copy, plain planners that
make no offers play all seats, and the unseen cards are reshuffled. If a decision is still in
progress after the last of the 32 actions, it is played out. The bot follows the planner if
only one action is possible, and in decisions about taxes, shortages and inheritances.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, mypyc_attr

from passgo.bots.baselines.dealing import next_raise
from passgo.bots.baselines.planner import Planner, steps_of
from passgo.bots.baselines.valuing import standing
from passgo.bots.driver import Driver
from passgo.bots.habits import ROLLS
from passgo.engine.action import Action, why_not
from passgo.engine.agenda import Entry
from passgo.engine.chance import ChanceNeeded, Seeded
from passgo.engine.rules.auction import Auction, Bid, PassBid
from passgo.engine.rules.building import SellBuilding
from passgo.engine.rules.buying import Buy, BuyOrAuction, Decline
from passgo.engine.rules.debt import DebtDue
from passgo.engine.rules.jail import PayFine, UseCard
from passgo.engine.rules.mortgage import Mortgage
from passgo.engine.rules.rent import AlwaysAskForRent
from passgo.engine.rules.trade import AcceptTrade, DeclineTrade
from passgo.engine.rules.turn import ToRoll

if TYPE_CHECKING:
    from passgo.engine.game import Game, View
    from passgo.engine.state import Offer, State


@mypyc_attr(allow_interpreted_subclasses=True)
class RolloutPlanner(Planner):
    """A planner that tries out its best actions in rollouts before choosing one."""

    def __init__(self, seed: int = 0, actions: i64 = 8, rollouts: i64 = 8, depth: i64 = 32) -> None:
        super().__init__()
        self.seed = seed
        self.actions = actions
        self.rollouts = rollouts
        self.depth = depth

    def decide(self, view: View) -> Action:
        """Try the answers to the current decision."""
        plain = super().decide(view)
        others = answers(view.state, view.seat, view.state.agenda.top, self.limit)
        choose_action = self.choose_action(view, plain, others)
        return plain if choose_action is None else choose_action

    def idle(self, view: View) -> Action | None:
        """Try building, unmortgaging, making an offer and doing nothing."""
        plain = super().idle(view)
        if isinstance(plain, AlwaysAskForRent):
            return plain
        others: list[Action | None] = [None]
        player = view.state.players[view.seat]
        if player.complete != 0 or player.mortgages > 0:
            others += steps_of(view.state, view.seat)
        return self.choose_action(view, plain, others)

    def answer(self, view: View, offer: Offer) -> Action | None:
        """Try accepting and declining an offer."""
        plain = super().answer(view, offer)
        others: list[Action | None] = [
            AcceptTrade(view.seat, offer.number),
            DeclineTrade(view.seat, offer.number),
        ]
        return self.choose_action(view, plain, others)

    def choose_action(
        self, view: View, plain: Action | None, others: list[Action | None]
    ) -> Action | None:
        """Return the action with the best outcome; a tie goes to the plain planner's choice."""
        best = plain
        rivals = self.rank_actions(view, plain, others)
        if not rivals:
            return best
        most = self.outcome(view, plain)
        for action in rivals:
            worth = self.outcome(view, action)
            if worth > most:
                most = worth
                best = action
        return best

    def rank_actions(
        self, view: View, plain: Action | None, others: list[Action | None]
    ) -> list[Action | None]:
        """Return the best of the other legal actions, by the value immediately after each one."""
        state = view.state
        able: list[tuple[float, int]] = []
        for number, action in enumerate(others):
            if action != plain and (action is None or why_not(state, action) is None):
                able.append((-foresee_value(view, action), number))
        able.sort()
        return [others[number] for _, number in able[: self.actions - 1]]

    def outcome(self, view: View, action: Action | None) -> float:
        """Return the value after some more actions, summed over the rollouts."""
        total = 0.0
        first: int = (self.seed * 1_000_003 + int(view.state.moves)) * 1_000
        for number in range(self.rollouts):
            game = view.imagine(Seeded(first + int(number)))
            rollout = Rollout(game, self.depth)
            rollout.begin(action)
            rollout.finish()
            total += standing(game.state, view.seat)
        return total


class Rollout(Driver):
    """A copy of the game that planners continue for a number of actions."""

    def __init__(self, game: Game, depth: i64) -> None:
        super().__init__(game, [Planner(offers=False) for _ in game.state.players])
        self.depth = depth

    def play(self, action: Action) -> None:
        """Carry out an action and count it."""
        self.depth -= 1
        self.game.step(action)

    def begin(self, action: Action | None) -> None:
        """Carry out the action being tried, without counting it."""
        if action is not None:
            self.game.step(action)
            if self.game.state.offers:
                self.show_offers()

    def finish(self) -> None:
        """Play until the actions are used up or the game is over."""
        state = self.game.state
        while self.depth > 0 and not state.over:
            self.advance()


def answers(state: State, seat: i64, top: Entry, limit: i64) -> list[Action | None]:
    """List the answers to a decision that are worth trying; some may be refused."""
    if isinstance(top, BuyOrAuction):
        return [Buy(seat), Decline(seat)]
    if isinstance(top, Auction):
        step = next_raise(top.bid, state.property(top.space).deed.price, state.players[seat].cash)
        return [PassBid(seat), Bid(seat, step), Bid(seat, limit)]
    if isinstance(top, ToRoll) and state.players[seat].jail > 0:
        cards: list[Action | None] = [UseCard(seat, card) for card in state.players[seat].cards]
        return [ROLLS[seat], PayFine(seat), *cards]
    found: list[Action | None] = []
    if isinstance(top, DebtDue):
        for prop in state.properties_of(seat):
            found.append(SellBuilding(seat, prop.deed.space))
            found.append(Mortgage(seat, prop.deed.space))
    return found


def foresee_value(view: View, action: Action | None) -> float:
    """Return the value after an action, or the current value if the outcome is random."""
    if action is None:
        return standing(view.state, view.seat)
    table = view.trial()
    try:
        table.step(action)
    except ChanceNeeded:
        return standing(view.state, view.seat)
    return standing(table.state, view.seat)
