"""The error for mistakes of the user, and exit statuses."""

from __future__ import annotations

from typing import Final

# As a shell reports it: 128 plus the number of the signal.
INTERRUPTED: Final = 130
BROKEN_PIPE: Final = 141


class UserError(Exception):
    """A mistake that the user can fix, described in one sentence."""
