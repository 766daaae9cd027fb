"""Bots in real worker processes, including bots that misbehave."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NoReturn

import msgspec
import pytest

from passgo import Action, Bot, Driver, Game, Seeded, View
from passgo.actions import AlwaysAskForRent, OfferTrade, PassBid
from passgo.bots.ladder import make_bot
from passgo.bots.question_order import QuestionKind
from passgo.codec import action_from_data, action_to_data
from passgo.engine.state import Hidden
from passgo.server.bot_pool import MOST_LOST, BotPool, BotPoolError
from passgo.server.bot_worker import BotAnswer, BotQuestion, Bots, Why, answer_question, view_of
from tests.server.fake_time import Time
from tests.server.running import BOT_SECONDS
from tests.sim.bad_bots import Unstoppable
from tests.waiting import DEADLINE, until, wait_until

BAD = "tests.sim.bad_bots"
HERE = "tests.server.test_bot_pool"


class Once(Bot):
    """A bot that cancels its standing order to ask for rent the first time it is idle."""

    done = False

    def idle(self, view: View) -> Action | None:
        action = None if self.done else AlwaysAskForRent(view.seat, False)
        self.done = True
        return action


class Gated(Bot):
    """A bot that thinks until the test has opened and closed a named pipe."""

    def decide(self, view: View) -> Action:
        Path(os.environ["PASSGO_TEST_GATE"]).read_bytes()
        return self.safe(view)


class Busy(Unstoppable):
    """A bot that never answers. When it begins to think, it writes the worker's alarm time to a file."""

    def decide(self, view: View) -> NoReturn:
        file = Path(os.environ["PASSGO_TEST_BUSY"])
        part = file.with_suffix(".part")
        part.write_text(str(signal.getitimer(signal.ITIMER_REAL)[0]))
        part.rename(file)
        super().decide(view)


@asynccontextmanager
async def pool_of(
    workers: int = 1, seconds: float = BOT_SECONDS, allow_foreign: bool = True
) -> AsyncIterator[BotPool]:
    pool = BotPool(workers, seconds, allow_foreign)
    await pool.open()
    try:
        yield pool
    finally:
        await pool.close()


def in_play(turns: int = 20, seed: int = 7) -> Game:
    game = Game(3, Seeded(seed))
    Driver(game, [make_bot("simple") for _ in range(3)]).run(turns)
    return game


def question(
    game: Game,
    bot: str = "normal",
    table: str = "a",
    kind: QuestionKind = "decide",
    seat: int = -1,
    number: int = -1,
) -> BotQuestion:
    seat = game.waiting_for[0] if seat < 0 else seat
    return BotQuestion(table, seat, bot, 5, kind, view_of(game, seat), number)


def alive(pid: int) -> bool:
    """Return whether a process is running.

    In a container, an orphan that has ended may remain as a zombie, because nothing waits for it.
    """
    try:
        os.kill(pid, 0)
        status = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except ProcessLookupError:
        return False
    except FileNotFoundError:  # no /proc, as on macOS, or ended in between
        return not Path("/proc/self").exists()
    return status.rpartition(")")[2].split()[0] != "Z"


# -- bots' answers ---------------------------------------------------------------------------------


@pytest.mark.asyncio
@pytest.mark.parametrize("name", ["simple", "normal", "hard(rollouts=4,depth=4)"])
async def test_a_game_played_through_the_bot_pool_matches_the_same_game_played_directly(
    name: str,
) -> None:
    game = Game(2, Seeded(3))
    bots = [make_bot(name, seed) for seed in range(2)]
    async with pool_of(workers=2) as pool:
        for _ in range(60):
            seat = game.waiting_for[0]
            asked = BotQuestion("a", seat, name, seat, "decide", view_of(game, seat))
            thought = await pool.ask(asked)
            bots[seat].reason = None
            expected = bots[seat].decide(game.view(seat))
            reason = bots[seat].reason
            why = None if reason is None else Why(reason.code, reason.values)
            assert thought == BotAnswer(action_to_data(expected), why)
            game.play(expected)


@pytest.mark.asyncio
async def test_a_bot_is_asked_before_a_roll_and_about_an_offer_and_gives_its_reason() -> None:
    game = in_play(30)
    maker = game.waiting_for[0]
    partner = (maker + 1) % 3
    game.play(OfferTrade(maker, partner, give_cash=1))
    number = game.state.offers[-1].number
    async with pool_of() as pool:
        idle = await pool.ask(question(game, kind="idle", seat=partner))
        answer = await pool.ask(question(game, kind="answer", seat=partner, number=number))
        wrong = await pool.ask(question(game, kind="answer", seat=maker, number=number))
    bot = make_bot("normal")
    here = bot.idle(game.view(partner))
    assert idle.action == (None if here is None else action_to_data(here))
    bot.reason = None
    said = bot.answer(game.view(partner), game.state.offers[-1])
    assert said is not None
    assert bot.reason is not None
    assert answer.action == action_to_data(said)
    assert answer.reason is not None
    assert (answer.reason.code, answer.reason.values) == (bot.reason.code, bot.reason.values)
    assert wrong == BotAnswer(fault=f"ValueError: seat {maker} has no offer {number} to answer")


