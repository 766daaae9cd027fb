"""The messages that a table sends, written from its state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar, cast

import msgspec
from msgspec import UNSET, UnsetType

from passgo.codec import event_to_data, view_changes, view_to_data
from passgo.engine.events import Event
from passgo.server.table_state import TableState
from passgo.server.wire import (
    BotReason,
    Change,
    ClockSettings,
    ClockTimes,
    Decider,
    Played,
    SeatInfo,
    SeatOrders,
    TableInfo,
    TableSettings,
    TableUpdate,
)

Copy = TypeVar("Copy", bound=msgspec.Struct)

# -- between the protocol and the log ----------------------------------------------------------------------


def copy_fields(source: msgspec.Struct, kind: type[Copy]) -> Copy:
    """Convert between a wire protocol class and the log class with the same fields."""
    return kind(**{name: getattr(source, name) for name in kind.__struct_fields__})


# -- messages ----------------------------------------------------------------------------------------------


def describe_table(state: TableState) -> TableInfo:
    """Return the public description of a table."""
    return TableInfo(
        table=state.name,
        seq=state.seq,
        status=state.status,
        rules=state.created.rules,
        settings=copy_fields(state.settings, TableSettings),
        clock=copy_fields(state.clock, ClockSettings),
        commitment=state.created.commitment,
        host=state.seats_of(state.host),
        rematch_of=state.created.rematch_of,
        rematch=state.rematch,
        position=state.created.position is not None,
        ends_at=UNSET if state.ends_at is None else state.ends_at,
        seats=[
            SeatInfo(
                seat=seat,
                name=place.name or place.plan.name,
                token=place.token,
                kind="bot" if place.bot else "person" if place.digest else "free",
                bot=place.bot or place.plan.bot,
                away=place.away,
                contribution=place.contribution,
            )
            for seat, place in enumerate(state.places)
        ],
    )


def describe_view(state: TableState) -> dict[str, object] | None:
    """Return the public view of the game; None before it has started."""
    return view_to_data(state.game.state) if state.game is not None else None


def describe_orders(state: TableState, seat: int) -> SeatOrders:
    """Return a seat's standing orders; the only bid limit included is the one for the current auction."""
    place = state.places[seat]
    current = int(state.game.state.decision_number) if state.game is not None else -1
    limits = {str(one): limit for one, limit in place.limits.items() if one == current}
    return SeatOrders(
        seat=seat,
        end_turn=place.end_turn,
        decline_offers=place.decline_offers,
        limits=limits,
    )


def write_change(
    state: TableState, opening: Sequence[Event], view: dict[str, object] | UnsetType = UNSET
) -> bytes:
    """Write the message about an entry that is not an action; it includes the view when the game starts."""
    message = TableUpdate(
        seq=state.seq,
        table=describe_table(state),
        view=view,
        events=[event_to_data(event) for event in opening],
    )
    return msgspec.json.encode(message)


def write_action(
    state: TableState,
    action: dict[str, object],
    by: Decider,
    events: Sequence[Event],
    views: tuple[dict[str, object] | None, dict[str, object] | None] = (None, None),
    clock: ClockTimes | UnsetType = UNSET,
    why: BotReason | UnsetType = UNSET,
) -> bytes:
    """Write the message about an action, with the changes between the views before and after it."""
    message = Played(
        seq=state.seq,
        action=action,
        by=by,
        events=[event_to_data(event) for event in events],
        changes=cast(list[Change], view_changes(*views)),
        clock=clock,
        why=why,
    )
    return msgspec.json.encode(message)


def write_listing(state: TableState) -> bytes:
    """Write the lobby's summary of a table."""
    listing = {
        "name": state.settings.name,
        "preset": state.rules.preset,
        "seats": len(state.places),
        "people": sum(bool(place.digest) for place in state.places),
        "bots": sum(bool(place.bot or place.plan.bot) for place in state.places),
        "locked": state.settings.locked,
    }
    return msgspec.json.encode(listing)
