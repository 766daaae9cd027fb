"""Positions (being written)."""
from passgo.engine.state import Hidden, State
def position_of(state: State, hidden: Hidden | None) -> dict[str, object]:
    return {}
def digest_of(state: State, hidden: Hidden | None) -> str:
    return ""