@pytest.mark.asyncio
async def test_the_answers_do_not_depend_on_the_number_of_workers() -> None:
    games = [in_play(turns) for turns in range(5, 25)]
    asked = [
        question(game, "hard(rollouts=2,depth=2)", table, "idle" if number % 2 else "decide")
        for number, game in enumerate(games)
        for table in ("a", "b")
    ]
    answers = []
    for workers in (1, 2):
        async with pool_of(workers) as pool:
            answers.append(await asyncio.gather(*(pool.ask(one) for one in asked)))
    assert answers[0] == answers[1]
    assert any(thought.action is not None for thought in answers[0])


@pytest.mark.asyncio
async def test_a_bot_keeps_its_memory_until_its_table_is_forgotten() -> None:
    game = in_play()
    asked = question(game, f"{HERE}:Once", kind="idle")
    async with pool_of() as pool:
        seen = [await pool.ask(asked) for _ in range(3)]
        pool.forget("b")
        seen.append(await pool.ask(asked))
        pool.forget("a")
        seen.append(await pool.ask(asked))
    order = BotAnswer(action_to_data(AlwaysAskForRent(asked.seat, False)))
    assert seen == [order, BotAnswer(), BotAnswer(), BotAnswer(), order]


def test_seats_with_the_same_view_get_separate_answers() -> None:
    game = in_play(30)
    bots = Bots(allow_foreign=False)
    for seat in range(3):
        asked = question(game, "simple", kind="idle", seat=seat)
        here = make_bot("simple").idle(game.view(seat))
        assert answer_question(bots, asked).action == (
            None if here is None else action_to_data(here)
        )


def test_a_worker_keeps_a_limited_number_of_bots_and_drops_the_least_recently_asked() -> None:
    game = in_play()
    bots = Bots(allow_foreign=False, most=3)
    kept = {table: bots.get(question(game, "simple", table)) for table in "abc"}
    assert bots.get(question(game, "simple", "a")) is kept["a"]
    bots.get(question(game, "simple", "d"))
    assert [table for table, _ in bots.kept] == ["c", "a", "d"]
    assert bots.get(question(game, "normal", "a")) is not kept["a"]
    bots.forget("a")
    assert [table for table, _ in bots.kept] == ["c", "d"]


def test_no_hidden_information_is_sent_to_workers() -> None:
    game = in_play()
    turned = Hidden([pile[::-1] for pile in game.hidden.piles])
    other = Game(chance=Seeded(99), state=game.state, hidden=turned)
    assert other.digest() != game.digest()
    for seat in range(3):
        assert view_of(other, seat) == view_of(game, seat)
    assert "unseen" not in msgspec.msgpack.decode(view_of(game, 0))


# -- faults ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bot", "fault"),
    [
        (f"{BAD}:Raiser", "ZeroDivisionError: what is\na seat? (bad_bots.py:"),
        (f"{BAD}:Quitter", "SystemExit: 0 (bad_bots.py:"),
        (f"{BAD}:Babbler", "TypeError: answered None, which is not an action"),
        (f"{BAD}:Babbler(says=other)", "ValueError: answered Roll("),
        (
            f"{BAD}:Stillborn",
            f"The bot {BAD}:Stillborn cannot be created: OSError: out of memory",
        ),
        ("nobody", "There is no bot named 'nobody'. Choose a built-in bot (random, easy,"),
        ("hard(rolouts=4)", "The bot 'hard' has no option 'rolouts'; did you mean rollouts?"),
        (
            "hard(rollouts=0)",
            "The bot hard(rollouts=0) cannot be created: rollouts and depth must be",
        ),
        ("normal" * 200, "There is no bot named 'normalnormal"),
    ],
)
def test_a_bots_fault_is_reported(bot: str, fault: str) -> None:
    thought = answer_question(Bots(allow_foreign=True), question(in_play(), bot))
    assert thought.action is None
    assert (thought.fault or "").startswith(fault)
    assert len(thought.fault or "") <= 600


