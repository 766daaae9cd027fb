"""Positions: games that round-trip through plain data."""

from __future__ import annotations

import copy
import json
import math
import os
import re
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from passgo.engine.board import classic
from passgo.engine.chance import NoChance, Scripted, Seeded
from passgo.engine.encode import digest_of, position_of
from passgo.engine.events import Event, Listener, MoneyPaid
from passgo.engine.game import Game
from passgo.engine.legal import ENTRIES
from passgo.engine.rules.turn import TO_END_TURN, TO_ROLL
from passgo.engine.ruleset import PRESETS, RuleSet, RuleSetError, rules_to_data
from passgo.engine.state import PLAYER_FIELDS, Hidden
from passgo.position import PositionError, game_from_position, read_position
from tests.positions import (
    SCENES,
    TO_PASS_0,
    Data,
    assert_reads_back_equal,
    debt,
    offer,
    owing,
    play_on,
    random_game,
    scene,
)


@pytest.mark.parametrize("name", SCENES)
def test_a_scene_round_trips_at_every_step(name: str) -> None:
    game = scene(name)
    assert_reads_back_equal(game)
    for _ in play_on(game, seed=5, steps=12 if name == "a different board" else 60):
        assert_reads_back_equal(game)


def test_every_kind_of_entry_is_in_a_scene() -> None:
    shown = {type(entry).__name__ for name in SCENES for entry in scene(name).state.agenda.entries}
    assert shown >= set(ENTRIES)


# -- random games ----------------------------------------------------------------------------------


@pytest.mark.parametrize("preset", PRESETS)
def test_every_position_in_a_game_round_trips(preset: str) -> None:
    for seed in range(3):
        game = random_game(seed, preset)
        assert_reads_back_equal(game)
        for _ in play_on(game, seed, 120):
            assert_reads_back_equal(game)


@pytest.mark.long
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seed", range(100, 112))
def test_every_position_in_a_long_game_round_trips(preset: str, seed: int) -> None:
    game = random_game(seed, preset)
    for _ in play_on(game, seed, 2500):
        assert_reads_back_equal(game)


@pytest.mark.long
@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("seed", range(10))
def test_every_position_after_a_scene_round_trips(name: str, seed: int) -> None:
    game = scene(name)
    for _ in play_on(game, seed, 300):
        assert_reads_back_equal(game)


@pytest.mark.parametrize("seed", range(8))
def test_a_game_read_from_its_position_continues_like_the_original(seed: int) -> None:
    game = random_game(seed, list(PRESETS)[seed % len(PRESETS)])
    for _ in play_on(game, seed, 60):
        pass
    start = game.position()
    actions = list(play_on(game, seed + 1, 100))
    back = game_from_position(json.loads(json.dumps(start)), Seeded(seed))
    for action in actions:
        back.play(action)
    assert back.position() == game.position()


# -- output ----------------------------------------------------------------------------------------


def test_the_starting_position_is_written_with_all_its_fields() -> None:
    player: dict[str, object] = {
        **{field.name: field.default for field in PLAYER_FIELDS.fields},  # even those added later
        "cash": 1500,
        "space": 0,
        "jail": 0,
        "laps": 0,
        "out": False,
        "leaving": False,
        "always_asks_for_rent": False,
        "cards": [],
        "rolls": 0,
        "card_rolls": 0,
        "no_offers_until": 0,
    }
    cards = classic().cards
    assert game_from_position({"players": [{}, {}]}, NoChance()).position() == {
        "passgo": "position",
        "version": 4,
        "board": "classic",
        "rules": rules_to_data(RuleSet()),
        "players": [player, player],
        "properties": [],
        "pot": 0,
        "first": 0,
        "seat": 0,
        "turn": 1,
        "round": 1,
        "doubles": 0,
        "last_roll": 0,
        "last_serial": 0,
        "moves": 0,
        "decision": 0,
        "agenda": [{"entry": "ToRoll", "seat": 0}],
        "rents": [],
        "debts": [],
        "offers": [],
        "past_offers": [],
        "inquiries": [],
        "leaving": [],
        "demands": [],
        "seen": [[], []],
        "unseen": [[card.key for card in cards if card.deck == deck] for deck in (0, 1)],
        "over": False,
        "winners": [],
    }


