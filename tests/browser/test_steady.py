"""Controls stay in place under the pointer: offers can be answered, and a stray click does nothing."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.sync_api import FloatRect, Locator, Page, WebSocketRoute, expect

from tests.browser.kit import PATIENCE, Site, Visitor
from tests.browser.moments import MOMENTS, properties
from tests.browser.player import Hands, Player
from tests.browser.seating import Position, Visit, ask_by_hand, make_table, take_seats

PROPERTIES: Final = [*properties(0, 1), *properties(1, 3)]
NO_JAIL: Final = [["chance.go_to_jail"], ["chest.go_to_jail"]]
TAX: Final = {"entry": "TaxChoice", "seat": 1, "worth": 1500}
MOTIONS: Final[dict[str, tuple[Position, str, str]]] = {
    "dice": ({"seat": 1, "seen": NO_JAIL}, "Roll", ".die.rolling"),
    "token": ({"seat": 1, "seen": NO_JAIL}, "Roll", ".piece.moving"),
    "money": (
        {"seat": 1, "last_roll": 4, "agenda": [{"entry": "ToEndTurn", "seat": 1}, TAX]},
        "Pay $200",
        ".flight",
    ),
}
"""For each kind of motion: Bob's position, the button he presses, and what then appears on Ann's board."""
ANSWERS: Final = {"Accept": "AcceptTrade", "Decline": "DeclineTrade", "Counter": ""}
FRAME: Final = 20
"""Milliseconds per step of the page's paused clock."""


def offer(number: int, maker: int) -> dict[str, object]:
    """Return an offer of cash to Ann for Mediterranean Avenue."""
    return {"number": number, "maker": maker, "partner": 0, "give_cash": 90, "get_deeds": [1]}


def stop_time(page: Page) -> None:
    """Pause the page's clock."""
    page.clock.pause_at(page.evaluate("() => Date.now() / 1000") + 5)  # must be in the future


def freeze_at(page: Page, sign: str) -> None:
    """Pause all animations as soon as something appears, however slow the machine is.

    Animations run in real time, not on the page's clock, so one could begin and end between checks.
    """
    page.evaluate(
        """sign => new MutationObserver((_, observer) => {
            if (!document.querySelector(sign)) return;
            observer.disconnect();
            document.getAnimations().forEach((animation) => animation.pause());
        }).observe(document, { subtree: true, childList: true, attributes: true })""",
        sign,
    )


def unfreeze(page: Page) -> None:
    """Resume all animations."""
    page.evaluate("document.getAnimations().forEach((animation) => animation.play())")


