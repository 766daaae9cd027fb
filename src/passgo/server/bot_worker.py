"""A worker process of the bot pool, and the messages between it and the server.

    server ── Begin, then BotQuestion, BotQuestion, Forget, … ──► worker
    server ◄── WorkerReady, then one BotAnswer for each question ───────── worker

Each message is MessagePack behind its length; answers come in the order of the questions. A worker keeps
a bot for every seat it has been asked about, so that bots remember. It ends when the pipe from the server
does; a bot that is still thinking then, or for ever, is ended by the alarm.
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
from passgo.engine.encode import position_of
from passgo.engine.game import Game, View
from passgo.engine.rules.trade import find_offer
from passgo.engine.state import State
from passgo.position import game_from_position
from passgo.server.frames import read_frame, set_alarm, take_pipes, write_frame

__all__ = [
    "MOST_SEATS",
    "Begin",
    "BotAnswer",
    "BotQuestion",
    "Forget",
    "Why",
    "WorkerReady",
    "view_of",
]

MOST_SEATS: Final = 4096
"""For how many seats a worker keeps a bot; the one not asked for longest goes first."""
MOST_MAKERS: Final = 64
"""How many kinds of bots a worker knows without looking them up again."""
MOST_VIEWS: Final = 256
"""How many views a worker remembers: a table asks its seats one after the other about the same."""


class Begin(msgspec.Struct, tag=True, frozen=True):
    """The first message to a worker: how long a bot may think at the very most, and which may."""

    seconds: float
    allow_foreign: bool


class BotQuestion(msgspec.Struct, tag=True, frozen=True):
    """What a seat is asked. The same table and seat always mean the same bot."""

    table: str
    seat: int
    bot: str
    """As the ladder names it."""
    seed: int
    kind: QuestionKind
    view: bytes
    """What the seat sees, as ``view_of`` writes it."""
    offer: int = -1
    """The number of the offer to answer."""


class Forget(msgspec.Struct, tag=True, frozen=True):
    """A table is over: its bots may go."""

    table: str


class WorkerReady(msgspec.Struct, tag=True, frozen=True):
    """The first message of a worker: it can take questions now."""


class Why(msgspec.Struct, frozen=True):
    """A bot's reason as plain data: ``passgo.say.say_reason`` makes a sentence of it."""

    code: str
    values: dict[str, int]


class BotAnswer(msgspec.Struct, tag=True, frozen=True):
    """What came of a question."""

    action: dict[str, object] | None = None
    """As ``codec.action_to_data`` writes it; None to do nothing."""
    reason: Why | None = None
    """Why it makes, takes, declines or counters an offer, if it says."""
    fault: str | None = None
    """What went wrong. Then there is no action, and the decision's safe default has to do."""


def view_of(game: Game, seat: int) -> bytes:
    """Write what a seat sees, and nothing that is hidden: so far the same for every seat."""
    return msgspec.msgpack.encode(position_of(game.view(seat).state, None))


# -- thinking --------------------------------------------------------------------------------------


class Bots:
    """The bots of this worker, by table and seat."""

    def __init__(self, allow_foreign: bool, most: int = MOST_SEATS) -> None:
        self.allow_foreign = allow_foreign
        self.most = most
        self.kept: OrderedDict[tuple[str, int], tuple[str, int, Bot]] = OrderedDict()
        """With the name and the seed it was made from."""

    def get(self, question: BotQuestion) -> Bot:
        """Return the bot of a seat; make one for a seat that is new here, or whose bot is another now."""
        key = (question.table, question.seat)
        found = self.kept.pop(key, None)
        if found is None or found[:2] != (question.bot, question.seed):
            found = (question.bot, question.seed, self.make(question.bot, question.seed))
        self.kept[key] = found
        if len(self.kept) > self.most:
            self.kept.popitem(last=False)
        return found[2]

    def make(self, name: str, seed: int) -> Bot:
        """Make a bot; one of somebody's own only where the host allows it."""
        if ":" in read_bot(name)[0] and not self.allow_foreign:
            raise BotError(f"{name} is no bot that this server knows: it takes no module:Class.")
        return find_maker(name).make(seed)

    def forget(self, table: str) -> None:
        """Let the bots of a table go."""
        for key in [key for key in self.kept if key[0] == table]:
            del self.kept[key]


@lru_cache(MOST_VIEWS)
def read_view(view: bytes) -> State:
    """Read what a seat sees. Who looks at it changes nothing, so the next may look at it too."""
    return game_from_position(msgspec.msgpack.decode(view), NoChance()).state


@lru_cache(MOST_MAKERS)
def find_maker(name: str) -> BotMaker:
    """Look a kind of bot up, once."""
    return BotMaker(name)


def answer_question(bots: Bots, question: BotQuestion) -> BotAnswer:
    """Answer a question; a bot's mistake is reported in the answer."""
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
    except BaseException as error:  # a bot may raise Ctrl-C itself, or answer with a broken reason
        return BotAnswer(fault=f"{type(error).__name__}: {error}"[:LONGEST_REPORT])


def ask_bot(asked: GuardedBot, question: BotQuestion) -> Action | None:
    """Return a legal answer to a question; the guard keeps a report when something is wrong."""
    state = asked.view.state
    action: Action | None
    if question.kind == "idle":
        action = asked.idle()
    elif question.kind == "answer":
        offer = find_offer(state, question.offer)
        if offer is None or offer.partner != question.seat:
            raise ValueError(f"seat {question.seat} has no offer {question.offer} to answer")
        action = asked.answer(offer)
    else:
        if not state.waits_for(question.seat):
            raise ValueError(f"nobody waits for seat {question.seat}")
        action = asked.decide()
    # Our own bots' actions are not checked yet.
    return action if action is None or asked.is_legal(question.kind, action) else None


def reason_to_data(reason: Reason | None) -> Why | None:
    """Write a reason as plain data."""
    if reason is None:
        return None
    return Why(reason.code, {name: int(value) for name, value in reason.values.items()})


# -- the process -----------------------------------------------------------------------------------


def main() -> None:
    """Answer questions until the pipe ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's matter
    questions, answers = take_pipes()
    with contextlib.suppress(
        EOFError, BrokenPipeError
    ):  # the server is gone, perhaps before its first word
        begin = msgspec.msgpack.decode(read_frame(questions), type=Begin)
        for name in FOR_PEOPLE:  # what is looked up now costs nobody's thinking time
            find_maker(name)
        work(begin, questions, answers)
    os._exit(0)  # whatever threads a bot has left


def work(begin: Begin, questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer one question after the other."""
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
