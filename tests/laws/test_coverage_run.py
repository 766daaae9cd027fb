"""A run that ends only when everything that can happen has happened."""

from __future__ import annotations

from collections import Counter

from passgo.engine.board import classic
from tests.laws.coverage import (
    event_kinds,
    everything,
    landings,
    reached_by_dice,
    refusal_codes,
    rents,
)
from tests.laws.steering import Run

MOST_GAMES = 1000
"""Several times what any seed tried has needed (about 100 to 250)."""


def test_a_run_ends_only_when_everything_has_occurred() -> None:
    """Every landing, card, rent, event, refusal, house rule and citation."""
    run = Run(seed=1)
    missing = run.until_all_has_occurred(MOST_GAMES)
    assert missing == [], f"not once in {run.games} games and {run.steps} actions"


def test_what_cannot_occur_is_named_in_the_end() -> None:
    run = Run(seed=1)
    run.missing = {"card never.printed"}
    assert run.until_all_has_occurred(2) == ["card never.printed"]


def test_the_list_is_what_the_classic_board_makes_possible() -> None:
    """The figures counted by hand, so that no part of the derived list is empty or cut short."""
    board = classic()
    assert reached_by_dice(board) == set(range(40))
    assert Counter(landing.rpartition(" ")[0].split(" ")[0] for landing in landings(board)) == {
        # 40 by dice; out of Jail by six doubles and by nine rolls that are none
        "space": 40 + 6 + 9,
        # three Chance spaces with 5 named spaces, 2 railroads, a utility, back 3 and Jail;
        # three Community Chest spaces with GO and Jail
        "moved": 3 * 10 + 3 * 2,
        # by the space, by a card, by the third doubles
        "arrested": 3,
    }
    # 22 streets: bare, doubled, 1 to 4 houses, hotel; 4 railroads by number; 2 utilities by number;
    # by card three railroads (5, 15, 25) with 1 to 4 and two utilities with 1 or 2 owned
    assert len(set(rents(board))) == 22 * 7 + 4 * 4 + 2 * 2 + 3 * 4 + 2 * 2
    assert len([what for what in everything() if what.startswith("card ")]) == 32


def test_the_list_reads_the_engine() -> None:
    """Spot checks: what stands in the source is on the list."""
    assert {"MoneyPaid", "GameEnded", "DebtVoided"} <= set(event_kinds())
    assert "Event" not in event_kinds()
    assert {"build.uneven by 10 MCS 140(f)", "build.uneven by 10 MCS 150"} <= refusal_codes()
    assert {"property.owner by 10 MCS 180(f)", "game.over", "decision.other"} <= refusal_codes()
    assert {"cited 10 MCS 80(c)", "cited Ruling 31", "cited House first_lap"} <= everything()
