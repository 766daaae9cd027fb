"""Several people, each with a browser, who see the same game, chat, trade, disconnect and reconnect."""

from __future__ import annotations

import re
from typing import Final

from playwright.sync_api import Locator, TimeoutError, expect

from tests.browser.kit import Site, Visitor, wait_until
from tests.browser.moments import HOPELESS
from tests.browser.seating import (
    Visit,
    agree,
    card,
    cash_of,
    make_table,
    sit_all,
    take_seats,
    view_of,
)

LINE_IS_CUT: Final = "WebSocket|ERR_INTERNET_DISCONNECTED"
"""Console messages about a lost connection, which are expected here."""


def sit_down_by_link(host: Visitor, guest: Visitor, preset: str = "") -> None:
    """Let the host create a table for two and the guest join through the link; start the game."""
    host.go("/new")
    host.page.get_by_label("Your name").fill("Ann")
    host.choose("Car")
    host.press("Remove a seat")
    host.press("Remove a seat")
    if preset:
        host.page.get_by_text(preset, exact=True).first.click()
    host.press("Create table")
    link = host.page.get_by_label("Invite link", exact=True).input_value()
    assert link.startswith(host.site.url + "/t/")

    guest.page.goto(link)
    guest.page.get_by_label("Your name").fill("Bob")
    expect(guest.page.get_by_role("radio", name=re.compile("taken by Ann"))).to_be_disabled()
    guest.choose("Hat")
    guest.press("Join")
    expect(guest.page.get_by_text("Waiting for Ann to start the game.")).to_be_visible()
    expect(host.page.get_by_text("Everyone’s here.")).to_be_visible()
    host.press("Start game")
    expect(host.stage).to_be_visible()
    expect(guest.stage).to_be_visible()


def answer(visitor: Visitor) -> None:
    """Answer the current question: in an auction, pass; otherwise, press the first enabled button.

    The action has been played when this function returns, so anything read afterward is up to date.
    """
    before = view_of(visitor)["moves"]
    leave = visitor.stage.get_by_role("button", name="Pass", exact=True, disabled=False)
    main = visitor.stage.locator("[data-main] button:not([aria-disabled])")
    other = visitor.stage.locator(".answers .other button:not([aria-disabled])")

    def is_played() -> bool:
        return bool(view_of(visitor)["moves"] > before)

    def ways() -> list[Locator]:
        return [way for way in (leave, main, other) if way.count() > 0]

    for _ in range(20):
        # On a busy machine, a click may have been made although it timed out.
        found = wait_until(visitor.page, lambda: is_played() or ways())
        if isinstance(found, bool):
            return
        visitor.settle()  # a click on a button that has just appeared has no effect
        try:
            found[0].first.click(timeout=1000)
            break
        except TimeoutError:
            continue  # the stage has just changed to a different question
    else:
        raise AssertionError("the stage never settled")
    wait_until(visitor.page, is_played)


