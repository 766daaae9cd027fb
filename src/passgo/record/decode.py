"""Reading the lines of a record from plain data; invalid data raises CodecError.

Reading is strict: unknown fields are rejected, because nothing would check them.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from passgo.boards import BoardError, board_from_data
from passgo.codec import CodecError, action_from_data
from passgo.engine.board import classic
from passgo.engine.ruleset import RuleSetError, rules_from_data
from passgo.record.entries import (
    DECIDERS,
    TOKENS,
    VERSION,
    ActionEntry,
    Dice,
    Digest,
    End,
    FairDice,
    Header,
    Line,
    Note,
    RecordedDice,
    Rolls,
    SeatEntry,
    SeededDice,
    Setup,
)
from passgo.record.recorded_chance import DECK_NAMES, DECKS
from passgo.spelling import did_you_mean

FULL_FIELDS: Final = ("events", "view", "worths")
"""The additional fields that lines have in a full record."""
_LONGEST_NAME: Final = 40
LONGEST_KIND: Final = 200
"""The maximum length of a bot's name, including its options."""
_LONGEST_CONTRIBUTION: Final = 64
_LONGEST_DECK: Final = 256
_MOST: Final = 2**53 - 1
_HEX: Final = re.compile(r"[0-9a-f]+")
_JOINERS: Final = "\u200c\u200d"  # invisible, but needed by some scripts and emoji


def header_from_data(data: object) -> Header:
    """Read the first line; raise CodecError if it is not a header."""
    if not isinstance(data, dict) or "passgo" not in data:
        raise CodecError("This is not a record of a game.")
    if data["passgo"] != "record":
        raise CodecError(f"This is a {str(data['passgo'])[:_LONGEST_NAME]!a}, not a record.")
    version = data.get("version")
    if type(version) is int and version != VERSION:
        newer = " Install a newer PassGo to read it." if version > VERSION else ""
        raise CodecError(
            f"This record has format version {version}; "
            f"this release of PassGo reads version {VERSION}.{newer}"
        )
    fields = _fields(
        "The header",
        data,
        ("passgo", "version", "rules", "board", "players", "chance", "created"),
        ("start", "full"),
    )
    _whole("version", fields["version"], VERSION, VERSION)
    start = fields.get("start", {})
    if not isinstance(start, dict):
        raise CodecError("start must be a position.")
    full = fields.get("full", True)
    if full is not True:
        raise CodecError("full must be true if it is present.")
    try:
        rules = rules_from_data(fields["rules"])
        board = classic() if fields["board"] == "classic" else board_from_data(fields["board"])
    except RuleSetError as error:
        raise CodecError(str(error)) from None
    except BoardError as error:
        raise CodecError(f"The board is invalid: {error}.") from None
    return Header(
        rules,
        board,
        _players(fields["players"]),
        dice_from_data(fields["chance"]),
        start if "start" in fields else None,
        _read_created(fields["created"]),
        "full" in fields,
    )


def _players(data: object) -> tuple[SeatEntry, ...]:
    players = []
    for row in _row("players", data, 2, len(TOKENS)):
        fields = _fields("A player", row, ("name", "token", "kind"))
        token = fields["token"]
        if not isinstance(token, str) or token not in TOKENS:
            raise CodecError(f"A token must be one of {', '.join(TOKENS)}.")
        name = _text("player's name", fields["name"])
        kind = _text("player's kind", fields["kind"], LONGEST_KIND)
        players.append(SeatEntry(name, token, kind))
    if len({seat.token for seat in players}) < len(players):
        raise CodecError("Two players have the same token.")
    return tuple(players)


def dice_from_data(data: object) -> Dice:
    """Read the source of randomness."""
    kind = data.get("kind") if isinstance(data, dict) else None
    if kind == "seeded":
        fields = _fields("chance", data, ("kind", "seed"))
        return SeededDice(_whole("seed", fields["seed"], -(2**63), 2**63 - 1))
    if kind == "fair":
        fields = _fields("chance", data, ("kind", "commitment", "game", "contributions"))
        contributions = _row("contributions", fields["contributions"], 0, len(TOKENS))
        return FairDice(
            _digits("commitment", fields["commitment"], 64),
            _text("game", fields["game"], 100),
            tuple(
                _text("contribution", one, _LONGEST_CONTRIBUTION, 0, plain=False)
                for one in contributions
            ),
        )
    if kind == "recorded":
        _fields("chance", data, ("kind",))
        return RecordedDice()
    raise CodecError("The source of randomness must be seeded, fair or recorded.")


def _read_created(data: object) -> str | None:
    if data is None:
        return None
    text = _text("creation time", data)
    try:
        datetime.fromisoformat(text)
    except ValueError:
        raise CodecError(
            "The creation time must be an ISO 8601 timestamp, such as 2025-01-31T20:15:00Z, or null."
        ) from None
    return text


def line_from_data(line: int, data: object, summed: str) -> Line:
    """Read any line except the first; raise CodecError if it is not valid."""
    if not isinstance(data, dict):
        raise CodecError("Every line in a record must be an object.")
    if "table" in data:
        _text("note's name", data["table"])
        return Note(line, data)
    if "action" in data:
        return _read_action(line, data)
    if "setup" in data:
        return _setup(line, data)
    if "digest" in data:
        fields = _fields("A digest line", data, ("digest", "n", "sum"))
        return Digest(
            line,
            _whole("action number", fields["n"], 0, _MOST),
            _digits("digest", fields["digest"], 32),
            _digits("sum", fields["sum"], 64),
            summed,
        )
    if "end" in data:
        return _end(line, data, summed)
    raise CodecError("A line must have one of setup, action, table, digest and end.")


