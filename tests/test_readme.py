"""What the README shows is run: every `>>>` in it, on whichever passgo is installed."""

from __future__ import annotations

import doctest
from pathlib import Path

from passgo import Bot, Driver
from tests.scene import BALTIC, BOB, scene

README = Path(__file__).parent.parent / "README.md"


def test_the_examples_in_the_readme_work() -> None:
    failed, attempted = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert attempted > 0
    assert failed == 0, "see the differences above"


def test_the_bot_in_the_readme_collects_rent() -> None:
    """Its class, as it stands there, in a game of its own."""
    names: dict[str, object] = {}
    test = doctest.DocTestParser().get_doctest(
        README.read_text("utf-8"), names, "README.md", None, None
    )
    doctest.DocTestRunner(verbose=False).run(test, out=lambda text: None, clear_globs=False)
    kind = test.globs["Hoarder"]
    game = scene(owns={BOB: [BALTIC]}, dice=[(1, 2)])
    Driver(game, [Bot(), kind()]).advance()
    assert [player.cash for player in game.state.players] == [1500 - 4, 1500 + 4]