def test_two_people_join_by_link_and_trade(visit: Visit) -> None:
    ann, bob = visit(), visit()
    sit_down_by_link(ann, bob, "Short game")
    before = agree(ann, bob)
    assert [player["name"] for player in before["players"]] == ["Ann", "Bob"]

    ann.press("Trade")
    sheet = ann.page.get_by_role("dialog")
    sheet.get_by_role("radio", name="Bob").check()
    give = sheet.locator("section", has=ann.page.get_by_role("heading", name="You give"))
    get = sheet.locator("section", has=ann.page.get_by_role("heading", name="You get from Bob"))
    mine, theirs = give.locator("li button").first, get.locator("li button").first
    my_deed, their_deed = (
        str(one.locator(".what").inner_text()).split("\n")[0].strip() for one in (mine, theirs)
    )
    mine.click()
    theirs.click()
    give.get_by_label("Cash", exact=True).fill("37")
    said = f"You give Bob .*{re.escape(my_deed)}.* and get .*{re.escape(their_deed)}"
    expect(sheet.get_by_text(re.compile(said))).to_contain_text("$37")
    for name, cash in (("You", "$1,463"), ("Bob", "$1,537")):
        heading = ann.page.get_by_role("heading", name=name, exact=True)
        expect(sheet.locator("section").filter(has=heading)).to_contain_text(cash)
    sheet.get_by_role("button", name="Send offer").click()
    expect(ann.offers.get_by_text("Waiting for Bob’s answer")).to_be_visible()
    assert agree(ann, bob) == before

    expect(bob.offers.get_by_role("heading", name="Ann offers you a trade")).to_be_visible()
    offer = bob.offers.get_by_role("region", name="Ann offers you a trade")
    for title, deed, other in (
        ("You get", my_deed, their_deed),
        ("You give", their_deed, my_deed),
    ):
        above = bob.page.get_by_role("heading", name=title, exact=True)
        side = offer.locator("div").filter(has=above).last
        expect(side).to_contain_text(deed)
        expect(side).not_to_contain_text(other)
        expect(side.get_by_text("$37")).to_have_count(int(title == "You get"))
    bob.press("Counter")
    sheet = bob.page.get_by_role("dialog")
    get = sheet.locator("section", has=bob.page.get_by_role("heading", name="You get from Ann"))
    expect(get.get_by_label("Cash", exact=True)).to_have_value("37")
    get.get_by_label("Cash", exact=True).fill("60")
    sheet.get_by_role("button", name="Send counteroffer").click()
    expect(bob.offers.get_by_text("Waiting for Ann’s answer")).to_be_visible()

    expect(ann.offers.get_by_role("heading", name="Bob offers you a trade")).to_be_visible()
    offer = ann.offers.get_by_role("region", name="Bob offers you a trade")
    expect(offer).to_contain_text("$60")
    offer.get_by_role("button", name="Accept").click()
    expect(offer).to_be_hidden()
    after = agree(ann, bob)
    for name, paid in (("Ann", 60), ("Bob", -60)):
        assert dollars(cash_of(before, name)) - dollars(cash_of(after, name)) == paid
    assert any(their_deed in label and "owned by Ann" in label for label in after["spaces"])
    assert any(my_deed in label and "owned by Bob" in label for label in after["spaces"])


def dollars(text: str) -> int:
    """Return an amount of money as a number."""
    return int(text.replace("$", "").replace(",", ""))


def test_two_browsers_agree_at_every_step_and_the_title_shows_whose_turn_it_is(
    visit: Visit,
) -> None:
    both = ann, bob = visit(), visit(390, 844)
    sit_down_by_link(ann, bob)
    asked = []
    for _ in range(24):
        agree(ann, bob)
        waiting = view_of(ann)["waiting_for"]
        for seat, visitor in enumerate(both):
            expect(visitor.page).to_have_title(
                "Your turn · PassGo" if seat in waiting else "PassGo"
            )
        asked.append(waiting[0])
        answer(both[waiting[0]])
    assert set(asked) == {0, 1}


def test_a_four_player_auction_continues_while_one_player_is_disconnected(
    visit: Visit, site: Site
) -> None:
    names = ["Ann", "Bob", "Cyd", "Dan"]
    seating = make_table(
        site,
        names,
        {
            "players": [{"space": 39}, {}, {}, {}],
            "last_roll": 7,
            "agenda": [
                {"entry": "ToEndTurn", "seat": 0},
                {"entry": "Auction", "space": 39, "bidders": [0, 1, 2, 3]},
            ],
        },
    )
    everybody = ann, bob, cyd, dan = sit_all(visit, seating)
    ann.press("Bid $10")
    expect(bob.button("Raise by $50: bid $60")).to_be_visible()
    bob.settle()  # a control that has just changed cannot be pressed by accident
    bob.press("Raise by $50: bid $60")
    expect(cyd.button("Raise by $100: bid $160")).to_be_visible()  # so the bid has reached Cyd

    cyd.forgiven.append(LINE_IS_CUT)
    cyd.context.set_offline(True)
    expect(cyd.stage.get_by_text("Connection lost. Reconnecting…")).to_be_visible()
    dan.settle()
    dan.press("Raise by $10: bid $70")
    ann.press("Pass", exact=True)
    expect(bob.stage.get_by_text("$70").first).to_be_visible()
    cyd.press("Raise by $100: bid $160")  # pressed while disconnected, sent after reconnecting

    cyd.context.set_offline(False)
    for visitor in everybody:
        expect(visitor.stage.get_by_text("$160").first).to_be_visible()
    expect(cyd.stage.get_by_text("Connection lost.")).to_be_hidden()
    agree(*everybody)
    bob.press("Pass", exact=True)
    dan.press("Pass", exact=True)
    shown = agree(*everybody)
    assert cash_of(shown, "Cyd") == "$1,340"
    assert "owned by Cyd" in shown["spaces"][39]


