"""The ./play command: set up PassGo, then start it in the browser or the terminal."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from tools import background, setup_env

HELP = """\
usage: ./play [--terminal] [OPTION…]

Play Monopoly in the browser, or in the terminal with --terminal. The first start sets up PassGo in
.passgo/ and builds the browser game, which takes about half a minute. If there is a C compiler, it
also compiles the engine, in the background while you play. Later starts are quick.

Options are passed to `passgo serve` or, with --terminal, to `passgo play`. Browser games are saved
in your home folder. To save a terminal game, use --save FILE or type `save FILE` while you play.

examples:
  ./play                          play on this computer
  ./play --lan                    play with everyone on your network; shows the address and a QR code
  ./play --port 9000
  ./play --terminal --bots 2 --bot hard --save game.jsonl

environment variables:
  PASSGO_PYTHON     Python to use, 3.11 or newer
  PASSGO_COMPILE=0  don't compile the engine; plain Python is slower
  PASSGO_NODE       Node to build the browser game with
  PASSGO_LOG_LEVEL  server log level: debug, info, warning or error (default: warning)
"""

FALLBACK = """\
The browser game could not be built. Building it needs Node, which PassGo installs from the Python
package index, and access to an npm registry. For now, here is the game in the terminal:
"""

COMPILING = "The engine is being compiled in the background; bots are faster next time."


def main(arguments: list[str]) -> None:
    """Run `passgo serve` or `passgo play` in place of this process."""
    terminal = "--terminal" in arguments
    options = [word for word in arguments if word != "--terminal"]
    # The terminal game needs no pages, so it starts without Node, too.
    kind = setup_env.choose_kind(["play", "terminal"] if terminal else ["play"])
    is_help = bool({"-h", "--help"} & set(arguments))
    if is_help:
        print(HELP, flush=True)
        if not setup_env.is_ready(kind):
            print("Once you have run ./play, this help also lists those options.")
            return
    try:
        folder = setup_env.environment(kind)
    except setup_env.PagesError as error:
        print(f"{error}\n\n{FALLBACK}", file=sys.stderr, flush=True)
        kind = setup_env.choose_kind(["terminal"])
        folder, terminal, options = setup_env.environment(kind), True, []
    if why := setup_env.why_plain(folder):
        print(why, file=sys.stderr, flush=True)
    if setup_env.is_plain(kind) and not is_help:
        print(COMPILING, file=sys.stderr, flush=True)
        background.start(kind.removeprefix(setup_env.PLAIN))
    python = str(setup_env.python(folder))
    words = ["play"] if terminal else ["serve", "--open", "--database", str(games())]
    # -P keeps Python from importing from the current folder.
    environ = {
        "PASSGO_LOG_LEVEL": "warning",
        **setup_env.tidy_environ(),
    }  # players don't need the log
    os.execve(python, [python, "-P", "-m", "passgo", *words, *options], environ)


def games() -> Path:
    """Return the path of the user's saved games; create the folder if needed."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    folder = Path(data, "passgo")
    folder.mkdir(parents=True, exist_ok=True)
    return folder / "games.db"


if __name__ == "__main__":
    with setup_env.sentences():
        main(sys.argv[1:])
