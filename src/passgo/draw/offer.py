"""A trade offer as HTML: what each side gives, and which groups it would complete."""

from __future__ import annotations

from collections.abc import Sequence

from passgo.draw.art import BRASS, INK, IVORY, LINE, SOFT, TEAL, plain, seat_color
from passgo.engine.state import Offer, State
from passgo.say import Lexicon, Words, say_offer
from passgo.svg import group_color

_CHIP = (
    f"display:inline-block;margin:2px 4px 2px 0;padding:1px 8px;border:1px solid {LINE};"
    "border-radius:2px;background:#fff"
)


def write_offer(
    offer: Offer, state: State | None, names: Sequence[str] | None, words: Words
) -> tuple[str, str]:
    """Return an offer as HTML, and as a sentence."""
    terms = offer.terms
    if names is None:
        names = [f"Seat {seat}" for seat in range(max(offer.maker, offer.partner) + 1)]
    maker, partner = int(offer.maker), int(offer.partner)
    sides = [
        (maker, terms.give_deeds, terms.give_cash, terms.give_cards),
        (partner, terms.get_deeds, terms.get_cash, terms.get_cards),
    ]
    rows = [
        _row(seat, names[seat], _chips(deeds, cash, cards, state, words))
        for seat, deeds, cash, cards in sides
    ]
    if state is None:
        title = f"Offer {offer.number} from {names[maker]} to {names[partner]}"
        notes = ["Spaces are numbered; draw_offer(offer, game) names them."]
    else:
        title = say_offer(offer, words, Lexicon(names, state.board))
        notes = _completed(offer, state, names, words)
    if offer.changed >= 0:
        notes.append("A deed has changed since the offer was made.")
    below = "".join(
        f'<div style="color:{TEAL};font-weight:600">{plain(one)}</div>' for one in notes
    )
    return (
        f'<div role="group" aria-label="{plain(title)}" style="display:inline-block;max-width:40em;'
        f"padding:10px 14px;border:2px solid {BRASS};background:{IVORY};color:{INK};"
        'font-family:system-ui,sans-serif;line-height:1.5">'
        f'<div style="color:{SOFT}">Offer {offer.number}</div>{"".join(rows)}{below}</div>',
        title,
    )


def _row(seat: int, name: str, chips: str) -> str:
    return (
        f'<div><strong style="color:{seat_color(seat)}">{plain(name)}</strong> gives '
        f"{chips or 'nothing'}</div>"
    )


def _chips(
    deeds: Sequence[int], cash: int, cards: Sequence[int], state: State | None, words: Words
) -> str:
    """Return what one side gives, each thing in a frame; deeds have their group's color."""
    found = []
    for space in deeds:
        if state is None:
            found.append(_chip(words.name("space", number=space)))
        else:
            deed = state.property(space).deed
            color = group_color(state.board.groups[deed.group])
            name = words.space(space, state.board)
            mortgaged = " (mortgaged)" if state.is_mortgaged(space) else ""
            found.append(_chip(f"{name}{mortgaged}", f"border-left:8px solid {color}"))
    if cash:
        found.append(_chip(words.money(cash)))
    for card in cards:
        if state is None:
            found.append(_chip(words.name("card.unknown", number=card)))
        else:
            found.append(_chip(words.card(card, state.board)))
    return "".join(found)


def _chip(said: str, style: str = "") -> str:
    return f'<span style="{_CHIP};{style}">{plain(said)}</span>'


def _completed(offer: Offer, state: State, names: Sequence[str], words: Words) -> list[str]:
    """List the groups that the offer would complete, and for whom."""
    lines = []
    for taker, deeds in (
        (offer.maker, offer.terms.get_deeds),
        (offer.partner, offer.terms.give_deeds),
    ):
        groups = sorted({int(state.property(space).deed.group) for space in deeds})
        for group in groups:
            whole = state.group_properties(group)
            if all(prop.owner == taker or prop.space in deeds for prop in whole):
                lines.append(f"Completes {words.group(group, state.board)} for {names[taker]}.")
    return lines
