"""`passgo import`: import games exported by `passgo export` into a server's database."""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from passgo.cli.errors import UserError
from passgo.cli.options import add_database_option, check_file
from passgo.cli.text import format_count
from passgo.engine.refusal import PassGoError
from passgo.extras import how_to_install

DESCRIPTION: Final = "Import games exported by `passgo export` into a server's database."
EXAMPLES: Final = """\
examples:
  passgo import games.jsonl --database new.db
  passgo import games.jsonl --database postgresql://passgo@db.example/passgo
  passgo export --database old.db | passgo import - --database new.db

Tables that already exist are left unchanged. Stop the server before you import into its SQLite file.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    parser.add_argument("file", metavar="FILE", help="exported file, or - for standard input")
    add_database_option(parser.add_argument_group("storage"))


def run(args: argparse.Namespace) -> int:
    """Import the games, and print how many tables were imported."""
    try:
        if args.file == "-":
            return asyncio.run(import_tables(args.database, sys.stdin.buffer))
        check_file(args.file, "file")
        with Path(args.file).open("rb") as file:
            return asyncio.run(import_tables(args.database, file))
    except PassGoError as error:
        raise UserError(str(error)) from None
    except ImportError as error:
        raise UserError(f"This command needs {error.name}: {how_to_install('server')}.") from None


async def import_tables(database: str, lines: Iterable[bytes]) -> int:
    """Import games and return the exit status."""
    from passgo.server.storage import open_storage
    from passgo.server.storage.export_import import import_all

    storage = open_storage(database)
    await storage.open()
    try:
        came = await import_all(storage, lines)
    finally:
        await storage.close()
    imported = f"{format_count(came.new, 'table')} imported"
    print(f"{imported}; {came.skipped or 'none'} already existed.", file=sys.stderr)
    return 0