def test_a_player_who_cannot_pay_goes_bankrupt_and_everyone_plays_again(
    visit: Visit, site: Site
) -> None:
    both = ann, bob = sit_all(visit, make_table(site, ["Ann", "Bob"], HOPELESS))
    agree(ann, bob)
    ann.press("Go bankrupt")
    expect(ann.stage.get_by_text("You’ll lose everything")).to_be_visible()
    ann.stage.get_by_role("group", name="Are you sure?").get_by_role(
        "button", name="Go bankrupt"
    ).click()
    for visitor in both:
        expect(visitor.stage.get_by_role("heading", name="Bob wins")).to_be_visible()
        expect(visitor.stage).to_contain_text("$4,370")
    expect(bob.stage.get_by_text("Final net worth: $4,370")).to_be_visible()
    expect(ann.stage.get_by_text("You came second. Well played.")).to_be_visible()
    expect(bob.page).to_have_title("PassGo")
    shown = agree(ann, bob)
    assert cash_of(shown, "Ann") == "out"

    expect(bob.stage.get_by_role("button", name="Rematch")).to_be_hidden()
    ann.stage.get_by_role("button", name="Rematch").click()
    expect(ann.page.get_by_text("Not here yet: Bob.")).to_be_visible()
    there = bob.button("Join rematch")
    expect(bob.stage.locator(there)).to_be_visible()
    expect(bob.page).to_have_title("Rematch · PassGo")
    bob.stage.get_by_role("link", name="See results").click()
    expect(bob.page.get_by_role("heading", name="Bob wins")).to_be_visible()
    expect(bob.page).to_have_title("Rematch · PassGo")
    there.click()
    expect(bob.page.get_by_text("Waiting for Ann to start the game.")).to_be_visible()
    expect(ann.page.get_by_text("Everyone’s here.")).to_be_visible()
    ann.press("Start game")
    for visitor in both:
        expect(visitor.stage).to_be_visible()
    shown = agree(ann, bob)
    assert [player["name"] for player in shown["players"]] == ["Ann", "Bob"]
    assert cash_of(shown, "Ann") == "$1,500"
    told = site.ask("GET", f"/api/tables/{ann.page.url.rpartition('/')[2]}")
    assert all(re.fullmatch("[0-9a-f]{16}", one["contribution"]) for one in told["seats"])


def test_a_bankrupt_players_creditor_keeps_playing_with_the_others(
    visit: Visit, site: Site
) -> None:
    position = {**HOPELESS, "players": [*HOPELESS["players"], {}]}
    everybody = sit_all(visit, make_table(site, ["Ann", "Bob", "Cyd"], position))
    ann, bob = everybody[:2]
    ann.press("Go bankrupt")
    ann.press("Go bankrupt")
    expect(ann.stage.get_by_role("heading", name="You’re bankrupt")).to_be_visible()
    ann.press("Keep watching")
    expect(ann.stage.get_by_text("You’re out, but you can keep watching.")).to_be_visible()
    expect(bob.stage.get_by_role("button", name="Keep mortgaged ($10)")).to_be_visible()
    bob.press("Unmortgage ($110)")
    shown = agree(*everybody)
    assert "owned by Bob" in shown["spaces"][5]
    assert cash_of(shown, "Bob") == "$1,410"
    expect(bob.page).to_have_title("Your turn · PassGo")
    answer(bob)
    agree(*everybody)


