"""A debtor's plan raises the missing money with the least harm, and every step is legal."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence

import pytest

from passgo.engine.action import Action
from passgo.engine.board import HOTEL_LEVEL
from passgo.engine.game import Game, trial
from passgo.engine.raise_money import BUILT, GROUPED, LONE, RaisePlan, raise_plan
from passgo.engine.rules.building import SellBuilding, SellGroupBuildings
from passgo.engine.rules.debt import DebtDue, raisable
from passgo.engine.rules.mortgage import Mortgage
from passgo.engine.ruleset import RuleSet, rule_set
from passgo.engine.state import State
from tests import scene as s


def in_debt(
    missing: int,
    owns: Sequence[int],
    houses: Mapping[int, int] | None = None,
    mortgaged: Sequence[int] = (),
    rules: RuleSet | None = None,
    others: Mapping[int, Sequence[int]] | None = None,
) -> Game:
    """Set up a game in which Ann has no cash and owes Bob a given amount."""
    return s.scene(
        owns={s.ANN: owns, **(others or {})},
        houses=houses,
        mortgaged=mortgaged,
        cash={s.ANN: 0},
        rules=rules,
        asked=[DebtDue(s.ANN, s.BOB, missing, "rent", "10 MCS 90", announced=True)],
    )


def planned(game: Game) -> RaisePlan:
    plan = raise_plan(game.state, s.ANN)
    assert plan is not None
    return plan


def actions(game: Game) -> list[Action]:
    return [step.action for step in planned(game).steps]


def mortgages(*spaces: int) -> list[Action]:
    return [Mortgage(s.ANN, space) for space in spaces]


def sales(*spaces: int) -> list[Action]:
    return [SellBuilding(s.ANN, space) for space in spaces]


# -- preferences ------------------------------------------------------------------------------------


def test_it_mortgages_the_single_deeds_that_fit_best() -> None:
    owns = (s.MEDITERRANEAN, s.READING, s.ELECTRIC)
    plan = planned(in_debt(80, owns))
    assert [step.action for step in plan.steps] == mortgages(s.READING)
    assert (plan.brings, plan.left_over) == (100, 20)
    plan = planned(in_debt(105, owns))
    assert [step.action for step in plan.steps] == mortgages(s.MEDITERRANEAN, s.ELECTRIC)
    assert (plan.brings, plan.left_over) == (105, 0)


def test_it_mortgages_one_deed_rather_than_two_for_the_same_amount() -> None:
    owns = (s.MEDITERRANEAN, s.READING, s.VIRGINIA, s.ST_CHARLES)
    assert actions(in_debt(100, owns)) == mortgages(s.READING)


def test_it_spares_a_complete_group_if_a_single_deed_is_enough() -> None:
    assert actions(in_debt(60, (*s.BROWN, s.READING))) == mortgages(s.READING)


def test_a_group_in_which_another_player_owns_a_deed_is_not_complete() -> None:
    game = in_debt(30, [s.MEDITERRANEAN], others={s.BOB: [s.BALTIC]})
    assert actions(game) == mortgages(s.MEDITERRANEAN)


def test_a_mortgaged_deed_raises_nothing_more() -> None:
    game = in_debt(30, (s.READING, s.MEDITERRANEAN), mortgaged=[s.READING])
    assert actions(game) == mortgages(s.MEDITERRANEAN)


def test_it_mortgages_first_and_sells_no_more_buildings_than_it_must() -> None:
    houses = {s.ST_JAMES: 2, s.TENNESSEE: 2, s.NEW_YORK: 3}
    game = in_debt(190, (*s.ORANGE, s.READING), houses)
    assert actions(game) == [*mortgages(s.READING), *sales(s.NEW_YORK, s.ST_JAMES)]
    assert planned(game).left_over == 10


def test_it_sells_evenly_and_counts_a_hotel_as_five_houses() -> None:
    game = in_debt(1000, s.DARK_BLUE, dict.fromkeys(s.DARK_BLUE, HOTEL_LEVEL))
    assert actions(game) == sales(*s.DARK_BLUE * 5)
    short = in_debt(
        800,
        s.DARK_BLUE,
        dict.fromkeys(s.DARK_BLUE, HOTEL_LEVEL),
        rules=rule_set(houses_before_hotel=3),
    )
    assert actions(short) == sales(*s.DARK_BLUE * 4)


def test_it_mortgages_a_group_once_its_buildings_are_sold() -> None:
    game = in_debt(160, (*s.BROWN, s.READING), {s.BALTIC: 1})
    assert actions(game) == [
        *mortgages(s.READING),
        *sales(s.BALTIC),
        *mortgages(s.MEDITERRANEAN, s.BALTIC),
    ]
    assert planned(game).left_over == 25


def test_it_clears_a_cheap_group_if_that_spares_expensive_buildings() -> None:
    houses = {s.BALTIC: 1, s.PARK_PLACE: 1, s.BOARDWALK: 1}
    game = in_debt(85, (*s.BROWN, *s.DARK_BLUE), houses)
    assert actions(game) == [*sales(s.BALTIC), *mortgages(s.MEDITERRANEAN, s.BALTIC)]


def short_of_houses() -> dict[int, int]:
    """Return Ann's hotels on dark blue and, in Bob's groups, all but two of the houses."""
    full = dict.fromkeys((*s.LIGHT_BLUE, *s.PINK), 4)
    return {**dict.fromkeys(s.DARK_BLUE, HOTEL_LEVEL), **full, **dict.fromkeys(s.BROWN, 3)}


def test_it_sells_a_whole_group_only_if_single_buildings_cannot_be_sold() -> None:
    dark_blue = 7
    others = {s.BOB: (*s.LIGHT_BLUE, *s.PINK, *s.BROWN)}
    game = in_debt(150, s.DARK_BLUE, short_of_houses(), others=others)
    assert game.state.houses == 2
    assert actions(game) == [SellGroupBuildings(s.ANN, dark_blue)]
    few = {**short_of_houses(), s.MEDITERRANEAN: 2, s.BALTIC: 2}
    game = in_debt(150, s.DARK_BLUE, few, others=others)
    assert actions(game) == [*sales(s.PARK_PLACE), SellGroupBuildings(s.ANN, dark_blue)]


def test_it_plans_again_if_one_group_takes_the_houses_that_another_needs() -> None:
    houses = {
        **dict.fromkeys((*s.DARK_BLUE, *s.BROWN), HOTEL_LEVEL),
        **dict.fromkeys(s.LIGHT_BLUE, 4),
    }
    houses |= dict.fromkeys(s.PINK, 4)
    others = {s.BOB: (*s.LIGHT_BLUE, *s.PINK)}
    game = in_debt(1300, (*s.BROWN, *s.DARK_BLUE), houses, others=others)
    assert game.state.houses == 8
    assert carried_out(game).state.players[s.ANN].cash == planned(game).left_over


def test_uneven_building_allows_any_order_of_sales() -> None:
    game = in_debt(
        25, s.BROWN, {s.MEDITERRANEAN: 1, s.BALTIC: 3}, rules=rule_set(uneven_building=True)
    )
    assert actions(game) == sales(s.MEDITERRANEAN)


# -- whether there is a plan -----------------------------------------------------------------------


def test_only_the_debtor_has_a_plan() -> None:
    game = in_debt(50, [s.READING], others={s.BOB: [s.ELECTRIC]})
    assert raise_plan(game.state, s.ANN) is not None
    assert raise_plan(game.state, s.BOB) is None
    assert raise_plan(s.scene(owns={s.ANN: [s.READING]}).state, s.ANN) is None


def test_a_debt_that_cannot_be_covered_has_no_plan() -> None:
    assert raise_plan(in_debt(100, [s.READING]).state, s.ANN) is not None
    assert raise_plan(in_debt(101, [s.READING]).state, s.ANN) is None


def test_planning_changes_nothing() -> None:
    game = in_debt(300, (*s.BROWN, s.READING), {s.BALTIC: HOTEL_LEVEL, s.MEDITERRANEAN: 4})
    before = game.digest()
    assert planned(game) == planned(game)
    assert game.digest() == before


# -- invariants ------------------------------------------------------------------------------------


def carried_out(game: Game) -> Game:
    """Carry out the plan and check that its last step, and no earlier one, pays the debt."""
    steps = planned(game).steps
    table = trial(game.state)
    for step in steps:
        assert isinstance(table.state.agenda.top, DebtDue)
        cash = table.state.players[s.ANN].cash
        assert table.why_not(step.action) is None
        table.play(step.action)
        if step is not steps[-1]:
            assert table.state.players[s.ANN].cash == cash + step.brings
    assert not isinstance(table.state.agenda.top, DebtDue)
    return table


def random_debts(seed: int, groups: int, highest: int) -> Iterator[Game]:
    """Yield small positions with single deeds, groups with buildings, and a debt that can be covered."""
    rng = random.Random(seed)
    streets = [s.BROWN, s.LIGHT_BLUE, s.PINK, s.ORANGE, s.DARK_BLUE]
    while True:
        whole = rng.sample(streets, groups)
        lone = [streets[place][0] for place in range(5) if streets[place] not in whole]
        owns = [space for group in whole for space in group]
        owns += rng.sample([*lone, *s.RAILROADS, *s.UTILITIES], rng.randint(0, 3))
        houses: dict[int, int] = {}
        for group in whole:
            level = rng.randint(0, highest)
            up = rng.randint(0, len(group)) if level < highest else 0
            for place, space in enumerate(group):
                houses[space] = level + (place < up)
        game = in_debt(1, owns, houses)
        most = int(raisable(game.state, s.ANN))
        yield in_debt(rng.randint(1, most), owns, houses)


def harm_of(state: State, action: Action, brings: int) -> int:
    if isinstance(action, Mortgage):
        group = state.property(action.space).deed.group
        return brings * (GROUPED if state.owns_group(s.ANN, group) else LONE)
    return brings * BUILT


def least(game: Game) -> tuple[int, int]:
    """Try every legal sequence; return the least harm, and the least cash raised with that harm."""
    owing = game.state.agenda.top
    assert isinstance(owing, DebtDue)
    best = (10**9, 0)
    seen: dict[tuple[tuple[int, bool], ...], int] = {}
    todo = [(trial(game.state), 0)]
    while todo:
        table, harm = todo.pop()
        state = table.state
        key = tuple((int(prop.houses), prop.mortgaged) for prop in state.properties)
        if seen.get(key, 10**9) <= harm:
            continue
        seen[key] = harm
        cash = int(state.players[s.ANN].cash)
        if cash >= owing.amount:
            best = min(best, (harm, cash))
            continue
        for option in table.options(s.ANN):
            if option.action not in ("Mortgage", "SellBuilding", "SellGroupBuildings"):
                continue
            for value in option.choices[0].values or []:
                action = option.make(**{option.choices[0].name: value})
                after = trial(state)
                action.do(after)
                brings = int(after.state.players[s.ANN].cash) - cash
                todo.append((after, harm + harm_of(state, action, brings)))
    return best


@pytest.mark.parametrize("seed", range(10))
def test_no_legal_sequence_does_less_harm(seed: int) -> None:
    debts = random_debts(seed, groups=1 + seed % 2, highest=2)
    for _ in range(2):
        game = next(debts)
        plan = planned(game)
        harm = 0
        table = trial(game.state)
        for step in plan.steps:
            harm += harm_of(table.state, step.action, int(step.brings))
            step.action.do(table)
        assert (harm, plan.brings) == least(game)


@pytest.mark.parametrize("seed", range(6))
def test_every_step_is_legal_and_needed(seed: int) -> None:
    debts = random_debts(seed, groups=4, highest=HOTEL_LEVEL)
    for _ in range(10):
        game = next(debts)
        plan = planned(game)
        assert carried_out(game).state.players[s.ANN].cash == plan.left_over
        assert all(plan.left_over < step.brings for step in plan.steps[-1:])


def test_after_a_step_the_rest_of_the_plan_is_unchanged() -> None:
    debts = random_debts(7, groups=2, highest=3)
    for _ in range(10):
        game = next(debts)
        plan = planned(game)
        for number, step in enumerate(plan.steps[:-1]):
            step.action.do(game)
            left = planned(game)
            assert (left.brings, left.left_over) == (
                sum(each.brings for each in plan.steps[number + 1 :]),
                plan.left_over,
            )


def test_even_a_player_who_owns_everything_has_a_plan() -> None:
    streets = (s.BROWN, s.LIGHT_BLUE, s.PINK, s.ORANGE, s.RED, s.YELLOW, s.GREEN, s.DARK_BLUE)
    owns = [space for group in streets for space in group]
    everything = [*owns, *s.RAILROADS, *s.UTILITIES]
    rules = rule_set(unlimited_buildings=True)
    game = in_debt(9000, everything, dict.fromkeys(owns, HOTEL_LEVEL), rules=rules)
    assert carried_out(game).state.players[s.ANN].cash == 0
