"""The rulebook's preset table, cell by cell, and rule sets that are rejected."""

from __future__ import annotations

import dataclasses

import pytest

from passgo.engine.ruleset import (
    HOUSE_RULES,
    OPTIONS,
    PRESETS,
    RuleSet,
    RuleSetError,
    house_rules,
    rule_set,
    rules_from_data,
    rules_to_data,
)
from tests.scene import rule

NAMES = ("consolidated", "statutes", "board", "short", "time_limit")

# One row per option and one value per preset; the short and time-limit games use the
# consolidated base.
TABLE: dict[str, tuple[int | bool, int | bool, int | bool, int | bool, int | bool]] = {
    "starting_cash": (1500, 1500, 1500, 1500, 1500),
    "salary": (200, 200, 200, 200, 200),
    "income_tax_flat": (200, 200, 200, 200, 200),
    "income_tax_percent": (10, 10, 10, 0, 10),
    "mortgaged_worth_at_price": (False, True, True, False, False),
    "luxury_tax": (75, 75, 100, 75, 75),
    "rent_window": (1, 2, 2, 1, 1),
    "fine_turns": (3, 2, 2, 1, 3),
    "jail_turns": (3, 3, 3, 1, 3),
    "jail_fine": (50, 50, 50, 50, 50),
    "houses_before_hotel": (4, 4, 4, 3, 4),
    "deeds_dealt": (0, 0, 0, 3, 2),
    "deeds_paid_for": (False, False, False, False, True),
    "ends_at_first_bankruptcy": (False, False, False, True, False),
    "time_limit": (False, False, False, False, True),
    "free_parking_pot": (False, False, False, False, False),
    "double_salary_on_go": (False, False, False, False, False),
    "no_auctions": (False, False, False, False, False),
    "no_rent_in_jail": (False, False, False, False, False),
    "uneven_building": (False, False, False, False, False),
    "unlimited_buildings": (False, False, False, False, False),
    "no_building_before_lap": (False, False, False, False, False),
    "round_limit": (0, 0, 0, 0, 0),
}
CELLS = [
    (preset, option, values[column])
    for option, values in TABLE.items()
    for column, preset in enumerate(NAMES)
]


def test_the_table_covers_every_preset_and_every_option() -> None:
    assert list(PRESETS) == list(NAMES)
    assert list(OPTIONS) == list(TABLE)
    assert [field.name for field in dataclasses.fields(RuleSet)] == ["preset", *TABLE]


@rule("CR 5.4", "10 MCS 110", "10 MCS 210", "10 MCS 220")
@pytest.mark.parametrize(("preset", "option", "value"), CELLS)
def test_each_preset_matches_the_rulebook(preset: str, option: str, value: int | bool) -> None:
    found = getattr(rule_set(preset), option)
    assert found == value
    assert type(found) is type(value)


def test_the_consolidated_rules_are_the_default() -> None:
    assert RuleSet() == rule_set() == rule_set("consolidated")
    assert [rule_set(name).preset for name in NAMES] == list(NAMES)


# -- bases -----------------------------------------------------------------------------------------


@rule("10 MCS 210")
@pytest.mark.parametrize("base", ["consolidated", "statutes", "board"])
def test_the_short_game_changes_only_the_options_named_in_its_section(base: str) -> None:
    named = {
        "income_tax_percent": 0,
        "fine_turns": 1,
        "jail_turns": 1,
        "houses_before_hotel": 3,
        "deeds_dealt": 3,
        "ends_at_first_bankruptcy": True,
    }
    below, above = rules_to_data(rule_set(base)), rules_to_data(rule_set("short", base))
    assert above == {**below, **named, "preset": "short"}


@rule("10 MCS 220")
@pytest.mark.parametrize("base", ["consolidated", "statutes", "board"])
def test_the_time_limit_game_changes_only_the_options_named_in_its_section(base: str) -> None:
    named = {"deeds_dealt": 2, "deeds_paid_for": True, "time_limit": True}
    below, above = rules_to_data(rule_set(base)), rules_to_data(rule_set("time_limit", base))
    assert above == {**below, **named, "preset": "time_limit"}


