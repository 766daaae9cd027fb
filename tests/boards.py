"""Boards for tests, derived from the classic one."""

from __future__ import annotations

from typing import Any

from passgo.boards import board_from_data
from passgo.engine.board import Board, classic


def with_blank_jail_cards(board: Board) -> Board:
    """Return the board with each Get Out of Jail Free card replaced by one that does nothing.

    Its decks never change length, as most published simulators assume.
    """
    data: dict[str, Any] = board.to_data()
    data["key"] = f"{board.key}_blank"
    for deck in ("chance", "chest"):
        for card in data[deck]:
            if card["does"] == "keep":
                card["does"] = "blank"
                card["text"] = "Nothing happens."
    return board_from_data(data)


def london_board() -> Board:
    """Return the classic board with two streets renamed, one of them to a name with a comma."""
    data: dict[str, Any] = classic().to_data()
    data["key"] = "london"
    data["spaces"][1]["name"] = "Old Kent Road"
    data["spaces"][37]["name"] = "Mayfair, London"
    return board_from_data(data)
