"""Measure the size of the browser game and how smoothly it runs, in a real browser.

    python -m bench.web [--pages FOLDER] [--runs 5] [--seconds 15] [--here] [--write]

Starts the real server and Chromium, which it finds as ./test does (see tools/browser.py), unless
PASSGO_BROWSER has its path. First it opens a table repeatedly with an empty cache and measures how much
is loaded before the board appears, and how soon the board appears. Then it traces the page while eight
bots play, once slowed down fourfold by the browser and once at full speed. Other work on the machine
makes every figure worse, so the script does several runs. The figures are in docs/web.md. The script
takes four minutes.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Final

import msgspec
from playwright.sync_api import Browser, Page, sync_playwright

from bench.load_client import LoadError
from bench.load_server import HOST, Server, serving
from bench.pages import ROOT, head, put, row
from bench.web_trace import CATEGORIES, Traced, at, read
from tools import browser as browsers

PAGE: Final = ROOT / "docs" / "web.md"
ARGUMENTS: Final = ("--no-sandbox", "--disable-background-networking", "--disable-component-update")
SEATS: Final = 8
PACE: Final = 0.5
"""Seconds between bot moves."""
SLOWER: Final = 4
WARM_UP: Final = 3.0
OPENINGS: Final = 9

EVENTS: Final = 8
"""How many types of events are listed with their CPU time."""

MOST_BYTES: Final = 130_000
MOST_LOADING: Final = 1000.0
MOST_TASK: Final = 50.0
MOST_FRAME: Final = 8.0

BOARD: Final = """new MutationObserver((_, observer) => {
  if (!document.querySelector("[data-space='39']")) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => (window.boardAt = performance.now())));
}).observe(document, { childList: true, subtree: true })"""
"""Records when the board was drawn, in milliseconds since the page was requested."""
LOADED: Final = """() => performance.getEntriesByType("resource")
  .filter((one) => /\\.(js|css)$/.test(one.name))
  .map((one) => [one.name.split("/").pop(), one.startTime < window.boardAt, one.encodedBodySize])"""
YARDSTICK: Final = """() => {
  const numbers = Uint32Array.from({ length: 100_000 }, (_, at) => (at * 7919) % 100_003);
  const begun = performance.now();
  numbers.sort();
  return performance.now() - begun;
}"""
"""A fixed piece of work that shows how fast the machine currently is. A plain loop would not work,
because the browser would optimize it while it runs."""

SQUARES: Final = """<!doctype html>
<style>
  b { position: absolute; width: 30px; height: 30px; background: red; will-change: transform }
</style>
<b></b><b></b><b></b><b></b><b></b><b></b><b></b><b></b>
<script>
  const squares = document.querySelectorAll("b");
  const way = [{ transform: "none" }, { transform: "translate(50vw, 50vh)" }];
  let turn = 0;
  setInterval(() => squares[turn++ % squares.length].animate(way, 800), 500);
