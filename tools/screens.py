"""Take a picture of every screen, in both themes and six window sizes, to look at.

    python -m tools.screens --pages web/dist --out screens
    python -m tools.screens --pages web/dist --out screens --only auction,debt --size phone --theme dark
    python -m tools.screens --pages web/dist --out screens --only moments --vision deuteranopia

The screens come from a real server with games that were really played. `--pages` is the folder of the
built browser game, if the installed package does not include it. Some screens are moments of an
animation, which is stopped halfway.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple, TypeAlias

from playwright.sync_api import Browser, Page, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from passgo.engine.ruleset import rules_from_data
from tests.browser.test_steady import freeze_at, stop_time, wait_for
from tests.server.running import Server, running
from tools import browser as browsers
from tools.play_scene import choose_contribution, play_scene, say
from tools.sample_record import make_fair_dice, write_full_record, write_sample
from tools.screen_positions import SCENES

SIZES: Final = {
    "desktop": (1440, 900),
    "laptop": (1280, 800),
    "tablet": (820, 1180),
    "phone": (390, 844),
    "small": (320, 640),
    "sideways": (844, 390),
}
THEMES: Final = ("dark", "light")
VISIONS: Final = ("deuteranopia", "protanopia", "tritanopia", "achromatopsia")
UNSTARTED: Final = ("waiting", "ready", "public")
"""The tables in the waiting room."""
TITLES: Final = {"public": "Sunday boardwalk", "public_playing": "Lola’s table"}
"""The public tables."""
BOTS: Final = (
    {"bot": "easy", "name": "Hugo"},
    {"bot": "normal", "name": "Tilda"},
    {"bot": "hard", "name": "Uma"},
)
CHAT: Final = ((1, "Nice one!"), (0, "Anyone for a trade?"), (1, "Only for Boardwalk."))
BUBBLE: Final = (1, "Good luck with the hotels.")
MOST_TABLES: Final = 20
"""How many tables to try for a picture of an offer, because bots replace their offers at will."""
SOON: Final = 300
"""Milliseconds after which the players' panels and the story have followed the board."""
STOP: Final = """([sign, share]) => {
  const elements = [...document.querySelectorAll(sign)];
  const moving = [];
  for (const animation of document.getAnimations()) {
    const { target } = animation.effect;
    const { endTime } = animation.effect.getComputedTiming();
    if (elements.some((one) => one.contains(target))) moving.push({ animation, endTime });
    else if (endTime < Infinity) animation.finish();
  }
  const now = share * Math.max(...moving.map(({ endTime }) => endTime));
  for (const { animation } of moving) {
    animation.pause();
    animation.currentTime = now;
  }
}"""
"""Stop the animations inside the elements that a selector finds, all at the same time, and end all
others."""


# -- screens ----------------------------------------------------------------------------------------------

Steps: TypeAlias = "Callable[[Page, Studio, Made], None]"


class Made(NamedTuple):
    """A table, its host key, and the keys to the people's seats."""

    table: str
    host: str = ""
    keys: tuple[str, ...] = ()


class Moment(NamedTuple):
    """A moment of an animation: what moves, and how much of the motion is over, from 0 to 1."""

    sign: str
    share: float = 0.5


class Screen(NamedTuple):
    """A screen: the table or path that it belongs to, and how to get there."""

    table: str = ""
    """A scene, or one of the tables that `Studio.make` knows."""
    path: str = ""
    steps: Steps | None = None
    guest: bool = False
    """Whether the browser holds no key to the table."""
    also: tuple[str, ...] = ()
    """Other tables that the screen shows."""
    plays: bool = False
    """Whether the steps change the game, so that every picture needs a new table."""
    moment: Moment | None = None
    """The moment to catch after the steps."""
    ask_rent: bool = True
    """Whether the browser asks for rent automatically."""


def press(*names: str) -> Steps:
    """Return steps that press buttons, one after another."""

    def steps(page: Page, *_: object) -> None:
        for name in names:
            page.get_by_role("button", name=re.compile(name)).first.click()

    return steps


def key(name: str) -> Steps:
    """Return the step that presses a key."""
    return lambda page, *_: page.keyboard.press(name)


def click(selector: str) -> Steps:
    """Return the step that clicks on an element."""
    return lambda page, *_: page.locator(selector).first.click()


def then(*all_steps: Steps) -> Steps:
    """Return several steps as one."""

    def steps(page: Page, studio: Studio, made: Made) -> None:
        for step in all_steps:
            step(page, studio, made)

    return steps


