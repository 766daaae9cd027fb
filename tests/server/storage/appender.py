"""A program that appends to several tables concurrently and prints each acknowledged entry.

    python -m tests.server.storage.appender ADDRESS

Prints one line per acknowledged entry, `table seq`, and runs until it is killed.
"""

from __future__ import annotations

import asyncio
import os
import sys

from passgo.server.storage import Append, Storage, open_storage
from tests.server.storage.databases import new_row

TABLES = [f"t{number}" for number in range(8)]


def entry(table: str, seq: int) -> bytes:
    return f'["{table}",{seq}]'.encode()


async def play(storage: Storage, table: str) -> None:
    """Append one or two entries at a time, starting after the table's last seq."""
    row = await storage.row(table)
    if row is None:
        await storage.create(new_row(table), [])
    seq = 1 if row is None else row.seq + 1
    while True:
        more = [entry(table, seq)]
        if seq % 3 == 0:
            more.append(entry(table, seq + 1))
        await storage.append(Append(table, seq, more, at=float(seq)))
        seq += len(more)
        # Unbuffered, so that a printed line survives this process's death.
        os.write(1, f"{table} {seq - 1}\n".encode())


async def main(address: str) -> None:
    storage = open_storage(address)
    await storage.open()
    await asyncio.gather(*(play(storage, table) for table in TABLES))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