def wait_for(page: Page, sign: Locator) -> None:
    """Advance the clock in small steps until something appears."""
    for _ in range(PATIENCE // FRAME):
        if sign.count() > 0:
            return
        page.clock.run_for(FRAME)
    raise AssertionError(f"never appeared: {sign}")


def middle(box: FloatRect | None) -> tuple[float, float]:
    """Return the center of a box."""
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("motion", MOTIONS)
def test_an_offer_can_be_answered_while_the_board_is_moving(
    motion: str, visit: Visit, site: Site
) -> None:
    change, press, sign = MOTIONS[motion]
    ann, bob = visit(reduced_motion="no-preference"), visit()
    player = Player(ann, Hands(ann.page))
    ask_by_hand(ann)
    ann.page.clock.install()
    for answer, action in ANSWERS.items():
        position = {
            "players": [{}, {"space": 4}],
            "properties": PROPERTIES,
            "offers": [offer(1, 1)],
            **change,
        }
        seating = make_table(site, ["Ann", "Bob"], position)
        take_seats(bob, seating, 1)
        take_seats(ann, seating, 0)  # Ann connects last, so that nothing moves when others connect
        stop_time(ann.page)
        before = player.answered
        place = middle(ann.offers.get_by_role("button", name=answer).bounding_box())
        freeze_at(ann.page, sign)
        bob.press(press)
        wait_for(ann.page, ann.page.locator(sign))
        ann.page.mouse.click(*place)
        unfreeze(ann.page)
        if action:
            player.settle(before)
            assert player.played[-1] == action
        else:
            ann.page.clock.resume()
            expect(ann.page.get_by_role("dialog", name="Counteroffer to Bob")).to_be_visible()
        ann.page.clock.resume()


def test_nothing_moves_when_a_turn_begins(visit: Visit, site: Site) -> None:
    position: Position = {
        "players": [{}, {}, {}, {"space": 4}],
        "seat": 3,
        "last_roll": 4,
        "properties": PROPERTIES,
        "agenda": [{"entry": "ToEndTurn", "seat": 3}],
        "offers": [offer(number, number) for number in (1, 2, 3)],
    }
    seating = make_table(site, ["Ann", "Bob", "Cyd", "Dan"], position)
    ann, dan = visit(), visit()
    take_seats(dan, seating, 3)
    take_seats(ann, seating, 0)

    def places(visitor: Visitor) -> dict[str, float]:
        visitor.settle()
        names = ("Roll", "Decline all", "Accept", "Trade")
        boxes = {name: middle(visitor.button(name).bounding_box()) for name in names}
        return {
            f"{name} {axis}": at
            for name, box in boxes.items()
            for axis, at in zip("xy", box, strict=True)
        }

    waiting = places(ann)
    dan.press("End turn")
    expect(ann.button("Roll")).to_be_enabled()
    assert places(ann) == pytest.approx(waiting, abs=2)


def test_a_click_never_reaches_a_control_that_has_just_appeared_under_the_pointer(
    visit: Visit, site: Site
) -> None:
    ann = visit()
    player = Player(ann, Hands(ann.page))
    ask_by_hand(ann)
    ann.page.clock.install()
    take_seats(ann, make_table(site, ["Ann", "Bob"], MOMENTS["BuyOrAuction"].position), 0)
    stop_time(ann.page)
    main = ann.stage.locator("[data-main] button")
    place = middle(main.bounding_box())
    before = player.answered
    ann.page.mouse.click(*place)
    player.settle(before)
    wait_for(ann.page, ann.stage.locator("[data-unready]", has_text="End turn"))
    ann.page.mouse.click(*middle(main.bounding_box()))
    ann.page.clock.run_for(350)
    expect(main).not_to_have_attribute("data-unready", "")
    assert player.played == ["Buy"]
    before = player.answered
    ann.page.mouse.click(*middle(main.bounding_box()))
    player.settle(before)
    assert player.played == ["Buy", "EndTurn"]


def test_keys_can_immediately_answer_a_question_that_has_just_appeared(
    visit: Visit, site: Site
) -> None:
    ann = visit()
    player = Player(ann, Hands(ann.page))
    ask_by_hand(ann)
    ann.page.clock.install()
    take_seats(ann, make_table(site, ["Ann", "Bob"], MOMENTS["BuyOrAuction"].position), 0)
    stop_time(ann.page)
    before = player.answered
    ann.page.keyboard.press("b")
    player.settle(before)
    wait_for(ann.page, ann.stage.locator("[data-unready]", has_text="End turn"))
    before = player.answered
    ann.page.keyboard.press("e")
    player.settle(before)
    assert player.played == ["Buy", "EndTurn"]


def test_a_key_pressed_before_the_options_arrive_is_not_lost(visit: Visit, site: Site) -> None:
    ann = visit()
    player = Player(ann, Hands(ann.page))
    ask_by_hand(ann)
    lines: list[WebSocketRoute] = []
    late: list[str | bytes] = []
    held = True

    def on_event(told: str | bytes) -> None:
        if held and '"options"' in str(told):
            late.append(told)
        else:
            lines[-1].send(told)

    def connect(line: WebSocketRoute) -> None:
        lines.append(line)
        line.connect_to_server().on_message(on_event)

    ann.page.route_web_socket(re.compile(""), connect)
    seating = make_table(site, ["Ann", "Bob"], MOMENTS["InJail"].position)
    take_seats(ann, seating, 0, settle=False)
    expect(ann.stage.get_by_role("button", name="Pay $50")).to_be_visible()
    ann.page.keyboard.press("f")
    expect(ann.page.locator("html")).not_to_have_attribute("data-settled", "")
    assert player.played == []
    held = False
    for told in late:
        lines[-1].send(told)
    player.settle(0)
    assert player.played == ["PayFine"]
