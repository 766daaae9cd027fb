"""The board: spaces, deeds, groups and cards.

The rules never change a board, so all games played on it share one object. ``classic`` returns the
built-in board. ``passgo.boards`` reads other boards from files and validates them completely, so
the rules never have to check the board.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from passgo.engine import classic_board
from passgo.engine.name_lookup import Name, find, normalize, short_names

# Kinds of space.
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

# Card effects.
ADVANCE: Final = 0  # to space ``a``
NEAREST: Final = 1  # to the next space of kind ``a``, RAILROAD or UTILITY
BACK: Final = 2  # by ``a`` spaces
ARREST: Final = 3
COLLECT: Final = 4  # ``a`` from the Bank
PAY: Final = 5  # ``a`` to the Bank
PAY_EACH: Final = 6  # ``a`` to every other player
COLLECT_EACH: Final = 7  # ``a`` from every other player
REPAIRS: Final = 8  # ``a`` per house, ``b`` per hotel, to the Bank
KEEP: Final = 9  # Get Out of Jail Free
BLANK: Final = 10  # no effect

HOTEL_LEVEL: Final = 5  # the value of ``houses`` for a hotel, in every rule set

BOARD_VERSION: Final = 1  # the version of the board file format

# The names used in board files, in the order of the numbers above.
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


class Deed:
    """The Title Deed for a street, railroad or utility."""

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
        self.number = number  # its index in Board.deeds, which is in board order
        self.space = space
        self.name = name
        self.kind = kind
        self.group = group
        self.price = price
        self.mortgage = mortgage
        self.house_cost = house_cost  # 0 if it cannot be built on
        self.rents = rents  # street: unimproved, 1 to 4 houses, hotel; others: by number owned

    def __repr__(self) -> str:
        return f"<Deed {self.number}: {self.name}>"


class Group:
    """Deeds that belong together: a color group, the railroads or the utilities."""

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
    """A space on the board."""

    def __init__(self, number: i64, name: str, kind: i64, deed: i64) -> None:
        self.number = number
        self.name = name
        self.kind = kind
        self.deed = deed  # its index in Board.deeds, or -1

    def __repr__(self) -> str:
        return f"<Space {self.number}: {self.name}>"


class Board:
    """A board with its spaces, Title Deeds, cards and supply of buildings.

    10 MCS 20.
    """

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

    def space(self, name: Name) -> Space:
        """Return a space by name or number."""
        names = [space.name for space in self.spaces]
        return self.spaces[find("space", name, names, [short_names(names)])]

    def deed(self, name: Name) -> Deed:
        """Return a deed by the name or number of its space."""
        try:
            space = self.space(name)
        except ValueError:
            for group in self.groups:
                if isinstance(name, str) and normalize(name) in (
                    normalize(group.name),
                    normalize(group.key),
                ):
                    raise ValueError(f"{name!r} is a group, not a property; use group().") from None
            raise
        if space.deed < 0:
            raise ValueError(f"{space.name} (space {space.number}) is not a property.")
        return self.deeds[space.deed]

    def group(self, name: Name) -> Group:
        """Return a group by name, key or number."""
        names = [group.name for group in self.groups]
        return self.groups[find("group", name, names, [[group.key for group in self.groups]])]

    def card(self, name: Name) -> Card:
        """Return a card by its key, such as ``chest.jail_free``, by its text or by its number."""
        texts = [card.text for card in self.cards]
        return self.cards[find("card", name, [card.key for card in self.cards], [texts])]

    def nearest(self, space: Name, kind: i64) -> i64:
        """Return the next space of this kind in clockwise order, or -1. Ruling 22."""
        ahead: i64 = space if isinstance(space, int) else self.space(space).number
        for _ in range(self.size):
            ahead += 1
            if ahead == self.size:
                ahead = 0
            if self.spaces[ahead].kind == kind:
                return ahead
        return -1

    def to_data(self) -> dict[str, object]:
        """Return this board as plain data, in the format of a board file."""
        return {
            "version": BOARD_VERSION,
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

    def __repr__(self) -> str:
        return f"<Board {self.key}: {self.size} spaces>"


_cache: Final[list[Board]] = []


def classic() -> Board:
    """Return the classic US board; every call returns the same object."""
    if not _cache:
        _cache.append(_make_classic())
    return _cache[0]


def _make_classic() -> Board:
    """Build the classic board from the rows in ``classic_board``."""
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
        shared = classic_board.GROUPS[group.number][2]  # the rents of railroads and of utilities
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
