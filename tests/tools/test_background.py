"""Setup in the background runs at low priority and ends with the game, however the game ends."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import wait_until
from tools.background import LOWEST_PRIORITY

ROOT = Path(__file__).resolve().parent.parent.parent

GAME = """
import os
from tools import background
print(background.start("play"), flush=True)
os.execvp("cat", ["cat"])
"""
"""Starts the setup as ./play does; another program, which ends with its input, becomes the game."""

INSTALLING = """
import sys
from tools import background, setup_env
command = ["sh", "-c", 'echo $$ > "$0"; exec tail -f /dev/null', sys.argv[1]]
setup_env.environment = lambda kind: setup_env.run(command)
background.main("play")
"""
"""Sets up with a program that does not end."""


def describe(process: int | str) -> list[str]:
    """Return a process's nice value and state; an empty list if the process has ended."""
    command = ["ps", "-o", "ni=,stat=", "-p", str(process)]
    words = subprocess.run(command, stdout=subprocess.PIPE, text=True).stdout.split()
    return [] if words and words[1].startswith("Z") else words


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_setup_ends_with_the_game(tmp_path: Path, sign: int) -> None:
    environ = {**os.environ, "PASSGO_HOME": str(tmp_path)}
    with (tmp_path / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the setup waits for this lock
        game = subprocess.Popen(
            [sys.executable, "-c", GAME],
            cwd=ROOT,
            env=environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        with game:
            assert game.stdout is not None
            setup = game.stdout.readline().strip()
            wait_until(lambda: describe(setup)[0] == str(LOWEST_PRIORITY))
            game.send_signal(sign)
        wait_until(lambda: not describe(setup))
    assert [file.name for file in tmp_path.iterdir()] == ["lock"]


def test_programs_that_the_setup_has_started_end_too(tmp_path: Path) -> None:
    note = tmp_path / "process"
    setup = subprocess.Popen(
        [sys.executable, "-c", INSTALLING, str(note)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        start_new_session=True,
    )
    with setup:
        program = wait_until(lambda: note.exists() and note.read_text().strip())
        assert describe(program)
        assert setup.stdin is not None
        setup.stdin.close()  # the game has ended
    assert setup.returncode == -signal.SIGKILL
    wait_until(lambda: not describe(program))
