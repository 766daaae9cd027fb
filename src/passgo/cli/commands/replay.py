"""`passgo replay`: step through a game file, or print all of it."""

from __future__ import annotations

import argparse
import io
import json
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from passgo.cli.board_picture import NARROWEST_PICTURE, draw_board
from passgo.cli.bot_names import find_local_bots
from passgo.cli.colors import has_color, wrap_columns
from passgo.cli.errors import UserError
from passgo.cli.game_files import STREAM, input_name, open_game
from passgo.cli.options import check_file, whole_number
from passgo.cli.player_names import NAMES
from passgo.cli.text import print_line, sanitize
from passgo.codec import action_to_data, event_to_data, to_json
from passgo.engine.game import Game
from passgo.engine.refusal import PassGoError
from passgo.notation import Move, write_move, write_moves
from passgo.record import (
    ActionEntry,
    FairDice,
    Record,
    RecordError,
    ReplayStep,
    SeededDice,
    Setup,
    read_record,
    replay,
)
from passgo.record.replayer import proof_of
from passgo.say import Lexicon, Words, narrate, say_questions
from passgo.spelling import join_words

DESCRIPTION: Final = "Replay a game file and describe what happens, or show a position."
EXAMPLES: Final = """\
examples:
  passgo replay game.jsonl                      step through the game
  passgo replay game.jsonl | less               the whole game
  passgo replay --to 40 game.jsonl              the first 40 actions
  passgo replay --to 40 --position game.jsonl   the position after action 40
  passgo replay --moves game.jsonl              all moves, on short lines
  passgo replay --json game.jsonl               machine-readable output
  passgo replay --plan games.csv.plan.json --game 17   game 17 of a simulation
  passgo replay position.json                   the board and players in a position

commands (type one and press Enter; Enter alone means next):
  n  next      j 40  jump to action 40      d  draw the board
  b  back      e     jump to the end        p  print the position      q  quit
"""
_INDENT: Final = 9
"""The indentation of the events below an action."""
_NARROWEST: Final = 20
"""The fewest columns that text is wrapped to."""
_KEYS: Final = (
    "Enter or n: next, b: back, j 40: jump to action 40, e: end, d: board, p: position, q: quit"
)


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    parser.add_argument(
        "file", metavar="FILE", nargs="?", help="game file or position file (-: standard input)"
    )
    group = parser.add_argument_group("game options")
    group.add_argument(
        "--plan",
        metavar="FILE",
        help="plan of a simulation (plan.json, or the file ending in .plan.json next to its results)",
    )
    group.add_argument(
        "--game",
        metavar="N",
        type=whole_number("--game", 0),
        help="number of the game to play again, with --plan",
    )
    group = parser.add_argument_group("output")
    group.add_argument(
        "--to",
        metavar="N",
        type=whole_number("--to"),
        help="last action to show (default: the end of the game)",
    )
    group.add_argument(
        "--position", action="store_true", help="print only the final position, as JSON"
    )
    group.add_argument(
        "--moves",
        action="store_true",
        help="print only the moves, in move notation (docs/notation.md)",
    )
    group.add_argument(
        "--json",
        action="store_true",
        help="print one JSON object per line, with n, action and events",
    )


def run(args: argparse.Namespace) -> int:
    """Print the game, or step through it on a terminal."""
    if (args.plan is None) != (args.game is None):
        raise UserError("--plan and --game belong together: --plan plan.json --game 17.")
    if (args.file is None) == (args.plan is None):
        raise UserError("Name a game file, or a simulated game with --plan and --game.")
    if args.plan is not None:
        record = play_again(args.plan, args.game)
    else:
        found = open_game(args.file)
        if isinstance(found, Game):
            return show_position(args, found)
        record = found
    check_reach(record, args.to)
    if args.position:
        return print_position(record, args.to)
    if args.moves:
        return print_moves(record, args.to)
    if args.json:
        return print_steps(record, args.to, format_json)
    if args.to is None and args.file != STREAM and sys.stdin.isatty() and sys.stdout.isatty():
        return StepBrowser(record).run()
    print_line(format_heading(record))
    status = print_steps(record, args.to, lambda step: format_step(record, step))
    if status == 0 and args.to is None:
        print_line(format_ending(record))
    return status