def test_the_host_can_lock_the_table_remove_a_player_and_add_a_bot(
    visit: Visit, site: Site
) -> None:
    seating = make_table(site, ["Ann", "Bob", "Cyd"], {"players": [{}, {}, {}], "seat": 1})
    ann, bob, cyd = sit_all(visit, seating)
    bob.press("More")
    expect(bob.page.get_by_text("Ann is the host.")).to_be_visible()
    expect(bob.page.get_by_role("switch", name="Lock table")).to_be_hidden()
    bob.press_key("Escape")

    ann.press("More")
    lock = ann.page.get_by_role("switch", name="Lock table")
    lock.click()
    expect(lock).to_be_checked()
    ann.press_key("Escape")

    bob.forgiven.append("401")  # his browser checks which of his keys are still valid
    card(ann, "Bob").click()
    ann.press("Remove from game")
    expect(ann.page.get_by_text("Remove Bob? A bot will fill in")).to_be_visible()
    ann.press("Remove from game")
    expect(bob.stage.get_by_text("The host removed you from this table.")).to_be_visible()
    bob.press("Reload")
    expect(bob.page.get_by_text("The host locked this table")).to_be_visible()
    ann.press("easy", exact=True)
    expect(card(ann, "bot, easy")).to_be_visible()
    ann.press_key("Escape")

    # The bot rolls for the seat immediately; after that, Cyd or someone else has a decision.
    expect(card(cyd, "bot, easy")).to_be_visible()
    expect(ann.page.get_by_role("region", name="The story")).to_contain_text("rolls")
    agree(ann, cyd)

    expect(bob.page.get_by_text("This game has started")).to_be_visible()
    expect(bob.page.get_by_text("This game started from a custom position")).to_be_visible()
    expect(bob.button("Join")).to_be_hidden()

    card(ann, "Cyd").click()
    ann.press("Make host")
    ann.press("Make host")
    expect(cyd.stage.get_by_text("You’re now the host of this table.")).to_be_visible()
    ann.press_key("Escape")
    ann.press("More")
    expect(ann.page.get_by_text("Cyd is the host.")).to_be_visible()


def test_the_host_can_let_a_bot_play_for_an_absent_player(visit: Visit, site: Site) -> None:
    seating = make_table(site, ["Ann", "Bob", "Cyd"], {"players": [{}, {}, {}], "seat": 1})
    ann, bob, cyd = sit_all(visit, seating)
    ask = "Hand Bob’s turn to a bot"
    expect(ann.button(ask)).to_be_hidden()
    bob.go("/")
    expect(ann.stage.get_by_text("is offline")).to_be_visible()
    card(ann, "Bob").click()
    expect(ann.page.get_by_role("dialog")).to_contain_text("offline")
    expect(ann.page.get_by_role("dialog")).not_to_contain_text("person")
    ann.press_key("Escape")

    expect(cyd.stage.get_by_text("is offline")).to_be_visible()
    expect(cyd.button(ask)).to_be_hidden()  # the host is present
    expect(cyd.button("Become host")).to_be_hidden()
    ann.stage.get_by_role("button", name=ask).click()
    expect(ann.page.get_by_role("region", name="The story")).to_contain_text("rolls")
    expect(ann.button(ask)).to_be_hidden()
    expect(card(ann, "Bob")).to_contain_text("away")
    eve = visit()
    eve.go(seating.path)  # nobody else is offered the seat
    expect(eve.page.get_by_text("This game has started")).to_be_visible()
    expect(eve.button("Join")).to_be_hidden()

    bob.go(seating.path)
    expect(bob.stage).to_be_visible()
    expect(bob.button("I’m back")).to_be_hidden()
    for visitor in (ann, bob, cyd):
        expect(card(visitor, "Bob")).not_to_contain_text("away")
    agree(ann, bob, cyd)


