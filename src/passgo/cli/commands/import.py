"""`passgo import`: add games to a server's database that `passgo export` wrote."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from passgo.cli.errors import UserError
from passgo.cli.options import add_database_option
from passgo.engine.refusal import PassGoError
from passgo.extras import how_to_install

DESCRIPTION: Final = "Add games to a server's database that `passgo export` wrote."
EXAMPLES: Final = """\
examples:
  passgo import games.jsonl --database new.db
  passgo import games.jsonl --database postgresql://passgo@db.example/passgo
  passgo export --database old.db | passgo import - --database new.db

Tables that are there already stay as they are. No server may have the SQLite file open.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of this command."""
    parser.add_argument("file", metavar="FILE", help="an exported file; - reads standard input")
    add_database_option(parser)


def run(args: argparse.Namespace) -> int:
    """Take the games in, and say how many."""
    try:
        if args.file == "-":
            return asyncio.run(import_tables(args.database, sys.stdin.buffer))
        with Path(args.file).open("rb") as file:
            return asyncio.run(import_tables(args.database, file))
    except PassGoError as error:
        raise UserError(str(error)) from None
    except ImportError as error:
        raise UserError(f"This command needs {error.name}: {how_to_install('server')}.") from None


async def import_tables(database: str, lines: Iterable[bytes]) -> int:
    """Take games in; the exit status."""
    from passgo.server.storage import open_storage
    from passgo.server.storage.export_import import import_all

    storage = open_storage(database)
    await storage.open()
    try:
        came = await import_all(storage, lines)
    finally:
        await storage.close()
    print(f"{came.new} tables imported; {came.skipped} were there already.", file=sys.stderr)
    return 0