def play_again(path: str, game: int) -> Record:
    """Play a game from a simulation's plan again, and return its record."""
    from passgo.sim.game_records import load_plan, record_game  # imports the simulator

    check_file(path, "plan file")
    find_local_bots()
    try:
        plan, changed = load_plan(Path(path))
        text = record_game(plan, game)
    except PassGoError as error:
        raise UserError(str(error)) from None
    if changed:
        print(f"passgo: this may not be the game that was simulated: {changed}.", file=sys.stderr)
    return read_record(io.StringIO(text))


def show_position(args: argparse.Namespace, game: Game) -> int:
    """Draw the board in a position, or print the position with every field."""
    if args.to is not None or args.json or args.moves:
        wrong = "--json" if args.json else "--moves" if args.moves else "--to"
        raise UserError(f"A position has no actions: leave out {wrong}.")
    if args.position:
        print_line(json.dumps(game.position(), indent=2))
        return 0
    names = list(NAMES[: len(game.state.players)])
    print_table(game, names)
    if args.file != STREAM:
        print_line(f"To play on: passgo play --position {sanitize(args.file, 200)}")
    return 0


def print_table(game: Game, names: Sequence[str]) -> None:
    """Draw the board, and print the current decision."""
    state = game.state
    print_board(game, names)
    if state.over:
        print_line("The game is over.")
        return
    seat = int(state.first_waiting())
    question = say_questions(state, seat, load_words(), Lexicon(names, state.board))
    print_line(f"{names[seat]}: {question}")


def print_board(game: Game, names: Sequence[str]) -> None:
    """Draw the board, in color on a terminal."""
    lexicon = Lexicon(names, game.state.board)
    columns = shutil.get_terminal_size().columns - 1 if sys.stdout.isatty() else NARROWEST_PICTURE
    for line in draw_board(game.state, load_words(), lexicon, has_color(), columns):
        print_line(line)


def check_reach(record: Record, to: int | None) -> None:
    """Raise `UserError` if the record does not contain action number `to`."""
    if to is None:
        return
    numbers = [line.number for line in record.actions]
    first, last = (numbers[0], numbers[-1]) if numbers else (1, 0)
    if not first - 1 <= to <= last:
        has = f"actions {first} to {last}" if numbers else "no actions"
        raise UserError(f"--to {to} is out of range: the game file has {has}.")


# -- steps -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NumberedStep:
    """A step in a replay, with its line in the record."""

    line: Setup | ActionEntry
    replayed: ReplayStep

    @property
    def number(self) -> int:
        """The action's number; for the setup, one less than the first action's number."""
        return self.replayed.game.state.moves


def replay_steps(record: Record, to: int | None) -> Iterator[NumberedStep]:
    """Replay the record up to action number `to`, or to its end."""
    lines: list[Setup | ActionEntry] = [record.setup, *record.actions]
    steps = replay(record, proof_of(record)[0])
    for line in lines:
        step = NumberedStep(line, next(steps))
        yield step
        if step.number == to:
            return
    next(steps, None)  # checks the lines after the last action


def format_json(step: NumberedStep) -> str:
    """Format a step as one JSON object."""
    action = step.replayed.action
    return to_json(
        {
            "n": step.number,
            "action": None if action is None else action_to_data(action),
            "events": [event_to_data(event) for event in step.replayed.events],
        }
    )


def format_step(record: Record, step: NumberedStep) -> str:
    """Format a step as text: the action, then its events."""
    lexicon = Lexicon([seat.name for seat in record.header.players], record.header.board)
    lines = [f"{step.number:>5}  {describe_action(record, step)}"]
    lines += [
        f"{'':{_INDENT}}{line.text}"
        for line in narrate(step.replayed.events, load_words(), lexicon)
    ]
    return "\n".join(lines)


@cache
def load_words() -> Words:
    """Load the English text once."""
    return Words.load()


def describe_action(record: Record, step: NumberedStep) -> str:
    """Describe an action and its player, in move notation with names."""
    action = step.replayed.action
    if action is None or not isinstance(step.line, ActionEntry):
        return "Setup"
    names = [player.name for player in record.header.players]
    who = names[action.seat] if 0 <= action.seat < len(names) else "The table"
    by = "" if step.line.by in ("seat", "table") else f"  (by {step.line.by})"
    return f"{who}: {write_move(Move(action), record.header.board, names=names)}{by}"


