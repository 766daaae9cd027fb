"""The server's settings, from defaults, a TOML file, the environment and the command line.

Each of these sources overrides the ones before it:

    port = 8080                     in passgo.toml            chat_length = 200 in its [limits] table
    PASSGO_PORT=8080                in the environment        PASSGO_LIMITS_CHAT_LENGTH=200
    --port 8080                     on the command line       flags={"limits.chat_length": 200}

The types in ``Config`` and ``Limits`` define the allowed values, and the descriptions explain what each
setting does.

    PassGoError
    └── ConfigError      a line for each invalid setting: where it is, what is allowed, and what was found
"""

from __future__ import annotations

import ipaddress
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Final, Literal, TypeAlias, get_args, get_origin, get_type_hints
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from passgo.engine.refusal import PassGoError
from passgo.server.limits import Limits
from passgo.spelling import nearest

__all__ = ["Config", "ConfigError", "Level", "example", "load_config", "without_password"]

DEFAULT_FILE: Final = "passgo.toml"
PREFIX: Final = "PASSGO_"
CONFIG: Final = "config"
FILE_VARIABLE: Final = "PASSGO_CONFIG"
LIMITS: Final = "limits."
LOOPBACK: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"

Level: TypeAlias = Literal["debug", "info", "warning", "error"]
Days: TypeAlias = Annotated[int, Meta(ge=0, le=36_500)]


class ConfigError(PassGoError):
    """Invalid settings; the message has a line for each one, with its location and what is allowed."""


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """All of a server's settings; the ``repr`` hides the database password."""

    host: Annotated[
        str, Meta(description="Address to listen on; 0.0.0.0 means every IPv4 address.")
    ] = LOOPBACK
    port: Annotated[
        int, Meta(ge=0, le=65_535, description="Port to listen on; 0 picks a free one.")
    ] = 8000
    lan: Annotated[
        bool,
        Meta(
            description="Whether to listen on the local network and print the address and a QR code."
        ),
    ] = False
    public_url: Annotated[
        str,
        Meta(
            description='URL at which players reach the server, such as "https://games.example"; "" for '
            "the address it listens on."
        ),
    ] = ""
    trusted_proxies: Annotated[
        tuple[str, ...],
        Meta(
            description="Addresses or networks of proxies whose X-Forwarded-* headers are trusted."
        ),
    ] = ()
    database: Annotated[
        str,
        Meta(
            description="Database for the tables: an SQLite file, or postgresql://USER@HOST/NAME."
        ),
    ] = "passgo.db"
    web: Annotated[
        str,
        Meta(description='Folder with a build of the browser game; "" for the built-in one.'),
    ] = ""
    bot_workers: Annotated[
        int,
        Meta(
            ge=0,
            le=1024,
            description="Number of bot processes; 0 for one fewer than the number of cores (at least 2).",
        ),
    ] = 0
    bot_seconds: Annotated[
        float,
        Meta(ge=0.1, le=3600, description="Maximum time for a bot's move or a hint, in seconds."),
    ] = 5.0
    chat: Annotated[
        bool, Meta(description="Whether players may chat at the tables that allow it.")
    ] = True
    hints: Annotated[
        bool, Meta(description="Whether players may ask for hints at the tables that allow them.")
    ] = True
    keep_open_days: Annotated[
        Days,
        Meta(
            description="Days until a table whose game never started is deleted; 0 keeps it forever."
        ),
    ] = 30
    keep_playing_days: Annotated[
        Days,
        Meta(description="Days without a move after which a game is deleted; 0 keeps it forever."),
    ] = 0
    keep_over_days: Annotated[
        Days, Meta(description="Days until a finished game is deleted; 0 keeps it forever.")
    ] = 0
    keep_chat_days: Annotated[
        Days,
        Meta(
            description="Days until a chat message is deleted; 0 keeps it until its table is deleted."
        ),
    ] = 90
    log: Annotated[
        Literal["auto", "text", "json"],
        Meta(description="Log format; auto means text on a terminal and json otherwise."),
    ] = "auto"
    log_level: Annotated[Level, Meta(description="Lowest level to log.")] = "info"
    move_log_level: Annotated[
        Level,
        Meta(
            description="Level at which moves are logged; by default, debug messages are not shown."
        ),
    ] = "debug"
    limits: Limits = Limits()

    def listens_on(self) -> str:
        """Return the address to bind to: ``host``, or every address if only ``lan`` is set."""
        return EVERYWHERE if self.lan and self.host == LOOPBACK else self.host

    def __repr__(self) -> str:
        fields = {name: getattr(self, name) for name in self.__struct_fields__}
        fields["database"] = without_password(self.database)
        return f"Config({', '.join(f'{name}={value!r}' for name, value in fields.items())})"


