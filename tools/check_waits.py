"""Check that no test waits for a duration or measures one.

    python -m tools.check_waits               all tests
    python -m tools.check_waits tests/server

A test that sleeps is slow if the duration is long, and fails on a busy machine if it is short. Tests
wait for conditions (`tests/waiting.py`, or `expect` in a browser) and advance injected time
(`tests/server/fake_time.py`, or the clock of a Playwright page). This check reports sleeps, fixed waits
and wall-clock measurements. A line may keep one if a comment on it gives the reason:
`# wait: the interval between two checks`. The exit status is 1 if anything was found.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parent.parent
REASON: Final = re.compile(r"# wait: \S+ \S+")
CLOCKS: Final = {"monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns"}
PROGRAM: Final = re.compile(r"\bsleep(\(| \d)|\bwait_for_timeout\b|\bsetTimeout\b")
"""A sleep in a string, which may be a program in Python, JavaScript or the shell."""


EXAMPLES: Final = "test_check_waits.py"
"""This check's own tests, which contain examples of waits."""


class Wait(NamedTuple):
    """A sleep, a fixed wait or a measured duration."""

    line: int
    what: str


def find_waits(source: str) -> list[Wait]:
    """Return everything in a module that waits for a duration or measures one, without a reason."""
    lines = source.splitlines()
    nodes = list(ast.walk(ast.parse(source)))
    turns = {node.func for node in nodes if isinstance(node, ast.Call) and is_turn(node)}
    found = sorted({wait for node in nodes if node not in turns for wait in waits_in(node)})
    return [wait for wait in found if not REASON.search(lines[wait.line - 1])]


def waits_in(node: ast.AST) -> Iterator[Wait]:
    """Yield what a single node does."""
    match node:
        case ast.Attribute(attr="sleep" | "wait_for_timeout" as name):
            yield Wait(node.lineno, name)
        case ast.Attribute(value=ast.Name(id="time"), attr=name) if name in CLOCKS:
            yield Wait(node.lineno, f"time.{name}")
        case ast.ImportFrom(module="time" | "asyncio", names=names):
            for alias in names:
                if alias.name in {"sleep", *CLOCKS}:
                    yield Wait(node.lineno, alias.name)
        case ast.Constant(value=str(text)) if match := PROGRAM.search(text):
            line = node.lineno + text.count("\n", 0, match.start())
            yield Wait(min(line, node.end_lineno or line), match.group())


def is_turn(call: ast.Call) -> bool:
    """Return whether a call is `asyncio.sleep(0)`, which gives other tasks a turn but does not wait."""
    match call:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="asyncio"), attr="sleep"),
            args=[ast.Constant(value=0)],
        ):
            return True
    return False


def main(words: Sequence[str] | None = None) -> int:
    """Check the tests and print what was found."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.check_waits",
        description="Check that no test waits for a duration or measures one.",
    )
    parser.add_argument(
        "paths", nargs="*", metavar="PATH", help="files or folders (default: tests)"
    )
    args = parser.parse_args(words)
    status = 0
    for path in args.paths or ["tests"]:
        start = ROOT / path
        for file in sorted(start.rglob("*.py")) if start.is_dir() else [start]:
            if file.name == EXAMPLES:
                continue
            for line, what in find_waits(file.read_text(encoding="utf-8")):
                print(
                    f"{file.relative_to(ROOT)}:{line}: {what!r}: wait for a condition "
                    "(tests/waiting.py) or advance injected time (tests/server/fake_time.py)"
                )
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
