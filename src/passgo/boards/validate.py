"""Whole-board checks for problems that involve more than one field."""

from __future__ import annotations

from mypy_extensions import i64

from passgo.boards.fields import BoardError, describe
from passgo.engine.board import ADVANCE, BACK, CHANCE, CHEST, DECKS, GO, JAIL, KEEP, Board, Space


def check_corners(spaces: list[Space]) -> None:
    """Check that space 0 is the only GO and that there is exactly one Jail."""
    jails = 0
    for space in spaces:
        if (space.kind == GO) != (space.number == 0):
            raise BoardError(f"space {space.number}: space 0 must be the only space of kind go")
        if space.kind == JAIL:
            jails += 1
    if jails != 1:
        raise BoardError(f"spaces: exactly one must be of kind jail, found {jails}")


def check_names(spaces: list[Space]) -> None:
    """Check that no property shares its name with another space."""
    first: dict[str, Space] = {}
    for space in spaces:
        folded = space.name.casefold()
        other = first.get(folded)
        if other is None:
            first[folded] = space
        elif space.deed >= 0 or other.deed >= 0:
            raise BoardError(
                f"space {space.number}: space {other.number} is also named {describe(space.name)}"
            )


def check_cards(board: Board) -> None:
    """Check that no deck can run out and that no cards can move a token in an endless loop."""
    leads_to: list[list[int]] = []
    for space in board.spaces:
        targets: list[int] = []
        leads_to.append(targets)
        if space.kind not in (CHANCE, CHEST):
            continue
        deck: i64 = 0 if space.kind == CHANCE else 1
        stays = False
        for number in board.decks[deck]:
            card = board.cards[number]
            if card.does != KEEP:
                stays = True
            if card.does == ADVANCE:
                targets.append(card.a)
            elif card.does == BACK:
                targets.append((space.number - card.a) % board.size)
        if not stays:
            raise BoardError(
                f"{DECKS[deck]}: space {space.number} draws from this deck, "
                "so the deck needs a card that is not kept"
            )
    # Repeatedly remove spaces that lead to none of the remaining spaces, until only loops are left.
    left = [number for number in range(len(leads_to)) if leads_to[number]]
    shrinking = True
    while shrinking:
        still = [n for n in left if any(target in left for target in leads_to[n])]
        shrinking = len(still) < len(left)
        left = still
    if left:
        raise BoardError(f"space {left[0]}: its cards can lead back here in an endless loop")
