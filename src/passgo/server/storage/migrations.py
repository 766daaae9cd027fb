"""The schema in numbered steps, for both databases.

A step is never changed once it has been released: whoever kept games with it has run it already. What is
to change becomes the next step. The number of the last step that ran stands in the table schema_version.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from passgo.server.storage.interface import StorageError

Dialect: TypeAlias = Literal["sqlite", "postgres"]

READ_VERSION = "SELECT version FROM schema_version"


class Step(NamedTuple):
    """What brings the schema from one version to the next, statement by statement."""

    sqlite: tuple[str, ...]
    postgres: tuple[str, ...]


# Names are compared byte by byte in both databases, so that both list tables in the same order. `said` counts
# the lines of chat ever spoken: numbers are not used again when old lines are deleted.
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

# For the lobby and for deleting what is old. `changed` is in no index: every append changes it, and would
# have to change the index too.
_FINDING = (
    "CREATE INDEX tables_by_status ON tables (status, public)",
    "CREATE INDEX chat_by_time ON chat (at)",
)

# The names of actions and orders in the log have changed; the schema has not.
_NAMES = Step(sqlite=(), postgres=())

# The entries of the log have changed again, and so has the name of their number.
_SEQ = (
    "ALTER TABLE tables RENAME COLUMN version TO seq",
    "ALTER TABLE entries RENAME COLUMN version TO seq",
)

STEPS = (
    _BASE,
    Step(sqlite=_FINDING, postgres=_FINDING),
    _NAMES,
    Step(sqlite=_SEQ, postgres=_SEQ),
)
NEWEST = len(STEPS)
OLDEST = 4
"""The oldest version whose games this program can read."""


def to_run(version: int, dialect: Dialect, upto: int = NEWEST) -> list[str]:
    """List the statements that bring a schema of this version (0: none) to a newer one.

    The last of them writes the new version down. They belong into one transaction.
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
            f"This database is version {version}; this PassGo reads version {NEWEST}. "
            "Install a newer PassGo to read it."
        )
    if 0 < version < OLDEST:
        raise StorageError(
            f"This database is version {version}; this PassGo reads version {NEWEST}. Nothing in it "
            "was changed: use another database, or the PassGo that wrote this one."
        )


def check_newest(version: int) -> None:
    """Raise StorageError for a schema that must be brought up to date before it is read."""
    check_readable(version)
    if version == 0:
        raise StorageError("There are no games of PassGo's in the database.")
    if version < NEWEST:
        raise StorageError(
            f"This database is version {version}; this PassGo reads version {NEWEST}. "
            "Start the server with it once to update it."
        )
