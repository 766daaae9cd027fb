"""The games that tools/screens.py shows: where each starts, what is rolled, and who plays what.

Most games start a round before the picture: three bots take their turns, so that the story is full and
dice are on the board, and then Maya (seat 0) plays. Situations that are too rare for that start in the
middle of a turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

Position: TypeAlias = dict[str, Any]


class Scene(NamedTuple):
    """A game and how it is played up to the picture."""

    position: Position
    rolls: Mapping[int, int] = MappingProxyType({})
    """The total of these seats' first rolls, which are not doubles."""
    plan: tuple[tuple[int, str], ...] = ()
    """The seats and actions that the tool plays, in order."""
    until: tuple[int, str] = (0, "")
    """The seat and action that must be possible in the end."""
    person: bool = False
    """Whether seat 1 belongs to a person, who is not connected."""
    pace: float = 0
    """Seconds that bots pause before a move, from the picture on."""
    name: str = "Maya"
    """The name of seat 0's player."""


# -- the usual game -------------------------------------------------------------------------------------

OWNED: Final = {
    0: {6: 2, 8: 2, 9: 3, 16: 0, 23: 0, 5: 0, 28: 0},
    1: {11: 1, 13: 1, 14: 2, 27: 0, 35: 0},
    2: {18: 0, 19: 0, 26: 0, 37: 0, 15: 0, 12: 0},
    3: {1: 4, 3: 5, 31: 0, 39: 0, 25: 0},
}
"""Each seat's properties, with their houses."""
MORTGAGED: Final = (27,)
PROPERTIES: Final = [
    {"space": space, "owner": owner, "houses": houses, "mortgaged": space in MORTGAGED}
    for owner, owned in OWNED.items()
    for space, houses in owned.items()
]
MAYA: Final[Position] = {
    "cash": 552,
    "space": 16,
    "laps": 4,
    "cards": ["chest.jail_free"],
    "always_asks_for_rent": True,
}
OTHERS: Final[list[Position]] = [
    {"cash": 411, "space": 23, "laps": 4},
    {"cash": 988, "space": 26, "laps": 4},
    {"cash": 1025, "space": 3, "laps": 4},
]
SEEN: Final = [
    [
        *("chance.speeding_fine", "chance.back_3", "chance.general_repairs", "chance.chairman"),
        *("chance.advance_boardwalk", "chance.advance_go", "chance.advance_illinois"),
        *("chance.advance_st_charles", "chance.nearest_railroad_1", "chance.nearest_railroad_2"),
        *("chance.nearest_utility", "chance.jail_free", "chance.go_to_jail"),
        *("chance.advance_reading", "chance.building_loan"),
    ],
    [
        *("chest.beauty_contest", "chest.birthday", "chest.advance_go", "chest.doctors_fee"),
        *("chest.sale_of_stock", "chest.go_to_jail", "chest.holiday_fund", "chest.tax_refund"),
        *("chest.life_insurance", "chest.hospital_fees", "chest.school_fees"),
        *("chest.consultancy_fee", "chest.street_repairs", "chest.inheritance"),
    ],
]
"""All cards but one in each deck, so that the order is known: the one left out is drawn first."""
GAME: Final[Position] = {
    "players": [MAYA, *OTHERS],
    "properties": PROPERTIES,
    "seen": SEEN,
    "turn": 36,
    "round": 9,
    "first": 0,
}
LONG_NAME: Final = "Maximilienne"
"""A name of twelve letters, which some scenes use to show that it fits."""
LEAD: Final[dict[int, int]] = {1: 7, 2: 7, 3: 5}
"""Seat 1 goes to Jail, seat 2 draws a Community Chest card, and seat 3 pays Maya rent."""
ROLL: Final = ((0, "Roll"),)


def game(**changes: Any) -> Position:
    """Return the usual game when seat 1 is to roll; `maya` changes seat 0's player."""
    maya = {**MAYA, **changes.pop("maya", {})}
    return {**GAME, "seat": 1, "players": [maya, *OTHERS], **changes}


def round_of(
    roll: int,
    until: str,
    *more: str,
    rolls: dict[int, int] = LEAD,
    pace: float = 0,
    name: str = "Maya",
    **changes: Any,
) -> Scene:
    """Return the usual game after everyone's turn; Maya rolls and plays `more`."""
    plan = (*ROLL, *((0, action) for action in more))
    return Scene(game(**changes), {0: roll, **rolls}, plan, (0, until), pace=pace, name=name)


# -- situations that start in the middle of a turn ----------------------------------------------------------

END: Final = {"entry": "ToEndTurn", "seat": 0}
OWES: Final = {"entry": "DebtDue", "seat": 0, "creditor": 2, "reason": "rent", "cite": "10 MCS 90"}
SCARCE: Final = [
    *({"space": space, "owner": 1, "houses": 4} for space in (16, 18, 19, 21, 23, 24)),
    *({"space": space, "owner": 1, "houses": 2} for space in (26, 27, 29)),
    *({"space": space, "owner": 0} for space in (1, 3, 6, 8, 9)),
]
"""The Bank has two houses left."""


def agenda(*above: Position, **rest: object) -> Scene:
    """Return the usual game with these decisions above the end of seat 0's turn."""
    return Scene({**GAME, "last_roll": 8, "agenda": [END, *above], **rest})


