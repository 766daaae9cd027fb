"""What goes wrong through no fault of the program."""

from __future__ import annotations


class UserError(Exception):
    """Something the person at the keyboard can mend, said in one sentence."""
