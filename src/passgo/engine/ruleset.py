"""Rule sets: named options, validated and saved with the game.

The rules read options (``rules.jail_turns``) and never check which preset is in use. The five
presets come from the rulebook; house rules are options that are off in every preset.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from typing import Final

from passgo.engine.refusal import PassGoError
from passgo.spelling import describe_unknown


class RuleSetError(PassGoError):
    """An invalid rule set; the message says what is wrong."""


@dataclass(frozen=True)
class RuleSet:
    """The rules a table has agreed on. The defaults are the consolidated rules (CR)."""

    preset: str = "consolidated"
    starting_cash: int = 1500
    salary: int = 200
    income_tax_flat: int = 200
    income_tax_percent: int = 10
    mortgaged_worth_at_price: bool = False
    luxury_tax: int = 75
    rent_window: int = 1
    fine_turns: int = 3
    jail_turns: int = 3
    jail_fine: int = 50
    houses_before_hotel: int = 4
    deeds_dealt: int = 0
    deeds_paid_for: bool = False
    ends_at_first_bankruptcy: bool = False
    time_limit: bool = False
    free_parking_pot: bool = False
    double_salary_on_go: bool = False
    no_auctions: bool = False
    no_rent_in_jail: bool = False
    uneven_building: bool = False
    unlimited_buildings: bool = False
    no_building_before_lap: bool = False
    round_limit: int = 0

    def __post_init__(self) -> None:
        if self.preset not in PRESETS:
            raise RuleSetError(describe_unknown("preset", self.preset, PRESETS))
        for name in OPTIONS:
            _check_option(name, getattr(self, name))
        if self.deeds_paid_for:
            check_deal_reaches(self, DEAREST_DEEDS[self.deeds_dealt])

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return rules_from_data, (rules_to_data(self),)


PRESETS: Final[dict[str, dict[str, int]]] = {
    "consolidated": {},
    "statutes": {"mortgaged_worth_at_price": True, "rent_window": 2, "fine_turns": 2},
    "board": {
        "mortgaged_worth_at_price": True,
        "luxury_tax": 100,
        "rent_window": 2,
        "fine_turns": 2,
    },
    "short": {
        "income_tax_percent": 0,
        "fine_turns": 1,
        "jail_turns": 1,
        "houses_before_hotel": 3,
        "deeds_dealt": 3,
        "ends_at_first_bankruptcy": True,
    },
    "time_limit": {"deeds_dealt": 2, "deeds_paid_for": True, "time_limit": True},
}
BASED: Final = ("short", "time_limit")
"""Presets that take a base preset and change only the options named in their own sections."""

OPTIONS: Final[dict[str, str]] = {
    "starting_cash": "The cash that each player starts with.",
    "salary": "The salary for landing on or passing GO.",
    "income_tax_flat": "The flat income tax.",
    "income_tax_percent": "The percentage of worth that may be paid instead; 0 for no choice.",
    "mortgaged_worth_at_price": "For the percentage, mortgaged deeds count at their printed price.",
    "luxury_tax": "The luxury tax.",
    "rent_window": "Owners may ask for rent until the next player rolls (1) or the one after (2).",
    "fine_turns": "The number of turns in Jail on which the fine may be paid before rolling.",
    "jail_turns": "The number of rolls for doubles in Jail before the fine is due.",
    "jail_fine": "The fine to leave Jail.",
    "houses_before_hotel": "The number of houses a property needs before it can have a hotel.",
    "deeds_dealt": "The number of deeds dealt to each player at the start.",
    "deeds_paid_for": "Players pay the printed price for deeds they are dealt.",
    "ends_at_first_bankruptcy": "The game ends at the first bankruptcy; the richest player wins.",
    "time_limit": "The game ends at an agreed time; the richest player wins.",
    "free_parking_pot": "Taxes, fines and card payments go to whoever next lands on Free Parking.",
    "double_salary_on_go": "Landing exactly on GO pays double salary.",
    "no_auctions": "Properties that are not bought stay with the Bank and are not auctioned.",
    "no_rent_in_jail": "No rent is due while the owner is in Jail.",
    "uneven_building": "Players don't have to build or sell evenly within a group.",
    "unlimited_buildings": "The Bank never runs out of houses or hotels.",
    "no_building_before_lap": "Players may not build until they have passed GO once.",
    "round_limit": "The number of rounds after which the game ends and the richest player wins; "
    "0 for no limit.",
}
"""The description of every option."""

HOUSE_RULES: Final = {
    "free_parking_pot": "House free_parking_pot",
    "double_salary_on_go": "House double_salary",
    "no_auctions": "House no_auctions",
    "no_rent_in_jail": "House no_rent_in_jail",
    "uneven_building": "House uneven_building",
    "unlimited_buildings": "House unlimited_buildings",
    "no_building_before_lap": "House first_lap",
    "round_limit": "House round_limit",
}
"""Options that are not in the official rules, with their citations."""

LIMITS: Final[dict[str, tuple[int, int]]] = {
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

DEAREST_DEEDS: Final = (0, 400, 750, 1070)
"""The highest total price of 0, 1, 2 and 3 deeds on the classic board. Ruling 19."""


def check_deal_reaches(rules: RuleSet, dearest: int) -> None:
    """Reject starting cash that might not cover the dealt deeds. Ruling 19.

    A new rule set is checked against the prices on the classic board, and a new game checks it
    again against the prices on its own board.
    """
    if rules.starting_cash < dearest:
        raise RuleSetError(
            f"Players pay for the deeds they are dealt, which may cost ${dearest}; "
            f"starting_cash must be at least that (got {rules.starting_cash}; Ruling 19)."
        )


def rule_set(
    preset: str = "consolidated", base: str = "consolidated", **options: object
) -> RuleSet:
    """Return a rule set made from a preset, a base if the preset takes one, and options."""
    if preset not in PRESETS:
        raise RuleSetError(describe_unknown("preset", str(preset), PRESETS))
    if base not in PRESETS or base in BASED:
        raise RuleSetError(f"{base!r} cannot be a base; choose consolidated, statutes or board.")
    chosen: dict[str, object] = {}
    if preset in BASED:
        chosen.update(PRESETS[base])
    elif base not in ("consolidated", preset):
        raise RuleSetError(f"The preset {preset} does not take a base.")
    chosen.update(PRESETS[preset])
    chosen.update(options)
    for name, value in chosen.items():
        _check_option(name, value)
    return replace(RuleSet(preset=preset), **chosen)  # type: ignore[arg-type]  # checked just above


def _check_option(name: str, value: object) -> None:
    if name not in OPTIONS:
        raise RuleSetError(describe_unknown("option", name, OPTIONS))
    limits = LIMITS.get(name)
    if limits is None:
        if not isinstance(value, bool):
            raise RuleSetError(f"{name} must be true or false (got {value!r}).")
    elif isinstance(value, bool) or not isinstance(value, int):
        raise RuleSetError(f"{name} must be a whole number (got {value!r}).")
    elif not limits[0] <= value <= limits[1]:
        raise RuleSetError(f"{name} must be between {limits[0]} and {limits[1]} (got {value}).")


def rules_to_data(rules: RuleSet) -> dict[str, object]:
    """Write a rule set, with every option, as plain data."""
    return {field.name: getattr(rules, field.name) for field in fields(rules)}


def rules_in_short(rules: RuleSet) -> dict[str, object]:
    """Write only the preset and the options that differ from the defaults.

    Digests use this form, so adding an option later does not change the digests of earlier games.
    """
    plain = RuleSet()
    return {
        name: value
        for name, value in rules_to_data(rules).items()
        if value != getattr(plain, name) or name == "preset"
    }


def rules_from_data(data: object) -> RuleSet:
    """Read a rule set from a preset and the options that differ from it."""
    if not isinstance(data, dict):
        raise RuleSetError("A rule set must be an object with named options.")
    options: dict[str, object] = {}
    preset: object = data.get("preset", "consolidated")
    base: object = data.get("base", "consolidated")
    if not isinstance(preset, str) or not isinstance(base, str):
        raise RuleSetError("preset and base must be strings.")
    for name, value in data.items():
        if name in ("preset", "base"):
            continue
        _check_option(str(name), value)
        options[str(name)] = value
    return rule_set(preset, base, **options)


def house_rules(rules: RuleSet) -> list[str]:
    """Return the house rules in force, to be shown before the game."""
    plain = RuleSet()
    names = [name for name in HOUSE_RULES if getattr(rules, name)]
    names += [
        name for name in ("starting_cash", "salary") if getattr(rules, name) != getattr(plain, name)
    ]
    return names
