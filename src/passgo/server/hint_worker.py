"""The worker process that works out hints, so that the event loop never does.

It gets a seat's view, which contains no hidden information, so no hint can depend on the order of the cards.
"""

from __future__ import annotations

from typing import BinaryIO, Final

import msgspec

from passgo.analysis.moves import Move, best_moves
from passgo.analysis.probability import win_probability
from passgo.codec import action_to_data
from passgo.engine.chance import NoChance
from passgo.engine.game import View
from passgo.position import game_from_position
from passgo.server.wire import Effect, RankedChoice
from passgo.server.worker import answer_requests

NICE: Final = 5
"""The worker's niceness, which gives it a lower priority than the server and its bots."""


class HintQuestion(msgspec.Struct, tag=True, frozen=True):
    """A seat's view, as written by ``bot_worker.view_of``, and the number of the offer to answer, if any."""

    seat: int
    view: bytes
    offer: int | None = None


class HintAnswer(msgspec.Struct, tag=True, frozen=True):
    """The seat's choices, best first, and everyone's win probability before the choice."""

    win_probabilities: list[float]
    choices: list[RankedChoice]


_QUESTIONS: Final[msgspec.msgpack.Decoder[HintQuestion]] = msgspec.msgpack.Decoder(HintQuestion)
ANSWERS: Final[msgspec.msgpack.Decoder[HintAnswer]] = msgspec.msgpack.Decoder(HintAnswer)


def work_out(question: HintQuestion) -> HintAnswer:
    """Rank a seat's choices by estimate."""
    state = game_from_position(msgspec.msgpack.decode(question.view), NoChance()).state
    view = View(state, question.seat)
    moves = best_moves(view, offer=question.offer)
    return HintAnswer(
        win_probability(view).win_probabilities, [describe_move(move) for move in moves]
    )


def describe_move(move: Move) -> RankedChoice:
    """Convert a choice to plain data."""
    return RankedChoice(
        actions=[action_to_data(action) for action in move.actions],
        win_probabilities=move.win_probabilities,
        effects=[Effect(code=one.code, values=dict(one.values)) for one in move.effects],
    )


def answer_question(first: bytes, _: BinaryIO) -> HintAnswer:
    """Answer a question, which is a single message."""
    return work_out(_QUESTIONS.decode(first))


if __name__ == "__main__":
    answer_requests(answer_question, NICE)
