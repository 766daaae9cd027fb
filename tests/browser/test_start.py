"""The start page: a new game, open tables, and your own games. It is quick and available in German."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from playwright.sync_api import Locator, expect

from bench.web import BOARD, LOADED, MOST_BYTES
from tests.browser.kit import Site, Visitor
from tests.browser.moments import RICH
from tests.browser.seating import Position, Seating, Visit, make_table, take_seats
from tests.browser.test_screens import TEXTS, WORDS, english

HELD: Final = "() => JSON.parse(localStorage.getItem('passgo.tables')).map(({ table }) => table)"


def name_of_table(visitor: Visitor) -> str:
    """Return the name of the table that a browser shows."""
    visitor.page.wait_for_url(re.compile(r"/t/\w+"))
    return visitor.page.url.rpartition("/t/")[2].partition("?")[0]


def test_a_new_visitor_is_in_a_game_after_pressing_one_button(visit: Visit, site: Site) -> None:
    visitor = visit()
    visitor.go()
    cast = visitor.page.get_by_role("group", name="Choose your opponents")
    for name in ("Tilda", "Uma", "Felix"):  # Hugo, Tilda and Uma are chosen at first
        cast.locator("label", has_text=name).click()
    visitor.press("Play", exact=True)
    expect(visitor.stage).to_be_visible()
    told = site.ask("GET", f"/api/tables/{name_of_table(visitor)}")
    seats = [(seat["name"], seat["kind"], seat["bot"]) for seat in told["seats"]]
    bots = [(name, "bot", "easy") for name in ("Hugo", "Felix")]
    assert seats == [("Guest", "person", ""), *bots]
    visitor.go()
    # the choice was remembered
    expect(cast.get_by_role("checkbox", name="Felix")).to_be_checked()
    expect(cast.get_by_role("checkbox", name="Uma")).not_to_be_checked()


def test_the_bots_at_a_new_table_are_chosen_by_picture(visit: Visit, site: Site) -> None:
    host = visit()
    page = host.page
    host.go("/new")
    sheet = page.get_by_role("dialog", name="Choose a bot")
    host.press("Choose the bot for seat 4: Vera")
    expect(sheet.get_by_role("radio", name="Tilda")).to_be_disabled()  # in seat 3
    expect(sheet.get_by_text("Bids too high")).to_be_visible()
    sheet.get_by_role("radio", name="Vera").focus()
    for _ in range(4):  # to Boyd, Uma, Otto and Rosa
        host.press_key("ArrowRight")
    expect(sheet.get_by_role("radio", name="Rosa Strategist Hard")).to_be_checked()
    expect(sheet.get_by_text("Thinks every big move through")).to_be_visible()
    expect(sheet.get_by_text("Bids too high")).to_be_hidden()
    host.press_key("Enter")
    expect(sheet).to_have_count(0)
    seat = host.button("Choose the bot for seat 4: Rosa")
    expect(seat).to_be_focused()
    expect(seat).to_have_accessible_description("Thinks every big move through, including yours.")

    page.get_by_label("Seat 2", exact=True).select_option("bot")
    host.press("Choose the bot for seat 2: Vera")  # free again
    host.choose("Hard", sheet)
    host.press("Choose a hard bot")
    host.press("Choose the bot for seat 3: Tilda")
    host.press("Close")  # nothing was chosen
    host.press("Start game")
    expect(host.stage).to_be_visible()
    told = site.ask("GET", f"/api/tables/{name_of_table(host)}")
    seats = [(seat["name"], seat["bot"]) for seat in told["seats"]]
    assert seats == [("Guest", ""), ("Uma", "hard"), ("Tilda", "normal"), ("Rosa", "hard")]


def own_games(visitor: Visitor) -> Locator:
    """Return the visitor's unfinished games, one line each."""
    return visitor.page.get_by_role("listitem").filter(
        has=visitor.button("Remove from this list").or_(visitor.button("Keep game"))
    )


def hold(visitor: Visitor, *seatings: tuple[Seating, int]) -> None:
    """Give a browser the keys to seats at several tables; the player in the first seat is the host."""
    held: list[dict[str, Any]] = [
        {
            "table": seating.table,
            "keys": [seating.keys[seat]],
            "at": 0,
            **({} if seat else {"host": seating.host}),
        }
        for seating, seat in seatings
    ]
    text = json.dumps(held)
    visitor.page.evaluate("text => localStorage.setItem('passgo.tables', text)", text)


