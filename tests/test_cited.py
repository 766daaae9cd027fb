"""Every rule has a test that cites it, and tests cite only existing rules.

A test cites a rule with ``@rule("10 MCS 80(c)")``. The tests are parsed here, not run: a citation
counts if it is on a function that pytest collects.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from passgo.citations import CITATIONS, all_keys

TESTS = Path(__file__).parent
SOURCES = TESTS.parent / "src" / "passgo"
LOOKS_LIKE_A_CITATION = re.compile(r"(10 MCS|CR|Ruling|House) [0-9a-z][^ ]*")

# These must be cited whatever the registry contains: the rulebooks' sections, and our rulings.
SECTIONS = [
    *(f"10 MCS {number}" for number in range(10, 221, 10)),
    *(f"CR {number}" for number in range(1, 11)),
    *(f"Ruling {number}" for number in range(1, 37)),
]


def is_rule_mark(call: ast.expr) -> bool:
    """Return whether this is ``rule(…)`` or ``pytest.mark.rule(…)``."""
    return isinstance(call, ast.Call) and ast.unparse(call.func) in ("rule", "pytest.mark.rule")


def cited_in(source: str) -> Iterator[tuple[str, str]]:
    """Yield every test function in a module with each key it cites."""
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        for mark in function.decorator_list:
            if is_rule_mark(mark):
                assert isinstance(mark, ast.Call)
                assert function.name.startswith(("test_", "Test")), function.name
                assert mark.args, f"{function.name} cites nothing"
                assert not mark.keywords, function.name
                for key in mark.args:
                    assert isinstance(key, ast.Constant), f"{function.name}: {ast.unparse(key)}"
                    assert isinstance(key.value, str), function.name
                    yield function.name, key.value


@cache
def all_cited() -> dict[str, list[str]]:
    """Return every cited key with the tests that cite it."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for name, key in cited_in(path.read_text("utf-8")):
            found.setdefault(key, []).append(f"{path.relative_to(TESTS)}::{name}")
    return found


@pytest.mark.parametrize("key", SECTIONS)
def test_every_section_and_ruling_is_in_the_registry_and_cited_by_a_test(key: str) -> None:
    assert key in CITATIONS
    assert key in all_cited(), f"no test cites {key}: {CITATIONS[key].says}"


@pytest.mark.parametrize("key", [key for key in all_keys() if key not in SECTIONS])
def test_every_subsection_and_house_rule_is_cited_by_a_test(key: str) -> None:
    """A rule that cannot be played out has a test that checks its numbers or limits."""
    assert key in all_cited(), f"no test cites {key}: {CITATIONS[key].says}"


def test_tests_cite_only_existing_rules() -> None:
    unknown = {key: tests for key, tests in all_cited().items() if key not in CITATIONS}
    assert unknown == {}


def test_a_test_cites_a_rule_at_most_once() -> None:
    twice = [
        (key, test) for key, tests in all_cited().items() for test in tests if tests.count(test) > 1
    ]
    assert twice == []


def test_a_citation_counts_only_if_it_is_a_literal_string_on_a_test_function() -> None:
    """The parser above finds the same marks as pytest."""
    source = '@rule("CR 1", "CR 2")\ndef test_it() -> None: ...\n# @rule("CR 3")\nrule("CR 4")\n'
    assert list(cited_in(source)) == [("test_it", "CR 1"), ("test_it", "CR 2")]
    with pytest.raises(AssertionError):
        list(cited_in('@rule("CR 1")\ndef helper() -> None: ...\n'))
    with pytest.raises(AssertionError):
        list(cited_in("@rule(KEY)\ndef test_it() -> None: ...\n"))


def test_the_engine_contains_no_unknown_citation() -> None:
    """Every string in the sources that looks like a citation is a valid one."""
    unknown = [
        f"{path.name}:{node.lineno}: {node.value}"
        for path in sorted(SOURCES.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and LOOKS_LIKE_A_CITATION.fullmatch(node.value)
        and node.value not in CITATIONS
    ]
    assert unknown == []