def test_the_digest_is_the_same_in_every_process() -> None:
    script = (
        "from passgo.engine.chance import Seeded\n"
        "from passgo.engine.game import Game\n"
        "game = Game(3, Seeded(4))\n"
        "for _ in range(40): game.step(game.default(game.waiting_for[0]))\n"
        "print(game.digest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    game = Game(3, Seeded(4))
    for _ in range(40):
        game.step(game.default(game.waiting_for[0]))
    assert found == {game.digest() + "\n"}


def test_a_games_digest_covers_hidden_cards_and_a_views_digest_does_not() -> None:
    game = Game(2, Seeded(4))
    piles = [pile.copy() for pile in game.hidden.piles]
    piles[1].reverse()
    other = Hidden(piles)
    assert digest_of(game.state, other) != game.digest()
    assert digest_of(game.state, None) == game.view(0).digest() != game.digest()
    assert "unseen" not in position_of(game.state, None)


def test_a_public_position_round_trips() -> None:
    game = random_game(6, "consolidated")
    for _ in play_on(game, 6, 200):
        pass
    public = position_of(game.state, None)
    back = game_from_position(public, Seeded(0))
    assert position_of(back.state, None) == public
    assert back.view(0).digest() == game.view(0).digest()


def test_a_position_shares_no_objects_with_the_game() -> None:
    game = scene("an estate")
    before = game.digest()
    data: Data = game.position()
    data["agenda"][1]["spaces"].clear()
    data["agenda"][2]["bidders"].clear()
    data["unseen"][0].clear()
    data["players"][0]["cards"].append("chance.jail_free")
    assert game.digest() == before
    other: Data = game.position()
    back = game_from_position(other, NoChance())
    other["agenda"][2]["bidders"].clear()
    assert back.digest() == before


# -- unseen cards ----------------------------------------------------------------------------------


def unseen(seed: int, **position: object) -> list[list[str]]:
    data: Data = game_from_position({"players": [{}, {}], **position}, Seeded(seed)).position()
    piles: list[list[str]] = data["unseen"]
    return piles


def test_the_seed_shuffles_the_unseen_cards_of_a_position() -> None:
    orders = [unseen(seed) for seed in (1, 2, 3)]
    assert orders[0] != orders[1] != orders[2]
    assert unseen(1) == orders[0]
    printed: Data = game_from_position({"players": [{}, {}]}, NoChance()).position()
    for piles in orders:
        for pile, cards in zip(piles, printed["unseen"], strict=True):
            assert pile != cards
            assert sorted(pile) == sorted(cards)


def test_shuffled_unseen_cards_leave_out_those_that_are_held_or_seen() -> None:
    players = [{"cards": ["chest.jail_free"]}, {}]
    chance, chest = unseen(1, players=players, seen=[["chance.dividend"], []])
    assert len(chance) == len(chest) == 15
    assert "chance.dividend" not in chance
    assert "chest.jail_free" not in chest


def test_given_unseen_cards_stay_in_order() -> None:
    given = unseen(1)
    assert unseen(2, unseen=given) == given


def test_a_script_puts_its_cards_on_top_of_the_unseen_cards() -> None:
    script = Scripted([], chance=["chance.back_3"], chest=["chest.doctors_fee"])
    data: Data = game_from_position({"players": [{}, {}]}, script).position()
    assert [pile[0] for pile in data["unseen"]] == ["chance.back_3", "chest.doctors_fee"]
    assert script.leftovers() == []


# -- missing fields --------------------------------------------------------------------------------


def test_missing_fields_have_defaults() -> None:
    data = {
        "players": [{}, {"jail": 1}, {"out": True}, {"cards": ["chest.jail_free"]}],
        "rules": {"preset": "short", "starting_cash": 700},
        "seat": 1,
        "seen": [["chance.back_3"], []],
        "offers": [offer(9, 0, 1, give_cash=5)],
        "moves": 12,
    }
    game = game_from_position(data, NoChance())
    state = game.state
    assert [player.cash for player in state.players] == [700, 700, 0, 700]
    assert [player.space for player in state.players] == [0, 10, 0, 0]
    assert state.agenda.entries == [TO_ROLL[1]]
    assert (state.first, state.left, state.last_serial, state.decision_number) == (1, 3, 9, 12)
    keys = [state.board.cards[card].key for card in reversed(game.hidden.piles[0])]
    printed = [card.key for card in state.board.cards if card.deck == 0]
    assert keys == [key for key in printed if key != "chance.back_3"]
    assert len(game.hidden.piles[1]) == 15


def test_agenda_entries_are_the_engines_shared_objects() -> None:
    game = game_from_position({"players": [{}, {}], "agenda": [TO_PASS_0]}, NoChance())
    assert game.state.agenda.top is TO_END_TURN[0]


def test_a_finished_game_needs_no_agenda() -> None:
    game = game_from_position({"players": [{}, {}], "over": True, "winners": [0, 1]}, NoChance())
    assert game.state.over
    assert game.waiting_for == []


class Heard(Listener):
    def __init__(self) -> None:
        self.events: list[Event] = []

    def on_event(self, event: Event) -> None:
        self.events.append(event)


def test_a_debt_that_the_cash_covers_is_paid_automatically() -> None:
    heard = Heard()
    data = {
        "players": [{}, {}, {}],
        "debts": [debt(0, 1, 40)],
        "agenda": [TO_PASS_0, owing(1, 2, 7)],
    }
    game = game_from_position(data, NoChance(), heard)
    assert [player.cash for player in game.state.players] == [1460, 1533, 1507]
    assert heard.events == [
        MoneyPaid(1, 2, 7, "rent", "10 MCS 90"),
        MoneyPaid(0, 1, 40, "rent", "10 MCS 90"),
    ]
    assert_reads_back_equal(game)


def test_an_agenda_that_immediately_needs_dice_is_rejected_if_no_dice_are_available() -> None:
    data = copy.deepcopy(SCENES["a fine"])
    data["players"][0]["cash"] = 100
    data["agenda"][1]["roll"] = 12
    data["unseen"] = [
        ["chance.nearest_utility"]
        + [c.key for c in classic().cards if c.deck == 0 and c.key != "chance.nearest_utility"],
        [c.key for c in classic().cards if c.deck == 1],
    ]
    with pytest.raises(PositionError) as caught:
        game_from_position(data, NoChance())
    assert str(caught.value) == ("the agenda cannot proceed: This preview needs a roll.")
    assert game_from_position(data, Seeded(1)).state.players[0].space == 28


# -- hostile data ----------------------------------------------------------------------------------

JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 45),
    st.sampled_from([10**11, 10**12 + 1, -(10**30), 10**5000, 0.5, math.nan, math.inf]),
    st.sampled_from(["", "classic", "chance.jail_free", "rent", "10 MCS 90", "seat", "\ud800"]),
    st.sampled_from(list(ENTRIES)),
    st.sampled_from([[], {}, [[], []], [0, 1], [1, 0, 2], [[0, 0, 0], [0, 0, 0]]]),
)


