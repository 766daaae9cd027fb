"""Take the screenshots for the README with a real server and a real browser.

    python -m tools.pictures [--pages FOLDER] [--out docs/pictures]

The tables start from positions defined here. `--pages` is the folder with the built browser game;
it is needed if the installed package does not include the game.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import urllib.request
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.server.running import running
from tools import browser as browsers

NAMES = ("Ann", "Bob", "Cleo", "Dan")
TOKENS = ("Dog", "Car", "Hat", "Battleship")
PROPERTIES = {
    0: {6: 2, 8: 2, 9: 3, 5: 0, 28: 0, 39: 0},
    1: {11: 0, 13: 0, 14: 0, 15: 0, 35: 0},
    2: {16: 3, 18: 3, 19: 4, 12: 0, 31: 0},
    3: {21: 0, 24: 0, 26: 0, 27: 0, 37: 0, 1: 5, 3: 5},
}
MORTGAGED = (12, 35)
PLAYERS = (
    {"cash": 642, "space": 24, "laps": 4, "always_asks_for_rent": True},
    {"cash": 411, "space": 15, "laps": 4, "cards": ["chest.jail_free"]},
    {"cash": 188, "space": 36, "laps": 3},
    {"cash": 935, "jail": 1, "laps": 4},
)
POSITION: dict[str, object] = {
    "players": list(PLAYERS),
    "properties": [
        {"space": space, "owner": owner, "houses": houses, "mortgaged": space in MORTGAGED}
        for owner, properties in PROPERTIES.items()
        for space, houses in properties.items()
    ],
    "turn": 41,
    "round": 11,
}
AUCTION = {
    "agenda": [
        {"entry": "ToEndTurn", "seat": 1},
        {"entry": "Auction", "space": 34, "bidders": [0, 1, 3], "bid": 210, "seat": 3},
    ]
}


class Studio:
    """A server with tables, and browsers that show them."""

    def __init__(self, url: str, browser: Browser, out: Path) -> None:
        self.url = url
        self.browser = browser
        self.out = out

    def ask(self, method: str, path: str, body: object = None, key: str = "") -> Any:
        """Send a request to the server and return its answer."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        with urllib.request.urlopen(request) as answer:
            return json.loads(answer.read())

    def table(self, position: dict[str, object]) -> tuple[str, list[str]]:
        """Start a four-player table from a position; return its name and the key to seat 0."""
        demands = {"seats": [{}] * len(NAMES), "position": position}
        made = self.ask("POST", "/api/tables", demands)
        place = f"/api/tables/{made['table']}"
        keys = [
            self.ask("POST", f"{place}/seats", {"name": name, "token": token})["key"]
            for name, token in zip(NAMES, TOKENS, strict=True)
        ]
        self.ask("POST", f"{place}/start", key=made["key"])
        self.page(made["table"], keys[1:], 1280, 800)  # so that the other players are connected
        return made["table"], keys[:1]

    def page(
        self, table: str, keys: list[str], width: int, height: int, dark: bool = False
    ) -> Page:
        """Open a table in a browser that has the keys to these seats."""
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce",
            device_scale_factor=1,
        )
        page = context.new_page()
        page.goto(self.url)
        held = [{"table": table, "keys": keys, "at": 0}]
        page.evaluate("held => localStorage.setItem('passgo.tables', JSON.stringify(held))", held)
        page.goto(f"{self.url}/t/{table}")
        page.locator("section.stage").wait_for()
        return page

    def take(self, page: Page, name: str) -> None:
        """Take a screenshot and close the page."""
        page.wait_for_timeout(700)
        page.screenshot(path=self.out / f"{name}.png")
        page.context.close()


def take_all(studio: Studio) -> None:
    """Take all screenshots."""
    table, keys = studio.table(POSITION)
    studio.take(studio.page(table, keys, 1280, 800), "board")
    page = studio.page(table, keys, 1280, 800)
    page.keyboard.press("t")
    page.get_by_role("dialog").wait_for()
    for goods in ("Bob", "Boardwalk", "Pennsylvania Railroad", "States Avenue"):
        labels = page.get_by_role("dialog").locator("label, button")
        labels.filter(has_text=goods).first.click()
    page.mouse.move(0, 0)
    studio.take(page, "trade")
    table, keys = studio.table({**POSITION, **AUCTION, "seat": 1})
    studio.take(studio.page(table, keys, 1280, 800), "auction")
    studio.take(studio.page(table, keys, 390, 780, dark=True), "phone")


def main() -> None:
    """Start the server and the browser, and take the screenshots."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--pages", help="folder of the built browser game (default: the installed one)"
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=Path("docs/pictures"),
        help="folder for the screenshots (default: docs/pictures)",
    )
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    words = ["--web", arguments.pages] if arguments.pages else []
    with (
        tempfile.TemporaryDirectory() as folder,
        running(Path(folder), *words) as server,
        sync_playwright() as playwright,
    ):
        path = str(browsers.find())
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        take_all(Studio(server.url, browser, arguments.out))
        browser.close()


if __name__ == "__main__":
    main()
