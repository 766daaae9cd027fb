"""`passgo board`: draw a position, or a step in a game, as text or as an SVG image."""

from __future__ import annotations

import argparse
import sys
from typing import Final

from passgo.cli.commands.replay import (
    check_reach,
    print_table,
    replay_to_game,
    report_disagreement,
)
from passgo.cli.errors import UserError
from passgo.cli.game_files import STREAM, open_game
from passgo.cli.options import whole_number
from passgo.cli.text import sanitize
from passgo.draw import draw
from passgo.engine.game import Game
from passgo.record import RecordError

DESCRIPTION: Final = "Draw the board in a position, or after an action in a game file."
EXAMPLES: Final = """\
examples:
  passgo board position.json                       the board as text
  passgo board position.json --svg board.svg       the board as an image
  passgo board game.jsonl --to 40 --svg board.svg  the board after action 40
  passgo replay --position game.jsonl | passgo board - --svg -
                                                   from standard input to standard output
"""


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
    if args.svg is not None and args.svg != STREAM and not args.svg.lower().endswith(".svg"):
        raise UserError(f"--svg needs a file name that ends in .svg (got {sanitize(args.svg)!r}).")
    found = open_game(args.file)
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


def write_svg(path: str, svg: str) -> None:
    """Write the image to a file or to standard output."""
    if path == STREAM:
        sys.stdout.buffer.write(svg.encode())
        return
    try:
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(svg)
    except OSError as error:
        raise UserError(f"{sanitize(path, 200)} cannot be written: {error.strerror}.") from None
    print(f"Image written to {sanitize(path, 200)}.", file=sys.stderr)