def load_config(
    file: Path | None, environ: Mapping[str, str], flags: Mapping[str, object]
) -> Config:
    """Load the settings from a file, the environment and the command line.

    If no file is given, load the one named by PASSGO_CONFIG, or else ./passgo.toml if it exists.
    Flags with the value None are ignored. Raises ConfigError if any setting is invalid.
    """
    found: dict[str, object] = {}
    wrong: list[str] = []
    for given in (*_from_file(file, environ), *_from_environ(environ), *_from_flags(flags)):
        try:
            found[given.name] = _read(given)
        except ValueError as error:
            wrong.append(f"{given.where}: {error}")
    if wrong:
        raise ConfigError("\n".join(wrong))
    limits = {
        name.removeprefix(LIMITS): found.pop(name)
        for name in list(found)
        if name.startswith(LIMITS)
    }
    return msgspec.convert({**found, "limits": limits}, Config)


def example() -> str:
    """Return a TOML file with the default value and a description of every setting."""
    top = [_setting(Config(), name, name) for name in HINTS if not name.startswith(LIMITS)]
    limits = [
        _setting(Limits(), name.removeprefix(LIMITS), name)
        for name in HINTS
        if name.startswith(LIMITS)
    ]
    return "\n".join(
        [
            f"# {DEFAULT_FILE}: the default settings of a PassGo server.\n",
            *top,
            "[limits]\n",
            *limits,
        ]
    )


def without_password(url: str) -> str:
    """Return a database URL without its password."""
    if "://" not in url:
        return url
    bare, question, _ = re.sub(r"(://[^:]*):.*@", r"\1:…@", url, flags=re.DOTALL).partition("?")
    return bare + (question and "?…")  # the query may also contain a password


# -- sources -----------------------------------------------------------------------------------------


class _Given(msgspec.Struct):
    """A setting from one of the sources: its location, name and value."""

    where: str
    name: str
    value: object
    is_text: bool
    """Whether the source contains only text, so that "8000" can mean a number."""


def _from_file(file: Path | None, environ: Mapping[str, str]) -> Iterator[_Given]:
    """Read the chosen file, or the default file if it exists."""
    if file is None and environ.get(FILE_VARIABLE):
        file = Path(environ[FILE_VARIABLE])
    if file is None:
        file = Path(DEFAULT_FILE)
        if not file.exists():
            return
    try:
        data = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise ConfigError(f"{file}: {error.strerror}.") from None
    except ValueError as error:  # not UTF-8, or not TOML
        raise ConfigError(f"{file}: not a valid TOML file: {error}.") from None
    for name, value in data.items():
        if name + "." == LIMITS:
            if not isinstance(value, dict):
                raise ConfigError(f"{file}: limits must be a table, [limits] (got {_show(value)})")
            for inner, figure in value.items():
                yield _Given(f"{file}, [limits]", LIMITS + inner, figure, is_text=False)
        else:
            yield _Given(str(file), name, value, is_text=False)


def _from_environ(environ: Mapping[str, str]) -> Iterator[_Given]:
    """Yield our variables and likely misspellings of them; ignore all other variables."""
    for variable, value in environ.items():
        if not variable.startswith(PREFIX) or variable == FILE_VARIABLE:
            continue
        name = variable.removeprefix(PREFIX).lower()
        if name.startswith(LIMITS.replace(".", "_")):
            name = LIMITS + name[len(LIMITS) :]
        if name in HINTS or name.startswith(LIMITS) or _suggest_setting(name, CONFIG):
            yield _Given(variable, name, value, is_text=True)


def _from_flags(flags: Mapping[str, object]) -> Iterator[_Given]:
    for name, value in flags.items():
        if value is not None:
            where = "--" + name.replace("_", "-")
            yield _Given(where, name, value, is_text=isinstance(value, str))


# -- reading and checking ----------------------------------------------------------------------------


def _hints() -> dict[str, object]:
    """Return the type of every setting; the names of limits begin with "limits."."""
    hints: dict[str, object] = get_type_hints(Config, include_extras=True)
    del hints[LIMITS.rstrip(".")]
    limits: dict[str, object] = get_type_hints(Limits, include_extras=True)
    return hints | {LIMITS + name: hint for name, hint in limits.items()}


HINTS: Final = _hints()

TRUE: Final = {"1", "true", "yes", "on"}
FALSE: Final = {"0", "false", "no", "off"}


def _read(given: _Given) -> object:
    """Return a setting's value, converted to its type; raise a descriptive ValueError if it is invalid."""
    if given.name not in HINTS:
        raise ValueError(_no_such_setting(given))
    hint = HINTS[given.name]
    value = _from_text(str(given.value), hint) if given.is_text else given.value
    try:
        value = msgspec.convert(value, hint)
        return CHECKS[given.name](value) if given.name in CHECKS else value
    except ValueError:
        name = given.name.removeprefix(LIMITS)
        raise ValueError(
            f"{name} must be {_describe_allowed(given.name)} (got {_show(given.value)})"
        ) from None


