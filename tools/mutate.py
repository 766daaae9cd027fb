"""Mutation testing: make one small change to the rules at a time and check that a test fails.

    python -m tools.mutate                        mutate every module that implements rules
    python -m tools.mutate rules/jail.py state.py mutate only these modules
    python -m tools.mutate --list                 list the mutants without testing them
    python -m tools.mutate --results FILE         resume from FILE and retry the survivors
    python -m tools.mutate --write                mutate everything and update docs/mutation.md

A mutant is the engine with one branch never or always taken, one operand removed, one comparison or
operator changed, one number changed by one, one string changed, or one statement removed. The first
test in ``tests/rules`` that fails kills it. A mutant that survives all these tests is run against
the tests given with ``--also``; if it survives those too, it is listed at the end.

The tool works on a copy of the sources and tests, so you can keep editing. pytest collects the tests once and
runs them once under a tracer, to find out which tests execute which lines. Each mutant is then run against
those tests only: a forked process replaces the mutated function's code and runs the tests until one fails.
Mutants outside functions, such as those in a preset, run in a new process against all tests.
docs/mutation.md lists the results and explains why each survivor is equivalent to the original.
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
PAGE = ROOT / "docs" / "mutation.md"
FIRST = {"ruleset.py": ["tests/rules/test_presets.py"]}
"""The tests most likely to fail when module-level code changes."""
SECONDS = 20
"""CPU time limit for a mutant; a mutant that never ends counts as killed."""
LONG = 1800
"""Time limit for the tests given with ``--also``, the traced run and module-level mutants."""
MEMORY = 4 << 30
BROKEN = 70
"""The exit status of a fork in which the tool itself failed, rather than a test."""

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


# -- finding mutants -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Mutant:
    """One small change: replace bytes ``start`` to ``end`` of a module with ``after``."""

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
    """The outermost function it is in; empty for module-level code."""
    nth: int = 0
    """Its index among identical changes in the same function or class."""

    @property
    def key(self) -> str:
        """An identifier that stays the same when other parts of the module change."""
        return f"{self.path}|{self.place}|{self.kind}|{self.before}|{self.after}|{self.nth}"

    def __str__(self) -> str:
        return f"{self.path}:{self.line} {self.place}: {self.before} -> {self.after}"


@dataclass
class Finder(ast.NodeVisitor):
    """A visitor that collects every mutant of a module."""

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
        """Return the byte range of a node."""
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        start = self.starts[node.lineno - 1] + node.col_offset
        return start, self.starts[node.end_lineno - 1] + node.end_col_offset

    def note(self, kind: str, node: ast.expr | ast.stmt, after: str) -> None:
        """Add a mutant that replaces a node."""
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

    # -- tracking the position ---------------------------------------------------------------------

    def visit(self, node: ast.AST) -> None:
        """Visit a node and keep track of the current statement."""
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
        """Visit the body but not the defaults and annotations."""
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
        """Visit the body."""
        self.places.append(node.name)
        for statement in node.body:
            self.visit(statement)
        self.places.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """Visit the value but not the annotation."""
        if node.value is not None:
            self.visit(node.value)

    def visit_Assert(self, node: ast.Assert) -> None:
        """Skip assertions: they inform the type checker and are not rules."""

    def visit_Raise(self, node: ast.Raise) -> None:
        """Skip error messages: they are not rules."""

    # -- making mutants ----------------------------------------------------------------------------

    def visit_If(self, node: ast.If) -> None:
        """Never take the branch, or always take it."""
        test = ast.unparse(node.test)
        if test == "TYPE_CHECKING":
            return
        self.note("branch", node.test, "False")
        if not test.endswith(".loud"):  # emitting events without a listener changes nothing
            self.note("branch", node.test, "True")
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        """Always choose the same alternative."""
        self.note("branch", node.test, "False")
        self.note("branch", node.test, "True")
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        """Keep all items, or none."""
        for test in node.ifs:
            self.note("branch", test, "True")
            self.note("branch", test, "False")
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        """Remove one operand."""
        for out in range(len(node.values)):
            rest: ast.expr = ast.BoolOp(node.op, node.values[:out] + node.values[out + 1 :])
            if len(node.values) == 2:
                rest = node.values[1 - out]
            self.note("operand", node, f"({ast.unparse(rest)})")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        """Remove a ``not``."""
        if isinstance(node.op, ast.Not):
            self.note("operand", node, f"({ast.unparse(node.operand)})")
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        """Change a comparison operator."""
        for place, operator in enumerate(node.ops):
            for other in COMPARISONS[type(operator)]:
                ops = [*node.ops[:place], other(), *node.ops[place + 1 :]]
                changed = ast.Compare(node.left, ops, node.comparators)
                self.note("compare", node, f"({ast.unparse(changed)})")
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        """Change an arithmetic or bitwise operator."""
        other = OPERATORS.get(type(node.op))
        if other is not None:
            changed = ast.BinOp(node.left, other(), node.right)
            self.note("operator", node, f"({ast.unparse(changed)})")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        """Change a number by one, negate a flag, or change a string."""
        value = node.value
        if isinstance(value, bool):
            self.note("constant", node, str(not value))
        elif isinstance(value, int):
            self.note("constant", node, f"({value + 1})")
            self.note("constant", node, f"({value - 1})")
        elif isinstance(value, str) and self.functions:
            self.note("word", node, repr(value + "?"))

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Skip f-strings: they are not rules."""

    def visit_Expr(self, node: ast.Expr) -> None:
        """Remove a call, but keep docstrings."""
        if isinstance(node.value, ast.Call):
            if not ast.unparse(node.value.func).endswith("game.emit"):  # removed with its branch
                self.note("statement", node, "pass")
            self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        """Remove an assignment that changes the state, except in a constructor."""
        keeps = self.places[-1:] == ["__init__"]
        if isinstance(node.targets[0], ast.Attribute | ast.Subscript) and not keeps:
            self.note("statement", node, "pass")
        self.visit(node.value)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """Remove the statement, or change its operator."""
        self.note("statement", node, "pass")
        other = OPERATORS.get(type(node.op))
        if other is not None:
            changed = ast.AugAssign(node.target, other(), node.value)
            self.note("operator", node, ast.unparse(changed))
        self.visit(node.value)


