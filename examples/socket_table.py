"""A game over a socket, with one table and one line of JSON for every message in either direction.

    python examples/socket_table.py --players 3 --seed 7     open a table on 127.0.0.1:7414
    python examples/socket_table.py --client                 take a seat there and play
    python examples/socket_table.py --measure                measure the size and cost of a move

    table → seat  {"seat": 0, "board": {…}}                        once, when the seat is taken
                  {"moves": 12, "decision": 11, "events": […],     after every move: what happened,
                   "view": {…}, "digest": "…",                     what the seat sees now,
                   "options": […], "default": {…} or null}         its options and the safe answer
                  {"id": 5, "done": 12}                            your action was carried out
                  {"id": 5, "refusal": "build.uneven", "cite": "…", "values": {…}, "say": "…"}
                  {"id": 5, "stale": 11}                           your action answered a past decision
                  {"id": 5, "error": "…"}                          not a valid action for your seat
    seat → table  {"id": 5, "decision": 11, "do": {"action": "Bid", "seat": 0, "amount": 20}}

``passgo.codec`` converts actions, events, refusals, options and views. An action that still applies is
carried out, even if another bid arrived first or it is another player's turn. An answer to a past decision is
not carried out, even if the table is now waiting for the same kind of decision. If an ``id`` is repeated, the
first answer is sent again. The table gives the safe answers for a seat whose socket has closed.

The client below works with JSON alone and does not use ``passgo``.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeAlias

from passgo import Action, Event, Game, Refused, Seeded, rule_set, say
from passgo.codec import (
    CodecError,
    action_from_data,
    action_to_data,
    event_to_data,
    from_json,
    option_to_data,
    refusal_to_data,
    view_changes,
    view_to_data,
)

Json: TypeAlias = dict[str, Any]
Send: TypeAlias = Callable[[Json], None]

PORT: Final = 7414
LONGEST_LINE: Final = 8192
ANSWERS: Final = {
    "Roll", "EndTurn", "PayFine", "UseCard", "Buy", "Decline", "Bid", "PassBid", "ChooseTax",
    "StateDemand", "BidForBuilding", "InheritDeed", "GoBankrupt",
}  # fmt: skip
"""The actions that answer a decision; the engine has no function that lists them."""


# -- the table, which owns the game and does not depend on sockets ---------------------------------


class Chair:
    """A seat at the table, with a function that sends it messages and the last answer sent."""

    def __init__(self) -> None:
        self.send: Send | None = None
        self.answered: Json = {"id": None}


class Table:
    """A game and its seats."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.chairs = [Chair() for _ in game.state.players]
        self.words = say.Words.load()
        names = [f"Seat {seat}" for seat in range(len(self.chairs))]
        self.lexicon = say.Lexicon(names, game.state.board)
        self.begun = False
        self.empty = asyncio.Event()

    def take(self, send: Send) -> int | None:
        """Assign a seat, or return None if none is free; start the game when all are taken."""
        for seat, chair in enumerate(self.chairs):
            if chair.send is None and not self.begun:
                chair.send = send
                send({"seat": seat, "board": self.game.state.board.to_data()})
                if all(chair.send for chair in self.chairs):
                    self.begun = True
                    self.broadcast([])
                return seat
        return None

    def leave(self, seat: int) -> None:
        """Give the safe answers for a seat whose socket has closed."""
        self.chairs[seat].send = None
        if not any(chair.send for chair in self.chairs):
            self.empty.set()
        elif self.begun:
            self.answer_for_the_absent()

    def on_event(self, seat: int, message: object) -> Json:
        """Carry out a message's action once, if it still applies, and return the answer."""
        chair = self.chairs[seat]
        number = message.get("id") if isinstance(message, dict) else None
        if not isinstance(message, dict) or not isinstance(number, int):
            return {"id": None, "error": "A message must be an object with a number as its id."}
        if number != chair.answered["id"]:
            chair.answered = {"id": number, **self.answer(seat, message)}
        return chair.answered

    def answer(self, seat: int, message: Mapping[str, object]) -> Json:
        """Carry out a message's action if it still applies, and return the outcome."""
        state = self.game.state
        if not self.begun:
            return {"error": "Not all seats are taken yet."}
        try:
            action = action_from_data(message.get("do"))
        except CodecError as error:
            return {"error": str(error)}
        if action.seat != seat:
            return {"error": f"You have seat {seat}, not {action.seat}."}
        if type(action).__name__ in ANSWERS and message.get("decision") != state.decision_number:
            return {"stale": int(state.decision_number)}
        try:
            self.play(action)
        except Refused as refused:
            sentence = say.say_refusal(refused.refusal, self.words, self.lexicon)
            return {**refusal_to_data(refused.refusal), "say": sentence}
        done = int(state.moves)
        self.answer_for_the_absent()
        return {"done": done}

    def play(self, action: Action) -> None:
        """Play an action and broadcast the result."""
        self.broadcast(self.game.play(action))

    def answer_for_the_absent(self) -> None:
        """Give the safe answer for every disconnected seat that has a decision to make."""
        while True:
            absent = [seat for seat in self.game.waiting_for if self.chairs[seat].send is None]
            if not absent:
                return
            self.play(self.game.default(absent[0]))

    def broadcast(self, events: Sequence[Event]) -> None:
        """Send every seat the events, its view and its options."""
        state = self.game.state
        told = [event_to_data(event) for event in events]
        digest = self.game.view(0).digest()
        for seat, chair in enumerate(self.chairs):
            if chair.send is None:
                continue
            waited = state.waits_for(seat)
            chair.send(
                {
                    "moves": int(state.moves),
                    "decision": int(state.decision_number),
                    "events": told,
                    "view": view_to_data(state, seat),
                    "digest": digest,
                    "options": [option_to_data(option) for option in self.game.options(seat)],
                    "default": action_to_data(self.game.default(seat)) if waited else None,
                }
            )


