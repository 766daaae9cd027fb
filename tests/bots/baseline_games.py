"""Helpers for the baseline tests: ask a bot about one scene, or play whole games."""

from __future__ import annotations

from passgo.bots.driver import Driver
from passgo.bots.ladder import make_bot
from passgo.engine.action import Action
from passgo.engine.chance import Seeded
from passgo.engine.game import Game
from passgo.engine.rules.trade import OfferTrade
from passgo.engine.ruleset import rule_set
from tests.scene import ANN

ROUNDS = 200


def decides(name: str, game: Game, seat: int = ANN) -> Action:
    """Ask a new bot to answer the current decision; check that the rules allow its answer."""
    action = make_bot(name).decide(game.view(seat))
    assert game.why_not(action) is None
    return action


def does_before_roll(name: str, game: Game, seat: int = ANN) -> list[Action]:
    """Return everything that a new bot does before a roll. Its offers stay open."""
    bot = make_bot(name)
    done: list[Action] = []
    while True:
        action = bot.idle(game.view(seat))
        if action is None:
            return done
        game.play(action)
        done.append(action)
        assert len(done) < 40, "the bot never stops acting"


def answers(name: str, game: Game, terms: OfferTrade) -> str:
    """Make an offer and ask a new bot about it; return the name of its answer."""
    game.play(terms)
    action = make_bot(name).answer(game.view(terms.partner), game.state.offers[-1])
    assert action is not None
    assert game.why_not(action) is None
    return type(action).__name__


def played(names: list[str], seed: int) -> Game:
    """Play a game until it ends or reaches its last round; check that no bot forfeits a move."""
    game = Game(players=len(names), chance=Seeded(seed), rules=rule_set(round_limit=ROUNDS))
    driver = Driver(game, [make_bot(name) for name in names])
    driver.run()
    assert [seat.reports for seat in driver.seats] == [[] for _ in names]
    assert [seat.faults for seat in driver.seats] == [0] * len(names)
    assert game.state.over
    return game
