"""Bots are found by name, as module:Class or through entry points; errors explain what is wrong."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from passgo import Driver, Game, Seeded, rule_set
from passgo.bots.chaos import RandomBot
from passgo.bots.ladder import (
    BUILT_IN,
    FOR_PEOPLE,
    LADDER,
    BotError,
    BotMaker,
    bot_names,
    make_bot,
    read_bot,
    read_value,
    split_bots,
)
from passgo.bots.lookahead import LookaheadBot
from passgo.bots.simple import SimpleBot
from passgo.bots.trader import TraderBot
from passgo.engine.refusal import PassGoError

ODD = "tests.bots.odd_bots"


# -- the ladder ------------------------------------------------------------------------------------


def test_the_ladder_goes_from_random_to_hard() -> None:
    names = list(LADDER)
    assert names[:3] == ["random", "easy", "simple"]
    assert names[-2:] == ["normal", "hard"]
    assert [name for name in names if name in FOR_PEOPLE] == list(FOR_PEOPLE)


@pytest.mark.parametrize("name", LADDER)
def test_every_rung_makes_a_bot_of_its_class(name: str) -> None:
    rung = LADDER[name]
    module, _, kind = rung.source.partition(":")
    bot = make_bot(name)
    assert type(bot) is getattr(importlib.import_module(module), kind)
    assert rung.about
    assert rung.name == name


def test_easy_normal_and_hard_are_trader_and_lookahead_bots() -> None:
    easy, normal, hard = (make_bot(name) for name in FOR_PEOPLE)
    assert type(easy) is type(normal) is TraderBot
    assert isinstance(easy, TraderBot)
    assert isinstance(normal, TraderBot)
    assert easy.caution > normal.caution
    assert isinstance(hard, LookaheadBot)


@pytest.mark.parametrize(
    "name", ["random", "easy", "simple", "normal", "hard(rollouts=1, depth=2)"]
)
def test_the_built_in_bots_play_without_errors(name: str) -> None:
    game = Game(4, Seeded(8), rules=rule_set(round_limit=25))
    driver = Driver(game, [make_bot(name, seed) for seed in range(4)])
    driver.run()
    assert game.state.over
    assert [seat.faults for seat in driver.seats] == [0] * 4


# -- finding bots ----------------------------------------------------------------------------------


def test_options_are_given_in_parentheses() -> None:
    kept = dict(LADDER["easy"].options)
    bot = make_bot("simple( reserve = 300 )")
    assert isinstance(bot, SimpleBot)
    assert bot.reserve == 300
    easy = make_bot("easy(caution=2)")
    assert isinstance(easy, TraderBot)
    assert easy.caution == 2.0
    assert isinstance(easy.caution, float)
    assert easy.appetite == LADDER["easy"].options["appetite"]
    assert LADDER["easy"].options == kept


def test_a_custom_class_is_named_by_module_and_class() -> None:
    bot = make_bot(f"{ODD}:Picky(price=90, name=Ann, share=1, bold=on)")
    assert type(bot).__name__ == "Picky"
    assert vars(bot) == {"price": 90, "name": "Ann", "share": 1.0, "bold": True, "more": {}}


def test_a_class_that_accepts_any_option_receives_every_option_given() -> None:
    bot = make_bot(f"{ODD}:Open(one=1, two=x)")
    assert vars(bot) == {"options": {"one": 1, "two": "x"}}


def test_a_bot_that_takes_a_seed_gets_one() -> None:
    maker = BotMaker("random")
    first, again, other = maker.make(1), maker.make(1), maker.make(2)
    assert isinstance(first, RandomBot)
    assert isinstance(again, RandomBot)
    assert isinstance(other, RandomBot)
    assert first is not again
    assert [first.draw_below(1000) for _ in range(5)] == [again.draw_below(1000) for _ in range(5)]
    assert [first.draw_below(1000) for _ in range(5)] != [other.draw_below(1000) for _ in range(5)]
    hard = make_bot("hard", 7)
    chosen = make_bot("hard(seed=5)", 7)
    assert isinstance(hard, LookaheadBot)
    assert isinstance(chosen, LookaheadBot)
    assert (hard.seed, chosen.seed) == (7, 5)


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Create an installed distribution: a module, and metadata with its entry points."""
    (tmp_path / "greedy_bots.py").write_text(
        "from passgo.bots.simple import SimpleBot\n\n\nclass Greedy(SimpleBot):\n    pass\n",
        "utf-8",
    )
    info = tmp_path / "greedy_bots-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: greedy-bots\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[passgo.bots]\n"
        "greedy = greedy_bots:Greedy\n"
        "fancy = greedy_bots:Greedy [extra]\n"
        "broken = greedy_bots:Missing\n"
        "simple = greedy_bots:Greedy\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    sys.modules.pop("greedy_bots", None)


