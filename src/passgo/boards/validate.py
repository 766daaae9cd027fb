"""Check a whole board: what no single field can show."""

from __future__ import annotations

from mypy_extensions import i64

from passgo.boards.fields import BoardError, describe
from passgo.engine.board import ADVANCE, BACK, CHANCE, CHEST, DECKS, GO, JAIL, KEEP, Board, Space


def check_corners(spaces: list[Space]) -> None:
    """GO comes first and once, and there is one Jail."""
    jails = 0
    for space in spaces:
        if (space.kind == GO) != (space.number == 0):
            raise BoardError(f"space {space.number}: space 0, and no other, must be of kind go")
        if space.kind == JAIL:
            jails += 1
    if jails != 1:
        raise BoardError(f"spaces: exactly one must be of kind jail, found {jails}")


def check_names(spaces: list[Space]) -> None:
    """A deed shares its name with no other space."""
    first: dict[str, Space] = {}
    for space in spaces:
        folded = space.name.casefold()
        other = first.get(folded)
        if other is None:
            first[folded] = space
        elif space.deed >= 0 or other.deed >= 0:
            raise BoardError(
                f"space {space.number}: space {other.number} is named {describe(space.name)} too"
            )


def check_cards(board: Board) -> None:
    """A deck that is drawn from never runs out, and no card can lead to itself again."""
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
                f"{DECKS[deck]}: space {space.number} draws from this deck, which needs a card "
                "that is not kept"
            )
    # Take away, again and again, the spaces that lead to none of those left: a loop stays.
    left = [number for number in range(len(leads_to)) if leads_to[number]]
    shrinking = True
    while shrinking:
        still = [n for n in left if any(target in left for target in leads_to[n])]
        shrinking = len(still) < len(left)
        left = still
    if left:
        raise BoardError(f"space {left[0]}: its cards can lead back here to draw without end")
