"""The lookahead bot: where a choice matters, it plays out each alternative and compares the results.

Players choose it as `hard`. It is a trader with a style of its own that checks its most important
choices with rollouts: whether to buy, whether to accept or counter a deal, which deal to offer, and
whether to leave Jail. It offers deals that its partners would barely accept (``deal_search``).

A rollout is a copy of the table, with reshuffled unseen cards and new dice, played for several turns by
traders in every seat. The bot compares the win probabilities that the win model sees at the end. All
alternatives get the same dice, so they can be compared roll by roll, and the bot departs from what a
trader would do only if the difference is clear. The same table and seed give the same move on every
machine.

When a deal is played out, the traders go on trading: what a deal is worth depends on the deals that
become possible, or impossible, after it. Without them, the win model would have to judge the position
right after the deal, and its errors there are as large as what deals are worth.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from passgo.bots.bargain import Bargainer, Deal, offer_of
from passgo.bots.deal_search import DealSearch
from passgo.bots.driver import Driver
from passgo.bots.estimate import Weights
from passgo.bots.habits import ROLLS
from passgo.bots.offer_manners import times_offered
from passgo.bots.reason import Reason, to_tenths
from passgo.bots.style import Style
from passgo.bots.trader import TraderBot, counter_of
from passgo.engine.action import Action, why_not
from passgo.engine.chance import Seeded
from passgo.engine.rules.buying import Buy, Decline
from passgo.engine.rules.inquiry import DeclineInquiry
from passgo.engine.rules.jail import PayFine, UseCard
from passgo.engine.rules.trade import AcceptTrade, DeclineTrade, OfferTrade

if TYPE_CHECKING:
    from passgo.bots.bot import Bot
    from passgo.engine.game import Game, View
    from passgo.engine.state import Inquiry, Offer, State
    from passgo.engine.trade_terms import TradeTerms

SURE: Final = 0.004
"""The smallest gain in win probability for which the bot departs from what a trader would do."""
CLEAR: Final = 1.0
"""How many standard errors such a gain must exceed."""
HOPELESS: Final = 1.0
"""An alternative that is worse by this many standard errors is not played out any further."""
OBVIOUS: Final = 3.0
"""A gain that exceeds this many standard errors needs no more rollouts."""
FEWER: Final = 4
"""The factor by which deals get fewer rollouts, because players who trade take longer to think."""
LONGER: Final = 5
"""The length of a deal's rollouts, in thirds of the usual number of turns."""
BATCH: Final = 24
"""The number of rollouts after which hopeless alternatives, and the worse half of several, are dropped."""


class Trial:
    """A choice that is being played out, compared with the trader's own choice."""

    def __init__(self, actions: list[Action]) -> None:
        self.actions = actions
        self.results: list[float] = []
        """The win probability at the end of each rollout."""
        self.gain = 0.0
        """The mean gain over the trader's own choice."""
        self.error = 0.0
        """The standard error of the gain."""

    def compare(self, base: Trial) -> None:
        """Compute the gain over another choice that was played out with the same dice."""
        count = float(len(self.results))
        total = 0.0
        squares = 0.0
        for place in range(len(self.results)):
            difference = self.results[place] - base.results[place]
            total += difference
            squares += difference * difference
        self.gain = total / count
        self.error = sqrt(max(0.0, squares / count - self.gain * self.gain) / count)

    def mean(self) -> float:
        """Return the mean win probability."""
        total = 0.0
        for result in self.results:
            total += result
        return total / float(len(self.results))


def insert_by_gain(trials: list[Trial], trial: Trial) -> None:
    """Insert a choice into a list that is sorted by gain, best first."""
    place: i64 = 0
    while place < len(trials) and trials[place].gain >= trial.gain:
        place += 1
    trials.insert(place, trial)


def why_ahead(code: str, best: Trial, other: Trial) -> Reason:
    """Return a reason with the win probabilities of two choices in rollouts."""
    return Reason(
        code,
        rollouts=len(other.results),
        mine_after=to_tenths(best.mean()),
        mine=to_tenths(other.mean()),
    )


def is_gift(terms: TradeTerms) -> bool:
    """Return whether the player who proposes a trade asks for nothing."""
    return terms.get_cash == 0 and not terms.get_deeds and not terms.get_cards


