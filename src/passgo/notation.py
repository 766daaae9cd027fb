"""A compact notation for moves, like algebraic notation in chess. See docs/notation.md.

    write(Build(0, 39))                  "0: build Boardwalk"
    read("0: build Boardwalk")           Build(seat=0, space=39)
    write_moves(record)                  a whole game, with dice: "1: 5+3 → Oriental, buy"
    read_moves(text)                     the actions and rolls of that game

Every action can be written, and reading what was written returns the same action.

PassGoError
└── NotationError    text that is not a move; the message says what is wrong
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from passgo.engine.action import TABLE, Action
from passgo.engine.board import Board, classic
from passgo.engine.events import TokenMoved
from passgo.engine.legal import ACTIONS
from passgo.engine.name_lookup import short_names
from passgo.engine.refusal import PassGoError
from passgo.engine.rules.moving import Roll
from passgo.spelling import closest, describe_unknown, join_words

if TYPE_CHECKING:
    from passgo.record import Record

__all__ = ["Move", "NotationError", "read", "read_moves", "write", "write_move", "write_moves"]


class NotationError(PassGoError):
    """Text that is not a move; the message says what is wrong."""


class Move(NamedTuple):
    """An action and the rolls it made, each as the numbers on both dice."""

    action: Action
    rolls: tuple[tuple[int, int], ...] = ()


class _Phrase(NamedTuple):
    """How an action is written: its words, its name and the fields that the words imply."""

    words: str
    action: str
    implied: Mapping[str, object] = {}


_PHRASES: Final = (
    _Phrase("roll", "Roll"),
    _Phrase("end turn", "EndTurn"),
    _Phrase("buy", "Buy"),
    _Phrase("decline", "Decline"),
    _Phrase("bid {amount}", "Bid"),
    _Phrase("pass", "PassBid"),
    _Phrase("ask for rent {rent}", "AskForRent"),
    _Phrase("always ask for rent", "AlwaysAskForRent", {"on": True}),
    _Phrase("stop asking for rent", "AlwaysAskForRent", {"on": False}),
    _Phrase("tax share", "ChooseTax", {"share": True}),
    _Phrase("tax flat", "ChooseTax", {"share": False}),
    _Phrase("pay fine", "PayFine"),
    _Phrase("use {card}", "UseCard"),
    _Phrase("build {space}", "Build"),
    _Phrase("sell building {space}", "SellBuilding"),
    _Phrase("sell group {group}", "SellGroupBuildings"),
    _Phrase("demand {count}", "StateDemand"),
    _Phrase("bid {amount} for {space}", "BidForBuilding"),
    _Phrase("mortgage {space}", "Mortgage"),
    _Phrase("unmortgage {space}", "Unmortgage"),
    _Phrase("inherit and unmortgage", "InheritDeed", {"unmortgage": True}),
    _Phrase("inherit", "InheritDeed", {"unmortgage": False}),
    _Phrase("offer {partner} {give} for {get}{unmortgage}", "OfferTrade"),
    _Phrase("counter {offer} {give} for {get}{unmortgage}", "CounterTrade"),
    _Phrase("accept {offer}{unmortgage}", "AcceptTrade"),
    _Phrase("decline {offer}", "DeclineTrade"),
    _Phrase("withdraw {offer}", "WithdrawTrade"),
    _Phrase("resume offers", "PauseOffers", {"rounds": 0}),
    _Phrase("pause offers for good", "PauseOffers", {"rounds": -1}),
    _Phrase("pause offers {rounds}", "PauseOffers"),
    _Phrase("ask {partner} about {space}", "AskForOffer"),
    _Phrase("decline inquiry {inquiry}", "DeclineInquiry"),
    _Phrase("go bankrupt", "GoBankrupt"),
    _Phrase("resign", "Resign"),
    _Phrase("time is up", "TimeIsUp"),
)

_NUMBER: Final = r"-?\d+"
_NAME: Final = r"#-?\d+|[^,+()\[\]→#$]+?"
_SIDE: Final = r"[^,()\[\]→]+?"
_FIELDS: Final = {
    "amount": rf"\${_NUMBER}",
    "space": _NAME,
    "group": _NAME,
    "card": r"#-?\d+|[\w.]+",
    "give": _SIDE,
    "get": _SIDE,
    "unmortgage": r"(?: \(unmortgage [^()]+\))?",
}
"""The pattern for each field that is not simply a number."""
_EXAMPLES: Final = {
    "amount": "$120",
    "card": "chest.jail_free",
    "count": "2",
    "get": "Reading",
    "give": "$100 + Baltic",
    "group": "dark_blue",
    "inquiry": "7",
    "offer": "7",
    "partner": "1",
    "rent": "4",
    "rounds": "5",
    "space": "Boardwalk",
    "unmortgage": "",
}
"""A value for each field, for error messages."""
_PLAIN: Final = re.compile(r"[^\W_](?:[\w.&'’ -]*[\w.])?")
"""Names that can be written as they are; others are written as numbers."""
_LINE: Final = re.compile(rf"\s*(table|{_NUMBER}):\s*(.*\S)\s*")
_THOUSANDS: Final = re.compile(r"\$-?\d{1,3}(?:,\d{3})+(?!\d)")
_DICE: Final = re.compile(r"([1-6])\+([1-6])")
_MOVE: Final = re.compile(
    r"(?P<text>[^\[\]→]*?)(?: \[(?P<rolls>[1-6+ ]+)\])?(?: (?:→|->) (?P<space>[^\[\]→]+))?"
)


# -- one action ------------------------------------------------------------------------------------


def write(action: Action, board: Board | None = None) -> str:
    """Write an action; ``board`` has the names of the spaces, by default the classic board's."""
    return f"{_seat(action)}: {_write_phrase(action, board)}"


