"""The error for user mistakes, and exit statuses."""

from __future__ import annotations

from typing import Final

# As shells report them: 128 plus the signal number.
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141


class UserError(Exception):
    """A mistake that the user can fix, described in one sentence."""
