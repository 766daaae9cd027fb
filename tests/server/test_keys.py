"""Keys are random, stored as digests, compared without raising errors, and never printed."""

from __future__ import annotations

import base64
import hashlib
import math
import pickle
import re

import msgspec
import pytest

from passgo.server import keys
from passgo.server.keys import Secret, digest, matches, new_key, new_table_name


def test_a_key_has_128_random_bits_and_is_url_safe() -> None:
    key = new_key()
    assert re.fullmatch(r"[A-Za-z0-9_-]{22}", key)
    assert len(base64.urlsafe_b64decode(key + "==")) == 16


def test_keys_are_unique() -> None:
    assert len({new_key() for _ in range(1000)}) == 1000


def test_the_stored_digest_is_sha_256() -> None:
    assert digest("abc") == hashlib.sha256(b"abc").hexdigest()


def test_a_key_matches_only_its_own_digest() -> None:
    key, other = new_key(), new_key()
    assert matches(key, digest(key))
    assert not matches(other, digest(key))
    assert not matches(digest(key), digest(key))


@pytest.mark.parametrize(
    "odd",
    [None, 7, b"bytes", ["list"], "", "é" * 22, "\ud800", "\x00", "x" * 1_000_000],
    ids=lambda odd: ascii(odd)[:20],
)
def test_anything_that_is_not_a_key_matches_nothing_and_raises_no_error(odd: object) -> None:
    key = new_key()
    assert not matches(odd, digest(key))
    assert not matches(key, odd)


def test_text_that_is_too_long_is_not_even_hashed() -> None:
    long = "x" * (keys.LONGEST_KEY + 1)
    assert not matches(long, digest(long))


def test_a_table_name_has_sixty_bits_and_no_ambiguous_characters() -> None:
    name = new_table_name()
    assert len(name) * math.log2(len(keys.TABLE_LETTERS)) >= 60
    assert set(name) <= set(keys.TABLE_LETTERS)
    assert len(set(keys.TABLE_LETTERS)) == len(keys.TABLE_LETTERS)
    assert not set(keys.TABLE_LETTERS) & set("01ilo")
    assert keys.TABLE_LETTERS.islower()


def test_table_names_use_every_character_and_never_repeat() -> None:
    names = [new_table_name() for _ in range(1000)]
    assert len(set(names)) == 1000
    assert set("".join(names)) == set(keys.TABLE_LETTERS)


def test_a_secret_is_shown_only_on_request() -> None:
    key = new_key()
    secret = Secret(key)
    assert secret.reveal() == key
    for shown in [
        str(secret),
        repr(secret),
        f"{secret}",
        f"{secret!r}",
        f"{[secret]}",
    ]:
        assert key not in shown


def test_no_codec_writes_a_secret() -> None:
    secret = Secret(new_key())
    with pytest.raises(TypeError):
        msgspec.json.encode({"key": secret})
    with pytest.raises(TypeError, match="cannot be pickled"):
        pickle.dumps(secret)


def test_secrets_with_equal_keys_are_equal_but_cannot_be_hashed() -> None:
    assert Secret("abc") == Secret("abc")
    assert Secret("abc") != Secret("abd")
    assert Secret("abc") != "abc"
    with pytest.raises(TypeError, match="unhashable"):
        hash(Secret("abc"))
