"""Every screen and sheet: wide and small, light and dark, and in other languages."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import ARGUMENTS
from tests.browser.kit import ROOT, Site, Visitor, press_each, wait_until
from tests.browser.moments import HOPELESS, MOMENTS, RICH
from tests.browser.player import Hands, Player
from tests.browser.seating import Position, Visit, ask_by_hand, card, make_table, take_seats

AXE: Final = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
WORDS: Final[dict[str, dict[str, str]]] = {
    language: json.loads((ROOT / f"src/passgo/words/{language}.json").read_bytes())["web"]
    for language in ("en", "de")
}
WIDE: Final[dict[str, Any]] = {"width": 1280, "height": 800}
PHONE: Final[dict[str, Any]] = {"width": 320, "height": 640, "has_touch": True, "is_mobile": True}
WINDOWS: Final = (
    (1920, 1080),
    (1280, 800),
    (1024, 768),
    (960, 540),
    (844, 390),
    (740, 360),
    (640, 400),
    (768, 1024),
    (390, 844),
    (360, 740),
)
"""Desktop screens, phones in landscape, tablets in portrait, and windows with double-size text."""
LOOKS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "wide": ("en", WIDE),
    "phone": ("en", PHONE),
    "pseudo": ("xx", WIDE),
    "german": ("de", {**PHONE, "locale": "de-DE"}),
}
"""Each visitor's language and screen."""
FIND: Final = """async ([rules, part]) => {
  const place = [...document.querySelectorAll(part)].at(-1);
  const only = rules.length ? { runOnly: { type: "rule", values: rules } } : {};
  const found = await axe.run(place, { resultTypes: ["violations"], ...only });
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`));
}"""
"""The problems that axe finds in the last element that matches, with all its rules or only some."""
SMALL: Final = """() => [
  ...document.querySelectorAll(
    "section.stage button, section.stage a, section.offers button, nav button, nav a"),
  ...document.querySelectorAll("dialog button, dialog select"),
].filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("p, dd"))
 .map((one) => [one, one.getBoundingClientRect()])
 .filter(([, box]) => box.width > 0 && (box.width < 43.5 || box.height < 43.5))
 .map(([one, box]) => `${box.width} x ${box.height} px: ${one.outerHTML.slice(0, 160)}`)"""
"""Controls on the stage, in menus and in sheets that are too small to tap, except within text."""
LOW: Final = """() => {
  const bar = Math.max(
    document.querySelector("nav.menu").getBoundingClientRect().top,
    document.querySelector(".game.wide") ? innerHeight : 0);
  const answers = [...document.querySelectorAll(
    "section.stage :is(.answers, .rent) button:not([aria-disabled])")];
  return [...answers.filter((one) => !one.closest(".offer")), ...document.querySelectorAll(".offer h2")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => {
      const box = one.getBoundingClientRect();
      const seen = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
      return box.bottom > bar + 0.5 || !one.contains(seen);
    })
    .map((one) => `not in the first view: ${one.textContent.trim()}`);
}"""
"""Enabled answers and offer headings that are not visible without scrolling."""
TEXTS: Final = """() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement.closest("script, style, kbd, code")) texts.push(node.textContent.trim());
  const NAMED = ["aria-label", "title", "placeholder", "alt", "aria-valuetext"];
  for (const one of document.querySelectorAll(NAMED.map((name) => `[${name}]`).join(",")))
    for (const name of NAMED) if (one.hasAttribute(name)) texts.push(one.getAttribute(name));
  return [document.title, ...texts].filter(Boolean);
}"""
"""All text on the page, including text only for screen readers."""
NO_WORDS: Final = re.compile(
    r"PassGo|PASS|GO|Ann|Bob|Zoe|Hugo|Felix|Tilda|Vera|Boyd|Uma|Otto|Rosa|English|Deutsch"
    r"|\b(10 )?MCS \d+(\(\w+\))*|\bCR \d+(\.\d+)*|Ruling \d+"
)
"""Names and citations, which are the same in every language."""
PLAIN: Final = "ABCDEFGHIJKLMNOPRSTUVWYZabcdefghijklmnoprstuvwyz"
STRANGE: Final = "ÀƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞŔŠŢÛṼŴÝŽàƀçđéƒĝĥîĵķļɱñöþŕšţûṽŵýž"


