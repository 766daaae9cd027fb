"""What everybody may know of a table, written down for them."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import UNSET, UnsetType

from passgo.codec import event_to_data
from passgo.engine.events import Event
from passgo.server.table_state import TableState
from passgo.server.wire import SeatTold, TableChanged, TableTold


def describe(state: TableState) -> TableTold:
    """What everybody may know of a table."""
    return TableTold(
        table=state.created.table,
        version=state.seq,
        status=state.status,
        rules=state.created.rules,
        settings=state.settings,
        clock=state.clock,
        commitment=state.created.commitment,
        host=state.seats_of(state.host),
        before=state.created.before,
        position=state.created.position is not None,
        renewed=state.renewed,
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
            for seat, place in enumerate(state.places)
        ],
    )


def changed_message(
    state: TableState, opening: Sequence[Event], view: dict[str, object] | UnsetType = UNSET
) -> bytes:
    """Write what everybody hears of a line that is no action; with the view when the game begins."""
    message = TableChanged(
        version=state.seq,
        table=describe(state),
        view=view,
        events=[event_to_data(event) for event in opening],
    )
    return msgspec.json.encode(message)
