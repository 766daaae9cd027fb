"""Sending files that are stored in compressed form, in chunks and compressed or not."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator
from typing import Final

CHUNK: Final = 1 << 16
"""Size of a chunk of a response, in bytes."""


class Downloads:
    """A server's downloads, which take turns: only one of them prepares a chunk at a time."""

    def __init__(self) -> None:
        self.sending = asyncio.Lock()

    async def chunks(self, whole: bytes, packed: bool) -> AsyncIterator[bytes]:
        """Yield a file that is compressed with gzip in chunks, compressed or not."""
        unpacking = zlib.decompressobj(wbits=31)
        rest_of_file = memoryview(whole)  # slicing it copies nothing
        start = 0
        rest = b""
        while start < len(whole) or rest:
            async with self.sending:
                if not rest:
                    rest = bytes(rest_of_file[start : start + CHUNK])
                    start += CHUNK
                if packed:
                    piece, rest = rest, b""
                else:
                    piece = unpacking.decompress(rest, CHUNK)
                    rest = unpacking.unconsumed_tail
                await asyncio.sleep(0)
            if piece:
                yield piece


def unpacked_size(packed: bytes) -> int:
    """Return the size of a file before compression, which gzip stores at the end."""
    return int.from_bytes(packed[-4:], "little")
