"""A summary shows itself in a notebook, and has a short ``repr``."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from passgo.engine.board import classic
from passgo.sim import Summary
from tests.sim.canned import canned_plan, canned_results


def summary_of(games: int) -> Summary:
    plan = canned_plan()
    summary = Summary(plan, classic())
    summary.add(canned_results(plan)[:games])
    return summary


def rows(html: str) -> list[list[str]]:
    """Return the text of the cells in each row."""
    root = ElementTree.fromstring(html.replace("<br>", "<br/>"))
    return [["".join(cell.itertext()) for cell in row] for row in root.iter("tr")]


def test_a_summary_shows_its_counts() -> None:
    summary = summary_of(12)
    html = summary._repr_html_()
    found = {row[0].rstrip("! "): row for row in rows(html)}
    assert "12 games with 2 players, seed 1" in html
    assert "4 won, 4 shared, 4 unfinished" in html
    for name, tally in summary.bots.items():
        assert found[name][1] == str(tally.won)
        assert found[name][2] == f"{tally.win_share.estimate().value:.1%}"
    for seat, won in enumerate(summary.seats):
        assert found[f"seat {seat}"][1] == str(won)
    completed = {
        group.name
        for group, tally in zip(classic().groups, summary.groups, strict=True)
        if tally.games
    }
    assert completed <= set(found)
    assert f"forfeited {sum(tally.faults for tally in summary.bots.values())} moves" in html


def test_a_summary_without_games_shows_itself() -> None:
    html = summary_of(0)._repr_html_()
    assert ["seat 0", "0", "–", "–", ""] in rows(html)
    assert "forfeited" not in html


def test_a_summary_needs_nothing_from_outside() -> None:
    html = summary_of(12)._repr_html_()
    assert re.findall(r"\b(?:href|src|id|class)=|url\(|<script|<style|http", html) == []


def test_repr_is_short() -> None:
    summary = summary_of(6)
    won = [tally.won for tally in summary.bots.values()]
    assert repr(summary) == (
        f"<Summary: 6 of 12 games; simple(reserve=300) won {won[0]}, random won {won[1]}>"
    )
    assert repr(summary.bots["random"]) == f"<BotTally: won {won[1]} of 6 games>"
