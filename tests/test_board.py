"""The classic board matches the printed one, and invalid boards are rejected."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from passgo.boards import BoardError, board_from_data, load_board
from passgo.boards.title_deeds import full_board_data
from passgo.engine import board as b
from passgo.engine.board import Board, classic
from tests.boards import with_blank_jail_cards
from tools.board_file import PATH, board_text

# Copied from published tables of the US Title Deeds, not from our own data file:
# space, group, price, house cost, mortgage value, rent without buildings, with 1 to 4 houses and
# with a hotel.
STREETS = """
 1 Mediterranean Avenue   brown       60  50  30   2  10  30   90  160  250
 3 Baltic Avenue          brown       60  50  30   4  20  60  180  320  450
 6 Oriental Avenue        light_blue 100  50  50   6  30  90  270  400  550
 8 Vermont Avenue         light_blue 100  50  50   6  30  90  270  400  550
 9 Connecticut Avenue     light_blue 120  50  60   8  40 100  300  450  600
11 St. Charles Place      pink       140 100  70  10  50 150  450  625  750
13 States Avenue          pink       140 100  70  10  50 150  450  625  750
14 Virginia Avenue        pink       160 100  80  12  60 180  500  700  900
16 St. James Place        orange     180 100  90  14  70 200  550  750  950
18 Tennessee Avenue       orange     180 100  90  14  70 200  550  750  950
19 New York Avenue        orange     200 100 100  16  80 220  600  800 1000
21 Kentucky Avenue        red        220 150 110  18  90 250  700  875 1050
23 Indiana Avenue         red        220 150 110  18  90 250  700  875 1050
24 Illinois Avenue        red        240 150 120  20 100 300  750  925 1100
26 Atlantic Avenue        yellow     260 150 130  22 110 330  800  975 1150
27 Ventnor Avenue         yellow     260 150 130  22 110 330  800  975 1150
29 Marvin Gardens         yellow     280 150 140  24 120 360  850 1025 1200
31 Pacific Avenue         green      300 200 150  26 130 390  900 1100 1275
32 North Carolina Avenue  green      300 200 150  26 130 390  900 1100 1275
34 Pennsylvania Avenue    green      320 200 160  28 150 450 1000 1200 1400
37 Park Place             dark_blue  350 200 175  35 175 500 1100 1300 1500
39 Boardwalk              dark_blue  400 200 200  50 200 600 1400 1700 2000
"""
# space, price, mortgage value, rents by number owned (for utilities, multiples of the roll)
OTHERS = """
 5 Reading Railroad       railroads  200 100  25 50 100 200
