"""Take a picture of every screen, in both themes and six window sizes, to look at.

    python -m tools.screens --pages web/dist --out screens
    python -m tools.screens --pages web/dist --out screens --only auction,debt --size phone --theme dark

The screens come from a real server. `--pages` is the folder of the built browser game, if the
installed package does not include it.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from tests.server.running import Server, running
from tools import browser as browsers

SIZES: Final = {
    "desktop": (1440, 900),
    "laptop": (1280, 800),
    "tablet": (820, 1180),
    "phone": (390, 844),
    "small": (320, 640),
    "sideways": (844, 390),
}
THEMES: Final = ("dark", "light")
OWNED: Final = {
    0: {6: 2, 8: 2, 9: 3, 16: 0, 23: 0, 5: 0, 28: 0},
    1: {11: 1, 13: 1, 14: 2, 27: 0, 35: 0},
    2: {18: 0, 19: 0, 26: 0, 37: 0, 15: 0, 12: 0},
    3: {1: 4, 3: 5, 31: 0, 39: 0, 25: 0},
}
"""Each seat's properties, with their houses."""
MORTGAGED: Final = (27,)
PLAYERS: Final = (
    {"cash": 642, "space": 24, "laps": 4, "cards": ["chest.jail_free"]},
    {"cash": 411, "jail": 1, "laps": 4},
    {"cash": 1188, "space": 37, "laps": 4},
    {"cash": 935, "space": 8, "laps": 4},
)
END: Final = {"entry": "ToEndTurn", "seat": 0}
OWES: Final = {"entry": "DebtDue", "seat": 0, "creditor": 2, "reason": "rent", "cite": "10 MCS 90"}
POSITION: Final[dict[str, Any]] = {
    "players": list(PLAYERS),
    "properties": [
        {"space": space, "owner": owner, "houses": houses, "mortgaged": space in MORTGAGED}
        for owner, owned in OWNED.items()
        for space, houses in owned.items()
    ],
    "last_roll": 8,
    "turn": 36,
    "round": 9,
}
SCARCE: Final = [
    *({"space": space, "owner": 1, "houses": 4} for space in (16, 18, 19, 21, 23, 24)),
    *({"space": space, "owner": 1, "houses": 2} for space in (26, 27, 29)),
    *({"space": space, "owner": 0} for space in (1, 3, 6, 8, 9)),
]
"""The Bank has two houses left."""


def agenda(*above: dict[str, Any], **rest: object) -> dict[str, Any]:
    """Return the usual position with these decisions above the end of seat 0's turn."""
    return {**POSITION, "agenda": [END, *above], **rest}


def cash(amount: int) -> list[dict[str, Any]]:
    """Return the players, with another amount of cash for seat 0."""
    return [{**PLAYERS[0], "cash": amount}, *PLAYERS[1:]]


def guest(space: int) -> list[dict[str, Any]]:
    """Return the players, with seat 1 on another space."""
    return [PLAYERS[0], {"cash": 411, "space": space, "laps": 4}, *PLAYERS[2:]]


