"""Reading a board from the plain data in a board file.

``classic.json`` in this folder is an example of the format:

    version  key  name  houses  hotels
    groups   a row per color group, plus one each for railroads and utilities, with their rents
    spaces   clockwise from GO; a property's row names its group
    chance, chest   the cards in each deck

Everything is checked here, so the rules never have to check the board. Invalid data raises a
``BoardError`` that says where the problem is. ``Board.to_data`` writes this format.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from passgo.boards.fields import (
    LONGEST_NAME,
    MOST_MONEY,
    MOST_SPACES,
    BoardError,
    describe,
    read_key,
    read_list,
    read_number,
    read_numbers,
    read_object,
    read_tag,
    read_text,
    read_whole,
    read_word,
)
from passgo.boards.validate import check_cards, check_corners, check_names
from passgo.engine.board import (
    ADVANCE,
    BACK,
    BOARD_VERSION,
    COLLECT,
    COLLECT_EACH,
    DECKS,
    DOES,
    HOTEL_LEVEL,
    KINDS,
    NEAREST,
    PAY,
    PAY_EACH,
    RAILROAD,
    REPAIRS,
    STREET,
    UTILITY,
    Board,
    Card,
    Deed,
    Group,
    Space,
)

FEWEST_SPACES: Final = 12
_MOST_BUILDINGS: Final = 10_000
_MOST_IN_A_GROUP: Final = 8  # printed boards have at most four
_MOST_GROUPS: Final = 60  # complete groups are stored as the bits of one integer
_MOST_CARDS: Final = 100
_LONGEST_TEXT: Final = 300


def board_from_data(data: object) -> Board:
    """Build and validate the board described by plain data."""
    if not isinstance(data, dict):
        raise BoardError(f"a board must be an object, found {describe(data)}")
    top = read_object(
        "",
        data,
        ["version", "key", "name", "houses", "hotels", "groups", "spaces", "chance", "chest"],
        [],
    )
    read_whole("", top, "version", BOARD_VERSION, BOARD_VERSION)
    key = read_key("", top, "key", "")
    name = read_text("", top, "name", LONGEST_NAME)
    houses = read_whole("", top, "houses", 0, _MOST_BUILDINGS)
    hotels = read_whole("", top, "hotels", 0, _MOST_BUILDINGS)

    groups, group_rents = _read_groups(read_list("groups", top["groups"], 1, _MOST_GROUPS))
    deeds: list[Deed] = []
    spaces: list[Space] = []
    for row in read_list("spaces", top["spaces"], FEWEST_SPACES, MOST_SPACES):
        _read_space(row, spaces, deeds, groups)
    check_corners(spaces)
    check_names(spaces)
    _finish_groups(groups, group_rents)

    cards: list[Card] = []
    for deck in range(2):
        for row in read_list(DECKS[deck], top[DECKS[deck]], 0, _MOST_CARDS):
            _read_card(row, deck, cards, spaces)
    board = Board(name, key, houses, hotels, spaces, deeds, groups, cards)
    check_cards(board)
    return board


def _read_groups(rows: list[object]) -> tuple[list[Group], list[list[int]]]:
    """Read the groups, without their deeds, and the rents that the deeds in each group share."""
    groups: list[Group] = []
    rents: list[list[int]] = []
    for row in rows:
        where = f"group {len(groups)}"
        fields = read_object(where, row, ["key", "name"], ["rents"])
        key = read_key(where, fields, "key", "")
        name = read_text(where, fields, "name", LONGEST_NAME)
        for other in groups:
            if other.key == key:
                raise BoardError(f"{where}: there is another group with the key {describe(key)}")
            if other.name.casefold() == name.casefold():
                raise BoardError(f"{where}: there is another group named {describe(name)}")
        groups.append(Group(len(groups), name, -1, key, []))
        rents.append(read_numbers(where, fields, "rents") if "rents" in fields else [])
    return groups, rents


def _read_space(row: object, spaces: list[Space], deeds: list[Deed], groups: list[Group]) -> None:
    """Append one space and, if it is a property, its deed."""
    number = len(spaces)
    where = f"space {number}"
    kind = read_word(where, "kind", read_tag(where, row, "kind"), KINDS)
    if kind == STREET:
        fields = read_object(
            where, row, ["kind", "name", "group", "price", "house_cost", "rents"], ["mortgage"]
        )
    elif kind in (RAILROAD, UTILITY):
        fields = read_object(where, row, ["kind", "name", "group", "price"], ["mortgage"])
    else:
        fields = read_object(where, row, ["kind", "name"], [])
    name = read_text(where, fields, "name", LONGEST_NAME)
    if kind not in (STREET, RAILROAD, UTILITY):
        spaces.append(Space(number, name, kind, -1))
        return

    price = read_whole(where, fields, "price", 1, MOST_MONEY)
    mortgage = price // 2
    if "mortgage" in fields:
        mortgage = read_whole(where, fields, "mortgage", 0, price)
    house_cost = 0
    rents: list[int] = []  # railroads and utilities get their group's rents
    if kind == STREET:
        house_cost = read_whole(where, fields, "house_cost", 1, MOST_MONEY)
        rents = read_numbers(where, fields, "rents")
        if len(rents) != HOTEL_LEVEL + 1:
            raise BoardError(f"{where}: rents must be six whole numbers, found {len(rents)}")
    group = _group_named(where, fields["group"], groups)
    if not group.deeds:
        group.kind = kind
    elif group.kind != kind:
        was = KINDS[group.kind]
        raise BoardError(
            f"{where}: group {describe(group.key)} mixes {was} and {KINDS[kind]} spaces"
        )
    deed = Deed(len(deeds), number, name, kind, group.number, price, mortgage, house_cost, rents)
    deeds.append(deed)
    group.deeds.append(deed)
    spaces.append(Space(number, name, kind, deed.number))


def _finish_groups(groups: list[Group], group_rents: list[list[int]]) -> None:
    """Check group sizes, and give railroads and utilities their group's rents."""
    for group in groups:
        where = f"group {group.number} ({group.key})"
        size = len(group.deeds)
        rents = group_rents[group.number]
        if size == 0:
            raise BoardError(f"{where}: has no spaces")
        if size > _MOST_IN_A_GROUP:
            raise BoardError(f"{where}: must have at most {_MOST_IN_A_GROUP} deeds, found {size}")
        if group.kind == STREET:
            if rents:
                raise BoardError(f"{where}: rents for streets must be given under spaces")
            continue
        if len(rents) != size:
            raise BoardError(
                f"{where}: rents must be {size} whole numbers, one for each deed, "
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
    does = read_word(where, "does", read_tag(where, row, "does"), DOES)
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
    fields = read_object(where, row, wanted, [])
    key = read_key(where, fields, "key", ".")
    for card in cards:
        if card.key == key:
            raise BoardError(f"{where}: there is another card with the key {describe(key)}")
    text = read_text(where, fields, "text", _LONGEST_TEXT)
    a: i64 = 0
    b: i64 = 0
    if does == ADVANCE:
        a = _space_named(where, fields["to"], spaces)
    elif does == NEAREST:
        a = read_word(where, "kind", fields["kind"], KINDS)
        if a not in (RAILROAD, UTILITY):
            raise BoardError(f'{where}: kind must be "railroad" or "utility"')
        if not any(space.kind == a for space in spaces):
            raise BoardError(f"{where}: the board has no {KINDS[a]}")
    elif does == BACK:
        a = read_whole(where, fields, "spaces", 1, len(spaces) - 1)
    elif does == REPAIRS:
        a = read_whole(where, fields, "house", 0, MOST_MONEY)
        b = read_whole(where, fields, "hotel", 0, MOST_MONEY)
    elif "amount" in fields:
        a = read_whole(where, fields, "amount", 1, MOST_MONEY)
    cards.append(Card(len(cards), deck, text, does, a, b, key))


def _group_named(where: str, value: object, groups: list[Group]) -> Group:
    """Return the group with this key."""
    for group in groups:
        if isinstance(value, str) and group.key == value:
            return group
    raise BoardError(f"{where}: no group has the key {describe(value)}")


def _space_named(where: str, value: object, spaces: list[Space]) -> int:
    """Look up a space by number or name, and return its number."""
    if not isinstance(value, str):
        return read_number(f"{where}: to", value, 0, len(spaces) - 1)
    found = -1
    for space in spaces:
        if space.name == value:
            if found >= 0:
                raise BoardError(
                    f"{where}: more than one space is named {describe(value)}; use a number instead"
                )
            found = space.number
    if found < 0:
        raise BoardError(f"{where}: no space is named {describe(value)}")
    return found
