"""The reasons that bots give for their answers match the actions and can be put into words."""

from __future__ import annotations

import pickle
import re
from pathlib import Path

import pytest

import passgo.bots
from passgo.bots.bot import Bot
from passgo.bots.driver import Driver
from passgo.bots.ladder import make_bot
from passgo.bots.lookahead import LookaheadBot, Trial
from passgo.bots.reason import DealEffect, Reason
from passgo.bots.simple import SimpleBot
from passgo.bots.trader import TraderBot
from passgo.engine.action import Action
from passgo.engine.board import classic
from passgo.engine.chance import Seeded
from passgo.engine.game import Game
from passgo.engine.rules.trade import AcceptTrade, CounterTrade, DeclineTrade, OfferTrade
from passgo.say import Lexicon, Words, say_reason
from tests import scene as s

WORDS = Words.load("en")
LEXICON = Lexicon(["Ann", "Bob", "Cy", "Dee"], classic())
BOTS = Path(str(passgo.bots.__file__)).parent
TAKES = (
    *("trade.gain", "trade.stronger", "trade.slight", "trade.hinders_you", "trade.saves"),
    *("trade.accept_ahead", "trade.offer_ahead"),
)
COUNTERS = ("trade.counter", "trade.counter_ahead")
FIGURES = {"mine", "mine_after", "yours", "yours_after"}
ROLLOUTS = {"rollouts", "mine", "mine_after"}
ALL = {
    "trade.gain": FIGURES,
    "trade.stronger": FIGURES,
    "trade.slight": {"mine", "yours_after"},
    "trade.hinders_you": FIGURES,
    "trade.loss": FIGURES,
    "trade.nothing": {"mine", "yours_after"},
    "trade.helps_you_more": FIGURES,
    "trade.asked_before": FIGURES,
    "trade.cannot": FIGURES,
    "trade.useless": FIGURES,
    "trade.double": FIGURES,
    "trade.ahead": ROLLOUTS,
    "trade.accept_ahead": ROLLOUTS,
    "trade.offer_ahead": ROLLOUTS,
    "trade.counter_ahead": ROLLOUTS,
    "trade.counter": FIGURES | {"mine_offered"},
    "trade.saves": {"amount", "raisable"},
    "trade.purse": {"cash", "amount"},
    "trade.dear": {"price"},
    "quote.completes_yours": FIGURES | {"space", "group", "price"},
    "quote.breaks_mine": FIGURES | {"space", "group", "price"},
    "quote.keep": FIGURES | {"space", "price"},
    "quote.unwanted": FIGURES | {"space", "price"},
    "quote.no_price": FIGURES | {"space", "price"},
    "quote.no_deal": FIGURES | {"space"},
    "quote.ahead": ROLLOUTS | {"space"},
    "quote.no_cash": {"space", "cash"},
    "quote.short": {"space", "price", "cash"},
    "buy.worth": {"space", "worth", "price"},
    "buy.worth_at_least": {"space", "worth", "price"},
    "buy.ahead": ROLLOUTS,
    "decline.worth": {"space", "worth", "price"},
    "decline.short": {"space", "price", "raisable"},
    "decline.auction": {"space", "price"},
    "decline.probe": {"space"},
    "decline.ahead": ROLLOUTS,
    "mortgage.buy": {"space", "worth", "price", "cash", "raisable"},
    "mortgage.build": {"amount", "group", "gain", "loss", "space"},
    "bid.worth": {"space", "amount"},
    "pass.worth": {"space", "worth"},
    "pass.ceiling": {"space", "limit"},
    "pass.purse": {"space", "cash", "reserve"},
    "pass.purse.rent": {"space", "cash", "reserve", "other"},
    "pass.cash": {"cash"},
    "build.best": {"group", "cost", "gain", "reserve"},
    "build.best.rent": {"group", "cost", "gain", "reserve", "other"},
    "unmortgage.build": {"group", "cost", "reserve"},
    "unmortgage.build.rent": {"group", "cost", "reserve", "other"},
    "unmortgage.spare": {"cash", "amount"},
    "demand.spare": {"cash", "most", "kind", "reserve"},
    "demand.spare.rent": {"cash", "most", "kind", "reserve", "other"},
    "building.bid": {"space", "gain"},
    "building.dear": {"limit"},
    "building.purse": {"cash", "reserve"},
    "building.purse.rent": {"cash", "reserve", "other"},
    "building.nowhere": set[str](),
    "jail.stay": {"gain", "cost"},
    "jail.leave": {"gain", "cost"},
    "jail.no_fine": {"fine", "cash"},
    "jail.always_stay": set[str](),
    "jail.always_leave": set[str](),
    "jail.stay_ahead": ROLLOUTS,
    "jail.leave_ahead": ROLLOUTS,
    "tax.flat": {"worth", "percent", "flat"},
    "tax.percent": {"worth", "percent", "flat"},
    "inherit.later": {"space"},
    "debt.mortgage": {"amount", "missing", "gain"},
    "debt.sell": {"amount", "missing", "gain"},
    "debt.last": {"amount", "missing"},
    "debt.bankrupt": {"amount", "raisable"},
}


