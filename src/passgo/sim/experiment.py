"""Experiments, which measure the effect of a rule, a lineup or a bot option.

An experiment has a base (the game without changes) and arms that each vary one or more settings.
All arms use the same dice: each seat gets the same rolls. Games with the same dice form a block,
with one game for each of the lineup's seatings. Blocks are independent of each other, and arms are
compared block by block.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

import msgspec

from passgo.bots.ladder import split_bots
from passgo.engine.ruleset import OPTIONS, PRESETS, RuleSet, rules_from_data, rules_to_data
from passgo.sim.executors import Executor
from passgo.sim.forfeits import Forfeits
from passgo.sim.measures import Counts
from passgo.sim.plan import Plan, SimulationError, make_plan
from passgo.sim.runner import run
from passgo.spelling import describe_unknown, did_you_mean

__all__ = [
    "Arm",
    "Variation",
    "change_table",
    "fill_seats",
    "forfeits_by_arm",
    "make_arms",
    "play",
    "read_option",
    "read_variation",
]


class Variation(msgspec.Struct, frozen=True):
    """A setting to vary (a rule option, `preset`, `bots` or `bot`) and its values."""

    key: str
    values: list[str]


class Arm(msgspec.Struct, frozen=True):
    """One arm of an experiment: its name, changes and plan."""

    name: str
    changes: dict[str, str]
    plan: Plan


def read_variation(text: str) -> Variation:
    """Parse `key=value,value,…`; commas inside parentheses do not separate values."""
    key, equals, rest = text.partition("=")
    key = key.strip()
    values = split_bots(rest)
    if not equals or not values:
        raise SimulationError(f"--vary must be NAME=VALUE,VALUE,... (got {text!r})")
    known = ("preset", "bots", "bot", *OPTIONS)
    if key not in known:
        hint = did_you_mean(key, known) or f"; choose from {', '.join(known)}."
        raise SimulationError(f"{key!r} cannot be varied{hint}")
    twice = [value for at, value in enumerate(values) if value in values[:at]]
    if twice:
        raise SimulationError(f"The value {twice[0]} is given twice for {key}: remove one of them.")
    return Variation(key, values)


def make_arms(
    variations: Sequence[Variation],
    bots: Sequence[str],
    rules: RuleSet,
    *,
    games: int,
    seed: int,
    rounds: int,
    cross: bool = False,
    seconds: float | None = None,
) -> list[Arm]:
    """Plan the base and the arms: one change at a time, or all combinations.

    The base comes first. All arms use the same dice numbers, so an arm whose lineup has more distinct
    seatings plays more games.
    """
    keys = [variation.key for variation in variations]
    if len(set(keys)) < len(keys):
        twice = next(key for at, key in enumerate(keys) if key in keys[:at])
        raise SimulationError(f"{twice} is varied twice: give all its values in one --vary.")
    changes: list[dict[str, str]] = [{}]
    if cross:
        everything = [
            [(variation.key, value) for value in variation.values] for variation in variations
        ]
        changes += [dict(combination) for combination in itertools.product(*everything)]
    else:
        changes += [
            {variation.key: value} for variation in variations for value in variation.values
        ]
    tables = [change_table(change, bots, rules) for change in changes]
    seatings = max(Plan(bots=tuple(line_up)).block for line_up, _ in tables)
    arms: list[Arm] = []
    for change, (line_up, changed) in zip(changes, tables, strict=True):
        plan = make_plan(line_up, seed=seed, rules=changed, rounds=rounds, seconds=seconds)
        size = -(-games // seatings) * plan.block
        plan = msgspec.structs.replace(plan, games=size, detail=size)
        if all(plan != arm.plan for arm in arms):  # a value may be the same as in the base
            arms.append(Arm(_name(change), change, plan))
    return arms


def _name(change: dict[str, str]) -> str:
    return ", ".join(f"{key}={value}" for key, value in change.items()) or "base"


def change_table(
    change: dict[str, str], bots: Sequence[str], rules: RuleSet
) -> tuple[list[str], RuleSet]:
    """Return the lineup and the rules after a change."""
    line_up = list(bots)
    data = rules_to_data(rules)
    for key, value in change.items():
        if key == "bots":
            line_up = fill_seats([part.strip() for part in value.split("+")], len(bots))
        elif key == "bot":
            line_up = [value, *line_up[1:]]
        elif key == "preset":
            if value not in PRESETS:
                raise SimulationError(describe_unknown("preset", value, PRESETS))
            plain = rules_to_data(rules_from_data({"preset": rules.preset}))
            own = {name: kept for name, kept in data.items() if kept != plain[name]}
            data = rules_to_data(rules_from_data({**own, "preset": value}))
        else:
            data[key] = read_option(key, value)
    return line_up, rules_from_data(data)


def fill_seats(bots: Sequence[str], seats: int) -> list[str]:
    """Return a bot for every seat, given one bot or a whole lineup."""
    if len(bots) not in (1, seats):
        raise SimulationError(
            f"A lineup must name 1 bot or {seats} bots, joined by + "
            f"(got {len(bots)}: {'+'.join(bots)})"
        )
    return list(bots) * (seats if len(bots) == 1 else 1)


def read_option(key: str, value: str) -> bool | int:
    """Parse a rule option's value: on or off, or a whole number."""
    words = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
    if value.lower() in words:
        return words[value.lower()]
    try:
        return int(value.replace("_", ""))
    except ValueError:
        raise SimulationError(f"{key} must be on, off or a whole number (got {value!r})") from None


def play(
    arms: Sequence[Arm], executor: Executor, strict: bool = False
) -> Iterator[tuple[int, Counts, int]]:
    """Play every arm; after each batch, yield the arm's number, its counts so far and the batch's size."""
    for number, arm in enumerate(arms):
        counts = Counts(arm.plan)
        for batch in run(arm.plan, executor, strict=strict):
            for result in batch:
                counts.add(result)
            yield number, counts, len(batch)


def forfeits_by_arm(arms: Sequence[Arm], counts: Sequence[Counts]) -> dict[str, Forfeits]:
    """Return the moves that each bot forfeited in each arm."""
    return {
        f"{bot} ({arm.name})": forfeits
        for arm, counted in zip(arms, counts, strict=True)
        for bot, forfeits in counted.forfeits.items()
    }
