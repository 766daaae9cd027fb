"""Bots on the command line: where they are looked for, and what is said of those there are."""

from __future__ import annotations

import contextlib
import os
import sys
from typing import Final

from passgo.bots.ladder import FOR_PEOPLE, LADDER, BotError, BotMaker, read_bot
from passgo.cli.errors import UserError

DEFAULT_BOT: Final = "normal"
"""Who plays if nobody says otherwise."""


def find_local_bots() -> None:
    """Let bots of yours be found, whose modules lie where you are."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())


def check_bot(text: str) -> None:
    """Refuse a bot that is not there or cannot be made."""
    try:
        with contextlib.redirect_stdout(sys.stderr):  # what it prints when it is imported
            BotMaker(text).make()
    except BotError as error:
        raise UserError(str(error)) from None


def is_ours(text: str) -> bool:
    """Say whether a bot is one of the ladder, with whatever options."""
    try:
        return read_bot(text)[0] in LADDER
    except BotError:
        return False


def list_bots() -> str:
    """Name those for people first, then the others."""
    others = [name for name in LADDER if name not in FOR_PEOPLE]
    return f"{', '.join(FOR_PEOPLE)}; {', '.join(others)}; or module:Class"