@st.composite
def broken(draw: st.DrawFn) -> Data:
    """Return a scene with one to three values changed, removed or duplicated."""
    data: Data = scene(draw(st.sampled_from(list(SCENES)))).position()
    for _ in range(draw(st.integers(1, 3))):
        place: object = data
        while True:
            keys = list(place) if isinstance(place, dict) else list(range(len(place)))  # type: ignore[arg-type]  # a list
            key = draw(st.sampled_from(keys))
            inner = place[key]  # type: ignore[index]  # a dict or a list
            if not isinstance(inner, (dict, list)) or not inner or draw(st.integers(0, 3)) == 0:
                break
            place = inner
        change = draw(st.integers(0, 5))
        if change == 0:
            del place[key]  # type: ignore[attr-defined]  # a dict or a list
        elif change == 1 and isinstance(place, list):
            place.insert(draw(st.integers(0, len(place))), copy.deepcopy(inner))
        elif change == 2 and isinstance(inner, (bool, int)):
            place[key] = not inner if isinstance(inner, bool) else inner + draw(st.integers(-3, 3))  # type: ignore[index]  # a dict or a list
        else:
            place[key] = copy.deepcopy(draw(JUNK))  # type: ignore[index]  # a dict or a list
    return data


def assert_refused_or_playable(data: Data, steps: int = 50) -> None:
    try:
        game = game_from_position(data, Seeded(3))
    except PositionError:
        return
    assert_reads_back_equal(game)
    for seat in game.waiting_for:
        game.copy(Seeded(4)).play(game.default(seat))
    for _ in play_on(game, 3, steps):
        pass
    assert_reads_back_equal(game)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(broken())
def test_a_damaged_position_is_rejected_or_can_be_played(data: Data) -> None:
    assert_refused_or_playable(data)


@pytest.mark.long
@settings(max_examples=4000, deadline=None)
@given(broken())
def test_many_damaged_positions_are_rejected_or_can_be_played(data: Data) -> None:
    assert_refused_or_playable(data)