def hear(page: Page, studio: Studio, made: Made) -> None:
    """Receive a line of chat."""
    say(studio.server, made.table, [BUBBLE], made.keys)


@cache
def record() -> bytes:
    """Return the record of a whole game between four bots."""
    rules = rules_from_data({"round_limit": 25})
    dice = make_fair_dice(5, rules, ["heads", "", "Zoë", ""])
    return write_full_record(write_sample(dice, rules, ["normal", "easy"] * 2)).encode()


def replay(part: str = "", scroll_to: str = "") -> Screen:
    """Return the screen for a part of a record's page."""

    def steps(page: Page, *_: object) -> None:
        payload: Any = {"name": "game.jsonl", "mimeType": "application/jsonl", "buffer": record()}
        page.locator("input[type=file]").set_input_files(payload)
        page.get_by_role("heading", level=2).first.wait_for()
        if part:
            page.evaluate("part => (location.hash = part)", part)
        if scroll_to:
            page.locator(scroll_to).first.scroll_into_view_if_needed()

    return Screen(path="/replay", steps=steps)


def moment(table: str, steps: Steps, sign: str, share: float = 0.5) -> Screen:
    """Return a moment of an animation that these steps start."""
    return Screen(table, steps=steps, plays=True, moment=Moment(sign, share))


MORE: Final = click("nav button:has-text('More')")
ROLL: Final = key("Space")
BANKRUPT: Final = press("^Go bankrupt", "^Go bankrupt")
MOMENTS: Final[dict[str, Screen]] = {
    "dice_rolling": moment("roll", ROLL, ".die.rolling", 0.4),
    "token_moving": moment("roll", ROLL, ".piece.moving"),
    "jail_moving": moment("before_jail", ROLL, ".piece.moving", 0.8),
    "chance_turning": moment("before_chance", ROLL, ".card.chance", 0.7),
    "chest_turning": moment("before_chest", ROLL, ".card.chest", 0.7),
    "money_flying": moment("before_rent", ROLL, ".flight"),
    "deed_sliding": moment("buy", press("^Buy for"), ".piece.deed", 0.4),
    "group_complete": moment("before_group", press("^Buy for"), ".banner", 1),
    "gavel": moment("auction", press("^Raise by|^Bid"), ".hammer.strikes", 0.45),
    "speech": moment("rolls", hear, ".bubble", 1),
    "victory": moment("before_win", press("^End turn"), ".podium", 0.9),
}
"""The moments of animations."""
SCREENS: Final[dict[str, Screen]] = {
    **{name: Screen(name) for name in SCENES if not name.startswith("before_")},
    "rent": Screen("rent", ask_rent=False),
    "chance": Screen("before_chance", steps=ROLL, plays=True),
    "chest": Screen("before_chest", steps=ROLL, plays=True),
    "won": Screen("before_win", steps=press("^End turn"), plays=True),
    "bankruptcy": Screen("ruin", steps=BANKRUPT, plays=True),
    "lost": Screen("lost", steps=BANKRUPT, plays=True),
    "deed": Screen("offer", steps=click("[data-space='9']")),
    "deeds": Screen("offer", steps=key("m")),
    "trade": Screen("offer", steps=key("t")),
    "counter": Screen("offer", steps=key("c")),
    "story": Screen("offer", steps=key("l")),
    "keys": Screen("offer", steps=key("?")),
    "player": Screen("offer", steps=click("section.players li:nth-child(4) .card")),
    "more": Screen("offer", steps=MORE),
    "settings": Screen("offer", steps=then(MORE, press("^Settings"))),
    "table_rules": Screen("offer", steps=then(MORE, press("^Rules"))),
    "chat": Screen("others", steps=press("^Chat")),
    "start": Screen(path="/"),
    "new": Screen(path="/new"),
    "new_bot": Screen(path="/new", steps=press("^Choose the bot for seat 3")),
    "start_games": Screen("offer", path="/", also=("public", "public_playing")),
    "waiting": Screen("waiting"),
    "ready": Screen("ready"),
    "seat": Screen("ready", steps=press("^Change: Maya")),
    "add_bot": Screen("waiting", steps=press("^Add a bot")),
    "join": Screen("waiting", guest=True),
    "replay": replay(),
    "replay_charts": replay(scroll_to="section.rents"),
    "replay_step": replay("step=90"),
    "replay_dice": replay("fair"),
    "choose_replay": Screen(path="/replay"),
    "rules": Screen(path="/rules"),
    "missing": Screen(path="/nowhere"),
    "no_table": Screen(path="/t/ABCDEF"),
    **MOMENTS,
}


# -- pictures ---------------------------------------------------------------------------------------------


