"""Suggestions for misspelled names."""

from __future__ import annotations

import time

from passgo.spelling import closest, describe_unknown, did_you_mean, nearest

NAMES = ["host", "port", "public_url", "Roll"]


def test_the_nearest_name_is_the_most_similar_one() -> None:
    assert nearest("prot", NAMES) == "port"
    assert nearest("public-url", NAMES) == "public_url"
    assert nearest("zzz", NAMES) is None
    assert nearest("port", []) is None


def test_names_are_found_regardless_of_case() -> None:
    assert nearest("ROLL", NAMES) == "Roll"
    assert nearest("Hots", NAMES) == "host"


def test_similar_names_are_listed_most_similar_first_and_ties_keep_their_order() -> None:
    assert closest("Ruling 44", ["Ruling 24", "Ruling 4", "Ruling 14", "CR 1"]) == [
        "Ruling 4",
        "Ruling 24",
        "Ruling 14",
    ]
    assert closest("Ruling 44", ["Ruling 24", "Ruling 4", "Ruling 14"], count=1) == ["Ruling 4"]


def test_a_suggestion_completes_a_sentence() -> None:
    assert did_you_mean("prot", NAMES) == "; did you mean port?"
    assert did_you_mean("zzz", NAMES) == ""


def test_an_unknown_name_is_described_with_a_suggestion_or_all_names() -> None:
    assert describe_unknown("setting", "prot", NAMES) == (
        "There is no setting named 'prot'; did you mean port?"
    )
    assert describe_unknown("setting", "zzz", NAMES) == (
        "There is no setting named 'zzz'; choose from host, port, public_url, Roll."
    )


def test_a_very_long_name_is_handled_quickly() -> None:
    began = time.process_time()
    assert nearest("x" * 1_000_000, NAMES) is None
    assert len(describe_unknown("setting", "x" * 1_000_000, NAMES)) < 200
    assert time.process_time() - began < 5
