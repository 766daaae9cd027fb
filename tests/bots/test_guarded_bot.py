"""A bot's fault costs it only one move: the fault is reported, and the game goes on."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest

from passgo import Action, Bot, Driver, Game, Offer, Seeded, View, is_compiled, rule_set
from passgo.actions import (
    AlwaysAskForRent,
    Bid,
    Build,
    Buy,
    CounterTrade,
    DeclineTrade,
    EndTurn,
    OfferTrade,
    Resign,
    Roll,
    TimeIsUp,
)
from passgo.bots.bot import TimeUp, TrustedBot
from passgo.bots.guarded_bot import LONGEST_REPORT, MOST_REPORTS, Fault
from passgo.bots.question_order import MOST_FIRST, MOST_IDLE, MOST_OFFERS
from passgo.bots.simple import SimpleBot
from passgo.decisions import BuyOrAuction, ToEndTurn, ToRoll
from tests.scene import ANN, BALTIC, BOB, BROWN, MEDITERRANEAN, ORIENTAL, scene

ROUNDS = 4


class Quiet(Bot):
    """A bot that gives only safe answers, like a bot that forfeits every move."""

    def idle(self, view: View) -> Action | None:
        return None


class Saying(Quiet):
    """A bot whose decisions come from a function, which may raise."""

    def __init__(self, says: Callable[[View], Any]) -> None:
        self.says = says

    def decide(self, view: View) -> Action:
        said: Action = self.says(view)
        return said


class Doing(Quiet):
    """A bot whose moves before a roll come from a function."""

    def __init__(self, does: Callable[[View], Any]) -> None:
        self.does = does

    def idle(self, view: View) -> Action | None:
        done: Action | None = self.does(view)
        return done


def play(bot: Bot, rounds: int = ROUNDS, seed: int = 3) -> Driver:
    """Play some rounds with a bot between two simple bots."""
    game = Game(3, Seeded(seed), rules=rule_set(round_limit=rounds))
    driver = Driver(game, [SimpleBot(), bot, SimpleBot()])
    driver.run()
    return driver


def raising(error: BaseException) -> Callable[[View], Any]:
    def says(view: View) -> Any:
        raise error

    return says


def endless(view: View) -> Any:
    return endless(view)


class Mute(Exception):
    """An error whose `str()` fails."""

    def __str__(self) -> str:
        raise RuntimeError("mute")


class Unprintable:
    """An object whose `repr()` fails."""

    def __repr__(self) -> str:
        raise RuntimeError("unprintable")


RAISED = [
    (raising(ZeroDivisionError("what?")), "ZeroDivisionError: what[?]"),
    (raising(SystemExit(0)), "SystemExit: 0"),
    (raising(MemoryError()), "MemoryError: "),
    (raising(GeneratorExit("away")), "GeneratorExit: away"),
    (raising(TimeUp()), "took too long"),
    (raising(Mute()), r"Mute \("),
    (endless, "RecursionError: "),
]
NONSENSE = [
    (lambda view: None, "answered None, which is not an action$"),
    (lambda view: "roll", "answered 'roll', which is not an action$"),
    (lambda view: Roll, "answered <class .*Roll.*>, which is not an action$"),
    (lambda view: Unprintable(), "RuntimeError: unprintable"),
    (lambda view: Roll(ANN), r"answered Roll\(seat=0\), but plays seat 1"),
    (lambda view: Roll(7), r"answered Roll\(seat=7\), but plays seat 1"),
    (lambda view: TimeIsUp(), r"answered TimeIsUp\(.*\), but plays seat 1"),
    (lambda view: Bid(view.seat, "9"), "TypeError: "),  # type: ignore[arg-type]  # on purpose
    (lambda view: Bid(view.seat, 9.5), "TypeError: "),  # type: ignore[arg-type]  # on purpose
    (lambda view: Build(view.seat, (1, 3)), "TypeError: "),  # type: ignore[arg-type]  # on purpose
    (lambda view: OfferTrade(view.seat, ANN, give_deeds=3), "TypeError: "),  # type: ignore[arg-type]  # on purpose
    (lambda view: Build(view.seat, BALTIC), r"Build\(seat=1, space=3\) is refused: "),
    (lambda view: Bid(view.seat, 10**15), r"Bid\(seat=1, amount=1000000000000000\) is refused: "),
]  # fmt: skip


@pytest.mark.parametrize(("says", "wrong"), RAISED + NONSENSE)
def test_a_bad_decision_is_replaced_by_the_safe_answer(
    says: Callable[[View], Any], wrong: str
) -> None:
    """The game is identical to one in which the bot gives the safe answer each time."""
    driver = play(Saying(says))
    bad = driver.seats[BOB]
    assert bad.faults >= ROUNDS
    assert re.search(wrong, bad.reports[0].wrong)
    assert bad.reports[0].asked == "decide"
    assert [driver.seats[seat].faults for seat in (0, 2)] == [0, 0]
    assert driver.game.digest() == play(Quiet()).game.digest()


@pytest.mark.parametrize(("does", "wrong"), RAISED + NONSENSE[1:])
def test_a_bad_move_before_a_roll_is_ignored(does: Callable[[View], Any], wrong: str) -> None:
    driver = play(Doing(does))
    bad = driver.seats[BOB]
    assert bad.faults >= 3 * ROUNDS
    assert re.search(wrong, bad.reports[0].wrong)
    assert bad.reports[0].asked == "idle"
    assert driver.game.digest() == play(Quiet()).game.digest()


class Answering(Quiet):
    """A bot whose answers to offers come from a function."""

    def __init__(self, says: Callable[[View], Any]) -> None:
        self.says = says

    def answer(self, view: View, offer: Offer) -> Action | None:
        said: Action | None = self.says(view)
        return said


class Once(Quiet):
    """A bot that offers Baltic Avenue for $100, once."""

    def __init__(self) -> None:
        self.offered = False

    def idle(self, view: View) -> Action | None:
        if self.offered:
            return None
        self.offered = True
        return OfferTrade(view.seat, BOB, get_cash=100, give_deeds=(BALTIC,))


@pytest.mark.parametrize(("says", "wrong"), RAISED + NONSENSE[1:])
def test_a_bad_answer_leaves_the_offer_open(says: Callable[[View], Any], wrong: str) -> None:
    game = scene(owns={ANN: [BALTIC]}, dice=[(1, 2)])
    driver = Driver(game, [Once(), Answering(says)])
    driver.advance()
    assert driver.seats[BOB].faults == 1
    assert re.search(wrong, driver.seats[BOB].reports[0].wrong)
    assert driver.seats[BOB].reports[0].asked == "answer"
    assert [offer.maker for offer in game.state.offers] == [ANN]
    assert game.state.property(BALTIC).owner == ANN


@pytest.mark.skipif(is_compiled(), reason="compiled action classes cannot be subclassed")
def test_an_action_that_is_not_in_the_rules_is_rejected() -> None:
    class Steal(Action):
        def __init__(self, seat: int) -> None:
            self.seat = seat

        def why_not(self, state: object) -> None:
            return None

        def do(self, game: Game) -> None:
            raise AssertionError("an invented action was played")

    class Cheap(Buy):
        def do(self, game: Game) -> None:
            raise AssertionError("an invented action was played")

    says: list[Callable[[View], Any]] = [
        lambda view: Steal(view.seat),
        lambda view: Cheap(view.seat),
    ]
    for one in says:
        driver = play(Saying(one))
        told = r"answered (Steal|Cheap)\(seat=1\), which is not an action"
        assert re.search(told, driver.seats[BOB].reports[0].wrong)
        assert driver.game.digest() == play(Quiet()).game.digest()


def test_ctrl_c_is_not_a_fault() -> None:
    for bot in (Saying(raising(KeyboardInterrupt())), Doing(raising(KeyboardInterrupt()))):
        with pytest.raises(KeyboardInterrupt):
            play(bot)
    game = scene(owns={ANN: [BALTIC]})
    with pytest.raises(KeyboardInterrupt):
        Driver(game, [Once(), Answering(raising(KeyboardInterrupt()))]).advance()


def test_errors_in_a_trusted_bot_are_not_caught() -> None:
    class Door(TrustedBot):
        def decide(self, view: View) -> Action:
            raise EOFError

    with pytest.raises(EOFError):
        play(Door())


# -- bots that never finish ------------------------------------------------------------------------


def toggle(view: View) -> Action:
    return AlwaysAskForRent(view.seat, not view.state.players[view.seat].always_asks_for_rent)


def test_a_bot_that_never_stops_acting_is_stopped_before_each_roll() -> None:
    game = scene(dice=[(1, 2)])
    driver = Driver(game, [Quiet(), Doing(toggle)])
    driver.advance()
    assert game.state.moves == MOST_IDLE + 1
    told = f"took {MOST_IDLE} actions before a roll, 0 of them offers"
    assert driver.seats[BOB].reports == [Fault(BOB, 1, "idle", told)]
    assert isinstance(game.state.agenda.top, BuyOrAuction)


def test_the_safe_answer_is_used_for_a_bot_that_never_answers() -> None:
    game = scene(dice=[(1, 2)])
    driver = Driver(game, [Saying(toggle), Quiet()])
    while isinstance(game.state.agenda.top, ToRoll):
        driver.advance()
    assert game.state.moves == MOST_FIRST + 1
    told = f"took {MOST_FIRST} other actions before deciding"
    assert driver.seats[ANN].reports == [Fault(ANN, 1, "decide", told)]
    assert isinstance(game.state.agenda.top, BuyOrAuction)


def test_a_trusted_bot_may_act_any_number_of_times_before_a_roll() -> None:
    class Patient(TrustedBot):
        def __init__(self) -> None:
            self.left = 2 * MOST_FIRST

        def decide(self, view: View) -> Action:
            self.left -= 1
            return toggle(view) if self.left >= 0 else Roll(view.seat)

    game = scene(dice=[(1, 2)])
    driver = Driver(game, [Patient(), Quiet()])
    while isinstance(game.state.agenda.top, ToRoll):
        driver.advance()
    assert game.state.moves == 2 * MOST_FIRST + 1
    assert driver.seats[ANN].faults == 0


def offers(view: View) -> Action:
    price = 1 + view.state.moves % 7
    return OfferTrade(view.seat, ANN, get_cash=price, give_deeds=(BALTIC,))


def test_a_bot_that_never_stops_making_offers_is_stopped_before_each_roll() -> None:
    game = scene(owns={BOB: [BALTIC]}, dice=[(1, 3)])
    driver = Driver(game, [Quiet(), Doing(offers)])
    driver.advance()
    told = f"took {MOST_OFFERS} actions before a roll, {MOST_OFFERS} of them offers"
    assert driver.seats[BOB].reports == [Fault(BOB, 1, "idle", told)]
    assert game.state.last_serial == MOST_OFFERS
    assert game.state.offers == []
    assert game.state.property(BALTIC).owner == BOB


class Haggler(Once):
    """A bot that counters every offer with the reverse offer for a dollar more."""

    def answer(self, view: View, offer: Offer) -> Action | None:
        terms = offer.terms
        cash = max(terms.get_cash, terms.give_cash) + 1
        if terms.get_deeds:
            return CounterTrade(view.seat, offer.number, get_cash=cash, give_deeds=terms.get_deeds)
        return CounterTrade(view.seat, offer.number, give_cash=cash, get_deeds=terms.give_deeds)


def test_two_bots_that_never_stop_haggling_are_stopped() -> None:
    game = scene(owns={ANN: [BALTIC]}, dice=[(1, 2)])
    driver = Driver(game, [Haggler(), Haggler()])
    driver.seats[BOB].bot.offered = True  # type: ignore[attr-defined]  # only Ann starts
    driver.advance()
    assert game.state.last_serial == MOST_OFFERS + 1
    assert [len(seat.reports) for seat in driver.seats] == [1, 0]
    told = f"kept making offers after {MOST_OFFERS} in a row"
    assert driver.seats[ANN].reports == [Fault(ANN, 1, "answer", told)]
    assert len(game.state.offers) == 1
    assert isinstance(game.state.agenda.top, ToEndTurn)


def test_when_haggling_is_stopped_the_last_offer_stays_open_and_is_not_shown_again() -> None:
    game = scene(owns={ANN: [BALTIC]})
    driver = Driver(game, [Haggler(), Haggler()])
    driver.play(OfferTrade(ANN, BOB, get_cash=100, give_deeds=(BALTIC,)))
    driver.show_offers()
    before = game.digest()
    driver.show_offers()
    assert game.digest() == before
    assert len(game.state.offers) == 1


@pytest.mark.parametrize("bot", [Doing(toggle), Saying(toggle)])
def test_a_game_with_a_bot_that_never_finishes_is_played_to_the_end(bot: Bot) -> None:
    driver = play(bot, rounds=3)
    assert driver.game.state.over
    assert driver.seats[BOB].faults >= 3
    assert [driver.seats[seat].faults for seat in (0, 2)] == [0, 0]


# -- reports ---------------------------------------------------------------------------------------


def test_only_the_first_faults_are_reported_but_all_are_counted() -> None:
    driver = play(Saying(raising(ValueError("no"))), rounds=30)
    bad = driver.seats[BOB]
    assert bad.faults > MOST_REPORTS
    assert len(bad.reports) == MOST_REPORTS
    wrong = f"ValueError: no (test_guarded_bot.py:{line_of(raising) + 2})"
    assert bad.reports[0] == Fault(BOB, bad.reports[0].turn, "decide", wrong)
    assert [report.turn for report in bad.reports] == sorted(report.turn for report in bad.reports)


def test_a_long_error_message_is_truncated() -> None:
    driver = play(Saying(raising(ValueError("x" * 10_000))), rounds=1)
    told = driver.seats[BOB].reports[0].wrong
    cut, _, where = told.partition(" (")
    assert len(cut) == LONGEST_REPORT + 1
    assert cut.endswith("x…")
    assert where.startswith("test_guarded_bot.py:")


def line_of(function: Callable[..., object]) -> int:
    return function.__code__.co_firstlineno


def draws_none(view: View) -> Any:
    return random.choice([])


def builds_for_fun(view: View) -> Any:
    return view.why_not(None)  # type: ignore[arg-type]  # on purpose


@pytest.mark.parametrize("says", [draws_none, builds_for_fun])
def test_a_report_names_the_line_in_the_bot_that_caused_the_fault(
    says: Callable[[View], Any],
) -> None:
    """The report does not name a line in the library or engine code that the bot called."""
    for driver in (play(Saying(says), rounds=1), play(Doing(says), rounds=1)):
        told = driver.seats[BOB].reports[0].wrong
        assert told.endswith(f" (test_guarded_bot.py:{line_of(says) + 1})")


def test_the_report_for_a_none_answer_names_no_line() -> None:
    told = play(Saying(lambda view: None), rounds=1).seats[BOB].reports[0].wrong
    assert told == "TypeError: answered None, which is not an action"


def test_a_custom_bot_may_do_anything_that_is_allowed() -> None:
    """The guard accepts legal moves such as resigning, building and declining."""
    resigned = play(Doing(lambda view: Resign(view.seat)))
    assert resigned.game.state.players[BOB].out
    assert resigned.seats[BOB].faults == 0

    game = scene(owns={BOB: BROWN}, dice=[(1, 2)])
    builds = [Build(BOB, MEDITERRANEAN), Build(BOB, BALTIC)]
    driver = Driver(game, [Quiet(), Doing(lambda view: builds.pop() if builds else None)])
    driver.advance()
    assert [game.state.property(space).houses for space in BROWN] == [1, 1]
    assert driver.seats[BOB].faults == 0

    game = scene(owns={ANN: [BALTIC]}, dice=[(1, 2)])
    driver = Driver(game, [Once(), Answering(lambda view: DeclineTrade(view.seat, 1))])
    driver.advance()
    assert (game.state.offers, driver.seats[BOB].faults) == ([], 0)


def test_a_driver_needs_one_bot_for_each_seat() -> None:
    with pytest.raises(ValueError, match="The game needs 2 bots"):
        Driver(scene(), [Quiet()])


def test_the_safe_answer_is_the_decisions_default() -> None:
    assert Quiet().decide(scene().view(ANN)) == Roll(ANN)
    assert Quiet().decide(scene(to_pass=True).view(ANN)) == EndTurn(ANN)
    game = scene(standing_on=ORIENTAL)
    assert Quiet().decide(game.view(ANN)) == game.default(ANN)


# -- rent ------------------------------------------------------------------------------------------


class Plain(Bot):
    """A bot that overrides nothing."""


class Eager(Bot):
    """A bot that calls `super().idle()` first and then builds."""

    def idle(self, view: View) -> Action | None:
        order = super().idle(view)
        if order is not None:
            return order
        build = Build(view.seat, BALTIC)
        return build if view.why_not(build) is None else None


@pytest.mark.parametrize("kind", [Bot, Plain, Eager])
def test_a_bot_collects_rent_by_default(kind: type[Bot]) -> None:
    game = scene(owns={BOB: [BALTIC]}, dice=[(1, 2)])
    driver = Driver(game, [Quiet(), kind()])
    driver.advance()
    assert game.state.players[BOB].always_asks_for_rent
    assert [player.cash for player in game.state.players] == [1500 - 4, 1500 + 4]
    assert driver.seats[BOB].faults == 0


def test_a_bot_that_starts_by_calling_the_base_class_asks_for_rent_and_builds() -> None:
    game = scene(owns={BOB: BROWN}, dice=[(1, 2)])
    Driver(game, [Quiet(), Eager()]).advance()
    assert game.state.players[BOB].always_asks_for_rent
    assert game.state.property(BALTIC).houses == 1


def test_a_trusted_bot_gives_no_standing_order() -> None:
    assert TrustedBot().idle(scene().view(ANN)) is None
