"""The page is loaded again in the middle of a decision: the question is there again and can be answered."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from tests.browser.kit import Site
from tests.browser.moments import MOMENTS
from tests.browser.seating import Visit, agree, make_table, take_seats, view_of


@pytest.mark.parametrize("kind", MOMENTS)
def test_after_a_reload_the_same_question_can_be_answered(
    kind: str, visit: Visit, site: Site
) -> None:
    position, question, answer = MOMENTS[kind]
    ann = visit()
    take_seats(ann, make_table(site, ["Ann", "Bob"], position), 0)
    expect(ann.stage.get_by_role("heading", level=2)).to_contain_text(question)
    expect(ann.stage.get_by_role("button", name=answer).first).to_be_visible()
    shown, said, before = agree(ann), ann.stage.inner_text(), view_of(ann)

    ann.page.reload()
    expect(ann.stage.get_by_role("heading", level=2)).to_contain_text(question)
    button = ann.stage.get_by_role("button", name=answer).first
    expect(button).to_be_enabled()
    assert agree(ann) == shown
    assert ann.stage.inner_text() == said
    assert view_of(ann) == before
    ann.keep("again")

    button.click()
    until = time.monotonic() + 10
    while view_of(ann)["moves"] == before["moves"]:
        assert time.monotonic() < until, "nothing was answered"
    agree(ann)
