"""The figures of a mutation run are written into docs/mutation.md."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import mutate


def test_the_figures_replace_the_earlier_ones(tmp_path: Path) -> None:
    page = tmp_path / "mutation.md"
    page.write_text(mutate.PAGE.read_text("utf-8"), "utf-8")
    mutate.write_figures("| module |\n| --- |", page)
    before, _, rest = mutate.PAGE.read_text("utf-8").partition("<!-- figures -->\n")
    after = rest.partition("<!-- end of figures -->")[2]
    new = "<!-- figures -->\n| module |\n| --- |\n<!-- end of figures -->"
    assert page.read_text("utf-8") == before + new + after


def test_the_figures_of_some_modules_are_not_written(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        mutate.main(["--write", "rules/buying.py"])
    assert "leave out the module names" in capsys.readouterr().err
