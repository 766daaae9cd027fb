"""The eight characters and the styles they play in."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from passgo import Game, Seeded
from passgo.actions import Buy, Decline, Roll
from passgo.bots.characters import CAST, CHARACTERS
from passgo.bots.driver import Driver
from passgo.bots.ladder import BUILT_IN, FOR_PEOPLE, make_bot
from passgo.bots.rivals import Rivals
from passgo.bots.style import DEFAULT_STYLE, TUNED_STYLE, Style
from passgo.bots.trader import TraderBot
from passgo.engine.rules.auction import Auction
from passgo.server.names import BOT_NAMES
from tests import scene as s

MARK = 64
ROOT: Final = Path(__file__).parent.parent.parent


def test_there_are_eight_characters_of_every_level_and_the_server_knows_them() -> None:
    assert tuple(one.name for one in CAST) == BOT_NAMES
    assert {one.level for one in CAST} == set(FOR_PEOPLE)
    assert [one.level for one in CAST] == sorted((one.level for one in CAST), key=FOR_PEOPLE.index)


def test_the_browser_shows_the_same_characters() -> None:
    text = (ROOT / "web" / "src" / "seating" / "cast.ts").read_text(encoding="utf-8")
    shown = re.findall(r'name: "(\w+)", level: "(\w+)"', text)
    assert shown == [(one.name, one.level) for one in CAST]


@pytest.mark.parametrize("name", CHARACTERS)
def test_a_character_plays_in_its_own_style_without_mistakes(name: str) -> None:
    options = "(rollouts=1,depth=2)" if CHARACTERS[name].level == "hard" else ""
    bot = make_bot(name + options)
    assert isinstance(bot, TraderBot)
    assert bot.style is CHARACTERS[name].style
    assert BUILT_IN[name].about == CHARACTERS[name].about
    driver = Driver(Game(players=3, chance=Seeded(5)), [bot, make_bot("normal"), make_bot("easy")])
    driver.run(turns=60)
    assert driver.seats[0].faults == 0


def test_styles_show_in_play() -> None:
    """The old salt pays more for a railroad, and the builder keeps less cash than `normal`."""
    game = s.scene(players=3, cash={s.ANN: 1000})
    normal, boyd, tilda = (make_bot(name) for name in ("normal", "boyd", "tilda"))
    assert isinstance(normal, TraderBot)
    assert isinstance(boyd, TraderBot)
    assert isinstance(tilda, TraderBot)
    worth = normal.worth(game.state, s.ANN, s.READING)
    assert 2 * boyd.worth(game.state, s.ANN, s.READING) > 3 * worth
    assert tilda.reserve(game.state, s.ANN) < normal.reserve(game.state, s.ANN)


def test_a_bot_that_learns_leaves_a_property_to_the_auction_where_nobody_bids() -> None:
    game = s.scene(players=3)
    state = game.state
    rivals = Rivals(TUNED_STYLE.trust)
    assert rivals.expected_share() == 1.0
    auction = Auction(s.ORIENTAL, [0, 1, 2])
    rivals.watch(state, s.ANN, auction, MARK, True)
    assert rivals.expected_share() < TUNED_STYLE.soft_price
    auction.bid, auction.seat = 100, s.BOB
    for mark in (2 * MARK, 3 * MARK):
        rivals.watch(state, s.ANN, auction, mark, False)
    assert rivals.expected_share() > TUNED_STYLE.soft_price


def test_an_auction_in_which_the_others_cannot_bid_teaches_nothing() -> None:
    game = s.scene(players=2, cash={s.BOB: 10})
    rivals = Rivals(TUNED_STYLE.trust)
    rivals.watch(game.state, s.ANN, Auction(s.ORIENTAL, [0, 1]), MARK, True)
    assert rivals.expected_share() == 1.0


def test_only_a_style_with_trust_learns() -> None:
    assert DEFAULT_STYLE.trust < 0.0
    rivals = Rivals(DEFAULT_STYLE.trust)
    rivals.watch(s.scene(players=3).state, s.ANN, Auction(s.ORIENTAL, [0, 1, 2]), MARK, True)
    assert rivals.expected_share() == 1.0


def test_a_learning_bot_declines_what_it_can_win_for_less() -> None:
    game = Game(players=3, chance=Seeded(3))
    seat = game.waiting_for[0]
    game.play(Roll(seat))
    bot = TraderBot(style=Style(trust=TUNED_STYLE.trust, soft_price=TUNED_STYLE.soft_price))
    assert isinstance(bot.decide(game.view(seat)), Buy)
    bot.rivals.seen = 1.0
    assert isinstance(bot.decide(game.view(seat)), Decline)
