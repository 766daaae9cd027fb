"""Facts about a position that several bots use: groups, deeds in a trade, and buildings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from passgo.engine.action import Action
from passgo.engine.board import Deed
from passgo.engine.rules.auction import PassBid
from passgo.engine.rules.mortgage import Unmortgage, unmortgage_cost
from passgo.engine.rules.shortage import BidForBuilding, building_sites, why_not_place
from passgo.engine.rules.turn import ToRoll
from passgo.engine.state import BANK, HOUSE, Property

if TYPE_CHECKING:
    from passgo.engine.rules.shortage import BuildingAuction
    from passgo.engine.state import State


def is_own_roll(state: State, seat: i64) -> bool:
    """Return whether this seat is about to roll."""
    top = state.agenda.top
    return isinstance(top, ToRoll) and top.seat == seat


# -- groups ----------------------------------------------------------------------------------------


def would_complete(state: State, seat: i64, deed: Deed) -> bool:
    """Return whether a player owns every other deed in a deed's group."""
    for other in state.board.groups[deed.group].deeds:
        if other is not deed and state.properties[other.number].owner != seat:
            return False
    return True


def owner_of_the_rest(state: State, deed: Deed) -> i64:
    """Return the player who owns every other deed in a deed's group, or the Bank if there is none.

    If that player is not the deed's owner, the owner has no other deed in the group.
    """
    owner: i64 = BANK
    for other in state.board.groups[deed.group].deeds:
        if other is deed:
            continue
        holder = state.properties[other.number].owner
        if holder == BANK or (owner != BANK and owner != holder):
            return BANK
        owner = holder
    return owner


def groups_gained(state: State, seat: i64, gained: tuple[int, ...], lost: tuple[int, ...]) -> i64:
    """Count the complete groups a player would gain in a trade, minus those they would lose."""
    change: i64 = 0
    seen: i64 = 0
    for space in gained + lost:
        group = state.property(space).deed.group
        bit: i64 = 1 << group
        if seen & bit != 0:
            continue
        seen |= bit
        whole = True
        for deed in state.board.groups[group].deeds:
            at = deed.space
            if at in lost or (at not in gained and state.properties[deed.number].owner != seat):
                whole = False
                break
        if whole:
            change += 1
        if state.owns_group(seat, group):
            change -= 1
    return change


# -- deeds in a trade ------------------------------------------------------------------------------


def list_price(state: State, deeds: tuple[int, ...]) -> i64:
    """Add up the printed prices of deeds."""
    total: i64 = 0
    for space in deeds:
        total += state.property(space).deed.price
    return total


def any_mortgaged(state: State, deeds: tuple[int, ...]) -> bool:
    """Return whether any of these deeds is mortgaged."""
    for space in deeds:
        if state.property(space).mortgaged:
            return True
    return False


# -- mortgages and buildings -----------------------------------------------------------------------


def next_unmortgage(state: State, seat: i64, reserve: i64) -> Action | None:
    """Unmortgage the first deed in board order that leaves the reserve intact, or return None."""
    player = state.players[seat]
    if player.mortgages == 0 or player.cash <= reserve:
        return None
    for prop in state.properties:
        if prop.owner == seat and prop.mortgaged and player.cash - unmortgage_cost(prop) >= reserve:
            unmortgage = Unmortgage(seat, prop.deed.space)
            if unmortgage.why_not(state) is None:
                return unmortgage
    return None


def extra_rent(state: State, prop: Property) -> i64:
    """Return how much rent one more building adds.

    An unimproved street in a complete group already charges double.
    """
    rents = prop.deed.rents
    now: i64 = rents[prop.houses]
    if prop.houses == 0:
        now *= 2
    return rents[state.next_level(prop.houses)] - now


def places_to_build(state: State, seat: i64, kind: i64, cash: i64, most: i64) -> i64:
    """Return how many buildings of a kind this much cash can buy.

    ``most`` is the highest level to build to.
    """
    limit: i64 = state.rules.houses_before_hotel
    cut: i64 = max(0, limit - most)
    if kind != HOUSE and most <= limit:
        return 0
    count: i64 = 0
    for cost, free in sorted(building_sites(state, seat, kind)):
        room: i64 = free
        if kind == HOUSE:
            room -= cut
        served: i64 = max(0, min(room, cash // cost))
        count += served
        cash -= served * cost
    return count


def bid_printed_price(
    state: State, seat: i64, auction: BuildingAuction, cash: i64, most: i64
) -> Action:
    """Bid the printed price, never more, for a building on the first property that can take it."""
    for prop in state.properties:
        cost = prop.deed.house_cost
        if (
            prop.owner == seat
            and auction.bid < cost <= cash
            and state.next_level(prop.houses) <= most
            and why_not_place(state, seat, prop.deed.space, auction.kind) is None
        ):
            return BidForBuilding(seat, cost, prop.deed.space)
    return PassBid(seat)
