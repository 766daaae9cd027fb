"""Values can be sent between processes, pickled, copied, printed and read back."""

from __future__ import annotations

import copy
import multiprocessing
import pickle

import pytest

import passgo
from passgo import Game, RuleSet, Seeded, rule_set
from passgo.actions import Build, OfferTrade, Roll
from passgo.engine.events import Event
from passgo.engine.refusal import Refusal, Refused
from tests.laws.walks import walk
from tests.waiting import DEADLINE


def play_elsewhere(rules: RuleSet, game: Game) -> tuple[list[Event], Refusal]:
    """Play in another process and return the result."""
    events = game.play(Roll(game.waiting_for[0]))
    try:
        game.play(Build(0, 99))
    except Refused as refused:
        return events, refused.refusal
    raise AssertionError(rules)


def test_rules_and_games_can_be_sent_to_another_process_and_events_come_back() -> None:
    rules = rule_set("short", no_auctions=True)
    game = Game(3, Seeded(5), rules=rules)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        events, refusal = pool.apply_async(play_elsewhere, (rules, game)).get(timeout=DEADLINE)
    assert events == play_elsewhere(rules, game)[0]
    assert refusal.code == "property.none"


@pytest.mark.parametrize("number", range(7))
def test_every_part_of_a_game_can_be_pickled_and_copied(number: int) -> None:
    for game, action, option in walk(number, 60):
        for again in (copy.deepcopy(game), pickle.loads(pickle.dumps(game))):
            assert again.digest() == game.digest()
        view = pickle.loads(pickle.dumps(game.view(0)))
        assert view.digest() == game.view(0).digest()
        assert pickle.loads(pickle.dumps(action)) == action == copy.copy(action)
        assert pickle.loads(pickle.dumps(option)) == option
        try:
            events = game.play(action)
        except Refused as refused:
            why, again = refused.refusal, pickle.loads(pickle.dumps(refused)).refusal
            assert again == why
            continue
        assert pickle.loads(pickle.dumps(events)) == events
    assert copy.copy(game.state.rules) == game.state.rules


def test_a_repr_can_be_evaluated() -> None:
    names = {**vars(passgo.actions)}
    offer = OfferTrade(0, 1, give_cash=5, get_deeds=(1, 3))
    assert eval(repr(offer), names) == offer


def test_half_a_dollar_is_rejected() -> None:
    game = Game(2, Seeded(1))
    with pytest.raises(TypeError):
        game.play(OfferTrade(0, 1, give_cash=2.5))  # type: ignore[arg-type]  # on purpose
    with pytest.raises(TypeError):
        game.play(None)  # type: ignore[arg-type]  # on purpose


def test_a_game_needs_a_source_of_randomness_and_both_halves_of_a_position() -> None:
    with pytest.raises(passgo.RuleSetError, match="needs a source of randomness"):
        Game(2)
    with pytest.raises(passgo.RuleSetError, match="both state and hidden"):
        Game(chance=Seeded(1), state=Game(2, Seeded(1)).state)


def test_rule_sets_are_checked_no_matter_how_they_are_created() -> None:
    with pytest.raises(passgo.RuleSetError, match="salary"):
        RuleSet(salary=-1)
    with pytest.raises(passgo.RuleSetError, match="preset"):
        RuleSet(preset="zzz")


def test_an_impossible_roll_from_a_chance_object_raises_an_error() -> None:
    class Loaded(passgo.Chance):
        def roll(self, purpose: int, seat: int, count: int) -> int:
            return 99

        def shuffle(self, purpose: int, size: int) -> list[int]:
            return list(range(size))

    with pytest.raises(ValueError, match="rolled 99"):
        Game(2, Loaded())


def test_an_option_creates_its_action() -> None:
    game = Game(2, Seeded(3))
    option = game.options(game.waiting_for[0])[0]
    assert option.answers
    assert option.make() == Roll(game.waiting_for[0])
