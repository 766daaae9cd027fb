"""Drawings of positions and offers, as SVG or HTML without scripts, fonts or network access.

    draw(game)                    a game, view, state, position or record, as SVG
    draw(record, to=40)           the position after action 40
    draw_offer(offer, game)       an offer, as HTML
    draw(game).save("board.svg")

In a notebook, games, views, states, offers and records draw themselves.
"""

from passgo.draw.drawing import Drawable, Drawing, OfferDrawing, draw, draw_offer

__all__ = ["Drawable", "Drawing", "OfferDrawing", "draw", "draw_offer"]