class Look(NamedTuple):
    """How a person sees the page."""

    size: str
    theme: str
    zoom: int = 100
    contrast: Literal["more"] | None = None
    forced_colors: bool = False
    vision: str = ""
    patterns: str = "auto"

    @property
    def name(self) -> str:
        """The end of a picture's file name."""
        more = (
            f"zoom{self.zoom}" if self.zoom != 100 else "",
            "contrast" if self.contrast else "",
            "forced" if self.forced_colors else "",
            self.vision,
            f"patterns-{self.patterns}" if self.patterns != "auto" else "",
        )
        return "-".join([self.size, self.theme, *filter(None, more)])


class Studio:
    """A server with tables, and a browser that shows them."""

    def __init__(self, server: Server, database: Path, browser: Browser) -> None:
        self.server = server
        self.database = database
        self.url = f"http://{server.host}:{server.port}"
        self.browser = browser
        self.made: dict[str, Made] = {}

    def ask(self, method: str, path: str, body: object = None, key: str = "") -> Any:
        """Send a request to the server and return its answer."""
        reply = self.server.ask(method, path, body, key)
        if reply.status >= 300:
            raise SystemExit(f"{method} {path} failed: {reply.body!r}")
        return json.loads(reply.body) if reply.body else None

    def table(self, name: str, *, new: bool = False) -> Made:
        """Return a table, which is created when it is first needed, or always if `new`."""
        if new or name not in self.made:
            self.made[name] = self.make(name)
        return self.made[name]

    def make(self, name: str) -> Made:
        """Create a table and play up to its picture, until the offers in it are still open."""
        for _ in range(MOST_TABLES):
            if made := self.try_to_make(name):
                return made
        raise AssertionError(f"The offers of {name} were withdrawn {MOST_TABLES} times.")

    def try_to_make(self, name: str) -> Made | None:
        """Create a table and play up to its picture; return None if its offers are gone by then."""
        scene = SCENES.get(name)
        seats: list[dict[str, str]] = [{}, *BOTS]
        if name in UNSTARTED:
            seats = [{}, {}, {"bot": "hard", "name": "Uma"}, {}][: 3 if name == "ready" else 4]
        person = name in UNSTARTED or (scene is not None and scene.person)
        if person:
            seats[1] = {}
        title = TITLES.get(name, "Maya’s table")
        settings = {"name": title, "pace": 0, "public": name in TITLES}
        body: dict[str, Any] = {"seats": seats, "settings": settings}
        if scene is not None:
            body["position"] = scene.position
        made = self.ask("POST", "/api/tables", body)
        table, host = made["table"], made["key"]
        place = f"/api/tables/{table}"
        maya = {"name": scene.name if scene else "Maya", "token": "Car", "seat": 0}
        if scene is not None and scene.rolls:
            maya["contribution"] = choose_contribution(
                self.database, table, len(seats), scene.rolls
            )
        keys = [self.ask("POST", f"{place}/seats", maya, host)["key"]]
        if person:
            ben = {"name": "Ben", "token": "Thimble", "seat": 1}
            keys.append(self.ask("POST", f"{place}/seats", ben)["key"])
        if name not in UNSTARTED:
            self.ask("POST", f"{place}/start", key=host)
        if scene is not None:
            if not play_scene(self.server, table, keys, scene):
                return None
            if scene.pace:
                slower = {"settings": {**settings, "pace": scene.pace}}
                self.ask("PATCH", place, slower, host)
        if scene is not None and scene.person:
            say(self.server, table, CHAT, keys)
        return Made(table, host, tuple(keys))

    @contextmanager
    def page(self, screen: Screen, look: Look, *, still: bool = True) -> Iterator[Page]:
        """Open a screen in a browser; `still` turns animations off, except for a moment."""
        width, height = SIZES[look.size]
        touch = look.size not in ("desktop", "laptop")
        context = self.browser.new_context(
            viewport={"width": width * 100 // look.zoom, "height": height * 100 // look.zoom},
            device_scale_factor=look.zoom / 100,
            color_scheme="dark" if look.theme == "dark" else "light",
            reduced_motion="reduce" if still and not screen.moment else "no-preference",
            contrast=look.contrast,
            forced_colors="active" if look.forced_colors else None,
            has_touch=touch,
            is_mobile=touch,
        )
        page = context.new_page()
        if look.vision:
            session = context.new_cdp_session(page)
            session.send("Emulation.setEmulatedVisionDeficiency", {"type": look.vision})
        made = self.visit(page, screen, look)
        if screen.moment is not None:
            self.catch(page, screen, made)
        elif screen.steps is not None:
            screen.steps(page, self, made)
            self.settle(page)
        yield page
        context.close()

    def visit(self, page: Page, screen: Screen, look: Look) -> Made:
        """Open a screen's page, with the keys to its table and the player's preferences."""
        for name in screen.also:
            self.table(name)
        made = self.table(screen.table, new=screen.plays) if screen.table else Made("")
        saved: dict[str, object] = {
            "passgo.settings": {"patterns": look.patterns, "askRent": screen.ask_rent}
        }
        if screen.table and not screen.guest:
            held = {"table": made.table, "keys": made.keys[:1], "host": made.host, "at": 0}
            saved["passgo.tables"] = [held]
        for name, value in saved.items():
            text = json.dumps(json.dumps(value))
            page.add_init_script(f"localStorage.setItem('{name}', {text})")
        if screen.moment is not None:
            page.clock.install()
        path = screen.path or ("/t/{}" if screen.table else "/")
        page.goto(self.url + path.format(made.table))
        self.settle(page)
        return made

    def catch(self, page: Page, screen: Screen, made: Made) -> None:
        """Stop the page at the screen's moment."""
        assert screen.moment is not None
        assert screen.steps is not None
        sign, share = screen.moment
        freeze_at(page, sign)
        stop_time(page)
        screen.steps(page, self, made)
        wait_for(page, page.locator(sign).first)
        page.evaluate(STOP, [sign, share])
        page.clock.run_for(SOON)

    def settle(self, page: Page) -> None:
        """Wait until the page is at rest and its typefaces have been loaded."""
        page.locator("html[data-settled]").wait_for()
        page.evaluate("() => document.fonts.ready.then(() => true)")
        page.wait_for_timeout(300)

    def take(self, screen: Screen, look: Look, file: Path) -> None:
        """Take a picture of a screen, and report whether it is wider than the window."""
        with self.page(screen, look) as page:
            page.screenshot(path=file)
            wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
            print(file, f"({wide} pixels too wide)" if wide > 0 else "", flush=True)


@contextmanager
def studio_for(pages: str | None) -> Iterator[Studio]:
    """Start a server for a folder of pages, or for the installed ones, and a browser."""
    words = ["--web", pages] if pages else []
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder), *words) as server,
        sync_playwright() as playwright,
    ):
        path = str(browsers.find())
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield Studio(server, Path(folder) / "games.db", browser)
        browser.close()