def read(text: str, board: Board | None = None) -> Action:
    """Read an action; raise NotationError if the text is not one action."""
    moves = _read_line(text, board)
    if len(moves) != 1:
        raise NotationError(f"{text!r} contains {len(moves)} moves; read_moves reads several.")
    return moves[0].action


def write_move(
    move: Move, board: Board | None = None, space: int = -1, names: Sequence[str] = ()
) -> str:
    """Write an action with its rolls, without the seat: "5+3 → Oriental".

    ``space`` is the space on which the token stopped, or -1 if it did not move. With ``names``, the
    players' names replace their seats, as in "offer Bob $90 for Baltic"; ``read`` reads only seats.
    """
    rolls = [f"{first}+{second}" for first, second in move.rolls]
    text = _write_phrase(move.action, board, names)
    if rolls and isinstance(move.action, Roll):
        text = rolls.pop(0)
    if rolls:
        text += f" [{' '.join(rolls)}]"
    if space >= 0:
        text += f" → {_name_space(space, classic() if board is None else board)}"
    return text


# -- a whole game ----------------------------------------------------------------------------------


def write_moves(record: Record, to: int | None = None) -> str:
    """Write the moves of a recorded game, with the rolls and where they lead.

    Each line has one seat's moves, and a roll begins a new line. ``to`` is the number of the last
    action to write, by default the last one in the record. Raise RecordError if the record is
    inconsistent.
    """
    from passgo.record import replay

    board = record.header.board
    lines: list[str] = []
    seat: int | None = None
    steps = iter(replay(record))
    next(steps)  # the setup
    for entry, step in zip(record.actions, steps, strict=False):
        action = entry.action
        if to is not None and entry.number > to:
            break
        stops = [
            int(event.space)
            for event in step.events
            if isinstance(event, TokenMoved) and event.seat == action.seat
        ]
        text = write_move(Move(action, entry.rolls), board, stops[-1] if stops else -1)
        if action.seat == seat and not isinstance(action, Roll):
            lines[-1] += f", {text}"
        else:
            lines.append(f"{_seat(action)}: {text}")
        seat = int(action.seat)
    for _ in steps if to is None else ():
        pass  # replaying to the end also checks the lines after the last action
    return "".join(f"{line}\n" for line in lines)