def mutants_of(path: str, source: bytes) -> list[Mutant]:
    """Return every mutant of a module, in line order."""
    finder = Finder(path, source)
    finder.visit(ast.parse(source))
    return sorted(finder.found, key=lambda mutant: (mutant.line, mutant.start, mutant.after))


def modules(names: Iterable[str]) -> Iterator[str]:
    """Yield the engine modules that match these names or patterns."""
    for name in names:
        found = sorted((ROOT / ENGINE).glob(name))
        if not found:
            raise SystemExit(f"mutate: no file in {ENGINE} matches {name}")
        for path in found:
            if path.name != "__init__.py":
                yield str(path.relative_to(ROOT / ENGINE))


# -- testing mutants -------------------------------------------------------------------------------


def in_a_fork(seconds: int, job: Callable[[], bool]) -> bool:
    """Run a job in a fork of this process; return whether it finished in time and returned True."""
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
        raise SystemExit("mutate: a mutant could not be tested")
    return outcome == 0


class Tracer:
    """A tracer that records which tests execute which lines of the engine."""

    def __init__(self, folder: Path) -> None:
        self.folder = str(folder) + os.sep
        self.lines: dict[str, dict[int, set[str]]] = {}
        self.test = ""

    def follow(self, frame: FrameType, event: str, argument: Any) -> Any:
        """Trace only the engine."""
        name = frame.f_code.co_filename
        if not name.startswith(self.folder):
            return None
        lines = self.lines.setdefault(name[len(self.folder) :], {})

        def note_line(frame: FrameType, event: str, argument: Any) -> Any:
            lines.setdefault(frame.f_lineno, set()).add(self.test)
            return note_line

        return note_line(frame, event, argument)