@rule("10 MCS 210", "10 MCS 220")
def test_a_game_based_on_the_statutes_has_their_rent_window_and_tax_rules() -> None:
    for preset in ("short", "time_limit"):
        rules = rule_set(preset, base="statutes")
        assert rules.rent_window == 2
        assert rules.mortgaged_worth_at_price
    assert rule_set("short", base="statutes").fine_turns == 1
    assert rule_set("time_limit", base="statutes").fine_turns == 2
    assert rule_set("short", base="board").luxury_tax == 100


def test_an_option_overrides_the_preset_and_the_base() -> None:
    rules = rule_set("short", base="board", luxury_tax=80, deeds_dealt=2, uneven_building=True)
    assert (rules.luxury_tax, rules.deeds_dealt, rules.uneven_building) == (80, 2, True)
    assert rule_set("board", income_tax_flat=900).income_tax_flat == 900


def test_a_complete_preset_cannot_have_a_different_base() -> None:
    assert rule_set("statutes", base="statutes") == rule_set("statutes")
    assert rule_set("board", base="consolidated") == rule_set("board")
    for preset, base in (("consolidated", "statutes"), ("statutes", "board")):
        with pytest.raises(RuleSetError) as caught:
            rule_set(preset, base=base)
        assert str(caught.value) == f"The preset {preset} does not take a base."


# -- rejected --------------------------------------------------------------------------------------


def test_an_unknown_preset_is_rejected() -> None:
    with pytest.raises(RuleSetError) as caught:
        rule_set("blitz")
    assert str(caught.value) == (
        "There is no preset named 'blitz'; choose from consolidated, statutes, board, short, time_limit."
    )


@pytest.mark.parametrize("base", ["short", "time_limit", "blitz"])
def test_only_a_complete_preset_can_be_a_base(base: str) -> None:
    with pytest.raises(RuleSetError) as caught:
        rule_set("short", base=base)
    assert str(caught.value) == (
        f"{base!r} cannot be a base; choose consolidated, statutes or board."
    )


def test_an_unknown_option_is_rejected() -> None:
    with pytest.raises(
        RuleSetError, match=r"^There is no option named 'free_money'; choose from starting"
    ):
        rule_set(free_money=1)
    with pytest.raises(
        RuleSetError, match=r"^There is no option named 'free_money'; choose from starting"
    ):
        rules_from_data({"free_money": 1})


def test_a_misspelled_option_or_preset_gets_a_suggestion() -> None:
    with pytest.raises(RuleSetError, match=r"'free_parking_pott'; did you mean free_parking_pot\?"):
        rule_set(free_parking_pott=True)
    with pytest.raises(RuleSetError, match=r"'free_parking_pott'; did you mean free_parking_pot\?"):
        rules_from_data({"free_parking_pott": True})
    with pytest.raises(RuleSetError, match=r"'shrot'; did you mean short\?"):
        rule_set("shrot")


def test_an_option_given_by_name_is_checked_like_one_in_a_file() -> None:
    with pytest.raises(RuleSetError, match=r"^rent_window must be between 1 and 2 \(got 3\)\.$"):
        rule_set(rent_window=3)
    with pytest.raises(RuleSetError, match=r"^no_auctions must be true or false \(got 1\)\.$"):
        rule_set(no_auctions=1)


SWITCHES = [option for option, values in TABLE.items() if isinstance(values[0], bool)]
LIMITS = {
    "starting_cash": (0, 10_000_000),
    "salary": (0, 1_000_000),
    "income_tax_flat": (0, 1_000_000),
    "income_tax_percent": (0, 100),
    "luxury_tax": (0, 1_000_000),
    "rent_window": (1, 2),
    "fine_turns": (0, 10),
    "jail_turns": (1, 10),
    "jail_fine": (0, 1_000_000),
    "houses_before_hotel": (3, 4),
    "deeds_dealt": (0, 3),
    "round_limit": (0, 1_000_000),
}


