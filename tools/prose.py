"""Find the prose in the repository's files: the text that people read, apart from code.

Prose means comments, docstrings, strings of several words, the game's English words, test names,
and Markdown except for its code.
"""

from __future__ import annotations

import io
import re
import subprocess
import tokenize
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parent.parent
WEB: Final = (".ts", ".js", ".svelte", ".css", ".html")
SCRIPTS: Final = ("play", "test", "tools/lock", ".ci/run")
"""Shell scripts without a suffix."""
SKIPPED: Final = (
    "requirements/",
    "tools/vocabulary.toml",
    "tests/tools/test_check_language.py",
    "web/package",
)
"""Paths without prose of our own, and the two files that list bad phrases on purpose."""

_STRING_START = re.compile(r"\w*(\"\"\"|'''|\"|')")
_WEB_PROSE = re.compile(
    r"""<!--(?P<markup>[\s\S]*?)-->
      | /\*(?P<block>[\s\S]*?)\*/
      | (?<![:\\])//(?P<line>[^\n]*)
      | "(?P<string>(?:[^"\\\n]|\\.)*)"
      | '(?:[^'\\\n]|\\.)*'
      | `(?P<template>(?:[^`\\]|\\.)*)`""",
    re.X,
)


def prose_files(root: Path = ROOT, chosen: Sequence[str] = ()) -> list[str]:
    """Return the files that contain prose, among those that git tracks or would add."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *chosen]
    listed = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout
    paths = sorted(set(listed.split("\0")) - {""})
    return [path for path in paths if _has_prose(path) and (root / path).is_file()]


def _has_prose(path: str) -> bool:
    if path.startswith(SKIPPED) or "/generated/" in path:
        return False
    file = Path(path)
    if "words" in file.parts:
        return file.stem == "en"
    return file.suffix in (".py", ".md", ".toml", ".sh", ".yaml", ".yml", *WEB) or path in SCRIPTS


def prose_of(path: str, text: str) -> str:
    """Return the text with everything that is not prose replaced by spaces.

    The result is as long as the text and has the same line breaks. Code in backticks becomes a row
    of x's.
    """
    suffix = Path(path).suffix
    if suffix == ".md":
        return _hide_code(re.sub(r"^ *```.*?^ *```", _blank, text, flags=re.M | re.S))
    if suffix == ".json":
        values = re.finditer(r'"(?:[^"\\]|\\.)*"(?P<key>\s*:)?', text)
        return _keep(text, [match.span() for match in values if not match["key"]])
    if suffix == ".py":
        return _hide_code(_python_prose(text))
    if suffix in WEB:
        return _hide_code(_web_prose(text))
    return _hide_code(_keep(text, [match.span(1) for match in re.finditer("#(.*)", text)]))


def _python_prose(text: str) -> str:
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    spans: list[tuple[int, int]] = []
    names: list[tuple[int, int]] = []
    before = ""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        start = starts[token.start[0] - 1] + token.start[1]
        end = starts[token.end[0] - 1] + token.end[1]
        if token.type == tokenize.COMMENT:
            spans.append((start + 1, end))
        elif token.type == tokenize.STRING:
            quotes = _STRING_START.match(token.string)
            assert quotes is not None
            span = (start + quotes.end(), end - len(quotes[1]))
            if " " in text[slice(*span)].strip():
                spans.append(span)
        elif before == "def" and token.string.startswith("test_"):
            spans.append((start, end))
            names.append((start, end))
        before = token.string
    prose = _keep(text, spans)
    for start, end in names:
        prose = prose[:start] + prose[start:end].replace("_", " ") + prose[end:]
    return prose


def _web_prose(text: str) -> str:
    spans = []
    for match in _WEB_PROSE.finditer(text):
        kind = match.lastgroup
        if kind is None or (kind in ("string", "template") and " " not in match[kind].strip()):
            continue
        spans.append(match.span(kind))
    return re.sub(r"^( *)\*(?= )", r"\1 ", _keep(text, spans), flags=re.M)


def _keep(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """Return the text with everything outside the spans replaced by spaces."""
    parts, end = [], 0
    for start, stop in spans:
        parts += [_blank_text(text[end:start]), text[start:stop]]
        end = stop
    return "".join([*parts, _blank_text(text[end:])])


def _hide_code(text: str) -> str:
    return re.sub(r"``[^`]*``|`[^`\n]*`", lambda match: re.sub(r"\S", "x", match.group()), text)


def _blank(match: re.Match[str]) -> str:
    return _blank_text(match.group())


def _blank_text(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)
