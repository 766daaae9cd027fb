"""The trade study measures paired continuations, can be resumed, and reports what it found."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from bench import trade_study
from bench.continuations import Result, Trade, TradePicker, copy_bot
from passgo import Driver, Game, Seeded, rule_set
from passgo.actions import AcceptTrade, DeclineTrade, OfferTrade
from passgo.bots.ladder import make_bot
from passgo.bots.trader import TraderBot
from tests import scene as s

RULES = rule_set(round_limit=40)


def a_trade() -> Trade:
    """Return an accepted trade from a game between four `normal` bots."""
    for seed in range(20):
        picker = TradePicker(Game(4, Seeded(seed), rules=RULES), "normal", seed)
        picker.run()
        if picker.trade is not None:
            return picker.trade
    raise AssertionError("no trade in 20 games")


def test_a_copied_bot_plays_on_like_the_original() -> None:
    game = Game(4, Seeded(3), rules=RULES)
    driver = Driver(game, [make_bot("normal") for _ in range(4)])
    driver.run(60)
    twins = [copy_bot("normal", seat.bot) for seat in driver.seats]
    again = game.copy(Seeded(3))
    driver.run()
    Driver(again, twins).run()
    assert again.digest() == game.digest()


def test_the_memory_of_a_bot_is_copied() -> None:
    bot, twin = TraderBot(), TraderBot()
    bot.looked_at, bot.look_again, bot.limit, bot.limit_for, bot.unmortgaged = 1, 2, 3, 4, 5
    twin.copy_memory(bot)
    assert [twin.looked_at, twin.look_again, twin.limit, twin.limit_for] == [1, 2, 3, 4]
    assert twin.unmortgaged == 5


def test_both_answers_get_the_same_dice() -> None:
    trade = a_trade()
    assert trade.game.why_not(trade.answer) is None
    decline = DeclineTrade(trade.answer.seat, trade.answer.offer)
    for action in (trade.answer, decline):
        first, second = (trade.wins_after([action], 7) for _ in range(2))
        assert first == second
        assert sum(first) == pytest.approx(1.0)


def test_a_trade_that_completes_a_group_or_averts_a_bankruptcy_is_recognized() -> None:
    game = s.scene(players=4, owns={s.ANN: (s.PARK_PLACE, s.READING), s.BOB: (s.BOARDWALK,)})
    game.step(OfferTrade(s.ANN, s.BOB, give_cash=1, get_deeds=(s.BOARDWALK,)))
    offer = game.state.offers[-1]
    assert trade_study.completes(game.state, offer)
    assert not trade_study.would_save(game.state, offer)
    game.step(OfferTrade(s.ANN, s.BOB, get_cash=1, give_deeds=(s.READING,)))
    assert not trade_study.completes(game.state, game.state.offers[-1])


def result(seed: int, maker: float, partner: float, **more: object) -> Result:
    """Return a result with these changes for the maker (seat 0) and the acceptor (seat 1)."""
    rest = -(maker + partner) / 2
    return {
        "seed": seed,
        "trades": 5,
        "maker": 0,
        "partner": 1,
        "playing": [True] * 4,
        "completes": False,
        "double": False,
        "saves": False,
        "change": [maker, partner, rest, rest],
        "error": [0.01] * 4,
        "model": [0.0] * 4,
        **more,
    }


def test_the_report_counts_certain_losses_and_useful_trades() -> None:
    results: list[Result] = [
        result(1, 0.01, 0.01),
        result(2, 0.05, -0.03),
        result(3, 0.0, 0.0, completes=True),
        result(4, 0.0, 0.0),
        {"seed": 5, "trades": 0},
    ]
    text = trade_study.describe(results)
    assert "4 trades from 5 games with 4.0 trades each" in text
    assert "| maker | +1.50 " in text
    assert "| acceptor | -0.50 " in text
    assert "Maker or acceptor certainly loses: 25.0%" in text
    assert "two points: 50.0%" in text
    assert "| does not | 4 | 0.0% | 25.0% |" in text
    assert text.endswith(": no")
    hopeful = [result(n, 0.0, -0.03, double=True, model=[0.05, 0.04, 0.0, 0.0]) for n in range(2)]
    text = trade_study.describe([*hopeful, *results])
    assert "| completes a group for both sides | 2 | 0.0% | 100.0% |" in text
    assert "| the win model predicts at least 4 points for both sides | 2 | 0.0% | 100.0% |" in text
    assert "at least 8 points" not in text
    good = [result(n, 0.02, 0.02) for n in range(9)]
    assert trade_study.describe(good).endswith(": yes")
    assert trade_study.describe([]) == "No trades yet."


def run(monkeypatch: pytest.MonkeyPatch, out: Path, trades: int, seed: int = 0) -> None:
    """Run the script."""
    words = [
        "--trades",
        str(trades),
        "--continuations",
        "1",
        "--out",
        str(out),
        "--seed",
        str(seed),
    ]
    monkeypatch.setattr(trade_study, "ROUNDS", 25)
    monkeypatch.setattr(sys, "argv", ["trade_study", *words])
    trade_study.main()


def test_a_study_is_resumed_from_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "study.jsonl"
    run(monkeypatch, out, 1)
    first = out.read_text("utf-8")
    with out.open("a", encoding="utf-8") as file:
        file.write('{"seed": 99, "tra')  # an interrupted write
    run(monkeypatch, out, 2)
    second = out.read_text("utf-8")
    assert second.startswith(first)
    seeds = [json.loads(line)["seed"] for line in second.splitlines()[1:]]
    assert seeds == list(range(len(seeds)))
    assert "2 trades from" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="different study"):
        run(monkeypatch, out, 2, seed=7)
    assert isinstance(a_trade().answer, AcceptTrade)
