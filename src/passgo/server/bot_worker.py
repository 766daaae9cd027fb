"""A bot pool's worker process, and the messages between it and the server.

    server ── Begin, then BotQuestion, BotQuestion, Forget, … ──► worker
    server ◄── WorkerReady, then one BotAnswer for each question ───────── worker

Messages are length-prefixed MessagePack, and answers come in the same order as the questions. A worker
keeps a bot for every seat it has been asked about, so that bots can remember earlier questions. It exits
when the server closes the pipe. If a bot is still thinking at that point, the alarm eventually kills
the worker.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections import OrderedDict
from functools import lru_cache
from typing import BinaryIO, Final

import msgspec

from passgo.bots.bot import Bot
from passgo.bots.guarded_bot import LONGEST_REPORT, GuardedBot
from passgo.bots.ladder import FOR_PEOPLE, BotError, BotMaker, read_bot
from passgo.bots.question_order import QuestionKind
from passgo.bots.reason import Reason
from passgo.codec import action_to_data
from passgo.engine.action import Action
from passgo.engine.chance import NoChance
from passgo.engine.encode import shown_position_of
from passgo.engine.game import Game, View
from passgo.engine.rules.inquiry_list import find_open_inquiry
from passgo.engine.rules.trade import find_offer
from passgo.engine.state import State
from passgo.position import game_from_position
from passgo.server.frames import WorkerReady, read_frame, set_alarm, take_pipes, write_frame

__all__ = [
    "MOST_SEATS",
    "Begin",
    "BotAnswer",
    "BotQuestion",
    "Forget",
    "Why",
    "view_of",
]

MOST_SEATS: Final = 4096
"""Maximum number of bots that a worker keeps; the least recently asked is dropped first."""
MOST_MAKERS: Final = 64
"""Number of bot makers to cache."""
MOST_VIEWS: Final = 256
"""Number of views to cache; a table asks several seats in a row about the same view."""


class Begin(msgspec.Struct, tag=True, frozen=True):
    """The first message to a worker: the alarm's time limit, and whether custom bots are allowed."""

    seconds: float
    allow_foreign: bool


class BotQuestion(msgspec.Struct, tag=True, frozen=True):
    """A question for a seat. All questions for the same table and seat go to the same bot."""

    table: str
    seat: int
    bot: str
    """The bot's name, such as ``normal``."""
    seed: int
    kind: QuestionKind
    view: bytes
    """The seat's view, as written by ``view_of``."""
    number: int = -1
    """The number of the offer or inquiry to answer."""


class Forget(msgspec.Struct, tag=True, frozen=True):
    """A request to drop the bots of a table whose game is over."""

    table: str


class Why(msgspec.Struct, frozen=True):
    """A bot's reason as plain data; ``passgo.say.say_reason`` turns it into a sentence."""

    code: str
    values: dict[str, int]


class BotAnswer(msgspec.Struct, tag=True, frozen=True):
    """The answer to a question."""

    action: dict[str, object] | None = None
    """The action, as written by ``codec.action_to_data``; None to do nothing."""
    reason: Why | None = None
    """The bot's reason for its action, if known."""
    fault: str | None = None
    """A description of the bot's fault, if any; after a fault, the safe answer is played."""


def view_of(game: Game, seat: int) -> bytes:
    """Encode a seat's view, without hidden information; currently, every seat has the same view."""
    return msgspec.msgpack.encode(shown_position_of(game.state))


# -- thinking --------------------------------------------------------------------------------------


class Bots:
    """This worker's bots, by table and seat."""

    def __init__(self, allow_foreign: bool, most: int = MOST_SEATS) -> None:
        self.allow_foreign = allow_foreign
        self.most = most
        self.kept: OrderedDict[tuple[str, int], tuple[str, int, Bot]] = OrderedDict()
        """Tuples of a bot's name, its seed and the bot itself."""

    def get(self, question: BotQuestion) -> Bot:
        """Return a seat's bot; create it if the seat is new or its bot has changed."""
        key = (question.table, question.seat)
        found = self.kept.pop(key, None)
        if found is None or found[:2] != (question.bot, question.seed):
            found = (question.bot, question.seed, self.make(question.bot, question.seed))
        self.kept[key] = found
        if len(self.kept) > self.most:
            self.kept.popitem(last=False)
        return found[2]

    def make(self, name: str, seed: int) -> Bot:
        """Create a bot; custom bots (module:Class) must be allowed."""
        if ":" in read_bot(name)[0] and not self.allow_foreign:
            raise BotError(f"{name} is not allowed: this server does not load bots from modules.")
        return find_maker(name).make(seed)

    def forget(self, table: str) -> None:
        """Drop a table's bots."""
        for key in [key for key in self.kept if key[0] == table]:
            del self.kept[key]