OFFER: Final = {
    "number": 1,
    "maker": 2,
    "partner": 0,
    "give_cash": 260,
    "give_deeds": [15],
    "get_deeds": [16],
}
PEOPLE: Final = ("others", "rolls", "rent", "offers")
"""The positions in which seat 1 belongs to a person, who is not connected."""
OUT: Final = ({"out": True}, {"out": True})
POSITIONS: Final[dict[str, dict[str, Any]]] = {
    "roll": {key: POSITION[key] for key in POSITION if key != "last_roll"},
    "buy": agenda({"entry": "BuyOrAuction", "seat": 0, "space": 24}),
    "short": agenda({"entry": "BuyOrAuction", "seat": 0, "space": 24}, players=cash(90)),
    "auction": agenda(
        {"entry": "Auction", "space": 34, "bidders": [0, 2, 3], "bid": 210, "seat": 3}
    ),
    "debt": agenda({**OWES, "amount": 700}, players=cash(120)),
    "pay": agenda({**OWES, "amount": 100}),
    "ruin": agenda({**OWES, "amount": 5000}, players=cash(20)),
    "jail": {
        **{key: POSITION[key] for key in POSITION if key != "last_roll"},
        "players": [{**PLAYERS[0], "jail": 1, "space": 10}, *PLAYERS[1:]],
    },
    "tax": agenda(
        {"entry": "TaxChoice", "seat": 0, "worth": 2400},
        players=[{**PLAYERS[0], "space": 4}, *PLAYERS[1:]],
    ),
    "inherit": agenda(
        {"entry": "Inheritance", "seat": 0, "space": 29},
        properties=[
            *POSITION["properties"],
            {"space": 29, "owner": 0, "mortgaged": True},
        ],
    ),
    "demand": agenda(
        {"entry": "DemandRound", "seat": 0, "space": 1, "kind": 0, "asked": [0, 1]},
        properties=SCARCE,
        demands=[[-1] * 4] * 2,
    ),
    "shortage": agenda(
        {"entry": "BuildingSale", "kind": 0},
        {"entry": "BuildingAuction", "kind": 0, "bidders": [0, 1]},
        properties=SCARCE,
        demands=[[2, 2, -1, -1], [-1] * 4],
    ),
    "end_turn": agenda(),
    "offer": agenda({"entry": "BuyOrAuction", "seat": 0, "space": 24}, offers=[OFFER]),
    "others": {
        **POSITION,
        "players": guest(24),
        "seat": 1,
        "agenda": [
            {"entry": "ToEndTurn", "seat": 1},
            {"entry": "BuyOrAuction", "seat": 1, "space": 24},
        ],
        "offers": [{"number": 1, "maker": 2, "partner": 1, "give_cash": 90, "get_deeds": [35]}],
    },
    "rolls": {
        **{key: POSITION[key] for key in POSITION if key != "last_roll"},
        "players": guest(9),
        "seat": 1,
    },
    "rent": {
        **POSITION,
        "players": guest(9),
        "seat": 1,
        "agenda": [{"entry": "ToEndTurn", "seat": 1}],
        "rents": [
            {"number": 1, "owner": 0, "tenant": 1, "space": 9, "amount": 300, "cite": "10 MCS 90"}
        ],
    },
    "offers": agenda(
        offers=[
            OFFER,
            {"number": 2, "maker": 3, "partner": 0, "give_cash": 40, "get_deeds": [5]},
            {"number": 3, "maker": 0, "partner": 1, "give_cash": 80, "get_deeds": [35]},
        ]
    ),
    "won": {
        "players": [PLAYERS[0], {"cash": 20, "space": 9}, *OUT],
        "properties": [*POSITION["properties"][:7], {"space": 35, "owner": 1, "mortgaged": True}],
        "last_roll": 8,
        "seat": 1,
        "agenda": [
            {"entry": "ToEndTurn", "seat": 1},
            {**OWES, "seat": 1, "creditor": 0, "amount": 5000},
        ],
    },
    "lost": {
        "players": [{"cash": 20, "space": 9}, PLAYERS[1], *OUT],
        "properties": [
            *({"space": space, "owner": 1, "houses": 4} for space in (6, 8, 9)),
            {"space": 35, "owner": 0, "mortgaged": True},
        ],
        "last_roll": 8,
        "agenda": [END, {**OWES, "creditor": 1, "amount": 5000}],
    },
}
"""The decisions that seat 0 can face, and the end of a game."""


UNSTARTED: Final = ("waiting", "ready", "public")
"""The tables in the waiting room."""
TITLES: Final = {"public": "Sunday boardwalk", "public_playing": "Lola’s table"}
"""The public tables."""
Steps = Callable[[Page], None]


class Screen(NamedTuple):
    """A screen: the table or path that it belongs to, and how to get there."""

    table: str = ""
    """A position, or one of the tables that `Studio.table` knows."""
    path: str = ""
    steps: Steps | None = None
    guest: bool = False
    """Whether the browser holds no key to the table."""
    also: tuple[str, ...] = ()
    """Other tables that the screen shows."""


class Made(NamedTuple):
    """A table, its host key and the key to seat 0."""

    table: str
    host: str
    key: str


def press(*names: str) -> Steps:
    """Return steps that press buttons, one after another."""

    def steps(page: Page) -> None:
        for name in names:
            page.get_by_role("button", name=re.compile(name)).first.click()

    return steps


def go_bankrupt(page: Page) -> None:
    """Lose the game, unless it is lost already."""
    if page.get_by_role("button", name="Go bankrupt").count() > 0:
        press("^Go bankrupt", "^Go bankrupt")(page)


def key(name: str) -> Steps:
    """Return the step that presses a key."""
    return lambda page: page.keyboard.press(name)


def click(selector: str) -> Steps:
    """Return the step that clicks on an element."""
    return lambda page: page.locator(selector).first.click()


def then(*all_steps: Steps) -> Steps:
    """Return several steps as one."""

    def steps(page: Page) -> None:
        for step in all_steps:
            step(page)

    return steps


MORE: Final = click("nav button:has-text('More')")
SCREENS: Final[dict[str, Screen]] = {
    **{name: Screen(table=name) for name in POSITIONS},
    "lost": Screen("lost", steps=go_bankrupt),
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
    "chat": Screen("offer", steps=press("^Chat")),
    "start": Screen(path="/"),
    "new": Screen(path="/new"),
    "start_games": Screen("offer", path="/", also=("public", "public_playing")),
    "waiting": Screen("waiting"),
    "ready": Screen("ready"),
    "seat": Screen("ready", steps=press("^Change: Maya")),
    "add_bot": Screen("waiting", steps=press("^Add a bot")),
    "join": Screen("waiting", guest=True),
    "replay": Screen("played", path="/replay/{}"),
    "choose_replay": Screen(path="/replay"),
    "rules": Screen(path="/rules"),
    "missing": Screen(path="/nowhere"),
    "no_table": Screen(path="/t/ABCDEF"),
}


