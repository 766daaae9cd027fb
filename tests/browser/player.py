"""A player who sees only the screen: hands that use the controls, and logic that chooses what to press.

The hands are a mouse, fingers or a keyboard. Nothing here queries the server directly, but the page's
messages are recorded to find out which actions were really played and when the table has answered.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from random import Random
from typing import Any, Final, TypeAlias

from playwright.sync_api import Locator, Page, Position, WebSocket, expect
from playwright.sync_api import TimeoutError as TooLate

from tests.browser.kit import PATIENCE, SETTLED, Visitor, wait_until

Name: TypeAlias = str | re.Pattern[str]
Whim: TypeAlias = "Callable[[Player], bool]"
"""Something a player does on their own initiative; returns whether it was possible."""

SOON: Final = 5_000
"""How long, in milliseconds, a player tries to press a visible control before looking again."""
MOST_TABS: Final = 150

# The names of all visible, enabled controls in a part of the page.
OPEN: Final = """part => [...part.querySelectorAll("button, a[href]")]
  .filter(one => one.checkVisibility() && one.ariaDisabled !== "true" && !one.disabled)
  .map(one => {
    const copy = one.cloneNode(true);
    copy.querySelectorAll("[aria-hidden=true]").forEach(part => part.remove());
    return (one.ariaLabel ?? copy.textContent).replace(/\\s+/g, " ").trim();
  })"""
# Whether the focus is on an element (0), before it (-1), or after it (1); null if the element is gone.
WHERE: Final = """one => {
  const active = document.activeElement;
  if (!one.isConnected) return null;
  if (active === one) return 0;
  return active.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}"""


class Hands:
    """A way to use visible controls; this class uses a mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.lost: list[str] = []
        """For each time the focus was lost, the last control used before that."""

    def press(self, control: Locator) -> None:
        """Press a button, a link or a switch."""
        control.click(timeout=SOON)

    def write(self, field: Locator, text: str) -> None:
        """Replace a field's text."""
        self.press(field)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def choose(self, box: Locator, label: str) -> None:
        """Choose an option from a drop-down list."""
        box.select_option(label=label)

    def mark(self, option: Locator) -> None:
        """Choose a radio button."""
        self.press(option)

    def press_space(self, space: int) -> None:
        """Press a space on the bottom row of the board."""
        self.press(self.page.locator(f'[data-space="{space}"]'))

    def look(self) -> None:
        """Check whether the focus was lost, which matters only for a keyboard."""

    def close(self) -> None:
        """Close the open sheet."""
        self.press(self.page.get_by_role("dialog").get_by_role("button", name="Close").first)


class Fingers(Hands):
    """Fingers on a touchscreen, which alternate between two spots to avoid double taps."""

    left = True

    def press(self, control: Locator) -> None:
        """Tap a control, alternately to the left and to the right of its center."""
        size = "one => [one.offsetWidth, one.offsetHeight]"
        width, height = control.evaluate(size, timeout=SOON)
        self.left = not self.left
        place: Position = {"x": width * (0.25 if self.left else 0.75), "y": height / 2}
        control.tap(position=place, timeout=SOON)


