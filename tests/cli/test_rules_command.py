"""`passgo rules` prints the rulebook and finds any section or rule, however it is typed."""

from __future__ import annotations

import json
import os
import shutil
import sys
from itertools import pairwise

import pytest

from passgo.citations import CITATIONS, all_keys, cite
from passgo.cli.errors import UserError
from passgo.cli.main import dispatch
from passgo.cli.rulebook import find_rule
from passgo.engine.ruleset import PRESETS, rule_set
from passgo.say import Words
from passgo.say.rulebook_text import read_rulebook

BOOK = read_rulebook(rule_set(), Words.load())


def run(*words: str) -> int:
    return dispatch(["rules", *words])


def test_the_whole_rulebook_is_printed_section_by_section(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run() == 0
    out = capsys.readouterr().out
    lines = out.splitlines()
    assert all(len(line) <= 80 for line in lines)
    titles = [before for before, line in pairwise(lines) if set(line) == {"-"}]
    assert titles == [section.title for section in BOOK]
    assert "passgo rules SECTION prints one section: aim, setup, turn" in out
    for key in all_keys():
        assert key in " ".join(out.split()), key


@pytest.mark.parametrize(
    ("typed", "title"),
    [
        ("jail", "Jail"),
        ("JAIL", "Jail"),
        ("free parking", "Free Parking"),
        ("auctions", "Buying and auctions"),
        ("bankruptcy", "Debts and bankruptcy"),
        ("house", "House rules"),
    ],
)
def test_a_section_is_found_by_its_name_or_a_word_in_its_title(
    typed: str, title: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(typed) == 0
    assert capsys.readouterr().out.startswith(f"{title}\n{'-' * len(title)}\n")


def test_a_word_in_several_titles_prints_all_of_those_sections(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("game") == 0
    out = capsys.readouterr().out
    assert "The short game\n" in out
    assert "The time-limit game\n" in out


def test_the_text_depends_on_the_rule_set(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("jail", "--rules", "short", "--option", "jail_fine=70") == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "pay the fine of $70 on the same turn" in out
    assert run("house", "--option", "no_auctions=on") == 0
    out = " ".join(capsys.readouterr().out.split())
    assert "Scarce houses and hotels are still auctioned. (in force)" in out
    assert out.count("(in force)") == 1
    with pytest.raises(UserError, match="There is no preset named 'long'"):
        run("--rules", "long")


def test_presets_are_printed_side_by_side(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--compare") == 0
    head, *rows = capsys.readouterr().out.splitlines()
    assert head.split() == [*PRESETS]
    luxury = next(row for row in rows if row.startswith("Luxury Tax"))
    assert luxury.split()[2:] == ["$75", "$75", "$100", "$75", "$75"]
    assert run("--compare", "--json") == 0
    data = {entry["option"]: entry for entry in json.loads(capsys.readouterr().out)}
    assert data["deeds_dealt"]["short"] == "3"


def test_the_index_has_one_line_for_each_rule_when_piped(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("--index") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line[:27].strip() for line in lines] == all_keys()
    assert [line[27:] for line in lines] == [rule.says for rule in CITATIONS.values()]
    assert not any("\t" in line for line in lines)


@pytest.mark.parametrize("width", [12, 40, 80, 200])
def test_lines_are_wrapped_to_the_terminals_width(
    width: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    size = os.terminal_size((width, 24))
    monkeypatch.setattr(shutil, "get_terminal_size", lambda: size)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert run("Ruling 7", "10 MCS 10") == 0
    out = capsys.readouterr().out
    assert all(len(line) <= width for line in out.splitlines())
    words = " ".join(out.split())
    for key in ("Ruling 7", "10 MCS 10"):
        assert f"{key} {cite(key).title}: {cite(key).says}" in words


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("10 MCS 80(c)", "10 MCS 80(c)"),
        ("10mcs80(c)", "10 MCS 80(c)"),
        ("10mcs80c", "10 MCS 80(c)"),
        ("80(c)", "10 MCS 80(c)"),
        ("80 (C)", "10 MCS 80(c)"),
        ("mcs 80(c)", "10 MCS 80(c)"),
        ("80", "10 MCS 80"),
        ("120e1a", "10 MCS 120(e-1a)"),
        ("  10   MCS   120(e-1a) ", "10 MCS 120(e-1a)"),
        ("cr5.4", "CR 5.4"),
        ("CR 10", "CR 10"),
        ("10", "10 MCS 10"),
        ("5.4", "CR 5.4"),
        ("RULING 22", "Ruling 22"),
        ("ruling7", "Ruling 7"),
        ("house first lap", "House first_lap"),
        ("free-parking-pot", "House free_parking_pot"),
    ],
)
def test_a_rule_is_found_no_matter_how_it_is_typed(
    typed: str, key: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("--index", typed) == 0
    assert capsys.readouterr().out == f"{key}  {cite(key).title}: {cite(key).says}\n"


def test_a_rule_is_printed_with_its_paragraph(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("80(c)") == 0
    rule, paragraph = capsys.readouterr().out.split("\n\n")
    says = f"10 MCS 80(c) {cite('10 MCS 80(c)').title}: {cite('10 MCS 80(c)').says}"
    assert " ".join(rule.split()) == says
    assert " ".join(paragraph.split()) == (
        "Buying and auctions: If you don’t buy the property, it is immediately auctioned to the "
        "highest bidder. If nobody bids, it stays with the Bank."
    )


def test_every_rule_is_found_by_its_key() -> None:
    for key in all_keys():
        assert find_rule(key).key == key
        assert find_rule(key.upper().replace(" ", "")).key == key
        assert find_rule(Words.load().format_citation(key)).key == key


def test_several_rules_are_printed_in_the_order_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--index", "Ruling 7", "80", "CR 5.4") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in lines] == ["Ruling 7", "10 MCS 80", "CR 5.4"]


@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        ("80(b)", "10 MCS 80(a), 10 MCS 80(c) or 10 MCS 80(d)"),
        ("Ruling 44", "Ruling 4, Ruling 14 or Ruling 24"),
        ("House no_auction", "House no_auctions"),
        ("85", "10 MCS 80"),
        ("jale", "jail"),
        ("morgages", "mortgages"),
    ],
)
def test_the_error_for_an_unknown_topic_names_the_nearest_topic(typed: str, nearest: str) -> None:
    with pytest.raises(UserError) as caught:
        run("CR 1", typed)
    assert str(caught.value).startswith(
        f"There is no rule or section named {typed!r}; did you mean "
    )
    assert nearest in str(caught.value)


@pytest.mark.parametrize("typed", ["?", "", "§§§", "x" * 10_000])
def test_the_error_for_nonsense_refers_to_the_list_of_rules(typed: str) -> None:
    with pytest.raises(UserError, match=r"see passgo rules\.$"):
        run(typed)


def test_json_is_machine_readable(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--json", "80(c)") == 0
    assert json.loads(capsys.readouterr().out) == [
        {
            "key": "10 MCS 80(c)",
            "title": "Buying property",
            "says": cite("10 MCS 80(c)").says,
            "section": "buying",
            "text": "If you don’t buy the property, it is immediately auctioned to the highest "
            "bidder. If nobody bids, it stays with the Bank.",
        }
    ]
    assert run("--json") == 0
    assert [entry["key"] for entry in json.loads(capsys.readouterr().out)] == all_keys()


def test_search_ignores_case(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--json", "--search", "SHORT game hotel") == 0
    found = [entry["key"] for entry in json.loads(capsys.readouterr().out)]
    assert "10 MCS 210(b)" in found
    assert "10 MCS 150" not in found


def test_search_is_limited_to_the_rules_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--search", "mortgage", "CR 9", "CR 1") == 0
    assert capsys.readouterr().out.startswith("CR 9  Mortgages: ")
    with pytest.raises(UserError, match=r"^None of these rules mentions 'zebra'\.$"):
        run("--search", "zebra", "CR 9")
    with pytest.raises(UserError, match=r"^No rule mentions 'zebra'\.$"):
        run("--search", "zebra")


def test_help_has_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--help") == 0
    assert 'passgo rules "10 MCS 80(c)"' in capsys.readouterr().out
