"""`passgo replay`: step through a game file, or list it whole."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from passgo.cli.errors import UserError
from passgo.cli.text import print_line
from passgo.codec import action_to_data, event_to_data, to_json
from passgo.record import (
    FairDice,
    Played,
    Record,
    RecordError,
    SeededDice,
    Setup,
    Step,
    read_record,
    replay,
)
from passgo.record.replayer import proof_of
from passgo.say import Lexicon, Words, narrate

_EXAMPLES: Final = """\
examples:
  passgo replay game.jsonl                     step through it
  passgo replay game.jsonl | less              the whole game
  passgo replay --to 40 game.jsonl             the first forty actions
  passgo replay --to 40 --position game.jsonl  the position after them
  passgo replay --json game.jsonl              the same for programs

keys, each followed by Enter:
  Enter or n  next         j 40  jump to action 40      p  the position here
  b           back         e     to the end             q  quit
"""
_KEYS: Final = "Enter or n: next, b: back, j 40: jump to action 40, e: end, p: position, q: quit"


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add this command to the parser."""
    parser = subparsers.add_parser(
        "replay",
        help="step through a game file",
        description="Play a game file again by its own dice, and tell what happens.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="a game file, as docs/record.md tells")
    parser.add_argument("--to", metavar="N", type=int, help="go no further than action N")
    parser.add_argument(
        "--position", action="store_true", help="print only the position reached, as JSON"
    )
    parser.add_argument(
        "--json", action="store_true", help="one JSON object per line: n, action, events"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Tell the game, or the part of it that is asked for."""
    record = opened(args.file)
    check_reach(record, args.to)
    if args.position:
        return print_position(record, args.to)
    if args.json:
        return listed(record, args.to, as_json)
    if args.to is None and sys.stdin.isatty() and sys.stdout.isatty():
        return Walk(record).run()
    print_line(heading(record))
    status = listed(record, args.to, lambda told: in_words(record, told))
    if status == 0 and args.to is None:
        print_line(ending(record))
    return status


def opened(path: str) -> Record:
    """Read a game file; what cannot be read is the user's to mend."""
    try:
        return read_record(path)
    except RecordError as error:
        raise UserError(f"{path}: {error}") from None


def check_reach(record: Record, to: int | None) -> None:
    """Refuse to go where the record does not go."""
    if to is None:
        return
    numbers = [line.number for line in record.actions]
    first, last = (numbers[0], numbers[-1]) if numbers else (1, 0)
    if not first - 1 <= to <= last:
        has = f"actions {first} to {last}" if numbers else "no actions"
        raise UserError(f"The record has {has}; there is no {to}.")


# -- a step, in words and for programs -------------------------------------------------------------


@dataclass(frozen=True)
class Told:
    """A step, and the line it comes from."""

    line: Setup | Played
    step: Step

    @property
    def number(self) -> int:
        """The number of its action; that of the set-up is the one before the first."""
        return self.step.game.state.version


def told_steps(record: Record, to: int | None) -> Iterator[Told]:
    """Play the record again, as far as is asked."""
    lines: list[Setup | Played] = [record.setup, *record.actions]
    steps = replay(record, proof_of(record)[0])
    for line in lines:
        told = Told(line, next(steps))
        yield told
        if told.number == to:
            return
    next(steps, None)  # what comes after the last action is checked, too


def as_json(told: Told) -> str:
    """Write a step as one JSON object."""
    action = told.step.action
    return to_json(
        {
            "n": told.number,
            "action": None if action is None else action_to_data(action),
            "events": [event_to_data(event) for event in told.step.events],
        }
    )


def in_words(record: Record, told: Told) -> str:
    """Tell a step: what was asked, then what came of it."""
    lexicon = Lexicon([seat.name for seat in record.header.players], record.header.board)
    lines = [f"{told.number:>5}  {asked(record, told)}"]
    lines += [f"{'':7}  {line.text}" for line in narrate(told.step.events, english(), lexicon)]
    return "\n".join(lines)


@cache
def english() -> Words:
    """The words, read once."""
    return Words.load()


def asked(record: Record, told: Told) -> str:
    """Tell who asked for what."""
    action = told.step.action
    if action is None or not isinstance(told.line, Played):
        return "Set-up"
    players = record.header.players
    who = players[action.seat].name if 0 <= action.seat < len(players) else "The table"
    details = "".join(
        f" {name}={_figure(value)}"
        for name, value in action.fields().items()
        if name != "seat" and value != () and (value or not name.endswith("_cash"))
    )
    by = "" if told.line.by in ("seat", "table") else f"  (by {told.line.by})"
    return f"{who}: {type(action).__name__}{details}{by}"


def _figure(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def heading(record: Record) -> str:
    """Tell who plays what."""
    header = record.header
    players = ", ".join(f"{seat.name} ({seat.token})" for seat in header.players)
    if isinstance(header.dice, SeededDice):
        dice = f"seed {header.dice.seed}"
    else:
        dice = "fair dice" if isinstance(header.dice, FairDice) else "recorded dice"
    return f"{players}; {header.rules.preset} rules; {dice}\n"


def ending(record: Record) -> str:
    """Tell how the record ends."""
    if record.end is None:
        return "\nThe record ends here, unfinished."
    names = " and ".join(record.header.players[seat].name for seat in record.end.winners)
    return f"\nWon by {names}."


# -- a listing -------------------------------------------------------------------------------------


def listed(record: Record, to: int | None, write: Callable[[Told], str]) -> int:
    """Print step after step; the exit status."""
    try:
        for told in told_steps(record, to):
            print_line(write(told))
    except RecordError as error:
        return disagreed(error)
    return 0


def print_position(record: Record, to: int | None) -> int:
    """Print the position reached; the exit status."""
    try:
        print_line(position_text(record, to))
    except RecordError as error:
        return disagreed(error)
    return 0


def position_text(record: Record, to: int | None) -> str:
    """Write the position after an action, or after the last."""
    for told in told_steps(record, to):
        game = told.step.game
    return json.dumps(game.position(), indent=2)


def disagreed(error: RecordError) -> int:
    """Say at which line the record does not agree with the rules or with itself."""
    sys.stdout.flush()
    print(f"passgo: The record does not agree. {error}", file=sys.stderr)
    return 1


# -- step by step ----------------------------------------------------------------------------------


class Walk:
    """A walk through a record: forwards by playing it, backwards by what was told already."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.steps = told_steps(record, None)
        self.told: list[tuple[int, str]] = []
        """Each step reached so far: its number, and what it says."""
        self.at = 0
        self.last = len(record.actions)
        self.status = 0

    def run(self) -> int:
        """Obey one key after the other; the exit status."""
        print_line(heading(self.record))
        print(_KEYS)
        self.go(0)
        while self.told:
            first = self.told[0][0]
            try:
                words = input(f"{first + self.at}/{first + self.last}> ").split()
            except EOFError:
                print()
                break
            if words[:1] == ["q"]:
                break
            self.obey(words)
        return self.status

    def obey(self, words: list[str]) -> None:
        """Do what one line of input says."""
        match words:
            case [] | ["n"]:
                self.go(self.at + 1)
            case ["b"]:
                self.go(self.at - 1)
            case ["e"]:
                self.go(self.last)
            case ["j", number] if number.isascii() and number.isdigit() and len(number) < 16:
                self.go(int(number) - self.told[0][0])
            case ["p"]:
                print_line(position_text(self.record, self.told[self.at][0]))
            case _:
                print(_KEYS)

    def go(self, to: int) -> None:
        """Go to a step and show it."""
        if to < 0:
            print("The record does not begin before this.")
        elif to > self.last:
            print_line(
                ending(self.record).strip()
                if self.status == 0
                else "It cannot be replayed further."
            )
        else:
            self.reach(to)
            self.at = min(to, self.last)
            if self.told:
                print_line(self.told[self.at][1])

    def reach(self, to: int) -> None:
        """Play the record as far as this; where it does not agree, it ends."""
        try:
            while len(self.told) <= to:
                told = next(self.steps)
                self.told.append((told.number, in_words(self.record, told)))
            if to == self.last:
                next(self.steps, None)
        except RecordError as error:
            self.status = disagreed(error)
            self.last = len(self.told) - 1
