"""./play runs `passgo` with options for people who only want to play."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tools import run_play, setup_env


class Became(Exception):
    """Raised with the program that would have replaced the process."""


@pytest.fixture(autouse=True)
def _no_set_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def become(program: str, words: list[str], environ: dict[str, str]) -> None:
        raise Became(words[4:], environ)

    monkeypatch.setattr(setup_env, "environment", lambda kind: tmp_path)
    monkeypatch.setattr(os, "execve", become)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("PASSGO_LOG_LEVEL", raising=False)


def became(*arguments: str) -> tuple[list[str], dict[str, str]]:
    with pytest.raises(Became) as caught:
        run_play.main(list(arguments))
    words, environ = caught.value.args
    return words, environ


def test_games_are_saved_and_the_browser_opens(tmp_path: Path) -> None:
    words, _ = became("--lan")
    database = str(tmp_path / "passgo" / "games.db")
    assert words == ["serve", "--open", "--database", database, "--lan"]


def test_players_see_only_warnings_and_errors_unless_they_ask_for_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert became()[1]["PASSGO_LOG_LEVEL"] == "warning"
    # the option takes precedence over the environment variable
    assert became("--log-level", "info")[0][-2:] == ["--log-level", "info"]
    monkeypatch.setenv("PASSGO_LOG_LEVEL", "debug")
    assert became()[1]["PASSGO_LOG_LEVEL"] == "debug"


def test_the_terminal_game_receives_the_options() -> None:
    assert became("--terminal", "--bots", "2")[0] == ["play", "--bots", "2"]


def test_without_node_or_npm_the_game_starts_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def environment(kind: str) -> Path:
        if kind == "play":
            raise setup_env.PagesError("This failed: npm ci", "no such host")
        return tmp_path / kind

    monkeypatch.setattr(setup_env, "environment", environment)
    words, _ = became("--lan")
    assert words == ["play"]
    said = capsys.readouterr().err
    assert "no such host" in said
    assert "This failed: npm ci" in said
    assert "npm registry" in said


@pytest.mark.parametrize(("is_ready", "kind"), [(False, "terminal"), (True, "play")])
def test_the_terminal_game_needs_no_pages(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, is_ready: bool, kind: str
) -> None:
    asked = list[str]()

    def environment(kind: str) -> Path:
        asked.append(kind)
        return tmp_path

    monkeypatch.setattr(setup_env, "is_ready", lambda kind: is_ready)
    monkeypatch.setattr(setup_env, "environment", environment)
    became("--terminal")
    assert asked == [kind]