def test_when_the_host_is_gone_another_player_can_ask_to_become_host(
    visit: Visit, site: Site
) -> None:
    """tests/server/test_hosts.py checks that the request succeeds after a minute."""
    seating = make_table(site, ["Ann", "Bob"], {"players": [{}, {}]})
    ann, bob = sit_all(visit, seating)
    expect(bob.button("Become host")).to_be_hidden()
    ann.go("/")
    expect(bob.stage.get_by_text("is offline")).to_be_visible()
    early = bob.stage.get_by_role(
        "button", name=re.compile(r"You can become host in (1:00|0:\d\d)")
    )
    expect(early).to_be_disabled()
    ann.go(seating.path)
    expect(bob.button("Become host")).to_be_hidden()


def test_when_the_host_leaves_the_next_host_sets_up_the_rematch(visit: Visit, site: Site) -> None:
    seating = make_table(site, ["Ann", "Bob"], {"players": [{}, {}], "seat": 1})
    ann, bob = sit_all(visit, seating)
    ann.forgiven.append("401")  # her key becomes invalid before she leaves the page
    ann.press("More")
    ann.press("Leave game (a bot takes over)")
    ann.press("Leave game (a bot takes over)")
    expect(bob.stage.get_by_text("You’re now the host of this table.")).to_be_visible()

    bob.press("More")
    expect(bob.page.get_by_role("switch", name="Lock table")).to_be_visible()
    bob.press("Resign")
    bob.press("Resign")
    bob.stage.get_by_role("button", name="Rematch").click()
    expect(bob.page.get_by_text("seats is open.")).to_be_visible()
    expect(bob.page.get_by_role("switch", name="Lock table")).to_be_visible()


def test_nobody_can_join_a_locked_table_before_the_game(visit: Visit, site: Site) -> None:
    seating = make_table(site, ["Ann", "Bob"], seats=[{}, {}, {}], start=False)
    ann = visit()
    take_seats(ann, seating, 0)
    expect(
        ann.page.get_by_text("Not here yet", exact=True)
    ).to_be_visible()  # this is Bob, whose seat no browser holds
    expect(ann.page.get_by_text("seats is open.")).to_be_visible()
    expect(ann.page.get_by_text("You can start without them")).to_be_hidden()  # a seat is open
    lock = ann.page.get_by_role("switch", name="Lock table")
    lock.click()
    expect(lock).to_be_checked()
    guest = visit()
    guest.go(seating.path)
    expect(guest.page.get_by_text("The host locked this table")).to_be_visible()
    expect(guest.button("Join")).to_be_hidden()
    lock.click()
    expect(guest.button("Join")).to_be_visible()

    ann.forgiven.append(LINE_IS_CUT)
    ann.context.set_offline(True)
    lost = ann.page.get_by_text("Connection lost. Reconnecting…")
    expect(lost).to_be_visible()
    ann.context.set_offline(False)
    expect(lost).to_be_hidden()


def test_a_spectator_sees_everything_but_cannot_act(visit: Visit, site: Site) -> None:
    ann, bob = sit_all(visit, make_table(site, ["Ann", "Bob"], {"players": [{}, {}]}))
    ann.press("More")
    ann.press("Get spectator link")
    link = ann.page.get_by_label("Spectator link").input_value()
    ann.press_key("Escape")

    eve = visit()
    eve.page.goto(link)
    expect(eve.stage).to_be_visible()
    expect(eve.stage.get_by_role("button")).to_have_count(0)
    trade = eve.button("Trade")
    expect(trade).to_have_attribute("aria-disabled", "true")
    trade.hover()
    menu = eve.page.get_by_role("navigation", name="Menu")
    expect(menu.get_by_text("You’re watching this game.")).to_be_visible()
    expect(eve.stage.get_by_text("You’re watching this game.")).to_be_visible()
    expect(ann.page.get_by_text("1 watching")).to_be_visible()
    eve.press("Chat")
    expect(eve.page.get_by_text("Spectators can read the chat but can’t post.")).to_be_visible()
    answer(ann)
    agree(ann, bob, eve)


