"""Tables set up directly on the server, and a check that all browsers show the same information."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from playwright.sync_api import Locator, expect

from tests.browser.kit import Site, Visitor, wait_until

Position: TypeAlias = dict[str, Any]
Visit: TypeAlias = Callable[..., Visitor]

SHOWN: Final = """() => ({
  players: [...document.querySelectorAll("section.players .card")].map((card) => {
    const cash = card.querySelector(".cash").cloneNode(true);
    cash.querySelector(".change")?.remove();
    return {
      name: card.querySelector(".name").textContent.trim(),
      cash: cash.textContent.trim(),
      turn: card.classList.contains("turn"),
      owned: card.querySelector(".owned")?.textContent.trim() ?? "",
    };
  }),
  spaces: [...document.querySelectorAll("[data-space] > .unseen")].map((one) => one.textContent),
})"""
"""Reads the information that every browser shows: players' cash, turn and deeds, and all the spaces."""
HOLD: Final = """{
  const held = HELD;
  const all = JSON.parse(localStorage.getItem("passgo.tables") ?? "[]");
  if (!all.some(({ table }) => table === held.table))
    localStorage.setItem("passgo.tables", JSON.stringify([held, ...all]));
}"""
"""Runs before a page's scripts; saves a table's keys unless they are already saved."""
BY_HAND: Final = """{
  const kept = JSON.parse(localStorage.getItem("passgo.settings") ?? "{}");
  localStorage.setItem("passgo.settings", JSON.stringify({ ...kept, askRent: false }));
}"""
"""Runs before a page's scripts; turns off the standing order for rent."""
HERE: Final = """() => JSON.parse(localStorage.getItem("passgo.tables"))
  .find(({ table }) => location.pathname === `/t/${table}`)"""


class Seating(NamedTuple):
    """A new table, with its host key and the seat keys in order."""

    table: str
    host: str
    keys: list[str]

    @property
    def path(self) -> str:
        """The link to the table."""
        return f"/t/{self.table}"


def make_table(
    site: Site,
    names: Sequence[str],
    position: Position | None = None,
    *,
    bots: Sequence[str] = (),
    settings: Mapping[str, object] = {},
    start: bool = True,
    **more: object,
) -> Seating:
    """Create a table: first the people, starting with the host, and then the bots."""
    seats: list[dict[str, str]] = [{} for _ in names] + [{"bot": bot} for bot in bots]
    begin = {"position": position} if position is not None else {}
    more = {"seats": seats, "settings": {"pace": 0, **settings}, **begin, **more}
    made = site.ask("POST", "/api/tables", more)
    path = f"/api/tables/{made['table']}"
    keys = []
    for seat, name in enumerate(names):  # the first player joins as the host, as on the page
        body = {"name": name, "seat": seat}
        sat = site.ask("POST", f"{path}/seats", body, key="" if seat else made["key"])
        keys.append(sat["key"])
    if start:
        site.ask("POST", f"{path}/start", key=made["key"])
    return Seating(made["table"], made["key"], keys)


def take_seats(
    visitor: Visitor, seating: Seating, *seats: int, query: str = "", settle: bool = True
) -> None:
    """Give a browser the keys to some seats, and open the table."""
    keys = [seating.keys[seat] for seat in seats]
    held = {"table": seating.table, "keys": keys, "at": 0}
    if 0 in seats:
        held["host"] = seating.host
    visitor.context.add_init_script(HOLD.replace("HELD", json.dumps(held)))
    visitor.go(seating.path + query, settle=settle)


def ask_by_hand(visitor: Visitor) -> None:
    """Stop a browser from giving the standing order for rent automatically."""
    visitor.context.add_init_script(BY_HAND)


def sit_all(visit: Visit, seating: Seating, **options: object) -> list[Visitor]:
    """Return a browser for each person; the host's is first in the list and connects last."""
    visitors = [visit(**options) for _ in seating.keys]
    for seat, visitor in reversed([*enumerate(visitors)]):
        take_seats(visitor, seating, seat)
        expect(visitor.stage).to_be_visible()
    return visitors


def card(visitor: Visitor, name: str) -> Locator:
    """Return a player's card next to the board."""
    return visitor.page.locator("section.players .card", has_text=name)


def agree(*visitors: Visitor) -> dict[str, Any]:
    """Wait until all browsers show the same information and it matches the server's; return it."""

    def what_all_show() -> dict[str, Any] | None:
        shown: list[dict[str, Any]] = [visitor.page.evaluate(SHOWN) for visitor in visitors]
        same = all(one == shown[0] for one in shown) and is_true(visitors[0], shown[0])
        return shown[0] if same else None

    found = wait_until(visitors[0].page, what_all_show)
    assert found is not None
    return found


def view_of(visitor: Visitor) -> dict[str, Any]:
    """Return the server's view of the game that a browser shows."""
    held = visitor.page.evaluate(HERE)
    told = visitor.site.ask("GET", f"/api/tables/{held['table']}/view", key=held["keys"][0])
    view: dict[str, Any] = told["view"]
    return view


def is_true(visitor: Visitor, shown: dict[str, Any]) -> bool:
    """Return whether the cash, turn and owners shown match those on the server."""
    game = view_of(visitor)
    for seat, (player, told) in enumerate(zip(shown["players"], game["players"], strict=True)):
        if player["turn"] != (seat == game["seat"] and not game["over"]):
            return False
        if not told["out"] and player["cash"] != f"${told['cash']:,}":
            return False
    owners = {prop["space"]: shown["players"][prop["owner"]]["name"] for prop in game["properties"]}
    for space, label in enumerate(shown["spaces"]):
        owner = owners.get(space)
        if ("owned by" in label) != (owner is not None):
            return False
        if owner is not None and f"owned by {owner}" not in label:
            return False
    return True


def cash_of(shown: Mapping[str, Any], name: str) -> str:
    """Return the cash that is shown for a player."""
    found = [player["cash"] for player in shown["players"] if player["name"] == name]
    assert len(found) == 1, shown
    return str(found[0])
