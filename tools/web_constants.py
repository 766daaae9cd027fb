"""Write the constants that the server and the browser game share, from the Python ones.

The file is in the repository, since building the pages must not need Python packages. A test fails when it is
not up to date; ``python -m tools.web_types`` writes it.
"""

from __future__ import annotations

import json
from typing import Final, NamedTuple

from passgo.boards.decode import FEWEST_SPACES
from passgo.boards.fields import MOST_SPACES
from passgo.bots.ladder import FOR_PEOPLE
from passgo.engine.board import HOTEL_LEVEL
from passgo.engine.chance import (
    CARD_ROLL,
    CHANCE_DECK,
    CHEST_DECK,
    DEEDS,
    IMAGINED_CHANCE,
    IMAGINED_CHEST,
    OPENING_ROLL,
    ROLL,
)
from passgo.engine.ruleset import PRESETS, RuleSet, rules_to_data
from passgo.engine.state import BANK, HOTEL, HOUSE, POT, WHOLE_GAME
from passgo.record import TOKENS
from passgo.record.entries import VERSION as RECORD_VERSION
from passgo.server.limits import Limits
from passgo.server.names import LONGEST_NAME, LONGEST_TITLE
from passgo.server.seats import LONGEST_CONTRIBUTION
from passgo.server.table_state import LEAST_SEATS, MOST_SEATS
from passgo.server.wire import BID_STEP, LONGEST_CLOCK, LONGEST_GAME, PROTOCOL_VERSION, REACTIONS

PURPOSES: Final = {
    "opening_roll": OPENING_ROLL,
    "roll": ROLL,
    "card_roll": CARD_ROLL,
    "chance": CHANCE_DECK,
    "chest": CHEST_DECK,
    "deeds": DEEDS,
    "unseen_chance": IMAGINED_CHANCE,
    "unseen_chest": IMAGINED_CHEST,
}


class Constant(NamedTuple):
    """A constant of the browser game: its name, its value, and what it is."""

    name: str
    value: object
    about: str


CONSTANTS: Final = (
    Constant("BANK", BANK, "The payee and owner that is not a player."),
    Constant("POT", POT, "The money on Free Parking, as a payer or payee."),
    Constant("HOTEL_LEVEL", HOTEL_LEVEL, "The `houses` of a property with a hotel."),
    Constant("HOUSE_KIND", HOUSE, "The kind of building that is a house."),
    Constant("HOTEL_KIND", HOTEL, "The kind of building that is a hotel."),
    Constant("WHOLE_GAME", WHOLE_GAME, "A pause of offers until the game is over."),
    Constant("BID_STEP", BID_STEP, "By how much a standing order outbids others."),
    Constant("LEAST_SEATS", LEAST_SEATS, "The fewest seats of a table."),
    Constant("MOST_SEATS", MOST_SEATS, "The most seats of a table."),
    Constant("LONGEST_NAME", LONGEST_NAME, "Characters of a player's name."),
    Constant("LONGEST_TITLE", LONGEST_TITLE, "Characters of a table's title."),
    Constant(
        "LONGEST_CONTRIBUTION", LONGEST_CONTRIBUTION, "Characters that a player adds to the dice."
    ),
    Constant("LONGEST_CHAT", Limits().chat_length, "Characters of a line of chat."),
    Constant("LONGEST_CLOCK", LONGEST_CLOCK, "Seconds of the longest clock."),
    Constant("LONGEST_GAME", LONGEST_GAME, "Minutes of the longest game with a time limit."),
    Constant("FEWEST_SPACES", FEWEST_SPACES, "The fewest spaces of a board."),
    Constant("MOST_SPACES", MOST_SPACES, "The most spaces of a board."),
    Constant("PROTOCOL_VERSION", PROTOCOL_VERSION, "The version of the messages of the socket."),
    Constant("RECORD_VERSION", RECORD_VERSION, "The version of the records that can be read."),
    Constant(
        "PURPOSES", PURPOSES, "What fair dice are asked for, as docs/fair-dice.md numbers it."
    ),
    Constant("TOKENS", TOKENS, "The playing pieces, in the order in which they are given out."),
    Constant("BOT_LEVELS", FOR_PEOPLE, "The bots to play against, the easiest first."),
    Constant("REACTIONS", REACTIONS, "What a player can react with."),
    Constant("PRESETS", tuple(PRESETS), "The names of the rule sets."),
    Constant("DEFAULT_RULES", rules_to_data(RuleSet()), "The rules of a table that changes none."),
)


def constants() -> str:
    """Write the constants as TypeScript."""
    parts = [
        "// Written by `python -m tools.web_types` from the constants of the Python package.\n"
    ]
    for name, value, about in CONSTANTS:
        text = json.dumps(value, ensure_ascii=False, indent=2 if isinstance(value, dict) else None)
        fixed = " as const" if isinstance(value, tuple) else ""
        parts.append(f"/** {about} */\nexport const {name} = {text}{fixed};\n")
    return "\n".join(parts)
