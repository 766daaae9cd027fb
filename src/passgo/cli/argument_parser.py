"""The `passgo` argument parser, which explains mistakes and suggests the right spelling."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from typing import Any, Final, NoReturn

from passgo.cli.errors import UserError
from passgo.cli.text import sanitize
from passgo.spelling import did_you_mean, join_words

_MESSAGES: Final = (
    (r"argument (\S+): expected one argument", r"\1 needs a value"),
    (r"argument (\S+): expected at least one argument", r"\1 needs at least one value"),
    (r"argument (\S+): ignored explicit argument (.*)", r"\1 takes no value (got \2)"),
    (r"the following arguments are required: (\S+)", r"\1 is required"),
    (r"the following arguments are required: (.+)", r"these arguments are required: \1"),
)
"""Patterns for argparse's messages, and the text that replaces them."""


class HelpFormatter(argparse.RawDescriptionHelpFormatter):
    """A formatter that has room for long names and never separates "(default:" from its value."""

    def __init__(self, prog: str, **settings: Any) -> None:
        super().__init__(prog, max_help_position=26, **settings)

    def add_argument(self, action: argparse.Action) -> None:
        """Add an argument; unlike argparse, allow for the indentation of command names."""
        super().add_argument(action)
        if isinstance(action, argparse._SubParsersAction):
            self._action_max_length += self._indent_increment

    def _split_lines(self, text: str, width: int) -> list[str]:
        lines = super()._split_lines(text.replace("(default: ", "(default:\u00a0"), width)
        return [line.replace("\u00a0", " ") for line in lines]


class ArgumentParser(argparse.ArgumentParser):
    """An argument parser for `passgo` or one of its commands; it raises `UserError` for mistakes.

    Options cannot be abbreviated; otherwise, a new option could break an existing script.
    """

    command: ArgumentParser | None = None
    """The parser for the given command, if any."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(
            allow_abbrev=False,
            formatter_class=HelpFormatter,
            **settings,
        )

    def parse(self, words: Sequence[str]) -> argparse.Namespace:
        """Parse the command line."""
        self.check_option_names(words)
        args, rest = self.parse_known_args(words)
        if rest:
            parser = self.command or self
            if rest[0].startswith("-"):
                parser.refuse_option(rest[0].partition("=")[0])
            parser.error(f"unexpected argument {sanitize(rest[0])!r}")
        return args

    def check_option_names(self, words: Sequence[str]) -> None:
        """Reject unknown options before argparse reports a different mistake, such as a missing argument."""
        for place, word in enumerate(words):
            if word == "--":
                return
            if self._subparsers is not None and not word.startswith("-"):
                if self.command is not None:
                    self.command.check_option_names(words[place + 1 :])
                return
            name = word.partition("=")[0]
            if word.startswith("--") and " " not in name and name not in self.option_names():
                self.refuse_option(name)

    def option_names(self) -> list[str]:
        """Return the long names of all options."""
        return [name for name in self._option_string_actions if name.startswith("--")]

    def refuse_option(self, name: str) -> NoReturn:
        """Raise `UserError` for an option that does not exist."""
        hint = did_you_mean(f"--{name.lstrip('-')}", self.option_names())
        hint = hint or f"; see {self.prog} --help"
        raise UserError(f"There is no option {sanitize(name)}{hint}")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Raise `UserError` for a value that is not among the choices."""
        if action.choices is None or value in action.choices:
            return
        choices = [str(choice) for choice in action.choices]
        got, hint = sanitize(str(value)), did_you_mean(str(value), choices)
        if isinstance(action, argparse._SubParsersAction):
            hint = hint or f"; see {self.prog} --help"
            raise UserError(f"There is no command {got!r}{hint}")
        name = action.option_strings[-1] if action.option_strings else action.dest
        raise UserError(f"{name} must be {join_words(choices)} (got {got!r}){hint}")

    def error(self, message: str) -> NoReturn:
        """Raise `UserError` instead of printing the usage and exiting."""
        for pattern, sentence in _MESSAGES:
            if re.fullmatch(pattern, message):
                message = re.sub(pattern, sentence, message)
                break
        raise UserError(f"{message}; see {self.prog} --help")
