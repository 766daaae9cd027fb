"""A killed server loses nothing that it has acknowledged. bench/kill.py repeats this test 500 times."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from passgo.server.crash_points import CRASH_POINTS
from tests.server.judging import Judge
from tests.server.killing import ANY_MOMENT, STARTING, Siege, kills

KILLS = 10


@pytest.mark.asyncio
@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.long)])
async def test_acknowledged_requests_survive_kill_9(tmp_path: Path, seed: int) -> None:
    siege = Siege(tmp_path, seed)
    await siege.open()
    try:
        for kill in kills(KILLS, Random(seed)):
            await siege.strike(kill)
        await siege.finish()
    finally:
        await siege.close()
    verdict = await Judge(siege).judge()
    assert verdict.lost == []
    assert siege.struck.keys() == {*CRASH_POINTS, ANY_MOMENT, STARTING}
    assert siege.struck.total() == KILLS
    assert verdict.acknowledged > 50
    assert "Traceback" not in siege.log.read_text()
