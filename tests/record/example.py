"""The examples in docs/record.md; ``python -m tests.record.example`` updates the document."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Final

from passgo.codec import ACTIONS, EVENTS, kind_of
from passgo.engine.chance import Seeded
from passgo.engine.rules.buying import Buy
from passgo.engine.rules.debt import Resign
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.tax import ChooseTax
from passgo.engine.rules.turn import EndTurn
from passgo.engine.ruleset import rule_set
from passgo.engine.state import Offer
from passgo.engine.trade_terms import flat_fields_of
from passgo.record import Recorder, SeatEntry

DOCUMENT: Final = Path(__file__).parent.parent.parent / "docs" / "record.md"

KINDS: Final = {"int": "", "flag": " (true or false)", "text": " (text)", "ints": " (list)"}


def example() -> str:
    """Return the record of a short game."""
    out = io.StringIO()
    recorder = Recorder(
        out,
        [SeatEntry("Ann", "Dog"), SeatEntry("Bob", "Car", "bot")],
        Seeded(7),
        rule_set("statutes"),
        created="2025-01-31T20:15:00Z",
    )
    recorder.note("join", seat=0)
    recorder.play(Roll(1), "bot", 2.5)
    recorder.play(Buy(1), "bot", 2.5)
    recorder.play(EndTurn(1), "bot", 2.5)
    recorder.play(Roll(0), "seat", 10.2)
    recorder.play(ChooseTax(0, True), "seat", 31.7)
    recorder.note("pause", seconds=600)
    recorder.play(Resign(0), "clock", 640)
    return out.getvalue()


def rows(kinds: dict[str, type]) -> str:
    """Return a Markdown table of names and fields."""
    lines = ["| name | fields |", "| --- | --- |"]
    for name, kind in kinds.items():
        fields = [
            f"`{field}`" + (KINDS.get(kind_of(name, field)) or "")
            for field in flat_fields_of(kind)
            if field != "cite"
        ]
        lines.append(f"| `{name}` | {', '.join(fields)} |")
    return "\n".join(lines) + "\n"


def parts() -> dict[str, str]:
    """Return the generated parts of the document, by marker name."""
    actions = {name: kind for name, kind in ACTIONS.items() if isinstance(kind, type)}
    return {
        "example": f"```json\n{example()}```\n",
        "actions": rows(actions),
        "events": rows({**EVENTS, "Offer": Offer}),
    }


def with_parts(text: str) -> str:
    """Return the document with its generated parts updated."""
    for name, part in parts().items():
        before, mark, rest = text.partition(f"<!-- {name} -->\n")
        _, end_mark, after = rest.partition(f"<!-- end of {name} -->\n")
        assert len(mark) * len(end_mark) > 0, f"the markers for {name} are not in the document"
        text = before + mark + part + end_mark + after
    return text


if __name__ == "__main__":
    DOCUMENT.write_text(with_parts(DOCUMENT.read_text("utf-8")), "utf-8")
