"""./play runs `passgo` with options for people who only want to play."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tools import background, run_play, setup_env


class Became(Exception):
    """Raised with the program that would have replaced the process."""


@pytest.fixture(autouse=True)
def finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Set up nothing, and start nothing; return the list of what is finished in the background."""
    finished = list[str]()

    def become(program: str, words: list[str], environ: dict[str, str]) -> None:
        raise Became(words[4:], environ)

    monkeypatch.setattr(setup_env, "environment", lambda kind: tmp_path)
    monkeypatch.setattr(setup_env, "choose_kind", lambda kinds: kinds[0])
    monkeypatch.setattr(background, "start", finished.append)
    monkeypatch.setattr(os, "execve", become)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.delenv("PASSGO_LOG_LEVEL", raising=False)
    return finished


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


@pytest.mark.parametrize(
    ("arguments", "kinds"), [([], ["play"]), (["--terminal"], ["play", "terminal"])]
)
def test_the_terminal_game_needs_no_pages(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], kinds: list[str]
) -> None:
    asked = list[list[str]]()

    def choose(kinds: list[str]) -> str:
        asked.append(kinds)
        return kinds[0]

    monkeypatch.setattr(setup_env, "choose_kind", choose)
    became(*arguments)
    assert asked == [kinds]


def test_the_engine_is_compiled_while_people_play(
    monkeypatch: pytest.MonkeyPatch, finished: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    became()
    assert finished == []
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(setup_env, "choose_kind", lambda kinds: "plain-play")
    became()
    assert finished == ["play"]
    assert capsys.readouterr().err == f"{run_play.COMPILING}\n"


def test_help_does_not_compile(monkeypatch: pytest.MonkeyPatch, finished: list[str]) -> None:
    monkeypatch.setattr(setup_env, "choose_kind", lambda kinds: "plain-play")
    monkeypatch.setattr(setup_env, "is_ready", lambda kind: True)
    assert became("--help")[0][-1] == "--help"
    assert finished == []


def test_an_engine_that_cannot_be_compiled_is_mentioned_at_every_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "plain.txt").write_text("PassGo: the engine is not compiled: no compiler.", "utf-8")
    for _ in range(2):
        became()
        assert "no compiler" in capsys.readouterr().err
