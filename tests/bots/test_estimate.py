"""Whatever the weights are, the estimate never rates a player lower for having more."""

from __future__ import annotations

import pytest

from passgo import Driver, Game, Seeded
from passgo.actions import AcceptTrade, OfferTrade
from passgo.bots.bargain import Bargainer
from passgo.bots.estimate import Estimate
from passgo.bots.trader import TraderBot
from tests.scene import ANN, BOB, CY, DEE, scene

MEDITERRANEAN, BALTIC, READING, ORIENTAL, ELECTRIC = 1, 3, 5, 6, 12
ST_JAMES, TENNESSEE, NEW_YORK, ILLINOIS, BOARDWALK = 16, 18, 19, 24, 39
GREEN = (31, 32, 34)


def played(seed: int, turns: int) -> Game:
    game = Game(4, Seeded(seed))
    Driver(game, [TraderBot() for _ in range(4)]).run(turns)
    return game


@pytest.mark.parametrize("seed", range(12))
def test_another_deed_or_dollar_never_makes_a_player_weaker(seed: int) -> None:
    game = played(seed, 10 + 9 * seed)
    sketch = Estimate(game.state)
    sketch.weigh()
    alive = [standing.seat for standing in sketch.standings if standing.alive]
    before = [standing.strength for standing in sketch.standings]
    for plot in sketch.plots:
        if plot.owner >= 0:
            continue
        for seat in alive:
            plot.owner = seat
            sketch.weigh()
            assert sketch.standings[seat].strength >= before[seat] - 1e-9
        plot.owner = -1
    for seat in alive:
        sketch.standings[seat].cash += 100
        sketch.weigh()
        assert sketch.standings[seat].strength > before[seat]
        sketch.standings[seat].cash -= 100


def test_cash_beyond_a_few_thousand_dollars_still_counts() -> None:
    game = scene(players=2, cash={ANN: 5000, BOB: 9000})
    sketch = Estimate(game.state)
    sketch.weigh()
    before = sketch.standings[BOB].strength
    sketch.standings[BOB].cash -= 1000
    sketch.weigh()
    assert sketch.standings[BOB].strength < before


def test_the_win_probabilities_of_the_remaining_players_sum_to_one() -> None:
    game = played(3, 60)
    sketch = Estimate(game.state)
    sketch.weigh()
    total = sum(sketch.win_probability(one.seat) for one in sketch.standings if one.alive)
    assert total == pytest.approx(1.0)


def takes(game: Game, **terms: object) -> bool:
    """Return whether Bob, a trader, accepts Ann's offer."""
    offer = OfferTrade(ANN, BOB, **terms)  # type: ignore[arg-type]  # fields of OfferTrade
    game.play(offer)
    answer = TraderBot().answer(game.view(BOB), game.state.offers[-1])
    return isinstance(answer, AcceptTrade)


@pytest.mark.parametrize(
    ("space", "price"),
    [
        (MEDITERRANEAN, 60),
        (ORIENTAL, 100),
        (ELECTRIC, 150),
        (READING, 200),
        (ST_JAMES, 180),
        (ILLINOIS, 240),
        (BOARDWALK, 400),
    ],
)
def test_a_bot_never_pays_more_than_twice_the_price_for_a_lone_deed(space: int, price: int) -> None:
    game = scene(players=4, owns={ANN: [space]})
    assert not takes(game, get_cash=2 * price + 1, give_deeds=(space,))
    game = scene(players=4, owns={ANN: [space]})
    assert takes(game, get_cash=price, give_deeds=(space,))


def test_a_bot_never_spends_all_its_cash_on_the_cheapest_group() -> None:
    for asked in (1400, 900, 500):
        game = scene(players=4, owns={ANN: [BALTIC], BOB: [MEDITERRANEAN]})
        assert not takes(game, get_cash=asked, give_deeds=(BALTIC,))
    game = scene(players=4, cash={BOB: 250}, owns={ANN: [BALTIC], BOB: [MEDITERRANEAN]})
    assert not takes(game, get_cash=240, give_deeds=(BALTIC,))


def test_a_bot_never_pays_to_get_rid_of_a_deed() -> None:
    game = scene(players=4, owns={BOB: GREEN[:2], ANN: [GREEN[2]]}, mortgaged=GREEN[:2])
    assert not takes(game, get_cash=20, get_deeds=(GREEN[0],))


def test_a_mortgaged_gift_is_accepted() -> None:
    owns = {ANN: [TENNESSEE], BOB: [ST_JAMES], CY: [NEW_YORK]}
    game = scene(players=4, owns=owns, mortgaged=[TENNESSEE])
    assert takes(game, give_deeds=(TENNESSEE,))


def test_a_pair_from_a_group_of_three_is_not_split_for_the_printed_price() -> None:
    owns = {ANN: [NEW_YORK], BOB: [ST_JAMES, TENNESSEE], CY: [21], DEE: [26]}
    game = scene(players=4, owns=owns)
    assert not takes(game, give_cash=180, get_deeds=(ST_JAMES,))


def test_a_bot_may_pay_far_more_for_a_deed_that_completes_its_group() -> None:
    game = scene(players=4, owns={ANN: [ST_JAMES], BOB: [TENNESSEE, NEW_YORK]})
    talk = Bargainer(Estimate(game.state))
    orange = game.state.board.deed_at[ST_JAMES]
    assert talk.ceiling(game.state, [orange], BOB) > 1000
    assert talk.ceiling(game.state, [orange], CY) == 360