class Looker:
    """A visitor who opens one screen after another and inspects each."""

    def __init__(self, visitor: Visitor, site: Site, language: str, width: int) -> None:
        self.visitor = visitor
        self.site = site
        self.page = visitor.page
        self.language = language
        self.width = width
        self.query = "?lang=xx" if language == "xx" else ""
        self.wrong: list[str] = []

    # -- navigating ------------------------------------------------------------------------------

    def go(self, path: str) -> None:
        """Open a page."""
        self.visitor.go(path + self.query)

    def sit(self, position: Position | None, **more: Any) -> None:
        """Open a table where Ann has to decide."""
        seating = make_table(self.site, ["Ann", "Bob"], position, **more)
        take_seats(self.visitor, seating, 0, query=self.query)

    def t(self, key: str, **values: object) -> str:
        """Return one of the page's strings in this visitor's language."""
        text = WORDS["de" if self.language == "de" else "en"][key]
        if self.language == "xx":
            parts = re.split(r"(\{[^}]*\})", text)
            table = str.maketrans(PLAIN, STRANGE)
            strange = "".join(one if one.startswith("{") else one.translate(table) for one in parts)
            text = text if strange == text else f"⟦{strange}⟧"
        return text.format(**values)

    def press(self, key: str, **values: object) -> None:
        """Press the last button with that name, which is the topmost one."""
        name = self.t(key, **values)
        self.page.get_by_role("button", name=name).locator("visible=true").last.click()

    def close(self) -> None:
        """Close the topmost sheet."""
        before = self.page.locator("dialog[open]").count()
        self.page.keyboard.press("Escape")
        expect(self.page.locator("dialog[open]")).to_have_count(before - 1)

    def sheet(self, name: str) -> None:
        """Wait for a sheet to open, inspect it, and close it."""
        expect(self.page.locator("dialog[open] .body").last).to_be_visible()
        self.look(name, "dialog[open]")
        self.close()

    # -- inspecting --------------------------------------------------------------------------------

    def look(self, name: str, part: str = "html") -> None:
        """Record everything that is wrong with a screen; axe looks only at one part of it."""
        self.visitor.settle()
        seen = self.page.evaluate("() => document.documentElement.scrollWidth")
        if seen > self.width:
            self.note(name, [f"scrolls sideways: {seen} px"])
        if self.language == "en":
            self.look_well(name, part)
        else:
            texts: list[str] = self.page.evaluate(TEXTS)
            assert self.language == "de" or any("⟦" in one for one in texts), texts
            self.note(name, hard_coded(texts) if self.language == "xx" else english(texts))

    def look_well(self, name: str, part: str) -> None:
        """Inspect a screen in light and dark mode."""
        self.note(name, self.axe(part))
        if self.width == PHONE["width"]:
            self.note(name, self.page.evaluate(SMALL))
        self.page.emulate_media(color_scheme="dark")
        self.note(f"{name}, dark", self.axe(part, "color-contrast"))
        self.page.emulate_media(color_scheme="light")

    def look_at_answers(self, name: str) -> None:
        """On a phone, record answers that are not visible without scrolling."""
        self.visitor.settle()
        if self.width == PHONE["width"]:
            self.note(name, self.page.evaluate(LOW))

    def axe(self, part: str, *rules: str) -> list[str]:
        """Return the problems that axe finds in one part of the page."""
        if not self.page.evaluate("() => 'axe' in window"):
            self.page.evaluate(AXE.read_text(encoding="utf-8"))
        found: list[str] = self.page.evaluate(FIND, [list(rules), part])
        return found

    def note(self, name: str, wrong: list[str]) -> None:
        """Record problems so that all of them are reported at the end."""
        self.wrong += [f"{name}: {one}" for one in wrong]


def hard_coded(texts: list[str]) -> list[str]:
    """Return the strings that have plain letters and therefore do not come from a word file."""
    return sorted({one for one in texts if re.search("[A-Za-z]{2}", NO_WORDS.sub("", one))})


def english(texts: list[str]) -> list[str]:
    """Return the strings that match the English pages even though the German strings are different."""
    other = {text for key, text in WORDS["en"].items() if WORDS["de"].get(key) != text}
    return sorted({one for one in texts if one in other - set(WORDS["de"].values())})


