"""The board: spaces, deeds, groups and cards, as fixed data read from a file.

A board is a value that no rule changes; one object serves every game played on it. The format of
a board file is the one of `data/classic.json`, and this module is all of its definition:

    version  key  name  houses  hotels
    groups   a row per color group, and one for railroads and utilities with their rents
    spaces   from GO on, clockwise; a deed's row names its group
    chance, chest   the cards of both decks

What a file may say is checked in full when it is read, so that no rule has to doubt its board. A
file that says something else is refused with a `BoardError` that names the place.
"""

from __future__ import annotations

import json
import os
from typing import Final

from mypy_extensions import i64

from passgo.engine import classic_board
from passgo.engine.refusal import PassGoError

# What a space is.
GO: Final = 0
STREET: Final = 1
RAILROAD: Final = 2
UTILITY: Final = 3
CHANCE: Final = 4
CHEST: Final = 5
INCOME_TAX: Final = 6
LUXURY_TAX: Final = 7
JAIL: Final = 8
PARKING: Final = 9
GO_TO_JAIL: Final = 10

# What a card does.
ADVANCE: Final = 0  # to space a
NEAREST: Final = 1  # to the next RAILROAD or UTILITY, whichever a is
BACK: Final = 2  # a spaces
ARREST: Final = 3
COLLECT: Final = 4  # a from the Bank
PAY: Final = 5  # a to the Bank
PAY_EACH: Final = 6  # a to every other player
COLLECT_EACH: Final = 7  # a from every other player
REPAIRS: Final = 8  # a per house, b per hotel, to the Bank
KEEP: Final = 9  # get out of jail free
BLANK: Final = 10  # nothing

HOTEL_LEVEL: Final = 5  # the level of a property with a hotel, in every rule set

VERSION: Final = 1  # of the file format

# The words of the file format, in the order of the numbers above.
KINDS: Final[list[str]] = [
    "go",
    "street",
    "railroad",
    "utility",
    "chance",
    "chest",
    "income_tax",
    "luxury_tax",
    "jail",
    "parking",
    "go_to_jail",
]
DOES: Final[list[str]] = [
    "advance",
    "nearest",
    "back",
    "arrest",
    "collect",
    "pay",
    "pay_each",
    "collect_each",
    "repairs",
    "keep",
    "blank",
]
DECKS: Final[list[str]] = ["chance", "chest"]

_SMALLEST: Final = 12
_LARGEST: Final = 120
_MOST_MONEY: Final = 100_000
_MOST_BUILDINGS: Final = 10_000
_MOST_IN_A_GROUP: Final = 8  # printed boards have four at most
_MOST_GROUPS: Final = 60  # complete groups are bits of one number
_MOST_CARDS: Final = 100
_LONGEST_NAME: Final = 60
_LONGEST_TEXT: Final = 300
_LARGEST_FILE: Final = 1_000_000
_SLUG: Final = "abcdefghijklmnopqrstuvwxyz0123456789_"


class BoardError(PassGoError):
    """A board that cannot be played on: one sentence, saying where and what is wrong."""


class Deed:
    """A property, railroad or utility that can be owned."""

    def __init__(
        self,
        number: i64,
        space: i64,
        name: str,
        kind: i64,
        group: i64,
        price: i64,
        mortgage: i64,
        house_cost: i64,
        rents: list[int],
    ) -> None:
        self.number = number  # its index in Board.deeds, which is in the order of spaces
        self.space = space
        self.name = name
        self.kind = kind
        self.group = group
        self.price = price
        self.mortgage = mortgage
        self.house_cost = house_cost  # 0 where nothing can be built
        self.rents = rents  # street: bare, 1 to 4 houses, hotel; others: by number owned

    def __repr__(self) -> str:
        return f"<Deed {self.number}: {self.name}>"


class Group:
    """Deeds that belong together: a color, the railroads, the utilities."""

    def __init__(self, number: i64, name: str, kind: i64, key: str, deeds: list[Deed]) -> None:
        self.number = number
        self.name = name
        self.kind = kind
        self.key = key
        self.deeds = deeds

    def __repr__(self) -> str:
        return f"<Group {self.number}: {self.name}>"


