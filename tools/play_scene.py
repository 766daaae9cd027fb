"""Play the games of tools/screen_positions.py on a real server, with dice chosen in advance.

The server's dice are fair: nobody can know them before the game. This tool owns the server's database,
though, so it can read a table's secret and choose Maya's contribution such that the dice fall as planned.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import sqlite3
from collections.abc import Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from passgo.engine.chance import ROLL, Fair
from passgo.engine.ruleset import rules_from_data
from passgo.record import rules_digest
from tests.server.running import Caller, Data, Server, chosen, sitting
from tools.screen_positions import Scene

Result = TypeVar("Result")


def choose_contribution(database: Path, table: str, seats: int, rolls: Mapping[int, int]) -> str:
    """Return a contribution for seat 0 that makes these seats roll these totals first, without doubles."""
    with closing(sqlite3.connect(database)) as connection:
        query = "SELECT data FROM entries WHERE name = ? ORDER BY seq LIMIT 1"
        (entry,) = connection.execute(query, (table,)).fetchone()
    created = json.loads(entry)
    digest = rules_digest(rules_from_data(created["rules"]))
    fair = Fair(bytes.fromhex(created["secret"]), table, digest, [])
    for number in itertools.count():
        dice = fair.with_contributions([str(number), *[""] * (seats - 1)])
        if all(is_plain(dice.roll(ROLL, seat, 0), total) for seat, total in rolls.items()):
            return str(number)
    raise AssertionError("unreachable")


def is_plain(roll: int, total: int) -> bool:
    """Return whether a roll, the two dice as digits, has this total and is not doubles."""
    first, second = divmod(roll, 10)
    return first + second == total and first != second


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Run a coroutine in a thread, because the browser has an event loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def play_scene(server: Server, table: str, keys: Sequence[str], scene: Scene) -> bool:
    """Play a game up to its picture; `keys` belong to the people's seats.

    Return whether the position's offers to these people are still open. A bot that makes another
    offer to the same player withdraws the one before.
    """
    return run(play(server, table, keys, scene))


def say(server: Server, table: str, lines: Sequence[tuple[int, str]], keys: Sequence[str]) -> None:
    """Send lines of chat, each from a seat."""

    async def send() -> None:
        async with sitting(server, table, *keys) as caller:
            for seat, text in lines:
                await caller.say({"type": "say", "id": text, "seat": seat, "text": text})
            await caller.catch_up()

    run(send())


async def play(server: Server, table: str, keys: Sequence[str], scene: Scene) -> bool:
    """Play the plan, and decline offers that are not part of the position."""
    offers = scene.position.get("offers", [])
    kept = {offer["number"] for offer in offers}
    async with sitting(server, table, *keys) as caller:
        for seat, action in scene.plan:
            option = await wait_for(caller, seat, action, kept)
            await ask(caller, option)
        if scene.until[1]:
            await wait_for(caller, *scene.until, kept)
        shown = {offer["number"] for offer in offers if offer["partner"] in caller.seats}
        return shown <= open_offers(caller)


def open_offers(caller: Caller) -> set[int]:
    """Return the numbers of the open offers."""
    view: Any = caller.view
    return {offer["number"] for offer in view["offers"]}


async def wait_for(caller: Caller, seat: int, action: str, kept: set[int]) -> Data:
    """Wait until a seat may take an action, and return the option."""
    while True:
        await caller.know_options()
        others = find(caller, 0, "DeclineTrade")
        new = set(values(others, "offer")) - kept if others else set()
        if others and new:
            await ask(caller, {**others, "choices": {"offer": {"values": [min(new)]}}})
        elif found := find(caller, seat, action):
            return found
        else:
            await caller.hear()


def find(caller: Caller, seat: int, action: str) -> Data | None:
    """Return a seat's option for an action, or None."""
    options: Any = caller.options.get(seat, {}).get("options", [])
    return next((one for one in options if one["action"] == action and "refusal" not in one), None)


def values(option: Data, name: str) -> list[int]:
    """Return the possible values of one of an option's fields."""
    choices: Any = option["choices"]
    return list(choices[name]["values"])


async def ask(caller: Caller, option: Data) -> None:
    """Play an action that an option allows."""
    seat: Any = option["seat"]
    decision = caller.options[seat]["decision"]
    answer = await caller.ask("play", action=chosen(option, Random(1)), decision=decision)
    if answer["type"] == "accepted":
        seq: Any = answer["seq"]
        await caller.reach(seq)