15 Pennsylvania Railroad  railroads  200 100  25 50 100 200
25 B. & O. Railroad       railroads  200 100  25 50 100 200
35 Short Line             railroads  200 100  25 50 100 200
12 Electric Company       utilities  150  75   4 10
28 Water Works            utilities  150  75   4 10
"""
# deck, effect, a, b
CARDS = """
chance advance 39 0
chance advance 0 0
chance advance 24 0
chance advance 11 0
chance nearest 2 0
chance nearest 2 0
chance nearest 3 0
chance collect 50 0
chance keep 0 0
chance back 3 0
chance arrest 0 0
chance repairs 25 100
chance pay 15 0
chance advance 5 0
chance pay_each 50 0
chance collect 150 0
chest advance 0 0
chest collect 200 0
chest pay 50 0
chest collect 50 0
chest keep 0 0
chest arrest 0 0
chest collect 100 0
chest collect 20 0
chest collect_each 10 0
chest collect 100 0
chest pay 100 0
chest pay 50 0
chest collect 25 0
chest repairs 40 115
chest collect 10 0
chest collect 100 0
"""


def rows(table: str) -> list[tuple[int, str, list[str]]]:
    """Return each line as space, name, and the rest, which starts with the group."""
    found = []
    for line in table.strip("\n").splitlines():
        space, words = int(line[:3]), line[25:].split()
        found.append((space, line[3:25].strip(), words))
    return found


@pytest.mark.rule("10 MCS 140(c)", "10 MCS 180(b)")
@pytest.mark.parametrize("row", rows(STREETS), ids=lambda row: row[1])
def test_each_street_deed_matches_the_printed_one(row: tuple[int, str, list[str]]) -> None:
    space, name, (group, *figures) = row
    price, house_cost, mortgage, *rents = map(int, figures)
    deed = classic().deeds[classic().deed_at[space]]
    assert (deed.space, deed.name, deed.kind) == (space, name, b.STREET)
    assert classic().groups[deed.group].key == group
    assert (deed.price, deed.house_cost, deed.mortgage) == (price, house_cost, mortgage)
    assert deed.rents == rents


@pytest.mark.rule("10 MCS 180(b)", "CR 5.2")
@pytest.mark.parametrize("row", rows(OTHERS), ids=lambda row: row[1])
def test_each_railroad_and_utility_deed_matches_the_printed_one(
    row: tuple[int, str, list[str]],
) -> None:
    space, name, (group, *figures) = row
    price, mortgage, *rents = map(int, figures)
    deed = classic().deeds[classic().deed_at[space]]
    assert (deed.space, deed.name) == (space, name)
    assert classic().groups[deed.group].key == group
    assert (deed.price, deed.mortgage, deed.house_cost) == (price, mortgage, 0)
    assert deed.rents == rents


@pytest.mark.rule("10 MCS 20", "10 MCS 20(a)", "CR 2")
def test_the_board_matches_the_contents_of_the_box() -> None:
    board = classic()
    assert (board.size, board.houses, board.hotels, board.jail) == (40, 32, 12, 10)
    assert (len(board.deeds), len(board.decks[0]), len(board.decks[1])) == (28, 16, 16)
    deeds = {row[0] for row in rows(STREETS) + rows(OTHERS)}
    assert {space for space in range(40) if board.deed_at[space] >= 0} == deeds
    others = {
        b.GO: [0],
        b.CHEST: [2, 17, 33],
        b.INCOME_TAX: [4],
        b.CHANCE: [7, 22, 36],
        b.JAIL: [10],
        b.PARKING: [20],
        b.GO_TO_JAIL: [30],
        b.LUXURY_TAX: [38],
    }
    for kind, spaces in others.items():
        assert [space.number for space in board.spaces if space.kind == kind] == spaces


def test_the_cards_do_what_they_say() -> None:
    found = [
        f"{b.DECKS[card.deck]} {b.DOES[card.does]} {card.a} {card.b}" for card in classic().cards
    ]
    assert found == CARDS.strip().splitlines()
    for card in classic().cards:
        if card.does in (b.COLLECT, b.PAY, b.PAY_EACH, b.COLLECT_EACH, b.REPAIRS):
            assert f"${card.a}" in card.text
        if card.does == b.ADVANCE:
            assert classic().spaces[card.a].name in card.text
        assert card.text.isascii()


def test_each_number_is_an_index_into_its_list() -> None:
    board = classic()
    for row in (board.spaces, board.deeds, board.groups, board.cards):
        assert [entry.number for entry in row] == list(range(len(row)))
    for deed in board.deeds:
        assert board.spaces[deed.space].deed == deed.number
        assert deed in board.groups[deed.group].deeds
    assert board.decks == [list(range(16)), list(range(16, 32))]


def test_keys_are_unique() -> None:
    board = classic()
    assert len({card.key for card in board.cards}) == 32
    assert len({group.key for group in board.groups}) == 10


@pytest.mark.rule("Ruling 22")
@pytest.mark.parametrize(
    ("space", "railroad", "utility"),
    [(7, 15, 12), (22, 25, 28), (36, 5, 12), (5, 15, 12), (39, 5, 12)],
)
def test_nearest_is_the_first_one_ahead(space: int, railroad: int, utility: int) -> None:
    assert classic().nearest(space, b.RAILROAD) == railroad
    assert classic().nearest(space, b.UTILITY) == utility


def test_nearest_takes_a_name() -> None:
    assert classic().nearest("Boardwalk", b.RAILROAD) == 5
    with pytest.raises(ValueError, match=r"no space named 'Boardwlk'; did you mean Boardwalk\?"):
        classic().nearest("Boardwlk", b.RAILROAD)


def test_nearest_returns_minus_one_if_there_is_none() -> None:
    assert small(lambda data: None).nearest(3, b.UTILITY) == -1


def test_classic_always_returns_the_same_object() -> None:
    assert classic() is classic()


def test_a_board_survives_a_round_trip(tmp_path: Path) -> None:
    board = classic()
    again = board_from_data(board.to_data())
    assert again == board
    assert hash(again) == hash(board)
    assert again is not board
    path = tmp_path / "board.json"
    path.write_text(json.dumps(board.to_data()), encoding="utf-8")
    assert load_board(str(path)) == board
    assert pickle.loads(pickle.dumps(board)) == board
    assert board != "classic"


def test_the_classic_board_file_is_the_classic_board() -> None:
    assert PATH.read_text("utf-8") == board_text(classic().to_data()), (
        "run python -m tools.board_file"
    )
    assert load_board(PATH) == classic()


def test_full_board_data_adds_complete_title_deeds_to_the_board_file() -> None:
    data: dict[str, Any] = classic().to_data()
    data["spaces"][1]["mortgage"] = 33  # for Mediterranean Avenue, which costs $60
    board = board_from_data(data)
    full: dict[str, Any] = full_board_data(board)
    deeds = {
        number: space.pop("deed") for number, space in enumerate(full["spaces"]) if "price" in space
    }
    assert full == board.to_data()
    assert deeds[1] == {
        "mortgage": 33,
        "interest": 4,
        "unmortgage_cost": 37,
        "rents": [
            {"kind": "bare", "count": 0, "amount": 2},
            {"kind": "group", "count": 0, "amount": 4},
            {"kind": "house", "count": 1, "amount": 10},
            {"kind": "house", "count": 2, "amount": 30},
            {"kind": "house", "count": 3, "amount": 90},
            {"kind": "house", "count": 4, "amount": 160},
            {"kind": "hotel", "count": 1, "amount": 250},
        ],
    }
    assert deeds[12] == {
        "mortgage": 75,
        "interest": 8,
        "unmortgage_cost": 83,
        "rents": [
            {"kind": "utility", "count": 1, "amount": 4},
            {"kind": "utility", "count": 2, "amount": 10},
        ],
    }


def test_the_classic_board_passes_the_checks_for_a_board_file() -> None:
    """The classic board is built from constants without checks; compare it with a checked copy."""
    board, read = classic(), board_from_data(classic().to_data())
    for made, again in zip(board.deeds, read.deeds, strict=True):
        assert (made.kind, made.group, made.mortgage) == (again.kind, again.group, again.mortgage)
        assert made.rents == again.rents
    for first, second in zip(board.groups, read.groups, strict=True):
        assert first.kind == second.kind
        assert [deed.number for deed in first.deeds] == [deed.number for deed in second.deeds]
    assert board.deed_at == read.deed_at
    assert board.decks == read.decks


def test_a_custom_mortgage_value_survives_a_round_trip() -> None:
    board = small(lambda data: data["spaces"][1].update(mortgage=7))
    assert board.deeds[0].mortgage == 7
    assert board_from_data(board.to_data()) == board
    assert board != small(lambda data: None)


def test_a_card_may_name_its_space_by_number() -> None:
    def change(data: dict[str, Any]) -> None:
        data["spaces"][6]["name"] = "Rest"
        data["spaces"][7] = {"kind": "parking", "name": "Rest"}
        data["chance"].append({"key": "c", "text": "Go.", "does": "advance", "to": 7})

    board = small(change)
    assert board.cards[-1].a == 7
    assert board_from_data(board.to_data()) == board


def test_blank_jail_cards_do_nothing() -> None:
    board = with_blank_jail_cards(classic())
    assert [card.does for card in board.cards].count(b.BLANK) == 2
    assert all(card.does != b.KEEP for card in board.cards)
    assert len(board.cards) == 32


def test_reprs_are_readable() -> None:
    board = classic()
    assert repr(board) == "<Board classic: 40 spaces>"
    assert repr(board.deeds[0]) == "<Deed 0: Mediterranean Avenue>"
    assert repr(board.groups[1]) == "<Group 1: Light Blue>"
    assert repr(board.cards[9]) == "<Card 9: chance.back_3>"
    assert repr(board.spaces[4]) == "<Space 4: Income Tax>"


# Invalid boards.

Change = Callable[[dict[str, Any]], object]


def small(change: Change) -> Board:
    """Return a twelve-space board with a change applied."""
    street = {"kind": "street", "group": "red", "price": 60, "house_cost": 50}
    data: dict[str, Any] = {
        "version": 1,
        "key": "small",
        "name": "Small",
        "houses": 8,
        "hotels": 2,
        "groups": [
            {"key": "red", "name": "Red"},
            {"key": "rails", "name": "Rails", "rents": [25, 50]},
        ],
        "spaces": [
            {"kind": "go", "name": "GO"},
            {**street, "name": "First", "rents": [1, 2, 3, 4, 5, 6]},
            {**street, "name": "Second", "rents": [1, 2, 3, 4, 5, 6]},
            {"kind": "chance", "name": "Chance"},
            {"kind": "jail", "name": "Jail"},
            {"kind": "railroad", "name": "North", "group": "rails", "price": 200},
            {"kind": "parking", "name": "Park"},
            {"kind": "parking", "name": "Park"},
            {"kind": "chance", "name": "Chance"},
            {"kind": "railroad", "name": "South", "group": "rails", "price": 200},
            {"kind": "income_tax", "name": "Tax"},
            {"kind": "go_to_jail", "name": "Off"},
        ],
        "chance": [
            {"key": "gift", "text": "Collect $5.", "does": "collect", "amount": 5},
            {"key": "rail", "text": "Ride.", "does": "nearest", "kind": "railroad"},
        ],
        "chest": [],
    }
    change(data)
    return board_from_data(data)


def put(*path: str | int, value: object) -> Change:
    """Return a change that sets a value at a path."""

    def change(data: dict[str, Any]) -> None:
        at: Any = data
        for step in path[:-1]:
            at = at[step]
        at[path[-1]] = value

    return change


def drop(*path: str | int) -> Change:
    """Return a change that removes the value at a path."""

    def change(data: dict[str, Any]) -> None:
        at: Any = data
        for step in path[:-1]:
            at = at[step]
        del at[path[-1]]

    return change


def card(**fields: object) -> Change:
    """Return a change that adds a Chance card."""
    return lambda data: data["chance"].append({"key": "new", "text": "New.", **fields})


REFUSED: list[tuple[Change, str]] = [
    (drop("name"), "name is missing"),
    (put("name", value=""), "name must be text"),
    (put("name", value=" x"), "name must be text"),
    (put("name", value="x" * 61), "name must be at most 60"),
    (put("name", value="a\nb"), "name must be one line"),
    (put("name", value="\ud800"), "name must be one line"),
    (put("name", value=7), "name must be text without leading .* spaces, found 7"),
    (put("key", value="A b"), "key may contain only a-z"),
    (put("author", value="me"), 'unknown field "author"'),
    (put("version", value=2), "version must be the whole number 1, found 2"),
    (put("version", value=True), "version must be the whole number 1, found true"),
    (put("houses", value=-1), "houses must be a whole number from 0 to 10000, found -1"),
    (put("hotels", value=None), "hotels must be a whole number from 0 to 10000"),
    (put("houses", value=10**9000), "houses must be .* found a huge number"),
    (put("groups", value={}), "groups: must be a list, found an object"),
    (put("groups", value=[]), "groups: must have 1 to 60 entries, found 0"),
    (put("groups", 0, value="red"), 'group 0: must be an object, found "red"'),
    (put("groups", 1, "key", value="red"), 'group 1: there is another group with the key "red"'),
    (put("groups", 1, "name", value="RED"), 'group 1: there is another group named "RED"'),
    (put("groups", 0, "rents", value=[1, 2]), "group 0 .red.: rents for streets"),
    (put("groups", 1, "rents", value=[25]), "group 1 .rails.: rents must be .* deed, found 1"),
    (drop("groups", 1, "rents"), "group 1 .rails.: rents must be .* deed, found 0"),
    (
        lambda data: data["groups"].append({"key": "blue", "name": "Blue"}),
        "group 2 .blue.: has no spaces",
    ),
    (
        lambda data: [
            data["spaces"].append({**data["spaces"][1], "name": f"{number}"}) for number in range(7)
        ],
        "group 0 .red.: must have at most 8 deeds, found 9",
    ),
    (put("spaces", value=[]), "spaces: must have 12 to 120 entries, found 0"),
    (drop("spaces", 11), "spaces: must have 12 to 120 entries, found 11"),
    (
        lambda data: data["spaces"].extend([{"kind": "parking", "name": "P"}] * 109),
        "spaces: must have 12 to 120 entries, found 121",
    ),
    (put("spaces", 3, value=None), "space 3: must be an object, found nothing"),
    (put("spaces", 3, value=[1.5]), "space 3: must be an object, found a list"),
    (drop("spaces", 3, "kind"), "space 3: kind is missing"),
    (put("spaces", 3, "kind", value="casino"), 'space 3: kind must be one of go, .*"casino"'),
    (put("spaces", 3, "kind", value=4), "space 3: kind must be one of go, .* found 4"),
    (put("spaces", 3, "price", value=4), 'space 3: unknown field "price"; choose from kind, name'),
    (put("spaces", 1, 5, value=4), "space 1: unknown field 5"),
    (put("spaces", 1, "price", value=0), "space 1: price must be a whole number from 1 to 100000"),
    (
        put("spaces", 1, "price", value=100001),
        "space 1: price must be a whole number from 1 to 100000",
    ),
    (put("spaces", 1, "price", value=60.0), "space 1: price must be .* found 60.0"),
    (put("spaces", 1, "price", value=float("nan")), "space 1: price must be .* found nan"),
    (put("spaces", 1, "price", value="60"), 'space 1: price must be .* found "60"'),
    (put("spaces", 1, "price", value=True), "space 1: price must be .* found true"),
    (put("spaces", 1, "price", value=b"60"), "space 1: price must be .* found something else"),
    (
        put("spaces", 1, "mortgage", value=61),
        "space 1: mortgage must be a whole number from 0 to 60",
    ),
    (
        put("spaces", 1, "house_cost", value=0),
        "space 1: house_cost must be a whole number from 1 to",
    ),
    (put("spaces", 2, "rents", value=[1, 2, 3, 4, 5]), "space 2: rents must be six .* found 5"),
    (
        put("spaces", 2, "rents", 4, value=-5),
        "space 2: each number in rents must be a whole number from 0 to",
    ),
    (put("spaces", 2, "rents", value="123456"), "space 2: rents: must be a list"),
    (put("spaces", 5, "rents", value=[25]), 'space 5: unknown field "rents"'),
    (put("spaces", 1, "group", value="blue"), 'space 1: no group has the key "blue"'),
    (put("spaces", 1, "group", value=0), "space 1: no group has the key 0"),
    (
        put("spaces", 5, "group", value="red"),
        'space 5: group "red" mixes street and railroad spaces',
    ),
    (put("spaces", 2, "name", value="first"), 'space 2: space 1 is also named "first"'),
    (put("spaces", 2, "name", value="GO"), 'space 2: space 0 is also named "GO"'),
    (put("spaces", 6, "kind", value="go"), "space 6: space 0 must be the only space of kind go"),
    (
        put("spaces", 0, "kind", value="parking"),
        "space 0: space 0 must be the only space of kind go",
    ),
    (put("spaces", 6, "kind", value="jail"), "spaces: exactly one .* jail, found 2"),
    (put("spaces", 4, "kind", value="parking"), "spaces: exactly one .* jail, found 0"),
    (put("chance", value=[]), "chance: space 3 draws from this deck"),
    (put("spaces", 6, value={"kind": "chest", "name": "Box"}), "chest: space 6 draws from"),
    (
        put("chance", value=[{"key": "k", "text": "Keep.", "does": "keep"}]),
        "chance: space 3 draws from this deck, so the deck needs a card that is not kept",
    ),
    (put("chance", 0, value=3), "chance card 0: must be an object, found 3"),
    (drop("chance", 0, "does"), "chance card 0: does is missing"),
    (put("chance", 0, "does", value="dance"), 'chance card 0: does must be one of .*"dance"'),
    (put("chance", 0, "amount", value=0), "chance card 0: amount must be a whole number from 1 to"),
    (put("chance", 0, "to", value=3), 'chance card 0: unknown field "to"'),
    (put("chance", 0, "text", value="x" * 301), "chance card 0: text must be at most 300"),
    (put("chance", 1, "key", value="gift"), 'chance card 1: there is another card .*"gift"'),
    (put("chance", 1, "kind", value="street"), 'chance card 1: kind must be "railroad" or'),
    (put("chance", 1, "kind", value="utility"), "chance card 1: the board has no utility"),
    (put("chance", value=[{"key": "k"}] * 101), "chance: must have 0 to 100 entries, found 101"),
    (card(does="advance", to="Nowhere"), 'chance card 2: no space is named "Nowhere"'),
    (card(does="advance", to="Park"), 'chance card 2: more than one space is named "Park"'),
    (
        card(does="advance", to=12),
        "chance card 2: to must be a whole number from 0 to 11, found 12",
    ),
    (card(does="advance", to=False), "chance card 2: to must be .* found false"),
    (card(does="back", spaces=12), "chance card 2: spaces must be a whole number from 1 to 11"),
    (card(does="repairs", house=1), "chance card 2: hotel is missing"),
    (card(does="advance", to=3), "space 3: its cards can lead back here in an endless loop"),
    (
        lambda data: [
            card(does="back", spaces=5)(data),
            card(does="advance", to=8, key="on")(data),
        ],
        "space 3: its cards can lead back here",
    ),
]


@pytest.mark.parametrize(("change", "sentence"), REFUSED, ids=[row[1] for row in REFUSED])
def test_an_invalid_board_is_rejected(change: Change, sentence: str) -> None:
    with pytest.raises(BoardError, match=f"^{sentence}"):
        small(change)


@pytest.mark.parametrize("data", [None, 3, "board", [], [[]], True, 1.5])
def test_a_board_must_be_an_object(data: object) -> None:
    with pytest.raises(BoardError, match=r"^a board must be an object"):
        board_from_data(data)


def test_a_card_may_lead_to_another_card_if_there_is_no_loop() -> None:
    board = small(card(does="back", spaces=5))
    assert board.cards[-1].does == b.BACK


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"", "the board file is not JSON"),
        (b"{", "the board file is not JSON"),
        (b"\xff\xfe", "the board file is not JSON"),
        (b"[" * 200_000, "the board file is nested too deeply"),
        (b'{"a":' * 100_000, "the board file is nested too deeply"),
        (b'{"name": 1, "name": 2}', 'the board file: "name" appears twice in one object'),
        (b'{"houses": NaN}', "the board file: NaN is not valid JSON"),
        (b'{"houses": -Infinity}', "the board file: -Infinity is not valid JSON"),
        (b"9" * 10_000, "the board file is not JSON"),
        (b" " * 1_000_001, "the board file is larger than 1000000 bytes"),
        (b"[]", "a board must be an object, found a list"),
    ],
    ids=lambda value: repr(value[:20]),
)
def test_an_invalid_file_is_rejected(tmp_path: Path, text: bytes, sentence: str) -> None:
    path = tmp_path / "board.json"
    path.write_bytes(text)
    with pytest.raises(BoardError, match=f"^{sentence}"):
        load_board(str(path))


@pytest.mark.parametrize("path", ["no/such/file.json", ".", "a\0b", ""])
def test_a_file_that_cannot_be_read_is_rejected(path: str) -> None:
    with pytest.raises(BoardError, match=r"^the board file cannot be read"):
        load_board(path)
