"""The rulebook in the browser: on its own page, and opened from the link in a refusal."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.kit import Site
from tests.browser.moments import RICH
from tests.browser.seating import Visit, make_table, take_seats


def test_a_refusal_links_to_its_paragraph_and_escape_goes_back(visit: Visit, site: Site) -> None:
    ann = visit()
    page = ann.page
    rules = {"preset": "consolidated", "free_parking_pot": True}
    take_seats(ann, make_table(site, ["Ann", "Bob"], {**RICH, "rules": rules}), 0)
    page.locator("[data-space='21']").click()
    page.locator("dialog .steps button[aria-disabled]").first.click(force=True)
    page.mouse.move(1, 1)
    link = page.locator("dialog .note").get_by_role("link", name="§ 10 MCS 140", exact=True)
    link.click()
    paragraph = page.locator("[data-place='building.group']")
    expect(paragraph).to_be_focused()
    expect(paragraph).to_be_in_viewport()
    expect(paragraph).to_contain_text("color group")

    sheet = page.get_by_role("dialog").last
    sheet.get_by_role("link", name="Free Parking", exact=True).click()
    expect(sheet.get_by_role("heading", name="Free Parking", exact=True)).to_be_focused()
    expect(page.locator("[data-place='parking.rest']")).to_contain_text("house rule")

    page.mouse.move(1, 1)  # so that the pointer is not over a grayed button
    ann.press_key("Escape")
    expect(page.get_by_role("dialog")).to_have_count(1)
    expect(link).to_be_focused()


def test_the_rulebook_is_a_page_that_fits_on_a_small_phone(visit: Visit, site: Site) -> None:
    ann = visit(width=320, height=640)
    ann.go("/")
    ann.page.get_by_role("link", name="Rules", exact=True).click()
    expect(ann.page.get_by_role("heading", name="Jail", exact=True)).to_be_attached()
    ann.settle()
    assert ann.page.evaluate("document.documentElement.scrollWidth") <= 320

    ann.go("/rules#at=Ruling+7")
    paragraph = ann.page.locator("[data-place='cards.each']")
    expect(paragraph).to_be_focused()
    expect(paragraph).to_be_in_viewport()
