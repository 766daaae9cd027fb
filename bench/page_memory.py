"""Measure whether the browser game's memory grows during a long game, in a real browser.

    python -m bench.page_memory [--pages FOLDER] [--turns 600] [--pace 0] [--still] [--here]

Four rich bots play, so that nobody goes bankrupt, while a page watches. Every 25 turns, the script
collects the page's garbage and prints how much memory, how many DOM nodes and how many listeners are
left. Afterward it prints how fast they grow per turn, from turn 50 on and in the second half of the
game. The verdict is about the second half: the page keeps the last 600 messages for the story, and until
there are that many, after about 200 turns, its memory grows.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from bench.load_client import LoadError
from bench.load_server import HOST, Server, serving
from bench.pages import head, row
from bench.web import ARGUMENTS
from tools import browser as browsers

SEATS: Final = 4
CASH: Final = 50_000
EVERY: Final = 25
FIRST: Final = 50
"""The first turn from which growth is measured; before, the page loads its parts."""
MOST_GROWTH: Final = 2_000.0
"""Bytes of memory per turn that count as flat: half a megabyte in a game of 250 turns."""
PATIENCE: Final = 120.0
"""Seconds within which the bots must play 25 turns."""


class Sample(NamedTuple):
    """What the page needs after a turn, with its garbage collected."""

    turn: int
    heap: float
    nodes: float
    listeners: float


class LongGame:
    """A game between bots that have so much cash that it does not end."""

    def __init__(self, server: Server, pace: float) -> None:
        self.server = server
        position = {"players": [{"cash": CASH}] * SEATS}
        body = {"seats": [{"bot": "easy"}] * SEATS, "settings": {"pace": pace}}
        made = json.loads(server.ask("POST", "/api/tables", {**body, "position": position}))
        self.place = f"/api/tables/{made['table']}"
        self.host = made["key"]
        self.watch = json.loads(server.ask("POST", f"{self.place}/watch", key=self.host))["key"]
        self.url = f"http://{HOST}:{server.port}/t/{made['table']}#watch={self.watch}"

    def start(self) -> None:
        """Start the game."""
        self.server.ask("POST", f"{self.place}/start", key=self.host)

    def turn(self) -> int:
        """Return the number of the current turn."""
        told = json.loads(self.server.ask("GET", f"{self.place}/view", key=self.watch))
        if told["view"]["over"]:
            raise LoadError("The game ended too early.")
        return int(told["view"]["turn"])


def measure(session: CDPSession, turn: int) -> Sample:
    """Collect garbage and measure the page."""
    for _ in range(2):  # objects that wait for the first collection are freed by the second
        session.send("HeapProfiler.collectGarbage")
    metrics = session.send("Performance.getMetrics")["metrics"]
    found = {metric["name"]: float(metric["value"]) for metric in metrics}
    return Sample(turn, found["JSHeapUsedSize"], found["Nodes"], found["JSEventListeners"])


def wait_for(page: Page, game: LongGame, turn: int) -> int:
    """Wait until the game has reached a turn; return the current one."""
    until = time.monotonic() + PATIENCE
    while (now := game.turn()) < turn:
        if time.monotonic() > until:
            raise LoadError(f"The bots have only reached turn {now} instead of {turn}.")
        page.wait_for_timeout(100)
    return now


def watch(browser: Browser, game: LongGame, turns: int, still: bool) -> list[Sample]:
    """Watch a game, and measure the page every 25 turns."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 800},
        reduced_motion="reduce" if still else "no-preference",
    )
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Performance.enable")
    page.goto(game.url)
    page.wait_for_selector("html[data-settled]")
    game.start()
    page.wait_for_selector("[data-space='39']")
    samples = list[Sample]()
    while not samples or samples[-1].turn < turns:
        turn = wait_for(page, game, (samples[-1].turn // EVERY + 1) * EVERY if samples else 1)
        samples.append(measure(session, turn))
        print(f"\rturn {turn} of {turns}", end="", file=sys.stderr)
    print(file=sys.stderr)
    context.close()
    return samples


def slope(points: list[tuple[float, float]]) -> tuple[float, float]:
    """Return the slope of the line that fits points best, and its standard error."""
    x = sum(one for one, _ in points) / len(points)
    y = sum(other for _, other in points) / len(points)
    wide = sum((one - x) ** 2 for one, _ in points)
    found = sum((one - x) * (other - y) for one, other in points) / wide
    left = sum((other - y - found * (one - x)) ** 2 for one, other in points)
    return found, math.sqrt(left / (len(points) - 2) / wide)


def judge(growth: float, error: float) -> str:
    """Return a verdict on the growth of memory, in bytes per turn."""
    if growth + 2 * error < MOST_GROWTH:
        return "flat"
    return "growing" if growth - 2 * error > MOST_GROWTH else "not clearly flat; play longer"


def grow(samples: list[Sample]) -> tuple[str, str]:
    """Return how much the page has grown per turn, and a verdict on its memory."""
    heap, error = slope([(one.turn, one.heap) for one in samples])
    nodes, _ = slope([(one.turn, one.nodes) for one in samples])
    listeners, _ = slope([(one.turn, one.listeners) for one in samples])
    return (
        f"Per turn, from turn {samples[0].turn} to turn {samples[-1].turn}: "
        f"{heap:+,.0f} ± {2 * error:,.0f} bytes, {nodes:+.2f} nodes, {listeners:+.2f} listeners."
    ), judge(heap, error)


def report(samples: list[Sample]) -> list[str]:
    """Return the figures and the verdict."""
    whole, _ = grow([one for one in samples if one.turn >= FIRST])
    half, verdict = grow([one for one in samples if one.turn >= samples[-1].turn / 2])
    cells = [
        (str(one.turn), f"{one.heap / 1000:,.0f}", f"{one.nodes:.0f}", f"{one.listeners:.0f}")
        for one in samples
    ]
    return [
        *head("turn", "JavaScript memory, kB", "DOM nodes", "listeners"),
        *(row(*line) for line in cells),
        "",
        whole,
        half,
        f"Memory: {verdict} (limit: {MOST_GROWTH:,.0f} bytes per turn).",
    ]


def main() -> None:
    """Play the game and print the figures."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.page_memory", description=__doc__.splitlines()[0]
    )
    parser.add_argument(
        "--pages", metavar="FOLDER", help="folder of built pages (default: the installed ones)"
    )
    parser.add_argument("--turns", type=int, default=600, help="turns to play (default: 600)")
    parser.add_argument(
        "--pace", type=float, default=0.0, help="seconds between bot moves (default: 0)"
    )
    parser.add_argument("--still", action="store_true", help="turn animations off")
    parser.add_argument(
        "--here",
        action="store_true",
        help="use the current Python environment instead of the compiled one",
    )
    arguments = parser.parse_args()
    flags = ["--web", arguments.pages] if arguments.pages else []
    path = os.environ.get("PASSGO_BROWSER") or str(browsers.find())
    try:
        with (
            tempfile.TemporaryDirectory() as folder,
            serving(Path(folder), arguments.here, *flags) as server,
            sync_playwright() as playwright,
        ):
            browser = playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS])
            game = LongGame(server, arguments.pace)
            samples = watch(browser, game, arguments.turns, arguments.still)
            browser.close()
    except LoadError as error:
        sys.exit(str(error))
    print(*report(samples), sep="\n")


if __name__ == "__main__":
    main()