def read_moves(text: str, board: Board | None = None) -> list[Move]:
    """Read the moves of a game. The spaces after the arrows are for people and are not checked."""
    found: list[Move] = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                found += _read_line(line, board)
            except NotationError as error:
                raise NotationError(f"Line {number}: {error}") from None
    return found


# -- writing ---------------------------------------------------------------------------------------


def _seat(action: Action) -> str:
    return "table" if action.seat == TABLE else str(int(action.seat))


def _write_phrase(action: Action, board: Board | None, names: Sequence[str] = ()) -> str:
    board = classic() if board is None else board
    name = type(action).__name__
    fields = action.fields()
    for phrase in _PHRASES:
        if phrase.action == name and all(
            fields[one] == phrase.implied[one] for one in phrase.implied
        ):
            return phrase.words.format_map(_words_of(fields, board, names))
    raise NotationError(f"{action!r} is not an action of the game.")


def _words_of(fields: Mapping[str, object], board: Board, names: Sequence[str]) -> dict[str, str]:
    """Return the words for each field of an action."""
    words: dict[str, str] = {}
    for name, value in fields.items():
        if name == "space":
            words[name] = _name_deed(_whole(value), board)
        elif name == "group":
            words[name] = _name(_whole(value), [group.key for group in board.groups])
        elif name == "card":
            words[name] = _name_card(_whole(value), board)
        elif name == "amount":
            words[name] = f"${_whole(value)}"
        elif name == "unmortgage":
            spaces = [_name_deed(space, board) for space in _numbers(value)]
            words[name] = f" (unmortgage {' + '.join(spaces)})" if spaces else ""
        elif name == "partner" and 0 <= _whole(value) < len(names):
            words[name] = names[_whole(value)]
        elif isinstance(value, int):
            words[name] = str(int(value))
    if "give_cash" in fields:
        for side in ("give", "get"):
            cash = _whole(fields[f"{side}_cash"])
            items = [f"${cash}"] if cash else []
            items += [_name_deed(space, board) for space in _numbers(fields[f"{side}_deeds"])]
            items += [
                f"card {_name_card(card, board)}" for card in _numbers(fields[f"{side}_cards"])
            ]
            words[side] = " + ".join(items) or "nothing"
    return words


def _whole(value: object) -> int:
    assert isinstance(value, int), value
    return int(value)


def _numbers(value: object) -> list[int]:
    return [int(one) for one in value] if isinstance(value, Sequence) else []


def _name_space(space: int, board: Board) -> str:
    """Return the name of a space, which other spaces may share."""
    if board.deed_at[space] >= 0:
        return _name_deed(space, board)
    name = board.spaces[space].name
    return name if _PLAIN.fullmatch(name) else f"#{space}"


def _name_deed(space: int, board: Board) -> str:
    """Return the shortest plain name of a property, or its number."""
    if 0 <= space < board.size and board.deed_at[space] >= 0:
        names = [one.name for one in board.spaces]
        for name in (short_names(names)[space], names[space]):
            words = name.casefold().split()
            plain = _PLAIN.fullmatch(name) and not {"for", "card", "nothing"} & set(words)
            if plain and board.space(name).number == space:
                return name
    return f"#{space}"


def _name_card(card: int, board: Board) -> str:
    return _name(card, [one.key for one in board.cards])


def _name(number: int, keys: list[str]) -> str:
    return keys[number] if 0 <= number < len(keys) else f"#{number}"


# -- reading ---------------------------------------------------------------------------------------


def _read_line(line: str, board: Board | None) -> list[Move]:
    """Read one seat's moves."""
    found = _LINE.fullmatch(line)
    if found is None:
        raise NotationError(f'{line.strip()!r} is not a move; a move is written as "0: buy".')
    seat = TABLE if found[1] == "table" else int(found[1])
    known = classic() if board is None else board
    parts = _THOUSANDS.sub(lambda amount: amount[0].replace(",", ""), found[2]).split(",")
    return [_read_move(part.strip(), seat, known) for part in parts]


