"""Draw pages of prose at random, for an editor to mark.

    python -m tools.draw_pages --seed 7 --out pages

This writes 40 files of about 400 words each: 10 from the docs, 6 from the game's words, 4 from the
commands' help, and 20 from comments, docstrings and test names. The same seed draws the same pages
from the same commit.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from passgo.cli.main import COMMANDS
from tools.prose import ROOT, prose_files, prose_of

WORDS_ON_A_PAGE: Final = 400
PAGES: Final = {"docs": 10, "words": 6, "help": 4, "source": 20}


class Line(NamedTuple):
    """A line of prose, where it is, and how many words it has."""

    place: str
    text: str
    words: int


def lines_of(kind: str) -> Iterator[Line]:
    """Yield every line of one kind of prose, file by file."""
    if kind == "help":
        yield from _help_lines()
        return
    for path in prose_files():
        if kind_of(path) != kind:
            continue
        text = (ROOT / path).read_text(encoding="utf-8")
        shown = text.splitlines()
        for number, prose in enumerate(prose_of(path, text).splitlines()):
            if words := _count(prose):
                yield Line(f"{path}:{number + 1}", shown[number], words)


def kind_of(path: str) -> str:
    """Return the kind of page that a file belongs to."""
    if path.endswith(".md"):
        return "docs"
    return "words" if path.endswith(".json") else "source"


def _help_lines() -> Iterator[Line]:
    environ = {**os.environ, "COLUMNS": "100"}
    for command in [[], *([name] for name in COMMANDS)]:
        words = ["passgo", *command, "--help"]
        shown = subprocess.run(
            [sys.executable, "-m", *words], check=True, capture_output=True, text=True, env=environ
        )
        for text in shown.stdout.splitlines():
            if count := _count(text):
                yield Line(" ".join(words), text, count)


def _count(text: str) -> int:
    return len(re.findall(r"[A-Za-z]+(?:['’][a-z]+)?", text))


def pages_of(lines: Iterable[Line]) -> list[list[Line]]:
    """Divide lines into pages; drop the lines at the end that don't fill a page."""
    pages, page, words = [], list[Line](), 0
    for line in lines:
        page.append(line)
        words += line.words
        if words >= WORDS_ON_A_PAGE:
            pages.append(page)
            page, words = [], 0
    return pages


def main(words: list[str] | None = None) -> int:
    """Draw the pages and write them."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.draw_pages",
        description="Draw 40 pages of prose at random, for an editor to mark.",
    )
    parser.add_argument("--seed", type=int, default=1, help="random seed (default: 1)")
    parser.add_argument("--out", type=Path, required=True, help="folder to write the pages to")
    args = parser.parse_args(words)
    args.out.mkdir(parents=True, exist_ok=True)
    source = random.Random(args.seed)
    number = 0
    for kind, count in PAGES.items():
        pages = pages_of(lines_of(kind))
        for page in source.sample(pages, min(count, len(pages))):
            number += 1
            text = "".join(f"{line.place}: {line.text.strip()}\n" for line in page)
            (args.out / f"{number:02}-{kind}.txt").write_text(text, encoding="utf-8")
    print(f"Wrote {number} pages to {args.out}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
