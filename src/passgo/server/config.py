"""The server's configuration: defaults, a TOML file, the environment and the command line.

Later sources override earlier ones:

    port = 8080                     in passgo.toml            limits are in a table, [limits]
    PASSGO_PORT=8080                in the environment        PASSGO_LIMITS_CHAT_LENGTH=200
    --port 8080                     on the command line       flags={"limits.chat_length": 200}

The types in ``Config`` and ``Limits`` define the allowed values, and their descriptions what they mean.

    PassGoError
    └── ConfigError      one line per invalid value: its source, the value, the allowed values
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

from passgo.codec import nearest
from passgo.engine.refusal import PassGoError
from passgo.server.limits import Limits

__all__ = ["Config", "ConfigError", "Level", "example", "load_config", "without_password"]

DEFAULT_FILE: Final = "passgo.toml"
PREFIX: Final = "PASSGO_"
FILE_VARIABLE: Final = "PASSGO_CONFIG"
LIMITS: Final = "limits."
LOOPBACK: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"

Level: TypeAlias = Literal["debug", "info", "warning", "error"]
Days: TypeAlias = Annotated[int, Meta(ge=0, le=36_500)]


class ConfigError(PassGoError):
    """An invalid configuration; each line names the source of a value and what is allowed."""


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a server. Its repr hides the database password."""

    host: Annotated[
        str, Meta(description="The address to listen on; 0.0.0.0 is every IPv4 address.")
    ] = LOOPBACK
    port: Annotated[
        int, Meta(ge=0, le=65_535, description="The port to listen on; 0 picks a free one.")
    ] = 8000
    lan: Annotated[
        bool,
        Meta(
            description="Whether to listen on the local network, and print the address and a QR code."
        ),
    ] = False
    public_url: Annotated[
        str,
        Meta(
            description='Where players reach the server, such as "https://games.example"; "" if only here.'
        ),
    ] = ""
    trusted_proxies: Annotated[
        tuple[str, ...],
        Meta(description="Addresses or networks of proxies whose X-Forwarded headers are trusted."),
    ] = ()
    database: Annotated[
        str,
        Meta(
            description="Where tables are stored: an SQLite file, or postgresql://USER@HOST/NAME."
        ),
    ] = "passgo.db"
    web: Annotated[
        str,
        Meta(description='A folder with the built browser game; "" for the built-in one.'),
    ] = ""
    bot_workers: Annotated[
        int,
        Meta(
            ge=0,
            le=1024,
            description="Processes in which bots think; 0 for one per core.",
        ),
    ] = 0
    bot_seconds: Annotated[
        float, Meta(ge=0.1, le=3600, description="Seconds after which a thinking bot is stopped.")
    ] = 5.0
    chat: Annotated[
        bool, Meta(description="Whether players may chat at the tables that allow it.")
    ] = True
    keep_open_days: Annotated[
        Days,
        Meta(description="Days until a table that never began is deleted; 0 keeps it forever."),
    ] = 30
    keep_playing_days: Annotated[
        Days, Meta(description="Days without a move until a game is deleted; 0 keeps it forever.")
    ] = 0
    keep_over_days: Annotated[
        Days, Meta(description="Days until a game that is over is deleted; 0 keeps it forever.")
    ] = 0
    keep_chat_days: Annotated[
        Days,
        Meta(description="Days until a line of chat is deleted; 0 keeps it as long as its table."),
    ] = 90
    log: Annotated[
        Literal["auto", "text", "json"],
        Meta(description="The log format; auto is text on a terminal, otherwise json."),
    ] = "auto"
    log_level: Annotated[Level, Meta(description="The lowest level that is logged.")] = "info"
    move_log_level: Annotated[
        Level,
        Meta(
            description="The level at which each move is logged; debug leaves moves out by default."
        ),
    ] = "debug"
    limits: Limits = Limits()

    def listens_on(self) -> str:
        """Return the address to bind: with ``lan`` all addresses, unless ``host`` names another one."""
        return EVERYWHERE if self.lan and self.host == LOOPBACK else self.host

    def __repr__(self) -> str:
        fields = {name: getattr(self, name) for name in self.__struct_fields__}
        fields["database"] = without_password(self.database)
        return f"Config({', '.join(f'{name}={value!r}' for name, value in fields.items())})"


