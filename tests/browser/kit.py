"""A visitor who has a separate browser and uses only visible controls."""

from __future__ import annotations

import json
import re
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Locator,
    Page,
    TimeoutError,
    WebSocket,
    expect,
)

from tests.server.running import Server

ROOT: Final = Path(__file__).parent.parent.parent
SCREENS: Final = ROOT / ".passgo" / "screens"
PATIENCE: Final = 60_000
"""The maximum time in milliseconds that anything may take on a busy machine."""
STAGE: Final = "section.stage"
OFFERS: Final = "section.offers"
SETTLED: Final = "html[data-settled]"
"""A page at rest, which shows everything it has received and responds to every key."""
READY: Final = f"{SETTLED}:not(:has([data-unready]))"
"""A page at rest on which every control can also be clicked."""
TWO_FRAMES: Final = """() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => done())))"""

expect.set_options(timeout=PATIENCE)


NOTE_SENT: Final = """
  window.sent = [];
  const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (data) {
    window.sent.push(data);
    return send.call(this, data);
  };
"""
"""Record every message that the page sends."""

T = TypeVar("T")


def wait_until(page: Page, holds: Callable[[], T], patience: float = PATIENCE) -> T:
    """Wait until a condition holds that Playwright cannot wait for; return its value.

    The page's events arrive in the meantime. If the condition does not hold within ``patience``
    milliseconds, raise TimeoutError, as Playwright does.
    """
    end = time.monotonic() + patience / 1000  # wait: only a broken page takes this long
    while not (found := holds()):
        if time.monotonic() > end:  # wait: as above
            raise TimeoutError("the condition never held")
        page.wait_for_timeout(15)  # wait: the interval between two checks of a condition
    return found


class Site:
    """The server under test, with direct access for setting up tables before a browser opens them."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.url = f"http://{server.host}:{server.port}"

    def ask(self, method: str, path: str, body: object = None, key: str = "") -> Any:
        """Send a request to the server without using a browser."""
        reply = self.server.ask(method, path, body, key)
        assert reply.status < 300, (path, reply.body)
        return json.loads(reply.body) if reply.body else None

    def get(self, path: str) -> bytes:
        """Fetch a file."""
        with urllib.request.urlopen(self.url + path) as answer:
            data: bytes = answer.read()
        return data


class Visitor:
    """A person with a separate browser."""

    def __init__(
        self, browser: Browser, site: Site, name: str, width: int, height: int, **options: Any
    ) -> None:
        self.site = site
        self.name = name
        self.errors: list[str] = []
        self.forgiven: list[str] = []
        """Patterns for expected errors, such as those after a lost connection."""
        options.setdefault("reduced_motion", "reduce")
        self.context = browser.new_context(viewport={"width": width, "height": height}, **options)
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.page.add_init_script(NOTE_SENT)
        self.sockets: list[WebSocket] = []
        """The page's connections, in the order in which they were opened."""
        self.page.on("websocket", lambda socket: self.sockets.append(socket))
        self.page.on("console", self.on_event)
        self.page.on("pageerror", lambda error: self.errors.append(f"{error}\n{error.stack}"))

    def on_event(self, message: ConsoleMessage) -> None:
        """Record errors and warnings from the console."""
        if message.type in ("error", "warning") and not any(
            re.search(pattern, message.text) for pattern in self.forgiven
        ):
            self.errors.append(message.text)

    def go(self, path: str = "/", *, settle: bool = True) -> None:
        """Open a page on the site."""
        self.page.goto(self.site.url + path)
        if settle:
            self.settle()

    def reload(self) -> None:
        """Reload the page."""
        self.page.reload()
        self.settle()

    def settle(self) -> None:
        """Wait until the page is at rest and all its controls are ready."""
        self.page.locator(READY).wait_for(state="attached")

    def sent(self, kind: str) -> list[dict[str, Any]]:
        """Return all messages of a type that the page has sent since it was loaded."""
        messages = [json.loads(message) for message in self.page.evaluate("() => window.sent")]
        return [message for message in messages if message["type"] == kind]

    def resize(self, width: int, height: int) -> None:
        """Resize the window, and wait until the page has reacted.

        The page is notified in the next frame, measures its layout, and draws the result one frame later.
        """
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(TWO_FRAMES)

    def press_key(self, key: str) -> None:
        """Press a key once the page is listening."""
        self.page.locator(SETTLED).wait_for(state="attached")
        self.page.keyboard.press(key)

    def press(self, name: str | re.Pattern[str], *, exact: bool = False) -> None:
        """Press the button with a given name."""
        self.button(name, exact=exact).click()

    def button(self, name: str | re.Pattern[str], *, exact: bool = False) -> Locator:
        """Return the first button with a given name, ignoring log lines, which may contain any text."""
        found = self.page.get_by_role("button", name=name, exact=exact)
        return found.and_(self.page.locator(":not(.line > *)")).first

    def choose(self, name: str, among: Locator | None = None) -> None:
        """Choose the radio button with a given label once it has stopped moving."""
        option = self.page.get_by_role("radio", name=name, exact=True)
        (among or self.page).locator("label", has=option).click()

    @property
    def stage(self) -> Locator:
        """The part of the page with the current question."""
        return self.page.locator(STAGE)

    @property
    def offers(self) -> Locator:
        """The part of the page with the open offers."""
        return self.page.locator(OFFERS)

    def save_keys(self, table: str, *keys: str, host: str = "") -> None:
        """Store the keys to seats that were taken on the browser's behalf."""
        saved = {"table": table, "keys": list(keys), "at": 0, **({"host": host} if host else {})}
        self.page.evaluate(
            "saved => localStorage.setItem('passgo.tables', JSON.stringify([saved]))", saved
        )

    def save_screenshot(self) -> None:
        """Save a screenshot of what the visitor sees."""
        SCREENS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENS / f"{self.name}.png")

    def close(self) -> None:
        """Close the browser."""
        self.context.close()


def press_each(control: Locator) -> None:
    """Press several controls one after another; each disappears when it is pressed."""
    expect(control.first).to_be_visible()
    for left in reversed(range(control.count())):
        control.first.click()
        expect(control).to_have_count(left)