</script>"""
"""A page with only moving squares, to measure the cost of a frame of pure motion."""


class Opened(msgspec.Struct, frozen=True):
    """When the board of a newly opened table appeared, and the files loaded before and after."""

    board: float
    before: dict[str, int]
    after: dict[str, int]


class TracedMotion(msgspec.Struct, frozen=True):
    """Two traces of the same page: one slowed down by the browser, and one at full speed."""

    slowed: Traced
    full: Traced
    yardstick: float


class BotTable:
    """A table of eight bots to watch."""

    def __init__(self, server: Server, pace: float) -> None:
        seats = [{"bot": "easy"}] * SEATS
        body = {"seats": seats, "settings": {"pace": pace}}
        made = json.loads(server.ask("POST", "/api/tables", body))
        place = f"/api/tables/{made['table']}"
        watch = json.loads(server.ask("POST", f"{place}/watch", key=made["key"]))
        server.ask("POST", f"{place}/start", key=made["key"])
        self.url = f"http://{HOST}:{server.port}/t/{made['table']}#watch={watch['key']}"


def new_page(browser: Browser) -> Page:
    """Open a page with an empty cache and animations enabled."""
    context = browser.new_context(
        viewport={"width": 1280, "height": 800}, reduced_motion="no-preference"
    )
    return context.new_page()


def open_table(browser: Browser, table: BotTable) -> Opened:
    """Open a table with an empty cache."""
    page = new_page(browser)
    try:
        page.add_init_script(BOARD)
        page.goto(table.url)
        page.wait_for_selector("[data-space='39']")
        page.wait_for_timeout(1000)
        files: list[tuple[str, bool, int]] = page.evaluate(LOADED)
        return Opened(
            page.evaluate("window.boardAt"),
            {name: size for name, early, size in files if early},
            {name: size for name, early, size in files if not early},
        )
    finally:
        page.context.close()


def watch_table(browser: Browser, table: BotTable, seconds: float) -> TracedMotion:
    """Trace a table while bots play."""
    page = new_page(browser)
    try:
        page.goto(table.url)
        page.wait_for_selector("[data-space='39']")
        return watch(browser, page, seconds)
    finally:
        page.context.close()


def watch_squares(browser: Browser, seconds: float) -> TracedMotion:
    """Trace the page with the moving squares."""
    page = new_page(browser)
    try:
        page.set_content(SQUARES)
        return watch(browser, page, seconds)
    finally:
        page.context.close()


def watch(browser: Browser, page: Page, seconds: float) -> TracedMotion:
    """Trace a page, first slowed down and then at full speed."""
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.wait_for_timeout(WARM_UP * 1000)
    sorting = [page.evaluate(YARDSTICK) for _ in range(9)]
    slowed = trace(browser, page, seconds)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    return TracedMotion(slowed, trace(browser, page, seconds), at(sorting, 0.5))


def trace(browser: Browser, page: Page, seconds: float) -> Traced:
    browser.start_tracing(page=page, categories=list(CATEGORIES))
    page.wait_for_timeout(seconds * 1000)
    return read(browser.stop_tracing())


def about(limit: float, best: float) -> str:
    return "yes" if best < limit else "no"


def loading(opened: list[Opened]) -> list[str]:
    """Report how soon the board appears, and the files loaded in the run that loaded the most."""
    most = max(opened, key=lambda one: sum(one.before.values()))
    before, after = sum(most.before.values()), sum(most.after.values())
    times = sorted(one.board for one in opened)
    kinds = {
        kind: sum(size for name, size in most.before.items() if name.endswith(kind))
        for kind in (".js", ".css")
    }
    return [
        *head("until the first board is drawn", "measured", "limit", "met"),
        row(
            "JavaScript and CSS, gzip, bytes",
            f"{before:,}",
            f"{MOST_BYTES:,}",
            about(MOST_BYTES, before),
        ),
        row(
            "JavaScript and CSS separately, bytes",
            f"{kinds['.js']:,} and {kinds['.css']:,}",
            "",
            "",
        ),
        row("loaded automatically afterward, bytes", f"{after:,}", "", ""),
        row(
            f"milliseconds, best of {len(times)}",
            f"{times[0]:.0f}",
            f"{MOST_LOADING:.0f}",
            about(MOST_LOADING, times[0]),
        ),
        row("milliseconds, median", f"{at(times, 0.5):.0f}", "", ""),
    ]


def longest(traced: list[Traced], slower: int) -> list[str]:
    """Report the longest task in each run."""
    tasks = [slower * max(one.tasks) for one in traced]
    usual = at(tasks, 0.5)
    each = ", ".join(f"{one:.0f}" for one in tasks)
    return [
        row(
            "longest task per run, median of all runs, ms",
            f"{usual:.0f}",
            f"{MOST_TASK:.0f}",
            about(MOST_TASK, usual),
        ),
        row(f"longest task in each of {len(tasks)} runs", each, "", ""),
    ]


def motion(traced: list[Traced], slower: int, scripted: bool = False) -> tuple[float, float]:
    """Return the median and the 95th percentile of frame costs, over all runs."""
    found = [slower * cost for one in traced for cost in one.costs(scripted)]
    return at(found, 0.5), at(found, 0.95)


def frames(traced: list[Traced], squares: Traced, slower: int) -> list[str]:
    """Report what frames cost on the main thread."""
    (usual, dear), (new, dear_new) = motion(traced, slower), motion(traced, slower, scripted=True)
    bare, dear_bare = motion([squares], slower)
    count, with_news = (
        sum(len(one.costs(scripted)) for one in traced) for scripted in (False, True)
    )
    most = f"{MOST_FRAME:.0f}"
    return [
        row("motion frame, median, ms", f"{usual:.1f}", most, about(MOST_FRAME, usual)),
        row("motion frame, 95th percentile, ms", f"{dear:.1f}", most, about(MOST_FRAME, dear)),
        row(
            "the same two figures on a page of eight squares",
            f"{bare:.1f} and {dear_bare:.1f}",
            "",
            "",
        ),
        row(
            "update frame, median and 95th percentile, ms",
            f"{new:.1f} and {dear_new:.1f}",
            "",
            "",
        ),
        row("number of motion frames and update frames", f"{count} and {with_news}", "", ""),
    ]


def moving(traced: list[Traced]) -> list[str]:
    """Report unwanted work during animations, and how much is drawn."""
    alone, with_news = (sum(one.layouts[which] for one in traced) for which in (0, 1))
    forced = sum(one.forced for one in traced)
    begun, own = sum(one.animations for one in traced), sum(one.own for one in traced)
    seconds = sum(one.seconds for one in traced)
    busy = sum(sum(one.tasks) for one in traced) / seconds / 10
    names = {name for one in traced for name in one.work}
    work = {name: sum(one.work.get(name, 0) for one in traced) / seconds for name in names}
    return [
        row("layouts in motion frames", str(alone), "0", about(1, alone)),
        row("layouts forced by a script", str(forced), "0", about(1, forced)),
        row("layouts in update frames", str(with_news), "", ""),
        row("animations not run by the compositor", str(own), "0", about(1, own)),
        row("all animations", str(begun), "", ""),
        row("main thread busy", f"{busy:.0f}%", "", ""),
        *(
            row(f"{name}, CPU ms per second", f"{work[name]:.1f}", "", "")
            for name in sorted(work, key=lambda name: -work[name])[:EVENTS]
        ),
        row("frames per second", f"{sum(one.drawn for one in traced) / seconds:.0f}", "", ""),
    ]


def playing(played: list[TracedMotion], squares: TracedMotion) -> list[str]:
    """Report how smoothly the game runs: slowed down, and extrapolated from full speed."""
    slowed, full = [one.slowed for one in played], [one.full for one in played]
    seconds, more = (sum(one.seconds for one in traced) for traced in (slowed, full))
    yardsticks = ", ".join(f"{one.yardstick:.0f}" for one in played)
    return [
        *head(f"{seconds:.0f} s, slowed {SLOWER}-fold by the browser", "measured", "limit", "met"),
        *longest(slowed, 1),
        *frames(slowed, squares.slowed, 1),
        *moving(slowed),
        row("reference time before each run, ms", yardsticks, "", ""),
        "",
        *head(
            f"{more:.0f} s at full speed, results multiplied by {SLOWER}",
            "measured",
            "limit",
            "met",
        ),
        *longest(full, SLOWER),
        *frames(full, squares.full, SLOWER),
        *moving(full),
    ]


def measure(arguments: argparse.Namespace, server: Server) -> list[str]:
    """Measure everything and return the figures."""
    path = os.environ.get("PASSGO_BROWSER") or str(browsers.find())
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS])
        try:
            table = BotTable(server, PACE)
            opened = [open_table(browser, table) for _ in range(OPENINGS)]
            played = list[TracedMotion]()
            for number in range(arguments.runs):
                played.append(watch_table(browser, BotTable(server, PACE), arguments.seconds))
                print(f"\rrun {number + 1} of {arguments.runs}", end="", file=sys.stderr)
            print(file=sys.stderr)
            squares = watch_squares(browser, arguments.seconds)
            version = browser.version
        finally:
            browser.close()
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    note = f"Chromium {version}, {os.cpu_count()} cores, load average {load}."
    return ["\n".join([*loading(opened), "", *playing(played, squares), "", note])]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--pages", metavar="FOLDER", help="folder of built pages (default: the installed ones)"
    )
    parser.add_argument("--runs", type=int, default=5, help="number of traced runs (default: 5)")
    parser.add_argument("--seconds", type=float, default=15, help="seconds per trace (default: 15)")
    parser.add_argument("--write", action="store_true", help="write the figures into docs/web.md")
    parser.add_argument(
        "--here",
        action="store_true",
        help="use the current Python environment instead of the compiled one",
    )
    arguments = parser.parse_args()
    flags = ["--web", arguments.pages] if arguments.pages else []
    try:
        with (
            tempfile.TemporaryDirectory() as folder,
            serving(Path(folder), arguments.here, *flags) as server,
        ):
            figures = measure(arguments, server)
    except LoadError as error:
        sys.exit(str(error))
    print(*figures, sep="\n")
    if arguments.write:
        put(PAGE, figures)


if __name__ == "__main__":
    main()
