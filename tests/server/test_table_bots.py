"""A table's bots, tested without processes: questions to the pool, and the use of its answers."""

from __future__ import annotations

import pytest

from passgo.codec import action_to_data
from passgo.engine.rules.rent import AlwaysAskForRent
from passgo.server.bot_pool import BotPool
from passgo.server.bot_worker import BotAnswer, BotQuestion, Why, view_of
from passgo.server.log_entries import Away, Clock, Vacated
from passgo.server.table_bots import TableBots, bot_seed
from tests.server.states import open_state, playing_state, record
from tests.server.test_metrics import read_values

pytestmark = pytest.mark.asyncio

ACTION = AlwaysAskForRent(1, False)


class FakePool(BotPool):
    """A pool without processes that always gives the same answer."""

    def __init__(self, answer: BotAnswer) -> None:
        super().__init__(1)
        self.answer = answer
        self.questions: list[BotQuestion] = []
        self.forgotten: list[str] = []

    async def ask(self, question: BotQuestion) -> BotAnswer:
        self.questions.append(question)
        return self.answer

    def forget(self, table: str) -> None:
        self.forgotten.append(table)


def bots_with(answer: BotAnswer) -> tuple[TableBots, FakePool]:
    """Return a table's bots after the host has let a bot play seat 1."""
    state = playing_state(3)
    record(state, Away(1.0, 1, True, "simple"))
    pool = FakePool(answer)
    return TableBots(state, pool), pool


async def test_a_question_contains_the_bots_name_its_seed_and_its_view() -> None:
    bots, pool = bots_with(BotAnswer(action_to_data(ACTION), Why("why", {"sum": 3})))
    assert await bots.ask("answer", 1, number=4) == (ACTION, Why("why", {"sum": 3}))
    game = bots.state.game
    assert game is not None
    seed = bot_seed(bots.state.created.secret, 1)
    view = view_of(game, 1)
    assert pool.questions == [BotQuestion("table", 1, "simple", seed, "answer", view, 4)]
    assert read_values(bots.metrics)["passgo_bot_questions_total"] == 1


@pytest.mark.parametrize(
    "answer", [BotAnswer(), BotAnswer(fault="it broke"), BotAnswer({"action": "Nonsense"})]
)
async def test_a_missing_answer_a_fault_or_invalid_data_means_no_action(answer: BotAnswer) -> None:
    bots, _ = bots_with(answer)
    assert await bots.ask("idle", 1) is None


async def test_no_bot_is_asked_to_play_for_a_person_whose_seat_uses_safe_answers() -> None:
    state = playing_state(3, Clock(move=10, when_out="safe"))
    record(state, Away(1.0, 1, True))
    pool = FakePool(BotAnswer(action_to_data(ACTION)))
    assert await TableBots(state, pool).ask("decide", 1) is None
    assert pool.questions == []


async def test_a_vacated_seat_is_played_by_the_tables_bot() -> None:
    state = playing_state(3, Clock(bot="easy"))
    record(state, Vacated(1.0, 1))
    pool = FakePool(BotAnswer(action_to_data(ACTION)))
    assert await TableBots(state, pool).ask("decide", 1) == (ACTION, None)
    assert [question.bot for question in pool.questions] == ["easy"]


async def test_a_character_at_its_own_level_plays_in_its_own_style() -> None:
    state = playing_state(3)
    pool = FakePool(BotAnswer())
    for bot, name in (("normal", "Tilda"), ("hard", "Tilda"), ("simple", "Cy"), ("vera", "Vera")):
        state.places[1].bot, state.places[1].name = bot, name
        await TableBots(state, pool).ask("decide", 1)
    assert [question.bot for question in pool.questions] == ["tilda", "hard", "simple", "vera"]


async def test_a_person_who_has_a_characters_name_is_played_for_by_the_chosen_bot() -> None:
    bots, pool = bots_with(BotAnswer())
    record(bots.state, Away(2.0, 1, True, "normal"))
    bots.state.places[1].name = "Tilda"
    await bots.ask("decide", 1)
    assert [question.bot for question in pool.questions] == ["normal"]


async def test_no_bot_is_asked_before_the_game() -> None:
    pool = FakePool(BotAnswer(action_to_data(ACTION)))
    assert await TableBots(open_state(bots=("simple",)), pool).ask("idle", 2) is None


async def test_a_table_releases_its_bots_when_its_game_is_over() -> None:
    bots, pool = bots_with(BotAnswer())
    bots.release()
    assert pool.forgotten == ["table"]


async def test_a_bots_seed_depends_on_the_secret_and_the_seat() -> None:
    seeds = {bot_seed(secret, seat) for secret in ("a", "b") for seat in range(4)}
    assert len(seeds) == 8
    assert bot_seed("a", 0) == bot_seed("a", 0)
