"""`passgo export`: export all of a server's games to a file, even while the server is running."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from pathlib import Path
from typing import Final

from passgo.cli.errors import UserError
from passgo.cli.options import add_database_option
from passgo.cli.text import format_count
from passgo.engine.refusal import PassGoError
from passgo.extras import how_to_install

DESCRIPTION: Final = "Export all of a server's games to a file for `passgo import`."
EXAMPLES: Final = """\
examples:
  passgo export --database passgo.db --out games.jsonl   all tables, logs and chat
  passgo export --database postgresql://passgo@db.example/passgo > games.jsonl
  passgo export --database passgo.db --backup copy.db    a copy of the SQLite file itself

You can export while the server is running. The file contains the secrets of unfinished games:
keep it private.
"""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add this command's options."""
    add_database_option(parser.add_argument_group("storage"))
    group = parser.add_argument_group("output")
    group.add_argument(
        "--out", metavar="FILE", type=Path, help="new file to write (default: standard output)"
    )
    group.add_argument(
        "--backup", metavar="FILE", type=Path, help="copy the SQLite database to a new file instead"
    )


def run(args: argparse.Namespace) -> int:
    """Write the file, and print how many tables it contains."""
    try:
        count = asyncio.run(export_tables(args.database, args.out, args.backup))
    except PassGoError as error:
        raise UserError(str(error)) from None
    except ImportError as error:
        raise UserError(f"This command needs {error.name}: {how_to_install('server')}.") from None
    if args.backup is None:
        print(f"{format_count(count, 'table')} exported.", file=sys.stderr)
    return 0


async def export_tables(database: str, out: Path | None, backup: Path | None) -> int:
    """Write the export or the backup, and return the number of tables exported."""
    from passgo.server.storage import open_storage
    from passgo.server.storage.export_import import export_all

    storage = open_storage(database, read_only=True)
    await storage.open()
    try:
        if backup is not None:
            await storage.backup(backup)
            return 0
        if out is None:
            return await export_all(storage, sys.stdout.buffer)
        part = out.with_name(out.name + ".part")
        if out.exists():
            raise UserError(f"{out} already exists: choose another name.")
        with part.open("wb") as file:
            count = await export_all(storage, file)
            file.flush()
            os.fsync(file.fileno())
        part.rename(out)
        return count
    finally:
        await storage.close()
