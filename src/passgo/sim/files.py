"""Results files, which are written during a simulation and can be continued after any interruption.

    FILE.csv, FILE.jsonl    a line for each game, in order, appended batch by batch
    FILE.parquet            the same in Parquet format, converted from FILE.parquet.part on exit
    FILE….plan.json         the plan, saved so a run can't continue with a different plan or bot

A run that is killed leaves complete lines and perhaps an incomplete last line, which is removed when
the run continues. Apart from appended lines, everything is first written to a temporary file, which
then replaces the target.
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
"""The allowed suffixes for a results file."""
PIECE: Final = 1000
"""The number of results to read at a time."""


class PlanFile(msgspec.Struct, frozen=True, kw_only=True):
    """The content of the plan file next to a results file."""

    passgo: str = "simulation"
    version: Literal[1] = 1
    origin: dict[str, str]
    """The version and the source code used to play the games."""
    reproducible: bool
    plan: Plan


class ResultFile:
    """A file for a plan's results.

    First exhaust ``read_earlier()``, which yields the results that the file already contains; then
    ``add`` the others and ``close`` the file.
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
        """The number of games in the file."""
        self.ready = False
        """Whether the earlier results have been read; only then can more be added."""
        if self.parquet:
            check_arrow()
        if has_content(path) or has_content(self.text):
            if not resume:
                raise SimulationError(
                    f"{path} already exists: choose another name, or continue it "
                    "(--resume; resume=True in Python)."
                )
            self.check_plan()
            if not self.text.exists():
                self.unpack()
        self.file: BinaryIO = self.text.open("r+b" if self.text.exists() else "x+b")
        if not lock_file(self.file):
            self.file.close()
            raise SimulationError(f"Another run is writing to {path}.")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    # -- the plan file -----------------------------------------------------------------------------

    def check_plan(self) -> None:
        """Raise if the file belongs to a different plan; only the number of games may differ."""
        try:
            found = msgspec.json.decode(self.plan_file.read_bytes(), type=PlanFile)
        except FileNotFoundError:
            raise SimulationError(
                f"{self.path} cannot be continued: its plan file {self.plan_file.name} is missing."
            ) from None
        except (msgspec.MsgspecError, SimulationError) as error:
            raise SimulationError(f"{self.plan_file} is not a simulation plan: {error}.") from None
        for name in Plan.__struct_fields__:
            if name != "games" and getattr(found.plan, name) != getattr(self.plan, name):
                raise SimulationError(
                    f"{self.path} contains the results of a plan that differs in {name}: use the "
                    f"same options, or leave out --resume and choose another name."
                )
        changed = describe_difference(found.origin, self.origin)
        if changed:
            raise SimulationError(
                f"{self.path} cannot be continued because {changed}: leave out --resume and choose another "
                f"name."
            )

    def write_plan(self) -> None:
        """Write the plan file."""
        note = PlanFile(reproducible=self.plan.reproducible, origin=self.origin, plan=self.plan)
        text = msgspec.json.format(msgspec.json.encode(note, order="deterministic"), indent=2)
        put(self.plan_file, lambda place: place.write_bytes(text + b"\n"))

    # -- reading -----------------------------------------------------------------------------------

    def read_earlier(self) -> Iterator[list[GameResult]]:
        """Yield the results in the file, in order, and remove an incomplete last line."""
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
        if not self.ready:  # written only now, so a failed check changes nothing
            self.write_plan()
            self.ready = True
        self.file.truncate(good)
        self.file.seek(good)
        if good == 0:
            self.file.write(self.lines.header())
            self.file.flush()

    def skip_header(self) -> int:
        """Skip the header, and return the offset of the first row; 0 if there is no header."""
        header = self.lines.header()
        if not header:
            return 0
        line = self.file.readline()
        if line == header:
            return len(header)
        if header.startswith(line):  # empty or incomplete
            return 0
        raise SimulationError(f"{self.path} has the wrong columns for this plan.")

    def read_line(self, line: bytes) -> GameResult:
        """Parse a line, which must contain the next game."""
        header = 1 if self.lines.header() else 0
        where = f"{self.text}, line {self.count + 1 + header}"
        try:
            return self.check_fit(self.lines.read(line), self.count)
        except ValueError as error:
            raise SimulationError(f"{where}: the file cannot be continued: {error}.") from None

    def check_fit(self, result: GameResult, index: int) -> GameResult:
        """Return a result; raise ValueError if it cannot be the result of this game."""
        if result.index != index:
            raise ValueError(f"it has game {result.index} instead of game {index}")
        if index >= self.plan.games:
            asked = "1 game" if self.plan.games == 1 else f"{self.plan.games:,} games"
            raise SimulationError(
                f"{self.path} already contains more than {asked}: increase --games."
            )
        check_result(self.plan, self.board, result)
        return result

    def unpack(self) -> None:
        """Convert a Parquet file back into lines so more results can be added."""
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
            raise SimulationError(f"{self.path} cannot be read at game {count}: {error}.") from None

    # -- writing -----------------------------------------------------------------------------------

    def add(self, results: list[GameResult]) -> None:
        """Append results, and flush the file."""
        self.file.write(self.lines.write(results))
        self.file.flush()
        self.count += len(results)

    def close(self) -> None:
        """Close the file; for Parquet, convert it first."""
        if self.file.closed:
            return
        try:
            if self.parquet and self.ready:
                self.pack()
        finally:
            self.file.close()

    def pack(self) -> None:
        """Convert the lines into a Parquet file, then delete them."""
        from passgo.sim.parquet import write_rows

        rows = ([self.columns.row(result) for result in piece] for piece in self.read_earlier())
        note = self.plan_file.read_bytes()
        put(self.path, lambda place: write_rows(place, self.columns, rows, note))
        try:
            self.text.unlink()
        except PermissionError:  # Windows cannot delete an open file
            self.file.close()
            self.text.unlink()


def check_name(path: Path) -> None:
    """Raise if a path cannot be a results file."""
    if path.suffix not in FORMATS:
        raise SimulationError(
            f"A results file's name must end in .parquet, .csv or .jsonl (got {path.name!r})."
        )
    if not path.parent.is_dir():
        raise SimulationError(f"There is no folder {str(path.parent)!r}: create it first.")
    if path.exists() and not path.is_file():
        raise SimulationError(f"{path} is not a file: choose another name.")


def has_content(path: Path) -> bool:
    """Return whether a file exists and is not empty; a run may end before it writes a line."""
    return path.exists() and path.stat().st_size > 0


def check_arrow() -> None:
    """Raise if pyarrow, which writes Parquet, is not installed."""
    if importlib.util.find_spec("pyarrow") is None:
        raise SimulationError(
            f"Parquet needs pyarrow: {how_to_install('sim')}. Or use .csv or .jsonl."
        )


def path_beside(path: Path, ending: str) -> Path:
    """Return the path with a suffix added to its name."""
    return path.with_name(path.name + ending)


def put(path: Path, write: Callable[[Path], object]) -> None:
    """Write a temporary file, and move it into place when it is complete."""
    draft = path_beside(path, ".new")
    try:
        write(draft)
        os.replace(draft, path)
    finally:
        draft.unlink(missing_ok=True)
