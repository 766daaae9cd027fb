"""Every server error code has a sentence in each of the browser game's languages."""

from __future__ import annotations

import pytest

from passgo.say import Words
from passgo.server.problems import STATUS

BEYOND = {"stale", "closed", "network", "server"}
"""Codes without an HTTP status: late answers, and problems that the browser detects itself."""


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_word_files_have_a_sentence_for_every_code_and_no_others(language: str) -> None:
    texts = Words.load(language).sections["web"]
    told = {key.removeprefix("app.problem.") for key in texts if key.startswith("app.problem.")}
    assert told == set(STATUS) | BEYOND