async def serve(table: Table, port: int = 0) -> asyncio.Server:
    """Accept connections from this machine."""

    async def sit(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        def send(message: Json) -> None:
            writer.write(json.dumps(message, separators=(",", ":")).encode() + b"\n")

        seat = table.take(send)
        try:
            if seat is None:
                send({"id": None, "error": "All seats are taken."})
                return
            while line := await reader.readline():
                try:
                    message = from_json(line.strip())
                except CodecError as error:
                    send({"id": None, "error": str(error)})
                    continue
                send(table.on_event(seat, message))
                await writer.drain()
        except (ConnectionError, ValueError):  # a line that is too long raises ValueError
            pass
        finally:
            if seat is not None:
                table.leave(seat)
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    return await asyncio.start_server(sit, "127.0.0.1", port, limit=LONGEST_LINE)


# -- the client: a socket, JSON and simple habits, but no rules ------------------------------------

RESERVE: Final = 150


async def play(port: int, watch: Callable[[Json], None] = lambda message: None) -> Json:
    """Take a seat and play until the game is over; return the last view."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
    board: Json = {}
    now: Json = {}
    seen = -1  # the last move that the client reacted to
    pending: Json | None = None
    number = 0
    while line := await reader.readline():
        message: Json = json.loads(line)
        watch(message)
        refused = False
        if "seat" in message:
            board = message["board"]
        elif "view" in message:
            now = message
        elif pending is not None and message["id"] == pending["id"]:
            refused = "done" not in message
            pending = None
        if now and now["view"]["over"]:
            break
        if not now or pending is not None:
            continue
        action: Json | None = None
        if now["moves"] > seen:
            action = choose(board, now["view"], now["options"], now["default"])
        elif refused:
            action = now["default"]  # nothing has changed, so give the safe answer
        seen = now["moves"]
        if action is not None:
            number += 1
            pending = {"id": number, "decision": now["decision"], "do": action}
            writer.write(json.dumps(pending).encode() + b"\n")
            await writer.drain()
    writer.close()
    return dict(now["view"]) if now else {}


def choose(board: Json, view: Json, options: Sequence[Json], default: Json | None) -> Json | None:
    """Choose a habitual action or the safe answer; return None to do nothing."""
    seat: int = view["you"]
    spare: int = view["players"][seat]["cash"] - RESERVE
    found: Json | None = None
    for option in options:
        if found is None:
            found = at_any_time(board, view, option, spare)
    if found is not None or default is None:
        return found
    for option in options:
        if found is None:
            found = when_asked(board, view, option, spare)
    return default if found is None else found


def at_any_time(board: Json, view: Json, option: Json, spare: int) -> Json | None:
    """Ask for rent, build while there is cash, and answer offers."""
    choices = option["choices"]
    match option["action"]:
        case "AlwaysAskForRent" if choices["on"]["values"] == [True]:
            return filled(option, on=True)
        case "Build":
            cost = {
                space: board["spaces"][space]["house_cost"] for space in choices["space"]["values"]
            }
            affordable = [space for space in cost if cost[space] <= spare]
            return filled(option, space=affordable[-1]) if affordable else None
        case "AcceptTrade":
            offer = next(
                one for one in view["offers"] if one["number"] == choices["offer"]["values"][0]
            )
            gain = offer["give_cash"] + prices(board, offer["give_deeds"])
            loss = offer["get_cash"] + prices(board, offer["get_deeds"])
            if gain * 10 >= loss * 11 and offer["get_cash"] <= spare:
                return filled(option, offer=offer["number"], unmortgage=[])
            return None
        case "DeclineTrade":
            return filled(option, offer=choices["offer"]["values"][0])
    return None


def when_asked(board: Json, view: Json, option: Json, spare: int) -> Json | None:
    """Answer the current decision."""
    choices = option["choices"]
    match option["action"]:
        case "Buy":
            return filled(option)
        case "UseCard":
            return filled(option, card=choices["card"]["values"][0])
        case "PayFine" if spare >= 0:
            return filled(option)
        case "Bid":
            price = board["spaces"][view["agenda"][-1]["space"]]["price"]
            amount = min(price, spare, choices["amount"]["low"] + price // 10)
            return filled(option, amount=amount) if amount >= choices["amount"]["low"] else None
        case "BidForBuilding":
            low, space = choices["amount"]["low"], choices["space"]["values"][0]
            return filled(option, amount=low, space=space) if low <= spare else None
        case "StateDemand":
            most = choices["count"]["high"]
            return filled(
                option, count=max(0, most * spare // (spare + RESERVE)) if spare > 0 else 0
            )
        case "ChooseTax":
            own = [prop["space"] for prop in view["properties"] if prop["owner"] == view["you"]]
            worth = spare + RESERVE + prices(board, own)
            rules = view["rules"]
            share = worth * rules["income_tax_percent"] < rules["income_tax_flat"] * 100
            return filled(option, share=share)
    return None


def filled(option: Json, **fields: object) -> Json:
    """Turn an option into an action."""
    return {"action": option["action"], "seat": option["seat"], **fields}


def prices(board: Json, spaces: Sequence[int]) -> int:
    """Add up the printed prices of deeds."""
    return sum(board["spaces"][space]["price"] for space in spaces)


# -- the size and cost of a move -------------------------------------------------------------------


class Scales:
    """Totals of bytes and microseconds, by name."""

    def __init__(self) -> None:
        self.moves = 0
        self.total: dict[str, float] = {}

    def weigh(self, name: str, data: object) -> None:
        """Add the size of data encoded as JSON."""
        self.add(f"{name}: bytes", len(json.dumps(data, separators=(",", ":"))))

    def clock(self, name: str, work: Callable[..., object], *given: object) -> None:
        """Add the CPU time of a call."""
        start = time.process_time_ns()
        work(*given)
        self.add(f"{name}: µs", (time.process_time_ns() - start) / 1000)

    def add(self, name: str, figure: float) -> None:
        self.total[name] = self.total.get(name, 0) + figure


def weigh_game(game: Game, scales: Scales) -> None:
    """Play a game with a client in every seat, without sockets, and measure every move."""
    state = game.state
    table = Table(game)
    sent: list[list[Json]] = [[] for _ in table.chairs]
    for box in sent:
        table.take(box.append)
    board = sent[0][0]["board"]
    before = sent[0][-1]["view"]
    number = 0
    while not state.over:
        for seat, box in enumerate(sent):
            now = box[-1]
            action = choose(board, now["view"], now["options"], now["default"])
            number += 1
            message = {"id": number, "decision": now["decision"], "do": action}
            if action is None or "done" not in table.on_event(seat, message):
                continue
            scales.moves += 1
            now = sent[0][-1]
            scales.weigh("view", now["view"])
            scales.weigh("events", now["events"])
            scales.weigh("options", now["options"])
            scales.weigh("view_changes", view_changes(before, now["view"]))
            scales.clock("view_to_data", view_to_data, state, 0)
            scales.clock("view.digest", game.view(0).digest)
            scales.clock("options(seat)", game.options, 0)
            scales.clock("view_changes", view_changes, before, now["view"])
            before = now["view"]


def measure(games: int) -> dict[str, float]:
    """Return the average bytes and microseconds per seat and move."""
    scales = Scales()
    for seed in range(games):
        weigh_game(Game(3, Seeded(seed), rules=rule_set(round_limit=40)), scales)
    return {name: figure / scales.moves for name, figure in scales.total.items()}


# -- the command line ------------------------------------------------------------------------------


async def host(players: int, seed: int, rounds: int, port: int) -> None:
    """Open a table and keep it open until everyone has left."""
    table = Table(Game(players, Seeded(seed), rules=rule_set(round_limit=rounds)))
    server = await serve(table, port)
    print(f"Table for {players} players on port {port}.", flush=True)
    await table.empty.wait()
    server.close()
    state = table.game.state
    print(f"Stopped after {state.moves} moves. Winners: {[int(seat) for seat in state.winners]}.")


def main(words: list[str]) -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="A game of Monopoly over a socket.")
    parser.add_argument("--client", action="store_true", help="take a seat instead of hosting")
    parser.add_argument(
        "--measure", action="store_true", help="measure the size and cost of a move"
    )
    parser.add_argument("--port", type=int, default=PORT, help=f"port (default: {PORT})")
    parser.add_argument("--players", type=int, default=3, help="number of seats (default: 3)")
    parser.add_argument("--seed", type=int, default=1, help="random seed (default: 1)")
    parser.add_argument("--rounds", type=int, default=100, help="round limit (default: 100)")
    asked = parser.parse_args(words)
    if asked.measure:
        for name, figure in measure(10).items():
            print(f"{name:<22} {figure:10.1f}")
    elif asked.client:
        view = asyncio.run(play(asked.port))
        print(f"The game is over. You had seat {view['you']}. Winners: {view['winners']}.")
    else:
        asyncio.run(host(asked.players, asked.seed, asked.rounds, asked.port))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
