"""Reloading the page during a decision: the question is shown again and can be answered."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.kit import Site, wait_until
from tests.browser.moments import MOMENTS
from tests.browser.seating import Visit, agree, ask_by_hand, make_table, take_seats, view_of


@pytest.mark.parametrize("kind", MOMENTS)
def test_after_a_reload_the_same_question_can_be_answered(
    kind: str, visit: Visit, site: Site
) -> None:
    position, question, answer = MOMENTS[kind]
    ann = visit()
    ask_by_hand(ann)
    take_seats(ann, make_table(site, ["Ann", "Bob"], position), 0)
    expect(ann.stage.get_by_role("heading", level=2)).to_contain_text(question)
    where = ann.offers if kind == "Offer" else ann.stage
    expect(where.get_by_role("button", name=answer).first).to_be_visible()
    shown, said, before = agree(ann), ann.stage.inner_text(), view_of(ann)

    ann.reload()
    expect(ann.stage.get_by_role("heading", level=2)).to_contain_text(question)
    button = where.get_by_role("button", name=answer).first
    expect(button).to_be_enabled()
    assert agree(ann) == shown
    assert ann.stage.inner_text() == said
    assert view_of(ann) == before

    button.click()
    wait_until(ann.page, lambda: view_of(ann)["moves"] > before["moves"])
    agree(ann)


def test_after_a_reload_the_log_is_unchanged_and_a_roll_is_not_announced_again(
    visit: Visit, site: Site
) -> None:
    ann = visit()
    ann.page.clock.install()
    take_seats(ann, make_table(site, ["Ann", "Bob"], MOMENTS["ToRoll"].position), 0)
    ann.press("Roll")
    log = ann.page.get_by_role("region", name="The story")
    expect(log).to_contain_text("Ann rolls")
    said = ann.page.get_by_role("log").first
    expect(said).to_contain_text("Ann rolls")
    ann.settle()
    ann.page.clock.run_for(10_000)  # long enough for a second announcement
    assert said.inner_text().count("Ann rolls") == 1

    lines = log.get_by_role("listitem")
    before = lines.all_inner_texts()
    ann.reload()
    expect(lines).to_have_count(len(before))
    assert lines.all_inner_texts() == before
    rule = log.get_by_role("button").last
    rule.click()
    expect(rule).to_have_attribute("aria-expanded", "true")
    assert len(" ".join(lines.all_inner_texts())) > len(" ".join(before)) + 20
