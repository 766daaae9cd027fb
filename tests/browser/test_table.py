"""The contents of a table, some of them checked in screenshots, and the host's controls."""

from __future__ import annotations

import base64
import re
from typing import Any, Final

from playwright.sync_api import APIResponse, Locator, Route, expect

from tests.browser.kit import Site, Visitor, wait_until
from tests.browser.moments import MOMENTS, RICH, at_pass, properties
from tests.browser.seating import Visit, card, make_table, sit_all, take_seats, view_of

DRAWN: Final = """async (png) => {
  const bytes = Uint8Array.from(atob(png), (one) => one.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const paper = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d", {
    willReadFrequently: true,
  });
  const rgbOf = (color) => {
    paper.fillStyle = color;
    paper.fillRect(0, 0, 1, 1);
    return paper.getImageData(0, 0, 1, 1).data;
  };
  const probe = document.body.appendChild(document.createElement("i"));
  const colors = ["seat-0", "seat-1"].map((name) => {
    probe.style.color = `var(--${name})`;
    const rgb = rgbOf(getComputedStyle(probe).color);
    return [name, (...seen) => seen.reduce((off, one, i) => off + Math.abs(one - rgb[i]), 0) < 24];
  });
  // Buildings are lit, so they have many shades of green and red.
  colors.push(["house", (r, g, b) => g > 80 && g - r > 50 && g - b > 25]);
  colors.push(["hotel", (r, g, b) => r > 130 && g < 90 && b < 100]);
  probe.remove();
  paper.drawImage(bitmap, 0, 0);

  /** The sizes of the patches of a color, largest first. */
  function patches({ left, top, width, height }, isColor) {
    const [x, y, w, h] = [left, top, width, height].map((one) => Math.round(one * devicePixelRatio));
    const { data } = paper.getImageData(x, y, w, h);
    const has = (at) => isColor(data[4 * at], data[4 * at + 1], data[4 * at + 2]);
    const rest = new Set(Array.from({ length: w * h }, (_, at) => at).filter(has));
    const sizes = [];
    for (const start of rest) {
      const queue = [start];
      rest.delete(start);
      for (const at of queue)
        for (const next of [at - 1, at + 1, at - w, at + w])
          if (rest.delete(next)) queue.push(next);
      sizes.push(queue.length);
    }
    return sizes.sort((a, b) => b - a);
  }

  /** The text in an element that is actually visible. */
  function texts(space) {
    const found = [];
    const walker = document.createTreeWalker(space, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      const on = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      const seen = node.parentElement.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      const clipped = node.parentElement.getBoundingClientRect().width < 2;
      if (seen && !clipped && box.width > 4 && box.height > 4 && space.contains(on))
        found.push(node.textContent.trim().replaceAll("\u00ad", ""));
    }
    return found.filter(Boolean);
  }

  return [...document.querySelectorAll("[data-space]")].map((space) => ({
    texts: texts(space),
    houses: [...space.querySelectorAll(".house")].filter((one) => one.checkVisibility()).length,
    ...Object.fromEntries(
      colors.map(([name, isColor]) => [name, patches(space.getBoundingClientRect(), isColor)])),
  }));
}"""
"""Finds the visible text on each space, and the sizes in pixels of the space's patches of each color."""
ANNS: Final = {37, 39, 5, 12, 21, 15}
BOBS: Final = {16, 18, 19, 1, 6, 25, 28}
STOOD_ON: Final = {0, 24}
"""Spaces with tokens on them; tokens are drawn in their seats' colors."""


def drawn(visitor: Visitor) -> list[dict[str, Any]]:
    """Return what is drawn on each space on the board."""
    visitor.page.mouse.move(1, 1)
    png = base64.b64encode(visitor.page.screenshot()).decode()
    spaces: list[dict[str, Any]] = visitor.page.evaluate(DRAWN, png)
    assert len(spaces) == 40
    return spaces


