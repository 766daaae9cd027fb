"""How to get what only a part of PassGo needs: the server, ratings, clusters."""

from __future__ import annotations


def how_to_install(extra: str) -> str:
    """Return the command that brings the libraries of a part, whether PassGo was fetched or checked out."""
    return f'pip install "passgo[{extra}]", or in a checkout pip install ".[{extra}]"'
