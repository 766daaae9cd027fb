"""The connection between the engine's classes and the code that draws them.

A notebook asks an object for its picture by calling ``_repr_svg_`` or ``_repr_html_``. Compiled
classes cannot get such a method from outside, so ``Game``, ``View``, ``State`` and ``Offer`` define
it themselves. The engine cannot draw, so the methods call what ``passgo.notebook`` registers here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from passgo.engine.state import Offer, State


class Display:
    """The functions that draw states and offers; None until they are registered."""

    def __init__(self) -> None:
        self.state_to_svg: Callable[[State, tuple[str, ...]], str] | None = None
        self.offer_to_html: Callable[[Offer], str] | None = None


DISPLAY: Final = Display()


def draw_state(state: State, names: tuple[str, ...] = ()) -> str | None:
    """Return the board as SVG, with the players' names if any, or None if nothing is registered."""
    write = DISPLAY.state_to_svg
    return None if write is None else write(state, names)


def draw_offer(offer: Offer) -> str | None:
    """Return an offer as HTML, or None if nothing is registered."""
    write = DISPLAY.offer_to_html
    return None if write is None else write(offer)
