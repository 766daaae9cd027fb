"""The key of every rule that can be cited, in rulebook order.

Rules come from four sources. `10 MCS 80(c)` is a section and letter in the Monopoly Compiled
Statutes; `CR 5.4` is one of the consolidated rules; `Ruling 7` is our own decision where the
sources are silent or cannot be followed to the letter; `House no_auctions` is a house rule, off
unless a table turns it on.

The keys are part of the engine. The text of each rule is in the word files, which
`passgo.citations` reads. A test checks that the word files have exactly these keys.
"""

from __future__ import annotations

from typing import Final

CITATION_KEYS: Final[tuple[str, ...]] = (
    "10 MCS 10",
    "10 MCS 20", "10 MCS 20(a)",
    "10 MCS 30", "10 MCS 30(a)", "10 MCS 30(b)", "10 MCS 30(b-1)", "10 MCS 30(b-2)",
    "10 MCS 30(b-3)", "10 MCS 30(c)", "10 MCS 30(d)", "10 MCS 30(d-1)", "10 MCS 30(d-2)",
    "10 MCS 30(e)",
    "10 MCS 40", "10 MCS 40(a)", "10 MCS 40(b)",
    "10 MCS 50", "10 MCS 50(a)", "10 MCS 50(b)", "10 MCS 50(b-1)", "10 MCS 50(c)", "10 MCS 50(d)",
    "10 MCS 50(e)",
    "10 MCS 60", "10 MCS 60(a)", "10 MCS 60(b)", "10 MCS 60(c)", "10 MCS 60(d)", "10 MCS 60(e)",
    "10 MCS 60(f)", "10 MCS 60(g)", "10 MCS 60(h)", "10 MCS 60(i)",
    "10 MCS 70", "10 MCS 70(a)", "10 MCS 70(b)",
    "10 MCS 80", "10 MCS 80(a)", "10 MCS 80(c)", "10 MCS 80(d)", "10 MCS 80(e)", "10 MCS 80(f)",
    "10 MCS 90", "10 MCS 90(a)", "10 MCS 90(b)", "10 MCS 90(c)", "10 MCS 90(c-1)", "10 MCS 90(d)",
    "10 MCS 90(e)", "10 MCS 90(f)",
    "10 MCS 100", "10 MCS 100(a)", "10 MCS 100(b)",
    "10 MCS 110", "10 MCS 110(a)", "10 MCS 110(a-1)", "10 MCS 110(b)", "10 MCS 110(c)",
    "10 MCS 120", "10 MCS 120(a)", "10 MCS 120(a-1)", "10 MCS 120(a-2)", "10 MCS 120(b)",
    "10 MCS 120(c)", "10 MCS 120(d)", "10 MCS 120(e)", "10 MCS 120(e-1)", "10 MCS 120(e-1a)",
    "10 MCS 120(e-1b)", "10 MCS 120(e-2)", "10 MCS 120(e-3)", "10 MCS 120(e-4)", "10 MCS 120(f)",
    "10 MCS 120(g)", "10 MCS 120(h)",
    "10 MCS 130", "10 MCS 130(a)",
    "10 MCS 140", "10 MCS 140(a)", "10 MCS 140(b)", "10 MCS 140(c)", "10 MCS 140(d)",
    "10 MCS 140(e)", "10 MCS 140(f)", "10 MCS 140(f-1)", "10 MCS 140(g)", "10 MCS 140(h)",
    "10 MCS 140(i)", "10 MCS 140(i-1)",
    "10 MCS 150", "10 MCS 150(a)", "10 MCS 150(b)",
    "10 MCS 160", "10 MCS 160(a)",
    "10 MCS 170", "10 MCS 170(a)", "10 MCS 170(b)", "10 MCS 170(c)", "10 MCS 170(d)",
    "10 MCS 170(e)", "10 MCS 170(e-1)",
    "10 MCS 180", "10 MCS 180(a)", "10 MCS 180(b)", "10 MCS 180(c)", "10 MCS 180(d)",
    "10 MCS 180(e)", "10 MCS 180(f)", "10 MCS 180(g)", "10 MCS 180(h)", "10 MCS 180(i)",
    "10 MCS 190", "10 MCS 190(a)", "10 MCS 190(b)", "10 MCS 190(b-1)", "10 MCS 190(c)",
    "10 MCS 190(d)", "10 MCS 190(e)", "10 MCS 190(f)", "10 MCS 190(g)", "10 MCS 190(h)",
    "10 MCS 200", "10 MCS 200(a)",
    "10 MCS 210", "10 MCS 210(a)", "10 MCS 210(a-1)", "10 MCS 210(b)", "10 MCS 210(b-1)",
    "10 MCS 210(b-2)", "10 MCS 210(c)", "10 MCS 210(c-1)", "10 MCS 210(c-2)", "10 MCS 210(c-3)",
    "10 MCS 210(c-4)", "10 MCS 210(d)", "10 MCS 210(e)", "10 MCS 210(e-1)", "10 MCS 210(e-1a)",
    "10 MCS 210(e-1b)", "10 MCS 210(e-1c)", "10 MCS 210(e-1d)", "10 MCS 210(e-1e)",
    "10 MCS 210(e-2)",
    "10 MCS 220", "10 MCS 220(a)", "10 MCS 220(b)",
    "CR 1", "CR 2", "CR 3", "CR 3.1", "CR 3.2", "CR 3.3", "CR 3.4", "CR 3.5", "CR 4", "CR 4.1",
    "CR 4.2", "CR 4.3", "CR 4.4", "CR 4.5", "CR 5", "CR 5.1", "CR 5.2", "CR 5.3", "CR 5.4",
    "CR 5.5", "CR 6", "CR 6.1", "CR 6.2", "CR 6.3", "CR 7", "CR 8", "CR 9", "CR 10",
    "Ruling 1", "Ruling 2", "Ruling 3", "Ruling 4", "Ruling 5", "Ruling 6", "Ruling 7", "Ruling 8",
    "Ruling 9", "Ruling 10", "Ruling 11", "Ruling 12", "Ruling 13", "Ruling 14", "Ruling 15",
    "Ruling 16", "Ruling 17", "Ruling 18", "Ruling 19", "Ruling 20", "Ruling 21", "Ruling 22",
    "Ruling 23", "Ruling 24", "Ruling 25", "Ruling 26", "Ruling 27", "Ruling 28", "Ruling 29",
    "Ruling 30", "Ruling 31", "Ruling 32", "Ruling 33", "Ruling 34",
    "Ruling 35", "Ruling 36",
    "House free_parking_pot", "House double_salary", "House no_auctions", "House no_rent_in_jail",
    "House uneven_building", "House unlimited_buildings", "House first_lap", "House round_limit",
    "House starting_money", "House custom_board",
)  # fmt: skip
"""Every citation key, in rulebook order."""

_KNOWN: Final[frozenset[str]] = frozenset(CITATION_KEYS)


def is_citation(key: str) -> bool:
    """Return whether this is the key of a rule."""
    return key in _KNOWN
