"""A bot in plain Python that plays on a server.

    python examples/socket_bot.py http://127.0.0.1:8000                     create a table with two bots
    python examples/socket_bot.py http://127.0.0.1:8000/api/tables/NAME     join that table

The bot relies only on the protocol (docs/protocol.md) and contains no game rules. It buys a property if
that leaves at least $200, builds evenly, bids up to the printed price and never trades. If the connection
breaks, it reconnects, catches up on missed messages and repeats an unanswered request with the same
id, so that nothing is done twice.
"""

from __future__ import annotations

import argparse
import json
import secrets
import time
import urllib.request
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

KEEP = 200
PATIENCE = 60  # seconds without a connection before the bot gives up
PRICES = {
    1: 60, 3: 60, 5: 200, 6: 100, 8: 100, 9: 120, 11: 140, 12: 150, 13: 140, 14: 160, 15: 200, 16: 180,
    18: 180, 19: 200, 21: 220, 23: 220, 24: 240, 25: 200, 26: 260, 27: 260, 28: 150, 29: 280, 31: 300,
    32: 300, 34: 320, 35: 200, 37: 350, 39: 400,
}  # fmt: skip

Json = dict[str, Any]


class Bot:
    """One seat at one table."""

    def __init__(self, server: str, table: str, key: str, seat: int) -> None:
        self.url = server.replace("http", "ws", 1) + "/api/socket"
        self.hello = {"type": "hello", "table": table, "keys": [key], "protocol": 2}
        self.seat = seat
        self.seq: int | None = None  # the seq of the last message received
        self.view: Json = {}
        self.options: Json = {}
        self.refused: list[Json] = []
        self.asked: Json | None = None  # the request that has not been answered yet
        self.name = secrets.token_hex(4)  # so that a second run never reuses an id from the first
        self.count = 0

    def play(self) -> Json:
        """Play until the game is over; return the last view."""
        until = time.monotonic() + PATIENCE
        while not self.view.get("over"):
            try:
                with connect(self.url, compression=None) as self.socket:
                    self.send(self.hello | {"since": self.seq})
                    while not self.view.get("over"):
                        self.on_event(json.loads(self.socket.recv()))
                        until = time.monotonic() + PATIENCE
            except (OSError, ConnectionClosed, InvalidHandshake) as error:
                if time.monotonic() > until:
                    raise SystemExit(f"No connection for {PATIENCE} s: {error}") from None
                time.sleep(0.2)
        return self.view

    def send(self, message: Json) -> None:
        self.socket.send(json.dumps(message))

    def on_event(self, message: Json) -> None:
        """Handle a message from the server and act on it."""
        kind = message["type"]
        if kind in ("accepted", "refused", "error"):
            self.on_answer(message)
        elif kind == "options":
            self.options, self.refused = message, []
        elif kind in ("welcome", "table", "played"):
            if kind != "welcome" or "view" in message:  # otherwise the missed messages follow
                self.seq = message["seq"]
            self.view = message.get("view", self.view) or {}
            for path, value in message.get("changes", []):
                put(self.view, path, value)
        if kind == "welcome" and self.asked:
            self.send(self.asked)  # the request or its answer was lost
        elif self.asked is None and self.view and self.options.get("seq") == self.seq:
            self.act()

    def on_answer(self, answer: Json) -> None:
        """Handle the answer to the pending request; there is only one at a time."""
        code = answer.get("code")  # only errors have a code
        if code in ("request.rate", "table.busy", "store.away"):
            time.sleep(0.5)
            if self.asked:
                self.send(self.asked)
            return
        if code not in (None, "stale"):
            raise SystemExit(f"{code}: {answer['sentence']}")
        if answer["type"] == "refused" and self.asked:
            self.refused.append(self.asked["action"])
        if self.options.get("seq", 0) < answer["seq"]:
            self.options = {}  # newer options will follow
        self.asked = None

    def act(self) -> None:
        action = choose(self.view, self.seat, self.options["options"])
        if action is not None and action not in self.refused:
            self.count += 1
            number = f"{self.name}-{self.count}"
            self.asked = {"type": "play", "id": number, "action": action}
            self.asked["decision"] = self.options["decision"]
            self.send(self.asked)


