"""Replaying records in the browser: from files and from the server, genuine and forged."""

from __future__ import annotations

import json
import re
from typing import Any, Final

import pytest
from playwright.sync_api import FilePayload, expect

from passgo.engine.ruleset import rules_from_data
from tests.browser.kit import Site, Visitor
from tests.browser.moments import HOPELESS
from tests.browser.seating import Visit, make_table, take_seats
from tools.sample_record import make_fair_dice, write_full_record, write_sample

DROP: Final = """([text, name]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  document.body.dispatchEvent(
    new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer: data }));
}"""
SEEN: Final = """() => {
  const said = document.querySelector(".happened p").getBoundingClientRect();
  const bar = document.querySelector(".stuck").getBoundingClientRect();
  return scrollY === 0 && said.top > 0 && said.height > 0 && said.bottom < bar.top;
}"""
"""Whether the latest event is visible above the controls without scrolling."""
CUT: Final = """texts => {
  const range = document.createRange();
  const end = text => (range.selectNodeContents(text), range.getBoundingClientRect().bottom);
  const lies = text => end(text) < text.closest("a").getBoundingClientRect().bottom;
  return texts.filter(text => getComputedStyle(text).overflow !== "visible" || !lies(text)).length;
}"""
"""The number of texts that are cut off or longer than their box."""
SAVE_COMMITMENT: Final = "text => localStorage.setItem('passgo.dice', text)"


@pytest.fixture(scope="module")
def record() -> str:
    """A short game between two bots, as a full record with fair dice."""
    rules = rules_from_data({"preset": "short", "round_limit": 4})
    return write_full_record(
        write_sample(make_fair_dice(2, rules, ["heads", ""]), rules, ["simple", "easy"])
    )


def drop(visitor: Visitor, text: str) -> None:
    """Drop a file onto the open page."""
    visitor.page.evaluate(DROP, [text, "dropped.jsonl"])


def cash_at(record: str, step: int) -> list[int]:
    """Return everyone's cash after a step, according to the record."""
    steps = [json.loads(line) for line in record.splitlines()]
    view: Any = None
    for line in [one for one in steps if "view" in one][: step + 1]:
        for path, value in line["view"]:
            if not path:
                view = value
                continue
            inner = view
            for name in path[:-1]:
                inner = inner[name]
            inner[path[-1]] = value
    return [player["cash"] for player in view["players"]]


def dice_of(visitor: Visitor, text: str, *, agrees: bool = True) -> None:
    """Drop a file, check whether the page finds it consistent, and open the dice check."""
    drop(visitor, text)
    expect(visitor.page.get_by_role("heading", level=2).first).to_contain_text("win")
    alarm = visitor.page.get_by_role("alert").filter(
        has_text="Something in this record doesn’t match."
    )
    expect(alarm).to_have_count(0 if agrees else 1)
    way = visitor.page if agrees else alarm
    way.get_by_role("link", name="Fair dice" if agrees else "What doesn’t match").click()
    expect(alarm).to_have_count(0)


def test_a_file_dropped_onto_the_page_is_opened_and_its_steps_can_be_linked_to(
    visit: Visit, record: str
) -> None:
    visitor = visit()
    page = visitor.page
    visitor.go()
    expect(visitor.button("Play", exact=True)).to_be_visible()
    drop(visitor, record)
    expect(page.get_by_role("heading", level=2).first).to_contain_text("win")
    players = page.get_by_role("list", name="Players")
    for step in (7, 3, 20):
        page.evaluate("step => (location.hash = `step=${step}`)", step)
        expect(page.get_by_text(re.compile(f"^Step {step} of"))).to_be_visible()
        for place, cash in enumerate(cash_at(record, step)):
            expect(players.get_by_role("listitem").nth(place)).to_contain_text(f"${cash:,}")
    visitor.press("Step back")
    expect(page.get_by_text(re.compile("^Step 19 of"))).to_be_visible()
    assert page.url.endswith("#step=19")

    visitor.resize(320, 640)
    for key in ("Home", "ArrowRight", "ArrowRight", "End"):
        page.keyboard.press(key)
        assert page.evaluate(SEEN), page.url
    expect(page.locator(".happened")).to_contain_text("Ann wins")
    expect(page.locator(".lines")).to_contain_text("Ann wins")


