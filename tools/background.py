"""Setup that goes on while people already play: ./play starts it as a process of its own.

It runs at low priority and ends when the game ends, however that happens: the game's process holds
one end of a pipe, which the system closes. A setup that was cut short is redone at the next start.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path

from tools import setup_env

LOWEST_PRIORITY = 19


def start(kind: str) -> int:
    """Make an environment in the background, until this process or the program it becomes ends.

    Returns the process ID.
    """
    end_of_game, game = os.pipe()
    os.set_inheritable(game, True)  # stays open in the program that replaces this process
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "tools.background", kind],
        stdin=end_of_game,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parent.parent)},
    )
    os.close(end_of_game)
    return process.pid


def main(kind: str) -> None:
    """Make an environment. If that fails, the next start tries again."""
    os.nice(LOWEST_PRIORITY)
    threading.Thread(target=stop_with_game, daemon=True).start()
    with suppress(setup_env.SetUpError, OSError):
        setup_env.environment(kind)


def stop_with_game() -> None:
    """When the game has ended, kill this process and every program it has started."""
    sys.stdin.buffer.read()
    os.killpg(0, signal.SIGKILL)


if __name__ == "__main__":
    main(sys.argv[1])
