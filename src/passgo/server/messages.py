"""What everybody may know of a table, written down for them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType

from passgo.codec import event_to_data
from passgo.engine.events import Event
from passgo.server.table_state import Book
from passgo.server.wire import SeatTold, TableChanged, TableTold


def describe(book: Book) -> TableTold:
    """What everybody may know of a table."""
    return TableTold(
        table=book.created.table,
        version=book.version,
        status=book.status,
        rules=book.created.rules,
        settings=book.settings,
        clock=book.clock,
        commitment=book.created.commitment,
        host=book.seats_of(book.host),
        before=book.created.before,
        position=book.created.position is not None,
        renewed=book.renewed,
        seats=[
            SeatTold(
                seat=seat,
                name=place.name,
                token=place.token,
                kind="bot" if place.bot else "person" if place.digest else "free",
                bot=place.bot or place.plan.bot,
                away=place.away,
                contribution=place.contribution,
            )
            for seat, place in enumerate(book.places)
        ],
    )


def changed_message(
    book: Book, opening: Sequence[Event], view: dict[str, object] | UnsetType = UNSET
) -> bytes:
    """Write what everybody hears of a line that is no action; with the view when the game begins."""
    message = TableChanged(
        version=book.version,
        table=describe(book),
        view=view,
        events=[event_to_data(event) for event in opening],
    )
    return msgspec.json.encode(message)
