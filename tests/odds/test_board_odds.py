"""`passgo.odds.odds` gives the figures of the command as rows, and the page about them is right."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from passgo.cli.main import main
from passgo.engine.board import Board, classic
from passgo.odds import chain, long_run, odds
from passgo.odds.chain import STAY

PAGE = (Path(__file__).parents[2] / "docs" / "odds.md").read_text("utf-8")


def test_the_rows_match_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["odds", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)["strategies"]
    found = odds()
    spaces = found.spaces
    assert len(spaces) == 2 * 41
    assert [row.landings for row in spaces if row.strategy == "stay"] == [
        space["landings"] for space in printed["stay"]["spaces"]
    ]
    frame = found.to_pandas()
    orange = frame[(frame.strategy == "leave") & (frame.group == "orange")]
    assert list(orange.space) == [16, 18, 19]
    returns = found.returns.to_pandas()
    group = returns[(returns.strategy == "leave") & (returns.group == "orange")]
    whole = group[group.space.isna() & (group.level == "3 houses")].iloc[0]
    levels = {group["key"]: group["levels"] for group in printed["leave"]["groups"]}["orange"]
    level = next(one for one in levels if one["name"] == "3 houses")
    assert (whole.cost, whole.payback) == (level["cost"], level["payback"])


def test_the_example_on_the_page_works(capsys: pytest.CaptureFixture[str]) -> None:
    with_pandas, with_polars = (part.partition("```")[0] for part in PAGE.split("```python\n")[1:])
    exec(with_polars, {})
    assert "In Jail" in capsys.readouterr().out
    exec(with_pandas, {})
    printed = capsys.readouterr().out
    assert "In Jail" in printed
    assert "Orange" in printed


def test_the_odds_need_a_board() -> None:
    name: Any = "classic"
    with pytest.raises(TypeError, match=r"such as load_board\(.my\.json.\) \(got 'classic'\)"):
        odds(name)


@pytest.mark.parametrize(
    ("turns", "name"),
    [
        ((), "never (PassGo)"),
        ((3,), "only after the third roll"),
        ((1, 2, 3), "after any of the three rolls (Collins)"),
    ],
)
def test_the_page_gives_the_measured_share_of_each_reading(
    turns: tuple[int, ...], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one reading, doubles that free a player from Jail give another roll on these turns."""
    plain = chain._rolls

    def rolls(board: Board, state: int, pays: bool, jail_turns: int) -> list[chain._Roll]:
        found = plain(board, state, pays, jail_turns)
        if state - 3 * board.size + 1 not in turns:
            return found
        fails = [roll for roll in found if roll.to < 0]
        moves = [] if fails else chain._moves(board, board.jail, chain._PLAIN, 0)
        return [*fails, *moves, *chain._moves(board, board.jail, chain._DOUBLES, 1)]

    monkeypatch.setattr(chain, "_rolls", rolls)
    found = long_run(classic(), STAY)
    row = next(line for line in PAGE.splitlines() if line.startswith(f"| {name} "))
    shown = [float(number) for number in re.findall(r"\d\.\d{4}", row)]
    assert shown == pytest.approx(
        [100 * found.rests[space] for space in (40, 10, 24)], abs=0.00005001
    )
