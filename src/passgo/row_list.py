"""Lists of typed rows, which convert to pandas and Arrow and are written to CSV, JSON and Parquet.

    rows = RowList(SpaceOdds, found)
    rows[0].landings                    a row has typed fields
    rows.to_pandas(), rows.to_arrow()   a column for each field; None becomes a missing value
    rows.write("odds.parquet")          or .csv, or .jsonl

pandas and pyarrow are imported only when they are needed.
"""

from __future__ import annotations

import csv
import importlib
import os
import types
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final, Generic, Self, TypeVar, get_args, overload

import msgspec

from passgo.engine.refusal import PassGoError
from passgo.extras import how_to_install

__all__ = ["ENDINGS", "RowFile", "RowList", "RowsError", "import_extra"]

ENDINGS: Final = (".parquet", ".csv", ".jsonl")
"""The allowed suffixes for a file of rows."""
SHOWN_IN_TEXT: Final = 20
"""The number of rows that ``repr`` shows."""
SHOWN_IN_HTML: Final = 60
"""The number of rows that a notebook shows."""
_LONGEST_CELL: Final = 24
GROUP: Final = 10_000
"""The number of rows in a Parquet row group; it is fixed, so equal rows give equal files."""

Row = TypeVar("Row", bound=msgspec.Struct)


class RowsError(PassGoError):
    """Rows that cannot be written or converted; the message says why."""


