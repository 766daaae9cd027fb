"""Check the vocabulary of everything people read: docs, comments, docstrings, UI words and test names.

    python -m tools.check_language               all files
    python -m tools.check_language docs README.md

`tools/vocabulary.toml` lists the phrases to avoid, what to write instead, and the exceptions with
their reasons. Each phrase found is printed with its line and the suggestion. codespell then looks
for misspelled words and British spellings (its settings are in `pyproject.toml`). The exit status
is 1 if anything was found.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from tools.prose import ROOT, prose_files, prose_of

VOCABULARY: Final = Path(__file__).with_name("vocabulary.toml")
SPACE: Final = r"(?:[^\S\n]+|[^\S\n]*\n[^\S\n]*)"
"""A space in a phrase: whitespace with at most one line break."""


class Phrase(NamedTuple):
    """A phrase to avoid and what to write instead."""

    pattern: re.Pattern[str]
    instead: str


class Exemption(NamedTuple):
    """Words that may stay in one file."""

    path: str
    text: str


class Match(NamedTuple):
    """A phrase found in a file."""

    path: str
    line: int
    text: str
    instead: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text!r}: write {self.instead}"


def read_vocabulary(file: Path = VOCABULARY) -> tuple[list[Phrase], set[Exemption]]:
    """Read the phrases and the exceptions; every exception must have a reason."""
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    phrases = [
        Phrase(re.compile(one["pattern"].replace(" ", SPACE), re.I | re.M), one["instead"])
        for one in data["phrase"]
    ]
    exempt = data.get("exception", [])
    if missing := [one for one in exempt if not one.get("reason")]:
        raise ValueError(f"{file.name}: this exception has no reason: {missing[0]}")
    return phrases, {Exemption(one["path"], one["text"]) for one in exempt}


def search(path: str, text: str, phrases: Sequence[Phrase]) -> Iterator[Match]:
    """Yield every phrase to avoid that occurs in a file's prose."""
    prose = prose_of(path, text)
    for phrase in phrases:
        for match in phrase.pattern.finditer(prose):
            line = prose.count("\n", 0, match.end()) + 1
            yield Match(path, line, " ".join(match.group().split()), phrase.instead)


def main(words: Sequence[str] | None = None) -> int:
    """Check the files and print what was found."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.check_language",
        description="Check the vocabulary of docs, comments, docstrings, UI words and test names.",
    )
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files or folders (default: all)")
    parser.add_argument("--root", type=Path, default=ROOT, help="checkout (default: this one)")
    args = parser.parse_args(words)
    phrases, exempt = read_vocabulary()
    unused = set(exempt)
    status = 0
    paths = prose_files(args.root, args.paths)
    for path in paths:
        for match in search(path, (args.root / path).read_text(encoding="utf-8"), phrases):
            exemption = Exemption(path, match.text)
            unused.discard(exemption)
            if exemption not in exempt:
                print(match)
                status = 1
    for path, text in sorted(unused) if not args.paths else []:
        print(f"tools/{VOCABULARY.name}: {path} no longer contains {text!r}: delete the exception")
        status = 1
    return 1 if check_spelling(args.root, paths) else status


def check_spelling(root: Path, paths: Sequence[str]) -> int:
    """Run codespell over the files and return its exit status."""
    return subprocess.run([sys.executable, "-m", "codespell_lib", *paths], cwd=root).returncode


if __name__ == "__main__":
    sys.exit(main())
