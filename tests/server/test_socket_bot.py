"""The example bot plays whole games over a socket on a real server, even if its connection keeps breaking."""

from __future__ import annotations

import asyncio
import io
import json
import random
import re
import sys
import urllib.request
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from examples.socket_bot import PRICES, choose
from passgo.codec import action_from_data, option_to_data, view_to_data
from passgo.engine.agenda import Entry
from passgo.engine.board import classic
from passgo.engine.game import Game
from passgo.engine.rules.auction import Auction
from passgo.engine.rules.debt import DebtDue
from passgo.engine.rules.rent import AlwaysAskForRent
from passgo.engine.rules.tax import TaxChoice
from passgo.engine.rules.trade import OfferTrade
from passgo.record import Record, read_record, verify
from tests.scene import ANN, BALTIC, BOARDWALK, BOB, BROWN, INCOME_TAX, MEDITERRANEAN, scene
from tests.waiting import DEADLINE, until_async

ROOT = Path(__file__).parent.parent.parent
EXAMPLE = ROOT / "examples" / "socket_bot.py"

# -- its decisions -----------------------------------------------------------------------------------------


def decision(game: Game, seat: int = ANN) -> dict[str, Any]:
    """Return the bot's action in a scene, after checking that it is allowed."""
    state = game.state
    state.players[seat].always_asks_for_rent = True
    options = [option_to_data(option) for option in game.options(seat)]
    action = choose(view_to_data(state), seat, json.loads(json.dumps(options)))
    assert action is not None
    assert game.why_not(action_from_data(action)) is None
    return action


def asked(entry: Entry, **given: Any) -> Game:
    return scene(turn=ANN, asked=[entry], **given)


@pytest.mark.parametrize(("cash", "does"), [(600, "Buy"), (599, "Decline")])
def test_it_buys_if_it_would_have_at_least_200_dollars_left(cash: int, does: str) -> None:
    game = scene(turn=ANN, standing_on=BOARDWALK, cash={ANN: cash})
    assert decision(game)["action"] == does


@pytest.mark.parametrize(("bid", "does"), [(59, "Bid"), (60, "PassBid")])
def test_it_bids_up_to_the_printed_price(bid: int, does: str) -> None:
    assert decision(asked(Auction(BALTIC, [ANN, BOB], bid, BOB)))["action"] == does


def test_it_builds_evenly_and_then_rolls() -> None:
    owned = {ANN: BROWN}
    game = scene(turn=ANN, owns=owned, houses={MEDITERRANEAN: 1}, cash={ANN: 250})
    assert decision(game) == {"action": "Build", "seat": ANN, "space": BALTIC}
    game = scene(turn=ANN, owns=owned, houses={MEDITERRANEAN: 1}, cash={ANN: 249})
    assert decision(game) == {"action": "Roll", "seat": ANN}


def test_it_raises_money_only_when_it_is_in_debt() -> None:
    owing = asked(DebtDue(ANN, BOB, 90, "rent", "10 MCS 90"), owns={ANN: BROWN}, cash={ANN: 40})
    assert decision(owing)["action"] == "Mortgage"
    tax = asked(TaxChoice(ANN, 1500), at={ANN: INCOME_TAX}, owns={ANN: BROWN})
    assert decision(tax) == {"action": "ChooseTax", "seat": ANN, "share": False}


def test_it_declines_trades_and_always_asks_for_rent() -> None:
    game = scene(turn=BOB, owns={ANN: [BALTIC]})
    game.play(OfferTrade(BOB, ANN, 500, 0, (), (BALTIC,), (), (), ()))
    assert decision(game)["action"] == "DeclineTrade"
    game = scene(turn=BOB)
    options = [option_to_data(option) for option in game.options(ANN)]
    action = choose(view_to_data(game.state), ANN, options)
    assert action_from_data(action) == AlwaysAskForRent(ANN, True)
    game.play(AlwaysAskForRent(ANN, True))
    options = [option_to_data(option) for option in game.options(ANN)]
    assert choose(view_to_data(game.state), ANN, options) is None


def test_its_prices_match_the_board() -> None:
    assert {deed.space: deed.price for deed in classic().deeds} == PRICES


# -- on a server -------------------------------------------------------------------------------------------


