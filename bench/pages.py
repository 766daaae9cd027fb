"""Helpers for the benchmarks that write figures into the documentation."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path

from tools import setup_env

ROOT = Path(__file__).resolve().parent.parent
BEGIN, END = "<!-- figures -->\n", "<!-- end -->"


def add_options(parser: argparse.ArgumentParser, games: int) -> None:
    """Add the options that most of these benchmarks share."""
    parser.add_argument(
        "--games", type=int, default=games, help=f"games per arm or pairing (default: {games})"
    )
    parser.add_argument("--seed", type=int, default=1, help="random seed (default: 1)")
    add_run_options(parser)


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """Add the options that all of these benchmarks share."""
    parser.add_argument("--jobs", type=int, help="number of processes (default: one per core)")
    parser.add_argument("--write", action="store_true", help="write the figures into the page")
    parser.add_argument(
        "--here",
        action="store_true",
        help="use the current Python environment instead of the compiled one",
    )


def measure(arguments: argparse.Namespace, *words: str) -> dict[str, object]:
    """Run a passgo command with the given seed, showing its progress; return its JSON output."""
    return run_command(arguments, *words, "--seed", str(arguments.seed))


def run_command(arguments: argparse.Namespace, *words: str) -> dict[str, object]:
    """Run a passgo command, showing its progress; return its JSON output."""
    if arguments.here:
        command, environ = [sys.executable], None
    else:
        command, environ = find_compiled()
    command += ["-m", "passgo", *words, "--json"]
    if arguments.jobs is not None:
        command += ["--jobs", str(arguments.jobs)]
    done = subprocess.run(command, env=environ, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SystemExit(done.returncode)
    data: dict[str, object] = json.loads(done.stdout)
    return data


def rerun_compiled(arguments: argparse.Namespace, module: str) -> None:
    """Unless --here is given, run a benchmark again in the compiled environment, and exit."""
    if arguments.here:
        return
    command, environ = find_compiled()
    command += ["-m", module, *sys.argv[1:], "--here"]
    environ["PYTHONPATH"] = str(ROOT)  # for bench and tools; passgo itself is installed
    raise SystemExit(subprocess.run(command, env=environ, check=False).returncode)


def find_compiled() -> tuple[list[str], dict[str, str]]:
    """Return the command for Python in the compiled environment, and its environment variables."""
    env = setup_env.environment("test")
    return [str(setup_env.python(env)), "-P"], setup_env.tidy_environ()


def put(page: Path, parts: list[str]) -> None:
    """Write figures into a page, one part between each pair of markers."""
    places = page.read_text("utf-8").count(BEGIN)
    if places != len(parts):
        raise SystemExit(f"{page} has {places} pairs of markers, but there are {len(parts)} parts.")
    for place, part in enumerate(parts):
        put_part(page, place, part)


def put_part(page: Path, place: int, part: str) -> None:
    """Write figures between one pair of markers on a page; pairs are counted from 0."""
    pieces = page.read_text("utf-8").split(BEGIN)
    if place + 1 >= len(pieces):
        raise SystemExit(f"{page} has only {len(pieces) - 1} pairs of markers.")
    rest = pieces[place + 1]
    pieces[place + 1] = part.rstrip("\n") + "\n" + rest[rest.index(END) :]
    page.write_text(BEGIN.join(pieces), "utf-8")


def row(*cells: str) -> str:
    """Return a row of a Markdown table."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def head(*cells: str) -> list[str]:
    """Return the header of a Markdown table, with figures aligned to the right."""
    return [row(*cells), row("---", *["---:"] * (len(cells) - 1))]