def test_every_reason_has_a_sentence_with_known_placeholders() -> None:
    assert set(WORDS.sections["bot_reasons"]) == set(ALL)
    for code, template in WORDS.sections["bot_reasons"].items():
        found = re.findall(r"\{(\w+)(?: of (\w+))?\}", template)
        assert {name for names in found for name in names if name} == ALL[code], code
        assert re.fullmatch(r"[A-Z{][^.!]*\.", template), code  # one sentence


@pytest.mark.skipif(not list(BOTS.glob("reason.py")), reason="the sources are not available")
def test_every_code_that_bots_use_is_known() -> None:
    used = set[str]()
    for file in ("reason.py", "habits.py", "finance.py", "trader.py", "quotes.py", "lookahead.py"):
        text = (BOTS / file).read_text("utf-8")
        used |= set(re.findall(r'"([a-z]+\.[a-z_]+)"', text))
    used |= {"jail.always_stay", "jail.always_leave"}  # with the value of the option
    assert used == {code.removesuffix(".rent") for code in ALL}


def test_reasons_are_compared_by_value() -> None:
    reason = Reason("trade.saves", amount=700, raisable=10)
    assert reason == pickle.loads(pickle.dumps(reason))
    assert hash(reason) == hash(Reason("trade.saves", amount=700, raisable=10))
    assert reason != Reason("trade.saves", amount=700, raisable=11)
    assert repr(reason) == "Reason('trade.saves', amount=700, raisable=10)"
    assert said(reason) == "I’m bankrupt without it: I owe $700 and can raise only $10."


def said(reason: Reason | None) -> str:
    assert reason is not None
    return say_reason(reason.code, reason.values, WORDS, LEXICON)


@pytest.mark.parametrize(
    ("mine", "strength", "take", "decline"),
    [
        (0.26, 1.1, "trade.gain", "trade.helps_you_more"),
        (0.24, 1.1, "trade.stronger", "trade.helps_you_more"),
        (0.241, 1.1, "trade.slight", "trade.helps_you_more"),
        (0.241, 0.9, "trade.hinders_you", "trade.nothing"),
        (0.26, 0.9, "trade.hinders_you", "trade.loss"),
    ],
)
def test_the_code_follows_from_strength_and_win_probability(
    mine: float, strength: float, take: str, decline: str
) -> None:
    effect = DealEffect(0.241, 0.25, 1.0)
    effect.note_after(mine, 0.2746, strength)
    figures = {"mine": 241, "mine_after": int(mine * 1000), "yours": 250, "yours_after": 275}
    assert effect.why_take() == Reason(take, **figures)
    assert effect.why_decline() == Reason(decline, **figures)


def test_the_sentence_contains_the_figures() -> None:
    reason = Reason("trade.gain", mine=241, mine_after=260, yours=250, yours_after=5)
    assert said(reason) == (
        "Good for me: my win chance rises from 24.1% to 26.0%, and yours goes from 25.0% to 0.5%."
    )


# -- at the table ----------------------------------------------------------------------------------


def table() -> Game:
    return s.scene(
        players=4,
        owns={
            s.ANN: (s.PARK_PLACE, s.NEW_YORK, s.MEDITERRANEAN),
            s.BOB: (s.BOARDWALK, s.ST_JAMES, s.TENNESSEE, s.READING),
        },
    )


def reason_for(bot: TraderBot, game: Game, terms: OfferTrade) -> tuple[Action | None, Reason]:
    game.step(terms)
    offer = game.state.offers[-1]
    action = bot.answer(game.view(offer.partner), offer)
    assert bot.reason is not None
    said(bot.reason)
    return action, bot.reason


def test_a_gift_raises_the_win_probability() -> None:
    action, reason = reason_for(TraderBot(), table(), OfferTrade(s.ANN, s.BOB, give_cash=300))
    assert isinstance(action, AcceptTrade)
    assert reason.code == "trade.gain"
    assert reason.values["mine"] < reason.values["mine_after"]
    assert reason.values["yours"] > reason.values["yours_after"]


