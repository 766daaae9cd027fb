"""The bots at one table."""

from __future__ import annotations

import hashlib
from typing import Final

from passgo.bots.characters import CHARACTERS
from passgo.bots.question_order import QuestionKind
from passgo.codec import CodecError, action_from_data
from passgo.engine.action import Action
from passgo.server.bot_pool import BotPool
from passgo.server.bot_worker import BotQuestion, Why, view_of
from passgo.server.logging_setup import get_logger
from passgo.server.metrics import Metrics
from passgo.server.table_state import TableState

log: Final = get_logger("passgo.table")


class TableBots:
    """The bots at one table, which run in the pool's processes."""

    def __init__(self, state: TableState, pool: BotPool, metrics: Metrics | None = None) -> None:
        self.state = state
        self.pool = pool
        self.metrics = Metrics() if metrics is None else metrics

    async def ask(
        self, kind: QuestionKind, seat: int, number: int = -1
    ) -> tuple[Action, Why | None] | None:
        """Return a bot's action and reason; None if it does nothing or fails.

        ``number`` is that of the offer or inquiry to answer.
        """
        place = self.state.places[seat]
        bot = style_of(place.bot, place.name) if place.bot else self.state.bot_of(seat)
        if not bot or self.state.game is None:
            return None
        view = view_of(self.state.game, seat)
        seed = bot_seed(self.state.created.secret, seat)
        self.metrics.bot_questions.inc()
        question = BotQuestion(self.state.name, seat, bot, seed, kind, view, number)
        answer = await self.pool.ask(question)
        if answer.fault is not None:
            self.metrics.bot_faults.inc()
            log.warning("bot fault", table=self.state.name, seat=seat, wrong=answer.fault)
            return None
        if answer.action is None:
            return None
        try:
            return action_from_data(answer.action), answer.reason
        except CodecError:
            self.metrics.bot_faults.inc()
            return None

    def release(self) -> None:
        """Have the pool forget this table's bots."""
        self.pool.forget(self.state.name)


def style_of(bot: str, name: str) -> str:
    """Return the bot to ask: a character that plays at its own level plays in its own style."""
    character = CHARACTERS.get(name.lower())
    return bot if character is None or character.level != bot else name.lower()


def bot_seed(secret: str, seat: int) -> int:
    """Return a bot's secret seed, which stays the same if the bot is created again."""
    return int.from_bytes(hashlib.sha256(f"bot:{seat}:{secret}".encode()).digest()[:4], "big")
