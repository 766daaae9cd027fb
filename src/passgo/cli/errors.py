"""What goes wrong through no fault of the program, and the exit statuses of Unix."""

from __future__ import annotations

from typing import Final

# 128 and the number of the signal that would have ended us.
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141


class UserError(Exception):
    """Something the person at the keyboard can fix, in one sentence."""
