"""Animations show causes before effects, and nobody has to wait for an animation to end."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import expect

from tests.browser.kit import Site, wait_until
from tests.browser.seating import Visit, make_table, take_seats

BEGIN: Final = {"players": [{}, {}], "seen": [["chance.go_to_jail"], ["chest.go_to_jail"]]}
"""A position in which Ann always has a decision after her roll: no card can send her to Jail."""
NOTE: Final = """() => {
  const stage = document.querySelector("section.stage");
  window.held = [];
  new MutationObserver(() => {
    if (!stage.classList.contains("behind")) return;
    const main = stage.querySelector("[data-main] button");
    window.held.push(stage.querySelector("h2").textContent + main.textContent);
  }).observe(stage, { attributes: true, attributeFilter: ["class"] });
}"""
"""Record the question and the main answer that the stage shows while the board lags behind."""
FIRST: Final = """
  window.heads = [];
  window.rolled = [];
  const note = (list, text) => text && text !== list.at(-1) && list.push(text);
  const look = () => {
    note(window.heads, document.querySelector("section.stage h2")?.textContent.trim());
    note(window.rolled, document.querySelector(".dice p")?.textContent.trim());
  };
  const all = { childList: true, subtree: true, characterData: true };
  new MutationObserver(look).observe(document, all);
"""
"""Record what the stage shows and what is rolled, starting with the first board."""


def test_the_effects_of_a_roll_are_shown_after_the_roll_unless_a_key_is_pressed(
    visit: Visit, site: Site
) -> None:
    ann = visit(reduced_motion="no-preference")
    take_seats(ann, make_table(site, ["Ann", "Bob"], BEGIN), 0)
    expect(ann.button("Roll")).to_be_visible()
    ann.page.evaluate(NOTE)
    ann.press("Roll")
    ann.page.wait_for_function("() => window.held.length > 0")
    assert ann.page.evaluate("() => window.held[0]").count("Roll the dice") == 1

    ann.page.keyboard.press("Shift")
    expect(ann.page.locator("section.stage.behind")).to_have_count(0)
    expect(ann.stage.locator(".asked")).to_have_css("opacity", "1")
    rolled = ann.page.locator(".dice p")
    expect(rolled).to_have_css("opacity", "1")
    assert ann.page.evaluate("() => document.querySelector('.pieces').getAnimations().length") == 0

    faces = rolled.inner_text()
    ann.reload()
    expect(rolled).to_have_text(faces, use_inner_text=True)
    expect(ann.page.locator(".die .rest")).to_have_count(2)


def test_a_click_that_reveals_a_question_does_not_answer_it(visit: Visit, site: Site) -> None:
    ann = visit(reduced_motion="no-preference")
    take_seats(ann, make_table(site, ["Ann", "Bob"], BEGIN), 0)
    roll = ann.button("Roll")
    expect(roll).to_be_visible()
    before = len(ann.sent("play"))
    box = roll.bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ann.page.mouse.click(*middle)
    expect(ann.page.locator("section.stage.behind.mine")).to_have_count(1)
    ann.page.mouse.click(*middle)
    expect(ann.page.locator("section.stage.behind")).to_have_count(0)
    asked = ann.stage.locator(".asked")
    expect(asked).to_have_css("opacity", "1")
    question = asked.inner_text()
    ann.settle()
    assert [len(ann.sent("play")) - before, asked.inner_text()] == [1, question]
    ann.stage.locator("[data-main] button").click()
    wait_until(ann.page, lambda: len(ann.sent("play")) > before + 1)
    ann.settle()
    assert len(ann.sent("play")) - before == 2


def test_the_opening_rolls_are_shown_and_bots_wait_for_them(visit: Visit, site: Site) -> None:
    seating = make_table(site, ["Ann"], bots=["easy", "easy"], settings={"pace": 0.1})
    shown = site.ask("GET", f"/api/tables/{seating.table}/view", key=seating.keys[0])
    assert shown["view"]["moves"] == 0
    ann = visit(reduced_motion="no-preference")
    ann.page.add_init_script(FIRST)
    take_seats(ann, seating, 0, settle=False)
    ann.page.wait_for_function("() => window.heads.length > 1")
    heads = ann.page.evaluate("() => window.heads")
    assert heads[0].startswith("Rolling to see who goes first")
    assert not heads[1].startswith("Rolling")
    rolled = ann.page.evaluate("() => window.rolled")
    assert len(rolled) >= 3
    assert rolled[0].startswith("Ann"), rolled
