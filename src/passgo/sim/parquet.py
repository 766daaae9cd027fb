"""Reading and writing rows as Parquet with pyarrow, which is optional."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import pyarrow as pa  # type: ignore[import-untyped]  # has no type hints
import pyarrow.parquet as pq  # type: ignore[import-untyped]  # has no type hints

from passgo.sim.rows import Columns, Value

__all__ = ["read_rows", "write_rows"]

_TYPES: Final = {
    "int": pa.int64(),
    "maybe_int": pa.int64(),
    "text": pa.string(),
    "maybe_text": pa.string(),
    "ints": pa.list_(pa.int64()),
    "words": pa.list_(pa.string()),
    "maybe_ints": pa.list_(pa.int64()),
}
_GROUP: Final = 10_000
"""The number of rows in a row group; it is fixed, so equal results give equal files."""


def write_rows(
    path: Path, columns: Columns, pieces: Iterable[list[list[Value]]], note: bytes
) -> None:
    """Write a Parquet file, with a note about the plan as metadata."""
    schema = pa.schema(
        [(column.name, _TYPES[column.kind]) for column in columns.all], metadata={"passgo": note}
    )
    with pq.ParquetWriter(path, schema, compression="zstd") as writer:
        waiting: list[list[Value]] = []
        for piece in pieces:
            waiting += piece
            while len(waiting) >= _GROUP:
                writer.write_table(table(schema, waiting[:_GROUP]))
                waiting = waiting[_GROUP:]
        if waiting:
            writer.write_table(table(schema, waiting))


def table(schema: pa.Schema, rows: list[list[Value]]) -> pa.Table:
    """Make one row group."""
    columns = zip(*rows, strict=True)
    arrays = [pa.array(column, one.type) for column, one in zip(columns, schema, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)


def read_rows(path: Path, columns: Columns, size: int) -> Iterator[list[list[object]]]:
    """Yield the rows in pieces; raise ValueError if the columns are wrong."""
    with pq.ParquetFile(path) as file:
        if file.schema_arrow.names != [column.name for column in columns.all]:
            raise ValueError("it has the wrong columns for this plan")
        for batch in file.iter_batches(size):
            yield [list(row) for row in zip(*(one.to_pylist() for one in batch), strict=True)]
