"""Offers, rents and shared screens: everything that happens alongside the current question."""

from __future__ import annotations

import re
from typing import Any, Final

from playwright.sync_api import WebSocketRoute, expect

from tests.browser.kit import Site, wait_until
from tests.browser.moments import MOMENTS, at_pass, properties
from tests.browser.seating import Visit, ask_by_hand, make_table, take_seats, view_of


def offer(number: int, maker: int, partner: int, **terms: object) -> dict[str, Any]:
    """Return an open offer."""
    return {"number": number, "maker": maker, "partner": partner, **terms}


OFFERS: Final = {
    "players": [{}, {}, {}],
    "last_roll": 7,
    "agenda": [{"entry": "ToEndTurn", "seat": 0}],
    "properties": [
        *properties(0, 1, 6),
        *properties(1, 3),
        {"space": 25, "owner": 1, "mortgaged": True},
    ],
    "offers": [
        offer(1, 1, 0, give_cash=90, give_deeds=[25], get_deeds=[1]),
        offer(2, 2, 0, give_cash=40, get_deeds=[6]),
        offer(3, 1, 2, give_deeds=[3], get_cash=70),
    ],
}
"""Bob and Cy each offer Ann something, and Bob offers something to Cy."""


def test_offers_show_the_result_of_the_trade_and_can_be_declined_with_one_tap(
    visit: Visit, site: Site
) -> None:
    seating = make_table(site, ["Ann", "Bob", "Cy"], OFFERS)
    ann = visit()
    take_seats(ann, seating, 0)
    expect(ann.offers.get_by_text("2 offers for you")).to_be_visible()
    expect(ann.offers.get_by_role("button", name="Accept")).to_have_count(1)
    ann.offers.get_by_text("After the trade").first.click()
    after = ann.offers.locator(".after section")
    expect(after.filter(has_text="Bob")).to_contain_text(re.compile(r"\$1,500.*\$1,410", re.DOTALL))
    expect(after.filter(has_text="Bob")).to_contain_text("completes the Brown set")
    # She receives $90, and pays the Bank $10 for the mortgage.
    expect(after.filter(has_text="You")).to_contain_text("$1,580")
    expect(ann.offers.get_by_text("Bob offers Cy a trade")).to_be_visible()
    ann.press("Counter")
    sheet, send = ann.page.get_by_role("dialog"), ann.button("Send counteroffer")
    expect(send).to_have_attribute("aria-disabled", "true")
    expect(send).to_have_accessible_description("This repeats Bob’s offer. Change it to counter.")
    sheet.get_by_label("Cash", exact=True).last.fill("100")
    expect(send).not_to_have_attribute("aria-disabled", "true")
    expect(sheet).to_contain_text("This will decline Bob’s offer.")
    ann.press_key("Escape")
    ann.press("Decline all")
    expect(ann.offers.get_by_role("button", name="Accept")).to_have_count(0)
    assert [one["number"] for one in view_of(ann)["offers"]] == [3]


def test_on_a_phone_a_strip_shows_the_first_offer_and_opens_all_of_them(
    visit: Visit, site: Site
) -> None:
    phone = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
    ann = visit(**phone)
    take_seats(ann, make_table(site, ["Ann", "Bob", "Cy"], OFFERS), 0)
    strip = ann.offers.get_by_role("region", name="Bob offers you a trade")
    expect(strip).to_contain_text("B. & O. Railroad (mortgaged) and $90 for Mediterranean Avenue")
    expect(strip).to_contain_text("completes Brown for Bob")
    expect(strip.get_by_role("button", name="Answer 3")).to_be_in_viewport(ratio=1)
    hand = ann.page.get_by_role("region", name="Your deeds").get_by_role("button").first
    expect(hand).to_be_in_viewport(ratio=0.2)
    expect(ann.offers.get_by_role("button", name="Accept")).to_have_count(0)
    ann.press("Answer 3")
    sheet = ann.page.get_by_role("dialog", name="Trade offers")
    expect(sheet.get_by_text("2 offers for you")).to_be_visible()
    expect(sheet.get_by_text("Bob offers Cy a trade")).to_be_visible()
    sheet.get_by_role("button", name="Counter").click()
    counter = ann.page.get_by_role("dialog", name="Counteroffer to Bob")
    expect(counter).to_be_visible()
    expect(sheet).to_have_count(0)
    ann.press_key("Escape")
    expect(counter).to_have_count(0)
    ann.press_key("n")
    expect(ann.offers.get_by_role("region", name="Cy offers you a trade")).to_be_visible()
    ann.press("Answer 2")
    sheet.get_by_role("button", name="Accept").click()
    expect(sheet).to_have_count(0)
    expect(ann.offers.get_by_role("button", name="View")).to_be_visible()
    assert [one["number"] for one in view_of(ann)["offers"]] == [3]