def test_every_option_is_a_switch_or_has_limits() -> None:
    assert sorted([*SWITCHES, *LIMITS]) == sorted(OPTIONS)


@pytest.mark.parametrize("option", SWITCHES)
def test_a_switch_must_be_on_or_off(option: str) -> None:
    assert getattr(rules_from_data({option: True}), option) is True
    assert getattr(rules_from_data({option: False}), option) is False
    for value in (0, 1, 2):
        with pytest.raises(RuleSetError) as caught:
            rules_from_data({option: value})
        assert str(caught.value) == f"{option} must be true or false (got {value})."


@pytest.mark.parametrize(("option", "limits"), LIMITS.items())
def test_a_number_must_be_within_its_limits(option: str, limits: tuple[int, int]) -> None:
    low, high = limits
    for value in limits:
        assert getattr(rules_from_data({option: value}), option) == value
    for value in (low - 1, high + 1):
        with pytest.raises(RuleSetError) as caught:
            rules_from_data({option: value})
        assert str(caught.value) == f"{option} must be between {low} and {high} (got {value})."
    with pytest.raises(RuleSetError) as caught:
        rules_from_data({option: True})
    assert str(caught.value) == f"{option} must be a whole number (got True)."


# -- as data ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("base", ["consolidated", "statutes", "board"])
@pytest.mark.parametrize("preset", ["short", "time_limit"])
def test_a_rule_set_with_a_base_can_be_written_as_data_and_read_back(
    preset: str, base: str
) -> None:
    rules = rule_set(preset, base, salary=300, no_auctions=True)
    assert rules_from_data(rules_to_data(rules)) == rules
    assert rules_from_data({"preset": preset, "base": base}) == rule_set(preset, base)


@pytest.mark.parametrize("preset", NAMES)
def test_a_preset_can_be_written_as_data_and_read_back(preset: str) -> None:
    assert rules_from_data(rules_to_data(rule_set(preset))) == rule_set(preset)
    assert rules_from_data({"preset": preset}) == rule_set(preset)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ([], "A rule set must be an object with named options."),
        (None, "A rule set must be an object with named options."),
        ({"preset": 1}, "preset and base must be strings."),
        ({"base": None}, "preset and base must be strings."),
        ({"salary": "200"}, "salary must be a whole number (got '200')."),
        ({"salary": 200.0}, "salary must be a whole number (got 200.0)."),
        ({"salary": None}, "salary must be a whole number (got None)."),
        ({"no_auctions": "yes"}, "no_auctions must be true or false (got 'yes')."),
        ({"rent_window": 3}, "rent_window must be between 1 and 2 (got 3)."),
    ],
)
def test_data_that_is_not_a_rule_set_is_rejected_with_a_one_sentence_explanation(
    data: object, sentence: str
) -> None:
    with pytest.raises(RuleSetError) as caught:
        rules_from_data(data)
    assert str(caught.value) == sentence


def test_an_empty_object_means_the_default_rules() -> None:
    assert rules_from_data({}) == RuleSet()


# -- house rules -----------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", NAMES)
def test_no_preset_has_a_house_rule(preset: str) -> None:
    assert house_rules(rule_set(preset)) == []


@pytest.mark.parametrize("option", HOUSE_RULES)
def test_active_house_rules_are_named(option: str) -> None:
    value: int | bool = 20 if option == "round_limit" else True
    assert house_rules(rules_from_data({option: value})) == [option]


def test_changing_the_starting_cash_or_the_salary_is_a_house_rule() -> None:
    assert house_rules(rule_set(starting_cash=2000)) == ["starting_cash"]
    assert house_rules(rule_set(salary=400, no_auctions=True)) == ["no_auctions", "salary"]
