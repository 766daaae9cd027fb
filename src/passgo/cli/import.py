"""`passgo import`: take games into a server's store that `passgo export` wrote."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from passgo.cli.errors import UserError
from passgo.engine.refusal import PassGoError
from passgo.extras import how_to_install

_EXAMPLES: Final = """\
examples:
  passgo import games.jsonl --database new.db
  passgo import games.jsonl --database postgresql://passgo@db.example/passgo
  passgo export --database old.db | passgo import - --database new.db

Tables that are there already stay as they are. No server may have the SQLite file open.
"""


def add(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add this command to the parser."""
    parser = subparsers.add_parser(
        "import",
        help="take games of another server in",
        description="Take games into a server's store that `passgo export` wrote.",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="FILE", help="what was exported; - is standard input")
    parser.add_argument("--database", metavar="WHERE", default="passgo.db", help="(passgo.db)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Take the games in, and say how many."""
    try:
        if args.file == "-":
            return asyncio.run(imported(args.database, sys.stdin.buffer))
        with Path(args.file).open("rb") as file:
            return asyncio.run(imported(args.database, file))
    except PassGoError as error:
        raise UserError(str(error)) from None
    except ImportError as error:
        raise UserError(f"This command needs {error.name}: {how_to_install('server')}.") from None


async def imported(database: str, lines: Iterable[bytes]) -> int:
    """Take games in; the exit status."""
    from passgo.server.storage import open_storage
    from passgo.server.storage.moving import import_all

    storage = open_storage(database)
    await storage.open()
    try:
        came = await import_all(storage, lines)
    finally:
        await storage.close()
    print(f"{came.new} tables came in; {came.skipped} were there already.", file=sys.stderr)
    return 0
