"""Mutation: change one small thing in the rules at a time, and see that a test notices.

    python -m tools.mutate                        every module of the rules
    python -m tools.mutate rules/jail.py state.py some of them
    python -m tools.mutate --list                 only say what would be changed
    python -m tools.mutate --results FILE         go on where FILE ends; what survived is tried again

A mutant is the engine with one branch dropped or always taken, one operand left out, one comparison or
operator changed, one figure off by one, one word changed, or one statement taken away. It is killed by the
first test of ``tests/rules`` that fails; a mutant that none of them kills survives, and is either tried on
the tests named with ``--also`` or listed at the end.

The work is done on a copy of sources and tests, so that both may be edited meanwhile. pytest collects the
tests once and runs them once under a tracer, to learn which of them pass through which line. A mutant is then
shown to those alone: in a fork of that process the function gets its changed code, and the tests run until
one fails. What is changed outside of functions, such as a preset, is loaded afresh and shown to all tests.
docs/mutation.md has the outcome and says of each survivor why nothing can tell it from the engine.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
ENGINE = Path("src/passgo/engine")
TARGETS = ["rules/*.py", "action.py", "game.py", "ruleset.py", "state.py"]
TESTS = "tests/rules"
FIRST = {"ruleset.py": ["tests/rules/test_presets.py"]}
"""The tests most likely to notice what changes while a module is loaded."""
SECONDS = 20
"""How long a mutant may keep the processor; one that never ends is killed too."""
LONG = 1800
"""How long it may do so on the tests named with ``--also``."""
MEMORY = 4 << 30
BROKEN = 70
"""The status of a fork in which this tool failed, not a test."""

COMPARISONS: dict[type[ast.cmpop], list[type[ast.cmpop]]] = {
    ast.Lt: [ast.LtE],
    ast.LtE: [ast.Lt],
    ast.Gt: [ast.GtE],
    ast.GtE: [ast.Gt],
    ast.Eq: [ast.NotEq],
    ast.NotEq: [ast.Eq],
    ast.Is: [ast.IsNot],
    ast.IsNot: [ast.Is],
    ast.In: [ast.NotIn],
    ast.NotIn: [ast.In],
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.RShift: ast.LShift,
    ast.LShift: ast.RShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}


# -- what to change --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mutant:
    """One small change: bytes ``start`` to ``end`` of a module become ``after``."""

    path: str
    place: str
    """The function or class it is in."""
    kind: str
    before: str
    after: str
    start: int
    end: int
    line: int
    last: int
    """The lines of the statement it belongs to."""
    function: str
    """The outermost function it is in; empty for what happens while the module is loaded."""
    nth: int = 0
    """Which of several that read the same, within its place."""

    @property
    def key(self) -> str:
        """A name that stays the same while other parts of the module change."""
        return f"{self.path}|{self.place}|{self.kind}|{self.before}|{self.after}|{self.nth}"

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.place}: {self.before} -> {self.after}"


@dataclass
class Finder(ast.NodeVisitor):
    """Walks through a module and notes every change worth trying."""

    path: str
    source: bytes
    found: list[Mutant] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    functions: int = 0
    outermost: int = 0
    statement: tuple[int, int] = (0, 0)
    seen: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        self.starts = [0]
        for line in self.source.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def span(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        """The bytes that a node is written in."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self.starts[node.lineno - 1] + node.col_offset
        return start, self.starts[node.end_lineno - 1] + node.end_col_offset

    def note(self, kind: str, node: ast.expr | ast.stmt, after: str) -> None:
        """Note that a node may be replaced."""
        start, end = self.span(node)
        before = " ".join(self.source[start:end].decode().split())
        place = ".".join(self.places)
        reads = f"{place}|{kind}|{before}|{after}"
        nth = self.seen[reads]
        self.seen[reads] += 1
        line, last = self.statement
        function = ".".join(self.places[: self.outermost]) if self.functions else ""
        self.found.append(
            Mutant(self.path, place, kind, before, after, start, end, line, last, function, nth)
        )

    # -- where we are ------------------------------------------------------------------------------

    def visit(self, node: ast.AST) -> None:
        """Keep in mind which statement we are in."""
        if not isinstance(node, ast.stmt):
            super().visit(node)
            return
        outer = self.statement
        body: object = getattr(node, "body", None)
        last = node.end_lineno or node.lineno
        if isinstance(body, list) and body:
            last = max(node.lineno, body[0].lineno - 1)
        self.statement = (node.lineno, last)
        super().visit(node)
        self.statement = outer

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Go into the body; defaults and annotations are left alone."""
        if node.name in ("__reduce__", "__repr__", "__hash__"):
            return
        self.places.append(node.name)
        if self.functions == 0:
            self.outermost = len(self.places)
        self.functions += 1
        for statement in node.body:
            self.visit(statement)
        self.functions -= 1
        self.places.pop()

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Go into the body."""
        self.places.append(node.name)
        for statement in node.body:
            self.visit(statement)
        self.places.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Change the value, never the annotation."""
        if node.value is not None:
            self.visit(node.value)

    def visit_Assert(self, node: ast.Assert) -> None:
        """An assertion informs the type checker; it is not a rule."""

    def visit_Raise(self, node: ast.Raise) -> None:
        """What an error says is no rule."""

    # -- what may be changed -----------------------------------------------------------------------

    def visit_If(self, node: ast.If) -> None:
        """Drop the branch, or take it always."""
        test = ast.unparse(node.test)
        if test == "TYPE_CHECKING":
            return
        self.note("branch", node.test, "False")
        if not test.endswith(".loud"):  # telling those who do not listen changes nothing
            self.note("branch", node.test, "True")
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        """Always one of the two."""
        self.note("branch", node.test, "False")
        self.note("branch", node.test, "True")
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        """Take all, or none."""
        for test in node.ifs:
            self.note("branch", test, "True")
            self.note("branch", test, "False")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """Leave one operand out."""
        for out in range(len(node.values)):
            rest: ast.expr = ast.BoolOp(node.op, node.values[:out] + node.values[out + 1 :])
            if len(node.values) == 2:
                rest = node.values[1 - out]
            self.note("operand", node, f"({ast.unparse(rest)})")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """Leave a ``not`` out."""
        if isinstance(node.op, ast.Not):
            self.note("operand", node, f"({ast.unparse(node.operand)})")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Compare a little differently."""
        for place, operator in enumerate(node.ops):
            for other in COMPARISONS[type(operator)]:
                ops = [*node.ops[:place], other(), *node.ops[place + 1 :]]
                changed = ast.Compare(node.left, ops, node.comparators)
                self.note("compare", node, f"({ast.unparse(changed)})")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Calculate a little differently."""
        other = OPERATORS.get(type(node.op))
        if other is not None:
            changed = ast.BinOp(node.left, other(), node.right)
            self.note("operator", node, f"({ast.unparse(changed)})")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """One more or less, the other answer, another word."""
        value = node.value
        if isinstance(value, bool):
            self.note("constant", node, str(not value))
        elif isinstance(value, int):
            self.note("constant", node, f"({value + 1})")
            self.note("constant", node, f"({value - 1})")
        elif isinstance(value, str) and self.functions:
            self.note("word", node, repr(value + "?"))

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Sentences are no rules."""

    def visit_Expr(self, node: ast.Expr) -> None:
        """Take a call away; a docstring stays."""
        if isinstance(node.value, ast.Call):
            if not ast.unparse(node.value.func).endswith("game.emit"):  # dropped with its branch
                self.note("statement", node, "pass")
            self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        """Take away what changes the state, but for what a constructor keeps."""
        keeps = self.places[-1:] == ["__init__"]
        if isinstance(node.targets[0], ast.Attribute | ast.Subscript) and not keeps:
            self.note("statement", node, "pass")
        self.visit(node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Take it away, or count the other way."""
        self.note("statement", node, "pass")
        other = OPERATORS.get(type(node.op))
        if other is not None:
            changed = ast.AugAssign(node.target, other(), node.value)
            self.note("operator", node, ast.unparse(changed))
        self.visit(node.value)


def mutants_of(path: str, source: bytes) -> list[Mutant]:
    """Every change worth trying in a module, in the order of its lines."""
    finder = Finder(path, source)
    finder.visit(ast.parse(source))
    return sorted(finder.found, key=lambda mutant: (mutant.line, mutant.start, mutant.after))


def modules(names: Iterable[str]) -> Iterator[str]:
    """The modules of the engine that these names or patterns mean."""
    for name in names:
        found = sorted((ROOT / ENGINE).glob(name))
        if not found:
            raise SystemExit(f"mutate: there is no {name} in {ENGINE}")
        for path in found:
            if path.name != "__init__.py":
                yield str(path.relative_to(ROOT / ENGINE))


# -- whether a test notices ------------------------------------------------------------------------


def in_a_fork(seconds: int, job: Callable[[], bool]) -> bool:
    """Do a job in a fork of this process; say whether it ended in time and came to True."""
    child = os.fork()
    if child == 0:
        status = BROKEN
        try:
            silence = os.open(os.devnull, os.O_RDWR)
            for stream in range(3):
                os.dup2(silence, stream)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            status = 0 if job() else 1
        finally:
            os._exit(status)
    outcome = os.waitpid(child, 0)[1]
    if os.WIFEXITED(outcome) and os.WEXITSTATUS(outcome) == BROKEN:
        raise SystemExit("mutate: a mutant could not be made")
    return outcome == 0


class Tracer:
    """Learns which tests pass through which lines of the engine."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder) + os.sep
        self.lines: dict[str, dict[int, set[str]]] = {}
        self.test = ""

    def follow(self, frame: FrameType, event: str, argument: Any) -> Any:
        """Trace the engine, and nothing else."""
        name = frame.f_code.co_filename
        if not name.startswith(self.folder):
            return None
        lines = self.lines.setdefault(name[len(self.folder) :], {})

        def note_line(frame: FrameType, event: str, argument: Any) -> Any:
            lines.setdefault(frame.f_lineno, set()).add(self.test)
            return note_line

        return note_line(frame, event, argument)


class Workshop:
    """A pytest plugin that makes the mutants, one after the other, where others run the tests."""

    def __init__(self, work: Path, mutants: list[Mutant], given: argparse.Namespace) -> None:
        self.work = work
        self.engine = work / ENGINE
        self.mutants = mutants
        self.results: Path | None = given.results
        self.before = read_outcomes(given.results)
        self.outcomes: dict[Mutant, str] = {}
        self.tests: dict[str, pytest.Item] = {}
        self.others: list[pytest.Item] = []
        self.tests_at: dict[str, dict[int, set[str]]] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Take the tests that were collected, and try each mutant on them."""
        for item in session.items:
            if item.nodeid.startswith(TESTS):
                self.tests[item.nodeid] = item
            else:
                self.others.append(item)
        self.learn()
        for number, mutant in enumerate(self.mutants, 1):
            outcome = self.before.get(mutant.key, "")
            if outcome != "killed":
                began = time.monotonic()
                outcome = "survived" if self.survives(mutant) else "killed"
                took = time.monotonic() - began
                print(f"{number}/{len(self.mutants)} {outcome} {took:.1f} s {mutant}", flush=True)
                self.keep(mutant, outcome)
            self.outcomes[mutant] = outcome
        return True

    def keep(self, mutant: Mutant, outcome: str) -> None:
        """Write down what became of a mutant, for the next run."""
        if self.results is not None:
            with self.results.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": mutant.key, "outcome": outcome}) + "\n")

    def learn(self) -> None:
        """Run all tests once, unchanged: they must pass, and show which lines they run."""
        notes = self.work / "lines.json"

        def job() -> bool:
            tracer = Tracer(self.engine)
            sys.settrace(tracer.follow)
            for name, item in self.tests.items():
                tracer.test = name
                if not passes(item):
                    return False
            sys.settrace(None)
            rows = {
                path: {line: sorted(tests) for line, tests in lines.items()}
                for path, lines in tracer.lines.items()
            }
            notes.write_text(json.dumps(rows))
            return True

        if not in_a_fork(LONG, job):
            raise SystemExit("mutate: the tests fail on the engine as it is")
        for path, lines in json.loads(notes.read_text()).items():
            self.tests_at[path] = {int(line): set(tests) for line, tests in lines.items()}

    def survives(self, mutant: Mutant) -> bool:
        """Show a mutant to every test that could notice."""
        if not mutant.function:
            return self.survives_a_fresh_start(mutant)
        lines = self.tests_at.get(mutant.path, {})
        reached = set[str]().union(
            *(lines.get(line, set()) for line in range(mutant.line, mutant.last + 1))
        )
        concerned = [item for name, item in self.tests.items() if name in reached]

        def job(items: list[pytest.Item]) -> bool:
            self.put_in_place(mutant)
            return all(passes(item) for item in items)

        return in_a_fork(SECONDS, lambda: job(concerned)) and in_a_fork(
            LONG, lambda: job(self.others)
        )

    def put_in_place(self, mutant: Mutant) -> None:
        """Give the function a mutant is in its changed code; all who know the function see it."""
        name = "passgo.engine." + mutant.path.removesuffix(".py").replace("/", ".")
        function: Any = sys.modules[name]
        for word in mutant.function.split("."):
            function = vars(function)[word]
        if isinstance(function, property):
            function = function.fget
        code = compile(self.apply(mutant), function.__code__.co_filename, "exec")
        function.__code__ = code_named(code, mutant.function)

    def apply(self, mutant: Mutant) -> bytes:
        """Return the source of the module with the change."""
        source = (self.engine / mutant.path).read_bytes()
        return source[: mutant.start] + mutant.after.encode() + source[mutant.end :]

    def survives_a_fresh_start(self, mutant: Mutant) -> bool:
        """What happens while a module is loaded needs a process of its own."""
        path = self.engine / mutant.path
        source = path.read_bytes()
        environment = {
            **os.environ,
            "PYTHONPATH": f"{self.work / 'src'}{os.pathsep}{self.work}",
            "PYTHONPYCACHEPREFIX": tempfile.mkdtemp(dir=self.work),  # no old bytecode
        }
        options = ["-x", "-q", "-p", "no:cacheprovider"]
        first = FIRST.get(mutant.path, [])
        command = [sys.executable, "-m", "pytest", *options, *first, TESTS]
        try:
            path.write_bytes(self.apply(mutant))
            done = subprocess.run(
                command, env=environment, cwd=self.work, capture_output=True, timeout=LONG
            )
        finally:
            path.write_bytes(source)
        return done.returncode == 0


def passes(item: pytest.Item) -> bool:
    """Run one test."""
    item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
    return item.session.testsfailed == 0


def code_named(code: CodeType, name: str) -> CodeType:
    """The code of a function somewhere in the code of a module."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            if inner.co_qualname == name:
                return inner
            if name.startswith(inner.co_qualname + "."):
                return code_named(inner, name)
    raise LookupError(name)


# -- the whole -------------------------------------------------------------------------------------


def read_outcomes(results: Path | None) -> dict[str, str]:
    """Return what earlier runs found, by key; the latest counts."""
    if results is None or not results.exists():
        return {}
    lines = [json.loads(line) for line in results.read_text("utf-8").splitlines()]
    return {line["key"]: line["outcome"] for line in lines}


def report(outcomes: dict[Mutant, str]) -> str:
    """The outcome in Markdown: a row per module, then the survivors."""
    lines = ["| module | mutants | killed | survived |", "| --- | ---: | ---: | ---: |"]
    total: Counter[str] = Counter()
    for path in dict.fromkeys(mutant.path for mutant in outcomes):
        counts = Counter(outcome for mutant, outcome in outcomes.items() if mutant.path == path)
        total += counts
        lines.append(f"| `{path}` | {counts.total()} | {counts['killed']} | {counts['survived']} |")
    lines.append(f"| all | {total.total()} | {total['killed']} | {total['survived']} |")
    lines += ["", "Survivors:", ""]
    lines += [f"- {mutant}" for mutant, outcome in outcomes.items() if outcome == "survived"]
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Make every mutant in turn; the status is 1 if any survived."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(prog="python -m tools.mutate", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("modules", nargs="*", default=TARGETS, help="below src/passgo/engine")
    parser.add_argument("--also", action="append", default=[], help="more tests for survivors")
    parser.add_argument("--list", action="store_true", help="only say what would be changed")
    parser.add_argument("--results", type=Path, help="a file that keeps what was found")
    given = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="passgo-mutants-") as folder:
        work = Path(folder).resolve()
        for name in ("src", "tests"):
            ignored = shutil.ignore_patterns("__pycache__", "*.so")
            shutil.copytree(ROOT / name, work / name, ignore=ignored)
        shutil.copy(ROOT / "pyproject.toml", work)
        mutants = [
            mutant
            for path in modules(given.modules)
            for mutant in mutants_of(path, (work / ENGINE / path).read_bytes())
        ]
        if given.list:
            print(*mutants, f"{len(mutants)} mutants", sep="\n")
            return 0
        os.chdir(work)
        sys.path[:0] = [str(work / "src"), str(work)]
        shop = Workshop(work, mutants, given)
        options = ["-q", "-s", "-p", "no:cacheprovider", "--no-header", f"--rootdir={work}"]
        pytest.main([*options, TESTS, *given.also], plugins=[shop])
        os.chdir(ROOT)
    print(report(shop.outcomes))
    return 1 if len(shop.outcomes) < len(mutants) or "survived" in shop.outcomes.values() else 0


if __name__ == "__main__":
    sys.exit(main())