@mypyc_attr(allow_interpreted_subclasses=True)
class LookaheadBot(TraderBot):
    """A trader that checks its most important choices with rollouts.

    A choice gets up to ``rollouts`` rollouts of ``depth`` turns. Deals, in whose rollouts the players
    trade, get a quarter as many that are two thirds longer.
    """

    def __init__(
        self,
        seed: i64 = 0,
        rollouts: i64 = 192,
        depth: i64 = 12,
        caution: float = 1.0,
        weights: Weights | None = None,
        style: Style | None = None,
        clear: float = CLEAR,
    ) -> None:
        super().__init__(caution=caution, weights=weights, style=style)
        if rollouts < 1 or depth < 1:
            raise ValueError("rollouts and depth must be at least 1")
        self.seed = seed
        self.rollouts = rollouts
        self.depth = depth
        self.deal_rollouts = max(1, rollouts // FEWER)
        self.deal_depth = depth * LONGER // 3
        self.double = TraderBot(weights=weights, style=style)
        """The trader in the bot's own seat in rollouts."""
        self.crew: list[TraderBot] = []
        """The traders in the other seats."""
        self.newcomer = TraderBot()
        """A trader that has seen nothing yet."""
        self.clear = clear
        self.view: View | None = None
        self.deal_search = DealSearch(self.evaluator)

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

    def quote(self, view: View, inquiry: Inquiry) -> Action | None:
        """Save the view for rollouts, then answer."""
        self.view = view
        return super().quote(view, inquiry)

    # -- rollouts ----------------------------------------------------------------------------------

    def find_best(self, trials: list[Trial], rollouts: i64, trading: bool) -> Trial:
        """Play out choices; return the first, which a trader would make, unless another is clearly better.

        After each batch, only the better half of the alternatives goes on (sequential halving).
        ``trading`` is whether the players in the rollouts trade.
        """
        base = trials[0]
        rest = trials[1:]
        played: i64 = 0
        while rest and played < rollouts:
            first = played
            played = min(played + BATCH, rollouts)
            self.play_out(base, first, played, trading)
            going: list[Trial] = []
            for trial in rest:
                self.play_out(trial, first, played, trading)
                trial.compare(base)
                if trial.gain + HOPELESS * trial.error >= 0.0:
                    insert_by_gain(going, trial)
            rest = going[: (len(rest) + 1) // 2] if played < rollouts else going
            if len(rest) == 1 and rest[0].gain > max(SURE, OBVIOUS * rest[0].error):
                break
        best = base
        most = 0.0
        for trial in rest:
            if trial.gain > max(most, SURE, self.clear * trial.error):
                most = trial.gain
                best = trial
        return best

    def play_out(self, trial: Trial, first: i64, last: i64, trading: bool) -> None:
        """Add the results of rollouts, each with dice of its own, to a choice."""
        view = self.view
        assert view is not None
        key = self.seed * 1_000_003 + view.state.moves * 1_009
        for number in range(first, last):
            game = view.imagine(Seeded(int(key + number)))
            for action in trial.actions:
                game.step(action)
            trial.results.append(self.play_on(game, view.seat, trading))

    def play_on(self, game: Game, seat: i64, trading: bool) -> float:
        """Let traders play several turns in a copy; return a seat's win probability at the end."""
        state = game.state
        while len(self.crew) < len(state.players):
            self.crew.append(TraderBot())
        bots: list[Bot] = []
        for player in state.players:
            bot = self.crew[player.seat] if player.seat != seat else self.double
            bot.trades = trading
            bot.copy_memory(self if player.seat == seat else self.newcomer)
            bots.append(bot)
        Driver(game, bots).run(self.deal_depth if trading else self.depth)
        return self.evaluator.win_probability(state, seat)

    def better(
        self, state: State, usual: Action, other: Action, usual_code: str, other_code: str
    ) -> Action:
        """Return the other action if it is allowed and clearly better than the usual one in rollouts.

        The codes are those of the reasons for keeping to the usual action and for the other one.
        """
        if why_not(state, usual) is not None or why_not(state, other) is not None:
            return usual
        first = Trial([usual])
        second = Trial([other])
        if self.find_best([first, second], self.rollouts, False) is second:
            self.reason = why_ahead(other_code, second, first)
            return other
        if second.gain < 0.0:
            self.reason = why_ahead(usual_code, first, second)
        return usual

    # -- choices -----------------------------------------------------------------------------------

    def at_purchase(self, state: State, seat: i64, space: i64) -> Action:
        """Buy or decline like a trader, unless the opposite does better in rollouts.

        In rollouts, everybody bids, so they cannot judge a decision to decline because nobody else
        bids, or to find out whether anybody does.
        """
        usual = super().at_purchase(state, seat, space)
        if self.reason is not None and self.reason.code in ("decline.auction", "decline.probe"):
            return usual
        if isinstance(usual, Buy):
            return self.better(state, usual, Decline(seat), "buy.ahead", "decline.ahead")
        if isinstance(usual, Decline):
            return self.better(state, usual, Buy(seat), "decline.ahead", "buy.ahead")
        return usual

    def in_jail(self, state: State, seat: i64) -> Action:
        """Stay or leave like a trader, unless the opposite does better in rollouts."""
        usual = super().in_jail(state, seat)
        stay: Action = ROLLS[seat]
        if usual is not stay:
            return self.better(state, usual, stay, "jail.leave_ahead", "jail.stay_ahead")
        cards = state.players[seat].cards
        leave: Action = UseCard(seat, cards[0]) if cards else PayFine(seat)
        return self.better(state, stay, leave, "jail.stay_ahead", "jail.leave_ahead")

    def find_deals(self, state: State, seat: i64, bargainer: Bargainer) -> list[Deal]:
        """List the deals that partners would accept, at the best price for the bot."""
        view = self.view
        assert view is not None
        return self.deal_search.find(view, bargainer)

    def pick(self, state: State, seat: i64, deals: list[Deal]) -> Deal | None:
        """Choose the deal that does best in rollouts, if any deal does better than none."""
        trials = [Trial([])]
        offered: list[Deal] = []
        for deal in deals:
            offer = offer_of(state, deal)
            if offer.why_not(state) is None:
                trials.append(Trial([offer, AcceptTrade(deal.partner, state.last_serial + 1)]))
                offered.append(deal)
        if not offered:
            return None
        best = self.find_best(trials, self.deal_rollouts, True)
        for place in range(len(offered)):
            if trials[place + 1] is best:
                self.reason = why_ahead("trade.offer_ahead", best, trials[0])
                return offered[place]
        return None

    def at_offer(self, state: State, seat: i64, offer: Offer) -> Action | None:
        """Answer like the trader, unless declining or a better price does better in rollouts.

        A gift is accepted as it is.
        """
        answer = super().at_offer(state, seat, offer)
        if not isinstance(answer, AcceptTrade) or is_gift(offer.terms):
            return answer
        accept = Trial([answer])
        decline = Trial([DeclineTrade(seat, offer.number)])
        trials = [accept, decline]
        counter = self.best_counter(state, seat, offer)
        if counter is not None:
            trials.append(Trial([counter, AcceptTrade(offer.maker, state.last_serial + 1)]))
        best = self.find_best(trials, self.deal_rollouts, True)
        if best is decline:
            self.reason = why_ahead("trade.ahead", decline, accept)
        elif best is not accept:
            self.reason = why_ahead("trade.counter_ahead", best, accept)
        elif decline.gain < 0.0:
            self.reason = why_ahead("trade.accept_ahead", accept, decline)
        return best.actions[0]

    def best_counter(self, state: State, seat: i64, offer: Offer) -> Action | None:
        """Return a counteroffer of the same exchange at the best price that the maker accepts."""
        view = self.view
        assert view is not None
        bargainer = self.get_bargainer(state)
        deal = bargainer.of_offer(state, offer)
        if deal.cards != 0 or deal.unmortgages or times_offered(state, deal) > 0:
            return None
        offered = deal.pays
        if not self.deal_search.find_price(view, deal) or deal.pays >= offered:
            return None
        counter = counter_of(offer, deal)
        return counter if counter.why_not(state) is None else None

    def at_inquiry(self, state: State, seat: i64, inquiry: Inquiry) -> Action | None:
        """Offer what the trader would offer, unless making no trade does better in rollouts."""
        answer = super().at_inquiry(state, seat, inquiry)
        if not isinstance(answer, OfferTrade):
            return answer
        made = Trial([answer, AcceptTrade(inquiry.asker, state.last_serial + 1)])
        none = Trial([])
        if self.find_best([made, none], self.deal_rollouts, True) is made:
            return answer
        self.reason = why_ahead("quote.ahead", none, made)
        self.reason.values["space"] = int(inquiry.space)
        return DeclineInquiry(seat, inquiry.number)