@pytest.mark.usefixtures("package")
def test_an_installed_package_provides_bots_through_entry_points() -> None:
    bot = make_bot("greedy(reserve=5)")
    assert type(bot).__module__ == "greedy_bots"
    assert isinstance(bot, SimpleBot)
    assert bot.reserve == 5
    assert type(make_bot("fancy")).__name__ == "Greedy"
    assert bot_names() == [*BUILT_IN, "broken", "fancy", "greedy"]


@pytest.mark.usefixtures("package")
def test_an_entry_point_cannot_replace_a_built_in_name() -> None:
    assert type(make_bot("simple")) is SimpleBot


@pytest.mark.usefixtures("package")
def test_the_error_for_a_broken_entry_point_names_its_target() -> None:
    told = r"The bot 'broken' .greedy_bots:Missing. cannot be imported: .*'Missing'"
    with pytest.raises(BotError, match=told):
        make_bot("broken")


@pytest.mark.usefixtures("package")
def test_the_error_for_an_unknown_bot_name_lists_the_installed_bots() -> None:
    told = r"rosa\), an installed one \(broken, fancy, greedy\), or your own as module:Class\.$"
    with pytest.raises(BotError, match=told):
        make_bot("nobody")
    with pytest.raises(BotError, match=r"Did you mean greedy\?$"):
        make_bot("gredy")


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("greedy_bots", "greedy_bots:Class"),
        ("greedy_bots:", "greedy_bots:Class"),
        ("greedy_bots.py", "greedy_bots:Class"),
        ("greedy_bots.Greedy", "greedy_bots:Greedy"),
        ("greedy_bots.py:Greedy", "greedy_bots:Greedy"),
        ("greedy_bots.Greedy(reserve=5)", "greedy_bots:Greedy"),
    ],
)
def test_the_error_for_a_bare_module_suggests_module_and_class(text: str, meant: str) -> None:
    with pytest.raises(BotError, match=rf" Did you mean {meant}\?$"):
        make_bot(text)
    assert type(make_bot("greedy_bots:Greedy")).__name__ == "Greedy"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Simple", "simple"),
        ("Tilda", "tilda"),
        ("HARD", "hard"),
        ("norml", "normal"),
        ("gnome-v", "gnome-v3 or gnome-v4 or gnome-v5"),
    ],
)
def test_the_error_for_a_misspelled_name_suggests_the_closest_name(text: str, meant: str) -> None:
    with pytest.raises(BotError, match=rf" Did you mean {meant}\?$"):
        make_bot(text)


@pytest.mark.parametrize("text", ["nobody", "", "json", "json.loads", "no.such.thing", "x" * 300])
def test_there_is_no_suggestion_without_a_close_match(text: str) -> None:
    with pytest.raises(BotError) as caught:
        make_bot(text)
    assert "Did you mean" not in str(caught.value)