def _read_move(part: str, seat: int, board: Board) -> Move:
    found = _MOVE.fullmatch(part)
    if found is None:
        raise NotationError(f"{part!r} is not a move.")
    rolls = tuple(_read_dice(one) for one in (found["rolls"] or "").split())
    text = found["text"]
    if _DICE.fullmatch(text):
        return Move(Roll(seat), (_read_dice(text), *rolls))
    return Move(_read_phrase(text, seat, board), rolls)


def _read_dice(text: str) -> tuple[int, int]:
    found = _DICE.fullmatch(text)
    if found is None:
        raise NotationError(f"{text!r} is not a roll; a roll is written as 5+3.")
    return int(found[1]), int(found[2])


def _read_phrase(text: str, seat: int, board: Board) -> Action:
    for phrase, pattern in _patterns():
        found = pattern.fullmatch(text)
        if found is not None:
            fields = {**phrase.implied}
            for name, words in found.groupdict().items():
                fields.update(_read_field(name, words, board))
            return ACTIONS[phrase.action](seat, **fields)
    raise NotationError(_describe_unknown(text))


def _describe_unknown(text: str) -> str:
    """Return an error message for text that is not a move, with examples or a suggestion."""
    examples: dict[str, list[str]] = {}
    for phrase in _PHRASES:
        start = re.sub(r" ?\{.*", "", phrase.words)
        examples.setdefault(start, []).append(f'"{phrase.words.format_map(_EXAMPLES)}"')
    begun = [start for start in examples if f"{text} ".startswith(f"{start} ")]
    if begun:
        return f"{text!r} is not a move; write {join_words(examples[max(begun, key=len)])}."
    words = text.split()
    near = [start for start in examples if words and start.split()[0] == words[0]]
    for count in (2, 1):  # without the names and numbers that follow the verb
        near = near or closest(" ".join(words[:count]), examples, 1)
    if near:
        return f"There is no move named {text!r}; did you mean {join_words(near)}?"
    return describe_unknown("move", text, examples)


@cache
def _patterns() -> list[tuple[_Phrase, re.Pattern[str]]]:
    """Return every phrase with the pattern that recognizes it."""
    return [(phrase, re.compile(_pattern_of(phrase.words))) for phrase in _PHRASES]


def _pattern_of(words: str) -> str:
    return re.sub(
        r"\{(\w+)\}", lambda found: f"(?P<{found[1]}>{_FIELDS.get(found[1], _NUMBER)})", words
    )


def _read_field(name: str, words: str, board: Board) -> dict[str, object]:
    """Read the words for one field of an action."""
    if name in ("give", "get"):
        return _read_side(name, words, board)
    if name == "unmortgage":
        listed = words.removeprefix(" (unmortgage ").removesuffix(")")
        names = listed.split(" + ") if listed else []
        return {name: tuple(_find(one, lambda key: board.deed(key).space) for one in names)}
    if name == "space":
        return {name: _find(words, lambda key: board.deed(key).space)}
    if name == "group":
        return {name: _find(words, lambda key: board.group(key).number)}
    if name == "card":
        return {name: _find(words, lambda key: board.card(key).number)}
    return {name: int(words.removeprefix("$"))}


def _read_side(side: str, words: str, board: Board) -> dict[str, object]:
    """Read what one side of a trade gives."""
    cash = 0
    deeds: list[int] = []
    cards: list[int] = []
    for item in words.split(" + ") if words != "nothing" else []:
        if item.startswith("card "):
            cards.append(_find(item.removeprefix("card "), lambda key: board.card(key).number))
        elif re.fullmatch(rf"\${_NUMBER}", item):
            cash += int(item[1:])
        else:
            deeds.append(_find(item, lambda key: board.deed(key).space))
    return {f"{side}_cash": cash, f"{side}_deeds": tuple(deeds), f"{side}_cards": tuple(cards)}


def _find(words: str, find: Callable[[str], int]) -> int:
    """Return the number of something written as a name, or as # and its number."""
    if re.fullmatch(rf"#{_NUMBER}", words):
        return int(words[1:])
    try:
        return int(find(words))
    except ValueError as error:
        raise NotationError(str(error)) from None
