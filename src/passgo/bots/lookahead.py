"""The lookahead bot: where a choice matters, it plays out each alternative and compares the results.

Players choose it as `hard`. It plays like the trader but checks its most important choices with
rollouts: whether to buy, whether to accept a deal, which deal to offer, and whether to leave Jail.
A rollout is a copy of the table, with reshuffled unseen cards and new dice, played for several
turns by traders in every seat. The bot compares the resulting win probabilities. All alternatives
get the same dice, and the number of rollouts is fixed, so the same table and seed give the same
move on every machine.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from passgo.bots.bargain import Deal, offer_of
from passgo.bots.driver import Driver
from passgo.bots.estimate import Estimate, Weights
from passgo.bots.habits import ROLLS
from passgo.bots.reason import Reason
from passgo.bots.trader import TraderBot
from passgo.engine.action import Action, why_not
from passgo.engine.chance import Seeded
from passgo.engine.rules.buying import Buy, Decline
from passgo.engine.rules.jail import PayFine, UseCard
from passgo.engine.rules.trade import AcceptTrade, DeclineTrade

if TYPE_CHECKING:
    from passgo.engine.game import Game, View
    from passgo.engine.state import Offer, State

SURE: Final = 0.004
"""The smallest gain in win probability that a deal must show in rollouts."""
MOST_DEALS: Final = 6
"""The number of deals tried out in rollouts each turn."""


@mypyc_attr(allow_interpreted_subclasses=True)
class LookaheadBot(TraderBot):
    """A trader that checks its most important choices with rollouts."""

    def __init__(
        self,
        seed: i64 = 0,
        rollouts: i64 = 96,
        depth: i64 = 24,
        caution: float = 1.0,
        weights: Weights | None = None,
    ) -> None:
        super().__init__(caution=caution, weights=weights)
        if rollouts < 1 or depth < 1:
            raise ValueError("rollouts and depth must be at least 1")
        self.seed = seed
        self.rollouts = rollouts
        self.depth = depth

        self.view: View | None = None

    def decide(self, view: View) -> Action:
        """Save the view for rollouts, then decide."""
        self.view = view
        return super().decide(view)

    def idle(self, view: View) -> Action | None:
        """Save the view for rollouts, then act."""
        self.view = view
        return super().idle(view)

    def answer(self, view: View, offer: Offer) -> Action | None:
        """Save the view for rollouts, then answer."""
        self.view = view
        return super().answer(view, offer)

    # -- rollouts ----------------------------------------------------------------------------------

    def rollout_win_probability(self, actions: list[Action]) -> float:
        """Play some actions, then continue the game; return this seat's mean win probability at the end."""
        view = self.view
        assert view is not None
        total = 0.0
        key = self.seed * 1_000_003 + view.state.moves * 1_009
        for number in range(self.rollouts):
            game = view.imagine(Seeded(int(key + number)))
            for action in actions:
                game.step(action)
            total += self.play_on(game, view.seat)
        return total / float(self.rollouts)

    def play_on(self, game: Game, seat: i64) -> float:
        """Let traders play several turns in a copy; return a seat's win probability at the end."""
        state = game.state
        Driver(game, [self.stand_in() for _ in state.players]).run(self.depth)
        if state.over:
            return 1.0 / float(len(state.winners)) if seat in state.winners else 0.0
        if state.players[seat].out:
            return 0.0
        sketch = Estimate(state, self.weights)
        sketch.weigh()
        return sketch.win_probability(seat)

    def stand_in(self) -> TraderBot:
        """Return a bot for a seat in a copy: a trader that makes no offers."""
        return TraderBot(caution=self.caution, trades=False, weights=self.weights)

    def better(self, state: State, choices: list[Action]) -> Action | None:
        """Return the choice that does best in rollouts, or None if fewer than two are allowed."""
        allowed = [choice for choice in choices if why_not(state, choice) is None]
        if len(allowed) < 2:
            return None
        best = allowed[0]
        most = -1.0
        for choice in allowed:
            probability = self.rollout_win_probability([choice])
            if probability > most:
                most = probability
                best = choice
        return best

    # -- choices -----------------------------------------------------------------------------------

    def at_purchase(self, state: State, seat: i64, space: i64) -> Action:
        """Buy or decline, whichever does better in rollouts."""
        best = self.better(state, [Buy(seat), Decline(seat)])
        return best if best is not None else super().at_purchase(state, seat, space)

    def in_jail(self, state: State, seat: i64) -> Action:
        """Stay or leave, whichever does better in rollouts."""
        cards = state.players[seat].cards
        free: Action = UseCard(seat, cards[0]) if cards else PayFine(seat)
        best = self.better(state, [ROLLS[seat], free])
        return best if best is not None else super().in_jail(state, seat)

    def pick(self, state: State, seat: i64, deals: list[Deal]) -> Deal | None:
        """Choose the deal that does best in rollouts, if any deal does better than none."""
        if not deals:
            return None
        most = self.rollout_win_probability([]) + SURE
        best: Deal | None = None
        for deal in deals[:MOST_DEALS]:
            offer = offer_of(state, deal)
            if offer.why_not(state) is not None:
                continue
            probability = self.rollout_win_probability(
                [offer, AcceptTrade(deal.partner, state.last_serial + 1)]
            )
            if probability > most:
                most = probability
                best = deal
        return best

    def at_offer(self, state: State, seat: i64, offer: Offer) -> Action | None:
        """Accept what the trader would accept, if that does better in rollouts than declining."""
        answer = super().at_offer(state, seat, offer)
        if not isinstance(answer, AcceptTrade):
            return answer
        taken = self.reason
        best = self.better(state, [DeclineTrade(seat, offer.number), answer])
        if isinstance(best, DeclineTrade) and taken is not None:
            self.reason = Reason("trade.ahead", **taken.values)
        return best
