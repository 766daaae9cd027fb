"""The database schema as numbered migration steps, for both databases.

A released step never changes, because existing databases have already run it. Every change to the schema
is a new step. The schema_version table contains the number of the last step that ran.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from passgo.server.storage.interface import StorageError

Dialect: TypeAlias = Literal["sqlite", "postgres"]

READ_VERSION = "SELECT version FROM schema_version"


class Step(NamedTuple):
    """The statements that bring the schema from one version to the next."""

    sqlite: tuple[str, ...]
    postgres: tuple[str, ...]


# Both databases compare names byte by byte, so that they list tables in the same order. `said` counts all
# lines of chat ever written, so that numbers are not reused when old lines are deleted.
_BASE = Step(
    sqlite=(
        "CREATE TABLE schema_version (version INTEGER NOT NULL)",
        "INSERT INTO schema_version VALUES (0)",
        """CREATE TABLE tables (
            name TEXT NOT NULL PRIMARY KEY,
            created REAL NOT NULL,
            changed REAL NOT NULL,
            status TEXT NOT NULL,
            public INTEGER NOT NULL,
            version INTEGER NOT NULL,
            said INTEGER NOT NULL,
            about BLOB NOT NULL
        )""",
        """CREATE TABLE entries (
            name TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
            version INTEGER NOT NULL,
            data BLOB NOT NULL,
            PRIMARY KEY (name, version)
        ) WITHOUT ROWID""",
        """CREATE TABLE chat (
            name TEXT NOT NULL REFERENCES tables ON DELETE CASCADE,
            number INTEGER NOT NULL,
            at REAL NOT NULL,
            data BLOB NOT NULL,
            PRIMARY KEY (name, number)
        ) WITHOUT ROWID""",
    ),
    postgres=(
        "CREATE TABLE schema_version (version integer NOT NULL)",
        "INSERT INTO schema_version VALUES (0)",
        """CREATE TABLE tables (
            name text COLLATE "C" NOT NULL PRIMARY KEY,
            created double precision NOT NULL,
            changed double precision NOT NULL,
            status text NOT NULL,
            public boolean NOT NULL,
            version bigint NOT NULL,
            said bigint NOT NULL,
            about bytea NOT NULL
        )""",
        """CREATE TABLE entries (
            name text COLLATE "C" NOT NULL REFERENCES tables ON DELETE CASCADE,
            version bigint NOT NULL,
            data bytea NOT NULL,
            PRIMARY KEY (name, version)
        )""",
        """CREATE TABLE chat (
            name text COLLATE "C" NOT NULL REFERENCES tables ON DELETE CASCADE,
            number bigint NOT NULL,
            at double precision NOT NULL,
            data bytea NOT NULL,
            PRIMARY KEY (name, number)
        )""",
    ),
)

# Indexes for the lobby and for deleting old tables and chat. `changed` is not indexed, because
# every append would have to update the index.
_FINDING = (
    "CREATE INDEX tables_by_status ON tables (status, public)",
    "CREATE INDEX chat_by_time ON chat (at)",
)

# The names of actions and orders in the log changed, but the schema did not.
_NAMES = Step(sqlite=(), postgres=())

# The log entries changed again, and the column that holds their numbers was renamed.
_SEQ = (
    "ALTER TABLE tables RENAME COLUMN version TO seq",
    "ALTER TABLE entries RENAME COLUMN version TO seq",
)

# One review per finished game, in compressed form, made by the analysis with this version.
_REVIEWS = Step(
    sqlite=(
        """CREATE TABLE reviews (
            name TEXT NOT NULL PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
            version TEXT NOT NULL,
            data BLOB NOT NULL
        )""",
    ),
    postgres=(
        """CREATE TABLE reviews (
            name text COLLATE "C" NOT NULL PRIMARY KEY REFERENCES tables ON DELETE CASCADE,
            version text NOT NULL,
            data bytea NOT NULL
        )""",
    ),
)

STEPS = (
    _BASE,
    Step(sqlite=_FINDING, postgres=_FINDING),
    _NAMES,
    Step(sqlite=_SEQ, postgres=_SEQ),
    _REVIEWS,
)
NEWEST = len(STEPS)
OLDEST = 4
"""The oldest schema version whose games this program can read."""


def to_run(version: int, dialect: Dialect, upto: int = NEWEST) -> list[str]:
    """List the statements that migrate a schema from this version (0 for no schema) to a newer one.

    The last statement records the new version. Run all of them in one transaction.
    """
    check_readable(version)
    if version >= upto:
        return []
    statements = list[str]()
    for step in STEPS[version:upto]:
        statements += step.sqlite if dialect == "sqlite" else step.postgres
    return [*statements, f"UPDATE schema_version SET version = {upto}"]


def check_readable(version: int) -> None:
    """Raise StorageError for a database whose games this program cannot read."""
    if version > NEWEST:
        raise StorageError(
            f"This database is version {version}; this copy of PassGo reads version {NEWEST}. "
            "Install a newer PassGo to read it."
        )
    if 0 < version < OLDEST:
        raise StorageError(
            f"This database is version {version}; this copy of PassGo reads version {NEWEST}. "
            "Nothing was changed. Use another database, or the PassGo version that wrote this one."
        )


def check_newest(version: int) -> None:
    """Raise StorageError for a schema that must be updated before it can be read."""
    check_readable(version)
    if version == 0:
        raise StorageError("There are no PassGo games in the database.")
    if version < NEWEST:
        raise StorageError(
            f"This database is version {version}; this copy of PassGo reads version {NEWEST}. "
            "To update the database, start the server with it once."
        )