def test_the_board_shows_owners_houses_hotels_and_mortgages(visit: Visit, site: Site) -> None:
    seating = make_table(site, ["Ann", "Bob"], RICH)
    screen, phone = visit(), visit(390, 844, device_scale_factor=2)
    for visitor in (screen, phone):
        take_seats(visitor, seating, 0)
        expect(visitor.button("End turn")).to_be_visible()
        look_at_board(visitor)
        visitor.page.emulate_media(color_scheme="dark")
        look_at_board(visitor)


def look_at_board(visitor: Visitor) -> None:
    """Check every space in the RICH position."""
    for number, seen in enumerate(drawn(visitor)):
        for seat, own in enumerate((ANNS, BOBS)):
            if number not in STOOD_ON:
                marked = sum(seen[f"seat-{seat}"][:1]) > 30
                assert marked == (number in own), (number, seat, seen)
        if number in {37, 39}:
            assert seen["houses"] == 3, (number, seen)
            assert sum(seen["house"]) > 100, (number, seen)
        else:
            assert seen["houses"] == 0, (number, seen)
        hotel = sum(seen["hotel"]) > 30
        assert hotel or number not in {16, 18, 19}, (number, seen)
        down = any(text in {"mortgaged", "mtg"} for text in seen["texts"])
        assert down == (number == 15), (number, seen)


def texts_of(rows: Locator) -> list[str]:
    """Return the text of each row on one line."""
    return [" ".join(text.replace("◂", "").split()) for text in rows.all_inner_texts()]


def test_deeds_bills_and_the_banks_stock_are_shown_as_numbers(visit: Visit, site: Site) -> None:
    ann = visit()
    take_seats(ann, make_table(site, ["Ann", "Bob"], RICH), 0)
    sheet = ann.page.get_by_role("dialog")
    for space, now, mortgage in (
        (39, "with 3 houses now $1,400", 200),
        (18, "with a hotel now $950", 90),
        (1, "Rent now $2", 30),
        (5, "2 railroads now $50", 100),
        (12, "1 utility now 4 × dice", 75),
        (15, "", 100),
    ):
        ann.page.locator(f"[data-space='{space}']").click()
        expect(sheet).to_contain_text(re.compile(rf"Mortgage value\s*\${mortgage}\b"))
        rows = texts_of(sheet.get_by_role("row").filter(has_text="now"))
        assert rows == ([now] if now else [])
        expect(sheet.get_by_text("Mortgaged: no rent")).to_have_count(0 if now else 1)
        close(ann)

    card(ann, "Ann").click()
    bills = sheet.get_by_role("listitem").filter(has_text=re.compile(r"× \d"))
    expect(bills).to_have_count(4)
    assert texts_of(bills) == ["$500 × 1", "$100 × 2", "$20 × 2", "$1 × 2"]
    deeds = texts_of(sheet.get_by_role("listitem").filter(has=ann.page.get_by_role("button")))
    assert {
        "Boardwalk 3 houses rent $1,400",
        "Electric Company rent 4 × dice",
        "Pennsylvania Railroad mortgaged",
    } <= set(deeds)
    close(ann)
    expect(open_more(ann)).to_contain_text("26 of 32 houses left")
    expect(sheet).to_contain_text("9 of 12 hotels left")


