"""Random walks through the rules: any option, any seat, any rule set.

A walk is a seeded sequence of steps. At each step, it picks a seat and one of that seat's
options, and fills in the option's fields. A walk's number determines everything, so the
message for a failed law gives the number of the walk to repeat.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from random import Random

from passgo.engine.action import TABLE, Action
from passgo.engine.chance import Seeded
from passgo.engine.events import Listener
from passgo.engine.game import Game
from passgo.engine.legal import ACTIONS
from passgo.engine.options import Choice, Option
from passgo.engine.ruleset import BASED, HOUSE_RULES, PRESETS, RuleSet, rule_set

WEIGHTS = {
    "Roll": 6.0,
    "EndTurn": 6.0,
    "Build": 5.0,
    "Buy": 3.0,
    "Bid": 2.0,
    "BidForBuilding": 3.0,
    "AcceptTrade": 4.0,
    "StateDemand": 4.0,
    "OfferTrade": 0.3,
    "CounterTrade": 0.3,
    "Mortgage": 0.3,
    "AlwaysAskForRent": 0.1,
    "AskForOffer": 0.1,
    "PauseOffers": 0.1,
    "SellBuilding": 0.2,
    "SellGroupBuildings": 0.1,
    "Resign": 0.003,
    "TimeIsUp": 1.0,
}
FIELDS = {name: tuple(inspect.signature(kind).parameters) for name, kind in ACTIONS.items()}
"""The fields of every kind of action."""
ON_OFF = [name for name in HOUSE_RULES if name != "round_limit"]


def walk_rules(number: int) -> RuleSet:
    """Return the rule set for a walk: each preset in turn, sometimes with house rules."""
    random = Random(f"rules {number}")
    presets = list(PRESETS)
    options: dict[str, int | bool] = {
        name: True for name in ON_OFF if number % 3 == 0 and random.random() < 0.25
    }
    base = random.choice(["consolidated", "statutes", "board"])
    preset = presets[number % len(presets)]
    options["starting_cash"] = random.choice([1500, 1500, 800, 5000])
    return rule_set(preset, base if preset in BASED else "consolidated", **options)


def walk_game(number: int, listener: Listener | None = None) -> Game:
    """Return the game that a walk starts with."""
    return Game(2 + number % 7, Seeded(number), rules=walk_rules(number), listener=listener)


def walk(
    number: int, steps: int, game: Game | None = None
) -> Iterator[tuple[Game, Action, Option]]:
    """Yield the game and the next action; the caller plays the action."""
    random = Random(number)
    game = walk_game(number) if game is None else game
    players = len(game.state.players)
    for _ in range(steps):
        if game.state.over:
            return
        seat = (
            random.choice(game.waiting_for) if random.random() < 0.75 else random.randrange(players)
        )
        if random.random() < 0.0005:
            seat = TABLE
        options = game.options(seat)
        if not options:
            continue
        weights = [WEIGHTS.get(option.action, 1.0) for option in options]
        option = random.choices(options, weights)[0]
        yield game, fill(random, option), option


def fill(random: Random, option: Option) -> Action:
    """Choose a value for every free field of an option."""
    fields: dict[str, object] = {choice.name: draw(random, choice) for choice in option.choices}
    unmortgaged = fields.get("unmortgage")
    if isinstance(unmortgaged, tuple) and "get_deeds" in fields:
        received = fields["get_deeds"]
        assert isinstance(received, tuple)
        fields["unmortgage"] = tuple(space for space in unmortgaged if space in received)
    return ACTIONS[option.action](option.seat, **fields)


def draw(random: Random, choice: Choice) -> object:
    """Choose a value for one field."""
    if choice.values is None:
        near = min(choice.high, choice.low + random.choice([0, 1, 10, 100, 1000]))
        return random.choice([choice.low, near, random.randint(choice.low, choice.high)])
    if choice.many:
        return tuple(random.sample(choice.values, random.randint(0, min(2, len(choice.values)))))
    value = random.choice(choice.values)
    return value == 1 if choice.whether else value
