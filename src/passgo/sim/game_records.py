"""Game files of simulated games, which `passgo replay` and `passgo verify` read.

    record_game(plan, 17)                       the text of one game's file; the game is played again
    RecordFolder(Path("games"), plan).add(...)  the files of a simulation, and its plan

A worker sends its games' files to the main process, which writes them, so no more than a few batches
are in memory.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

import msgspec

from passgo.engine.action import Action
from passgo.engine.chance import Seeded
from passgo.record import TOKENS, Recorder, SeatEntry
from passgo.record.decode import LONGEST_KIND
from passgo.sim.files import PlanFile, put
from passgo.sim.games import PreparedPlan
from passgo.sim.labels import distinct_labels
from passgo.sim.origin import describe_difference, origin
from passgo.sim.plan import Plan, SimulationError, dice_seed

__all__ = [
    "PLAN_FILE",
    "PlanFolder",
    "RecordFolder",
    "file_name",
    "load_plan",
    "record_game",
    "write_record",
]

PLAN_FILE: Final = "plan.json"
_LONGEST_NAME: Final = 40


def record_game(plan: Plan, index: int) -> str:
    """Play one game from a plan, and return the text of its game file."""
    if not 0 <= index < plan.games:
        last = plan.games - 1
        raise SimulationError(f"The plan has games 0 to {last:,} (got {index:,})")
    prepared = PreparedPlan(plan)
    actions: list[Action] = []
    prepared.play(index, actions=actions)
    return write_record(prepared, index, actions)


def write_record(prepared: PreparedPlan, index: int, actions: Sequence[Action]) -> str:
    """Return the text of a game's file, given its actions."""
    plan = prepared.plan
    bots = [plan.bots[number] for number in plan.line_up(index)]
    chance = Seeded(dice_seed(plan, plan.dice_of(index)))
    out = io.StringIO()
    if prepared.start is None:
        recorder = Recorder(out, name_seats(bots), chance, prepared.rules, prepared.board)
    else:
        start = prepared.new_game(chance).position()
        recorder = Recorder(out, name_seats(bots), chance, start=start)
    for action in actions:
        recorder.play(action, "table" if action.is_by_table() else "bot")
    recorder.close()
    return out.getvalue()


def name_seats(bots: Sequence[str]) -> list[SeatEntry]:
    """Name each player after their bot; several players with one bot are numbered."""
    names = [
        f"{bot} {bots[:seat].count(bot) + 1}" if bots.count(bot) > 1 else bot
        for seat, bot in enumerate(bots)
    ]
    labels = distinct_labels(names, _LONGEST_NAME)
    return [
        SeatEntry(labels[name], TOKENS[seat], bots[seat][:LONGEST_KIND])
        for seat, name in enumerate(names)
    ]


def file_name(index: int) -> str:
    """Return the name of a game's file."""
    return f"game-{index:06}.jsonl"


def load_plan(path: Path) -> tuple[Plan, str]:
    """Read a plan file; also return why its games may now be played differently, or ""."""
    try:
        found = msgspec.json.decode(path.read_bytes(), type=PlanFile)
    except OSError as error:
        raise SimulationError(f"{path} cannot be read: {error.strerror}.") from None
    except (msgspec.MsgspecError, UnicodeDecodeError, SimulationError) as error:
        raise SimulationError(f"{path} is not a simulation plan: {error}.") from None
    if not found.plan.reproducible:
        return found.plan, "bots had a time limit"
    return found.plan, describe_difference(found.origin, origin(found.plan.bots))


class PlanFolder:
    """A folder with data about a plan's games, and the plan itself."""

    def __init__(self, path: Path, plan: Plan, *, resume: bool = False) -> None:
        if path.exists() and not path.is_dir():
            raise SimulationError(f"{path} is not a folder: choose another name.")
        self.path = path
        self.plan_file = path / PLAN_FILE
        if self.plan_file.exists():
            if not resume:
                raise SimulationError(
                    f"{path} already contains games: choose another folder, or continue "
                    "the run (--resume; resume=True in Python)."
                )
            before, changed = load_plan(self.plan_file)
            if changed or msgspec.structs.replace(before, games=plan.games) != plan:
                why = changed or "it belongs to a different plan"
                raise SimulationError(
                    f"{path} cannot be continued because {why}: choose another folder."
                )
        path.mkdir(parents=True, exist_ok=True)
        note = PlanFile(reproducible=plan.reproducible, origin=origin(plan.bots), plan=plan)
        text = msgspec.json.format(msgspec.json.encode(note, order="deterministic"), indent=2)
        put(self.plan_file, lambda place: place.write_bytes(text + b"\n"))


class RecordFolder(PlanFolder):
    """A folder with a file for each game, and the plan."""

    def count_complete(self, most: int) -> int:
        """Return how many of the first games have a file, without a gap."""
        for index in range(most):
            if not (self.path / file_name(index)).exists():
                return index
        return most

    def add(self, start: int, records: Sequence[str]) -> None:
        """Write the files of consecutive games."""
        for index, text in enumerate(records, start):
            put(self.path / file_name(index), partial(_write_bytes, text.encode()))


def _write_bytes(content: bytes, place: Path) -> None:
    place.write_bytes(content)
