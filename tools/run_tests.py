"""The ./test command: set up the test environments, run every part and print a summary."""

from __future__ import annotations

import argparse
import io
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path

from tools import browser, build_pages, other_pythons, setup_env
from tools.setup_env import ROOT, python

PARTS = {
    "lint": "ruff, ESLint, formatting, spelling, vocabulary, and waits in tests",
    "types": "mypy --strict, and src/ once more as on Windows",
    "web": "the browser game: formatting, types and unit tests",
    "interpreted": "the tests on plain Python in src/",
    "compiled": "the tests on the installed, compiled package",
    "browser": "whole games in a real browser, on the installed package",
}
LANES = (("lint", "types", "browser"), ("web", "interpreted", "compiled"))
"""Two lists of parts that run side by side, since no part keeps every core busy all the time. The
output of the second list is shown at the end."""
TOO_LONG = 300
"""Seconds after which a test counts as hanging and fails with a traceback."""
QUICK = "quick"
SLOWEST = 10
"""The number of tests whose times are printed."""
ENGINE = ("tests/rules",)
"""What ./test quick runs, on plain Python."""
ONCE = (
    *("bot_check", "cli", "draw", "examples", "odds", "server", "sim", "sim_reports", "tools"),
    *("bots/test_bargaining.py", "laws/test_coverage_run.py", "laws/test_laws.py"),
    *("test_api_page.py", "test_architecture.py", "test_cited.py", "test_locks.py"),
    *("test_portability.py", "test_position_page.py", "test_spelling.py", "test_web_trace.py"),
)
"""Tests that need not run twice, because they cannot tell a compiled engine from plain Python, or
because they are long walks and laws/test_digests.py compares such walks on both. If both parts run,
these tests run only on the compiled package."""
TYPED = ("src", "tests", "tools", "bench", "examples")
APART = "^examples/bot_package/"
"""A package of its own, whose test imports it as if it were installed."""
COVERAGE = setup_env.HOME / "coverage" / "data"
"""Where the interpreted part records the lines it runs, with --long."""


@dataclass(frozen=True)
class Outcome:
    """The result of a part: whether it succeeded, a word for it and a line for the summary."""

    well: bool
    word: str
    line: str = ""


@dataclass(frozen=True)
class Tests:
    """A pytest run: the tests to include and the arguments to pass on."""

    long: bool
    arguments: list[str]
    left_out: tuple[str, ...] = ()
    """What the interpreted part leaves out of tests/, because the compiled part runs it."""

    def run(self, env: Path, kind: str) -> Outcome:
        """Run the test suite in an environment, against the passgo that is installed there."""
        options = [
            "-q",
            "-n",
            "2",
            f"--rootdir={ROOT}",
            f"--color={'yes' if sys.stdout.isatty() else 'no'}",
            f"--durations={SLOWEST}",
            "--durations-min=1",
        ]
        if kind == "interpreted":
            options += [f"--ignore={ROOT / 'tests' / name}" for name in self.left_out]
        if kind != "interpreted":
            options += ["-p", "no:cacheprovider"]
        marks = "browser" if kind == "browser" else "not browser"
        options += ["-m", marks if self.long else f"{marks} and not long"]
        if not self.long:
            options += ["-o", f"faulthandler_timeout={TOO_LONG}"]
            options += ["-o", "faulthandler_exit_on_timeout=true"]
        slow = kind == "interpreted" or bool(setup_env.why_plain(env))
        environ = {"PASSGO_EXPECT": "interpreted" if slow else "compiled"}
        if kind == "browser":
            environ["PASSGO_BROWSER"] = str(browser.find())
            link_modules()  # the npm packages include axe
        command = ["pytest", *options, *self.arguments]
        # A selection of tests says nothing about the coverage of all of them.
        is_measured = self.long and kind == "interpreted" and not self.arguments
        if is_measured:
            shutil.rmtree(COVERAGE.parent, ignore_errors=True)
            COVERAGE.parent.mkdir(parents=True)
            command = ["coverage", "run", f"--data-file={COVERAGE}", "-m", *command]
        status, tail = run(env, *command, **environ)
        closing = [
            line for line in plain(tail).splitlines() if re.search(r" in \d+(\.\d+)?s", line)
        ]
        line = "".join(closing[-1:])
        if is_measured and status == 0:
            status, total = report_coverage(env)
            line = f"{line}, {total}"
        return Outcome(status == 0, "passed" if status == 0 else "FAILED", line)


def report_coverage(env: Path) -> tuple[int, str]:
    """Print the coverage of each file that is not fully covered; return the status and a summary.

    The status is not 0 if the total is below `fail_under` in pyproject.toml.
    """
    place = f"--data-file={COVERAGE}"
    combined, _ = run(env, "coverage", "combine", "--quiet", place)
    status, tail = run(env, "coverage", "report", "--skip-covered", place)
    totals = [line.split()[-1] for line in tail.splitlines() if line.startswith("TOTAL")]
    return combined or status, f"coverage {''.join(totals[-1:])}"