class Keyboard(Hands):
    """A keyboard: Tab, arrows, Enter, Space and, every other time, the shortcut printed on a button."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.count = 0
        self.last = ""
        """The last control that was pressed while some element had the focus."""
        page.on("domcontentloaded", self.begin_anew)

    def press(self, control: Locator) -> None:
        """Press a control with its shortcut, or by moving the focus to it."""
        control.wait_for(state="visible", timeout=SOON)
        self.page.locator(SETTLED).wait_for(state="attached", timeout=SOON)
        self.count += 1
        self.look(str(control))
        if self.count % 2 and (key := self.shortcut(control)):
            self.page.keyboard.press(key)
            return
        self.reach(control)
        self.last = str(control)
        kind = control.get_attribute("type", timeout=SOON)
        self.page.keyboard.press("Space" if kind in ("checkbox", "radio") else "Enter")

    def look(self, then: str = "") -> None:
        """Check whether the focus was lost: once it is on an element, it must not disappear."""
        nowhere = self.page.evaluate("[null, document.body].includes(document.activeElement)")
        if nowhere and self.last:
            self.lost.append(self.last)
        self.last = "" if nowhere else then or self.last

    def begin_anew(self, _: Page) -> None:
        """Start over on a newly loaded page, where no element has the focus yet."""
        self.last = ""

    def shortcut(self, control: Locator) -> str:
        """Return a control's shortcut if it works from the current focus, or an empty string."""
        key = control.get_attribute("aria-keyshortcuts", timeout=SOON) or ""
        taken = "input, textarea, select"
        if key in ("Space", "Enter"):
            taken += ", button, a[href], summary"
        away = self.page.evaluate(
            "taken => !document.activeElement.matches(taken) && !document.querySelector('dialog')",
            taken,
        )
        return (key if len(key) > 1 else key.lower()) if away else ""

    def reach(self, control: Locator) -> None:
        """Move the focus to a control with Tab, in the shorter direction."""
        found = control.element_handle(timeout=SOON)  # finding it again at each step takes long
        for _ in range(MOST_TABS):
            where = found.evaluate(WHERE)
            if where == 0:
                return
            if where is None:
                found = control.element_handle(timeout=SOON)
            else:
                self.page.keyboard.press("Tab" if where < 0 else "Shift+Tab")
        raise AssertionError(f"cannot be reached with Tab: {control}")

    def write(self, field: Locator, text: str) -> None:
        """Move the focus to a field and type."""
        self.reach(field)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)

    def choose(self, box: Locator, label: str) -> None:
        """Move the focus to the list and through its options."""
        self.reach(box)
        self.page.keyboard.press("Home")
        chosen = "box => box.selectedOptions[0].label"
        for _ in range(box.locator("option").count()):
            if box.evaluate(chosen) == label:
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"there is no option {label}")

    def mark(self, option: Locator) -> None:
        """Move the focus to the group, which is one tab stop, and through it with the arrow keys."""
        among = """one => {
          const active = document.activeElement;
          return active.type === "radio" && active.name === one.name ? 0 : 1;
        }"""
        for _ in range(MOST_TABS):
            if option.evaluate(among) == 0:
                break
            self.page.keyboard.press("Tab" if option.evaluate(WHERE) < 0 else "Shift+Tab")
        for _ in range(10):
            if option.is_checked():
                return
            self.page.keyboard.press("ArrowDown")
        raise AssertionError(f"cannot be chosen with the arrow keys: {option}")

    def press_space(self, space: int) -> None:
        """Move the focus to the board, which is one tab stop, and along it with the arrow keys."""
        self.reach(self.page.locator('[data-space][tabindex="0"]'))
        self.page.keyboard.press("Home")
        for _ in range(space):
            self.page.keyboard.press("ArrowLeft")
        self.page.keyboard.press("Enter")

    def close(self) -> None:
        """Press Escape."""
        self.page.keyboard.press("Escape")


# How to answer a question: choose the first group that is available; within it, choose by weight.
ANSWERS: Final[list[list[tuple[str, int]]]] = [
    [(r"Go bankrupt", 1)],
    [(r"Ask for \$", 1)],
    [(r"Accept", 1), (r"Decline", 2)],
    [(r"Use card", 1)],
    [(r"Buy for", 5), (r"Auction", 1), (r"Don’t buy", 1)],
    [(r"Raise by \$10:", 1), (r"Bid \$", 1), (r"Pass$", 3)],
    [(r"Roll$", 4), (r"Pay \$", 1), (r"Pay \d", 1)],
    [(r"End turn", 1), (r"Raise \$", 1), (r"Keep m", 1), (r"Unmortgage", 1), (r"I want", 1)],
]