class Studio:
    """A server with tables, and a browser that shows them."""

    def __init__(self, server: Server, browser: Browser) -> None:
        self.server = server
        self.url = f"http://{server.host}:{server.port}"
        self.browser = browser
        self.made: dict[str, Made] = {}

    def ask(self, method: str, path: str, body: object = None, key: str = "") -> Any:
        """Send a request to the server and return its answer."""
        reply = self.server.ask(method, path, body, key)
        if reply.status >= 300:
            raise SystemExit(f"{method} {path} failed: {reply.body!r}")
        return json.loads(reply.body) if reply.body else None

    def table(self, name: str) -> Made:
        """Return a table, which is created when it is first needed."""
        if name not in self.made:
            position = POSITIONS.get(name)
            bots = [{"bot": bot} for bot in ("easy", "normal", "hard", "normal")]
            seats: list[dict[str, str]] = [{}, *bots[: len((position or POSITION)["players"]) - 1]]
            if name in PEOPLE:
                seats[1] = {}
            if name == "played":
                seats = bots
            elif name in ("waiting", "public"):
                seats = [{}, {}, {"bot": "hard", "name": "Uma"}, {}]
            elif name == "ready":
                seats = [{}, {}, {"bot": "hard", "name": "Uma"}]
            settings = {"name": TITLES.get(name, "Maya’s table"), "pace": 0}
            body: dict[str, Any] = {
                "seats": seats,
                "settings": {**settings, "public": name in TITLES},
            }
            if position is not None:
                body["position"] = position
            made = self.ask("POST", "/api/tables", body)
            place = f"/api/tables/{made['table']}"
            sat = {"key": ""}
            if name != "played":
                who = {"name": "Maya", "token": "Car", "seat": 0}
                sat = self.ask("POST", f"{place}/seats", who, made["key"])
            if name in UNSTARTED or name in PEOPLE:
                self.ask("POST", f"{place}/seats", {"name": "Ben", "token": "Thimble", "seat": 1})
            if name not in UNSTARTED:
                self.ask("POST", f"{place}/start", key=made["key"])
            self.made[name] = Made(made["table"], made["key"], sat["key"])
        return self.made[name]

    @contextmanager
    def page(self, screen: Screen, size: str, theme: str, *, still: bool = True) -> Iterator[Page]:
        """Open a screen in a browser; `still` turns animations off."""
        width, height = SIZES[size]
        touch = size not in ("desktop", "laptop")
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if theme == "dark" else "light",
            reduced_motion="reduce" if still else "no-preference",
            has_touch=touch,
            is_mobile=touch,
        )
        page = context.new_page()
        path = screen.path
        for name in screen.also:
            self.table(name)
        if screen.table:
            made = self.table(screen.table)
            path = (path or "/t/{}").format(made.table)
            held = [{"table": made.table, "keys": [made.key], "host": made.host, "at": 0}]
            if not screen.guest:
                saved = json.dumps(json.dumps(held))
                context.add_init_script(f"localStorage.setItem('passgo.tables', {saved})")
        page.goto(self.url + path)
        self.settle(page)
        if screen.steps is not None:
            screen.steps(page)
            self.settle(page)
        yield page
        context.close()

    def take(self, screen: Screen, size: str, theme: str, file: Path) -> None:
        """Take a picture of a screen."""
        with self.page(screen, size, theme) as page:
            page.screenshot(path=file)

    def settle(self, page: Page) -> None:
        """Wait until the page is at rest and its typefaces have been loaded."""
        page.locator("html[data-settled]").wait_for()
        page.evaluate("() => document.fonts.ready.then(() => true)")
        page.wait_for_timeout(300)


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
        yield Studio(server, browser)
        browser.close()


def main() -> None:
    """Take the pictures."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.screens", description=__doc__.splitlines()[0]
    )
    parser.add_argument(
        "--pages", help="folder of the built browser game (default: the installed one)"
    )
    parser.add_argument("--out", type=Path, required=True, help="folder for the pictures")
    parser.add_argument(
        "--only",
        default=",".join(SCREENS),
        help=f"screens, separated by commas (default: all: {', '.join(SCREENS)})",
    )
    parser.add_argument(
        "--size", default=",".join(SIZES), help=f"window sizes (default: all: {', '.join(SIZES)})"
    )
    parser.add_argument(
        "--theme", default=",".join(THEMES), help="themes (default: dark and light)"
    )
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    with studio_for(args.pages) as studio:
        for name in args.only.split(","):
            for size in args.size.split(","):
                for theme in args.theme.split(","):
                    file = args.out / f"{name}-{size}-{theme}.png"
                    studio.take(SCREENS[name], size, theme, file)
                    print(file, flush=True)


if __name__ == "__main__":
    main()