def main(words: list[str]) -> int:
    """Run the given parts, or all of them; return 1 if any failed."""
    words, extra = split_at(words, "--")
    parser = argparse.ArgumentParser(
        prog="./test",
        description="Run the tests. The first run sets up everything they need.",
        epilog="parts:\n"
        + "\n".join(f"  {name:<12} {what}" for name, what in PARTS.items())
        + f"\n  {QUICK:<12} lint, types, and the rules on plain Python"
        + "\n\nexamples:\n  ./test\n  ./test quick\n  ./test lint types\n"
        + "  ./test interpreted -- -k auction -x",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        usage="%(prog)s [-h] [--long | --pythons] [PART…] [-- PYTEST-ARGUMENT…]",
    )
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help="run only these parts, listed below"
    )
    parser.add_argument(
        "--pythons",
        action="store_true",
        help="run the tests that depend on the engine, interpreted and compiled, on every supported "
        "Python that is found",
    )
    parser.add_argument(
        "--long",
        action="store_true",
        help="also run the tests marked long, and measure the coverage of the interpreted part",
    )
    asked = parser.parse_args(words)
    if unknown := [part for part in asked.parts if part not in (*PARTS, QUICK)]:
        parser.error(f"unknown part {unknown[0]!r} (choose from {', '.join([*PARTS, QUICK])})")
    if asked.pythons:
        if asked.long or asked.parts:
            parser.error("--pythons runs its own parts: leave out --long and the names of parts")
        return other_pythons.run_all([f"--ignore=tests/{name}" for name in ONCE] + extra)
    if QUICK in asked.parts:
        if asked.long or len(asked.parts) > 1:
            parser.error("quick runs its own parts: leave out --long and the names of parts")
        return run_parts(["lint", "types", "interpreted"], Tests(False, [*ENGINE, *extra]))
    parts = [part for part in PARTS if part in asked.parts or not asked.parts]
    return run_parts(parts, Tests(asked.long, extra))


def run_parts(parts: list[str], tests: Tests) -> int:
    """Set up, run each part and print the summary."""
    start = time.monotonic()
    dev, test = set_up(parts)
    if "compiled" in parts and not (tests.long or setup_env.why_plain(test)):
        tests = replace(tests, left_out=ONCE)
    table = {"setup": (time.monotonic() - start, Outcome(True, "done"))}
    lanes = [[part for part in lane if part in parts] for lane in LANES]
    shown, beside = lanes if all(lanes) else (parts, [])
    output = io.BytesIO()

    def run_beside() -> None:
        _collected.set(output)
        table.update((part, run_timed(part, dev, test, tests)) for part in beside)

    other = threading.Thread(target=run_beside)
    other.start()
    table.update((part, run_timed(part, dev, test, tests)) for part in shown)
    other.join()
    show(output.getvalue())
    print()
    for name in ("setup", *parts):
        seconds, outcome = table[name]
        print(f"{name:<12} {outcome.word:<8} {seconds:7.1f} s")
    print(f"{'all':<21} {time.monotonic() - start:7.1f} s\n")
    outcomes = {name: outcome for name, (_, outcome) in table.items()}
    for name in parts:
        if outcomes[name].line:
            print(f"{name}: {outcomes[name].line}")
    failed = [name for name in parts if not outcomes[name].well]
    passed = [name for name in parts if outcomes[name].word == "passed"]
    print(f"FAILED: {', '.join(failed)}" if failed else f"Passed: {', '.join(passed) or 'nothing'}")
    return 1 if failed or not passed else 0


def run_timed(part: str, dev: Path, test: Path, tests: Tests) -> tuple[float, Outcome]:
    """Run one part with its heading; return its time in seconds and its outcome."""
    show(f"\n── {part}: {PARTS[part]}\n".encode())
    start = time.monotonic()
    try:
        outcome = run_part(part, dev, test, tests)
    except setup_env.SetUpError as error:  # the other parts can still run
        show(f"{error}\n".encode())
        outcome = Outcome(False, "FAILED", str(error))
    return time.monotonic() - start, outcome


_collected: ContextVar[io.BytesIO | None] = ContextVar("_collected", default=None)
"""Where this thread collects its output, if it is not shown at once."""


def show(piece: bytes) -> None:
    """Print output, or collect it for later."""
    collected = _collected.get()
    if collected is not None:
        collected.write(piece)
        return
    sys.stdout.buffer.write(piece)
    sys.stdout.buffer.flush()


def set_up(parts: list[str]) -> tuple[Path, Path]:
    """Set up the interpreted and compiled environments that the parts need."""
    kinds = [] if set(parts) <= {"compiled", "browser"} else ["dev"]
    kinds += ["test"] if {"compiled", "browser"} & set(parts) else []
    made = dict(zip(kinds, setup_env.environments(kinds), strict=True))
    return made.get("dev", Path()), made.get("test", Path())


