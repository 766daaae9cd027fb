"""Analysis: win probabilities, the best moves, the value of trades, and reviews of whole games.

win_probability(game)       estimated, or from continuations with an interval
best_moves(view)            the choices available now, ranked, with reasons
trade_value(view, offer)    how a trade affects everyone, a fair price, a counteroffer
review(record)              luck and skill in every roll, card and decision of a game

docs/analysis.md explains the method and its limits.
"""

from passgo.analysis.judgment import Judgment
from passgo.analysis.moves import Move, best_moves
from passgo.analysis.outcomes import Outcome
from passgo.analysis.probability import WinProbability, win_probability
from passgo.analysis.review import (
    LuckyEvent,
    Mistake,
    PlayerReview,
    Review,
    Step,
    review,
)
from passgo.analysis.trades import TradeValue, trade_value

__all__ = [
    "Judgment",
    "LuckyEvent",
    "Mistake",
    "Move",
    "Outcome",
    "PlayerReview",
    "Review",
    "Step",
    "TradeValue",
    "WinProbability",
    "best_moves",
    "review",
    "trade_value",
    "win_probability",
]
