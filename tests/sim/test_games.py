"""A game depends only on its plan and its number, and its result describes what happened."""

from __future__ import annotations

import pytest

from passgo import Driver, Game, Seeded, rule_set
from passgo.bots.ladder import make_bot
from passgo.engine.events import (
    EventCollector,
    GameEnded,
    TokenMoved,
    TradeAccepted,
    TurnBegan,
    WentBankrupt,
)
from passgo.engine.refusal import PassGoError
from passgo.sim.games import PreparedPlan, play_game, play_games
from passgo.sim.plan import Plan, bot_seed, dice_seed, make_plan
from passgo.sim.results import SHARED, UNFINISHED, WON, GameResult, groups_in

MIXED = make_plan(["simple", "random", "simple(reserve=500)"], games=9, rounds=60, detail=3)


def test_a_game_depends_only_on_its_plan_and_its_number() -> None:
    together = play_games(MIXED, range(9))
    assert [play_game(MIXED, index) for index in (8, 0, 4)] == [together[n] for n in (8, 0, 4)]
    assert [result.index for result in together] == list(range(9))
    assert [result.dice for result in together] == [0, 0, 0, 1, 1, 1, 2, 2, 2]


def test_a_different_seed_gives_different_games() -> None:
    other = make_plan(MIXED.bots, games=9, rounds=60, detail=3, seed=2)
    assert play_game(other, 0) != play_game(MIXED, 0)


def test_a_result_matches_the_same_game_played_step_by_step() -> None:
    for index, result in enumerate(play_games(MIXED, range(6))):
        keeper = EventCollector()
        game = Game(3, Seeded(dice_seed(MIXED, result.dice)), listener=keeper)
        bots = [
            make_bot(MIXED.bots[number], bot_seed(MIXED, index, number))
            for number in MIXED.line_up(index)
        ]
        watch(result, Driver(game, bots), keeper)


def watch(result: GameResult, driver: Driver, keeper: EventCollector) -> None:
    """Play a game step by step, and compare it with its result."""
    state = driver.game.state
    first = [-1] * len(state.board.groups)
    out: dict[int, int] = {}
    while not state.over and state.round <= MIXED.rounds:
        driver.advance()
        for player in state.players:
            for group in groups_in(0 if state.over else player.complete):
                if first[group] < 0:
                    first[group] = player.seat
            if player.out:
                out.setdefault(player.seat, state.round)
    kinds = [type(event) for event in keeper.events]
    assert result.trades == kinds.count(TradeAccepted)
    assert sum(seat > 0 for seat in result.out) == kinds.count(WentBankrupt)
    assert [out.get(seat, 0) for seat in range(3)] == result.out
    assert result.first == first
    assert result.cash == [player.cash for player in state.players]
    assert result.kept == [player.complete for player in state.players]
    begun = kinds.count(TurnBegan) - (not state.over)
    assert (result.turns, result.rounds) == (begun, min(state.round, MIXED.rounds))
    assert result.outcome == (WON if state.over else UNFINISHED)
    ended = [event for event in keeper.events if isinstance(event, GameEnded)]
    assert [list(event.winners) for event in ended] == ([result.winners] if state.over else [])
    if result.landings is not None:
        moved = [event for event in keeper.events if isinstance(event, TokenMoved)]
        assert sum(result.landings) == len(moved)
        assert result.landings[24] == sum(event.space == 24 for event in moved)
        assert result.landings[40] == sum(event.by == "jail" for event in moved)


def test_the_first_owner_of_a_completed_group_once_held_the_whole_group() -> None:
    results = play_games(make_plan(["simple", "simple"], games=10), range(10))
    completed = [
        (one, group) for one in results for group, seat in enumerate(one.first) if seat >= 0
    ]
    assert completed
    for result, group in completed:
        assert group in groups_in(result.held[result.first[group]])


def test_only_the_first_games_have_details() -> None:
    results = play_games(MIXED, range(5))
    assert [result.landings is not None for result in results] == [True, True, True, False, False]
    assert [result.worths is not None for result in results] == [True, True, True, False, False]
    for result in results[:3]:
        assert result.worths is not None
        assert [len(worths) for worths in result.worths] == [result.rounds + 1] * 3
        assert [worths[0] for worths in result.worths] == [1500] * 3
        assert [worths[-1] for worths in result.worths] == result.worth