@pytest.fixture(
    params=[
        pytest.param(name, marks=pytest.mark.long if name == "german" else ()) for name in LOOKS
    ]
)
def looker(request: pytest.FixtureRequest, visit: Visit, site: Site) -> Iterator[Looker]:
    """A visitor that reports all problems at the end."""
    language, size = LOOKS[request.param]
    looker = Looker(visit(**size), site, language, size["width"])
    ask_by_hand(looker.visitor)
    yield looker
    assert looker.wrong == [], "\n".join(looker.wrong)


def test_the_pages_before_the_game_look_right(looker: Looker, site: Site) -> None:
    page = looker.page
    waiting = make_table(site, ["Zoe"], seats=[{}, {}, {}], start=False, settings={"public": True})
    looker.go("/")
    expect(
        page.get_by_text(looker.t("start.open.free.other", count=2, seats=3)).first
    ).to_be_visible()
    looker.look("start")
    looker.press("start.settings")
    if page.locator("dialog summary").count() > 0:
        page.locator("dialog summary").click()
    looker.sheet("settings")
    looker.go("/new")
    expect(page.get_by_role("button", name=looker.t("new.open"))).to_be_visible()
    looker.look("new")
    looker.press("new.seat.choose", number=3)
    looker.sheet("new-bot")
    press_each(page.locator("form details:not([open]) > summary"))
    page.get_by_label(looker.t("new.clock.on")).click()
    looker.look("new-all")
    looker.go(waiting.path)
    expect(page.get_by_role("button", name=looker.t("join.sit.here"))).to_be_visible()
    looker.look("join")
    page.get_by_label(looker.t("join.name")).fill("Ann")
    looker.press("join.sit.here")
    expect(page.get_by_text(looker.t("wait.for", name="Zoe"))).to_be_visible()
    looker.look("wait-guest")
    looker.press("wait.seat.named", what=looker.t("wait.seat.mine"), name="Ann")
    looker.sheet("seat-own")
    looker.go("/rules")
    expect(page.get_by_role("navigation", name=looker.t("rulebook.contents"))).to_be_visible()
    looker.look("rules")
    looker.go("/new/nowhere")
    expect(page.get_by_text(looker.t("app.missing"))).to_be_visible()
    looker.look("missing")


def test_the_hosts_waiting_room_looks_right(looker: Looker) -> None:
    looker.sit(None, seats=[{}, {}, {}], start=False)
    looker.press("wait.watch")
    expect(looker.page.get_by_label(looker.t("wait.watch.link"))).to_be_visible()
    looker.look("wait-host")
    looker.press("wait.seat.named", what=looker.t("wait.seat.host"), name="Bob")
    looker.sheet("seat-other")
    seat = looker.t("new.seat", number=3)
    looker.press("wait.seat.named", what=looker.t("wait.seat.free"), name=seat)
    looker.sheet("seat-free")


def test_the_game_and_its_sheets_look_right(looker: Looker) -> None:
    page, stage = looker.page, looker.visitor.stage
    looker.sit(RICH)
    expect(stage).to_be_visible()
    looker.look("game")
    for space in (39, 15, 12, 0, 4):
        page.locator(f"[data-space='{space}']").click()
        looker.sheet(f"deed-{space}")
    looker.press("side.menu.deeds")
    looker.sheet("manage")
    looker.press("side.menu.trade")
    page.locator("dialog label", has_text="Bob").click()
    for _ in range(2):
        goods = "dialog li button[aria-pressed='false']:not([aria-disabled]):visible"
        page.locator(goods).first.click()
    page.locator("dialog input[type=number]").first.fill("120")
    looker.sheet("trade")
    card(looker.visitor, "Bob").click()
    looker.sheet("player")
    page.keyboard.press("l")
    looker.sheet("log")
    page.keyboard.press("?")
    looker.sheet("keys")
    looker.press("side.menu.more")
    expect(page.locator("dialog")).to_be_visible()
    looker.look("more")
    for key in ("side.rules", "side.settings"):
        page.locator("dialog .links button", has_text=looker.t(key)).click()
        looker.sheet(f"more-{key}")
    looker.close()
    looker.press("side.chat")
    expect(page.get_by_label(looker.t("side.chat.say"))).to_be_visible()
    looker.look("chat")


