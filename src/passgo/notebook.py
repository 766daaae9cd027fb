"""Pictures of games, states and offers in notebooks.

The engine cannot draw, so its classes do not know how they are drawn. The functions that draw them
are registered when ``passgo`` is imported. The drawing code itself is imported when it is needed.
"""

from __future__ import annotations

from passgo.engine.display import DISPLAY
from passgo.engine.state import Offer, State


def state_to_svg(state: State, names: tuple[str, ...]) -> str:
    """Draw a state as SVG; without names, the players are called by their seats."""
    from passgo.draw import draw

    return draw(state, names=names or None).svg


def offer_to_html(offer: Offer) -> str:
    """Describe an offer as HTML, with names if a game or view returned it."""
    from passgo.draw import draw_offer

    return draw_offer(offer).html


def register() -> None:
    """Register the functions that draw the engine's objects."""
    DISPLAY.state_to_svg = state_to_svg
    DISPLAY.offer_to_html = offer_to_html
