"""Our bots give a reason for every decision, with the numbers that the decision used."""

from __future__ import annotations

import pytest

from passgo.bots.driver import Driver
from passgo.bots.ladder import make_bot
from passgo.bots.lookahead import LookaheadBot, Trial
from passgo.bots.reason import Reason
from passgo.bots.trader import TraderBot
from passgo.engine.action import Action
from passgo.engine.board import classic
from passgo.engine.chance import Seeded
from passgo.engine.game import Game
from passgo.engine.rules.auction import Auction, Bid, PassBid
from passgo.engine.rules.building import Build, SellBuilding
from passgo.engine.rules.buying import Buy, Decline
from passgo.engine.rules.debt import DebtDue, GoBankrupt, raisable
from passgo.engine.rules.jail import PayFine
from passgo.engine.rules.mortgage import Inheritance, InheritDeed, Mortgage, Unmortgage
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.rent import AlwaysAskForRent
from passgo.engine.rules.shortage import (
    BidForBuilding,
    BuildingAuction,
    DemandRound,
    StateDemand,
    capacity,
)
from passgo.engine.rules.tax import ChooseTax, TaxChoice, taxed_worth
from passgo.engine.rules.turn import EndTurn
from passgo.engine.state import HOUSE
from passgo.say import Lexicon, Words, say_reason
from tests import scene as s

LEXICON = Lexicon(["Ann", "Bob", "Cy", "Dee"], classic())
LANGUAGES = [Words.load(language) for language in Words.languages()]
ORANGE = s.ORANGE


def describe(reason: Reason) -> list[str]:
    """Return a reason's sentence in every language."""
    return [say_reason(reason.code, reason.values, words, LEXICON) for words in LANGUAGES]


def decide(bot: TraderBot, game: Game, seat: int = s.ANN) -> tuple[Action, Reason]:
    """Return a bot's decision and its reason."""
    bot.reason = None
    action = bot.decide(game.view(seat))
    assert bot.reason is not None
    describe(bot.reason)
    return action, bot.reason


def act(bot: TraderBot, game: Game, seat: int = s.ANN) -> tuple[Action, Reason]:
    """Return what a bot does before a roll and its reason."""
    game.state.players[seat].always_asks_for_rent = True
    action = bot.idle(game.view(seat))
    assert action is not None
    assert bot.reason is not None
    describe(bot.reason)
    return action, bot.reason


# -- buying and bidding ----------------------------------------------------------------------------


def test_a_purchase_gives_the_worth_and_the_price() -> None:
    game = s.scene(players=4, turn=s.ANN, standing_on=s.BALTIC)
    bot = TraderBot()
    action, reason = decide(bot, game)
    worth = bot.worth(game.state, s.ANN, s.BALTIC)
    assert isinstance(action, Buy)
    assert reason == Reason("buy.worth", space=s.BALTIC, worth=worth, price=60)


def test_a_property_that_is_not_worth_its_price_is_declined_for_that_reason() -> None:
    game = s.scene(players=4, turn=s.ANN, standing_on=s.BALTIC)
    bot = TraderBot(appetite=0.1)
    action, reason = decide(bot, game)
    worth = bot.worth(game.state, s.ANN, s.BALTIC)
    assert isinstance(action, Decline)
    assert worth < 60
    assert reason == Reason("decline.worth", space=s.BALTIC, worth=worth, price=60)


def test_a_bot_mortgages_for_a_purchase_or_says_that_it_cannot() -> None:
    owns = {s.ANN: (s.READING,)}
    game = s.scene(players=4, turn=s.ANN, standing_on=s.BALTIC, owns=owns, cash={s.ANN: 20})
    action, reason = decide(TraderBot(), game)
    assert isinstance(action, Mortgage)
    assert reason.code == "mortgage.buy"
    assert (reason.values["cash"], reason.values["raisable"]) == (20, 120)
    game = s.scene(players=4, turn=s.ANN, standing_on=s.BALTIC, cash={s.ANN: 20})
    action, reason = decide(TraderBot(), game)
    assert isinstance(action, Decline)
    assert reason == Reason("decline.short", space=s.BALTIC, price=60, raisable=20)


