"""Seats that change before the game, and seats that carry over to a rematch."""

from __future__ import annotations

import re
from typing import Any, Final

from playwright.sync_api import expect

from tests.browser.kit import Site, Visitor
from tests.browser.seating import Visit, agree, make_table, take_seats, view_of
from tests.browser.test_people import answer

COMMITMENT: Final = "() => JSON.parse(localStorage.getItem('passgo.dice'))[0]"
"""The dice data that a browser remembers for its last table."""


def table_of(visitor: Visitor) -> dict[str, Any]:
    """Return the server's description of the table that a browser shows."""
    name = visitor.page.url.rpartition("/")[2]
    told: dict[str, Any] = visitor.site.ask("GET", f"/api/tables/{name}")
    return told


def test_a_player_who_is_moved_to_a_different_seat_plays_from_that_seat(
    visit: Visit, site: Site
) -> None:
    seating = make_table(site, ["Ann", "Bob", "Cyd"], seats=[{}] * 4, start=False)
    ann, cyd = visit(), visit()
    take_seats(ann, seating, 0)
    take_seats(cyd, seating, 2)
    expect(cyd.page.get_by_text("Waiting for Ann to start the game.")).to_be_visible()
    site.ask("DELETE", f"/api/tables/{seating.table}/seats/1", key=seating.host)
    ann.press("Add seat")
    expect(ann.page.get_by_text("3 of 5 seats are open.")).to_be_visible()
    assert [one["name"] for one in table_of(ann)["seats"]] == ["Ann", "", "Cyd", "", ""]
    ann.press("Play without the 3 open seats")
    expect(ann.page.get_by_text("Everyone’s here.")).to_be_visible()
    assert [one["name"] for one in table_of(ann)["seats"]] == ["Ann", "Cyd"]
    ann.press("Start game")
    for visitor in (ann, cyd):
        expect(visitor.stage).to_be_visible()
    while view_of(ann)["waiting_for"] == [0]:  # continue until it is Cyd's turn
        answer(ann)
    answer(cyd)
    agree(ann, cyd)


def test_a_rematch_against_bots_starts_immediately_with_fair_dice(visit: Visit, site: Site) -> None:
    seating = make_table(site, ["Ann"], {"players": [{}, {}]}, bots=["easy"])
    ann = visit()
    take_seats(ann, seating, 0)
    ann.press("More")
    ann.press("Resign")
    ann.press("Resign")
    ann.stage.get_by_role("button", name="Rematch").click()
    expect(ann.page).not_to_have_url(re.compile(seating.table))
    expect(ann.stage).to_be_visible()
    told = table_of(ann)
    assert (told["status"], told["rematch_of"]) == ("playing", seating.table)
    saved = ann.page.evaluate(COMMITMENT)
    assert saved["table"] == told["table"]
    assert saved["commitment"] == told["commitment"]
    assert re.fullmatch("[0-9a-f]{16}", saved["contributions"]["Ann"])
    contributions = [one["contribution"] for one in told["seats"]]
    assert contributions == [saved["contributions"]["Ann"], ""]
