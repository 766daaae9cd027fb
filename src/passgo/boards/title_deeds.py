"""Boards for programs that don't implement the rules: board files with complete Title Deeds."""

from __future__ import annotations

from passgo.engine.board import HOTEL_LEVEL, KINDS, STREET, Board, Deed
from passgo.engine.rules.mortgage import interest, unmortgage_cost
from passgo.engine.rules.rent import rent_table
from passgo.engine.state import Property


def full_board_data(board: Board) -> dict[str, object]:
    """Write a board in the board file format, and add a ``deed`` to each property."""
    data = board.to_data()
    spaces = data["spaces"]
    assert isinstance(spaces, list)
    for deed in board.deeds:
        spaces[deed.space]["deed"] = deed_to_data(deed)
    return data


def deed_to_data(deed: Deed) -> dict[str, object]:
    """Write a complete Title Deed: mortgage value, interest, cost to unmortgage, and rents."""
    return {
        "mortgage": int(deed.mortgage),
        "interest": int(interest(deed.mortgage)),
        "unmortgage_cost": int(unmortgage_cost(Property(deed))),
        "rents": [
            rent_to_data(deed, row, int(amount)) for row, amount in enumerate(rent_table(deed))
        ],
    }


def rent_to_data(deed: Deed, row: int, amount: int) -> dict[str, object]:
    """Write one row of a rent table: its kind, its count and its amount."""
    if deed.kind != STREET:
        return {"kind": KINDS[deed.kind], "count": row + 1, "amount": amount}
    if row < 2:
        return {"kind": "group" if row else "bare", "count": 0, "amount": amount}
    if row - 1 == HOTEL_LEVEL:
        return {"kind": "hotel", "count": 1, "amount": amount}
    return {"kind": "house", "count": row - 1, "amount": amount}
