"""The win model's judgment of deals: a second opinion on what the estimate suggests.

The estimate is fast enough to price every deal that a trader thinks of, but it misjudges many of them,
and a partner who knows the estimate could exploit that. The model takes longer and sees more, such as
the phase of the game and where the tokens stand. Until late in the game, the model must confirm a deal
before a trader accepts it.

Every position is judged after all players have built what a trader would build right away: a group is
worth little without the cash to build on it, and the model was trained on games in which nobody waits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from passgo.bots.finance import LEAST_CASH, FinanceBot
from passgo.bots.reason import DealEffect
from passgo.bots.style import DEFAULT_STYLE
from passgo.bots.win_model import Evaluator
from passgo.engine.rules.building import Build
from passgo.engine.rules.mortgage import Mortgage, Unmortgage, unmortgage_cost

if TYPE_CHECKING:
    from passgo.bots.bargain import Deal
    from passgo.engine.state import Player, State

STEPS: Final = 3
"""The number of times a price is adjusted toward equal gains."""
CLOSE: Final = 0.005
"""Gains that differ by less than this count as equal."""
DOLLAR: Final = 0.0003
"""A first guess at how much a dollar changes the difference between the two gains."""
ROUND_TO: Final = 5
MOST_BUILDINGS: Final = 30
"""The maximum number of steps in which one player builds."""


class DealJudge:
    """Judges deals in one position by the win model."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.builder = FinanceBot()
        """The bot that decides what everyone builds."""
        self.before: list[float] = []
        """Everyone's win probability without a deal."""
        self.gain = 0.0
        """What the last deal judged adds to its first seat's win probability."""
        self.partner_gain = 0.0

    def start(self, state: State) -> None:
        """Compute the win probabilities without a deal."""
        after = state.copy()
        self.build_out(after)
        self.before = self.evaluator.load(after).probabilities.copy()

    def judge(self, state: State, deal: Deal) -> None:
        """Compute what a deal, whose fees are known, adds to both win probabilities."""
        after = state_after(state, deal)
        self.build_out(after)
        found = self.evaluator.load(after).probabilities
        self.gain = found[deal.seat] - self.before[deal.seat]
        self.partner_gain = found[deal.partner] - self.before[deal.partner]

    def build_out(self, state: State) -> None:
        """Let everyone build what a trader would build now, as far as the Bank has buildings."""
        for player in state.players:
            if player.complete > 0 and not player.out:
                for _ in range(MOST_BUILDINGS):
                    if player.cash < LEAST_CASH or not self.build_once(state, player):
                        break

    def build_once(self, state: State, player: Player) -> bool:
        """Put up a building, or mortgage or unmortgage a deed for it; return False if nothing is worth it."""
        action = self.builder.build(state, player.seat)
        if isinstance(action, Build):
            prop = state.property(action.space)
            player.cash -= prop.deed.house_cost
            state.set_houses(prop, state.next_level(prop.houses))
        elif isinstance(action, Mortgage):
            prop = state.property(action.space)
            player.cash += prop.deed.mortgage
            state.set_mortgaged(prop, True)
        elif isinstance(action, Unmortgage):
            prop = state.property(action.space)
            player.cash -= unmortgage_cost(prop)
            state.set_mortgaged(prop, False)
        else:
            return False
        return True

    def approves(self, share: float) -> bool:
        """Return whether the first seat gains and gets a share of the joint gain."""
        return self.gain >= 0.0 and self.gain >= share * (self.gain + self.partner_gain)

    def satisfies(self, deal: Deal) -> bool:
        """Return whether the partner is expected to approve, allowing for their leeway."""
        theirs = self.partner_gain + deal.leeway
        return theirs >= 0.0 and theirs >= DEFAULT_STYLE.share * (self.gain + theirs)

    def settle(self, state: State, deal: Deal, least: i64, most: i64) -> None:
        """Adjust the price of the deal judged last until both sides gain equally."""
        slope = DOLLAR
        for _ in range(STEPS):
            tilt = self.gain - self.partner_gain - deal.leeway
            if -CLOSE < tilt < CLOSE:
                break
            old = deal.pays
            wanted = int(float(old) + tilt / slope) // ROUND_TO * ROUND_TO
            deal.pays = max(least, min(most, wanted))
            if deal.pays == old:
                break
            self.judge(state, deal)
            measured = (tilt - self.gain + self.partner_gain + deal.leeway) / float(deal.pays - old)
            slope = max(measured, DOLLAR / 2.0)

    def effect(self, deal: Deal) -> DealEffect:
        """Return the effect of the deal judged last."""
        mine = self.before[deal.seat]
        theirs = self.before[deal.partner]
        effect = DealEffect(mine, theirs, 0.0)
        effect.note_after(mine + self.gain, theirs + self.partner_gain, self.gain)
        return effect


def state_after(state: State, deal: Deal) -> State:
    """Return a copy of the state as it would be after a deal, without checking the deal."""
    after = state.copy()
    first = after.players[deal.seat]
    second = after.players[deal.partner]
    first.cash -= deal.pays + deal.fees
    second.cash += deal.pays - deal.partner_fees
    for number in deal.unmortgages:
        after.set_mortgaged(after.properties[number], False)
    for number in deal.get:
        after.give(after.properties[number], deal.seat)
    for number in deal.give:
        after.give(after.properties[number], deal.partner)
    move_cards(second.cards, first.cards, deal.cards)
    move_cards(first.cards, second.cards, -deal.cards)
    return after


def move_cards(giver: list[int], taker: list[int], count: i64) -> None:
    """Move cards from one player to another; all of them are worth the same."""
    if count > 0:
        taker += giver[len(giver) - count :]
        del giver[len(giver) - count :]