def test_a_deal_that_was_countered_is_not_negotiated_again() -> None:
    """Ann asks too much for the orange deed that Bob needs; he counters once and then declines."""
    game = s.scene(
        players=4,
        owns={
            s.ANN: (s.KENTUCKY, s.INDIANA, s.NEW_YORK),
            s.BOB: (s.ST_JAMES, s.TENNESSEE, s.ILLINOIS),
        },
    )
    bot = TraderBot()
    terms = OfferTrade(s.ANN, s.BOB, 0, 900, (s.NEW_YORK,), (s.ILLINOIS,))
    action, reason = reason_for(bot, game, terms)
    assert isinstance(action, CounterTrade)
    assert reason.code == "trade.counter"
    assert reason.values["mine_offered"] < reason.values["mine_after"]
    game.step(action)
    action, reason = reason_for(bot, game, terms)
    assert isinstance(action, DeclineTrade)
    assert reason.code == "trade.asked_before"


def test_a_bot_gives_a_reason_for_declining_a_price_that_it_can_no_longer_pay() -> None:
    bot = TraderBot()
    game = table()
    game.step(OfferTrade(s.ANN, s.BOB, 0, 30, (s.NEW_YORK,), ()))
    game.state.players[s.ANN].cash = 0
    game.state.players[s.BOB].cash = 20
    action = bot.answer(game.view(s.BOB), game.state.offers[-1])
    assert not isinstance(action, AcceptTrade)
    assert bot.reason is not None
    assert bot.reason.code in ("trade.cannot", "trade.counter")


def test_every_bot_starts_without_a_reason() -> None:
    class Own(Bot):
        """A custom bot that gives no reasons."""

        def __init__(self) -> None:
            self.name = "own"

    assert [bot.reason for bot in (Bot(), SimpleBot(), Own(), TraderBot())] == [None] * 4


CODES = set[str]()


def is_true(reason: Reason) -> bool:
    """Return whether the figures in a reason agree with its sentence."""
    if not set(reason.values) >= FIGURES:
        return True
    mine = reason.values["mine_after"] - reason.values["mine"]
    yours = reason.values["yours_after"] - reason.values["yours"]
    return {
        "trade.gain": mine > 0,
        "trade.stronger": mine < 0,
        "trade.slight": mine == 0,
        "trade.loss": mine < 0,
        "trade.nothing": mine == 0,
        "trade.helps_you_more": mine <= yours,
        "trade.hinders_you": mine >= yours,
        "trade.useless": 0 <= mine <= 20,
        "trade.double": mine > 0,
    }.get(reason.code, True)


class Reasoned(Driver):
    """A driver that checks the reason for every answer a trader gives to an offer."""

    def play(self, action: Action) -> None:
        if isinstance(action, OfferTrade | AcceptTrade | DeclineTrade | CounterTrade):
            reason = self.seats[action.seat].bot.reason
            assert reason is not None
            assert is_true(reason), said(reason)
            if isinstance(action, OfferTrade | AcceptTrade):
                assert reason.code in TAKES
            elif isinstance(action, CounterTrade):
                assert reason.code in COUNTERS
            else:
                assert reason.code not in (*TAKES, *COUNTERS)
            CODES.add(reason.code)
        super().play(action)


def test_in_whole_games_every_answer_has_a_matching_reason() -> None:
    for seed in range(12):
        game = Game(4, Seeded(seed))
        bots = [make_bot("easy"), make_bot("normal"), make_bot("normal(appetite=2.0)")]
        driver = Reasoned(game, [*bots, make_bot("hard(rollouts=1,depth=4)", seed)])
        driver.run(120)
        assert [seat.faults for seat in driver.seats] == [0, 0, 0, 0]
    assert {"trade.gain", "trade.loss", "trade.helps_you_more"} <= CODES


class Pessimist(LookaheadBot):
    """A lookahead bot whose rollouts always favor declining."""

    def play_out(self, trial: Trial, first: int, last: int, trading: bool) -> None:
        result = 1.0 if isinstance(trial.actions[0], DeclineTrade) else 0.0
        trial.results += [result] * (last - first)


def test_a_deal_that_loses_in_rollouts_is_declined_with_that_reason() -> None:
    terms = OfferTrade(s.ANN, s.BOB, 0, 30, (s.NEW_YORK,), ())
    action, reason = reason_for(Pessimist(), table(), terms)
    assert isinstance(action, DeclineTrade)
    assert reason.code == "trade.ahead"
