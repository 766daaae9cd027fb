"""What the README shows is run: every `>>>` in it, on whichever passgo is installed."""

from __future__ import annotations

import doctest
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"


def test_the_examples_in_the_readme_work() -> None:
    failed, attempted = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert attempted > 0
    assert failed == 0, "see the differences above"