@lru_cache(MOST_VIEWS)
def read_view(view: bytes) -> State:
    """Decode a view. Bots do not change it, so it can be shared."""
    return game_from_position(msgspec.msgpack.decode(view), NoChance()).state


@lru_cache(MOST_MAKERS)
def find_maker(name: str) -> BotMaker:
    """Return the maker for a bot, from the cache if possible."""
    return BotMaker(name)


def answer_question(bots: Bots, question: BotQuestion) -> BotAnswer:
    """Answer a question; the answer reports anything that the bot did wrong."""
    try:
        bot = bots.get(question)
        bot.reason = None
        asked = GuardedBot(bot, View(read_view(question.view), question.seat))
        action = ask_bot(asked, question)
        if asked.reports:
            return BotAnswer(fault=asked.reports[0].wrong)
        if action is None:
            return BotAnswer()
        return BotAnswer(action_to_data(action), reason_to_data(bot.reason))
    except BotError as error:
        return BotAnswer(fault=f"{error}"[:LONGEST_REPORT])
    except BaseException as error:  # a bot may raise KeyboardInterrupt, or return a bad reason
        return BotAnswer(fault=f"{type(error).__name__}: {error}"[:LONGEST_REPORT])


def ask_bot(asked: GuardedBot, question: BotQuestion) -> Action | None:
    """Return a legal answer to a question, or None; the guard records the bot's faults."""
    state = asked.view.state
    action: Action | None
    if question.kind == "idle":
        action = asked.idle()
    elif question.kind == "answer":
        offer = find_offer(state, question.number)
        if offer is None or offer.partner != question.seat:
            raise ValueError(f"seat {question.seat} has no offer {question.number} to answer")
        action = asked.answer(offer)
    elif question.kind == "quote":
        inquiry = find_open_inquiry(state, question.number)
        if inquiry is None or inquiry.partner != question.seat:
            raise ValueError(f"seat {question.seat} has no inquiry {question.number} to answer")
        action = asked.quote(inquiry)
    else:
        if not state.waits_for(question.seat):
            raise ValueError(f"the game is not waiting for seat {question.seat}")
        action = asked.decide()
    # The guard does not check the actions of our own bots, so check them here.
    return action if action is None or asked.is_legal(question.kind, action) else None


def reason_to_data(reason: Reason | None) -> Why | None:
    """Convert a reason to plain data."""
    if reason is None:
        return None
    return Why(reason.code, {name: int(value) for name, value in reason.values.items()})


# -- the process -----------------------------------------------------------------------------------


def main() -> None:
    """Answer questions until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the server handles Ctrl-C
    questions, answers = take_pipes()
    # The server may exit at any time, even before it sends its first message.
    with contextlib.suppress(EOFError, BrokenPipeError):
        begin = msgspec.msgpack.decode(read_frame(questions), type=Begin)
        for name in FOR_PEOPLE:  # loading them later would take up thinking time
            find_maker(name)
        work(begin, questions, answers)
    os._exit(0)  # without waiting for threads that a bot may have started


def work(begin: Begin, questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer questions one after another."""
    bots = Bots(begin.allow_foreign)
    decoder = msgspec.msgpack.Decoder(BotQuestion | Forget)
    answers.write(write_frame(WorkerReady()))
    while True:
        answers.flush()
        message = decoder.decode(read_frame(questions))
        if isinstance(message, Forget):
            bots.forget(message.table)
            continue
        set_alarm(begin.seconds)
        answer = answer_question(bots, message)
        set_alarm(0.0)
        answers.write(write_frame(answer))


if __name__ == "__main__":
    main()