def test_an_unexpected_question_and_a_broken_view_are_faults() -> None:
    game = in_play()
    seat = (game.waiting_for[0] + 1) % 3
    asked = question(game, seat=seat)
    assert (
        answer_question(Bots(False), asked).fault
        == f"ValueError: the game is not waiting for seat {seat}"
    )
    broken = msgspec.structs.replace(asked, view=b"\x81")
    assert (answer_question(Bots(False), broken).fault or "").startswith("DecodeError")


def test_an_illegal_decision_by_a_built_in_bot_is_a_fault() -> None:
    game = in_play()
    asked = question(game, "simple")
    bots = Bots(False)

    class Bidder(type(make_bot("simple"))):  # type: ignore[misc]  # whichever class that is
        def decide(self, view: object) -> PassBid:
            return PassBid(asked.seat)

    Bidder.__module__ = "passgo.bots.bidder"
    bots.kept["a", asked.seat] = ("simple", 5, Bidder())
    fault = answer_question(bots, asked).fault
    assert fault is not None
    assert fault.startswith(f"PassBid(seat={asked.seat}) is refused: ")


@pytest.mark.asyncio
async def test_bots_from_modules_are_rejected_by_default() -> None:
    async with pool_of(allow_foreign=False) as pool:
        thought = await pool.ask(question(in_play(), f"{BAD}:Killer"))
        assert pool.lost == 0
    assert thought.fault == (
        f"{BAD}:Killer is not allowed: this server does not load bots from modules."
    )


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("bot", "fault"),
    [
        (f"{BAD}:Unstoppable", "took longer than 60 s"),
        (f"{BAD}:Killer", "its worker process ended"),
    ],
)
async def test_a_bot_that_never_answers_or_kills_its_worker_does_not_affect_other_tables(
    time: Time, bot: str, fault: str
) -> None:
    game = in_play()
    async with pool_of(seconds=60.0) as pool:
        before = pool.pids
        asked = [question(game, "normal", table) for table in "abcd"]
        asked.insert(2, question(game, bot, "bad"))
        asking = [asyncio.ensure_future(pool.ask(one)) for one in asked]
        await asyncio.gather(*asking[:2])
        if bot.endswith(":Unstoppable"):
            await time.advance(59.0)
            assert not asking[2].done()
            await time.advance(1.0)
        thoughts = await asyncio.gather(*asking)
        assert pool.lost == 1
        assert pool.waiting == 0
        assert not set(pool.pids) & set(before)
    expected = action_to_data(make_bot("normal").decide(game.view(game.waiting_for[0])))
    assert thoughts.pop(2) == BotAnswer(fault=fault)
    assert thoughts == [BotAnswer(expected)] * 4


