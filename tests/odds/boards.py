"""Boards for the odds tests: one that can be solved by hand, and larger versions of the classic board."""

from __future__ import annotations

from typing import Any

from passgo.boards import board_from_data
from passgo.engine.board import Board, classic


def one_card_board() -> Board:
    """Return a 15-space board: GO, Chance with one card, Jail at the end, and an unreachable street.

    Every other space is Go To Jail, and the card says "Advance to GO", so a token rests only on GO
    or in Jail.
    """
    spaces: list[dict[str, Any]] = [{"kind": "go_to_jail", "name": "Go To Jail"} for _ in range(15)]
    spaces[0] = {"kind": "go", "name": "GO"}
    spaces[6] = {"kind": "chance", "name": "Chance"}
    spaces[13] = {
        "kind": "street",
        "name": "Far Street",
        "group": "far",
        "price": 100,
        "house_cost": 50,
        "rents": [10, 20, 30, 40, 50, 60],
    }
    spaces[14] = {"kind": "jail", "name": "Jail"}
    return board_from_data(
        {
            "version": 1,
            "key": "one_card",
            "name": "One card",
            "houses": 32,
            "hotels": 12,
            "groups": [{"key": "far", "name": "Far"}],
            "spaces": spaces,
            "chance": [
                {"key": "chance.go", "text": "Advance to GO.", "does": "advance", "to": "GO"}
            ],
            "chest": [],
        }
    )


def classic_with(extra: int, name: str = "Meadow") -> Board:
    """Return the classic board with extra spaces, where nothing happens, after Boardwalk."""
    data: dict[str, Any] = classic().to_data()
    data["spaces"] += [{"kind": "parking", "name": f"{name} {at}"} for at in range(extra)]
    return board_from_data(data)
