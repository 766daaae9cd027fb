"""Simulations of many games between bots, and their reports.

    from passgo.sim import simulate

    summary = simulate(["simple", "random"], games=1000, jobs=2)

``compare`` measures the effect of a setting, and ``tournament`` rates bots. The steps of
``simulate`` are also available separately: ``make_plan`` plans the games, ``open_executor`` opens
the workers, ``run`` plays the games, and ``Summary`` counts the results.
"""

from passgo.row_list import RowList, RowsError
from passgo.sim.comparison import Comparison, MeasureRow, compare
from passgo.sim.executors import Executor, open_executor
from passgo.sim.games import play_game
from passgo.sim.plan import Plan, SimulationError, make_plan
from passgo.sim.play_tournament import PairingRow, RatingRow, TournamentResult, tournament
from passgo.sim.results import GameResult
from passgo.sim.runner import run
from passgo.sim.simulation import simulate
from passgo.sim.summary import BotRow, BotTally, Summary

__all__ = [
    "BotRow",
    "BotTally",
    "Comparison",
    "Executor",
    "GameResult",
    "MeasureRow",
    "PairingRow",
    "Plan",
    "RatingRow",
    "RowList",
    "RowsError",
    "SimulationError",
    "Summary",
    "TournamentResult",
    "compare",
    "make_plan",
    "open_executor",
    "play_game",
    "run",
    "simulate",
    "tournament",
]