@pytest.mark.asyncio
@pytest.mark.skipif(sys.platform == "win32", reason="this system has no named pipes")
async def test_waiting_in_the_queue_does_not_count_as_thinking_time(
    tmp_path: Path, time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    monkeypatch.setenv("PASSGO_TEST_GATE", str(gate))
    game = in_play()
    async with pool_of(seconds=60) as pool:
        asked = [question(game, f"{HERE}:Gated", f"{table}") for table in range(8)]
        asking = [asyncio.ensure_future(pool.ask(one)) for one in asked]
        for one in asking:
            opened = await asyncio.to_thread(gate.open, "wb")  # returns once the bot is thinking
            await time.advance(50)
            opened.close()
            assert (await one).fault is None
        assert pool.lost == 0


@pytest.mark.asyncio
async def test_a_bot_that_crashes_too_many_workers_is_no_longer_asked() -> None:
    game = in_play()
    async with pool_of() as pool:
        asked = question(game, f"{BAD}:Killer")
        for _ in range(MOST_LOST):
            assert (await pool.ask(asked)).fault == "its worker process ended"
        last = (await pool.ask(asked)).fault
        assert last == f"crashed or stalled {MOST_LOST} worker processes and is no longer used"
        assert pool.lost == MOST_LOST
        assert (await pool.ask(question(game, table="b"))).fault is None
        pool.forget("a")
        assert (await pool.ask(asked)).fault == "its worker process ended"


# -- load and shutdown -----------------------------------------------------------------------------


@pytest.mark.asyncio
async def test_two_hundred_simultaneous_questions_are_answered() -> None:
    game = in_play()
    async with pool_of(workers=2) as pool:
        asked = [question(game, "normal", f"{table}") for table in range(200)]
        thoughts = await asyncio.gather(*(pool.ask(one) for one in asked))
    expected = make_bot("normal").decide(game.view(game.waiting_for[0]))
    assert thoughts == [BotAnswer(action_to_data(expected))] * 200
    assert action_from_data(thoughts[0].action) == expected


@pytest.mark.asyncio
async def test_closing_under_load_leaves_no_processes_or_pending_questions_behind() -> None:
    game = in_play()
    pool = BotPool(2, allow_foreign=True)
    await pool.open()
    pids = pool.pids
    assert len(pids) == 2
    bots = ["normal", f"{BAD}:Looper"]
    asked = [question(game, bots[table % 2], f"{table}") for table in range(50)]
    asking = [asyncio.ensure_future(pool.ask(one)) for one in asked]
    await until(lambda: pool.waiting > 0)
    await asyncio.gather(pool.close(), pool.close())
    assert not any(map(alive, pids))
    closing = BotAnswer(fault="the server is shutting down")
    assert closing in await asyncio.gather(*asking)
    assert await pool.ask(asked[0]) == closing
    await pool.close()


@pytest.mark.asyncio
async def test_an_answer_to_a_canceled_question_is_dropped() -> None:
    game = in_play()
    async with pool_of() as pool:
        first = asyncio.ensure_future(pool.ask(question(game, "hard(rollouts=4,depth=4)")))
        await asyncio.sleep(0)
        first.cancel()
        thought = await pool.ask(question(game, "simple", "b"))
    assert thought.fault is None
    assert action_from_data(thought.action) == make_bot("simple").decide(
        game.view(game.waiting_for[0])
    )


@pytest.mark.asyncio
async def test_a_worker_that_dies_between_two_questions_is_replaced() -> None:
    async with pool_of() as pool:
        (pid,) = pool.pids
        os.kill(pid, signal.SIGKILL)
        thought = await pool.ask(question(in_play(), "simple"))
        while pool.lost == 0:
            thought = await pool.ask(question(in_play(), "simple"))
        assert thought.fault in (None, "its worker process ended")
        assert (await pool.ask(question(in_play(), "simple"))).fault is None
        assert pool.pids != [pid]


@pytest.mark.asyncio
@pytest.mark.parametrize("python", ["false", "no-such-python"])
async def test_workers_that_cannot_be_started_raise_an_error(
    python: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = BotPool(2)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "executable", python)
        with pytest.raises(BotPoolError):
            await pool.open()
    assert pool.pids == []
    await pool.open()
    assert (await pool.ask(question(in_play()))).fault is None
    await pool.close()


SERVER = """
import asyncio, os, sys
from tests.server.test_bot_pool import HERE, BotPool, in_play, question
from tests.waiting import until

async def main():
    pool = BotPool(2, seconds=300.0, allow_foreign=True)
    await pool.open()
    asking = asyncio.ensure_future(pool.ask(question(in_play(), f"{HERE}:Busy")))
    await until(lambda: os.path.exists(os.environ["PASSGO_TEST_BUSY"]))
    print(*pool.pids, flush=True)
    try:
        await until(lambda: False)  # wakes up often, so it cannot miss a signal just before it waits
    finally:
        await pool.close()

try:
    asyncio.run(main())
except KeyboardInterrupt:
    sys.exit(3)
"""


def serve(folder: Path) -> tuple[subprocess.Popen[str], list[int]]:
    """Start a server with a bot that never answers; return it and the ids of its worker processes."""
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # in a separate session, as if in a separate terminal
        env={**os.environ, "PASSGO_TEST_BUSY": str(folder / "busy")},
    )
    assert server.stdout is not None
    pids = [int(word) for word in server.stdout.readline().split()]
    assert len(pids) == 2
    assert all(map(alive, pids))
    return server, pids


@pytest.mark.skipif(sys.platform == "win32", reason="this system cannot interrupt a process group")
def test_ctrl_c_stops_the_server_and_the_workers_print_nothing(tmp_path: Path) -> None:
    server, pids = serve(tmp_path)
    os.killpg(server.pid, signal.SIGINT)
    output, errors = server.communicate(timeout=DEADLINE)
    assert (server.returncode, output, errors) == (3, "", "")
    assert not any(map(alive, pids))


@pytest.mark.skipif(
    sys.platform == "win32", reason="this system has no alarm signal to stop a worker"
)
def test_workers_end_when_the_server_is_killed_even_while_thinking(tmp_path: Path) -> None:
    server, pids = serve(tmp_path)
    server.kill()
    assert server.wait(DEADLINE) == -signal.SIGKILL
    wait_until(lambda: sum(map(alive, pids)) == 1)  # the idle worker sees the closed pipe
    assert 0 < float((tmp_path / "busy").read_text()) <= 600.0
    (thinking,) = filter(alive, pids)
    os.kill(thinking, signal.SIGALRM)  # as if the time were up
    wait_until(lambda: not alive(thinking))
    server.communicate()
