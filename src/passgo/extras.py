"""Installation hints for optional features: the server, ratings and clusters."""

from __future__ import annotations


def how_to_install(extra: str) -> str:
    """Return the commands that install an extra from the package index or in a checkout."""
    return f'pip install "passgo[{extra}]" or, in a checkout, pip install ".[{extra}]"'
