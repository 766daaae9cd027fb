"""Positions for tests: a scene for each kind of entry, and random games."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

from passgo.engine.action import Action
from passgo.engine.board import classic
from passgo.engine.chance import Seeded
from passgo.engine.game import Game
from passgo.engine.legal import ACTIONS
from passgo.engine.options import Option
from passgo.engine.refusal import Refused
from passgo.engine.ruleset import HOUSE_RULES, rule_set
from passgo.position import game_from_position, read_position
from tests.boards import with_blank_jail_cards

Data = dict[str, Any]


# -- playing at random -----------------------------------------------------------------------------

WEIGHTS = {
    **dict.fromkeys(("Roll", "EndTurn", "Build", "Bid", "Buy", "AcceptTrade"), 5.0),
    **dict.fromkeys(
        ("OfferTrade", "CounterTrade", "Mortgage", "SellBuilding", "SellGroupBuildings"), 0.3
    ),
    "AlwaysAskForRent": 0.3,
    "Resign": 0.01,
}


def filled_in(rng: random.Random, option: Option) -> Action:
    """Return an action for an option, with its free fields chosen at random."""
    fields: Data = {}
    for choice in option.choices:
        if choice.values is None:
            span = (choice.low, rng.randint(choice.low, max(choice.low, choice.high)))
            fields[choice.name] = rng.choice(span)
        elif choice.many:
            count = rng.randint(0, min(2, len(choice.values)))
            fields[choice.name] = tuple(rng.sample(choice.values, count))
        else:
            value = rng.choice(choice.values)
            flag = choice.name in ("share", "unmortgage", "on")
            fields[choice.name] = bool(value) if flag else value
    return ACTIONS[option.action](option.seat, **fields)


def random_action(rng: random.Random, game: Game) -> Action | None:
    """Return a random action, usually by a seat that must decide."""
    waiting = game.waiting_for
    assert waiting, f"nobody has to decide: {game.state.agenda.entries}"
    seat = rng.choice(waiting) if rng.random() < 0.7 else rng.randrange(len(game.state.players))
    options = game.options(seat)
    if not options:
        return None
    weights = [WEIGHTS.get(option.action, 1.0) for option in options]
    return filled_in(rng, rng.choices(options, weights)[0])


def play_on(game: Game, seed: int, steps: int) -> Iterator[Action]:
    """Play at random and yield each action after it has been played."""
    rng = random.Random(seed)
    for _ in range(steps):
        if game.state.over:
            return
        action = random_action(rng, game)
        if action is None:
            continue
        try:
            game.play(action)
        except Refused:
            # An option limits each field separately; a trade's fields may be invalid in
            # combination.
            assert type(action).__name__ in ("OfferTrade", "CounterTrade", "AcceptTrade"), action
        else:
            yield action


def random_game(seed: int, preset: str) -> Game:
    """Return a new game with a random number of players and a few house rules."""
    rng = random.Random(seed)
    options: dict[str, Any] = {}
    for name in HOUSE_RULES:
        if rng.random() < 0.15:
            options[name] = rng.randint(5, 20) if name == "round_limit" else True
    return Game(rng.randint(2, 8), Seeded(seed), rule_set(preset, **options))


def again(game: Game, chance_seed: int = 0) -> Game:
    """Write a game to JSON and read it back."""
    return game_from_position(read_position(json.dumps(game.position())), Seeded(chance_seed))


def assert_reads_back_equal(game: Game) -> None:
    back = again(game)
    assert back.position() == game.position()
    assert back.digest() == game.digest()
    counted = ("deeds", "mortgages", "complete", "buildings")
    for old, new in zip(game.state.players, back.state.players, strict=True):
        assert [getattr(old, name) for name in counted] == [getattr(new, name) for name in counted]
    for name in ("houses", "hotels", "left"):
        assert getattr(back.state, name) == getattr(game.state, name)


# -- scenes: a position for every kind of entry ----------------------------------------------------


def properties(owner: int, *spaces: int, houses: int = 0, mortgaged: bool = False) -> list[Data]:
    return [
        {"space": space, "owner": owner, "houses": houses, "mortgaged": mortgaged}
        for space in spaces
    ]


def debt(debtor: int, creditor: int, amount: int) -> Data:
    rent = {"reason": "rent", "cite": "10 MCS 90"}
    return {"debtor": debtor, "creditor": creditor, "amount": amount, **rent}


def owing(seat: int, creditor: int, amount: int) -> Data:
    rent = {"reason": "rent", "cite": "10 MCS 90"}
    return {"entry": "DebtDue", "seat": seat, "creditor": creditor, "amount": amount, **rent}


def offer(number: int, maker: int, partner: int, **terms: object) -> Data:
    return {"number": number, "maker": maker, "partner": partner, **terms}


def rent(number: int, owner: int, tenant: int, space: int = 1) -> Data:
    fixed = {"space": space, "amount": 2, "cite": "10 MCS 90"}
    return {"number": number, "owner": owner, "tenant": tenant, **fixed}


TO_ROLL_0 = {"entry": "ToRoll", "seat": 0}
TO_PASS_0 = {"entry": "ToEndTurn", "seat": 0}
SHORT_OF_HOUSES = {
    "players": [{"cash": 900}, {"cash": 900}, {"cash": 900}],
    "properties": properties(0, 1, 3, houses=3)
    + properties(1, 6, 8, 9, houses=3)
    + properties(0, 11, 13, 14, houses=4)
    + properties(2, 16, 18, 19)
    + properties(2, 37, 39, houses=5),
}

SCENES: dict[str, Data] = {
    "the start": {"players": [{}, {}]},
    "rents, debts and offers": {
        "players": [
            {"space": 1},
            {"cards": ["chance.jail_free"]},
            {"always_asks_for_rent": True},
            {},
        ],
        "properties": properties(1, 1, 5) + properties(2, 12, 28, mortgaged=True),
        "agenda": [TO_PASS_0],
        "rents": [rent(1, 1, 0), rent(3, 1, 2, 5)],
        "offers": [
            offer(2, 0, 2, give_cash=300, get_deeds=[12, 28], unmortgage=[12]),
            offer(4, 1, 0, give_cards=["chance.jail_free"], give_deeds=[5]),
        ],
        "last_serial": 7,
    },
    "everything built": {
        "players": [{"cash": 5000}, {"jail": 2}, {"cash": 3}],
        "properties": properties(0, 1, 3, houses=5)
        + properties(1, 6, 8, 9, houses=4)
        + properties(2, 37, 39, houses=1),
        "seat": 1,
    },
    "a purchase": {
        "players": [{"space": 39}, {}],
        "agenda": [TO_ROLL_0, {"entry": "BuyOrAuction", "seat": 0, "space": 39}],
        "doubles": 1,
        "last_roll": 4,
    },
    "an auction": {
        "players": [{"cash": 60}, {}, {"cash": 40, "leaving": True}],
        "agenda": [
            TO_PASS_0,
            {"entry": "Auction", "space": 3, "bidders": [1, 0, 2], "bid": 40, "seat": 2},
        ],
    },
    "an estate": {
        "players": [{}, {"out": True}, {}],
        "seat": 1,
        "agenda": [
            {"entry": "NextTurn", "seat": 1},
            {"entry": "EstateAuction", "spaces": [6, 8]},
            {"entry": "Auction", "space": 1, "bidders": [0, 2]},
        ],
    },
    "a tax": {
        "players": [{"space": 4, "cash": 150}, {}],
        "properties": properties(0, 5),
        "agenda": [TO_PASS_0, {"entry": "TaxChoice", "seat": 0, "worth": 350}],
    },
    "a fine": {
        "players": [{"jail": 3, "cash": 10}, {}, {}],
        "properties": properties(0, 5, 15) + properties(1, 28),
        "agenda": [
            TO_PASS_0,
            {"entry": "LeaveAndMove", "seat": 0, "roll": 11},
            owing(0, -1, 50) | {"reason": "fine", "cite": "10 MCS 120(f)"},
        ],
        "leaving": [],
    },
    "an inheritance": {
        "players": [{}, {"cash": 3}, {"out": True}],
        "properties": properties(1, 1, 3, mortgaged=True),
        "agenda": [
            TO_PASS_0,
            {"entry": "Inheritance", "seat": 1, "space": 3},
            {"entry": "Inheritance", "seat": 1, "space": 1},
        ],
    },
    "a birthday": {
        "players": [{}, {"cash": 3}, {"cash": 4}, {"cash": 5}],
        "properties": properties(1, 1) + properties(2, 3) + properties(3, 5),
        "agenda": [TO_PASS_0, owing(3, 0, 10), owing(2, 0, 10), owing(1, 0, 10)],
    },
    "demands": {
        **SHORT_OF_HOUSES,
        "agenda": [
            TO_ROLL_0,
            {"entry": "DemandRound", "seat": 0, "space": 1, "kind": 0, "asked": [0, 1, 2]},
        ],
        "demands": [[-1, -1, -1], [-1, -1, -1]],
    },
    "a shortage": {
        **SHORT_OF_HOUSES,
        "agenda": [
            TO_ROLL_0,
            {"entry": "BuildingSale", "kind": 0},
            {"entry": "BuildingAuction", "kind": 0, "bidders": [0, 1], "bid": 70, "seat": 1}
            | {"space": 8},
        ],
        "demands": [[2, 3, 0], [-1, -1, -1]],
    },
    "the end": {
        "players": [{"cash": 1}, {"cash": 20}, {"out": True}],
        "over": True,
        "winners": [1],
        "agenda": [{"entry": "GameOver"}],
    },
    "the short game": {"players": [{}, {"jail": 1}], "rules": {"preset": "short"}},
    "a different board": {
        "players": [{}, {}],
        "board": with_blank_jail_cards(classic()).to_data(),
        "rules": {"preset": "time_limit", "free_parking_pot": True},
        "pot": 75,
    },
}


def scene(name: str) -> Game:
    return game_from_position(copy.deepcopy(SCENES[name]), Seeded(1))
