"""Write the records that the web tests read: whole games between bots, most with fair dice.

    PASSGO_SAMPLES=folder python -m tools.sample_record

The games are the same every time, since the secrets are fixed. Each is written as a full record, which is
the kind that a viewer needs; one is also written as it was recorded. The tests in web/tests/ get the folder
from the same variable.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from passgo.bots.driver import Driver
from passgo.bots.ladder import make_bot
from passgo.engine.action import Action
from passgo.engine.chance import Chance, Fair, Seeded
from passgo.engine.ruleset import RuleSet, rules_from_data
from passgo.record import TOKENS, Recorder, SeatEntry, read_record, rules_digest, write_full

NAMES = ("Ann", "Bob", "Zoë", "Dan")


class _RecordedDriver(Driver):
    """A driver that plays through a recorder."""

    def __init__(self, recorder: Recorder, bots: list[str]) -> None:
        super().__init__(recorder.game, [make_bot(bot, seat) for seat, bot in enumerate(bots)])
        self.recorder = recorder
        self.time = 0.0

    def play(self, action: Action) -> None:
        """Play and record an action, one second after the previous one."""
        self.time += 1.0
        self.recorder.play(action, "bot", self.time)


def _players(bots: list[str]) -> list[SeatEntry]:
    return [
        SeatEntry(name, token, bot) for name, token, bot in zip(NAMES, TOKENS, bots, strict=False)
    ]


def write_sample(
    chance: Chance, rules: RuleSet, bots: list[str], start: Mapping[str, object] | None = None
) -> str:
    """Play a game to its end; return its record."""
    out = io.StringIO()
    made = "2025-01-31T20:15:00Z"
    recorder = Recorder(out, _players(bots), chance, rules, start=start, created=made)
    _RecordedDriver(recorder, bots).run()
    return out.getvalue()


def play_turns(rules: RuleSet, turns: int) -> Mapping[str, object]:
    """Play a number of turns; return the resulting position."""
    recorder = Recorder(io.StringIO(), _players(["normal"] * 3), Seeded(3), rules)
    _RecordedDriver(recorder, ["normal"] * 3).run(turns)
    return recorder.game.position()


def make_fair_dice(number: int, rules: RuleSet, contributions: list[str]) -> Fair:
    """Return fair dice with a fixed secret."""
    return Fair(bytes([number] * 32), f"sample-{number}", rules_digest(rules), contributions)


def write_full_record(record: str) -> str:
    """Return a record with events and views."""
    out = io.StringIO()
    write_full(read_record(io.StringIO(record)), out)
    return out.getvalue()


def main() -> None:
    """Write all sample records."""
    folder = os.environ.get("PASSGO_SAMPLES", "")
    if not folder:
        sys.exit("Set PASSGO_SAMPLES to the folder for the records.")
    path = Path(folder)
    path.mkdir(parents=True, exist_ok=True)
    plain = RuleSet()
    four = write_sample(
        make_fair_dice(1, plain, ["heads", "", "Zoë 🎲", "x" * 64]), plain, ["normal"] * 4
    )
    short = rules_from_data({"preset": "short", "free_parking_pot": True, "round_limit": 12})
    brief = rules_from_data({"round_limit": 5})
    two = write_sample(make_fair_dice(2, short, ["", ""]), short, ["simple", "easy"])
    some = make_fair_dice(3, brief, ["", "b", ""])
    written = {
        "fair": write_full_record(four),
        "fair-short": write_full_record(two),
        "fair-plain": four,
        "fair-start": write_full_record(
            write_sample(some, brief, ["normal"] * 3, play_turns(brief, 9))
        ),
        "seeded": write_full_record(write_sample(Seeded(7), brief, ["simple"] * 3)),
    }
    for name, text in written.items():
        (path / f"{name}.jsonl").write_text(text, "utf-8", newline="\n")


if __name__ == "__main__":
    main()