def put(view: Any, path: list[str | int], value: Any) -> None:
    """Set the value at a path in the view."""
    for step in path[:-1]:
        view = view[step]
    view[path[-1]] = value


def choose(view: Json, seat: int, options: list[Json]) -> Json | None:
    """Choose an action; return None to wait."""
    may = {option["action"]: option for option in options}
    spare = view["players"][seat]["cash"] - KEEP
    if "DeclineTrade" in may:
        return first(may["DeclineTrade"])
    if "AlwaysAskForRent" in may and may["AlwaysAskForRent"]["choices"]["on"]["values"] == [True]:
        return first(may["AlwaysAskForRent"])  # ask for all rent from now on
    if seat not in view["waiting_for"]:
        return None
    if "Roll" in may and "Build" in may:
        space = may["Build"]["choices"]["space"]
        houses = {prop["space"]: prop["houses"] for prop in view["properties"]}
        costs = dict(zip(space["values"], space["costs"], strict=True))
        ways = [(houses[to], to) for to, cost in costs.items() if cost <= spare]
        if ways:
            return {"action": "Build", "seat": seat, "space": min(ways)[1]}
    price = PRICES.get(view["agenda"][-1].get("space"), 0)
    if "Buy" in may and price <= spare:
        return first(may["Buy"])
    if "Bid" in may and may["Bid"]["choices"]["amount"]["low"] <= min(spare, price):
        return first(may["Bid"])
    answers = [option["action"] for option in options if option.get("answers")]
    for name in ("Decline", "PassBid", "Roll", *answers, "SellBuilding", "Mortgage"):
        if name in may:
            return first(may[name])
    return None


def first(option: Json) -> Json:
    """Turn an option into an action, with the first or lowest value (or an empty list) in each field."""
    action = {"action": option["action"], "seat": option["seat"]}
    for name, choice in option["choices"].items():
        several = choice.get("many")
        action[name] = [] if several else choice["low"] if "low" in choice else choice["values"][0]
    return action


def ask(url: str, data: Json, key: str = "") -> Any:
    """Send an HTTP request to the server and return its answer."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {key}"}
    request = urllib.request.Request(url, json.dumps(data).encode(), headers)
    with urllib.request.urlopen(request, timeout=30) as reply:
        return json.load(reply)


def main() -> None:
    parser = argparse.ArgumentParser(description="A bot that plays on a PassGo server.")
    parser.add_argument("url", help="URL of the server or of a table (…/api/tables/NAME)")
    parser.add_argument(
        "--name", default=f"Socket {secrets.token_hex(2)}", help="name of the bot (default: random)"
    )
    parser.add_argument(
        "--rounds", type=int, default=50, help="round limit for a new table (default: 50)"
    )
    asked = parser.parse_args()
    server, _, table = asked.url.rstrip("/").partition("/api/tables/")
    host = ""
    if not table:
        seats = [{}, {"bot": "simple"}, {"bot": "simple"}]
        demands = {"rules": {"round_limit": asked.rounds}, "seats": seats}
        made = ask(f"{server}/api/tables", demands)
        table, host = made["table"], made["key"]
    at = f"{server}/api/tables/{table}"
    joined = ask(f"{at}/seats", {"name": asked.name}, host)
    print(f"{asked.name} has seat {joined['seat']} at {at}", flush=True)
    if host:
        ask(f"{at}/start", {}, host)
    last = Bot(server, table, joined["key"], joined["seat"]).play()
    print(f"The game is over. Winners: {last['winners']}", flush=True)


if __name__ == "__main__":
    main()
