"""One client: what it asks for is done, whether it stays to hear of it or not."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from passgo.codec import action_to_data
from passgo.server.wire import Hello
from tests.server.kit import Listening, hub_at, people, safe

pytestmark = pytest.mark.asyncio


async def test_who_goes_away_in_the_middle_of_a_move_disturbs_nobody(tmp_path: Path) -> None:
    async with hub_at(tmp_path) as hub:
        table, host, tokens = await people(hub)
        await table.start(host)
        await hub.attended[table.name].minder.quiet.wait()
        heard = Listening(table)
        action = safe(table)
        session = await hub.greet(Hello(table=table.name, tokens=[tokens[action.seat]]))
        message = {"ask": "play", "id": "m1", "action": action_to_data(action)}
        version = table.book.version
        reading = asyncio.create_task(session.receive(msgspec.json.encode(message).decode()))
        while not table.lock.locked():
            await asyncio.sleep(0)
        reading.cancel()  # as when the socket breaks
        with pytest.raises(asyncio.CancelledError):
            await reading
        async with asyncio.timeout(5):
            while table.book.version == version:
                await asyncio.sleep(0.001)
        assert not table.broken
        assert heard.why == ""
        assert (await table.play(action, "m1")).version == version + 1