def test_the_links_of_an_unfinished_game_lead_to_its_replay_and_its_result(
    visit: Visit, record: str
) -> None:
    lines = record.splitlines(keepends=True)
    visitor = visit()
    page = visitor.page
    visitor.go("/replay")
    drop(visitor, "".join(lines[: len(lines) // 2]))
    at_start = page.get_by_text(re.compile("^Step 0 of"))
    expect(at_start).to_be_visible()
    page.get_by_role("link", name="Result").click()
    expect(page.get_by_role("heading", name="This game isn’t over")).to_be_visible()
    page.get_by_role("link", name="Replay", exact=True).click()
    expect(at_start).to_be_visible()


def test_a_file_can_be_chosen_on_the_start_page_and_on_the_replay_page(
    visit: Visit, record: str
) -> None:
    chosen: FilePayload = {
        "name": "chosen.jsonl",
        "mimeType": "application/jsonl",
        "buffer": record.encode(),
    }
    visitor = visit()
    page = visitor.page
    for path, field in (("/", "Open a saved game"), ("/replay", "Record file")):
        visitor.go(path)
        page.get_by_label(field).set_input_files(chosen)
        expect(page.get_by_role("heading", level=2).first).to_contain_text("win")


def test_the_biggest_swings_show_their_whole_text(visit: Visit, record: str) -> None:
    visitor = visit()
    visitor.go("/replay")
    expect(visitor.page.get_by_label("Record file")).to_be_visible()
    drop(visitor, record)
    texts = visitor.page.locator(".swings .what")
    expect(texts.first).to_be_visible()
    visitor.resize(320, 640)
    visitor.page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert texts.evaluate_all(CUT) == 0


def test_the_error_for_an_invalid_record_names_the_line(visit: Visit, record: str) -> None:
    visitor = visit()
    visitor.go("/replay")
    field = visitor.page.get_by_label("Record file")
    lines = record.splitlines()
    cut = "\n".join([*lines[:9], lines[9][:-5]])
    for text, said in (
        ("GIF89a", "Line 1: This isn’t a PassGo record."),
        (cut, "Line 10: The record is cut off on this line."),
    ):
        expect(field).to_be_visible()
        drop(visitor, text)
        expect(visitor.page.get_by_role("alert")).to_contain_text(said)


def test_a_game_can_be_continued_from_a_step(visit: Visit, record: str) -> None:
    visitor = visit()
    page = visitor.page
    visitor.go("/replay")
    expect(page.get_by_label("Record file")).to_be_visible()
    drop(visitor, record)
    expect(page.get_by_role("heading", level=2).first).to_contain_text("win")
    page.evaluate("() => (location.hash = 'step=7')")
    expect(page.get_by_text(re.compile("^Step 7 of"))).to_be_visible()
    page.get_by_label("Play as").select_option(label="Bob")
    visitor.press("Start game", exact=True)
    expect(visitor.stage).to_be_visible()
    cards = page.get_by_role("region", name="Players").get_by_role("listitem")
    expect(cards.nth(1)).to_contain_text("Bob")
    expect(cards.nth(1)).to_contain_text("you")
    expect(cards.nth(1)).to_contain_text(f"${cash_at(record, 7)[1]:,}")


def test_a_genuine_record_can_be_distinguished_from_a_forged_one(visit: Visit, record: str) -> None:
    visitor = visit()
    page = visitor.page
    visitor.go("/replay")
    expect(page.get_by_label("Record file")).to_be_visible()
    right = page.get_by_role("heading", name="Dice match this file’s fingerprint")
    wrong = page.get_by_role("heading", name="Something doesn’t match")
    dice_of(visitor, record)
    expect(right).to_contain_text("✓")

    secret, rolled = '"secret":"02', re.search(r'"chance":\[\[(\d),', record)
    assert secret in record
    assert rolled is not None
    other = str(int(rolled[1]) % 6 + 1)
    for forged, told in (
        (record.replace(secret, '"secret":"03'), "The seed’s fingerprint is"),
        (record[: rolled.start(1)] + other + record[rolled.end(1) :], "but the seed gives"),
        (record.replace('"Bob"', '"Rob"', 1), "the checksum doesn’t match"),
    ):
        dice_of(visitor, forged, agrees=False)
        expect(wrong).to_contain_text("✗")
        expect(page.get_by_text(told).first).to_be_visible()
        expect(right).to_have_count(0)

    chance = json.loads(record.splitlines()[0])["chance"]
    kept = {"table": chance["game"], "commitment": "0" * 64, "contributions": {}}
    page.evaluate(SAVE_COMMITMENT, json.dumps([kept]))
    dice_of(visitor, record, agrees=False)
    expect(wrong).to_contain_text("✗")
    expect(page.get_by_text("This browser saw a different fingerprint")).to_be_visible()
    page.evaluate(SAVE_COMMITMENT, json.dumps([{**kept, "commitment": chance["commitment"]}]))
    dice_of(visitor, record)
    expect(page.get_by_role("heading", name="Dice verified")).to_contain_text("✓")


def test_a_downloaded_record_matches_the_servers_record(visit: Visit, site: Site) -> None:
    seating = make_table(site, ["Ann", "Bob"], HOPELESS)
    ann = visit()
    take_seats(ann, seating, 0)
    ann.press("Go bankrupt")
    ann.press("Go bankrupt")
    asked: list[str] = []
    ann.page.on("request", lambda request: asked.append(request.url))
    ann.stage.get_by_role("link", name="See results").click()
    expect(ann.page.get_by_role("heading", name="Bob wins")).to_be_visible()
    with ann.page.expect_download() as got:
        ann.page.get_by_role("link", name="Download").click()
    data = got.value.path().read_bytes()
    assert data == site.get(f"/api/tables/{seating.table}/record")
    assert got.value.suggested_filename.endswith(f"{seating.table}.jsonl")
    assert json.loads(data.splitlines()[-1])["end"]["winners"] == [1]
    views = [url for url in asked if url.endswith("/view")]
    assert 1 <= len(views) <= 3  # the page looks for a rematch every few seconds, not constantly
