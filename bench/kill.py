"""Repeatedly kill a server under load and check that it loses nothing.

    python -m bench.kill [--kills N] [--seed N] [--seconds N]

Clients play at six tables over real sockets while the server is repeatedly killed and restarted with
the same file. Half the kills happen at the named points in `passgo.server.crash_points`, and the
other half at random moments. The results are compared with what the clients received
(tests/server/witness.py, tests/server/judging.py). A run of 500 kills takes about ten minutes on
two cores. Once ``--seconds`` have passed, the server is not killed again.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from bench.pages import head, row
from tests.server.judging import Judge, Verdict
from tests.server.killing import Siege, kills


async def besiege(siege: Siege, count: int, seed: int, seconds: float) -> Verdict:
    """Kill the server ``count`` times, or fewer if the time runs out; then judge the results."""
    begun = time.monotonic()
    await siege.open()
    try:
        for number, kill in enumerate(kills(count, Random(seed)), 1):
            if time.monotonic() - begun > seconds:
                break
            await siege.strike(kill)
            answers = sum(len(player.answered) for player in siege.players)
            print(f"\r{number} of {count} kills, {answers} answers", end="", file=sys.stderr)
        print(file=sys.stderr)
        await siege.finish()
    finally:
        await siege.close()
    return await Judge(siege).judge()


def show(siege: Siege, verdict: Verdict, seconds: float) -> None:
    print(*head("item", "count"), sep="\n")
    for where, count in sorted(siege.struck.items()):
        print(row(f"killed at {where}", str(count)))
    print(row("killed", str(siege.struck.total())))
    print(row("tables", str(verdict.tables)))
    print(row("actions in the log", f"{verdict.actions:,}"))
    print(row("requests", f"{verdict.asked:,}"))
    print(row("acknowledged as done", f"{verdict.acknowledged:,}"))
    print(row("left in doubt by a kill, then repeated", f"{verdict.doubtful:,}"))
    print(row("of these, already done", f"{verdict.found_done:,}"))
    print(row("chat messages acknowledged", f"{verdict.chat:,}"))
    print(row("views compared", f"{verdict.views:,}"))
    print(row("options compared", f"{verdict.options:,}"))
    print(row("lost, duplicated or different", str(len(verdict.lost))))
    print(row("seconds", f"{seconds:.0f}"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=500, help="number of kills (default: 500)")
    parser.add_argument("--seed", type=int, default=1, help="random seed (default: 1)")
    parser.add_argument(
        "--seconds", type=float, default=3600, help="time limit in seconds (default: 3600)"
    )
    arguments = parser.parse_args()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        siege = Siege(Path(folder), arguments.seed)
        verdict = asyncio.run(besiege(siege, arguments.kills, arguments.seed, arguments.seconds))
    show(siege, verdict, time.monotonic() - begun)
    if verdict.lost:
        sys.exit("\n".join(verdict.lost[:20]))


if __name__ == "__main__":
    main()
