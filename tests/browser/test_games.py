"""Whole games against bots and every kind of action, all played with visible controls only."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from passgo.engine.legal import ACTIONS
from tests.browser.kit import Site, Visitor
from tests.browser.player import Fingers, Hands, Keyboard, Player
from tests.browser.scenes import DEEDS, Scenes
from tests.browser.seating import ask_by_hand

DESKTOP: Final[dict[str, Any]] = {"width": 1280, "height": 800}
PHONE: Final[dict[str, Any]] = {"width": 320, "height": 640, "has_touch": True, "is_mobile": True}
WAYS: Final = [
    pytest.param(DESKTOP, Hands, id="mouse", marks=pytest.mark.long),
    pytest.param(PHONE, Fingers, id="phone"),
    pytest.param(DESKTOP, Keyboard, id="keyboard"),
]
"""The mouse is tested only in long runs, because most other tests use it."""
EVERY: Final = [
    pytest.param(DESKTOP, Hands, id="mouse", marks=pytest.mark.long),
    pytest.param(PHONE, Fingers, id="phone", marks=pytest.mark.long),
    pytest.param(DESKTOP, Keyboard, id="keyboard"),
]
"""The keyboard is always tested; the mouse and the touchscreen are tested only in long runs."""
OF_THE_TABLE: Final = {"TimeIsUp"}
"""The table's own actions, which no seat can play."""


# -- a whole game -----------------------------------------------------------------------------------


def set_the_table(player: Player, rounds: int) -> None:
    """Set up a table from the start page: two easy bots, dealt deeds, and a round limit."""
    page, hands = player.page, player.hands
    player.visitor.go()
    hands.press(page.get_by_role("link", name="Create table"))
    player.press("Remove a seat")
    for seat in (2, 3):
        hands.choose(page.get_by_label(f"Seat {seat}", exact=True), "Bot")
        player.press(re.compile(f"^Choose the bot for seat {seat}"))
        hands.mark(player.sheet.get_by_role("radio", name="Easy", exact=True))
        player.press("Choose an easy bot")
    hands.choose(page.get_by_label("Bot speed"), "Instant")
    hands.press(page.locator("summary", has_text="Setup"))
    hands.write(page.get_by_label(re.compile("^Properties dealt to each player")), "2")
    hands.press(page.locator("summary", has_text="End of the game"))
    hands.write(page.get_by_label(re.compile("^Round limit")), str(rounds))
    player.press("Start game")
    expect(player.visitor.stage).to_be_visible()


def mortgage_and_unmortgage(player: Player) -> bool:
    """Look through the player's own deeds, mortgage one, and unmortgage it again."""
    player.open_sheet(DEEDS)
    deeds = player.sheet.get_by_role("button", name=re.compile("^Mortgage "), disabled=False)
    found = deeds.count() > 0
    if found:
        player.do(re.compile("^Mortgage "), "Mortgage")
        player.do(re.compile("^Unmortgage "), "Unmortgage")
    player.hands.close()
    return found


def offer_cash(player: Player) -> bool:
    """Offer a dollar for another player's deed."""
    player.open_sheet("Trade")
    for partner in player.sheet.get_by_role("radio").all():
        player.hands.mark(partner)
        theirs = player.sheet.locator("section", has_text="You get from")
        player.turn_to(1)
        deeds = theirs.locator("li").get_by_role("button", disabled=False)
        if deeds.count() == 0:
            continue
        player.hands.press(deeds.first)
        player.turn_to(0)
        player.hands.write(player.sheet.get_by_label("Cash", exact=True).first, "1")
        player.offer("Send offer", "OfferTrade")
        return True
    player.hands.close()
    return False


def see_the_result(player: Player) -> None:
    """Go from the end of the game to the results page, the dice check and the replay."""
    page, hands = player.page, player.hands
    hands.press(player.visitor.stage.get_by_role("link", name="See results"))
    expect(page.locator("#won")).to_have_text(re.compile("wins$|share the win$"))
    winners = page.locator(".places .won b").all_inner_texts()
    assert winners
    assert all(name in page.locator("#won").inner_text() for name in winners)
    expect(page.get_by_role("alert")).to_have_count(0)  # the record has no errors
    assert player.fits()
    hands.press(page.get_by_role("link", name="Fair dice"))
    expect(page.get_by_role("heading", name="Dice verified")).to_be_visible()
    expect(page.get_by_text("Exactly as this browser sent it.")).to_be_visible()
    page.go_back()
    hands.press(page.get_by_role("link", name="Step through game"))
    place = page.locator(".place")
    expect(place).to_contain_text("Step 0 of")
    player.press("Step forward")
    expect(place).to_contain_text("Step 1 of")
    player.press("Next turn")
    expect(place).not_to_contain_text("Step 1 of")
    there = place.inner_text()
    player.press("Previous turn")
    expect(place).not_to_have_text(there)
    player.press("Go to the end")
    expect(place).to_contain_text("game over")
    player.press("Step back")
    expect(place).not_to_contain_text("game over")
    assert player.fits()


@pytest.mark.parametrize(("screen", "kind"), WAYS)
def test_a_whole_game_against_bots_can_be_played_from_the_start_page_to_the_result(
    visit: Callable[..., Visitor], screen: dict[str, Any], kind: type[Hands]
) -> None:
    visitor = visit(**screen)
    player = Player(visitor, kind(visitor.page))
    set_the_table(player, rounds=10)
    assert player.fits()
    player.play(mortgage_and_unmortgage, offer_cash)
    # These actions occur regardless of the dice; the scenes below test the others.
    sure = {"AlwaysAskForRent", "Roll", "EndTurn", "Mortgage", "Unmortgage", "OfferTrade"}
    assert sure <= {*player.played}
    assert player.refused == []
    see_the_result(player)
    assert player.hands.lost == [], "\n".join(player.hands.lost)


# -- every kind of action ---------------------------------------------------------------------------


@pytest.mark.parametrize(("screen", "kind"), EVERY)
def test_every_kind_of_action_has_a_control(
    visit: Callable[..., Visitor], site: Site, screen: dict[str, Any], kind: type[Hands]
) -> None:
    visitor = visit(**screen)
    player = Player(visitor, kind(visitor.page))
    ask_by_hand(visitor)
    visitor.go()
    scenes = Scenes(player, site)
    for scene in (
        scenes.dice,
        scenes.buying,
        scenes.rents,
        scenes.taxes,
        scenes.jail,
        scenes.deeds,
        scenes.board,
        scenes.orders,
        scenes.shortage,
        scenes.inheritance,
        scenes.trades,
        scenes.pauses,
        scenes.inquiries,
        scenes.unmortgages,
        scenes.ruin,
    ):
        scene()
        assert player.fits(), scene.__name__
    assert {*player.played} == {*ACTIONS} - OF_THE_TABLE
    assert player.refused == []
    assert player.hands.lost == [], "\n".join(player.hands.lost)