def _no_such_setting(given: _Given) -> str:
    bare = given.name.removeprefix(LIMITS)
    if given.where.startswith(PREFIX) and (near := _suggest_setting(given.name, CONFIG)):
        variable = PREFIX + near.replace(".", "_").upper()
        return f"there is no setting named {_show(bare)}; did you mean {variable}?"
    if near := _suggest_setting(given.name):
        return f"there is no setting named {_show(bare)}; did you mean {near}?"
    in_limits = given.name.startswith(LIMITS)
    known = [name.removeprefix(LIMITS) for name in HINTS if name.startswith(LIMITS) == in_limits]
    return f"there is no setting named {_show(bare)}; the settings are {', '.join(known)}."


def _suggest_setting(name: str, *more: str) -> str | None:
    """Return the setting, or the name in `more`, that an unknown name most likely stands for."""
    bare = {known.removeprefix(LIMITS): known for known in (*HINTS, *more)}
    near = nearest(name.removeprefix(LIMITS), bare)
    return bare[near] if near else None


def _from_text(text: str, hint: object) -> object:
    """Convert text to a type; return the text itself if it cannot be converted."""
    kind = get_args(hint)[0]
    text = text.strip()
    if kind is bool:
        return True if text.lower() in TRUE else False if text.lower() in FALSE else text
    if get_origin(kind) is tuple:
        return [part.strip() for part in text.split(",") if part.strip()]
    if kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            return text
    return text


def _describe_allowed(name: str) -> str:
    """Describe the allowed values of a setting."""
    if name in ALLOWED:
        return ALLOWED[name]
    kind, *metas = get_args(HINTS[name])
    if get_origin(kind) is Literal:
        *others, last = get_args(kind)
        return f"{', '.join(others)} or {last}"
    if kind is bool:
        return "true or false"
    least = next(meta.ge for meta in metas if meta.ge is not None)
    most = next(meta.le for meta in metas if meta.le is not None)
    return f"a {'whole ' if kind is int else ''}number from {least:,} to {most:,}"


def _show(value: object) -> str:
    """Format an invalid value, shortened and without any password."""
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "a list"
    text = repr(without_password(value) if isinstance(value, str) else value)
    return text if len(text) <= 60 else text[:60] + "…"


def _check_host(host: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9.-]+", host):
        ipaddress.IPv6Address(host)
    return host


def _check_public_url(url: str) -> str:
    """Return the URL as browsers write an origin: in lowercase, and without the default port."""
    if not url:
        return url
    parts = urlsplit(url)
    host = (parts.hostname or "").lower()
    _check_host(host)
    if parts.scheme not in ("http", "https") or parts.path not in ("", "/"):
        raise ValueError
    if parts.username is not None or parts.query or parts.fragment:
        raise ValueError
    usual = {"http": 80, "https": 443}[parts.scheme]
    port = "" if parts.port in (None, usual) else f":{parts.port}"
    return f"{parts.scheme}://{f'[{host}]' if ':' in host else host}{port}"


def _check_trusted_proxies(proxies: tuple[str, ...]) -> tuple[str, ...]:
    for proxy in proxies:
        ipaddress.ip_network(proxy)
    return proxies


def _check_database(database: str) -> str:
    scheme, separator, _ = database.partition("://")
    if not database or (separator and scheme not in ("sqlite", "postgresql", "postgres")):
        raise ValueError
    return database


CHECKS: Final[dict[str, Callable[..., object]]] = {
    "host": _check_host,
    "public_url": _check_public_url,
    "trusted_proxies": _check_trusted_proxies,
    "database": _check_database,
}
"""Checks that types cannot express."""

ALLOWED: Final = {
    "host": "an address or hostname of this machine, such as 127.0.0.1 or ::1",
    "public_url": "a URL without a path, such as https://games.example",
    "trusted_proxies": "a list of addresses or networks, such as 127.0.0.1 or 10.0.0.0/8",
    "database": "a file, sqlite:///FILE or postgresql://USER@HOST/NAME",
}


# -- the example file --------------------------------------------------------------------------------


def _setting(holder: Config | Limits, field: str, name: str) -> str:
    """Format one setting for the example file, with its description above it."""
    metas = get_args(HINTS[name])[1:]
    description = next(meta.description for meta in metas if meta.description)
    return f"# {description}\n{field} = {_toml(getattr(holder, field))}\n"


def _toml(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 10_000:
        return f"{value:_}"
    return json.dumps(value)  # strings, lists, numbers and booleans are the same in JSON and TOML