def test_a_debt_shows_the_missing_amount_and_a_disabled_answer_shows_its_rule(
    visit: Visit, site: Site
) -> None:
    ann = visit()
    take_seats(ann, make_table(site, ["Ann", "Bob"], MOMENTS["DebtDue"].position), 0)
    debt = {"You owe": 200, "Cash": 20, "Short by": 180, "Most you can pay": 395}
    for words, amount in debt.items():
        expect(ann.stage).to_contain_text(re.compile(rf"{words}\s*\${amount}\b"))

    short = at_pass(
        {"entry": "BuyOrAuction", "seat": 0, "space": 39},
        ann={"space": 39, "cash": 100},
        properties=properties(0, 5, 15, 25, 35),
    )
    take_seats(ann, make_table(site, ["Ann", "Bob"], short), 0)
    ann.press("Raise cash")
    expect(
        ann.page.get_by_role("dialog").get_by_role("button", name="Mortgage").first
    ).to_be_visible()
    close(ann)

    poor = {
        "players": [{"space": 10, "jail": 1, "cash": 20}, {}],
        "agenda": [{"entry": "ToRoll", "seat": 0}],
    }
    for position, button, told in (
        (poor, "Pay $50", re.compile(r"\$50.*\$20.* § ")),
        ({**MOMENTS["Rent"].position, "rents": []}, "Roll", re.compile("Bob.* § ")),
    ):
        take_seats(ann, make_table(site, ["Ann", "Bob"], position, clock={"bank": 600}), 0)
        gone = ann.stage.get_by_text("Hand Bob’s turn to a bot")  # this appears above the answers
        expect(gone).to_have_count(int(button == "Roll"))
        grayed = ann.stage.get_by_role("button", name=button)
        expect(grayed).to_be_disabled()
        grayed.hover(force=True)
        expect(grayed).to_have_accessible_description(told)
        reason = ann.page.get_by_role("status").filter(has_text="§")
        expect(reason).to_be_in_viewport(ratio=1)
        ann.page.mouse.move(1, 1)
        expect(ann.stage.get_by_role("timer")).to_contain_text(re.compile(r"10:00|9:[45]\d"))
    expect(card(ann, "Bob")).to_contain_text(re.compile("offline.*deciding.*Time left"))
    expect(card(ann, "Ann")).not_to_contain_text(re.compile("deciding|offline"))


def open_more(visitor: Visitor) -> Locator:
    """Open the sheet about the table."""
    visitor.press("More")
    sheet = visitor.page.get_by_role("dialog")
    expect(sheet.get_by_role("heading", name="Leave")).to_be_visible()
    return sheet


def close(visitor: Visitor) -> None:
    """Close the topmost sheet."""
    visitor.press_key("Escape")
    expect(visitor.page.get_by_role("dialog")).to_have_count(0)


def twice(sheet: Locator, name: str, question: str) -> None:
    """Press a button that asks for confirmation, and confirm."""
    sheet.get_by_role("button", name=name).click()
    expect(sheet.get_by_text(question)).to_be_visible()
    sheet.get_by_role("button", name=name).click()


def has_no_powers(visitor: Visitor, host: str, other: str) -> None:
    """Check that players other than the host do not see the host's controls."""
    sheet = open_more(visitor)
    expect(sheet).to_contain_text(f"{host} is the host.")
    for name in ("Lock table", "Chat and reactions"):
        expect(sheet.get_by_role("switch", name=name)).to_have_count(0)
    for name in ("Call time", "Delete table"):
        expect(sheet.get_by_role("button", name=name)).to_have_count(0)
    expect(sheet.get_by_role("combobox")).to_have_count(0)
    close(visitor)
    card(visitor, other).click()
    expect(sheet).to_contain_text("Cash in bills")
    for name in ("Make host", "Remove from game"):
        expect(sheet.get_by_role("button", name=name)).to_have_count(0)
    close(visitor)


def test_money_is_raised_only_for_the_debt_that_was_shown(visit: Visit, site: Site) -> None:
    owes = {"reason": "card", "cite": "10 MCS 100", "amount": 50}
    position = {
        "players": [{"cash": 20}, {}, {}],
        "last_roll": 7,
        "properties": properties(0, 5, 12),
        "agenda": [
            {"entry": "ToEndTurn", "seat": 0},
            {"entry": "DebtDue", "seat": 0, "creditor": 1, **owes},
        ],
        "debts": [{"debtor": 0, "creditor": 2, **owes}],
    }
    ann = visit()
    take_seats(ann, make_table(site, ["Ann", "Bob", "Cyd"], position), 0)
    expect(ann.stage).to_contain_text("Next, you owe Cyd $50.")
    ann.press("Raise $75")
    expect(ann.stage).to_contain_text("You owe Cyd $50")
    expect(ann.button(re.compile(r"^Raise \$\d"))).to_be_enabled()
    ann.settle()
    assert len([one for one in ann.sent("play") if one["action"]["action"] == "Mortgage"]) == 1
    assert sum(prop["mortgaged"] for prop in view_of(ann)["properties"]) == 1