def test_the_start_page_leads_to_open_tables_and_to_your_own_games(
    visit: Visit, site: Site
) -> None:
    started: Position = {"players": [{}, {}]}
    mine = make_table(site, ["Ann", "Bob"], started)
    theirs = make_table(site, ["Cyd", "Dan"], started)
    other = make_table(site, ["Eve", "Fay"], started)
    opened = [
        make_table(site, [name], seats=[{}, {}, {}], start=False, settings=settings)
        for name, settings in (
            ("Gus", {"public": True, "name": "One corner"}),
            ("Hal", {"public": True, "name": "Other corner"}),
        )
    ]
    visitor = visit()
    visitor.forgiven.append("404")  # for the deleted table
    visitor.go()
    hold(visitor, (mine, 0), (theirs, 1), (other, 1))
    visitor.reload()
    games = own_games(visitor)
    expect(games).to_have_count(3)
    expect(games.filter(has_text="Ann, Bob")).to_contain_text("Your turn")
    expect(games.filter(has_text="Cyd, Dan")).to_contain_text("Waiting for Cyd")

    games.filter(has_text="Cyd, Dan").get_by_role("button").click()
    expect(games.filter(has_text="Cyd, Dan")).to_contain_text("forget your seat")
    visitor.press("Forget game")
    expect(games).to_have_count(2)
    assert visitor.page.evaluate(HELD) == [mine.table, other.table]
    assert site.ask("GET", f"/api/tables/{theirs.table}")["status"] == "playing"

    games.filter(has_text="Ann, Bob").get_by_role("button").click()
    visitor.press("Keep game")
    expect(games).to_have_count(2)
    games.filter(has_text="Ann, Bob").get_by_role("button").click()
    expect(games.filter(has_text="Ann, Bob")).to_contain_text("will end the game for everyone")
    visitor.press("End game")
    expect(games).to_have_count(1)
    assert visitor.page.evaluate(HELD) == [other.table]
    assert site.server.ask("GET", f"/api/tables/{mine.table}").status == 404

    visitor.page.get_by_role("link", name="Eve, Fay").click()
    expect(visitor.stage).to_be_visible()
    assert name_of_table(visitor) == other.table
    for name, seating in zip(("One corner", "Other corner"), opened, strict=True):
        visitor.go()
        visitor.page.get_by_role("link", name=re.compile(f"{name}.*2 of 3 seats open")).click()
        expect(visitor.page.get_by_label("Your name")).to_be_visible()
        assert name_of_table(visitor) == seating.table
    for seating in opened:  # other tests must not find them on the start page
        site.ask("DELETE", f"/api/tables/{seating.table}", key=seating.host)


AHEAD: Final = """() => {
  const link = document.querySelector("main a[href^='/t/']");
  const play = document.querySelector("main form");
  const follows = link.compareDocumentPosition(play) & Node.DOCUMENT_POSITION_FOLLOWING;
  const bottom = link.getBoundingClientRect().bottom;
  return follows > 0 && bottom < play.getBoundingClientRect().top;
}"""
"""Whether your first unfinished game is above the new-game form and comes before it in reading order."""

INSET: Final = """() => {
  const link = document.querySelector("li a");
  const left = one => one.getBoundingClientRect().left;
  return left(link) - left(link.closest(".panel"));
}"""
"""The space between the edge of a panel and the bracket that marks the user's turn."""
NAMES: Final = """() => [...document.querySelectorAll("label .name")].flatMap(name => {
  const { fontSize, lineHeight } = getComputedStyle(name);
  const range = document.createRange();
  range.selectNodeContents(name);
  const { width, height } = range.getBoundingClientRect();
  const fits = width < name.closest("label").clientWidth && height < 1.5 * parseFloat(lineHeight);
  return parseFloat(fontSize) >= 11 && fits ? [] : [[name.textContent, fontSize, width]];
})"""
"""The names of tokens that are too small, or too long for their frame."""


def test_the_names_of_the_tokens_can_be_read_in_every_window(visit: Visit) -> None:
    for locale in ("en-US", "de-DE"):
        visitor = visit(locale=locale)
        visitor.go()
        expect(visitor.page.locator("label .name")).to_have_count(8)
        for width, height in ((1440, 900), (1280, 800), (1100, 800), (820, 1180), (320, 640)):
            visitor.resize(width, height)
            visitor.settle()
            assert visitor.page.evaluate(NAMES) == [], (locale, width)