OFFER: Final = {
    "number": 1,
    "maker": 2,
    "partner": 0,
    "give_cash": 260,
    "give_deeds": [15],
    "get_deeds": [16],
}
OUT: Final = ({"out": True}, {"out": True})
HOTELS: Final = [
    *({"space": space, "owner": 3, "houses": 5} for space in (37, 39)),
    {"space": 8, "owner": 3},
    *({"space": space, "owner": 1, "houses": 2} for space in (11, 13, 14)),
    *({"space": space, "owner": 2} for space in (18, 19, 26)),
    {"space": 5, "owner": 0, "mortgaged": True},
]
"""Maya has next to nothing, and seat 3 has two hotels."""
RED: Final = [*PROPERTIES, {"space": 21, "owner": 0}]
"""Maya needs one more property to complete a group."""
BEN: Final = {0: 7, 2: LEAD[2], 3: LEAD[3]}


def with_ben(ben: int, until: tuple[int, str], *plan: tuple[int, str], **changes: Any) -> Scene:
    """Return the usual game after a round that seat 1, a person, ends."""
    start = game(**changes) | {"seat": 2}
    return Scene(start, {1: ben, **BEN}, (*ROLL, (0, "EndTurn"), *plan), until, person=True)


SCENES: Final[dict[str, Scene]] = {
    # Maya's decisions
    "roll": Scene(game(), {0: 8, **LEAD}, (), (0, "Roll")),
    "buy": round_of(8, "Buy"),
    "short": round_of(8, "Decline", maya={"cash": 10}),
    "auction": round_of(8, "Bid", "Decline", maya={"space": 26}, pace=4),
    "debt": round_of(5, "Mortgage", name=LONG_NAME, maya={"space": 38, "cash": 20}),
    "pay": agenda({**OWES, "amount": 100}),
    "ruin": round_of(8, "GoBankrupt", maya={"space": 31, "cash": 60}, properties=HOTELS, pace=4),
    "jail": Scene(
        game(maya={"jail": 1, "space": 10}),
        {0: 8, **LEAD},
        (),
        (0, "PayFine"),
    ),
    "tax": round_of(6, "ChooseTax", maya={"space": 38}),
    "inherit": agenda(
        {"entry": "Inheritance", "seat": 0, "space": 29},
        properties=[*PROPERTIES, {"space": 29, "owner": 0, "mortgaged": True}],
    ),
    "demand": agenda(
        {"entry": "DemandRound", "seat": 0, "space": 1, "kind": 0, "asked": [0, 1]},
        properties=SCARCE,
        demands=[[-1] * 4] * 2,
    ),
    "shortage": agenda(
        {"entry": "BuildingSale", "kind": 0},
        {"entry": "BuildingAuction", "kind": 0, "bidders": [0, 1]},
        properties=SCARCE,
        demands=[[2, 2, -1, -1], [-1] * 4],
    ),
    "end_turn": round_of(7, "EndTurn"),
    "offer": round_of(8, "Buy", offers=[OFFER]),
    "offers": round_of(
        7,
        "EndTurn",
        offers=[
            OFFER,
            {"number": 2, "maker": 3, "partner": 0, "give_cash": 40, "get_deeds": [5]},
            {"number": 3, "maker": 0, "partner": 1, "give_cash": 80, "get_deeds": [35]},
        ],
    ),
    # another person's turn
    "others": with_ben(
        6, (1, "Buy"), (1, "Roll"), offers=[OFFER | {"partner": 1, "get_deeds": [27]}]
    ),
    "rolls": with_ben(6, (1, "Roll")),
    "rent": with_ben(
        5,
        (0, "AskForRent"),
        (1, "Roll"),
        players=[
            {**MAYA, "always_asks_for_rent": False},
            {"cash": 411, "space": 4, "laps": 4},
            *OTHERS[1:],
        ],
    ),
    # before a roll that leads to a card, a payment or a complete group
    "before_chance": Scene(game(maya={"space": 29}), {0: 7, **LEAD}, (), (0, "Roll")),
    "before_chest": Scene(game(maya={"space": 28}), {0: 5, **LEAD}, (), (0, "Roll")),
    "before_rent": Scene(game(maya={"space": 31}), {0: 8, **LEAD}, (), (0, "Roll")),
    "before_jail": Scene(game(maya={"space": 23}), {0: 7, **LEAD}, (), (0, "Roll"), pace=4),
    "before_group": round_of(8, "Buy", properties=RED),
    # the end of the game
    "before_win": Scene(
        {
            "players": [MAYA, {"cash": 20, "space": 4}, *OUT],
            "properties": [*PROPERTIES[:7], {"space": 35, "owner": 1, "mortgaged": True}],
        },
        {0: 7, 1: 5},
        ROLL,
        (0, "EndTurn"),
        name=LONG_NAME,
    ),
    "lost": Scene(
        {
            "players": [{"cash": 20, "space": 4}, {**OTHERS[0], "space": 21}, *OUT],
            "properties": [
                *({"space": space, "owner": 1, "houses": 4} for space in (6, 8, 9)),
                {"space": 35, "owner": 0, "mortgaged": True},
            ],
        },
        {0: 5},
        ROLL,
        (0, "GoBankrupt"),
    ),
}
"""The games from positions, by name."""
