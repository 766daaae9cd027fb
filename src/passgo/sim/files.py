"""Result files: written while the games are played, and gone on with after any kind of end.

    FILE.csv, FILE.jsonl    a line for each game, in the order of the games, added batch by batch
    FILE.parquet            the same as Parquet, made at the end or at Ctrl-C from FILE.parquet.part
    FILE….plan.json         the plan, so that nobody goes on with another one, or with another bot

A run that is killed leaves whole lines and perhaps the beginning of one, which is cut off when the run is
gone on with. Everything that is not a line added at the end is written beside the file first and then
put in its place at once.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import BinaryIO, Final, Literal, Self

import msgspec

from passgo.engine.board import Board
from passgo.extras import how_to_install
from passgo.file_lock import lock_file
from passgo.sim.origin import describe_difference, origin
from passgo.sim.plan import Plan, SimulationError
from passgo.sim.result_checks import check_result
from passgo.sim.results import GameResult
from passgo.sim.rows import Columns, CsvRows, JsonRows, RowFormat

__all__ = ["FORMATS", "ResultFile"]

FORMATS: Final = (".parquet", ".csv", ".jsonl")
"""How the name of a result file may end."""
PIECE: Final = 1000
"""How many results are read at a time."""


class PlanFile(msgspec.Struct, frozen=True, kw_only=True):
    """What stands beside a result file."""

    passgo: str = "simulation"
    version: Literal[1] = 1
    origin: dict[str, str]
    """The version and the sources that played the games."""
    reproducible: bool
    plan: Plan


class ResultFile:
    """A file that the results of a plan go to.

    First take what it holds already from ``read_earlier()``, all of it; then ``add`` the rest and ``close``.
    """

    def __init__(self, path: Path, plan: Plan, board: Board, *, resume: bool = False) -> None:
        check_name(path)
        self.path = path
        self.plan = plan
        self.board = board
        self.columns = Columns(plan.seats, board)
        self.parquet = path.suffix == ".parquet"
        self.lines: RowFormat = (CsvRows if path.suffix == ".csv" else JsonRows)(self.columns)
        self.text = path_beside(path, ".part") if self.parquet else path
        self.plan_file = path_beside(path, ".plan.json")
        self.origin = origin(plan.bots)
        self.count = 0
        """How many games the file holds."""
        self.ready = False
        """Whether all that the file held was read, and more may be added."""
        if self.parquet:
            check_arrow()
        if has_content(path) or has_content(self.text):
            if not resume:
                raise SimulationError(
                    f"{path} is there already: choose another name, or go on with it by --resume."
                )
            self.check_plan()
            if not self.text.exists():
                self.unpack()
        self.file: BinaryIO = self.text.open("r+b" if self.text.exists() else "x+b")
        if not lock_file(self.file):
            self.file.close()
            raise SimulationError(f"Another run is writing to {path} already.")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # -- the plan beside it ------------------------------------------------------------------------

    def check_plan(self) -> None:
        """Refuse to go on with the results of another plan; only the number of games may differ."""
        try:
            found = msgspec.json.decode(self.plan_file.read_bytes(), type=PlanFile)
        except FileNotFoundError:
            raise SimulationError(
                f"{self.path} cannot be gone on with: its plan, {self.plan_file.name}, is not beside it."
            ) from None
        except (msgspec.MsgspecError, SimulationError) as error:
            raise SimulationError(
                f"{self.plan_file} is not the plan of a simulation: {error}."
            ) from None
        for name in Plan.__struct_fields__:
            if name != "games" and getattr(found.plan, name) != getattr(self.plan, name):
                raise SimulationError(
                    f"{self.path} holds results of another plan: its {name} differ. Leave --resume out "
                    f"and choose another name, or ask for the same games."
                )
        changed = describe_difference(found.origin, self.origin)
        if changed:
            raise SimulationError(
                f"{self.path} cannot be gone on with: {changed}, so that other games might be mixed with its "
                f"own. Leave --resume out and choose another name."
            )

    def write_plan(self) -> None:
        """Keep the plan beside the file."""
        note = PlanFile(reproducible=self.plan.reproducible, origin=self.origin, plan=self.plan)
        text = msgspec.json.format(msgspec.json.encode(note, order="deterministic"), indent=2)
        put(self.plan_file, lambda place: place.write_bytes(text + b"\n"))

    # -- reading -----------------------------------------------------------------------------------

    def read_earlier(self) -> Iterator[list[GameResult]]:
        """Yield what the file holds, in order; a line that was cut off is taken away."""
        self.file.seek(0)
        self.count = 0
        good = self.skip_header()
        piece: list[GameResult] = []
        for line in self.file:
            if not line.endswith(b"\n"):
                break
            piece.append(self.read_line(line[:-1]))
            self.count += 1
            good += len(line)
            if len(piece) == PIECE:
                yield piece
                piece = []
        if piece:
            yield piece
        if not self.ready:  # only now: what was refused leaves everything as it was
            self.write_plan()
            self.ready = True
        self.file.truncate(good)
        self.file.seek(good)
        if good == 0:
            self.file.write(self.lines.header())
            self.file.flush()

    def skip_header(self) -> int:
        """Read the header, if there is one, and return where the rows begin; 0 where it is missing."""
        header = self.lines.header()
        if not header:
            return 0
        line = self.file.readline()
        if line == header:
            return len(header)
        if header.startswith(line):  # nothing yet, or cut off in the middle
            return 0
        raise SimulationError(f"{self.path} has other columns than it should have.")

    def read_line(self, line: bytes) -> GameResult:
        """Read a line, which must be the next game."""
        header = 1 if self.lines.header() else 0
        where = f"{self.text}, line {self.count + 1 + header}"
        try:
            return self.check_fit(self.lines.read(line), self.count)
        except ValueError as error:
            raise SimulationError(f"{where}, cannot be gone on with: {error}.") from None

    def check_fit(self, result: GameResult, index: int) -> GameResult:
        """Return a result that is that of this game of the plan; ValueError says why it is not."""
        if result.index != index:
            raise ValueError(f"it has game {result.index} where game {index} should be")
        if index >= self.plan.games:
            asked = "1 game" if self.plan.games == 1 else f"{self.plan.games} games"
            raise SimulationError(f"{self.path} holds more than {asked} already: ask for more.")
        check_result(self.plan, self.board, result)
        return result

    def unpack(self) -> None:
        """Make lines of a Parquet file again, so that more can be added."""
        from passgo.sim.parquet import read_rows

        count = 0

        def write(place: Path) -> None:
            nonlocal count
            with place.open("wb") as file:
                for rows in read_rows(self.path, self.columns, PIECE):
                    for row in rows:
                        result = self.check_fit(self.columns.result(row), count)
                        file.write(self.lines.write([result]))
                        count += 1

        try:
            put(self.text, write)
        except ValueError as error:
            raise SimulationError(f"{self.path} cannot be read, game {count}: {error}.") from None

    # -- writing -----------------------------------------------------------------------------------

    def add(self, results: list[GameResult]) -> None:
        """Add results at the end, and hand them to the system at once."""
        self.file.write(self.lines.write(results))
        self.file.flush()
        self.count += len(results)

    def close(self) -> None:
        """Close the file; Parquet is made now."""
        if self.file.closed:
            return
        try:
            if self.parquet and self.ready:
                self.pack()
        finally:
            self.file.close()

    def pack(self) -> None:
        """Make a Parquet file of the lines, and only then let go of them."""
        from passgo.sim.parquet import write_rows

        rows = ([self.columns.row(result) for result in piece] for piece in self.read_earlier())
        note = self.plan_file.read_bytes()
        put(self.path, lambda place: write_rows(place, self.columns, rows, note))
        self.text.unlink()


def check_name(path: Path) -> None:
    """Refuse a name under which no result file can be."""
    if path.suffix not in FORMATS:
        raise SimulationError(f"A result file ends in .parquet, .csv or .jsonl, not {path.name!r}.")
    if not path.parent.is_dir():
        raise SimulationError(f"There is no folder {str(path.parent)!r} to put {path.name} in.")
    if path.exists() and not path.is_file():
        raise SimulationError(f"{path} cannot hold results: it is not a file.")


def has_content(path: Path) -> bool:
    """Say whether a file is there and has anything in it: a run may end before it has written a line."""
    return path.exists() and path.stat().st_size > 0


def check_arrow() -> None:
    """Say what to do when Parquet cannot be written here."""
    if importlib.util.find_spec("pyarrow") is None:
        raise SimulationError(
            f"Parquet needs pyarrow: {how_to_install('sim')}. Or write .csv or .jsonl."
        )


def path_beside(path: Path, ending: str) -> Path:
    """Name a file that belongs to another."""
    return path.with_name(path.name + ending)


def put(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file beside its place, and put it there when it is whole."""
    draft = path_beside(path, ".new")
    try:
        write(draft)
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)