def names_in(text: str, known: dict[str, Any] | tuple[str, ...]) -> list[str]:
    """Return the names in a list separated by commas, which must be known ones."""
    names = text.split(",")
    if unknown := [name for name in names if name not in known]:
        raise SystemExit(f"Unknown: {', '.join(unknown)}. Use any of {', '.join(known)}.")
    return names


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.screens", description=__doc__.splitlines()[0]
    )
    add = parser.add_argument
    add("--pages", help="folder of the built browser game (default: the installed one)")
    add("--out", type=Path, required=True, help="folder for the pictures")
    add(
        "--only",
        default=",".join(SCREENS),
        help="screens, separated by commas, or `moments` for all moments of animations "
        f"(default: all: {', '.join(SCREENS)})",
    )
    add("--size", default=",".join(SIZES), help=f"window sizes (default: all: {', '.join(SIZES)})")
    add("--theme", default=",".join(THEMES), help="themes (default: dark and light)")
    add("--zoom", type=int, default=100, help="page zoom in percent (default: 100)")
    add("--contrast", choices=["more"], help="preferred contrast (default: none)")
    add("--forced-colors", action="store_true", help="use forced colors")
    add("--vision", choices=VISIONS, default="", help="color vision to simulate (default: none)")
    add(
        "--patterns", choices=["auto", "on", "off"], default="auto", help="patterns (default: auto)"
    )
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    only = ",".join(MOMENTS) if args.only == "moments" else args.only
    more = (args.zoom, args.contrast, args.forced_colors, args.vision, args.patterns)
    failed = list[str]()
    with studio_for(args.pages) as studio:
        for name in names_in(only, SCREENS):
            for size in names_in(args.size, SIZES):
                for theme in names_in(args.theme, THEMES):
                    look = Look(size, theme, *more)
                    try:
                        studio.take(SCREENS[name], look, args.out / f"{name}-{look.name}.png")
                    except (AssertionError, PlaywrightError, TimeoutError) as error:
                        failed.append(f"{name}-{look.name}: {error}")
    if failed:
        raise SystemExit("\n".join(["Some pictures could not be taken.", *failed]))


if __name__ == "__main__":
    main()
