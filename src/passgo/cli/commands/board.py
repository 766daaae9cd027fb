"""`passgo board`: draw a position, or a step in a game, as text or as an SVG image."""

from __future__ import annotations

import argparse
import io
import sys
from typing import Final

from passgo.cli.commands.replay import (
    check_reach,
    open_record,
    print_table,
    replay_to_game,
    report_disagreement,
)
from passgo.cli.errors import UserError
from passgo.cli.options import whole_number
from passgo.cli.positions import (
    is_position,
    is_position_text,
    read_position_file,
    read_position_text,
)
from passgo.cli.text import sanitize
from passgo.draw import draw
from passgo.engine.game import Game
from passgo.record import Record, RecordError, read_record

DESCRIPTION: Final = "Draw the board in a position, or after an action in a game file."
EXAMPLES: Final = """\
examples:
  passgo board position.json                       the board as text
  passgo board position.json --svg board.svg       the board as an image
  passgo board game.jsonl --to 40 --svg board.svg  the board after action 40
  passgo replay --position game.jsonl | passgo board - --svg -
                                                   from standard input to standard output
"""
_STREAM: Final = "-"
"""The name that stands for standard input or standard output."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    parser.add_argument(
        "file", metavar="FILE", help="position file or game file (-: standard input)"
    )
    parser.add_argument(
        "--to",
        metavar="N",
        type=whole_number("--to"),
        help="number of the last action to play (default: the end of the game)",
    )
    parser.add_argument(
        "--svg",
        metavar="FILE",
        help="SVG image file to write, or - for standard output (default: print the board as text)",
    )


def run(args: argparse.Namespace) -> int:
    """Draw the board, and return the exit status."""
    if args.svg is not None and args.svg != _STREAM and not args.svg.lower().endswith(".svg"):
        raise UserError(f"--svg needs a file name that ends in .svg (got {sanitize(args.svg)!r}).")
    found = read_input() if args.file == _STREAM else read_file(args.file)
    if isinstance(found, Game):
        if args.to is not None:
            raise UserError("A position has no actions: leave out --to.")
        game, names = found, [f"Seat {player.seat}" for player in found.state.players]
    else:
        check_reach(found, args.to)
        try:
            game = replay_to_game(found, args.to)
        except RecordError as error:
            return report_disagreement(error)
        names = [seat.name for seat in found.header.players]
    if args.svg is None:
        print_table(game, names)
    else:
        write_svg(args.svg, draw(game, names=names).svg)
    return 0


def read_file(path: str) -> Game | Record:
    """Read a position file or a game file."""
    return read_position_file(path, 0) if is_position(path) else open_record(path)


def read_input() -> Game | Record:
    """Read a position or a game from standard input."""
    data = sys.stdin.buffer.read()
    name = "standard input"
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise UserError(f"{name} is not text.") from None
    if is_position_text(text) or not text.strip():
        return read_position_text(text, name, 0)
    try:
        return read_record(io.BytesIO(data))
    except RecordError as error:
        raise UserError(f"{name}: {error}") from None


def write_svg(path: str, svg: str) -> None:
    """Write the image to a file or to standard output."""
    if path == _STREAM:
        sys.stdout.buffer.write(svg.encode())
        return
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(svg)
    except OSError as error:
        raise UserError(f"{sanitize(path, 200)} cannot be written: {error.strerror}.") from None
    print(f"Image written to {sanitize(path, 200)}.", file=sys.stderr)
