"""Nothing scrolls sideways or is cut off at any window width, even if names have wide letters."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import expect

from tests.browser.kit import Site, Visitor, press_each
from tests.browser.moments import HOPELESS, at_pass, properties
from tests.browser.seating import Visit, card, make_table, take_seats

ANN: Final = "W" * 24
BOB: Final = "W" * 23 + "M"
"""The widest possible names: single words, which cannot be broken across lines."""
BARGAIN: Final = at_pass(
    ann={"cash": 123_456},
    properties=[*properties(0, 1, 3, 5, 6, 8, 12, 21), *properties(1, 24)],
    offers=[{"number": 1, "maker": 1, "partner": 0, "give_cash": 90, "get_deeds": [1]}],
)
WINDOWS: Final = ((320, 640), (844, 390), (1280, 800))
ASIDE: Final = """() => {
  const page = document.documentElement;
  const wrong = page.scrollWidth > innerWidth ? [`the page: ${page.scrollWidth} px`] : [];
  for (const sheet of document.querySelectorAll("dialog[open]"))
    for (const one of [sheet, ...sheet.querySelectorAll("header, .body, .body *")]) {
      const box = one.getBoundingClientRect();
      const seen = one.checkVisibility() && !one.closest(".unseen, svg");
      const across = one.matches("dialog, .body") && one.scrollWidth > one.clientWidth;
      const [left, right] = [0, innerWidth];
      if (seen && (across || box.left < left - 1 || box.right > right + 1))
        wrong.push(one.outerHTML.slice(0, 120));
    }
  return wrong;
}"""
"""Everything that is wider than the window or its sheet."""
NOTE: Final = """() => {
  const share = (one) => document.querySelector(one).getBoundingClientRect().height;
  return share("dialog .note") / share("dialog");
}"""
"""The fraction of the sheet's height that its footer takes up."""
TOP: Final = "one => one.getBoundingClientRect().top"


def look(visitor: Visitor, what: str) -> None:
    """Check that nothing extends beyond the window or its sheet."""
    assert visitor.page.evaluate(ASIDE) == [], (what, visitor.page.viewport_size)


def test_the_start_page_does_not_scroll_sideways_in_any_window(visit: Visit) -> None:
    visitor = visit()
    visitor.go("/")
    expect(visitor.button("Play", exact=True)).to_be_visible()
    for width in (320, 640, 900, 1000, 1100, 1200, 1440):
        visitor.resize(width, 800)
        look(visitor, "start")


def test_names_with_wide_letters_fit_in_every_sheet(visit: Visit, site: Site) -> None:
    visitor = visit()
    page = visitor.page
    take_seats(visitor, make_table(site, [ANN, BOB], BARGAIN), 0)
    for width, height in WINDOWS:
        visitor.resize(width, height)
        card(visitor, BOB).click()
        expect(page.get_by_role("heading", name=BOB, exact=True)).to_be_visible()
        look(visitor, "player")
        page.keyboard.press("Escape")
        page.locator("[data-space='24']").click()
        expect(page.locator("dialog .owner").first).to_contain_text(BOB)
        look(visitor, "deed")
        page.keyboard.press("Escape")
        visitor.press_key("c")  # in small windows, the offer is folded
        goods = page.locator("dialog li [aria-pressed='false']:not([aria-disabled]):visible")
        press_each(goods)
        switch = page.locator("dialog .glance button", has_text="You get")
        if switch.is_visible():  # on a phone, one side at a time
            switch.click()
            press_each(goods)
        page.locator("dialog input[type=number]:visible").first.fill("123456")
        look(visitor, "counter-offer")
        expect(visitor.button("Send counteroffer")).to_be_in_viewport(ratio=1)
        assert page.evaluate(NOTE) < 0.36, (width, height)
        page.keyboard.press("Escape")


def test_names_with_wide_letters_fit_in_the_result_and_the_replay(visit: Visit, site: Site) -> None:
    visitor = visit()
    page = visitor.page
    seating = make_table(site, [ANN, BOB], HOPELESS)
    take_seats(visitor, seating, 0)
    visitor.press("Go bankrupt")
    visitor.press("Go bankrupt")
    page.get_by_text("See results").click()
    rematch = visitor.button("Rematch")
    for width, height in WINDOWS:
        visitor.resize(width, height)
        expect(rematch).to_be_visible()
        look(visitor, "result")
        heights = [one.evaluate(TOP) for one in (page.get_by_role("heading", name="wins"), rematch)]
        assert heights[0] < heights[1], "the winner comes first"
    page.get_by_role("link", name="Replay", exact=True).click()
    expect(page.locator("[data-space='0']")).to_be_visible()
    for width, height in WINDOWS:
        visitor.resize(width, height)
        look(visitor, "replay")
        expect(visitor.button("Play", exact=True)).to_be_in_viewport(ratio=1)
    visitor.resize(844, 390)  # a phone in landscape shows everything
    for space in (0, 10, 20, 30):
        expect(page.locator(f"[data-space='{space}']")).to_be_in_viewport(ratio=1)
