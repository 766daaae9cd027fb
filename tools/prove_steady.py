"""Run the tests again and again beside busy loops, to prove that no test depends on a fast machine.

    python -m tools.prove_steady
    python -m tools.prove_steady --results steady.txt

This runs the server's tests and the browser part five times each, and then everything twice, while one
busy loop per core competes for the processor. Every finished run is a line in the results file. A second
call continues where the first one stopped, as long as the commit is the same. The whole proof takes hours.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
RUNS: Final = {
    "server": (5, ["compiled", "--", "tests/server"]),
    "browser": (5, ["browser"]),
    "everything": (2, []),
}
"""How often each run is repeated, and the arguments for ./test."""
BUSY: Final = [sys.executable, "-c", "while True: pass"]


@contextmanager
def busy_loops() -> Iterator[None]:
    """Keep every core busy."""
    loops = [subprocess.Popen(BUSY) for _ in range(os.cpu_count() or 1)]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def commit() -> str:
    """Return the current commit; the files must not differ from it."""
    if git("status", "--porcelain"):
        raise SystemExit(
            "prove_steady: commit your changes first, so that the proof belongs to a commit."
        )
    return git("rev-parse", "--short", "HEAD")


def git(*words: str) -> str:
    """Run git and return its output."""
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def finished(results: Path, at: str) -> list[str]:
    """Return the names of the runs that have passed at this commit."""
    if not results.exists():
        return []
    lines = [line.split() for line in results.read_text("utf-8").splitlines()]
    return [words[1] for words in lines if words[0] == at and words[2] == "passed"]


def planned(done: Sequence[str]) -> list[str]:
    """Return the names of the runs that are still missing, in order."""
    return [name for name, (times, _) in RUNS.items() for _ in range(times - done.count(name))]


def main(words: Sequence[str] | None = None) -> int:
    """Run what is missing; stop at the first failure and return 1."""
    assert __doc__ is not None
    parser = argparse.ArgumentParser(
        prog="python -m tools.prove_steady", description=__doc__.splitlines()[0]
    )
    parser.add_argument(
        "--results",
        type=Path,
        default=ROOT / ".passgo" / "steady.txt",
        help="file with a line per finished run (default: .passgo/steady.txt)",
    )
    args = parser.parse_args(words)
    at = commit()
    args.results.parent.mkdir(parents=True, exist_ok=True)
    for name in planned(finished(args.results, at)):
        start = time.monotonic()
        with busy_loops():
            status = subprocess.run([str(ROOT / "test"), *RUNS[name][1]], cwd=ROOT).returncode
        word = "passed" if status == 0 else "FAILED"
        line = f"{at} {name} {word} {time.monotonic() - start:.0f} s"
        with args.results.open("a", encoding="utf-8") as file:
            print(line, file=file)
        print(f"\n{line}\n", flush=True)
        if status:
            return 1
    print(args.results.read_text("utf-8"), end="")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