@asynccontextmanager
async def server(folder: Path) -> AsyncIterator[str]:
    """The address of a server in a separate process."""
    words = ("serve", "--port", "0", "--database", str(folder / "games.db"), "--bot-workers", "1")
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "passgo",
        *words,
        cwd=folder,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        assert process.stdout is not None
        async with asyncio.timeout(DEADLINE):
            line = (await process.stdout.readline()).decode()
        address = re.search(r"http://\S+", line)
        assert address is not None, line
        yield address[0]
    finally:
        process.terminate()
        async with asyncio.timeout(DEADLINE):
            await process.wait()


async def run_bot(*words: str) -> str:
    """Run the example; return what it prints."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        str(EXAMPLE),
        *words,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        async with asyncio.timeout(DEADLINE):
            said, _ = await process.communicate()
    except TimeoutError:
        process.kill()
        await process.wait()
        raise
    assert process.returncode == 0, said.decode()
    return said.decode()


async def fetch(url: str, data: dict[str, object] | None = None, key: str = "") -> bytes:
    """Make an HTTP request to the server."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
    body = None if data is None else json.dumps(data).encode()
    request = urllib.request.Request(url, body, headers)

    def work() -> bytes:
        with urllib.request.urlopen(request, timeout=DEADLINE) as reply:
            found: bytes = reply.read()
            return found

    return await asyncio.to_thread(work)


async def verified(table: str) -> tuple[Record, list[int]]:
    """Return the downloaded and verified record of a finished game, and its winners."""
    record = read_record(io.BytesIO(await fetch(f"{table}/record")))
    report = verify(record)
    assert report.is_verified, report.problems
    return record, list(report.winners)


def told_winners(said: str) -> list[int]:
    """Return the winners that the example printed."""
    found = re.search(r"Winners: (\[.*\])", said)
    assert found is not None, said
    winners: list[int] = json.loads(found[1])
    return winners


@pytest.mark.asyncio
async def test_it_creates_a_table_and_plays_to_the_end(tmp_path: Path) -> None:
    async with server(tmp_path) as address:
        said = await run_bot(address, "--rounds", "3", "--name", "Ann")
        table = re.search(r"Ann has seat 0 at (\S+)", said)
        assert table is not None
        _, winners = await verified(table[1])
        assert told_winners(said) == winners


class Breaking:
    """A proxy that breaks each connection once it has forwarded a few chunks of data."""

    def __init__(self, address: str, seed: int) -> None:
        self.host, self.port = re.findall(r"//(.*):(\d+)", address)[0]
        self.rng = random.Random(seed)
        self.broken = 0

    async def pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner, outer = await asyncio.open_connection(self.host, int(self.port))
        most = self.rng.randint(4, 20)
        asking = asyncio.create_task(self.pump(reader, outer, 10**9))
        try:
            if await self.pump(inner, writer, most):
                self.broken += 1
        finally:
            asking.cancel()
            for end in (outer, writer):
                end.transport.abort()

    async def pump(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, most: int
    ) -> bool:
        """Forward up to ``most`` chunks of data; return whether the limit was reached."""
        try:
            for _ in range(most):
                piece = await reader.read(65_536)
                if not piece:
                    return False
                writer.write(piece)
                await writer.drain()
        except ConnectionError:
            return False
        return True


async def has_no_free_seat(table: str) -> bool:
    return b'"free","bot":""' not in await fetch(table)


@pytest.mark.asyncio
async def test_two_bots_keep_playing_even_though_every_connection_breaks(tmp_path: Path) -> None:
    async with server(tmp_path) as address:
        seats = [{}, {}, {"bot": "simple"}]
        body: dict[str, object] = {"rules": {"round_limit": 3}, "seats": seats}
        made = json.loads(await fetch(f"{address}/api/tables", body))
        table = f"{address}/api/tables/{made['table']}"
        breaking = Breaking(address, 7)
        between = await asyncio.start_server(breaking.pass_on, "127.0.0.1", 0)
        port = between.sockets[0].getsockname()[1]
        there = table.replace(address, f"http://127.0.0.1:{port}")
        async with between, asyncio.TaskGroup() as group:
            games = [group.create_task(run_bot(there, "--name", name)) for name in ("Ann", "Bob")]
            await until_async(lambda: has_no_free_seat(table))
            await fetch(f"{table}/start", {}, made["key"])
        record, winners = await verified(table)
        assert [told_winners(game.result()) for game in games] == [winners, winners]
        assert breaking.broken > 4
        played = [line for line in record.actions if line.by == "seat"]
        assert {line.action.seat for line in played} == {0, 1}
