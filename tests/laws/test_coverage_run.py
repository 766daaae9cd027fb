"""A coverage run ends only when everything that can happen has happened."""

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
"""The maximum number of games: several times as many as any tested seed has needed (100 to 250)."""


def test_a_run_ends_only_when_everything_has_occurred() -> None:
    """The list contains every landing, card, rent, event, refusal, house rule and citation."""
    run = Run(seed=1)
    missing = run.until_all_has_occurred(MOST_GAMES)
    assert missing == [], f"never occurred in {run.games} games and {run.steps} actions"


def test_a_run_returns_the_items_that_never_occurred() -> None:
    run = Run(seed=1)
    run.missing = {"card never.printed"}
    assert run.until_all_has_occurred(2) == ["card never.printed"]


def test_the_list_matches_the_classic_board() -> None:
    """The expected numbers were counted by hand, so a gap in the derived list would show up."""
    board = classic()
    assert reached_by_dice(board) == set(range(40))
    assert Counter(landing.rpartition(" ")[0].split(" ")[0] for landing in landings(board)) == {
        # 40 by dice; from Jail, 6 by doubles and 9 by other totals
        "space": 40 + 6 + 9,
        # 3 Chance spaces with 10 cards that move the token: 5 to a named space, 2 to a railroad,
        # 1 to a utility, 1 back three spaces and 1 to Jail; 3 Community Chest spaces with 2 such
        # cards: 1 to GO and 1 to Jail
        "moved": 3 * 10 + 3 * 2,
        # by the space, by a card, and by the third doubles in a row
        "arrested": 3,
    }
    # 22 streets with 7 rents each (bare, doubled, 1 to 4 houses, hotel); 4 railroads and 2
    # utilities with one rent for each number owned; by card, 3 railroads (5, 15, 25) with 1 to 4
    # owned, and 2 utilities with 1 or 2 owned
    assert len(set(rents(board))) == 22 * 7 + 4 * 4 + 2 * 2 + 3 * 4 + 2 * 2
    assert len([what for what in everything() if what.startswith("card ")]) == 32


def test_the_list_is_derived_from_the_engine() -> None:
    """Spot-check that items in the source are on the list."""
    assert {"MoneyPaid", "GameEnded", "DebtVoided"} <= set(event_kinds())
    assert "Event" not in event_kinds()
    assert {"build.uneven by 10 MCS 140(f)", "build.uneven by 10 MCS 150"} <= refusal_codes()
    assert {"property.owner by 10 MCS 180(f)", "game.over", "decision.other"} <= refusal_codes()
    assert {"cited 10 MCS 80(c)", "cited Ruling 31", "cited House first_lap"} <= everything()
