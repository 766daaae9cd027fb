"""Bots on the command line: finding, checking and listing them."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Final

from passgo.bots.ladder import BUILT_IN, FOR_PEOPLE, BotError, BotMaker, read_bot
from passgo.cli.errors import UserError

DEFAULT_BOT: Final = "normal"
"""The bot that plays if none is named."""


def find_local_bots() -> None:
    """Make the modules in the current folder importable, so users can name their own bots."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())


def check_bot(text: str) -> None:
    """Raise `UserError` for a bot that doesn't exist or cannot be created."""
    try:
        with contextlib.redirect_stdout(sys.stderr):  # a bot's module may print on import
            BotMaker(text).make()
    except BotError as error:
        raise UserError(str(error)) from None


def is_ours(text: str) -> bool:
    """Return whether a bot is built in, regardless of its options."""
    try:
        return read_bot(text)[0] in BUILT_IN
    except BotError:
        return False


def list_bots() -> str:
    """List all bots for the help text, starting with those meant to play against people."""
    others = [name for name in BUILT_IN if name not in FOR_PEOPLE]
    return f"{', '.join([*FOR_PEOPLE, *others])} or module:Class"