class Player:
    """A player at a table."""

    def __init__(self, visitor: Visitor, hands: Hands, seed: int = 1) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.hands = hands
        self.random = Random(seed)
        self.sent: dict[str, dict[str, Any]] = {}
        """Pending actions, by request id."""
        self.actions: list[dict[str, Any]] = []
        """The actions that were played, in order."""
        self.refused: list[dict[str, Any]] = []
        self.orders: list[dict[str, Any]] = []
        """The standing orders that were given, in order."""
        self.answered = 0
        self.known = 0
        """The seq of the last options received."""
        self.awaited = 0
        """The seq of the player's own last action."""
        self.whims: list[Whim] = []
        """Whims that have not succeeded yet."""
        self.page.on("websocket", self.listen)

    # -- the page's messages -------------------------------------------------------------------------

    def listen(self, socket: WebSocket) -> None:
        """Record a connection's messages."""
        self.known = self.awaited = 0
        socket.on("framesent", self.note_sent)
        socket.on("framereceived", self.note_received)

    def note_sent(self, frame: str | bytes) -> None:
        """Record an action that the page requests."""
        message = json.loads(frame)
        if message["type"] == "play":
            self.sent[message["id"]] = message["action"]
        elif message["type"] == "order":
            self.orders.append(message)

    def note_received(self, frame: str | bytes) -> None:
        """Record the answer to an action, and the current seq."""
        message = json.loads(frame)
        if message.get("id") in self.sent:
            action = self.sent.pop(message["id"])
            self.answered += 1
            if message["type"] == "accepted":
                self.actions.append(action)
                self.awaited = message["seq"]
            elif message.get("code") != "stale":
                self.refused.append({**action, **message})
        elif message["type"] == "options":
            self.known = message["seq"]

    def settle(self, before: int, patience: float = PATIENCE) -> None:
        """Wait until the player's own action has been answered and the next options have arrived."""

        def is_answered() -> bool:
            return self.answered > before and not self.sent and self.known >= self.awaited

        wait_until(self.page, lambda: is_answered() or self.over(), patience)

    @property
    def played(self) -> list[str]:
        """The names of the actions that were played, in order."""
        return [action["action"] for action in self.actions]

    # -- using controls -----------------------------------------------------------------------------

    def button(self, name: Name, where: Locator | None = None) -> Locator:
        """Return the button with a given name, in the open sheet if there is one."""
        inside = self.sheet if where is None and self.sheet.count() else where or self.page
        found = inside.get_by_role("button", name=name, exact=isinstance(name, str))
        return found.filter(visible=True).first

    @property
    def sheet(self) -> Locator:
        """The open sheet."""
        return self.page.get_by_role("dialog").last

    def press(self, name: Name, where: Locator | None = None) -> None:
        """Press the button with a given name."""
        self.hands.press(self.button(name, where))

    def open_sheet(self, name: Name) -> None:
        """Press a button that opens a sheet, and wait for the sheet."""
        self.press(name)
        expect(self.sheet).to_be_visible()

    def do(self, name: Name, action: str, where: Locator | None = None, **fields: object) -> None:
        """Press a button, and check that the action is played with these fields."""
        count, before = len(self.actions), self.answered
        self.press(name, where)
        self.settle(before)
        self.hands.look()
        wanted = {"action": action, **fields}
        done = self.actions[count:]
        assert any(wanted.items() <= one.items() for one in done), (
            name,
            wanted,
            done,
            self.refused,
            self.open(),
        )

    def unfold(self) -> None:
        """Open the whole offer; a phone shows only a strip."""
        buttons = self.visitor.offers.get_by_role("button")
        expect(buttons.first).to_be_visible()
        strip = buttons.filter(has_text=re.compile("Answer|View"))
        if strip.count() > 0:
            self.hands.press(strip)

    def turn_to(self, side: int) -> None:
        """Turn to what is given (0) or received (1) in a trade; a phone shows one of them at a time."""
        switch = self.sheet.locator(".glance button").nth(side)
        if switch.is_visible():
            self.hands.press(switch)

    def offer(self, name: str, action: str, **fields: object) -> None:
        """Propose a trade, and close the sheet if it does not close automatically."""
        self.do(name, action, None, **fields)
        try:
            self.press("Close", self.sheet.locator(".sent"))
        except TooLate:
            assert self.sheet.count() == 0
        expect(self.page.get_by_role("dialog")).to_have_count(0)

    def fits(self) -> bool:
        """Return whether the page is no wider than the screen."""
        wide: int = self.page.evaluate("document.documentElement.scrollWidth")
        size = self.page.viewport_size
        return size is not None and wide <= size["width"]

    def open(self) -> list[str]:
        """Return the names of the controls on the stage and of the offers that can be pressed."""
        parts = (self.visitor.stage, self.visitor.offers)
        return [name for part in parts for name in part.evaluate(OPEN)]

    def over(self) -> bool:
        """Whether the stage says that the game is over."""
        return self.visitor.stage.get_by_role("link", name="See results").is_visible()

    # -- playing ------------------------------------------------------------------------------------

    def choose(self, names: list[str]) -> str:
        """Choose a control, or return an empty string to wait. No offer is accepted while whims remain."""
        if self.whims:
            names = [name for name in names if not name.startswith("Accept")]
        for kind in ANSWERS:
            weights = {
                name: weight
                for pattern, weight in kind
                for name in names
                if re.match(pattern, name)
            }
            if weights:
                return self.random.choices([*weights], [*weights.values()])[0]
        return ""

    def move(self) -> bool:
        """Answer the stage's question, if any; return whether there was something to do."""
        name = self.choose(self.open())
        if not name:
            return False
        if re.match(r"Bid|Raise by", name):
            self.visitor.settle()  # others may have bid in the meantime
            if name not in self.open():
                return True
        before = self.answered
        try:
            if name.startswith("Go bankrupt") and not self.sure():
                self.press(name, self.visitor.stage)
            else:
                offer = re.match("Accept|Decline", name)
                part = self.visitor.offers if offer else self.visitor.stage
                self.press(name, self.sure() or part)
                self.settle(before, SOON)
        except TooLate:
            pass  # others keep playing, so the control may be gone
        return True

    def sure(self) -> Locator | None:
        """The confirmation question, if one is shown."""
        group = self.visitor.stage.get_by_role("group", name="Are you sure?")
        return group if group.is_visible() else None

    def play(self, *whims: Whim) -> None:
        """Play until the game is over. Before each roll, try the next whim until it succeeds."""
        self.whims = [*whims]
        while not self.over():
            wait_until(self.page, self.step)

    def step(self) -> bool:
        """Try the next whim, or answer the question; return whether the game goes on or is over."""
        if self.whims and "Roll" in self.open() and self.whims[0](self):
            self.whims.pop(0)
            return True
        return self.move() or self.over()
