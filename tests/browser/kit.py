"""A visitor: a browser of their own, and hands that press only what can be seen."""

from __future__ import annotations

import json
import re
import urllib.request
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

from tests.server.running import Server

ROOT: Final = Path(__file__).parent.parent.parent
SCREENS: Final = ROOT / ".passgo" / "screens"
PATIENCE: Final = 20_000
"""Milliseconds that something may take on a busy machine."""
STAGE: Final = "section.stage"
SETTLED: Final = "html[data-settled]"
"""A page at rest: it shows everything it knows, and every key works."""
READY: Final = f"{SETTLED}:not(:has([data-unready]))"
"""The same, and every control can be clicked."""
TWO_FRAMES: Final = """() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => done())))"""

expect.set_options(timeout=PATIENCE)


class Site:
    """The server under test, and a way behind its back: to set up what a browser then finds."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.url = f"http://{server.host}:{server.port}"

    def ask(self, method: str, path: str, body: object = None, key: str = "") -> Any:
        """Ask the server for something, as another client would."""
        reply = self.server.ask(method, path, body, key)
        assert reply.status < 300, (path, reply.body)
        return json.loads(reply.body) if reply.body else None

    def get(self, path: str) -> bytes:
        """Fetch a file."""
        with urllib.request.urlopen(self.url + path) as answer:
            data: bytes = answer.read()
        return data


class Visitor:
    """Somebody with a browser of their own."""

    def __init__(
        self, browser: Browser, site: Site, name: str, width: int, height: int, **options: Any
    ) -> None:
        self.site = site
        self.name = name
        self.errors: list[str] = []
        self.forgiven: list[str] = []
        """Patterns of errors that are meant to happen, such as those of a lost connection."""
        options.setdefault("reduced_motion", "reduce")
        self.context = browser.new_context(viewport={"width": width, "height": height}, **options)
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.page.on("console", self.on_event)
        self.page.on("pageerror", lambda error: self.errors.append(f"{error}\n{error.stack}"))

    def on_event(self, message: ConsoleMessage) -> None:
        """Keep what the console complains of."""
        if message.type in ("error", "warning") and not any(
            re.search(pattern, message.text) for pattern in self.forgiven
        ):
            self.errors.append(message.text)

    def go(self, path: str = "/", *, settle: bool = True) -> None:
        """Open a page of the site."""
        self.page.goto(self.site.url + path)
        if settle:
            self.settle()

    def reload(self) -> None:
        """Load the page again."""
        self.page.reload()
        self.settle()

    def settle(self) -> None:
        """Wait until the page is at rest, and every control in it ready."""
        self.page.locator(READY).wait_for(state="attached")

    def resize(self, width: int, height: int) -> None:
        """Give the window another size, and wait until the page has taken notice.

        It learns of it with the next frame, and what it then measures is drawn one frame later.
        """
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(TWO_FRAMES)

    def press_key(self, key: str) -> None:
        """Press a key once the page listens to it."""
        self.page.locator(SETTLED).wait_for(state="attached")
        self.page.keyboard.press(key)

    def press(self, name: str | re.Pattern[str], *, exact: bool = False) -> None:
        """Press a button by what it says."""
        self.button(name, exact=exact).click()

    def button(self, name: str | re.Pattern[str], *, exact: bool = False) -> Locator:
        """A button that can be seen, by what it says."""
        return self.page.get_by_role("button", name=name, exact=exact).first

    def choose(self, name: str, among: Locator | None = None) -> None:
        """Choose one of several that exclude each other: what can be seen of it, once it lies still."""
        option = self.page.get_by_role("radio", name=name, exact=True)
        (among or self.page).locator("label", has=option).click()

    @property
    def stage(self) -> Locator:
        """Where the question of the moment is."""
        return self.page.locator(STAGE)

    def keep(self, what: str) -> None:
        """Keep a picture of the screen."""
        self.page.screenshot(path=SCREENS / f"{self.name}-{what}.png")

    def save_keys(self, table: str, *keys: str, host: str = "") -> None:
        """Give the browser the keys of seats that were taken for it."""
        saved = {"table": table, "keys": list(keys), "at": 0, **({"host": host} if host else {})}
        self.page.evaluate(
            "saved => localStorage.setItem('passgo.tables', JSON.stringify([saved]))", saved
        )

    def close(self) -> None:
        """Leave, with a last picture."""
        self.keep("last")
        self.context.close()


def press_each(control: Locator) -> None:
    """Press one after the other of what there is; none that was pressed is left."""
    expect(control.first).to_be_visible()
    for left in reversed(range(control.count())):
        control.first.click()
        expect(control).to_have_count(left)
