"""A person's settings take effect: color scheme, language, shortcuts and motion."""

from __future__ import annotations

from typing import Final

from playwright.sync_api import expect

from tests.browser.kit import Site
from tests.browser.player import Hands, Player
from tests.browser.seating import Visit, ask_by_hand, make_table, take_seats

BRIGHT: Final = """() => {
  const paper = getComputedStyle(document.querySelector("section.stage")).backgroundColor;
  const canvas = document.createElement("canvas").getContext("2d");
  canvas.fillStyle = paper;
  canvas.fillRect(0, 0, 1, 1);
  return Math.max(...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3));
}"""
"""The brightness of the stage's background, from 0 to 255."""
NOTE: Final = """() => {
  window.moved = [];
  const calm = ["offset", "computedOffset", "easing", "composite", "opacity"];
  const look = () => {
    for (const { playState, effect } of document.getAnimations())
      if (playState === "running")
        for (const frame of effect.getKeyframes())
          window.moved.push(...Object.keys(frame).filter((name) => !calm.includes(name)));
    requestAnimationFrame(look);
  };
  look();
}"""
"""In every frame, record all properties that are being animated, except for opacity."""


def test_the_chosen_color_scheme_language_and_shortcuts_take_effect(
    visit: Visit, site: Site
) -> None:
    ann = visit(color_scheme="light")
    page, player = ann.page, Player(ann, Hands(ann.page))
    ask_by_hand(ann)
    take_seats(ann, make_table(site, ["Ann", "Bob"], {"players": [{}, {}]}), 0)
    expect(ann.button("Roll")).to_be_enabled()

    ann.press("Chat")
    field = page.get_by_label("Write a message")
    field.click()
    page.keyboard.type("to be or not ?")
    expect(field).to_have_value("to be or not ?")
    assert [player.sent, player.played] == [{}, []]
    ann.press("Chat")

    ann.press("More")
    ann.press("Settings")
    settings = page.get_by_role("dialog").last
    light = settings.get_by_role("group", name="Appearance")
    ann.choose("Dark", light)
    assert page.evaluate(BRIGHT) < 100
    ann.choose("Light", light)
    assert page.evaluate(BRIGHT) > 200
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(BRIGHT) > 200
    ann.choose("System", light)
    assert page.evaluate(BRIGHT) < 100
    settings.get_by_role("switch", name="Keyboard shortcuts").click()
    settings.get_by_label("Language").select_option(label="Deutsch")
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.reload()
    expect(ann.button("Würfeln")).to_be_enabled()
    assert page.evaluate("document.documentElement.lang") == "de"
    for key in ("t", "?", "Space"):
        page.keyboard.press(key)
    ann.settle()
    assert ann.sent("play") == []
    assert [player.sent, player.played] == [{}, []]
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_roll_moves_nothing_when_reduced_motion_is_requested(visit: Visit, site: Site) -> None:
    for motion, moves in (("reduce", False), ("no-preference", True)):
        ann = visit(reduced_motion=motion)
        take_seats(ann, make_table(site, ["Ann", "Bob"], {"players": [{}, {}]}), 0)
        expect(ann.button("Roll")).to_be_enabled()
        ann.page.evaluate(NOTE)
        ann.press("Roll")
        log = ann.page.get_by_role("region", name="The story")
        expect(log).to_contain_text("Ann rolls")
        ann.settle()
        moved = set(ann.page.evaluate("() => window.moved"))
        assert bool(moved) == moves, moved