def auction(bid: int, cash: int = 1500) -> Game:
    game = s.scene(players=4, turn=s.ANN, standing_on=s.BOARDWALK, cash={s.BOB: cash})
    game.step(Decline(s.ANN))
    top = game.state.agenda.top
    assert isinstance(top, Auction)
    if bid:
        game.step(Bid(s.ANN, bid))
    return game


def test_a_bid_does_not_reveal_the_limit_but_passing_does() -> None:
    bot = TraderBot()
    game = auction(10)
    action, reason = decide(bot, game, s.BOB)
    assert isinstance(action, Bid)
    assert reason == Reason("bid.worth", space=s.BOARDWALK, amount=action.amount)
    assert action.amount < bot.limit
    game.step(Bid(s.ANN, 1200))
    action, reason = decide(bot, game, s.BOB)
    assert isinstance(action, PassBid)
    assert reason == Reason("pass.ceiling", space=s.BOARDWALK, limit=bot.limit)


def test_passing_names_what_determined_the_limit() -> None:
    bot = TraderBot()
    action, reason = decide(bot, auction(80, cash=100), s.BOB)
    assert isinstance(action, PassBid)
    assert reason == Reason("pass.purse", space=s.BOARDWALK, cash=100, reserve=30)
    bot = TraderBot(appetite=0.5)
    action, reason = decide(bot, auction(900), s.BOB)
    assert reason == Reason("pass.worth", space=s.BOARDWALK, worth=bot.limit)
    bot = TraderBot()
    game = auction(10)
    decide(bot, game, s.BOB)
    game.state.players[s.BOB].cash = 5
    action, reason = decide(bot, game, s.BOB)
    assert isinstance(action, PassBid)
    assert reason == Reason("pass.cash", cash=5)


# -- building and mortgages ------------------------------------------------------------------------


def test_building_gives_the_group_its_return_and_the_reserve() -> None:
    owns = {s.ANN: ORANGE, s.BOB: (s.PARK_PLACE, s.BOARDWALK)}
    game = s.scene(players=4, owns=owns, houses={s.PARK_PLACE: 3, s.BOARDWALK: 3})
    bot = TraderBot()
    action, reason = act(bot, game)
    state = game.state
    group = state.property(s.NEW_YORK).deed.group
    values = bot.table(state).atlas.groups[group]
    assert isinstance(action, Build)
    assert reason == Reason(
        "build.best.rent",
        group=group,
        cost=900,
        gain=round(100 * (values.income[3] - values.income[0])),
        reserve=bot.reserve(state, s.ANN),
        other=s.BOARDWALK,
    )


def test_a_bot_mortgages_a_lone_deed_to_build() -> None:
    game = s.scene(players=4, owns={s.ANN: (*ORANGE, s.READING)}, cash={s.ANN: 100})
    action, reason = act(TraderBot(), game)
    assert isinstance(action, Mortgage)
    assert reason.code == "mortgage.build"
    assert (reason.values["amount"], reason.values["space"]) == (100, s.READING)
    assert reason.values["gain"] > 2 * reason.values["loss"]


def test_a_bot_unmortgages_to_build_or_with_cash_to_spare() -> None:
    game = s.scene(players=4, owns={s.ANN: ORANGE}, mortgaged=(s.NEW_YORK,))
    action, reason = act(TraderBot(), game)
    group = game.state.property(s.NEW_YORK).deed.group
    assert isinstance(action, Unmortgage)
    assert reason == Reason("unmortgage.build", group=group, cost=110, reserve=30)
    game = s.scene(players=4, owns={s.ANN: (s.READING,)}, mortgaged=(s.READING,))
    action, reason = act(TraderBot(), game)
    assert isinstance(action, Unmortgage)
    assert reason == Reason("unmortgage.spare", cash=1500, amount=180)