def run_part(part: str, dev: Path, test: Path, tests: Tests) -> Outcome:
    """Run one part and return its outcome."""
    if part == "lint":
        return both(
            run(dev, "ruff", "check", ".")[0],
            run(dev, "ruff", "format", "--check", ".")[0],
            run(dev, "tools.check_language", PYTHONPATH=str(ROOT))[0],
            run(dev, "tools.check_waits", PYTHONPATH=str(ROOT))[0],
            # ESLint reads these types. The constants stay as committed, for a test to check.
            run(dev, "tools.web_types", "--wire", PYTHONPATH=str(ROOT))[0],
            run_npm(link_modules(), "lint"),
        )
    if part == "types":
        typed = [name for name in TYPED if (ROOT / name).exists()]
        windows = ["--platform=win32", "--cache-dir=.mypy_cache/win32"]
        return both(
            run(dev, "mypy", "--strict", f"--exclude={APART}", *typed)[0],
            run(dev, "mypy", "--strict", *windows, "src")[0],
        )
    if part == "web":
        return run_web(dev)
    if part == "interpreted":
        return tests.run(dev, part)
    if errors := setup_env.compile_errors(test):
        lines = [*errors.splitlines()[-40:], setup_env.why_plain(test), ""]
        show("\n".join(lines).encode())
        return Outcome(False, "FAILED", "the engine does not compile")
    why = setup_env.why_plain(test)
    if why and part == "compiled":
        show(f"{why}\n".encode())
        return Outcome(True, "skipped", why)
    return tests.run(test, part)


def run_web(dev: Path) -> Outcome:
    """Check and test the browser game in web/, with the packages that ./test installed."""
    node = link_modules()
    samples = write_samples(dev)
    return both(*[run_npm(node, script, **samples) for script in ("format", "check", "test")])


def run_npm(node: Path, script: str, **environ: str) -> int:
    """Run a script from web/package.json with this Node; return its exit status."""
    command = [build_pages.find_npm(node), "run", "--silent", script]
    environ = {**setup_env.tidy_environ(), **build_pages.variables(node), **environ}
    return stream([str(word) for word in command], ROOT / build_pages.WEB, environ)[0]


def link_modules() -> Path:
    """Link web/node_modules to the installed npm packages; return the path of node."""
    with setup_env.setting_up():
        modules, node = setup_env.make_node(setup_env.make_build())
    build_pages.link(ROOT / build_pages.WEB / "node_modules", modules / "node_modules")
    return node


def write_samples(dev: Path) -> dict[str, str]:
    """Write the samples that the web tests read; return environment variables with their paths."""
    folder = setup_env.HOME / "samples"
    folder.mkdir(exist_ok=True)
    said = folder / "said.jsonl"
    places = {"PASSGO_SAMPLES": str(folder), "PASSGO_SAID": str(said)}
    environ = {**setup_env.tidy_environ(), **places, "PYTHONPATH": str(ROOT)}
    for module in ("tools.web_types", "tools.sample_record", "tools.narration_samples"):
        with said.open("w", encoding="utf-8") as out:
            command = [str(python(dev)), "-P", "-m", module]
            subprocess.run(command, cwd=ROOT, env=environ, stdout=out, check=True)
    return places


def both(*statuses: int) -> Outcome:
    """Combine the exit statuses of several programs into one outcome."""
    return Outcome(True, "passed") if not any(statuses) else Outcome(False, "FAILED")


def run(env: Path, module: str, *arguments: str, **environ: str) -> tuple[int, str]:
    """Run a Python tool in the root and show its output; return its status and the end of its output."""
    # -P keeps Python from importing from the current folder.
    command = [str(python(env)), "-P", "-m", module, *arguments]
    return stream(command, ROOT, {**setup_env.tidy_environ(), **environ})


def stream(command: list[str], folder: Path, environ: dict[str, str]) -> tuple[int, str]:
    """Run a program and show its output; return its status and the end of its output."""
    tail = b""
    with subprocess.Popen(
        command, cwd=folder, env=environ, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        assert process.stdout is not None
        while piece := os.read(process.stdout.fileno(), 65536):
            show(piece)
            tail = (tail + piece)[-4096:]
    return process.returncode, tail.decode(errors="replace")


def plain(text: str) -> str:
    """Remove color codes from text."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def split_at(words: list[str], mark: str) -> tuple[list[str], list[str]]:
    """Split a list at a word; return the words before and after it."""
    if mark not in words:
        return words, []
    place = words.index(mark)
    return words[:place], words[place + 1 :]


if __name__ == "__main__":
    with setup_env.sentences():
        sys.exit(main(sys.argv[1:]))
