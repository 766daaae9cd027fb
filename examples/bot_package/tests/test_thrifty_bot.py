from __future__ import annotations

import pytest
from thrifty_bot import Thrifty

from passgo import Action, Driver, Game, Scripted, Seeded, View, game_from_position, rule_set
from passgo.actions import Buy, Decline, Roll
from passgo.bots.ladder import make_bot


def view_at_boardwalk(cash: int) -> View:
    """Return what seat 0 sees when it has landed on Boardwalk, which costs $400."""
    position = {"players": [{"cash": cash, "space": 36}, {}]}
    game = game_from_position(position, Scripted([(1, 2)]))
    game.play(Roll(0))
    return game.view(0)


@pytest.mark.parametrize(("cash", "answer"), [(599, Decline(0)), (600, Buy(0))])
def test_it_buys_only_if_it_keeps_its_reserve(cash: int, answer: Action) -> None:
    assert Thrifty(reserve=200).decide(view_at_boardwalk(cash)) == answer


@pytest.mark.parametrize("seed", range(5))
def test_it_plays_whole_games_without_losing_a_move(seed: int) -> None:
    game = Game(players=3, chance=Seeded(seed), rules=rule_set(round_limit=30))
    driver = Driver(game, [Thrifty(), make_bot("easy"), make_bot("simple")])
    driver.run()
    assert game.state.over
    assert driver.seats[0].reports == []


def test_passgo_finds_it_by_name_and_accepts_its_option() -> None:
    bot = make_bot("thrifty(reserve=350)")
    assert isinstance(bot, Thrifty)
    assert bot.reserve == 350