def test_every_kind_of_decision_looks_right(looker: Looker) -> None:
    for kind, moment in MOMENTS.items():
        looker.sit(moment.position)
        expect(looker.visitor.stage.locator("[data-main] button")).to_be_visible()
        looker.look_at_answers(kind)
        looker.look(kind, "section.stage")  # the rest is the same as in "game"


def test_the_answers_are_visible_without_scrolling_in_every_window(
    visit: Visit, site: Site
) -> None:
    visitor = visit()
    take_seats(visitor, make_table(site, ["Ann", "Bob"], MOMENTS["BuildingAuction"].position), 0)
    expect(visitor.stage.locator("[data-main] button")).to_be_visible()
    for width, height in WINDOWS:
        visitor.resize(width, height)
        visitor.settle()
        assert visitor.page.evaluate(LOW) == [], (width, height)
        seen = visitor.page.evaluate("() => document.documentElement.scrollWidth")
        assert seen <= width, (width, height)


def test_the_end_of_the_game_and_the_result_look_right(looker: Looker) -> None:
    page, stage = looker.page, looker.visitor.stage
    looker.sit(HOPELESS)
    expect(stage.locator("[data-main] button")).to_be_visible()
    looker.look_at_answers("hopeless")
    looker.press("stage.bankrupt")
    looker.look_at_answers("sure")
    looker.look("sure")
    stage.get_by_role("group").get_by_role("button", name=looker.t("stage.bankrupt")).click()
    expect(stage.get_by_text(looker.t("stage.over.result"))).to_be_visible()
    looker.look("over")
    looker.press("side.menu.more")
    looker.sheet("more-over")
    stage.get_by_text(looker.t("stage.over.result")).click()
    expect(page.locator("main svg, main table").first).to_be_visible()
    looker.look("result")
    page.get_by_role("link", name=looker.t("replay.part.replay"), exact=True).click()
    expect(page.locator("[data-space='0']")).to_be_visible()
    looker.look("replay")
    page.get_by_role("link", name=looker.t("replay.part.fair"), exact=True).click()
    expect(page.get_by_text(looker.t("replay.fair.right"))).to_be_visible()
    looker.look("fair")
    looker.go("/replay")
    expect(page.get_by_text(looker.t("replay.choose.private"))).to_be_visible()
    looker.look("choose")


@pytest.fixture
def far(browser: Browser, site: Site) -> Iterator[Visitor]:
    """A visitor on the local network who uses a host name that browsers do not trust."""
    rules = "--host-resolver-rules=MAP passgo.lan 127.0.0.1"
    path = os.environ.get("PASSGO_BROWSER", "/usr/bin/chromium")
    other = browser.browser_type.launch(executable_path=path, args=[*ARGUMENTS, rules])
    there = Site(site.server)
    there.url = f"http://passgo.lan:{site.server.port}"
    visitor = Visitor(other, there, "plain-http", **WIDE)
    yield visitor
    visitor.close()
    other.close()
    assert visitor.errors == []


def test_everything_works_over_plain_http_on_the_local_network(far: Visitor, site: Site) -> None:
    far.go("/")
    assert far.page.evaluate("() => isSecureContext") is False
    assert far.page.evaluate(
        "() => crypto.subtle === undefined && navigator.clipboard === undefined"
    )
    player = Player(far, Hands(far.page))
    far.press("Play", exact=True)
    expect(far.stage).to_be_visible()
    while "Roll" not in player.played:  # the bots may go first, make offers or start auctions
        wait_until(far.page, player.move)
    expect(far.page.get_by_role("region", name="The story")).to_contain_text("Guest rolls")
    far.press("More")
    link = far.page.get_by_label("Invite link", exact=True)
    expect(link).to_have_value(re.compile(r"^http://passgo\.lan:\d+/t/\w+$"))
    far.press("Copy", exact=True)
    expect(far.button("Copied").or_(far.page.get_by_text("The link is selected"))).to_be_visible()

    take_seats(far, make_table(site, ["Ann", "Bob"], HOPELESS), 0)
    far.press("Go bankrupt")
    far.press("Go bankrupt")
    far.page.get_by_text("See results").click()
    far.page.get_by_role("link", name="Fair dice").click()
    expect(far.page.get_by_text("Dice verified")).to_be_visible()
