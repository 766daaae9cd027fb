"""Positions: a whole game as plain data, the "FEN" of Monopoly, and its digest (reading follows)."""

from __future__ import annotations

import hashlib
import json
from typing import Final

from passgo.engine.board import Board, classic
from passgo.engine.ruleset import rules_to_data
from passgo.engine.state import BANK, Hidden, Lot, Player, State
from passgo.engine.value import Value

VERSION: Final = 1
"""Of the format."""


# -- writing ---------------------------------------------------------------------------------------


def position_of(state: State, hidden: Hidden | None) -> dict[str, object]:
    """Write a position as plain data; without ``hidden`` only what everyone sees."""
    board = state.board
    data: dict[str, object] = {
        "passgo": "position",
        "version": VERSION,
        "board": "classic" if is_classic(board) else board.to_data(),
        "rules": rules_to_data(state.rules),
        "players": [player_to_data(player, board) for player in state.players],
        "lots": [lot_to_data(lot) for lot in state.lots if lot.owner != BANK],
        "pot": int(state.pot),
        "first": int(state.first),
        "seat": int(state.seat),
        "turn": int(state.turn),
        "round": int(state.round),
        "doubles": int(state.doubles),
        "thrown": int(state.thrown),
        "number": int(state.number),
        "moves": int(state.version),
        "wait": int(state.wait),
        "agenda": [
            {"entry": type(entry).__name__, **value_to_data(entry, board)} for entry in state.agenda
        ],
        "rents": [value_to_data(rent, board) for rent in state.rents],
        "debts": [value_to_data(debt, board) for debt in state.debts],
        "offers": [value_to_data(offer, board) for offer in state.offers],
        "leaving": [int(seat) for seat in state.leaving],
        "wishes": [[int(count) for count in counts] for counts in state.wishes],
        "seen": [card_keys(board, pile) for pile in state.seen],
        "over": bool(state.over),
        "winners": [int(seat) for seat in state.winners],
    }
    if hidden is not None:
        data["unseen"] = [card_keys(board, pile[::-1]) for pile in hidden.piles]
    return data


def digest_of(state: State, hidden: Hidden | None) -> str:
    """Return a stable hash of a position: the same in every process, compiled or not."""
    text = json.dumps(position_of(state, hidden), sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode("ascii"), digest_size=16).hexdigest()


def is_classic(board: Board) -> bool:
    """Say whether a board is the one that needs no more than its name."""
    return board is classic() or (board.key == "classic" and board == classic())


def card_keys(board: Board, cards: list[int]) -> list[str]:
    """Name cards by their keys."""
    return [board.cards[card].key for card in cards]


def player_to_data(player: Player, board: Board) -> dict[str, object]:
    """Write a player; what can be counted from the lots is left out."""
    return {
        "cash": int(player.cash),
        "space": int(player.space),
        "jail": int(player.jail),
        "laps": int(player.laps),
        "out": bool(player.out),
        "leaving": bool(player.leaving),
        "asks_always": bool(player.asks_always),
        "cards": card_keys(board, player.cards),
        "throws": int(player.throws),
        "card_throws": int(player.card_throws),
    }


def lot_to_data(lot: Lot) -> dict[str, object]:
    """Write a lot that somebody owns."""
    return {
        "space": int(lot.deed.space),
        "owner": int(lot.owner),
        "houses": int(lot.houses),
        "mortgaged": bool(lot.mortgaged),
    }


def value_to_data(value: Value, board: Board) -> dict[str, object]:
    """Write an entry of the agenda, a rent, a debt or an offer: its fields by name."""
    data: dict[str, object] = {}
    for name, field in value.fields().items():
        if isinstance(field, str):
            data[name] = field
        elif isinstance(field, (list, tuple)):
            numbers = [int(number) for number in field]
            data[name] = card_keys(board, numbers) if name.endswith("_cards") else numbers
        elif name == "told":
            data[name] = bool(field)
        else:
            assert isinstance(field, int)
            data[name] = int(field)
    return data
