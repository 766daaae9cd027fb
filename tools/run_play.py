"""./play: set up what PassGo needs, then become `passgo play`."""

from __future__ import annotations

import os
import sys

from tools import setup_env

HELP = """\
usage: ./play [OPTION…]

Play Monopoly. The first start sets PassGo up in .passgo/ and compiles the engine if there is a
C compiler; later starts take a moment. All options go to `passgo play`.

environment variables:
  PASSGO_PYTHON     the Python to use, 3.11 or newer
  PASSGO_COMPILE=0  do not compile the engine: plain Python, slower
"""


def main(arguments: list[str]) -> None:
    """Become `passgo play`."""
    if {"-h", "--help"} & set(arguments):
        print(HELP, flush=True)
        if not setup_env.is_ready("play"):
            print("Start ./play once, and this page will show those options too.")
            return
    python = str(setup_env.python(setup_env.environment("play")))
    # -P keeps Python from looking for packages in the current folder.
    words = [python, "-P", "-m", "passgo", "play", *arguments]
    os.execve(python, words, setup_env.tidy_environ())


if __name__ == "__main__":
    with setup_env.sentences():
        main(sys.argv[1:])
