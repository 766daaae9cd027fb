"""Records of random games, for the tests."""

from __future__ import annotations

import hashlib
import io
import json
import random
from collections.abc import Callable, Iterator

from passgo.engine.action import TABLE, Action
from passgo.engine.chance import Chance, Seeded
from passgo.engine.events import Event
from passgo.engine.game import Game
from passgo.engine.legal import ACTIONS
from passgo.engine.options import Option
from passgo.engine.refusal import Refused
from passgo.engine.ruleset import HOUSE_RULES, RuleSet, rule_set, rules_from_data
from passgo.record import TOKENS, Record, Recorder, SeatEntry, read_record

WEIGHTS = {
    "Resign": 0.002,
    **dict.fromkeys(
        ("OfferTrade", "Mortgage", "AlwaysAskForRent", "SellBuilding", "SellGroupBuildings"), 0.3
    ),
    **dict.fromkeys(("CounterTrade", "TimeIsUp"), 0.3),
    **dict.fromkeys(("Roll", "EndTurn", "Build", "Bid", "Buy", "AcceptTrade"), 5.0),
}


def seats(count: int) -> list[SeatEntry]:
    """Return this many players, with unusual names."""
    names = ["Ann", "Bob", "Zoë", "D\u200dE", "漢字", 'Q"\\/', "Gus 7", "🎩"]
    return [
        SeatEntry(name, token, "bot" if name == "Bob" else "person")
        for name, token in zip(names[:count], TOKENS[:count], strict=True)
    ]


def picked(rng: random.Random, option: Option) -> Action:
    """Return one of the actions that an option allows."""
    fields: dict[str, object] = {}
    for choice in option.choices:
        if choice.values is None:
            top = max(choice.low, choice.high)
            fields[choice.name] = rng.choice([choice.low, rng.randint(choice.low, top)])
        elif choice.many:
            most = min(2, len(choice.values))
            fields[choice.name] = tuple(rng.sample(choice.values, rng.randint(0, most)))
        else:
            fields[choice.name] = rng.choice(choice.values)
    for name in ("share", "on", "unmortgage"):
        if name in fields and not isinstance(fields[name], tuple):
            fields[name] = bool(fields[name])
    return ACTIONS[option.action](option.seat, **fields)


def wanted_actions(rng: random.Random, game: Game) -> Iterator[Action]:
    """Yield actions by random seats until the game is over; some will be refused."""
    count = len(game.state.players)
    while not game.state.over:
        waiting = game.waiting_for
        seat = rng.choice(waiting) if rng.random() < 0.7 else rng.randrange(count)
        options = game.options(seat)
        if rng.random() < 0.0005:
            options = game.options(TABLE)
        if options:
            weights = [WEIGHTS.get(option.action, 1.0) for option in options]
            yield picked(rng, rng.choices(options, weights)[0])


def play_on(
    recorder: Recorder,
    rng: random.Random,
    actions: int,
    heard: Callable[[Action, list[Event]], None] | None = None,
) -> int:
    """Play up to this many more random actions; return how many were played."""
    done = 0
    asked = wanted_actions(rng, recorder.game)
    while done < actions:
        action = next(asked, None)
        if action is None:
            break
        by = "table" if action.seat == TABLE else rng.choice(["seat", "bot", "clock"])
        try:
            events = recorder.play(action, by, int(recorder.game.state.moves) * 1.25)
        except Refused:
            continue
        done += 1
        if heard is not None:
            heard(action, events)
    return done


def any_rules(rng: random.Random, preset: str) -> RuleSet:
    """Return a preset with a few house rules."""
    flags = [name for name in HOUSE_RULES if name != "round_limit"]
    house = {name: True for name in flags if rng.random() < 0.15}
    return rules_from_data({"preset": preset, **house})


def played(
    seed: int,
    actions: int = 1_000_000,
    rules: RuleSet | None = None,
    chance: Chance | None = None,
    players: int = 3,
) -> str:
    """Return the text of a random game's record; the game ends if ``actions`` is large enough."""
    out = io.StringIO()
    recorder = Recorder(out, seats(players), Seeded(seed) if chance is None else chance, rules)
    recorder.note("join", seat=0, words=["hello", None, 1.5])
    play_on(recorder, random.Random(seed), actions)
    recorder.close()
    return out.getvalue()


def short_rules(rounds: int = 3) -> RuleSet:
    """Return rules under which games end quickly."""
    return rule_set("short", round_limit=rounds)


def read(text: str) -> Record:
    """Read a record from its text."""
    return read_record(io.StringIO(text))


def sealed(text: str) -> str:
    """Return the same lines with corrected checksums, as a forger would write them."""
    hashed = hashlib.sha256()
    lines = []
    for line in text.splitlines(keepends=True):
        try:
            data = json.loads(line)
        except ValueError:
            data = None
        if isinstance(data, dict) and "sum" in data:
            data["sum"] = hashed.hexdigest()
            line = json.dumps(data, separators=(",", ":"), ensure_ascii=False) + "\n"
        lines.append(line)
        hashed.update(line.encode())
    return "".join(lines)
