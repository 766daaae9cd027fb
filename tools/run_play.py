"""./play: set up what PassGo needs, then open the game in the browser, or in the terminal."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tools import setup_env

HELP = """\
usage: ./play [--terminal] [OPTION…]

Play Monopoly in the browser, or with --terminal in the terminal. The first start sets PassGo up in .passgo/,
compiles the engine if there is a C compiler (2 to 5 minutes), and builds the browser game; later starts take
a moment.
Options go to `passgo serve`, after --terminal to `passgo play`. Games in the browser are kept in your home
folder; one in the terminal is kept where --save FILE says, or `save FILE` while you play.

examples:
  ./play                          at this computer
  ./play --lan                    with everybody in the house: shows address and QR code
  ./play --port 9000
  ./play --terminal --bots 2 --bot hard --save game.jsonl

environment variables:
  PASSGO_PYTHON     the Python to use, 3.11 or newer
  PASSGO_COMPILE=0  do not compile the engine: plain Python, slower
  PASSGO_NODE       the Node to build the browser game with
  PASSGO_LOG_LEVEL  what the server logs: info, or debug; warnings and errors if you say nothing
"""


def main(arguments: list[str]) -> None:
    """Become `passgo serve`, or `passgo play`."""
    terminal = "--terminal" in arguments
    options = [word for word in arguments if word != "--terminal"]
    if {"-h", "--help"} & set(arguments):
        print(HELP, flush=True)
        if not setup_env.is_ready("play"):
            print("Start ./play once, and this page will show those options too.")
            return
    python = str(setup_env.python(setup_env.environment("play")))
    words = ["play"] if terminal else ["serve", "--open", "--database", str(games())]
    # -P keeps Python from looking for packages in the current folder.
    environ = {"PASSGO_LOG_LEVEL": "warning", **setup_env.tidy_environ()}  # who plays reads no log
    os.execve(python, [python, "-P", "-m", "passgo", *words, *options], environ)


def games() -> Path:
    """Where the games of this person are kept; the folder is made."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    folder = Path(data, "passgo")
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "games.db"


if __name__ == "__main__":
    with setup_env.sentences():
        main(sys.argv[1:])
