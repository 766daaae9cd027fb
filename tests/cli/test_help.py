"""Every command's help follows one style."""

from __future__ import annotations

import argparse

import pytest

from passgo.cli.argument_parser import ArgumentParser
from passgo.cli.main import COMMANDS, build_parser, main

GROUPS = {
    "positional arguments",
    "options",
    "game options",
    "saved games",
    "execution",
    "output",
    "server options",
    "storage",
    "logging",
    "configuration",
}
NAMES = ("JSON", "HTML", "SQLite", "SVG", "TOML", "URL", "Dask", "Jail")
"""Names that a help string may begin with."""


def parser_of(command: str) -> ArgumentParser:
    """Return a command's parser."""
    parser = build_parser([command]).command
    assert parser is not None
    return parser


def arguments_of(command: str) -> list[argparse.Action]:
    """Return a command's arguments, except --help."""
    return [action for action in parser_of(command)._actions if action.dest != "help"]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_a_description_and_examples(command: str) -> None:
    parser = parser_of(command)
    assert parser.description is not None
    assert parser.description[0].isupper()
    assert parser.description.endswith(".")
    assert parser.epilog is not None
    assert parser.epilog.startswith(f"examples:\n  passgo {command}")


@pytest.mark.parametrize("command", COMMANDS)
def test_help_strings_begin_in_lower_case_and_have_no_period(command: str) -> None:
    for action in arguments_of(command):
        text = action.help
        assert text, action.dest
        assert text[0].islower() or text.startswith(NAMES), text
        assert not text.endswith("."), text


@pytest.mark.parametrize("command", COMMANDS)
def test_a_default_comes_last_and_always_has_the_same_form(command: str) -> None:
    for action in arguments_of(command):
        text = action.help or ""
        if "default:" in text:
            assert text.count("(default: ") == 1, text
            assert text.endswith(")"), text
        if action.default not in (None, False, []) and action.dest != "version":
            assert "(default: " in text, action.dest


@pytest.mark.parametrize("command", COMMANDS)
def test_option_groups_have_the_same_names_in_all_commands(command: str) -> None:
    titles = {group.title for group in parser_of(command)._action_groups if group._group_actions}
    assert titles <= GROUPS


def test_a_line_break_never_separates_a_default_from_its_value(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for columns in range(60, 120):
        monkeypatch.setenv("COLUMNS", str(columns))
        assert main(["simulate", "--help"]) == 0
        assert "(default:\n" not in capsys.readouterr().out


def test_the_overview_has_one_line_for_each_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for name, command in COMMANDS.items():
        assert any(line.split(maxsplit=1) == [name, command.summary] for line in lines)
