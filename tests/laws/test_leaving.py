"""Laws of resignation: no matter who resigns or when, a game can be saved, read back and continued.

The Bank is short of buildings at these tables, so demand rounds and building auctions are frequent.
Players resign at random moments, whether or not the current decision is theirs.
"""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest

from passgo.engine.action import Action
from passgo.engine.agenda import Decision
from passgo.engine.board import HOTEL_LEVEL, STREET, classic
from passgo.engine.chance import Seeded
from passgo.engine.events import BuildingBought, Event, ShortageServed
from passgo.engine.game import Game
from passgo.engine.legal import ENTRIES
from passgo.engine.refusal import Refused
from passgo.engine.rules.auction import Bidding
from passgo.engine.rules.buying import BuyOrAuction
from passgo.engine.rules.debt import DebtDue, Resign
from passgo.engine.rules.shortage import BuildingAuction, DemandRound
from passgo.engine.rules.turn import NextTurn
from passgo.engine.ruleset import rules_to_data
from passgo.engine.state import State
from passgo.position import PositionError, game_from_position, read_position
from tests.laws.walks import WEIGHTS, fill, walk_rules
from tests.positions import Data

TABLES = range(40)
STEPS = 120
RESIGNATIONS = {
    **dict.fromkeys(("Inheritance", "TaxChoice"), 0.4),
    **dict.fromkeys(("BuyOrAuction", "BuildingAuction"), 0.2),
    "DemandRound": 0.12,
    "Auction": 0.02,
}
"""The share of moves that are resignations, higher for decisions that occur rarely."""
WAITS = [name for name, kind in ENTRIES.items() if issubclass(kind, Decision)]
HABITS = {
    **WEIGHTS,
    **dict.fromkeys(("Build", "StateDemand", "BidForBuilding", "PassBid"), 20.0),
    "Resign": 0.0,
}