# -- errors ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nobody", r"There is no bot named 'nobody'\. Choose a built-in bot \(random, .*\), or your own"),
        ("", "There is no bot named ''"),
        ("Simple", "There is no bot named 'Simple'"),
        ("simple(boldness=3)", r"The bot 'simple' has no option 'boldness' \(options: reserve\)\."),
        (f"{ODD}:Plain(x=1)", r"has no option 'x' \(options: none\)\."),
        ("simple(reserve=lots)", "The bot 'simple' needs a whole number for 'reserve' .got 'lots'"),
        ("simple(reserve=1.5)", "needs a whole number for 'reserve' .got 1.5."),
        ("simple(reserve=on)", "needs a whole number for 'reserve' .got True."),
        ("normal(caution=high)", "The bot 'normal' needs a number for 'caution' .got 'high'."),
        ("normal(caution=nan)", "needs a number for 'caution' .got 'nan'."),
        ("normal(trades=1)", "needs on or off for 'trades' .got 1."),
        ("normal(jail=3)", "needs a word for 'jail' .got 3."),
        ("normal(jail=never)", r"The bot normal\(jail=never\) cannot be created: jail must be auto,"),
        ("simple(reserve=3", "the closing parenthesis is missing"),
        ("simple(reserve)", r"write options as name\(option=value\)"),
        ("simple(reserve=1, reserve=2)", "'reserve' is given twice"),
        ("no_such_module:Bot", "no_such_module:Bot cannot be imported: No module named 'no_such_mod"),
        (f"{ODD}:Nobody", "cannot be imported: .* has no attribute 'Nobody'"),
        (f"{ODD}:", f"'{ODD}:' is not a bot. Specify your own bot as module:Class"),
        (":Plain", "':Plain' is not a bot"),
        (".odd_bots:Plain", "cannot be imported: "),
        ("tests.bots.broken_bots:Plain", "cannot be imported: ZeroDivisionError: not ready"),
        ("tests.bots.script_bots:Plain", "cannot be imported: SystemExit: 3"),
        (f"{ODD}:NUMBER", "is not a subclass of passgo.Bot"),
        (f"{ODD}:Stranger", "is not a subclass of passgo.Bot"),
        (f"{ODD}:maker", "is not a subclass of passgo.Bot"),
        (f"{ODD}:Stillborn", "Stillborn cannot be created: OSError: out of memory"),
        (f"{ODD}:Stillborn(how=exit)", "cannot be created: SystemExit: 2"),
        (f"{ODD}:Stillborn(how=assert)", "cannot be created: AssertionError: "),
        (f"{ODD}:Stillborn(how=value)", "cannot be created: invalid value$"),
        (f"{ODD}:Needy", "cannot be created: .*missing 1 required positional argument: 'cash'"),
    ],
)  # fmt: skip
def test_every_mistake_has_its_own_message(text: str, sentence: str) -> None:
    with pytest.raises(BotError, match=sentence):
        make_bot(text)


def test_ctrl_c_while_a_bot_is_being_created_is_not_caught() -> None:
    with pytest.raises(KeyboardInterrupt):
        make_bot(f"{ODD}:Stillborn(how=interrupt)")


def test_the_error_is_a_passgo_error() -> None:
    assert issubclass(BotError, PassGoError)
    assert PassGoError.__doc__ is not None
    assert "BotError" in PassGoError.__doc__


# -- parsing ---------------------------------------------------------------------------------------


def test_a_list_is_split_at_commas_outside_parentheses() -> None:
    assert split_bots(" a, b(x=1,y=2) ,,m:C ") == ["a", "b(x=1,y=2)", "m:C"]
    assert split_bots(" , ") == []


def test_the_name_and_the_options_are_separated() -> None:
    assert read_bot(" m:C ( a=1 , b = two ) ") == ("m:C", {"a": 1, "b": "two"})
    assert read_bot("simple") == read_bot("simple( )") == ("simple", {})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("3", 3), ("-3", -3), ("1_000", 1000), ("0.5", 0.5), ("1e3", 1000.0), ("on", True),
        ("False", False), ("auto", "auto"), ("inf", "inf"), ("", ""),
    ],
)  # fmt: skip
def test_values_are_numbers_switches_or_words(text: str, value: object) -> None:
    assert read_value(text) == value
    assert type(read_value(text)) is type(value)