def test_details_change_nothing_else() -> None:
    plain = make_plan(MIXED.bots, games=9, rounds=60)
    for before, after in zip(play_games(MIXED, range(3)), play_games(plain, range(3)), strict=True):
        assert (before.cash, before.first, before.held) == (after.cash, after.first, after.held)


# -- outcomes --------------------------------------------------------------------------------------


def test_outcomes_are_distinguished() -> None:
    one_round = make_plan(["simple", "simple"], games=30, rules=rule_set(round_limit=1))
    found = {result.outcome: result for result in play_games(one_round, range(30))}
    assert set(found) == {WON, SHARED}
    assert (found[SHARED].winners, found[SHARED].winner) == ([0, 1], None)
    assert found[SHARED].worth[0] == found[SHARED].worth[1]
    won = found[WON]
    assert len(won.winners) == 1
    assert won.winner == "simple"
    assert won.worth[won.winners[0]] == max(won.worth)


def test_a_game_that_reaches_the_round_limit_is_unfinished() -> None:
    result = play_game(make_plan(["simple"] * 4, rounds=5), 0)
    assert (result.outcome, result.winners) == (UNFINISHED, [])
    assert (result.rounds, result.turns, result.out) == (5, 20, [0, 0, 0, 0])


def test_a_time_limit_in_the_rules_ends_the_game() -> None:
    result = play_game(make_plan(["simple"] * 3, rules=rule_set("time_limit"), rounds=5), 0)
    assert result.outcome in (WON, SHARED)
    assert result.worth[result.winners[0]] == max(result.worth)
    assert (result.rounds, result.turns) == (5, 15)


# -- positions -------------------------------------------------------------------------------------


def from_position(**position: object) -> Plan:
    return make_plan(["simple", "simple"], games=4, rounds=3, position=dict(position))


def test_games_can_start_from_a_position() -> None:
    properties = [{"space": 37, "owner": 1, "houses": 4}, {"space": 39, "owner": 1, "houses": 4}]
    rules = {"preset": "consolidated", "round_limit": 60}
    plan = from_position(
        players=[{"cash": 90}, {}], properties=properties, round=50, turn=99, rules=rules
    )
    for result in play_games(plan, range(4)):
        assert result.first[7] == 1
        assert result.rounds <= 3
        assert result.turns <= 6


def piles(plan: Plan) -> set[str]:
    """Return the different orders of the Chance cards in a plan's games."""
    table = PreparedPlan(plan)
    games = [table.new_game(Seeded(dice_seed(plan, dice))) for dice in range(5)]
    return {str(game.hidden.piles[0]) for game in games}


def test_cards_whose_order_is_not_in_the_position_are_shuffled() -> None:
    players: list[object] = [{"cards": ["chance.jail_free"]}, {}]
    assert len(piles(from_position(players=players))) == 5
    ordered = Game(2, Seeded(1)).position()["unseen"]
    assert len(piles(from_position(players=[{}, {}], unseen=ordered))) == 1


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        (make_plan(["simple"] * 3, position={"players": [{}, {}]}), "2 players, but the plan has 3"),
        (
            make_plan(["simple"] * 2, position={"players": [{}, {"out": True}], "over": True,
                                                "winners": [0]}),
            "already over",
        ),
        (make_plan(["simple"] * 2, position={"player": []}), "player"),
        (make_plan(["simple", "no_such_bot"]), "There is no bot named 'no_such_bot'"),
        (make_plan(["simple", "simple(boldness=3)"]), "has no option 'boldness'"),
        (make_plan(["simple", "tests.sim.bad_bots:Stillborn"]), "OSError: out of memory"),
        (Plan(bots=("simple", "simple"), rules={"salary": -1}), "salary must be between"),
        (Plan(bots=("simple", "simple"), board={"key": "x"}), "board"),
    ],
)  # fmt: skip
def test_a_plan_that_cannot_be_played_is_rejected(plan: Plan, sentence: str) -> None:
    with pytest.raises(PassGoError, match=sentence):
        play_game(plan, 0)
