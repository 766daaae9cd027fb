"""A web page with a trade editor that relies only on a seat's options.

    python examples/trade_editor.py             then open http://127.0.0.1:7415/

    GET  /table?seat=0    return the names, the board, the seat's view and its trade options
    POST /check?seat=0    check an action: return the refusal or what both players would have
    POST /play?seat=0     play an action: return the refusal or what happened

``trade_editor.html`` takes its checkboxes and slider bounds from the options and calls ``/check``
after every change. It contains no rules about which deeds can be traded, what a mortgage costs or
who can pay what.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from passgo import Action, Driver, Event, Game, Refusal, Seeded, View, rule_set, say
from passgo.actions import AcceptTrade, CounterTrade, Mortgage, OfferTrade
from passgo.bots.simple import SimpleBot
from passgo.codec import (
    CodecError,
    action_from_data,
    event_to_data,
    from_json,
    option_to_data,
    refusal_to_data,
    view_to_data,
)
from passgo.engine.events import TradeAccepted
from passgo.engine.state import State

PORT: Final = 7415
PAGE: Final = Path(__file__).with_suffix(".html")
NAMES: Final = ["Ann", "Bob", "Cy", "Dee"]
LONGEST: Final = 10_000


class Editor:
    """A game, and a method for each of the three requests that the page can make."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.names = NAMES[: len(game.state.players)]
        self.words = say.Words.load()
        self.lexicon = say.Lexicon(self.names, game.state.board)

    def show(self, seat: int) -> dict[str, object]:
        """Return the seat's view and its trade options."""
        state = self.game.state
        options = [option for option in self.game.options(seat) if "Trade" in option.action]
        return {
            "names": self.names,
            "board": state.board.to_data(),
            "view": view_to_data(state, seat),
            "options": [option_to_data(option) for option in options],
            "offers": {
                str(offer.number): say.say_offer(offer, self.words, self.lexicon)
                for offer in state.offers
            },
        }

    def check(self, seat: int, data: object) -> dict[str, object]:
        """Return the refusal, or what both sides would have afterward."""
        action = self.read(seat, data)
        found = preview(self.game.view(seat), action)
        if isinstance(found, Refusal):
            return self.refusal(found)
        events, after = found
        events = [event for event in events if not isinstance(event, TradeAccepted)]
        return {
            **self.describe(events),
            "after": None if after is None else view_to_data(after, seat),
        }

    def play(self, seat: int, data: object) -> dict[str, object]:
        """Carry out an action, or return the refusal."""
        action = self.read(seat, data)
        refusal = self.game.view(seat).why_not(action)
        return self.refusal(refusal) if refusal else self.describe(self.game.play(action))

    def read(self, seat: int, data: object) -> Action:
        """Decode an action for this seat."""
        action = action_from_data(data)
        if action.seat != seat:
            raise CodecError(f"You have seat {seat}, not {action.seat}.")
        return action

    def refusal(self, refusal: Refusal) -> dict[str, object]:
        """Return a refusal and its sentence as data."""
        sentence = say.say_refusal(refusal, self.words, self.lexicon)
        return {**refusal_to_data(refusal), "say": sentence}

    def describe(self, events: list[Event]) -> dict[str, object]:
        """Return events and their sentences as data."""
        lines = [line.text for line in say.narrate(events, self.words, self.lexicon)]
        return {"events": [event_to_data(event) for event in events], "say": lines}


def preview(view: View, action: Action) -> Refusal | tuple[list[Event], State | None]:
    """Return the refusal, or what would happen; for an offer, what would happen if it were accepted.

    For an offer, ``check`` only reports that the offer would be open. Therefore, this function
    makes the offer in an imagined game and checks the acceptance there. If the acceptance involves
    no randomness, it is played in the imagined game; the unseen cards there are reshuffled, but
    none is drawn. If it does involve randomness (for example, the cash pays a fine and the token
    then moves), the result can't be shown.
    """
    refusal = view.why_not(action)
    if refusal is not None:
        return refusal
    trial = view.imagine(Seeded(0))
    if isinstance(action, OfferTrade | CounterTrade):
        trial.step(action)
        offer = trial.state.offers[-1]
        action = AcceptTrade(offer.partner, offer.number)
    events = trial.check(action)
    if isinstance(events, Refusal):
        return events
    if events is None:
        return [], None
    trial.step(action)
    return events, trial.state


def middle_game(seed: int, turns: int = 60) -> Game:
    """Return a three-player game after several rounds, with a few mortgaged deeds."""
    game = Game(3, Seeded(seed), rules=rule_set(round_limit=200))
    Driver(game, [SimpleBot() for _ in game.state.players]).run(turns)
    for player in game.state.players:
        own = [prop.deed.space for prop in game.state.properties_of(player.seat)]
        action = Mortgage(player.seat, own[0]) if own else None
        if action is not None and game.view(player.seat).why_not(action) is None:
            game.play(action)
    return game


def handler(editor: Editor) -> type[BaseHTTPRequestHandler]:
    """Return a request handler that serves one request at a time."""
    lock = Lock()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            where = urlsplit(self.path)
            if where.path == "/":
                self.send(200, "text/html; charset=utf-8", PAGE.read_bytes())
            elif where.path == "/table":
                self.answer(lambda seat: editor.show(seat))
            else:
                self.send(404, "text/plain", b"Not found.")

        def do_POST(self) -> None:
            asks = {"/check": editor.check, "/play": editor.play}.get(urlsplit(self.path).path)
            length = int(self.headers.get("Content-Length") or 0)
            is_json = self.headers.get("Content-Type") == "application/json"
            if asks is None or not is_json or not 0 < length <= LONGEST:
                self.send(404, "text/plain", b"Not found.")
                return
            body = self.rfile.read(length)
            self.answer(lambda seat: asks(seat, from_json(body)))

        def answer(self, question: Callable[[int], dict[str, object]]) -> None:
            seats = [str(seat) for seat in range(len(editor.names))]
            seat = parse_qs(urlsplit(self.path).query).get("seat", [""])[0]
            try:
                if seat not in seats:
                    raise CodecError(f"The seat must be one of {', '.join(seats)}.")
                with lock:
                    found = question(int(seat))
                self.send(200, "application/json", json.dumps(found).encode())
            except CodecError as error:
                self.send(400, "application/json", json.dumps({"error": str(error)}).encode())

        def send(self, status: int, kind: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header(
                "Content-Security-Policy",
                "default-src 'none'; connect-src 'self'; img-src data:; "
                "style-src 'unsafe-inline'; script-src 'unsafe-inline'",
            )
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: Any) -> None:
            pass

    return Handler


def serve(editor: Editor, port: int = 0) -> ThreadingHTTPServer:
    """Serve the editor to browsers on this machine."""
    return ThreadingHTTPServer(("127.0.0.1", port), handler(editor))


def main(words: list[str]) -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="A trade editor in the browser.")
    parser.add_argument("--port", type=int, default=PORT, help=f"port (default: {PORT})")
    parser.add_argument("--seed", type=int, default=8, help="random seed (default: 8)")
    asked = parser.parse_args(words)
    with serve(Editor(middle_game(asked.seed)), asked.port) as server:
        print(f"Open http://127.0.0.1:{asked.port}/ (press Ctrl-C to stop)", flush=True)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return 0
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