def test_a_player_who_resigns_during_an_auction_sees_that_they_are_out(
    visit: Visit, site: Site
) -> None:
    auction = {"entry": "Auction", "space": 39, "bidders": [0, 1, 2], "bid": 10, "seat": 1}
    agenda = [{"entry": "ToEndTurn", "seat": 1}, auction]
    position = {"players": [{}, {"space": 39}, {}], "seat": 1, "last_roll": 7, "agenda": agenda}
    ann = visit()
    take_seats(ann, make_table(site, ["Ann", "Bob", "Cyd"], position), 0)
    sheet = open_more(ann)
    sheet.get_by_role("button", name="Resign").click()
    sure = sheet.get_by_role("group", name=re.compile("Resign and lose"))
    sure.get_by_role("button", name="Resign").click()
    expect(ann.stage).to_contain_text("You’re out, Ann")
    expect(ann.stage.get_by_role("heading", name="You resigned")).to_be_visible()
    expect(ann.stage.get_by_role("button", name=re.compile("Bid|Pass"))).to_have_count(0)


def test_the_hosts_controls_work_and_players_can_leave(visit: Visit, site: Site) -> None:
    players: list[dict[str, Any]] = [{"cash": 2000}, {}, {}]
    position = {"players": players, "rules": {"time_limit": True}}
    seating = make_table(site, ["Ann", "Bob", "Cyd"], position)
    path = f"/api/tables/{seating.table}"
    ann, bob, cyd = sit_all(visit, seating)
    has_no_powers(bob, "Ann", "Cyd")

    sheet = open_more(ann)
    chat = sheet.get_by_role("switch", name="Chat and reactions")
    expect(chat).to_be_checked()
    chat.click()
    expect(chat).not_to_be_checked()
    expect(sheet.get_by_role("switch", name="Lock table")).not_to_be_checked()
    bob.press("Chat")
    expect(bob.page.get_by_text("The host turned chat off.")).to_be_visible()
    expect(bob.page.get_by_label("Write a message")).to_have_count(0)
    chat.click()
    expect(bob.page.get_by_label("Write a message")).to_be_visible()
    sheet.get_by_label("Bot speed").select_option(value="0.8")
    close(ann)

    card(ann, "Bob").click()
    twice(sheet, "Make host", "Make Bob the host?")
    expect(bob.stage.get_by_text("You’re now the host of this table.")).to_be_visible()
    close(ann)
    told = site.ask("GET", path)
    assert told["host"] == [1]
    assert told["settings"]["pace"] == 0.8
    assert [(seat["kind"], seat["name"]) for seat in told["seats"]] == [
        ("person", "Ann"),
        ("person", "Bob"),
        ("person", "Cyd"),
    ]
    has_no_powers(ann, "Bob", "Cyd")
    expect(ann.button("Roll")).to_be_visible()

    held: list[tuple[Route, APIResponse]] = []
    cyd.page.route(re.compile("/seats/2$"), lambda route: held.append((route, route.fetch())))
    twice(open_more(cyd), "Leave game (a bot takes over)", "A bot will take over everything")
    wait_until(cyd.page, lambda: held and cyd.sockets[-1].is_closed())
    route, answer = held[0]
    route.fulfill(response=answer)  # long after the socket has closed
    expect(cyd.button("Play", exact=True)).to_be_visible()
    expect(cyd.page.get_by_role("heading", name="Continue", exact=True)).to_have_count(0)
    expect(card(bob, "left the game")).to_be_visible()
    kinds = [seat["kind"] for seat in site.ask("GET", path)["seats"]]
    assert kinds == ["person", "person", "free"]

    sheet = open_more(bob)
    sheet.get_by_role("button", name="Delete table").click()
    sheet.get_by_role("button", name="No, go back").click()
    assert site.ask("GET", path)["status"] == "playing"
    expect(ann.page.get_by_text(re.compile(r"Game ends in (59|60):\d\d")).first).to_be_visible()
    for visitor in (ann, bob):
        visitor.forgiven.append("404|WebSocket")
    twice(sheet, "Delete table", "You can’t undo this.")
    expect(bob.button("Play", exact=True)).to_be_visible()
    expect(ann.stage.get_by_text("This table is gone")).to_be_visible()
    assert site.server.ask("GET", path).status == 404