def _read_action(line: int, data: Mapping[str, object]) -> ActionEntry:
    fields = _fields("An action line", data, ("n", "action", "by", "time", "chance"), FULL_FIELDS)
    by = fields["by"]
    if not isinstance(by, str) or by not in DECIDERS:
        raise CodecError(f"by must be one of {', '.join(DECIDERS)}.")
    return ActionEntry(
        line=line,
        number=_whole("action number", fields["n"], 1, _MOST),
        action=action_from_data(fields["action"]),
        by=by,
        time=check_time(fields["time"]),
        rolls=_rolls(fields["chance"]),
        events=fields.get("events"),
        view=fields.get("view"),
        worths=fields.get("worths"),
    )


def check_time(time: object) -> float | None:
    """Return a time in seconds, or None; raise CodecError if it is neither."""
    if time is None:
        return None
    if isinstance(time, bool) or not isinstance(time, int | float):
        raise CodecError("The time must be a number of seconds, or null.")
    if not 0 <= time <= _MOST:
        raise CodecError(f"The time must be between 0 and {_MOST} seconds.")
    return time


def _setup(line: int, data: Mapping[str, object]) -> Setup:
    outer = _fields("The setup line", data, ("setup",), FULL_FIELDS)
    fields = _fields("The setup", outer["setup"], (), ("rolls", *DECKS.values()))
    decks = {
        name: _order(DECK_NAMES[name], fields[name]) for name in DECKS.values() if name in fields
    }
    rolls = _rolls(fields["rolls"]) if "rolls" in fields else ()
    return Setup(
        line=line,
        decks=decks,
        rolls=rolls,
        events=outer.get("events"),
        view=outer.get("view"),
        worths=outer.get("worths"),
    )


def _end(line: int, data: Mapping[str, object], summed: str) -> End:
    outer = _fields("The end line", data, ("end", "sum"))
    fields = _fields("The end", outer["end"], ("winners", "digest"), ("secret",))
    winners = tuple(
        _whole("winner's seat", seat, 0, len(TOKENS) - 1)
        for seat in _row("winners", fields["winners"], 1, len(TOKENS))
    )
    return End(
        line,
        winners,
        _digits("digest", fields["digest"], 32),
        _digits("secret", fields["secret"], 64) if "secret" in fields else None,
        _digits("sum", outer["sum"], 64),
        summed,
    )


def _order(name: str, data: object) -> list[int]:
    rows = _row(f"order of {name}", data, 0, _LONGEST_DECK)
    order = [_whole(f"place in the order of {name}", row, 0, len(rows) - 1) for row in rows]
    if len(set(order)) < len(order):
        raise CodecError(f"The order of {name} lists a card twice.")
    return order


def _rolls(data: object) -> Rolls:
    rolls = []
    for row in _row("rolls", data, 0, 100_000):
        dice = [_whole("die", die, 1, 6) for die in _row("dice in a roll", row, 2, 2)]
        rolls.append((dice[0], dice[1]))
    return tuple(rolls)


# -- small checks ----------------------------------------------------------------------------------


def _fields(
    what: str, data: object, required: Sequence[str], optional: Sequence[str] = ()
) -> Mapping[str, object]:
    """Check that the data is an object with these fields and no others, and return it."""
    if not isinstance(data, dict):
        raise CodecError(f"{what} must be an object.")
    for name in required:
        if name not in data:
            raise CodecError(f"{what} is missing the field {name}.")
    known = (*required, *optional)
    for name in data:
        if name not in known:
            hint = did_you_mean(name, known) or "."
            raise CodecError(f"{what} has an unknown field {name[:_LONGEST_NAME]!a}{hint}")
    return data


def _row(what: str, data: object, least: int, most: int) -> list[object]:
    if not isinstance(data, list) or not least <= len(data) <= most:
        many = f"{least}" if least == most else f"{least} to {most}"
        raise CodecError(f"The {what} must be a list of {many} items.")
    return data


def _whole(what: str, data: object, least: int, most: int) -> int:
    if isinstance(data, bool) or not isinstance(data, int) or not least <= data <= most:
        allowed = f"{least}" if least == most else f"a whole number from {least} to {most}"
        raise CodecError(f"The {what} must be {allowed}.")
    return data


def _digits(what: str, data: object, length: int) -> str:
    if not isinstance(data, str) or len(data) != length or not _HEX.fullmatch(data):
        raise CodecError(f"The {what} must be {length} lowercase hexadecimal digits.")
    return data


def _text(
    what: str, data: object, longest: int = _LONGEST_NAME, shortest: int = 1, plain: bool = True
) -> str:
    if not isinstance(data, str) or not shortest <= len(data) <= longest:
        raise CodecError(f"The {what} must be a string of {shortest} to {longest} characters.")
    if plain and not all(_is_printable(letter) for letter in data):
        raise CodecError(f"The {what} must not contain control characters.")
    return data


def _is_printable(letter: str) -> bool:
    """Return whether a character is allowed in names; line breaks and direction marks are not."""
    return letter in _JOINERS or unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Zl", "Zp")
