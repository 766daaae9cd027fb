"""A bot's fingerprint changes only with its source code and the modules it imports."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from passgo.bots.ladder import BotError
from passgo.sim.fingerprint import fingerprint

BOT = "from passgo import Bot\nfrom marked_habits import reserve\nclass Mine(Bot):\n    pass\n"
HABITS = "import json\nimport marked_deep.inner\nreserve = 1\n"


def look(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the fingerprint of the bot in a folder, as a new process would compute it."""
    with monkeypatch.context() as patch:
        patch.syspath_prepend(str(folder))
        found = fingerprint("marked_bot:Mine")
    for name in [name for name in sys.modules if name.startswith("marked_")]:
        del sys.modules[name]
    return found


def written(folder: Path, bot: str = BOT, habits: str = HABITS, deep: str = "") -> Path:
    (folder / "marked_deep").mkdir(parents=True)
    (folder / "marked_bot.py").write_text(bot)
    (folder / "marked_habits.py").write_text(habits)
    (folder / "marked_deep" / "__init__.py").touch()
    (folder / "marked_deep" / "inner.py").write_text(deep)
    return folder


def test_built_in_bots_have_no_fingerprint() -> None:
    assert fingerprint("simple(reserve=300)") == fingerprint("passgo.bots.simple:SimpleBot") == ""


def test_a_fingerprint_changes_only_with_the_source_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = look(written(tmp_path / "a"), monkeypatch)
    assert len(first) == 32
    assert look(written(tmp_path / "b"), monkeypatch) == first
    assert look(written(tmp_path / "c", bot=BOT + "#"), monkeypatch) != first
    assert look(written(tmp_path / "d", habits="reserve = 2\n"), monkeypatch) != first


def test_a_fingerprint_covers_a_package_in_the_same_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = look(written(tmp_path / "a"), monkeypatch)
    assert look(written(tmp_path / "b", deep="depth = 1\n"), monkeypatch) != first


def test_an_installed_bots_fingerprint_ignores_other_packages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = look(written(tmp_path / "a" / "site-packages"), monkeypatch)
    other = written(tmp_path / "b" / "site-packages", habits="reserve = 2\n")
    assert look(other, monkeypatch) == first


def test_an_unknown_bot_has_no_fingerprint() -> None:
    with pytest.raises(BotError, match="There is no bot named 'nobody'"):
        fingerprint("nobody")
