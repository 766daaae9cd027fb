"""Secret keys for seats, hosts and spectators, and random table names.

A key is 128 random bits and is shown only once, to its owner. The server stores only its digest, so that a
stolen database does not give access to any seat. Salting and slow hashing are unnecessary, because a random
key, unlike a password, cannot be guessed.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from typing import Final, NoReturn

__all__ = ["Secret", "digest", "matches", "new_key", "new_table_name"]

KEY_BYTES: Final = 16
LONGEST_KEY: Final = 64
"""Maximum length of a key; anything longer is rejected without being hashed."""

TABLE_LETTERS: Final = "bcdfghjkmnpqrstvwxyz23456789"
"""The characters in table names: no 0, 1, i, l or o, which look alike, and no vowels, to avoid words."""
TABLE_LENGTH: Final = 13
"""13 characters from an alphabet of 28 give 62 bits."""


class Secret:
    """A wrapper for a key that hides it when printed.

    >>> Secret("AAAA")
    Secret(…)
    """

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """Return the key itself, to send to its owner or to compare."""
        return self._text

    def __repr__(self) -> str:
        return "Secret(…)"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Secret):
            return NotImplemented
        return hmac.compare_digest(_raw(self._text), _raw(other._text))

    __hash__ = None  # type: ignore[assignment]  # a hash lookup would not take constant time

    def __reduce__(self) -> NoReturn:
        raise TypeError("A secret cannot be pickled, because that would reveal it.")


def new_key() -> str:
    """Return a new key: 128 random bits as 22 URL-safe characters."""
    return secrets.token_urlsafe(KEY_BYTES)


def digest(key: str) -> str:
    """Return the digest that is stored for a key: its SHA-256 in hexadecimal."""
    return hashlib.sha256(_raw(key)).hexdigest()


def matches(key: object, kept: object) -> bool:
    """Return whether a key has the stored digest; False for anything that is not a key."""
    if not isinstance(key, str) or not isinstance(kept, str) or len(key) > LONGEST_KEY:
        return False
    return hmac.compare_digest(_raw(digest(key)), _raw(kept))


def new_table_name() -> str:
    """Return a new table name: short, easy to read aloud, and hard to guess."""
    return "".join(secrets.choice(TABLE_LETTERS) for _ in range(TABLE_LENGTH))


def _raw(text: str) -> bytes:
    """Encode any text, even with unpaired surrogates, which JSON can contain."""
    return text.encode("utf-8", "surrogatepass")
