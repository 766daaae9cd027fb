"""The command `passgo`: the right status, and sentences instead of tracebacks."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

import passgo
from passgo.cli import main as cli
from passgo.cli.errors import UserError


def pretend(monkeypatch: pytest.MonkeyPatch, what: BaseException | int | str) -> None:
    """Put a command `play` in place that raises, returns or prints this."""

    def run(args: argparse.Namespace) -> int:
        if isinstance(what, BaseException):
            raise what
        if isinstance(what, str):
            print(what)
            return 0
        return what

    module = ModuleType("passgo.cli.commands.play")
    vars(module).update(DESCRIPTION="", EXAMPLES="", add_options=lambda parser: None, run=run)
    monkeypatch.setitem(sys.modules, "passgo.cli.commands.play", module)


def test_the_status_is_the_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, 7)
    assert cli.main(["play"]) == 7


def test_a_user_error_is_a_sentence_and_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pretend(monkeypatch, UserError("There is no file game.jsonl."))
    assert cli.main(["play"]) == 2
    assert capsys.readouterr() == ("", "passgo: There is no file game.jsonl.\n")


def test_an_interrupt_ends_the_line_and_is_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pretend(monkeypatch, KeyboardInterrupt())
    assert cli.main(["play"]) == 130
    assert capsys.readouterr() == ("", "\n")


def test_any_other_error_is_ours_and_shows_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        cli.main(["play"])


@pytest.mark.parametrize("words", [["nonsense"], ["--nonsense"], []])
def test_a_wrong_command_line_is_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("usage: passgo")


def test_help_names_the_commands_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == 0
    said = capsys.readouterr().out
    assert "look up the rulebook" in said
    assert "examples:" in said


def test_every_command_has_an_example() -> None:
    for name, command in cli.COMMANDS.items():
        assert command.example.startswith(f"passgo {name}")


def test_every_command_has_a_module_and_every_module_is_a_command() -> None:
    folder = Path(cli.__file__).parent / "commands"
    assert {file.stem for file in folder.glob("*.py")} - {"__init__"} == set(cli.COMMANDS)


@pytest.mark.parametrize("name", ["simulate", "tournament", "compare", "odds", "rules", "replay"])
def test_only_play_imports_the_terminal_game(name: str) -> None:
    script = (
        "import sys; from passgo.cli.main import build_parser\n"
        f"build_parser(['{name}'])\n"
        f"assert 'passgo.cli.commands.{name}' in sys.modules\n"
        "print(*(name for name in sys.modules if name.startswith('passgo.cli.terminal')))"
    )
    done = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "\n", "")


def test_version_says_whether_the_engine_is_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    kind = "compiled" if passgo.is_compiled() else "plain Python"
    assert capsys.readouterr().out.startswith(f"passgo {passgo.__version__} (engine: {kind};")


def test_output_may_be_cut_off_by_head() -> None:
    """With a reader that has left already: a pipe that is read would swallow a short output."""
    script = (
        "import os, sys; from passgo.cli.main import main\n"
        "read, write = os.pipe(); os.close(read); os.dup2(write, 1); os.close(write)\n"
        "sys.exit(main(['rules']))"
    )
    done = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (141, "")


def test_python_m_passgo_is_the_same_command() -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "passgo", "--version"], capture_output=True, text=True
    )
    assert done.returncode == 0
    assert done.stdout.startswith("passgo ")


def test_a_full_disk_is_told_in_a_sentence() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full to stand in for a full disk")
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "passgo", "rules"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "passgo: The output cannot be written: No space left on device.\n"