def test_rents_are_asked_for_automatically_unless_the_standing_order_is_off(
    visit: Visit, site: Site
) -> None:
    ann = visit()
    take_seats(ann, make_table(site, ["Ann", "Bob"], MOMENTS["Rent"].position), 0)
    log = ann.page.get_by_role("region", name="The story")
    expect(log).to_contain_text("Bob pays Ann $50 rent for Boardwalk.")
    expect(log).to_contain_text("This game started from a custom position.")
    ann.press("More")
    ann.page.get_by_role("switch", name="Always ask for rent").click()
    expect(log).to_contain_text("Ann no longer asks")
    ann.reload()
    expect(log).to_contain_text("Ann no longer asks")
    assert view_of(ann)["players"][0]["always_asks_for_rent"] is False

    rent = {"number": 1, "owner": 0, "tenant": 1, "space": 39, "amount": 50, "cite": "10 MCS 90"}
    mine = {"players": [{}, {"space": 39}], "properties": properties(0, 39), "rents": [rent]}
    bea = visit()
    ask_by_hand(bea)
    take_seats(bea, make_table(site, ["Bea", "Bob"], mine), 0)
    bea.press("Roll")
    sure = bea.stage.get_by_role("group", name="Are you sure?")
    expect(sure).to_contain_text("You haven’t asked for the rent")
    sure.get_by_role("button", name="No, go back").click()
    assert view_of(bea)["last_roll"] == 0
    bea.press_key("r")
    expect(bea.stage.get_by_role("button", name="Ask for")).to_have_count(0)
    bea.press("Roll")
    expect(sure).to_have_count(0)


def test_a_shared_screen_shows_whose_turn_it_is(visit: Visit, site: Site) -> None:
    ann = visit()
    take_seats(ann, make_table(site, ["Ann", "Bob"], at_pass()), 0, 1)
    expect(ann.stage.get_by_text("Ann, your turn")).to_be_visible()
    ann.press("End turn")
    expect(ann.stage.get_by_text("Bob, your turn")).to_be_visible()


def test_the_stage_shows_what_happened_to_an_offer(visit: Visit, site: Site) -> None:
    gone = offer(1, 1, 0, give_deeds=[3], get_cash=70)
    open_one = offer(2, 0, 2, give_cash=40, get_deeds=[3])
    position = at_pass(
        properties=[*properties(0, 1, 6), *properties(2, 3)], offers=[gone, open_one]
    )
    seating = make_table(site, ["Ann", "Bob", "Cy"], {**position, "players": [{}, {}, {}]})
    ann = visit()
    take_seats(ann, seating, 0)
    expect(ann.offers).to_contain_text("This offer no longer stands: something in it changed.")
    expect(ann.offers.get_by_role("button", name=re.compile("Accept|Counter"))).to_have_count(0)
    ann.press_key("c")
    expect(ann.stage.get_by_role("alert")).to_contain_text("Baltic Avenue belongs to Cy.")
    ann.press("Decline")
    expect(ann.offers).not_to_contain_text("no longer stands")
    ann.press("Chat")  # opening the chat puts the focus in its field
    expect(ann.page.get_by_label("Write a message")).to_be_focused()
    cy = visit()
    take_seats(cy, seating, 2)
    cy.press("Decline")
    expect(ann.stage).to_contain_text("Cy declined your offer.")
    ann.stage.get_by_role("button", name="Close").click()
    expect(ann.stage).not_to_contain_text("Cy declined your offer.")


def test_a_reason_that_arrives_after_its_disabled_button_is_gone_is_ignored(
    visit: Visit, site: Site
) -> None:
    position = {
        "players": [{}, {}],
        "properties": [*properties(0, 1), *properties(1, 3)],
        "seat": 1,
    }
    seating = make_table(site, ["Ann", "Bob"], position)
    ann, bob = visit(), visit()
    held: list[str | bytes] | None = None  # messages held back while Ann's connection is slow
    to_ann: list[WebSocketRoute] = []

    def on_event(told: str | bytes) -> None:
        if held is None:
            to_ann[-1].send(told)
        else:
            held.append(told)

    def connect(line: WebSocketRoute) -> None:
        to_ann.append(line)
        line.connect_to_server().on_message(on_event)

    ann.page.route_web_socket(re.compile(""), connect)
    take_seats(ann, seating, 0)
    take_seats(bob, seating, 1)
    ann.press("Trade")
    grayed = ann.page.get_by_role("dialog").get_by_role("button", name="Send offer")
    expect(grayed).to_be_disabled()
    held = []
    bob.press("Roll")
    wait_until(ann.page, lambda: any('"type":"played"' in str(told) for told in held or ()))
    grayed.hover()  # she asks for the reason but moves away before the answer arrives
    wait_until(ann.page, lambda: any('"id":' in str(told) for told in held or ()))
    ann.page.keyboard.press("Escape")
    expect(grayed).to_have_count(0)
    late, held = held, None
    for told in late:
        to_ann[-1].send(told)
    ann.press("Trade")
    expect(grayed).to_be_visible()


def test_a_bankrupt_player_can_watch_at_a_faster_pace_or_start_a_new_game(
    visit: Visit, site: Site
) -> None:
    # Bob, who is not connected, has to roll; otherwise, bots would finish the game too soon.
    position = {"players": [{"out": True, "cash": 0}, {}, {}], "seat": 1}
    seating = make_table(site, ["Ann", "Bob"], position, bots=["easy"], settings={"pace": 0.8})
    ann = visit()
    take_seats(ann, seating, 0)
    expect(ann.stage).to_contain_text("You’re out, but you can keep watching.")
    with ann.page.expect_response(lambda answer: answer.request.method == "PATCH"):
        ann.press("Speed up bots")
    assert site.ask("GET", f"/api/tables/{seating.table}")["settings"]["pace"] == 0.4
    ann.stage.get_by_role("link", name="New game").click()
    expect(ann.page.get_by_role("heading", name="Continue")).to_be_visible()
    expect(ann.page.locator(f"[data-table='{seating.table}']")).to_contain_text("Round ")