def test_chat_and_reactions_are_delivered(visit: Visit, site: Site) -> None:
    ann, bob = sit_all(visit, make_table(site, ["Ann", "Bob"], {"players": [{}, {}]}))
    ann.press("Chat")
    ann.page.get_by_label("Write a message").fill("<b>Good luck!</b>")
    ann.press("Send")
    expect(bob.button("Chat")).to_contain_text("1 new")
    bob.reload()
    expect(bob.button("Chat")).to_contain_text("1 new")  # the message has not been read yet
    bob.press("Chat")
    expect(bob.page.locator(".lines").get_by_text("<b>Good luck!</b>")).to_be_visible()
    bob.press("Celebration")
    bubble = card(ann, "Bob").locator(".reaction svg")
    expect(bubble).to_have_attribute("aria-label", "Celebration")

    bob.page.set_viewport_size({"width": 320, "height": 640})
    ann.page.get_by_label("Write a message").fill("Are you on your phone?")
    ann.press("Send")
    expect(bob.button("Chat")).to_contain_text("1 new")
    ann.press("Applause")
    floating = bob.page.locator(".floating .bubble svg")
    expect(floating).to_have_attribute("aria-label", "Applause")
    bob.press("Chat")
    expect(bob.page.locator("dialog .lines").get_by_text("Are you on your phone?")).to_be_visible()
    bob.press_key("Escape")
    expect(bob.button("Chat")).not_to_contain_text("new")

    bob.go("/")
    ann.page.get_by_label("Write a message").fill("Still there?")
    ann.press("Send")
    expect(ann.page.locator(".lines").get_by_text("Still there?")).to_be_visible()
    bob.page.go_back()
    expect(bob.button("Chat")).to_contain_text("1 new")  # a message was sent while he was away
    bob.press("Chat")
    expect(bob.page.locator("dialog .lines").get_by_text("Still there?")).to_be_visible()
    with bob.page.expect_response("**/chat"):
        bob.reload()
    expect(bob.button("Chat")).not_to_contain_text("new")

    card(bob, "Ann").click()
    bob.page.get_by_role("switch", name="Mute").click()
    bob.press_key("Escape")
    ann.page.get_by_label("Write a message").fill("Can you hear me?")
    ann.press("Send")
    expect(ann.page.locator(".lines").get_by_text("Can you hear me?")).to_be_visible()
    agree(ann, bob)
    expect(bob.page.get_by_text("Can you hear me?")).to_be_hidden()
    with bob.page.expect_response("**/chat"):
        bob.reload()
    expect(card(bob, "Ann")).to_contain_text("muted")
    expect(bob.button("Chat")).not_to_contain_text("new")

    bob.go("/")  # he leaves the table's page
    expect(card(ann, "Bob")).to_contain_text("offline")
    said = ann.page.locator("[aria-live=polite]")
    expect(said.get_by_text("Bob lost their connection.")).to_have_count(1)


def test_two_people_can_share_one_screen(visit: Visit) -> None:
    both = visit()
    both.go("/new")
    both.page.get_by_label("Your name").fill("Ann")
    both.press("Remove a seat")
    both.press("Remove a seat")
    both.page.get_by_label("Seat 2", exact=True).select_option("here")
    both.page.get_by_label("Name of player 2").fill("Bob")
    both.press("Start game")
    expect(both.stage).to_be_visible()
    asked = set()
    for _ in range(12):
        agree(both)
        waiting = view_of(both)["waiting_for"]
        name = ["Ann", "Bob"][waiting[0]]
        expect(both.stage.locator("header")).to_contain_text(name)
        expect(both.page).to_have_title("Your turn · PassGo")
        asked.add(name)
        answer(both)
    assert asked == {"Ann", "Bob"}
