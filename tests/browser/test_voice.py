"""Keyboard and screen reader support: input limits, reasons, focus and announcements."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Page, expect

from tests.browser.kit import Site, Visitor
from tests.browser.moments import HOPELESS, MOMENTS, RICH, properties
from tests.browser.player import Hands, Player
from tests.browser.seating import Position, Visit, make_table, sit_all, take_seats

FOCUSED: Final = "() => document.activeElement.textContent.replace(/\\s+/g, ' ').trim()"
TWO_OFFERS: Final[Position] = {
    "players": [{}, {}, {}],
    "last_roll": 7,
    "agenda": [{"entry": "ToEndTurn", "seat": 0}],
    "properties": properties(0, 1),
    "offers": [
        {"number": maker, "maker": maker, "partner": 0, "give_cash": 90, "get_deeds": [1]}
        for maker in (1, 2)
    ],
}


def sit(visit: Visit, site: Site, position: Position) -> Visitor:
    """Seat Ann at a table."""
    ann = visit()
    people = ["Ann", "Bob", "Cat"][: len(position["players"])]
    take_seats(ann, make_table(site, people, position), 0)
    expect(ann.stage).to_be_visible()
    return ann


def focused(page: Page) -> str:
    """Return the text of the focused element."""
    text: str = page.evaluate(FOCUSED)
    return text


def test_a_number_that_is_out_of_range_is_never_sent(visit: Visit, site: Site) -> None:
    for kind, label, wrong, told, right, name in (
        ("Auction", "Your bid", "1600", "at most $1,500", "1500", "Bid $1,500"),
        ("Auction", "Your bid", "15", "at least $151", "151", "Bid $151"),
        ("DemandRound", "How many", "22", "at most 20", "2", "I want 2"),
    ):
        ann = visit()
        player = Player(ann, Hands(ann.page))
        take_seats(ann, make_table(site, ["Ann", "Bob"], MOMENTS[kind].position), 0)
        main = ann.stage.locator("[data-main] button")
        field = ann.page.get_by_role("spinbutton", name=label)
        field.fill(wrong)
        expect(ann.stage.get_by_text(told)).to_be_visible()
        expect(main).to_be_disabled()
        field.press("Enter")
        ann.settle()
        main.click(force=True)
        field.fill("")
        expect(main).to_be_disabled()
        assert player.sent == {}
        assert not {"Bid", "StateDemand"} & {*player.played}
        field.fill(right)
        expect(main).to_have_accessible_name(re.compile(rf"^{re.escape(name)}"))
        before = player.answered
        field.press("Enter")
        player.settle(before)
        assert player.played[-1] == ("Bid" if kind == "Auction" else "StateDemand")
        expect(ann.stage.get_by_text(re.compile("^at (least|most)"))).to_have_count(0)


def test_the_reason_for_a_disabled_button_is_shown_on_top_of_everything_else(
    visit: Visit, site: Site
) -> None:
    ann = sit(visit, site, MOMENTS["Rent"].position)
    main = ann.stage.locator("[data-main] button")
    reason = ann.page.locator(".reason:popover-open")
    main.hover()
    expect(reason).to_contain_text("Bob")
    ann.page.mouse.move(1, 1)
    expect(reason).to_have_count(0)
    main.focus()
    ann.press_key("Shift+Tab")
    ann.press_key("Tab")
    expect(reason).to_contain_text("Bob")
    ann.press_key("Tab")
    expect(reason).to_have_count(0)

    ann = sit(visit, site, {"players": [{"jail": 1, "cash": 10}, {}]})
    ann.button("Pay $50").hover()
    reason = ann.page.locator(".reason:popover-open")
    expect(reason).to_contain_text("§")
    assert reason.evaluate("one => one.scrollWidth <= one.clientWidth"), "the reason is cut off"


def test_holding_down_a_key_presses_a_button_only_once(visit: Visit, site: Site) -> None:
    ann = visit()
    player = Player(ann, Hands(ann.page))
    take_seats(ann, make_table(site, ["Ann", "Bob"], RICH), 0)
    ann.press("Deeds", exact=True)
    ann.button(re.compile("^Mortgage Electric Company")).focus()
    before = player.answered
    ann.page.keyboard.down("Enter")
    player.settle(before)
    for _ in range(5):
        ann.page.keyboard.down("Enter")
        ann.settle()
    ann.page.keyboard.up("Enter")
    ann.settle()
    assert [one["action"]["action"] for one in ann.sent("play")].count("Mortgage") == 1
    assert "Unmortgage" not in [one["action"]["action"] for one in ann.sent("play")]
    assert player.played.count("Mortgage") == 1


def test_loading_a_sheet_can_be_retried_after_a_failure(visit: Visit, site: Site) -> None:
    ann = visit()
    ann.forgiven += ["net::ERR_FAILED"]
    sheets = {"t": ("Trade", "Offer a trade"), "?": ("ShortcutsSheet", "Keyboard")}
    code = {key: re.compile(f"/assets/{name}-") for key, (name, _) in sheets.items()}
    for pattern in code.values():
        # Do this before the table is opened, because sheets are preloaded.
        ann.page.route(pattern, lambda route: route.abort())
    take_seats(ann, make_table(site, ["Ann", "Bob"], MOMENTS["ToRoll"].position), 0)
    expect(ann.stage).to_be_visible()
    for key, (_, title) in sheets.items():
        ann.press_key(key)
        expect(ann.page.get_by_role("alert")).to_contain_text("didn’t load")
        ann.press_key("Escape")
        expect(ann.page.locator("dialog")).to_have_count(0)
        ann.press_key(key)
        expect(ann.button("Try again")).to_be_visible()
        ann.page.unroute(code[key])
        ann.press("Try again")
        expect(ann.page.get_by_role("dialog").get_by_role("heading").first).to_contain_text(title)
        ann.press_key("Escape")


def test_events_and_your_turn_are_announced_while_a_sheet_is_open(visit: Visit, site: Site) -> None:
    seating = make_table(
        site,
        ["Ann", "Bob"],
        {
            "players": [{}, {}],
            "seat": 1,
            "last_roll": 7,
            "agenda": [{"entry": "ToEndTurn", "seat": 1}],
        },
    )
    ann, bob = sit_all(visit, seating)
    expect(ann.page.get_by_role("log").first).to_contain_text("It’s Bob’s turn.")
    ann.press_key("o")
    sheet = ann.page.get_by_role("dialog")
    expect(sheet).to_be_visible()
    bob.press("End turn")
    expect(sheet.get_by_role("log").last).to_have_text(
        re.compile(r"It’s Ann’s turn\.\s*Roll the dice\.")
    )
    ann.press("Your turn. Back to the game")
    expect(sheet).to_have_count(0)
    assert focused(ann.page) == "Roll the dice."
    ann.press_key("Space")
    expect(ann.page.get_by_role("log").first).to_contain_text("Ann rolls")


def test_the_focus_never_moves_to_the_main_answer_on_its_own(visit: Visit, site: Site) -> None:
    ann = sit(visit, site, TWO_OFFERS)
    first = ann.offers.locator(".offer").first
    first.get_by_role("button", name="Decline").focus()
    ann.press_key("Enter")
    expect(ann.offers.locator(".offer")).to_have_count(1)
    assert ann.page.evaluate("() => !!document.activeElement.closest('.offer')")
    ann.offers.locator(".offer").get_by_role("button", name="Decline").focus()
    ann.press_key("Enter")
    expect(ann.offers.locator(".offer")).to_have_count(0)
    assert focused(ann.page).startswith("End your turn?")

    ann = sit(visit, site, HOPELESS)
    ann.button("Go bankrupt").focus()
    ann.press_key("Enter")
    sure = ann.stage.get_by_role("group", name="Are you sure?")
    expect(sure).to_have_accessible_description(re.compile("can’t undo this"))
    ann.press_key("Escape")
    expect(sure).to_have_count(0)
    expect(ann.button("Go bankrupt")).to_be_focused()
    ann.press_key("q")
    assert focused(ann.page).startswith("You owe Bob")
