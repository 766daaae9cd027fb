"""docs/api.md is what the sources say. It is read from the repository, whichever passgo is installed."""

from __future__ import annotations

import ast

import passgo
import passgo.actions
import passgo.codec
import passgo.decisions
import passgo.fair
import passgo.record
import passgo.say
from tools.api import PAGE, Class, find, main, page

PUBLIC = (
    passgo,
    passgo.actions,
    passgo.decisions,
    passgo.codec,
    passgo.record,
    passgo.say,
    passgo.fair,
)


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page(), "run python -m tools.api"
    assert main(["--check"]) == 0


def test_every_public_name_is_on_the_page() -> None:
    text = PAGE.read_text("utf-8")
    names = {name for module in PUBLIC for name in module.__all__} | set(passgo.codec.EVENTS)
    missing = [name for name in names if f"### {name}\n" not in text and f"- `{name}(" not in text]
    assert not missing


def test_of_a_game_only_the_contract_is_told() -> None:
    name = find("passgo", "Game")
    assert name is not None
    assert isinstance(name.node, ast.ClassDef)
    told = [head.partition("(")[0] for head, _ in Class(name).methods()]
    assert {"play", "options", "view", "copy", "position"} <= set(told)
    assert not {"pay", "go_on", "tell", "roll"} & set(told)


def test_numbers_are_ints() -> None:
    text = PAGE.read_text("utf-8")
    assert ": i64" not in text
    assert "[i64" not in text
    assert "-> i64" not in text