def test_without_public_tables_the_start_page_only_says_so(visit: Visit) -> None:
    visitor = visit()
    visitor.page.route("**/api/tables", lambda route: route.fulfill(json=[]))
    visitor.go()
    panel = visitor.page.get_by_role("region", name="Open tables")
    expect(panel.get_by_text("No public games are waiting for players.")).to_be_visible()
    expect(panel.locator("svg")).to_have_count(0)


def test_an_unfinished_game_comes_first_on_a_phone(visit: Visit, site: Site) -> None:
    seating = make_table(site, ["Ann", "Bob"], {"players": [{}, {}]})
    visitor = visit(320, 640)
    visitor.go()
    play = visitor.button("Play", exact=True)
    expect(play).to_be_in_viewport()
    hold(visitor, (seating, 0))
    visitor.reload()
    expect(own_games(visitor)).to_contain_text("Your turn")
    expect(own_games(visitor)).to_be_in_viewport(ratio=1)
    expect(play).to_be_in_viewport()
    assert visitor.page.evaluate(AHEAD)
    assert visitor.page.evaluate(INSET) >= 4
    visitor.resize(1280, 800)
    expect(own_games(visitor)).to_be_in_viewport(ratio=1)
    assert not visitor.page.evaluate(AHEAD)  # they are side by side


def test_the_first_board_requires_little_data(visit: Visit, site: Site) -> None:
    visitor = visit()
    visitor.page.add_init_script(BOARD)
    # The remaining strings are requested within two seconds. On a slow machine, that may be before the
    # board loads.
    visitor.page.route(re.compile(r"/assets/more-"), lambda _: None)
    take_seats(visitor, make_table(site, ["Ann", "Bob"], RICH), 0, settle=False)
    visitor.page.wait_for_function("() => window.boardAt")
    files: list[tuple[str, bool, int]] = visitor.page.evaluate(LOADED)
    before = {name: size for name, early, size in files if early}
    assert any(name.endswith(".css") for name in before)
    assert all(before.values()), before
    assert sum(before.values()) < MOST_BYTES, before
    visitor.page.unroute_all(behavior="ignoreErrors")


def test_a_german_reader_sees_everything_in_german(visit: Visit, site: Site) -> None:
    """This covers the first screens; the long test run covers the rest."""
    visitor = visit(390, 844, locale="de-DE")
    seating = make_table(site, ["Ann", "Bob"], RICH)
    visitor.go()
    expect(visitor.button(WORDS["de"]["start.play.now"], exact=True)).to_be_visible()
    assert english(visitor.page.evaluate(TEXTS)) == []
    take_seats(visitor, seating, 0)
    expect(visitor.button(WORDS["de"]["stage.pass"])).to_be_visible()
    visitor.press(WORDS["de"]["side.menu.more"])
    expect(visitor.page.get_by_role("dialog")).to_contain_text(WORDS["de"]["side.host.you"])
    assert english(visitor.page.evaluate(TEXTS)) == []
    assert visitor.page.evaluate("() => document.documentElement.lang") == "de"


def test_in_the_waiting_room_the_host_can_list_and_lock_the_table_and_add_bots(
    visit: Visit, site: Site
) -> None:
    settings = {"name": "Round corner"}
    seating = make_table(site, ["Ann"], seats=[{}, {}, {}, {}], start=False, settings=settings)
    host, guest = visit(), visit()
    take_seats(host, seating, 0)
    guest.go()
    line = guest.page.get_by_role("link", name="Round corner")
    expect(guest.button("Play", exact=True)).to_be_visible()
    expect(line).to_have_count(0)
    host.page.get_by_role("switch", name="List publicly").click()
    expect(line).to_contain_text("3 of 4 seats open")
    locks = host.page.get_by_role("switch", name="Lock table")
    locks.click()
    expect(line).to_contain_text("Locked by the host")
    locks.click()
    expect(line).to_contain_text("3 of 4 seats open")
    host.press("Add a bot: Seat 3")
    sheet = host.page.get_by_role("dialog")
    host.choose("Boyd Old salt Medium", sheet)
    expect(sheet.get_by_text("Never met a railroad")).to_be_visible()
    host.press("Choose Boyd")
    expect(line).to_contain_text("2 of 4 seats open")
    host.press("Fill 2 open seats with bots")
    expect(line).to_contain_text("All seats taken")
    told = site.ask("GET", f"/api/tables/{seating.table}")
    seats = [(seat["name"], seat["bot"]) for seat in told["seats"]]
    assert seats == [("Ann", ""), *((name, "normal") for name in ("Tilda", "Boyd", "Vera"))]
    site.ask("DELETE", f"/api/tables/{seating.table}", key=seating.host)