def test_a_bot_explains_its_demand_in_a_shortage() -> None:
    game = s.scene(players=4, owns={s.ANN: ORANGE})
    game.state.agenda.push(DemandRound(s.ANN, s.NEW_YORK, HOUSE, [s.ANN]))
    could = capacity(game.state, s.ANN, HOUSE)
    action, reason = decide(TraderBot(), game)
    assert isinstance(action, StateDemand)
    assert action.count == min(could, 1470 // 100)
    assert reason == Reason("demand.spare", cash=1500, most=could, kind=HOUSE, reserve=30)


@pytest.mark.parametrize(("cash", "count"), [(1500, 1), (130, 1), (129, 0)])
def test_a_bot_demands_the_only_house_it_has_room_for_if_the_reserve_allows(
    cash: int, count: int
) -> None:
    houses = {s.ST_JAMES: 4, s.TENNESSEE: 4, s.NEW_YORK: 3}
    game = s.scene(players=4, owns={s.ANN: ORANGE}, houses=houses, cash={s.ANN: cash})
    game.state.agenda.push(DemandRound(s.ANN, s.NEW_YORK, HOUSE, [s.ANN]))
    action, reason = decide(TraderBot(), game)
    assert reason.values["most"] == 1
    assert isinstance(action, StateDemand)
    assert action.count == count


@pytest.mark.parametrize(
    ("bid", "cash", "code"),
    [(0, 1500, "bid"), (200, 1500, "dear"), (150, 160, "purse")],
)
def test_a_bot_explains_its_answer_in_a_building_auction(bid: int, cash: int, code: str) -> None:
    game = s.scene(players=4, owns={s.ANN: ORANGE}, cash={s.ANN: cash})
    game.state.agenda.push(BuildingAuction(HOUSE, [s.ANN], bid))
    action, reason = decide(TraderBot(), game)
    assert isinstance(action, BidForBuilding if code == "bid" else PassBid)
    assert reason.code == f"building.{code}"
    if code == "dear":
        assert reason.values == {"limit": 200}
    elif code == "purse":
        assert reason.values == {"cash": 160, "reserve": 30}


def test_a_bot_keeps_the_mortgage_on_an_inherited_deed() -> None:
    game = s.scene(players=4, owns={s.ANN: (s.READING,)}, mortgaged=(s.READING,))
    game.state.agenda.push(Inheritance(s.ANN, s.READING))
    action, reason = decide(TraderBot(), game)
    assert isinstance(action, InheritDeed)
    assert reason == Reason("inherit.later", space=s.READING)


# -- debts, taxes and Jail -------------------------------------------------------------------------


def in_debt(amount: int) -> Game:
    game = s.scene(
        players=4,
        owns={s.ANN: (*ORANGE, s.READING)},
        houses=dict.fromkeys(ORANGE, 1),
        cash={s.ANN: 50},
    )
    game.state.agenda.push(DebtDue(s.ANN, s.BOB, amount, "rent", "CR 10"))
    return game


def test_a_debtor_gives_the_debt_and_what_is_missing() -> None:
    action, reason = decide(TraderBot(), in_debt(120))
    assert isinstance(action, Mortgage)
    assert reason == Reason("debt.mortgage", amount=120, missing=70, gain=100)
    game = in_debt(120)
    game.state.set_mortgaged(game.state.property(s.READING), True)
    action, reason = decide(TraderBot(), game)
    assert isinstance(action, SellBuilding)
    assert reason == Reason("debt.sell", amount=120, missing=70, gain=50)


def test_a_bankrupt_bot_gives_what_it_could_raise() -> None:
    game = in_debt(5000)
    action, reason = decide(TraderBot(), game)
    able = raisable(game.state, s.ANN)
    assert isinstance(action, GoBankrupt)
    assert reason == Reason("debt.bankrupt", amount=5000, raisable=able)


@pytest.mark.parametrize(("cash", "code"), [(1500, "tax.percent"), (2000, "tax.flat")])
def test_the_choice_of_tax_gives_the_worth(cash: int, code: str) -> None:
    game = s.scene(players=4, cash={s.ANN: cash})
    game.state.agenda.push(TaxChoice(s.ANN, cash))
    action, reason = decide(TraderBot(), game)
    worth = taxed_worth(game.state, game.state.players[s.ANN])
    assert isinstance(action, ChooseTax)
    assert reason == Reason(code, worth=worth, percent=10, flat=200)


def jailed(bot: TraderBot, cash: int = 1500, built: bool = False) -> tuple[Action, Reason]:
    owns = {s.BOB: (s.PARK_PLACE, s.BOARDWALK, *ORANGE)} if built else {}
    houses = dict.fromkeys(owns.get(s.BOB, ()), 5)
    game = s.scene(players=4, owns=owns, houses=houses, jail={s.ANN: 1}, cash={s.ANN: cash})
    return decide(bot, game)


def test_in_jail_a_bot_compares_what_a_turn_brings_and_costs() -> None:
    action, reason = jailed(TraderBot())
    assert isinstance(action, PayFine)
    assert reason == Reason("jail.leave", gain=30 + 8 * 28, cost=0)
    action, reason = jailed(TraderBot(), 100, built=True)
    assert isinstance(action, Roll)
    assert reason.code == "jail.stay"
    assert reason.values["gain"] == 30 < reason.values["cost"]
    action, reason = jailed(TraderBot(), 20)
    assert isinstance(action, Roll)
    assert reason == Reason("jail.no_fine", fine=50, cash=20)
    assert jailed(TraderBot(jail="stay"))[1] == Reason("jail.always_stay")
    assert jailed(TraderBot(jail="leave"))[1] == Reason("jail.always_leave")


# -- rollouts --------------------------------------------------------------------------------------


class Recorder(LookaheadBot):
    """A lookahead bot that keeps the choices it played out."""

    def __init__(self, clear: float) -> None:
        super().__init__(rollouts=3, depth=2, clear=clear)
        self.trials: list[Trial] = []

    def find_best(self, trials: list[Trial], rollouts: int, trading: bool) -> Trial:
        self.trials = trials
        return super().find_best(trials, rollouts, trading)


def at_choice(place: int, cash: int) -> Game:
    """Return a game in which the first player may buy the property they stand on, or leave Jail."""
    if place < 0:
        return s.scene(players=4, jail={s.ANN: 1}, cash={s.ANN: cash})
    return s.scene(players=4, turn=s.ANN, standing_on=place, cash={s.ANN: cash})


@pytest.mark.parametrize(
    ("place", "cash", "code"),
    [
        (s.BALTIC, 1500, "buy.ahead"),
        (s.BOARDWALK, 1500, "buy.ahead"),
        (-1, 1500, "jail.leave_ahead"),
        (-1, 200, "jail.stay_ahead"),  # a trader would leave
    ],
)
def test_hard_gives_the_win_probabilities_of_its_rollouts(place: int, cash: int, code: str) -> None:
    bot = Recorder(clear=0.0)
    action, reason = decide(bot, at_choice(place, cash))
    usual, other = bot.trials
    best, rest = (usual, other) if action == usual.actions[0] else (other, usual)
    assert reason == Reason(
        code,
        rollouts=3,
        mine_after=int(1000 * best.mean() + 0.5),
        mine=int(1000 * rest.mean() + 0.5),
    )
    assert best.mean() > rest.mean()


def test_hard_gives_the_reason_of_a_trader_where_rollouts_decide_nothing() -> None:
    bot = Recorder(clear=1e9)
    action, reason = decide(bot, at_choice(-1, 200))
    assert bot.trials[1].gain > 0.0
    assert isinstance(action, PayFine)
    assert reason.code == "jail.leave"


# -- whole games -----------------------------------------------------------------------------------


class ReasonCheck(Driver):
    """A driver that checks that every decision has a reason, and notes the codes."""

    codes: set[str]

    def play(self, action: Action) -> None:
        bot = self.seats[action.seat].bot
        reason, bot.reason = bot.reason, None
        free = isinstance(action, EndTurn | AlwaysAskForRent)
        rolls = isinstance(action, Roll) and not self.game.state.players[action.seat].jail
        assert (reason is None) == (free or rolls), action
        if reason is not None:
            assert all(describe(reason))
            self.codes.add(reason.code)
        super().play(action)


def test_in_whole_games_every_decision_has_a_reason_in_every_language() -> None:
    codes = set[str]()
    for seed in range(8):
        driver = ReasonCheck(
            Game(4, Seeded(seed)),
            [make_bot(name) for name in ("easy", "normal", "normal", "normal")],
        )
        driver.codes = codes
        driver.run(150)
        assert [seat.faults for seat in driver.seats] == [0, 0, 0, 0]
    kinds = {code.split(".")[0] for code in codes}
    assert kinds >= {"buy", "decline", "bid", "pass", "build", "mortgage", "jail", "tax", "debt"}
