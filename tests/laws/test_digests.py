"""The same seed gives the same game in every process, on every machine and in both builds.

``digests.json`` contains the final digests of seeded games. Both builds of the engine must produce
them, under any hash seed. After an intended change to the rules, regenerate them:

    python -m tests.laws.test_digests --write
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from passgo.bots.bot import Bot
from passgo.bots.chaos import RandomBot
from passgo.bots.driver import Driver
from passgo.bots.simple import SimpleBot
from passgo.engine.chance import Seeded
from passgo.engine.game import Game
from passgo.engine.refusal import Refused
from tests.laws.walks import walk, walk_game, walk_rules

FILE = Path(__file__).with_name("digests.json")
ROOT = Path(__file__).parent.parent.parent
GAMES = range(28)
COMMAND = "python -m tests.laws.test_digests --write"


def bot_digest(number: int) -> str:
    """Return the digest of a game between bots after at most 200 turns."""
    players = 2 + number % 7
    game = Game(players, Seeded(number), rules=walk_rules(number))
    bots: list[Bot] = [
        SimpleBot() if (seat + number) % 2 else RandomBot(number * 8 + seat, resigns=True)
        for seat in range(players)
    ]
    Driver(game, bots).run(200)
    return game.digest()


def walk_digest(number: int) -> str:
    """Return the digest of a random walk after at most 200 steps."""
    game = walk_game(number)
    for _, action, _ in walk(number, 200, game):
        try:
            game.step(action)
        except Refused:
            continue
    return game.digest()


def all_digests() -> dict[str, str]:
    """Play every game in the file and return the digests."""
    found = {f"bots {number}": bot_digest(number) for number in GAMES}
    found.update({f"walk {number}": walk_digest(number) for number in GAMES})
    return found


def test_seeded_games_have_the_same_digests_as_before() -> None:
    assert all_digests() == json.loads(FILE.read_text()), f"to regenerate {FILE.name}: {COMMAND}"


@pytest.mark.parametrize("hash_seed", ["0", "4242"])
def test_the_hash_seed_does_not_matter(hash_seed: str) -> None:
    environ = dict(os.environ, PYTHONHASHSEED=hash_seed)
    done = subprocess.run(
        [sys.executable, "-m", "tests.laws.test_digests"],
        env=environ,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == json.loads(FILE.read_text())


if __name__ == "__main__":
    text = json.dumps(all_digests(), indent=1)
    if "--write" in sys.argv:
        FILE.write_text(text + "\n")
    else:
        print(text)
