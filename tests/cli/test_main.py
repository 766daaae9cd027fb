"""The `passgo` command: exit statuses, and error messages instead of tracebacks."""

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
    """Replace the `play` command with one that raises, returns or prints something."""

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


def test_the_exit_status_comes_from_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, 7)
    assert cli.main(["play"]) == 7


def test_a_user_error_prints_a_sentence_and_exits_with_status_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pretend(monkeypatch, UserError("There is no file game.jsonl."))
    assert cli.main(["play"]) == 2
    assert capsys.readouterr() == ("", "passgo: There is no file game.jsonl.\n")


def test_an_interrupt_ends_the_line_and_exits_with_status_130(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pretend(monkeypatch, KeyboardInterrupt())
    assert cli.main(["play"]) == 130
    assert capsys.readouterr() == ("", "\n")


def test_any_other_error_shows_its_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    pretend(monkeypatch, ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        cli.main(["play"])


def test_a_missing_command_prints_the_help_and_exits_with_status_2(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert cli.main([]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("usage: passgo")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["zzz"], "There is no command 'zzz'; see passgo --help"),
        (["--zzz"], "There is no option --zzz; see passgo --help"),
        (["replay", "a", "b"], "unexpected argument 'b'; see passgo replay --help"),
        (["odds", "-x"], "There is no option -x; see passgo odds --help"),
        (["replay"], "Name a game file, or a simulated game with --plan and --game."),
        (["verify"], "FILE is required; see passgo verify --help"),
        (["tournament"], "--bots is required; see passgo tournament --help"),
        (["odds", "--sort"], "--sort needs a value; see passgo odds --help"),
        (["odds", "--json=yes"], "--json takes no value (got 'yes'); see passgo odds --help"),
        (["odds", "--sort", "qqq"], "--sort must be board, leave or stay (got 'qqq')"),
        (["simulate", "--games", "0"], "--games must be at least 1 (got 0)"),
        (["simulate", "--games", "many"], "--games must be a whole number (got 'many')"),
    ],
)
def test_a_usage_error_prints_one_sentence_to_stderr_and_exits_with_status_2(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(words) == 2
    assert capsys.readouterr() == ("", f"passgo: {sentence}\n")


def test_help_lists_the_commands_and_examples(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--help"]) == 0
    said = capsys.readouterr().out
    assert "look up rules in the rulebook" in said
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


def test_version_reports_whether_the_engine_is_compiled(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    kind = "compiled" if passgo.is_compiled() else "plain Python"
    assert capsys.readouterr().out.startswith(f"passgo {passgo.__version__} (engine: {kind};")


def test_a_closed_pipe_is_not_an_error() -> None:
    """The reader is closed beforehand, because an open pipe would buffer short output."""
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


def test_a_full_disk_is_reported_in_one_sentence() -> None:
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
