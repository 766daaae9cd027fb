"""Positions as plain data, and their digests.

    position_of(state, hidden)    plain data that can be written as JSON and edited by hand
    digest_of(state, hidden)      a stable hash of that data

Values that can be recomputed (complete groups, buildings left in the Bank) are not written. Cards
are identified by key, top card first, and seats and spaces by number; -1 stands for the Bank
or for nobody. ``passgo.position`` reads positions, and ``docs/position.md`` describes the format.
"""

from __future__ import annotations

import hashlib
import json
from typing import Final

from passgo.engine.board import Board, classic
from passgo.engine.field_table import FieldTable, card_keys, part
from passgo.engine.ruleset import rules_in_short, rules_to_data
from passgo.engine.state import (
    BANK,
    PLAYER_FIELDS,
    PROPERTY_FIELDS,
    STATE_FIELDS,
    Hidden,
    Offer,
    State,
)
from passgo.engine.trade_terms import flat_fields
from passgo.engine.value import Value

POSITION_VERSION: Final = 4
"""The format version."""


POSITION_FIELDS: Final = FieldTable(
    part("passgo", "text", '`"position"`', "marks this as a position rather than a game file"),
    part("version", "number", str(POSITION_VERSION), "the format version; no other is accepted"),
    *STATE_FIELDS.fields,
    part(
        "unseen",
        "two lists of cards",
        "the remaining cards, shuffled",
        "the cards that nobody has seen, top card first",
    ),
)
"""All fields a position may have."""


def position_of(state: State, hidden: Hidden | None) -> dict[str, object]:
    """Write a position as plain data; without ``hidden``, only the public part."""
    board = state.board
    data: dict[str, object] = {
        "passgo": "position",
        "version": POSITION_VERSION,
        "board": "classic" if is_classic(board) else board.to_data(),
        "rules": rules_to_data(state.rules),
        "players": [PLAYER_FIELDS.to_data(player, board) for player in state.players],
        "properties": [
            PROPERTY_FIELDS.to_data(prop, board) for prop in state.properties if prop.owner != BANK
        ],
        **STATE_FIELDS.to_data(state, board),
        "agenda": [
            {"entry": type(entry).__name__, **value_to_data(entry, board)} for entry in state.agenda
        ],
        "rents": [value_to_data(rent, board) for rent in state.rents],
        "debts": [value_to_data(debt, board) for debt in state.debts],
        "offers": [offer_to_data(offer, board) for offer in state.offers],
        "past_offers": [value_to_data(past, board) for past in state.past_offers],
        "inquiries": [value_to_data(inquiry, board) for inquiry in state.inquiries],
        "demands": [[int(count) for count in counts] for counts in state.demands],
        "seen": [card_keys(board, pile) for pile in state.seen],
    }
    if hidden is not None:
        data["unseen"] = [card_keys(board, pile[::-1]) for pile in hidden.piles]
    return data


def shown_position_of(state: State) -> dict[str, object]:
    """Write what players may be shown of a position.

    The worth used for Income Tax is left out, because it is not shown until the player has chosen
    how to pay. 10 MCS 110(c).
    """
    position = position_of(state, None)
    agenda = position["agenda"]
    assert isinstance(agenda, list)
    for entry in agenda:
        entry.pop("worth", None)
    return position


def digest_of(state: State, hidden: Hidden | None) -> str:
    """Return a stable hash of a position.

    It is the same in every process, whether or not the engine is compiled.
    """
    position = position_of(state, hidden)
    position["rules"] = rules_in_short(state.rules)
    text = json.dumps(position, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode("ascii"), digest_size=16).hexdigest()


def is_classic(board: Board) -> bool:
    """Return whether this is the classic board, which is written by name only."""
    return board is classic() or (board.key == "classic" and board == classic())


def value_to_data(value: Value, board: Board) -> dict[str, object]:
    """Write the fields of an agenda entry, rent, debt, offer or inquiry, by name."""
    data: dict[str, object] = {}
    for name, field in flat_fields(value).items():
        if isinstance(field, str):
            data[name] = field
        elif isinstance(field, (list, tuple)):
            numbers = [int(number) for number in field]
            data[name] = card_keys(board, numbers) if name.endswith("_cards") else numbers
        elif isinstance(field, bool):
            data[name] = field
        else:
            assert isinstance(field, int)
            data[name] = int(field)
    return data


def offer_to_data(offer: Offer, board: Board) -> dict[str, object]:
    """Write an open offer, including the changed deed if the offer can no longer be accepted."""
    data = value_to_data(offer, board)
    if offer.changed >= 0:
        data["changed"] = int(offer.changed)
    return data
