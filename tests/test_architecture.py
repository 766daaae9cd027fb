"""ARCHITECTURE.md names only existing files, and a bid passes through few of them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
TEXT: Final = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
MOST_FILES: Final = 20


def test_a_bid_passes_through_few_files_and_they_all_exist() -> None:
    section = TEXT.partition("### The path of a bid")[2].partition("\n## ")[0]
    steps = re.findall(r"^(\d+)\. `([^`]+)`", section, re.MULTILINE)
    assert [int(number) for number, _ in steps] == list(range(1, len(steps) + 1))
    files = [file for _, file in steps]
    assert 10 < len(files) <= MOST_FILES
    assert len({*files}) == len(files)
    assert [file for file in files if not (ROOT / file).is_file()] == []


def test_named_server_modules_exist() -> None:
    named = set(re.findall(r"`server/(\w+)\.py`", TEXT))
    assert len(named) > 15
    missing = [name for name in named if not (ROOT / f"src/passgo/server/{name}.py").is_file()]
    assert missing == []
