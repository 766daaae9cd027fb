"""Every problem that the server tells has its sentence in every language of the pages."""

from __future__ import annotations

import pytest

from passgo.say import Words
from passgo.server.problems import STATUS

BEYOND = {"stale", "closed", "network", "server"}
"""What is no problem of a request: an answer that came late, and what the browser finds out itself."""


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_pages_have_a_sentence_for_every_code_and_for_no_other(language: str) -> None:
    texts = Words.load(language).sections["web"]
    told = {key.removeprefix("app.problem.") for key in texts if key.startswith("app.problem.")}
    assert told == set(STATUS) | BEYOND