def short_table(number: int) -> Data:
    """Return a position with hardly any houses or hotels left and players who want to build."""
    random = Random(f"table {number}")
    board = classic()
    rules = walk_rules(number)
    count = random.randint(3, 6)
    scarce_hotels = random.random() < 0.3
    houses, hotels = board.houses, board.hotels
    properties: list[Data] = []
    for place, group in enumerate(random.sample(board.groups, len(board.groups))):
        size = len(group.deeds)
        level = 0
        if group.kind == STREET and scarce_hotels and hotels > size:
            level = HOTEL_LEVEL
            hotels -= size
        elif group.kind == STREET:
            level = min(rules.houses_before_hotel, (houses - 1) // size)
            houses -= level * size
        loose = level == 0 and random.random() < 0.4
        for deed in group.deeds:
            if not loose or random.random() < 0.8:
                mortgaged = loose and random.random() < 0.5
                prop = {"space": deed.space, "owner": place % count}
                properties.append({**prop, "houses": level, "mortgaged": mortgaged})
    players = [
        {
            "cash": random.choice([0, 300, 2000, 2000]),
            "space": random.choice([37, 37, 33, random.randrange(30)]),
            "always_asks_for_rent": random.random() < 0.3,
        }
        for _ in range(count)
    ]
    rents = [
        {
            "number": place + 1,
            "owner": owner,
            "tenant": (owner + 1) % count,
            "space": 5,
            "amount": random.choice([20, 200, 2000]),
            "cite": "CR 5.2",
        }
        for place, owner in enumerate(random.sample(range(count), 3))
    ]
    return {
        "players": players,
        "properties": properties,
        "rents": rents,
        "rules": rules_to_data(rules),
    }


def read_back(game: Game, where: str) -> Game:
    """Return the same game after writing it to JSON, reading it back and pickling it."""
    data = read_position(json.dumps(game.position()))
    try:
        back: Game = pickle.loads(pickle.dumps(game_from_position(data, game.chance)))
    except PositionError as error:
        raise AssertionError(f"{where}: {error}") from error
    assert back.position() == game.position(), where
    return back


def next_action(random: Random, game: Game) -> Action | None:
    """Choose the next action; now and then, a random player resigns."""
    state = game.state
    here = [p.seat for p in state.players if not p.out and not p.leaving]
    if random.random() < RESIGNATIONS.get(type(state.agenda.top).__name__, 0.06):
        return Resign(random.choice(here))
    seat = random.choice(game.waiting_for if random.random() < 0.5 else here)
    options = game.options(seat)
    weights = [HABITS.get(option.action, 1.0) for option in options]
    if not any(weights):
        return None
    return fill(random, random.choices(options, weights)[0])


def check_table(number: int) -> Counter[tuple[str, bool]]:
    """Play at one table; count resignations by decision and by whether the player had to decide."""
    game = game_from_position(short_table(number), Seeded(number))
    random = Random(number)
    resigned: Counter[tuple[str, bool]] = Counter()
    for _ in range(STEPS):
        where = f"table {number}, after move {game.state.moves}"
        twin = read_back(game, where)
        if game.state.over:
            break
        action = next_action(random, game)
        if action is None:
            continue
        top = game.state.agenda.top
        where += f", {action} at {top}"
        bidder = top.seat if isinstance(top, BuildingAuction) else -1
        if isinstance(action, Resign):
            resigned[type(top).__name__, action.seat in game.waiting_for] += 1
        try:
            events = game.play(action)
        except Refused:
            continue  # each field of an offer is valid, but not every combination is
        assert twin.play(action) == events, where
        assert twin.digest() == game.digest(), where
        check_nothing_is_left(game.state, where)
        check_nobody_is_served(game.state, events, bidder, where)
    return resigned


def check_nothing_is_left(state: State, where: str) -> None:
    """Check that nothing is waiting for a player who left or resigned. Rulings 8, 9, 12, 13."""
    out = {player.seat for player in state.players if player.out}
    gone = out | set(state.leaving)
    assert not gone & set(state.waiting_for()) or state.over, where
    for entry in state.agenda:
        # A property that somebody left without buying is auctioned. Ruling 12.
        assert isinstance(entry, NextTurn | BuyOrAuction) or entry.seat not in out, where
        if isinstance(entry, DemandRound):
            assert not gone & set(entry.asked), where
        if isinstance(entry, Bidding):
            assert not gone - {entry.seat} & set(entry.bidders), where
        if isinstance(entry, DebtDue):
            assert entry.creditor not in out, where
    for rent in state.rents:
        assert not out & {rent.owner, rent.tenant}, where
    for debt in state.debts:
        assert not out & {debt.debtor, debt.creditor}, where
    for offer in state.offers:
        assert not gone & {offer.maker, offer.partner}, where
    for demands in state.demands:
        assert not any(demands[seat] > 0 for seat in gone), where


def check_nobody_is_served(state: State, events: list[Event], bidder: int, where: str) -> None:
    """Check that a player who resigned builds only as the high bidder. Rulings 9 and 12."""
    gone = {player.seat for player in state.players if player.out or player.leaving}
    for event in events:
        assert not (isinstance(event, ShortageServed) and event.seat in gone), where
        if isinstance(event, BuildingBought) and event.seat in gone:
            assert event.seat == bidder, where


def check_tables(numbers: Iterable[int]) -> Counter[tuple[str, bool]]:
    """Play at many tables and count the resignations."""
    resigned: Counter[tuple[str, bool]] = Counter()
    for number in numbers:
        resigned += check_table(number)
    return resigned


def test_after_any_resignation_the_game_can_be_read_back_and_continued() -> None:
    """At every kind of decision, players who must decide resign, and so do other players."""
    resigned = check_tables(TABLES)
    assert set(resigned) == {(wait, asked) for wait in WAITS for asked in (True, False)}


@pytest.mark.long
@pytest.mark.parametrize("first", range(40, 1040, 50))
def test_after_any_resignation_the_game_can_be_read_back_and_continued_at_many_tables(
    first: int,
) -> None:
    check_tables(range(first, first + 50))