class Card:
    """A Chance or Community Chest card."""

    def __init__(
        self, number: i64, deck: i64, text: str, does: i64, a: i64, b: i64, key: str
    ) -> None:
        self.number = number  # its index in Board.cards, Chance first
        self.deck = deck
        self.text = text
        self.does = does
        self.a = a
        self.b = b
        self.key = key

    def __repr__(self) -> str:
        return f"<Card {self.number}: {self.key}>"


class Space:
    """One of the spaces a token can stop on."""

    def __init__(self, number: i64, name: str, kind: i64, deed: i64) -> None:
        self.number = number
        self.name = name
        self.kind = kind
        self.deed = deed  # its index in Board.deeds, or -1

    def __repr__(self) -> str:
        return f"<Space {self.number}: {self.name}>"


class Board:
    """Everything that is printed: the board, the title deeds, the cards, and how many buildings
    the box holds. 10 MCS 20."""

    def __init__(
        self,
        name: str,
        key: str,
        houses: i64,
        hotels: i64,
        spaces: list[Space],
        deeds: list[Deed],
        groups: list[Group],
        cards: list[Card],
    ) -> None:
        self.name = name
        self.key = key
        self.size: i64 = len(spaces)
        self.houses = houses
        self.hotels = hotels
        self.spaces = spaces
        self.deeds = deeds
        self.groups = groups
        self.cards = cards
        self.decks: list[list[int]] = [[], []]
        for card in cards:
            self.decks[card.deck].append(card.number)
        self.deed_at: list[int] = [space.deed for space in spaces]
        self.jail: i64 = -1
        for space in spaces:
            if space.kind == JAIL:
                self.jail = space.number

    def nearest(self, space: i64, kind: i64) -> i64:
        """The first space of this kind ahead, clockwise, or -1. Ruling 22."""
        ahead: i64 = space
        for _ in range(self.size):
            ahead += 1
            if ahead == self.size:
                ahead = 0
            if self.spaces[ahead].kind == kind:
                return ahead
        return -1

    def to_data(self) -> dict[str, object]:
        """This board as the plain data of a board file."""
        return {
            "version": VERSION,
            "key": self.key,
            "name": self.name,
            "houses": self.houses,
            "hotels": self.hotels,
            "groups": [_group_to_data(group) for group in self.groups],
            "spaces": [_space_to_data(space, self) for space in self.spaces],
            "chance": [_card_to_data(card, self) for card in self.cards if card.deck == 0],
            "chest": [_card_to_data(card, self) for card in self.cards if card.deck == 1],
        }

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self is other or self.to_data() == other.to_data()

    def __hash__(self) -> int:
        return hash(self.key)

    def __reduce__(self) -> tuple[object, ...]:
        return (board_from_data, (self.to_data(),))

    def __repr__(self) -> str:
        return f"<Board {self.key}: {self.size} spaces>"


_cache: Final[list[Board]] = []


def classic() -> Board:
    """The classic US board: one object, the same at every call."""
    if not _cache:
        _cache.append(_make_classic())
    return _cache[0]


def _make_classic() -> Board:
    """Make the classic board from its rows."""
    groups: list[Group] = []
    group_named: dict[str, Group] = {}
    for key, name, _ in classic_board.GROUPS:
        group_named[key] = Group(len(groups), name, -1, key, [])
        groups.append(group_named[key])
    spaces: list[Space] = []
    deeds: list[Deed] = []
    for word, name, key, price, house_cost, rents in classic_board.SPACES:
        kind = KINDS.index(word)
        if not key:
            spaces.append(Space(len(spaces), name, kind, -1))
            continue
        group = group_named[key]
        group.kind = kind
        shared = classic_board.GROUPS[group.number][2]  # the rents of railroads and utilities
        deed = Deed(
            len(deeds),
            len(spaces),
            name,
            kind,
            group.number,
            price,
            price // 2,
            house_cost,
            rents.copy() if kind == STREET else shared.copy(),
        )
        spaces.append(Space(len(spaces), name, kind, deed.number))
        deeds.append(deed)
        group.deeds.append(deed)
    names = [space.name for space in spaces]
    cards: list[Card] = []
    for deck, rows in enumerate((classic_board.CHANCE, classic_board.CHEST)):
        for key, word, target, first, second, text in rows:
            does = DOES.index(word)
            a = first
            if does == ADVANCE:
                a = names.index(target)
            elif does == NEAREST:
                a = KINDS.index(target)
            cards.append(Card(len(cards), deck, text, does, a, second, key))
    return Board(
        classic_board.NAME,
        classic_board.KEY,
        classic_board.HOUSES,
        classic_board.HOTEL,
        spaces,
        deeds,
        groups,
        cards,
    )


