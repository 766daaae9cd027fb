"""Selecting the kind of storage by its address."""

from __future__ import annotations

from pathlib import Path

import pytest

from passgo.server.storage import PostgresStorage, SqliteStorage, StorageError, open_storage


@pytest.mark.parametrize(
    ("address", "path"),
    [
        ("games.db", "games.db"),
        ("/var/games.db", "/var/games.db"),
        ("sqlite:///games.db", "games.db"),
        ("sqlite:////var/games.db", "/var/games.db"),
    ],
)
def test_a_path_selects_an_sqlite_file(address: str, path: str) -> None:
    storage = open_storage(address)
    assert isinstance(storage, SqliteStorage)
    assert storage._path == Path(path)


@pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
def test_a_postgresql_address_selects_postgresql(scheme: str) -> None:
    assert isinstance(open_storage(f"{scheme}://ann@host/games"), PostgresStorage)


@pytest.mark.parametrize("address", ["", ":memory:", "sqlite:///", "sqlite:///:memory:"])
def test_games_cannot_be_stored_in_memory(address: str) -> None:
    with pytest.raises(StorageError, match="Give the path of a database file"):
        open_storage(address)


@pytest.mark.parametrize("address", ["mysql://ann:s3cret@host/games", "sqlite://games.db"])
def test_any_other_address_is_rejected_but_not_quoted(address: str) -> None:
    with pytest.raises(StorageError, match="must be postgresql") as raised:
        open_storage(address)
    assert "s3cret" not in str(raised.value)