class RowList(Sequence[Row], Generic[Row]):
    """Rows of one type."""

    def __init__(self, kind: type[Row], rows: Iterable[Row]) -> None:
        self.kind = kind
        self.rows = list(rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)

    @overload
    def __getitem__(self, at: int) -> Row: ...

    @overload
    def __getitem__(self, at: slice) -> list[Row]: ...

    def __getitem__(self, at: int | slice) -> Row | list[Row]:
        return self.rows[at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RowList) and self.rows == other.rows

    __hash__ = None  # type: ignore[assignment]  # a list of rows is mutable

    def __repr__(self) -> str:
        shown = self._cells(SHOWN_IN_TEXT)
        widths = [max(len(row[place]) for row in shown) for place in range(len(self.columns))]
        lines = [
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
            for row in shown
        ]
        return "\n".join([*lines, self._size()])

    def _repr_html_(self) -> str:
        heading, *rows = self._cells(SHOWN_IN_HTML)
        cells = "".join(f"<th>{escape(name)}</th>" for name in heading)
        body = "".join(
            f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in rows
        )
        table = f"<table><thead><tr>{cells}</tr></thead><tbody>{body}</tbody></table>"
        return f"{table}<p>{escape(self._size())}</p>"

    def _size(self) -> str:
        """Return the number of rows and their type in words."""
        count = len(self.rows)
        return f"[{count:,} {'row' if count == 1 else 'rows'} of {self.kind.__name__}]"

    def _cells(self, most: int) -> list[list[str]]:
        """Return the columns' names and the first rows as text; "…" stands for the other rows."""
        rows = [[_show(getattr(row, name)) for name in self.columns] for row in self.rows[:most]]
        more = [["…"] * len(self.columns)] if len(self.rows) > most else []
        return [self.columns, *rows, *more]

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return list(self.kind.__struct_fields__)

    def to_dicts(self) -> list[dict[str, object]]:
        """Return each row as a dict."""
        return [msgspec.structs.asdict(row) for row in self.rows]

    def to_arrow(self) -> Any:
        """Return a pyarrow.Table, which polars.from_arrow and DuckDB also read."""
        return make_table(self.kind, self.rows)

    def to_pandas(self) -> Any:
        """Return a pandas.DataFrame; columns of whole numbers with missing values are Int64."""
        pandas = import_extra("pandas", "data")
        data = {name: [getattr(row, name) for row in self.rows] for name in self.columns}
        nullable = {int: "Int64", bool: "boolean", float: "float64"}
        types_of = {
            name: nullable[kind]
            for name, (kind, optional) in field_kinds(self.kind).items()
            if optional and kind in nullable
        }
        return pandas.DataFrame(data, columns=self.columns).astype(types_of)

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write a .parquet, .csv or .jsonl file, either completely or not at all."""
        with RowFile(Path(path), self.kind) as file:
            file.add(self.rows)


def _show(value: object) -> str:
    """Write a value for a table: None as "–", and floating-point numbers with four digits."""
    if value is None:
        return "–"
    text = f"{value:.4g}" if isinstance(value, float) else str(value)
    return text if len(text) <= _LONGEST_CELL else text[: _LONGEST_CELL - 1] + "…"


class RowFile(Generic[Row]):
    """A file of rows that is written piece by piece, and put in place when it is closed."""

    def __init__(self, path: Path, kind: type[Row]) -> None:
        check_path(path)
        self.path = path
        self.kind = kind
        self.draft = path.with_name(path.name + ".new")
        self.names = kind.__struct_fields__
        self.waiting: list[Row] = []
        """Rows for the next row group; only Parquet has groups."""
        self.parquet: Any = None
        if path.suffix == ".parquet":
            pyarrow = import_extra("pyarrow.parquet", "sim")
            schema = make_schema(kind)
            self.parquet = pyarrow.ParquetWriter(self.draft, schema, compression="zstd")
            return
        self.text = self.draft.open("w", encoding="utf-8", newline="")
        self.csv = csv.writer(self.text, lineterminator="\n")
        if path.suffix == ".csv":
            self.csv.writerow(self.names)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *error: object) -> None:
        self.close(keep=kind is None or kind is KeyboardInterrupt)

    def add(self, rows: Iterable[Row]) -> None:
        """Write rows."""
        if self.parquet is not None:
            self.waiting += rows
            while len(self.waiting) >= GROUP:
                self.parquet.write_table(make_table(self.kind, self.waiting[:GROUP]))
                self.waiting = self.waiting[GROUP:]
        elif self.path.suffix == ".csv":
            self.csv.writerows([getattr(row, name) for name in self.names] for row in rows)
        else:
            lines = (msgspec.json.encode(row).decode() + "\n" for row in rows)
            self.text.writelines(lines)

    def close(self, keep: bool = True) -> None:
        """Finish the file and put it in place, or delete it if it is not to be kept."""
        if self.parquet is None:
            self.text.close()
        else:
            if self.waiting and keep:
                self.parquet.write_table(make_table(self.kind, self.waiting))
            self.parquet.close()
        if keep:
            os.replace(self.draft, self.path)
        else:
            self.draft.unlink()


def check_path(path: Path) -> None:
    """Raise if a path cannot be a file of rows."""
    if path.suffix not in ENDINGS:
        raise RowsError(
            f"The file's name must end in .parquet, .csv or .jsonl (got {path.name!r})."
        )
    if not path.parent.is_dir():
        raise RowsError(f"There is no folder {str(path.parent)!r}: create it first.")
    if path.is_dir():
        raise RowsError(f"{str(path)!r} is a folder, not a file.")


def import_extra(name: str, extra: str) -> Any:
    """Import a module that an extra installs; raise RowsError with the remedy if it is missing."""
    try:
        return importlib.import_module(name)
    except ImportError:
        package = name.partition(".")[0]
        raise RowsError(f"This needs {package}: {how_to_install(extra)}.") from None


def field_kinds(kind: type[msgspec.Struct]) -> dict[str, tuple[Any, bool]]:
    """Return the type of each field, and whether it may be None."""
    found: dict[str, tuple[Any, bool]] = {}
    for field in msgspec.structs.fields(kind):
        parts = [one for one in get_args(field.type) if one is not types.NoneType]
        optional = isinstance(field.type, types.UnionType)
        found[field.name] = (parts[0] if optional else field.type, optional)
    return found


def make_schema(kind: type[msgspec.Struct]) -> Any:
    """Return a struct's fields as a pyarrow.Schema."""
    pyarrow = import_extra("pyarrow", "sim")
    plain: dict[Any, Any] = {
        int: pyarrow.int64(),
        float: pyarrow.float64(),
        str: pyarrow.string(),
        bool: pyarrow.bool_(),
        list[int]: pyarrow.list_(pyarrow.int64()),
        list[str]: pyarrow.list_(pyarrow.string()),
    }
    return pyarrow.schema(
        [
            pyarrow.field(name, plain[one], nullable=optional)
            for name, (one, optional) in field_kinds(kind).items()
        ]
    )


def make_table(kind: type[Row], rows: Sequence[Row]) -> Any:
    """Return rows as a pyarrow.Table."""
    pyarrow = import_extra("pyarrow", "sim")
    schema = make_schema(kind)
    columns = [
        pyarrow.array([getattr(row, field.name) for row in rows], field.type) for field in schema
    ]
    return pyarrow.Table.from_arrays(columns, schema=schema)