@pytest.mark.parametrize("field", [*scene("the start").position(), "bogus"])
@pytest.mark.parametrize("depth", [3, 100_000])
def test_deep_nesting_is_rejected(field: str, depth: int) -> None:
    deep: object = {}
    for _ in range(depth):
        deep = [deep] if depth % 2 else {"rules": deep}
    with pytest.raises(PositionError):
        game_from_position({"players": [{}, {}], field: deep}, Seeded(1))
    with pytest.raises(PositionError):
        game_from_position({"players": [{}, {}], "rules": {"salary": deep}}, Seeded(1))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "line 1, column 1: this is not JSON: Expecting value"),
        ('{"pot":\n 1 "turn": 1}', "line 2, column 4: this is not JSON: Expecting ',' delimiter"),
        ('{"pot": 1, "pot": 2}', '"pot" appears twice in one object'),
        ('{"pot": NaN}', "NaN is not valid JSON"),
        ('{"pot": -Infinity}', "-Infinity is not valid JSON"),
        ("[" * 200_000, "the position is nested too deeply"),
        ("1" * 10_000, "the position has a number that is too long to read"),
    ],
)
def test_text_that_is_not_a_position_is_rejected(text: str, sentence: str) -> None:
    with pytest.raises(PositionError) as caught:
        read_position(text)
    assert str(caught.value) == sentence


def test_spaces_may_be_named_in_a_position() -> None:
    named = {
        "players": [{"space": "Just a name"}, {}],
        "properties": [{"space": "Park Place", "owner": 1}, {"space": "boardwalk", "owner": 1}],
        "agenda": [
            {"entry": "ToEndTurn", "seat": 0},
            {"entry": "BuyOrAuction", "seat": 0, "space": "Oriental"},
        ],
        "offers": [{"number": 1, "maker": 0, "partner": 1, "get_deeds": ["Park Place", 39]}],
    }
    with pytest.raises(PositionError, match=r"players\[0\]: space: There is no space named"):
        game_from_position(named, Seeded(1))
    named["players"] = [{"space": "Oriental Avenue"}, {}]
    game = game_from_position(named, Seeded(1))
    assert game.state.players[0].space == 6
    assert game.property("Boardwalk").owner == game.property("Park Place").owner == 1
    assert game.offers[0].terms.get_deeds == (37, 39)
    assert game_from_position(game.position(), Seeded(1)).digest() == game.digest()


@pytest.mark.parametrize(
    ("space", "error"),
    [
        ("Boardwlk", "There is no space named 'Boardwlk'; did you mean Boardwalk?"),
        ("Chance", "There is more than one space named 'Chance'; use a number: 7, 22, 36"),
        ("Jail", "Jail is not a property"),
    ],
)
def test_a_wrong_name_in_a_position_is_explained(space: str, error: str) -> None:
    data = {"players": [{}, {}], "properties": [{"space": space, "owner": 0}]}
    with pytest.raises(PositionError) as caught:
        game_from_position(data, Seeded(1))
    assert str(caught.value) == f"properties[0]: space: {error}"


def test_players_may_be_named_in_a_position() -> None:
    data = {
        "players": [{}, {}, {}],
        "properties": [{"space": "Reading", "owner": "Bob"}],
        "seat": "Bob",
        "agenda": [
            {"entry": "ToRoll", "seat": "bob"},
            {
                "entry": "Auction",
                "space": "Boardwalk",
                "bidders": ["Ann", 2],
                "seat": "Cy",
                "bid": 9,
            },
        ],
        "offers": [{"number": 1, "maker": "Ann", "partner": "Bob", "get_deeds": ["Reading"]}],
        "past_offers": [{"number": 1, "maker": "Ann", "partner": "Bob", "get_deeds": ["Reading"]}],
    }
    data["doubles"] = 1
    data["players"][1]["space"] = "Boardwalk"  # type: ignore[index]  # a list of objects
    game = Game.from_position(data, Seeded(1), names=["Ann", "Bob", "Cy"])
    assert game.names == ("Ann", "Bob", "Cy")
    assert game.property("Reading").owner == 1
    assert game.state.seat == 1
    assert repr(game.state.agenda.top) == "Auction(space=39, bidders=[0, 2], bid=9, seat=2)"
    assert (game.state.offers[0].maker, game.state.offers[0].partner) == (0, 1)


@pytest.mark.parametrize(
    ("names", "error"),
    [
        (["Ann", "Bob"], "properties[0]: owner: There is no player named 'Bo'; did you mean Bob?"),
        (None, 'properties[0]: owner: there is no player named "Bo": use a seat number, or pass '),
    ],
)
def test_a_wrong_player_in_a_position_is_explained(names: list[str] | None, error: str) -> None:
    data = {"players": [{}, {}], "properties": [{"space": "Reading", "owner": "Bo"}]}
    with pytest.raises(PositionError, match=re.escape(error)):
        Game.from_position(data, Seeded(1), names=names)


def test_the_names_of_a_position_are_checked_first() -> None:
    data = {"players": [{}, {}], "seat": "Cy"}
    with pytest.raises(RuleSetError, match="a name for each of the 2 players"):
        Game.from_position(data, Seeded(1), names=["Ann", "Bob", "Cy"])
