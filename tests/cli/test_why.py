"""The `why` command in a terminal game: a bot's reason for an offer or an answer."""

from __future__ import annotations

import contextlib

from passgo.citations import CITATIONS
from passgo.cli.terminal.console import EndOfInput
from passgo.cli.terminal.game_loop import TerminalGame
from passgo.cli.terminal.players import EventForwarder
from passgo.cli.terminal.render import format_rules
from passgo.engine.game import Game
from passgo.engine.ruleset import rule_set
from passgo.record import TOKENS, SeatEntry
from tests import scene as s
from tests.cli.typist import Typist

OWNS = {
    s.ANN: (s.KENTUCKY, s.INDIANA, s.NEW_YORK),
    s.BOB: (s.ST_JAMES, s.TENNESSEE, s.ILLINOIS),
}


def sit_down(game: Game, lines: list[str], bot: str = "normal") -> list[str]:
    """Play a game in which Ann types these lines and Bob and Cy are bots."""
    console = Typist(lines)
    kinds = ["person", bot, bot]
    named = zip(("Ann", "Bob", "Cy"), TOKENS, kinds, strict=False)
    seats = [SeatEntry(name, token, kind) for name, token, kind in named]
    terminal = TerminalGame(console, seats, 1, game.state.rules, game.state.board)
    terminal.news.clear()
    game.listener = EventForwarder(terminal)
    game.has_listener = True
    terminal.running = True
    terminal.seat_players(game)
    with contextlib.suppress(EndOfInput):
        terminal.run_turns()
    return console.said


def after(said: list[str], line: str) -> list[str]:
    """Return the lines printed between a command and the next command."""
    rest = said[said.index(f"> {line}") + 1 :]
    return rest[: next((n for n, text in enumerate(rest) if text.startswith("> ")), len(rest))]


def test_the_output_contains_no_internal_rule_name() -> None:
    game = s.scene(players=3, turn=s.ANN, standing_on=s.BALTIC, rules=rule_set(no_auctions=True))
    says = (
        "No auctions: House rule, not official: a property that is not bought stays with the Bank."
    )
    lines = ["auction", "why", "rules House rule: No auctions", "rules no_auctions"]
    said = sit_down(game, lines)
    assert after(said, "why")[1] == says
    assert after(said, lines[2])[0] == after(said, lines[3])[0] == says
    for key in CITATIONS:
        assert "_" not in format_rules([key])[0]


def test_a_bot_explains_why_it_declines() -> None:
    game = s.scene(players=3, owns=OWNS, turn=s.ANN)
    lines = ["trade Bob give 1 get Tennessee", "why", "why bob", "why cy", "why ann", "why zoe"]
    said = sit_down(game, lines)
    assert said[-1].startswith("Ann ($1,500)")
    assert "Bob declines Ann’s offer." in after(said, lines[0])
    told = after(said, "why")
    assert told[0] == "Bob declines Ann’s offer."
    assert told[1].startswith("Bob to Ann: Not good for me: my win chance would go from ")
    assert told[2].startswith("Ruling 14, ")
    assert after(said, "why bob")[0] == told[1]
    none = "hasn't given Ann a reason for an offer or an answer yet."
    assert after(said, "why cy")[0] == f"Cy {none}"
    assert after(said, "why ann")[0] == f"Ann {none}"
    assert after(said, "why zoe")[0].startswith('"why" takes a bot\'s name, or a number ')


def test_a_bot_explains_its_counteroffer() -> None:
    game = s.scene(players=3, owns=OWNS, turn=s.ANN)
    lines = ["trade Bob give New York get Illinois, 900", "why", "why 2", "decline", "why bob"]
    said = sit_down(game, lines)
    counter, refused = after(said, "why"), after(said, "why 2")
    assert counter[0].startswith("Bob offers Ann Illinois Avenue")
    assert counter[1].startswith("Bob to Ann: Your offer takes my win chance from ")
    assert refused[0] == "Bob declines Ann’s offer."
    assert refused[1] == counter[1] == after(said, "why bob")[0]


def test_a_bot_explains_its_offer() -> None:
    game = s.scene(players=3, owns=OWNS, turn=s.BOB)
    said = sit_down(game, ["why", "why bob"])
    told = after(said, "why")
    assert told[0].startswith("Bob offers Ann ")
    assert told[1].startswith("Bob to Ann: ")
    assert "my win chance" in told[1]
    assert after(said, "why bob")[0] == told[1]


def test_the_simple_bot_gives_no_reasons() -> None:
    game = s.scene(players=3, owns=OWNS, turn=s.ANN)
    said = sit_down(game, ["trade Bob give 1 get Tennessee", "why", "why bob"], "simple")
    assert after(said, "why")[0] == "Bob declines Ann’s offer."
    assert after(said, "why")[1].startswith("Ruling 14, ")
    assert after(said, "why bob")[0].startswith("Bob hasn't given Ann a reason")