def load_config(
    file: Path | None, environ: Mapping[str, str], flags: Mapping[str, object]
) -> Config:
    """Load the configuration from a file, the environment and the command line; raise ConfigError.

    Without ``file``, read the file named by PASSGO_CONFIG, or else passgo.toml in the current folder if
    it exists. Flags that are None are ignored.
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
    """Return a TOML file with every setting at its default, and its description."""
    top = [_setting(Config(), name, name) for name in HINTS if not name.startswith(LIMITS)]
    limits = [
        _setting(Limits(), name.removeprefix(LIMITS), name)
        for name in HINTS
        if name.startswith(LIMITS)
    ]
    return "\n".join(
        [
            f"# The settings of a PassGo server without this file, {DEFAULT_FILE}.\n",
            *top,
            "[limits]\n",
            *limits,
        ]
    )


def without_password(url: str) -> str:
    """Return the address of a database without its password."""
    if "://" not in url:
        return url
    bare, question, _ = re.sub(r"(://[^:]*):.*@", r"\1:…@", url, flags=re.DOTALL).partition("?")
    return bare + (question and "?…")  # the query may contain a password too


# -- where values come from --------------------------------------------------------------------------


class _Given(msgspec.Struct):
    """A value from one of the sources, and the setting it is for."""

    where: str
    name: str
    value: object
    is_text: bool
    """Whether the source has only text, so that "8000" has to be parsed as a number."""


def _from_file(file: Path | None, environ: Mapping[str, str]) -> Iterator[_Given]:
    """Yield the settings of the chosen file; the default file may be missing."""
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
        raise ConfigError(f"{file}: it is not TOML: {error}.") from None
    for name, value in data.items():
        if name + "." == LIMITS:
            if not isinstance(value, dict):
                raise ConfigError(f"{file}: limits is a table, [limits], not {_show(value)}.")
            for inner, figure in value.items():
                yield _Given(f"{file}, [limits]", LIMITS + inner, figure, is_text=False)
        else:
            yield _Given(str(file), name, value, is_text=False)


def _from_environ(environ: Mapping[str, str]) -> Iterator[_Given]:
    """Yield our variables.

    Other programs may use the same prefix, so an unknown name counts only if it looks like a typo.
    """
    for variable, value in environ.items():
        if not variable.startswith(PREFIX) or variable == FILE_VARIABLE:
            continue
        name = variable.removeprefix(PREFIX).lower()
        if name.startswith(LIMITS.replace(".", "_")):
            name = LIMITS + name[len(LIMITS) :]
        if name in HINTS or name.startswith(LIMITS) or _suggest_setting(name):
            yield _Given(variable, name, value, is_text=True)


def _from_flags(flags: Mapping[str, object]) -> Iterator[_Given]:
    for name, value in flags.items():
        if value is not None:
            where = "--" + name.replace("_", "-")
            yield _Given(where, name, value, is_text=isinstance(value, str))


# -- allowed values ----------------------------------------------------------------------------------


def _hints() -> dict[str, object]:
    """Return the type of every setting; names of limits start with "limits."."""
    hints: dict[str, object] = get_type_hints(Config, include_extras=True)
    del hints[LIMITS.rstrip(".")]
    limits: dict[str, object] = get_type_hints(Limits, include_extras=True)
    return hints | {LIMITS + name: hint for name, hint in limits.items()}


HINTS: Final = _hints()

TRUE: Final = {"1", "true", "yes", "on"}
FALSE: Final = {"0", "false", "no", "off"}


def _read(given: _Given) -> object:
    """Return a value converted to its setting's type; raise ValueError with a sentence."""
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
            f"{name} is {_describe_allowed(given.name)}, not {_show(given.value)}."
        ) from None


def _no_such_setting(given: _Given) -> str:
    bare = given.name.removeprefix(LIMITS)
    if near := _suggest_setting(given.name):
        return f"there is no setting {_show(bare)}; did you mean {near}?"
    in_limits = given.name.startswith(LIMITS)
    known = [name.removeprefix(LIMITS) for name in HINTS if name.startswith(LIMITS) == in_limits]
    return f"there is no setting {_show(bare)}; there are {', '.join(known)}."


def _suggest_setting(name: str) -> str | None:
    """Return the setting that an unknown name most likely means, in either table."""
    bare = {known.removeprefix(LIMITS): known for known in HINTS}
    near = nearest(name.removeprefix(LIMITS), bare)
    return bare[near] if near else None


def _from_text(text: str, hint: object) -> object:
    """Convert text to a type; return the text itself if that is not possible."""
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
    return f"a {'whole ' if kind is int else ''}number from {least} to {most}"


def _show(value: object) -> str:
    """Return an invalid value for an error message, shortened and without a password."""
    if isinstance(value, dict | list):
        return "a table" if isinstance(value, dict) else "such a list"
    text = repr(without_password(value) if isinstance(value, str) else value)
    return text if len(text) <= 60 else text[:60] + "…"


def _check_host(host: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9.-]+", host):
        ipaddress.IPv6Address(host)
    return host


def _check_public_url(url: str) -> str:
    """Return the URL in the form of a browser's origin: lower case, without a default port."""
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
"""Checks that a type cannot express."""

ALLOWED: Final = {
    "host": "an address or the name of this machine, such as 127.0.0.1 or ::1",
    "public_url": "an address such as https://games.example, without a path",
    "trusted_proxies": "a list of addresses or networks, such as 127.0.0.1 or 10.0.0.0/8",
    "database": "a file, sqlite:///FILE or postgresql://USER@HOST/NAME",
}


# -- writing -----------------------------------------------------------------------------------------


def _setting(holder: Config | Limits, field: str, name: str) -> str:
    """Return one setting of the example file, with its description above it."""
    metas = get_args(HINTS[name])[1:]
    description = next(meta.description for meta in metas if meta.description)
    return f"# {description}\n{field} = {_toml(getattr(holder, field))}\n"


def _toml(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and value >= 10_000:
        return f"{value:_}"
    return json.dumps(value)  # strings, lists, numbers and booleans look the same in TOML
