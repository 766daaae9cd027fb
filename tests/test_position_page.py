"""The examples in docs/position.md work: valid positions are accepted, invalid ones rejected."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple

import pytest

from passgo.engine.board import classic
from passgo.engine.chance import Seeded
from passgo.engine.legal import ENTRIES
from passgo.engine.state import Debt, Offer, Rent
from passgo.engine.trade_terms import flat_fields_of
from passgo.engine.value import fields_of
from passgo.position import PositionError, game_from_position, read_position
from tests.positions import assert_reads_back_equal
from tools.position_page import page

TEXT = (Path(__file__).parent.parent / "docs" / "position.md").read_text("utf-8")
BLOCK = re.compile(r"^```json( refused)?\n(.*?)^```\n(?:\n> ([^\n]*)\n)?", re.MULTILINE | re.DOTALL)


class Example(NamedTuple):
    """A JSON block on the page; ``sentence`` is the text below the block if it is rejected."""

    line: int
    refused: bool
    text: str
    sentence: str


EXAMPLES = [
    Example(TEXT.count("\n", 0, found.start()) + 1, bool(found[1]), found[2], found[3] or "")
    for found in BLOCK.finditer(TEXT)
]


def test_no_block_is_overlooked() -> None:
    assert len(EXAMPLES) == TEXT.count("```json") > 10
    assert all(bool(example.sentence) == example.refused for example in EXAMPLES)


@pytest.mark.parametrize("example", [one for one in EXAMPLES if not one.refused])
def test_an_example_is_accepted_and_round_trips(example: Example) -> None:
    game = game_from_position(read_position(example.text), Seeded(1))
    assert_reads_back_equal(game)
    assert_within(json.loads(example.text), game.position())


def assert_within(shown: object, whole: object) -> None:
    """Check that everything in an example is also in the position that the game writes."""
    if isinstance(shown, dict) and isinstance(whole, dict):
        for name, value in shown.items():
            if name == "space" and isinstance(value, str):
                assert classic().space(value).number == whole[name]
            elif name != "announced":
                assert_within(value, whole[name])
    elif isinstance(shown, list) and isinstance(whole, list):
        for one, other in zip(shown, whole, strict=True):
            assert_within(one, other)
    else:
        assert shown == whole


@pytest.mark.parametrize("example", [one for one in EXAMPLES if one.refused])
def test_an_invalid_example_is_rejected_with_the_sentence_below_it(example: Example) -> None:
    with pytest.raises(PositionError) as caught:
        game_from_position(read_position(example.text), Seeded(1))
    assert str(caught.value) == example.sentence


def table(heading: str) -> dict[str, list[str]]:
    """Return the rows of the table whose heading starts with this cell, keyed by first cell."""
    _, _, after = TEXT.partition(f"| {heading} |")
    rows = after.split("\n\n")[0].splitlines()[2:]
    cells = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]
    return {row[0].strip("`"): row[1:] for row in cells}


def part(title: str) -> list[str]:
    """Return the names in the table under a title."""
    _, _, after = TEXT.partition(f"## {title}\n")
    return re.findall(r"^\| `(\w+)`", after.partition("\n## ")[0], re.MULTILINE)


def test_the_field_tables_are_up_to_date() -> None:
    assert page(TEXT) == TEXT, "run python -m tools.position_page"


def test_every_field_is_described() -> None:
    prop = {"space": 1, "owner": 0}
    whole = game_from_position({"players": [{}, {}], "properties": [prop]}, Seeded(1)).position()
    assert sorted(part("The whole position")) == sorted(whole)
    for title, name in (("A player", "players"), ("A property", "properties")):
        rows = whole[name]
        assert isinstance(rows, list)
        assert part(title) == list(rows[0])
    for heading, kind in (("rent", Rent), ("debt", Debt)):
        assert list(table(heading)) == list(fields_of(kind))
    assert list(table("offer")) == [*flat_fields_of(Offer), "changed"]


def test_every_kind_of_entry_is_described() -> None:
    rows = table("entry")
    assert list(rows) == list(ENTRIES)
    for name, (fields, *_) in rows.items():
        assert sorted(re.findall(r"`(\w+)`", fields)) == sorted(fields_of(ENTRIES[name]))