class Workshop:
    """A pytest plugin that replaces the test loop: it tests one mutant after another."""

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
        """Run each mutant against the collected tests."""
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
        """Save the outcome of a mutant for the next run."""
        if self.results is not None:
            with self.results.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"key": mutant.key, "outcome": outcome}) + "\n")

    def learn(self) -> None:
        """Run all tests once on the unchanged engine, and record the lines they execute.

        All of them must pass.
        """
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
            raise SystemExit("mutate: the tests fail on the unchanged engine")
        for path, lines in json.loads(notes.read_text()).items():
            self.tests_at[path] = {int(line): set(tests) for line, tests in lines.items()}

    def survives(self, mutant: Mutant) -> bool:
        """Return whether a mutant survives every test that could detect it."""
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
        """Replace the code of the mutant's function in place, so that every reference uses it."""
        name = "passgo.engine." + mutant.path.removesuffix(".py").replace("/", ".")
        function: Any = sys.modules[name]
        for word in mutant.function.split("."):
            function = vars(function)[word]
        if isinstance(function, property):
            function = function.fget
        code = compile(self.apply(mutant), function.__code__.co_filename, "exec")
        function.__code__ = code_named(code, mutant.function)

    def apply(self, mutant: Mutant) -> bytes:
        """Return the source of the mutated module."""
        source = (self.engine / mutant.path).read_bytes()
        return source[: mutant.start] + mutant.after.encode() + source[mutant.end :]

    def survives_a_fresh_start(self, mutant: Mutant) -> bool:
        """Return whether a module-level mutant survives all tests, run in a new process."""
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
    """Run one test; return whether no test has failed so far."""
    item.ihook.pytest_runtest_protocol(item=item, nextitem=None)
    return item.session.testsfailed == 0


def code_named(code: CodeType, name: str) -> CodeType:
    """Return the code of a function by its qualified name."""
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            if inner.co_qualname == name:
                return inner
            if name.startswith(inner.co_qualname + "."):
                return code_named(inner, name)
    raise LookupError(name)


# -- results and command line ----------------------------------------------------------------------


def read_outcomes(results: Path | None) -> dict[str, str]:
    """Return the outcomes of earlier runs by key; the latest one counts."""
    if results is None or not results.exists():
        return {}
    lines = [json.loads(line) for line in results.read_text("utf-8").splitlines()]
    return {line["key"]: line["outcome"] for line in lines}


def report(outcomes: dict[Mutant, str]) -> str:
    """Return the outcomes as Markdown: one row per module, then the survivors."""
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


def write_figures(table: str, page: Path = PAGE) -> None:
    """Replace the table in docs/mutation.md, which lies between two comments."""
    before, start, rest = page.read_text("utf-8").partition("<!-- figures -->\n")
    _, end, after = rest.partition("<!-- end of figures -->")
    if not end:
        raise SystemExit(f"mutate: {page} has no place for the figures")
    page.write_text(f"{before}{start}{table}\n{end}{after}", "utf-8")


def main(arguments: list[str] | None = None) -> int:
    """Test every mutant; return 1 if any survived."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(prog="python -m tools.mutate", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument(
        "modules",
        nargs="*",
        default=TARGETS,
        help="modules or patterns in src/passgo/engine (default: all rules)",
    )
    parser.add_argument(
        "--also", action="append", default=[], help="additional tests to run on survivors"
    )
    parser.add_argument("--list", action="store_true", help="list the mutants without testing them")
    parser.add_argument("--results", type=Path, help="file to save outcomes in and to resume from")
    parser.add_argument(
        "--write", action="store_true", help="update the figures in docs/mutation.md"
    )
    given = parser.parse_args(arguments)
    if given.write and given.modules != TARGETS:
        parser.error("--write needs the figures of all modules: leave out the module names")
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
    figures = report(shop.outcomes)
    print(figures)
    if given.write and len(shop.outcomes) == len(mutants):
        write_figures(figures.partition("\n\n")[0])
    return 1 if len(shop.outcomes) < len(mutants) or "survived" in shop.outcomes.values() else 0


if __name__ == "__main__":
    sys.exit(main())