def format_heading(record: Record) -> str:
    """Describe the players, the rules and the dice."""
    header = record.header
    players = ", ".join(f"{seat.name} ({seat.token})" for seat in header.players)
    if isinstance(header.dice, SeededDice):
        dice = f"seed {header.dice.seed}"
    else:
        dice = "fair dice" if isinstance(header.dice, FairDice) else "recorded dice"
    return f"{players}; {header.rules.preset} rules; {dice}\n"


def format_ending(record: Record) -> str:
    """Describe how the record ends."""
    if record.end is None:
        return "\nThe game file ends here; the game is unfinished."
    names = join_words([record.header.players[seat].name for seat in record.end.winners], "and")
    return f"\nWon by {names}."


# -- printing --------------------------------------------------------------------------------------


def print_steps(record: Record, to: int | None, write: Callable[[NumberedStep], str]) -> int:
    """Print all steps and return the exit status."""
    try:
        for step in replay_steps(record, to):
            print_line(write(step))
    except RecordError as error:
        return report_disagreement(error)
    return 0


def print_position(record: Record, to: int | None) -> int:
    """Print the position after an action, or after the last one, and return the exit status."""
    try:
        print_line(format_position(record, to))
    except RecordError as error:
        return report_disagreement(error)
    return 0


def print_moves(record: Record, to: int | None) -> int:
    """Print the moves up to an action, or all of them, and return the exit status."""
    try:
        print_line(write_moves(record, to).rstrip("\n"))
    except RecordError as error:
        return report_disagreement(error)
    return 0


def format_position(record: Record, to: int | None) -> str:
    """Return the position after an action, or after the last one, as JSON."""
    return json.dumps(replay_to_game(record, to).position(), indent=2)


def replay_to_game(record: Record, to: int | None) -> Game:
    """Return the game after an action, or after the last one."""
    for step in replay_steps(record, to):
        game = step.replayed.game
    return game


def report_disagreement(error: RecordError, file: str = "") -> int:
    """Report where the record breaks the rules or contradicts itself; return the exit status.

    ``file`` names the record if there may be several.
    """
    sys.stdout.flush()
    where = f"{input_name(file)}: " if file else ""
    print(f"passgo: {where}The game file is inconsistent. {error}", file=sys.stderr)
    return 1


# -- stepping --------------------------------------------------------------------------------------


class StepBrowser:
    """An interactive replay that stores each step, so the user can go back."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.steps = replay_steps(record, None)
        self.shown: list[tuple[int, str]] = []
        """The number and text of each step reached so far."""
        self.at = 0
        self.last = len(record.actions)
        self.status = 0

    def run(self) -> int:
        """Read and execute commands until the user quits; return the exit status."""
        print_line(format_heading(self.record))
        print(_KEYS)
        self.go(0)
        while self.shown:
            first = self.shown[0][0]
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
        """Execute one line of input."""
        match words:
            case [] | ["n"]:
                self.go(self.at + 1)
            case ["b"]:
                self.go(self.at - 1)
            case ["e"]:
                self.go(self.last)
            case ["j", number] if number.isascii() and number.isdigit() and len(number) < 16:
                self.go(int(number) - self.shown[0][0])
            case ["d"]:
                game = replay_to_game(self.record, self.shown[self.at][0])
                print_board(game, [seat.name for seat in self.record.header.players])
            case ["p"]:
                print_line(format_position(self.record, self.shown[self.at][0]))
            case _:
                print(_KEYS)

    def go(self, to: int) -> None:
        """Go to a step and show it."""
        if to < 0:
            print("This is the beginning of the game.")
        elif to > self.last:
            print_line(
                format_ending(self.record).strip()
                if self.status == 0
                else "The rest of the game cannot be replayed."
            )
        else:
            self.replay_to(to)
            self.at = min(to, self.last)
            if self.shown:
                width = max(shutil.get_terminal_size().columns - 1, _NARROWEST)
                for line in self.shown[self.at][1].splitlines():
                    for part in wrap_columns(line, width, _INDENT + 2):
                        print_line(part)

    def replay_to(self, to: int) -> None:
        """Replay the record up to a step, or to the first inconsistency."""
        try:
            while len(self.shown) <= to:
                step = next(self.steps)
                self.shown.append((step.number, format_step(self.record, step)))
            if to == self.last:
                next(self.steps, None)
        except RecordError as error:
            self.status = report_disagreement(error)
            self.last = len(self.shown) - 1