def load_board(path: str | os.PathLike[str]) -> Board:
    """The board in a file."""
    try:
        with open(path, "rb") as file:
            raw = file.read(_LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise BoardError(f"the board file cannot be read: {error}") from None
    if len(raw) > _LARGEST_FILE:
        raise BoardError(f"the board file is larger than {_LARGEST_FILE} bytes")
    try:
        data: object = json.loads(
            raw.decode("utf-8-sig"), object_pairs_hook=_object, parse_constant=_constant
        )
    except BoardError:
        raise
    except RecursionError:
        raise BoardError("the board file is nested too deeply") from None
    except ValueError as error:
        raise BoardError(f"the board file is not JSON: {error}") from None
    return board_from_data(data)


def board_from_data(data: object) -> Board:
    """The board that plain data describes, checked in full."""
    top = _fields(
        "the board",
        data,
        ["version", "key", "name", "houses", "hotels", "groups", "spaces", "chance", "chest"],
        [],
    )
    _whole("the board", top, "version", VERSION, VERSION)
    key = _slug("the board", top, "key", "")
    name = _text("the board", top, "name", _LONGEST_NAME)
    houses = _whole("the board", top, "houses", 0, _MOST_BUILDINGS)
    hotels = _whole("the board", top, "hotels", 0, _MOST_BUILDINGS)

    groups, group_rents = _read_groups(_rows("groups", top["groups"], 1, _MOST_GROUPS))
    deeds: list[Deed] = []
    spaces: list[Space] = []
    for row in _rows("spaces", top["spaces"], _SMALLEST, _LARGEST):
        _read_space(row, spaces, deeds, groups)
    _check_corners(spaces)
    _check_names(spaces)
    _finish_groups(groups, group_rents)

    cards: list[Card] = []
    for deck in range(2):
        for row in _rows(DECKS[deck], top[DECKS[deck]], 0, _MOST_CARDS):
            _read_card(row, deck, cards, spaces)
    board = Board(name, key, houses, hotels, spaces, deeds, groups, cards)
    _check_cards(board)
    return board


# Reading the parts.


def _read_groups(rows: list[object]) -> tuple[list[Group], list[list[int]]]:
    """The groups, still without deeds, and the rents of those that have them in common."""
    groups: list[Group] = []
    rents: list[list[int]] = []
    for row in rows:
        where = f"group {len(groups)}"
        fields = _fields(where, row, ["key", "name"], ["rents"])
        key = _slug(where, fields, "key", "")
        name = _text(where, fields, "name", _LONGEST_NAME)
        for other in groups:
            if other.key == key:
                raise BoardError(f"{where}: there is another group with the key {_show(key)}")
            if other.name.casefold() == name.casefold():
                raise BoardError(f"{where}: there is another group named {_show(name)}")
        groups.append(Group(len(groups), name, -1, key, []))
        rents.append(_numbers(where, fields, "rents") if "rents" in fields else [])
    return groups, rents


def _read_space(row: object, spaces: list[Space], deeds: list[Deed], groups: list[Group]) -> None:
    """Append one space and, if it can be owned, its deed."""
    number = len(spaces)
    where = f"space {number}"
    kind = _word(where, "kind", _kind_field(where, row, "kind"), KINDS)
    if kind == STREET:
        fields = _fields(
            where, row, ["kind", "name", "group", "price", "house_cost", "rents"], ["mortgage"]
        )
    elif kind in (RAILROAD, UTILITY):
        fields = _fields(where, row, ["kind", "name", "group", "price"], ["mortgage"])
    else:
        fields = _fields(where, row, ["kind", "name"], [])
    name = _text(where, fields, "name", _LONGEST_NAME)
    if kind not in (STREET, RAILROAD, UTILITY):
        spaces.append(Space(number, name, kind, -1))
        return

    price = _whole(where, fields, "price", 1, _MOST_MONEY)
    mortgage = price // 2
    if "mortgage" in fields:
        mortgage = _whole(where, fields, "mortgage", 0, price)
    house_cost = 0
    rents: list[int] = []  # a railroad or utility gets those of its group
    if kind == STREET:
        house_cost = _whole(where, fields, "house_cost", 1, _MOST_MONEY)
        rents = _numbers(where, fields, "rents")
        if len(rents) != HOTEL_LEVEL + 1:
            raise BoardError(f"{where}: rents must be six whole numbers, found {len(rents)}")
    group = _group_named(where, fields["group"], groups)
    if not group.deeds:
        group.kind = kind
    elif group.kind != kind:
        was = KINDS[group.kind]
        raise BoardError(f"{where}: group {_show(group.key)} mixes {was} and {KINDS[kind]}")
    deed = Deed(len(deeds), number, name, kind, group.number, price, mortgage, house_cost, rents)
    deeds.append(deed)
    group.deeds.append(deed)
    spaces.append(Space(number, name, kind, deed.number))


def _finish_groups(groups: list[Group], group_rents: list[list[int]]) -> None:
    """Check the sizes, and give railroads and utilities the rents of their group."""
    for group in groups:
        where = f"group {group.number} ({group.key})"
        size = len(group.deeds)
        rents = group_rents[group.number]
        if size == 0:
            raise BoardError(f"{where}: no space belongs to it")
        if size > _MOST_IN_A_GROUP:
            raise BoardError(f"{where}: at most {_MOST_IN_A_GROUP} deeds, found {size}")
        if group.kind == STREET:
            if rents:
                raise BoardError(f"{where}: the rents of streets are given with their spaces")
            continue
        if len(rents) != size:
            raise BoardError(
                f"{where}: rents must be one whole number for each of its deeds, {size} in all, "
                f"found {len(rents)}"
            )
        for deed in group.deeds:
            deed.rents = list(rents)


def _read_card(row: object, deck: i64, cards: list[Card], spaces: list[Space]) -> None:
    """Append one card."""
    at = 0
    for card in cards:
        if card.deck == deck:
            at += 1
    where = f"{DECKS[deck]} card {at}"
    does = _word(where, "does", _kind_field(where, row, "does"), DOES)
    wanted = ["key", "text", "does"]
    if does == ADVANCE:
        wanted.append("to")
    elif does == NEAREST:
        wanted.append("kind")
    elif does == BACK:
        wanted.append("spaces")
    elif does == REPAIRS:
        wanted.extend(["house", "hotel"])
    elif does in (COLLECT, PAY, PAY_EACH, COLLECT_EACH):
        wanted.append("amount")
    fields = _fields(where, row, wanted, [])
    key = _slug(where, fields, "key", ".")
    for card in cards:
        if card.key == key:
            raise BoardError(f"{where}: there is another card with the key {_show(key)}")
    text = _text(where, fields, "text", _LONGEST_TEXT)
    a: i64 = 0
    b: i64 = 0
    if does == ADVANCE:
        a = _space_named(where, fields["to"], spaces)
    elif does == NEAREST:
        a = _word(where, "kind", fields["kind"], KINDS)
        if a not in (RAILROAD, UTILITY):
            raise BoardError(f'{where}: kind must be "railroad" or "utility"')
        if not any(space.kind == a for space in spaces):
            raise BoardError(f"{where}: the board has no {KINDS[a]}")
    elif does == BACK:
        a = _whole(where, fields, "spaces", 1, len(spaces) - 1)
    elif does == REPAIRS:
        a = _whole(where, fields, "house", 0, _MOST_MONEY)
        b = _whole(where, fields, "hotel", 0, _MOST_MONEY)
    elif "amount" in fields:
        a = _whole(where, fields, "amount", 1, _MOST_MONEY)
    cards.append(Card(len(cards), deck, text, does, a, b, key))


# Checking the whole.


def _check_corners(spaces: list[Space]) -> None:
    """GO comes first and once, and there is one Jail."""
    jails = 0
    for space in spaces:
        if (space.kind == GO) != (space.number == 0):
            raise BoardError(f"space {space.number}: space 0, and no other, must be of kind go")
        if space.kind == JAIL:
            jails += 1
    if jails != 1:
        raise BoardError(f"spaces: exactly one must be of kind jail, found {jails}")


def _check_names(spaces: list[Space]) -> None:
    """A deed shares its name with no other space."""
    first: dict[str, Space] = {}
    for space in spaces:
        folded = space.name.casefold()
        other = first.get(folded)
        if other is None:
            first[folded] = space
        elif space.deed >= 0 or other.deed >= 0:
            raise BoardError(
                f"space {space.number}: space {other.number} is named {_show(space.name)} too"
            )


def _check_cards(board: Board) -> None:
    """A deck that is drawn from never runs out, and no card can lead to itself again."""
    leads_to: list[list[int]] = []
    for space in board.spaces:
        targets: list[int] = []
        leads_to.append(targets)
        if space.kind not in (CHANCE, CHEST):
            continue
        deck: i64 = 0 if space.kind == CHANCE else 1
        stays = False
        for number in board.decks[deck]:
            card = board.cards[number]
            if card.does != KEEP:
                stays = True
            if card.does == ADVANCE:
                targets.append(card.a)
            elif card.does == BACK:
                targets.append((space.number - card.a) % board.size)
        if not stays:
            raise BoardError(
                f"{DECKS[deck]}: space {space.number} draws from this deck, which needs a card "
                "that is not kept"
            )
    # Take away, again and again, the spaces that lead to none of those left: a loop stays.
    left = [number for number in range(len(leads_to)) if leads_to[number]]
    shrinking = True
    while shrinking:
        still = [n for n in left if any(target in left for target in leads_to[n])]
        shrinking = len(still) < len(left)
        left = still
    if left:
        raise BoardError(f"space {left[0]}: its cards can lead back here to draw without end")


# Reading single values.


def _fields(
    where: str, value: object, required: list[str], optional: list[str]
) -> dict[str, object]:
    """An object with all of the required fields and none that is unknown."""
    if not isinstance(value, dict):
        raise BoardError(f"{where}: must be an object, found {_show(value)}")
    found: dict[str, object] = {}
    for name, entry in value.items():
        if not isinstance(name, str) or (name not in required and name not in optional):
            known = ", ".join(required + optional)
            raise BoardError(f"{where}: unknown field {_show(name)}; known here: {known}")
        found[name] = entry
    for name in required:
        if name not in found:
            raise BoardError(f"{where}: {name} is missing")
    return found


def _kind_field(where: str, value: object, name: str) -> object:
    """The field that says which other fields a row has."""
    if not isinstance(value, dict):
        raise BoardError(f"{where}: must be an object, found {_show(value)}")
    if name not in value:
        raise BoardError(f"{where}: {name} is missing")
    found: object = value[name]
    return found


def _rows(where: str, value: object, low: int, high: int) -> list[object]:
    """A list of a sensible length."""
    if not isinstance(value, list):
        raise BoardError(f"{where}: must be a list, found {_show(value)}")
    if not low <= len(value) <= high:
        raise BoardError(f"{where}: must be {low} to {high} entries, found {len(value)}")
    found: list[object] = value
    return found


def _number(where: str, value: object, low: int, high: int) -> int:
    """A whole number within bounds; true and 1.0 are none."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        wanted = f"the whole number {low}" if low == high else f"a whole number {low} to {high}"
        raise BoardError(f"{where} must be {wanted}, found {_show(value)}")
    return value


def _whole(where: str, fields: dict[str, object], name: str, low: int, high: int) -> int:
    return _number(f"{where}: {name}", fields[name], low, high)


def _numbers(where: str, fields: dict[str, object], name: str) -> list[int]:
    """A list of amounts."""
    entries = _rows(f"{where}: {name}", fields[name], 1, _LARGEST)
    return [_number(f"{where}: each of {name}", entry, 0, _MOST_MONEY) for entry in entries]


def _text(where: str, fields: dict[str, object], name: str, longest: int) -> str:
    """A line of text that can be shown."""
    value = fields[name]
    if not isinstance(value, str) or not value or value != value.strip():
        raise BoardError(
            f"{where}: {name} must be text without blanks at its ends, found {_show(value)}"
        )
    if len(value) > longest:
        raise BoardError(f"{where}: {name} must be at most {longest} characters long")
    if not value.isprintable():
        raise BoardError(f"{where}: {name} must be one line of printable characters")
    return value


def _slug(where: str, fields: dict[str, object], name: str, extra: str) -> str:
    """A key such as light_blue."""
    value = _text(where, fields, name, _LONGEST_NAME)
    if any(letter not in _SLUG and letter not in extra for letter in value):
        raise BoardError(f"{where}: {name} must be made of a-z, 0-9 and _, found {_show(value)}")
    return value


def _word(where: str, name: str, value: object, words: list[str]) -> int:
    """The number that a word of the format stands for."""
    if not isinstance(value, str) or value not in words:
        known = ", ".join(words)
        raise BoardError(f"{where}: {name} must be one of {known}, found {_show(value)}")
    return words.index(value)


def _group_named(where: str, value: object, groups: list[Group]) -> Group:
    for group in groups:
        if isinstance(value, str) and group.key == value:
            return group
    raise BoardError(f"{where}: no group has the key {_show(value)}")


def _space_named(where: str, value: object, spaces: list[Space]) -> int:
    """A space, by its number or its name."""
    if not isinstance(value, str):
        return _number(f"{where}: to", value, 0, len(spaces) - 1)
    found = -1
    for space in spaces:
        if space.name == value:
            if found >= 0:
                raise BoardError(
                    f"{where}: more than one space is named {_show(value)}, give its number"
                )
            found = space.number
    if found < 0:
        raise BoardError(f"{where}: no space is named {_show(value)}")
    return found


def _show(value: object) -> str:
    """A wrong value, short enough for a sentence."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**15 else "a huge number"
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, str):
        return json.dumps(value if len(value) <= 40 else value[:40] + "...")
    if isinstance(value, list):
        return "a list"
    if isinstance(value, dict):
        return "an object"
    return "something else"


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A JSON object in which no name comes twice."""
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise BoardError(f"the board file: {_show(name)} comes twice in one object")
        found[name] = value
    return found


def _constant(word: str) -> object:
    raise BoardError(f"the board file: {word} is no number")


# Writing.


def _group_to_data(group: Group) -> dict[str, object]:
    data: dict[str, object] = {"key": group.key, "name": group.name}
    if group.kind != STREET:
        data["rents"] = list(group.deeds[0].rents)
    return data


def _space_to_data(space: Space, board: Board) -> dict[str, object]:
    data: dict[str, object] = {"kind": KINDS[space.kind], "name": space.name}
    if space.deed < 0:
        return data
    deed = board.deeds[space.deed]
    data["group"] = board.groups[deed.group].key
    data["price"] = deed.price
    if deed.mortgage != deed.price // 2:
        data["mortgage"] = deed.mortgage
    if deed.kind == STREET:
        data["house_cost"] = deed.house_cost
        data["rents"] = list(deed.rents)
    return data


def _card_to_data(card: Card, board: Board) -> dict[str, object]:
    data: dict[str, object] = {"key": card.key, "text": card.text, "does": DOES[card.does]}
    if card.does == ADVANCE:
        name = board.spaces[card.a].name
        alone = sum(space.name == name for space in board.spaces) == 1
        data["to"] = name if alone else card.a
    elif card.does == NEAREST:
        data["kind"] = KINDS[card.a]
    elif card.does == BACK:
        data["spaces"] = card.a
    elif card.does == REPAIRS:
        data["house"] = card.a
        data["hotel"] = card.b
    elif card.does in (COLLECT, PAY, PAY_EACH, COLLECT_EACH):
        data["amount"] = card.a
    return data
