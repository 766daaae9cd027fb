"""A proof of steady tests continues where it stopped, and only at the same commit."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tools import prove_steady


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Replace ./test and the busy loops; return the list of runs that were started."""
    runs = list[list[str]]()

    def run(command: list[str], **options: object) -> subprocess.CompletedProcess[str]:
        runs.append(command[1:])
        return subprocess.CompletedProcess(command, 1 if runs[-1] == ["browser"] else 0)

    monkeypatch.setattr(prove_steady, "commit", lambda: "abc1234")
    monkeypatch.setattr(prove_steady, "BUSY", ["true"])
    monkeypatch.setattr(subprocess, "run", run)
    return runs


def test_it_stops_at_the_first_failure(started: list[list[str]], tmp_path: Path) -> None:
    results = tmp_path / "steady.txt"
    assert prove_steady.main(["--results", str(results)]) == 1
    assert started == [["compiled", "--", "tests/server"]] * 5 + [["browser"]]
    lines = results.read_text("utf-8").splitlines()
    assert [line.split()[1:3] for line in lines] == [["server", "passed"]] * 5 + [
        ["browser", "FAILED"]
    ]


def test_it_continues_where_it_stopped(tmp_path: Path) -> None:
    results = tmp_path / "steady.txt"
    results.write_text(
        "abc1234 server passed 60 s\nabc1234 server FAILED 60 s\nfff0000 server passed 60 s\n"
    )
    done = prove_steady.finished(results, "abc1234")
    assert done == ["server"]
    assert prove_steady.planned(done) == ["server"] * 4 + ["browser"] * 5 + ["everything"] * 2
