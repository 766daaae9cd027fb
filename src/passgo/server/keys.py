"""Keys that hold a seat, and names of tables: who has the key has the seat.

A key is 128 random bits and is shown once, to whoever it belongs to. The server keeps its digest only, so
that a stolen database opens no seat. No salt and no slow hash are needed: a key is no password that could
be guessed.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final, NoReturn

__all__ = ["Secret", "digest", "matches", "new_key", "new_table_name"]

KEY_BYTES: Final = 16
LONGEST_KEY: Final = 64
"""Whatever is longer is no key of ours, and not worth hashing."""

TABLE_LETTERS: Final = "bcdfghjkmnpqrstvwxyz23456789"
"""No 0, 1, i, l and o, which look alike, and no vowels, so that no name spells a word."""
TABLE_LENGTH: Final = 13
"""Of 28 letters each: 62 bits."""


class Secret:
    """A key on its way through the program, which prints as nothing.

    >>> Secret("AAAA")
    Secret(…)
    """

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """Return the key itself, to be sent to its owner or compared."""
        return self._text

    def __repr__(self) -> str:
        return "Secret(…)"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Secret):
            return NotImplemented
        return hmac.compare_digest(_raw(self._text), _raw(other._text))

    __hash__ = None  # type: ignore[assignment]  # a look-up by hash would not take constant time

    def __reduce__(self) -> NoReturn:
        raise TypeError("A secret is not pickled: it would be written out.")


def new_key() -> str:
    """Make a key: 128 random bits as 22 letters that may stand in a link."""
    return secrets.token_urlsafe(KEY_BYTES)


def digest(key: str) -> str:
    """Return what is kept of a key: its SHA-256 in hexadecimal."""
    return hashlib.sha256(_raw(key)).hexdigest()


def matches(key: object, kept: object) -> bool:
    """Say whether this is the key that a digest was kept of; whatever is no key is not."""
    if not isinstance(key, str) or not isinstance(kept, str) or len(key) > LONGEST_KEY:
        return False
    return hmac.compare_digest(_raw(digest(key)), _raw(kept))


def new_table_name() -> str:
    """Make the name of a table: short, easy to read out, and not to be guessed."""
    return "".join(secrets.choice(TABLE_LETTERS) for _ in range(TABLE_LENGTH))


def _raw(text: str) -> bytes:
    """Return the bytes of any text, even of half a surrogate pair, which JSON can carry."""
    return text.encode("utf-8", "surrogatepass")
