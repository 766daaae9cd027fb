"""Rows as Parquet, through pyarrow, which is optional."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import pyarrow as pa  # type: ignore[import-untyped]  # it has no types
import pyarrow.parquet as pq  # type: ignore[import-untyped]  # it has no types

from passgo.sim.rows import Columns, Value

__all__ = ["read_rows", "write_rows"]

_TYPES: Final = {
    "int": pa.int64(),
    "text": pa.string(),
    "ints": pa.list_(pa.int64()),
    "words": pa.list_(pa.string()),
    "maybe_ints": pa.list_(pa.int64()),
}
_GROUP: Final = 10_000
"""Rows in a row group: always the same, so that the same results give the same file."""


def write_rows(
    path: Path, columns: Columns, pieces: Iterable[list[list[Value]]], note: bytes
) -> None:
    """Write a Parquet file; the note about the plan goes with it as metadata."""
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
    """Read the rows back, some at a time; ValueError when they have other columns."""
    with pq.ParquetFile(path) as file:
        if file.schema_arrow.names != [column.name for column in columns.all]:
            raise ValueError("it has other columns than it should have")
        for batch in file.iter_batches(size):
            yield [list(row) for row in zip(*(one.to_pylist() for one in batch), strict=True)]
