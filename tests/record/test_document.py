"""docs/record.md matches the code."""

from __future__ import annotations

import hashlib
import io
import json
import re

from passgo.engine.board import classic
from passgo.engine.ruleset import RuleSet, rules_in_short
from passgo.record import read_record, replay, rules_digest, verify
from tests.boards import with_blank_jail_cards
from tests.record.example import DOCUMENT, example, with_parts

TEXT = DOCUMENT.read_text("utf-8")


def test_the_document_is_up_to_date() -> None:
    assert with_parts(TEXT) == TEXT, "run: python -m tests.record.example"


def test_the_documents_example_can_be_replayed_and_verified() -> None:
    match = re.search(r"<!-- example -->\n```json\n(.*?)```", TEXT, re.S)
    assert match is not None
    assert match[1] == example()
    record = read_record(io.StringIO(match[1]))
    assert [step.line for step in replay(record)] == [2, 4, 5, 6, 7, 8, 10]
    report = verify(record)
    assert report.is_verified
    assert report.winners == (1,)


def test_the_checksum_and_the_rules_digest_can_be_computed_as_described() -> None:
    *lines, last = example().splitlines(keepends=True)
    assert json.loads(last)["sum"] == hashlib.sha256("".join(lines).encode()).hexdigest()
    custom = with_blank_jail_cards(classic())
    for board, told in ((classic(), "classic"), (custom, custom.to_data())):
        data = {"rules": rules_in_short(RuleSet()), "board": told}
        text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert rules_digest(RuleSet(), board) == hashlib.sha256(text.encode()).hexdigest()
