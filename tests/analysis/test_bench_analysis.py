"""The figures of `bench.analysis`, from a few made-up games."""

from __future__ import annotations

from bench.analysis import (
    accuracy_rows,
    lineup,
    luck_rows,
    record_game,
    tasks,
    time_rows,
    variance_rows,
)
from bench.continuations import Result


def made_up(seed: int, luck: float) -> Result:
    """Return a result in which a `normal` wins and the others lose."""
    bots = lineup("simple, normal", seed)
    winner = bots.index("normal")
    players = [
        {
            "bot": bot,
            "result": 1.0 if seat == winner else 0.0,
            "luck": 0.6 if seat == winner else luck,
            "mistakes": -0.1 if bot == "normal" else -0.4,
            "stake": 1.0,
            "decisions": 20,
        }
        for seat, bot in enumerate(bots)
    ]
    return {
        "table": "simple, normal",
        "seed": seed,
        "games": 1,
        "actions": 300,
        "seconds": 1.5,
        "evaluations": 6000,
        "players": players,
    }


RESULTS = [made_up(0, -0.2), made_up(1, -0.2)]


def test_all_orders_of_a_lineup_are_played_in_turn() -> None:
    orders = {tuple(lineup("easy, hard", number)) for number in range(6)}
    assert len(orders) == 6
    assert all(order.count("hard") == 2 for order in orders)


def test_every_few_games_are_with_the_slow_bot() -> None:
    tables = [table for table, _ in tasks(1, 5, 4)]
    assert tables.count("simple, normal") == 5
    assert tables.count("easy, hard") == 2
    assert tables.count("normal") == 5


def test_the_tables_show_luck_accuracy_variance_and_time() -> None:
    assert "| `simple` | 2 | -20.00 ± 0.00 |" in luck_rows(RESULTS)
    assert "| `normal` | 2 | 20.00 ± 0.00 |" in luck_rows(RESULTS)
    accuracy = accuracy_rows(RESULTS)
    assert "| `simple` | 2 | 0.0 ± 0.0 | 60.0 ± 0.0 | 2.00 ± 0.00 |" in accuracy
    assert "| `normal` | 2 | 100.0 ± 0.0 | 90.0 ± 0.0 | 0.50 ± 0.00 |" in accuracy
    assert "| `normal` − `simple` |  |  | +30.0 ± 0.0 |  |" in accuracy
    assert variance_rows(RESULTS)[-1] == "| `normal` (simple, normal) | 2 | 0.333 | 0.013 | 0.04 |"
    assert time_rows(RESULTS)[-1] == "| 2 | 300 | 20.0 | 1.50 |"


def test_games_are_recorded_with_the_names_of_the_bots() -> None:
    record = record_game(["simple", "simple"], 3)
    assert [seat.name for seat in record.header.players] == ["simple", "simple"]
    assert record.is_finished
