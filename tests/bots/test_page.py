"""The examples in docs/bots.md work as printed, and its lists match the code."""

from __future__ import annotations

import re
import sys
import types
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import passgo
from passgo import HOUSE, Action, Bot, Driver, Game, Offer, Seeded, View, actions, decisions
from passgo.actions import AcceptTrade, GoBankrupt, Roll
from passgo.bots import question_order
from passgo.bots.ladder import LADDER, make_bot
from passgo.bots.simple import SimpleBot
from passgo.decisions import (
    Auction,
    BuildingAuction,
    BuyOrAuction,
    DebtDue,
    Decision,
    DemandRound,
    Inheritance,
    TaxChoice,
    ToEndTurn,
    ToRoll,
)
from passgo.sim.games import play_games
from passgo.sim.plan import make_plan
from tests.scene import ANN, BALTIC, BOB, BROWN, MEDITERRANEAN, READING, scene

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def my_bots() -> Iterator[types.ModuleType]:
    """Return the code on the page as the module `my_bots`."""
    module = types.ModuleType("my_bots")
    sys.modules["my_bots"] = module
    exec(compile("".join(BLOCKS), "docs/bots.md", "exec"), module.__dict__)
    yield module
    del sys.modules["my_bots"]


class Seller(SimpleBot):
    """A bot that buys properties and accepts every offer it can."""

    def answer(self, view: View, offer: Offer) -> Action | None:
        accept = AcceptTrade(view.seat, offer.number)
        return accept if view.why_not(accept) is None else None


@pytest.mark.usefixtures("my_bots")
def test_the_example_plays_and_trades_without_errors() -> None:
    seller = f"{__name__}:Seller"
    plan = make_plan(
        ["my_bots:Collector", "simple", seller, "my_bots:Collector(spare=0)"], games=4, rounds=150
    )
    results = play_games(plan, range(4))
    assert [sum(result.faults) for result in results] == [0] * 4
    assert sum(result.trades for result in results) > 0


@pytest.mark.usefixtures("my_bots")
def test_the_example_offers_double_the_price_once_to_complete_a_group() -> None:
    game = scene(owns={ANN: [MEDITERRANEAN], BOB: [BALTIC]}, dice=[(1, 2)])
    Driver(game, [make_bot("my_bots:Collector"), Seller()]).advance()
    assert [game.state.property(space).owner for space in BROWN] == [ANN, ANN]
    assert [player.cash for player in game.state.players] == [1500 - 2 * 60, 1500 + 2 * 60]

    game = scene(owns={ANN: [MEDITERRANEAN], BOB: [BALTIC]})
    table = Driver(game, [make_bot("my_bots:Collector"), Bot()])
    table.ask_before_roll()
    table.ask_before_roll()
    assert [game.state.property(space).owner for space in BROWN] == [ANN, BOB]
    assert game.state.last_serial == 1


@pytest.mark.usefixtures("my_bots")
def test_the_example_collects_its_rent() -> None:
    game = scene(owns={BOB: [BALTIC]}, dice=[(1, 2)])
    Driver(game, [Bot(), make_bot("my_bots:Collector")]).advance()
    assert [player.cash for player in game.state.players] == [1500 - 4, 1500 + 4]


def test_the_example_has_at_most_twenty_lines() -> None:
    assert len([line for line in BLOCKS[0].splitlines() if line]) <= 20


def test_looking_ahead_returns_a_probability(my_bots: types.ModuleType) -> None:
    ahead: Callable[[View, Action, int], float] = my_bots.chance_to_be_richer
    game = Game(2, Seeded(4))
    Driver(game, [SimpleBot(), SimpleBot()]).run(turns=3)
    before = game.digest()
    seat = game.waiting_for[0]
    assert 0.0 <= ahead(game.view(seat), Roll(seat), 4) <= 1.0
    assert game.digest() == before


def test_the_page_lists_the_ladder() -> None:
    listed = re.findall(r"^\| `([\w-]+)` \| (.+) \|$", PAGE.partition("| bot | |")[2], re.MULTILINE)
    assert listed == [(rung.name, rung.about) for rung in LADDER.values()]


def test_the_page_states_the_limits() -> None:
    words = " ".join(PAGE.split())
    assert question_order.MOST_IDLE == question_order.MOST_FIRST
    assert f"takes {question_order.MOST_IDLE} actions before a roll or an answer" in words
    assert f"makes {question_order.MOST_OFFERS} offers before a roll" in words
    assert f"haggles for {question_order.MOST_OFFERS} offers in a row" in words


# -- the safe answers ------------------------------------------------------------------------------

WAITS: list[Decision] = [
    ToRoll(ANN),
    ToEndTurn(ANN),
    BuyOrAuction(ANN, READING),
    Auction(READING, [ANN, BOB]),
    BuildingAuction(HOUSE, [ANN, BOB]),
    DemandRound(ANN, BALTIC, HOUSE, [ANN]),
    TaxChoice(ANN, 2000),
    Inheritance(ANN, READING),
    DebtDue(ANN, BOB, 20, "rent", "10 MCS 90"),
]


def safe_answers() -> dict[str, str]:
    table = PAGE.partition("| decision | safe answer | |")[2].partition("\n\n")[0]
    return dict(re.findall(r"^\| `(\w+)` \| `(.+?)` \|", table, re.MULTILINE))


def test_the_page_lists_every_decision_with_its_safe_answer() -> None:
    assert set(safe_answers()) == {type(wait).__name__ for wait in WAITS}
    assert set(safe_answers()) == set(decisions.__all__) - {"Decision"}


@pytest.mark.parametrize("wait", WAITS, ids=lambda wait: type(wait).__name__)
def test_the_safe_answer_matches_the_page(wait: Decision) -> None:
    game = scene(owns={ANN: [BALTIC]}, cash={ANN: 10}, asked=[wait])
    names = {**vars(actions), "seat": ANN, "space": BALTIC}
    assert Bot().safe(game.view(ANN)) == eval(safe_answers()[type(wait).__name__], names)


def test_the_safe_answer_to_a_debt_that_cannot_be_paid_is_bankruptcy() -> None:
    game = scene(cash={ANN: 10}, asked=[DebtDue(ANN, BOB, 20, "rent", "10 MCS 90")])
    assert Bot().safe(game.view(ANN)) == GoBankrupt(ANN)
    assert "`GoBankrupt(seat)` immediately" in PAGE


# -- names and commands ----------------------------------------------------------------------------


def test_the_constants_on_the_page_are_public() -> None:
    told = PAGE.partition("available as constants in `passgo`")[2].partition("For a type checker")[
        0
    ]
    named = set(re.findall(r"`([A-Z_]+)`", told))
    assert named == {"STREET", "RAILROAD", "UTILITY", "HOTEL_LEVEL", "HOUSE", "HOTEL", "BANK"}
    assert named <= set(passgo.__all__)
    board = passgo.classic()
    kinds = [passgo.STREET] * 8 + [passgo.RAILROAD, passgo.UTILITY]
    assert sorted(group.kind for group in board.groups) == kinds
    assert f"which is {passgo.BANK}" in told


def test_the_commands_on_the_page_play_a_limited_number_of_games() -> None:
    shell = "".join(re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)).replace("\\\n", "")
    others = ("passgo play", "passgo bot check")
    runs = [line for line in shell.splitlines() if not line.startswith(others)]
    assert len(runs) == 5
    for line in runs:
        games = re.search(r"--games (\d+) --rounds 200", line)
        assert games is not None, line
        assert int(games[1]) <= 400
        assert "simple," not in line
