"""Limits on the resources each client may use, so that a flood from one does not affect the others.

``Limits`` contains the values. ``Rate`` limits how fast something may happen; ``PerAddress`` limits how fast
each client address may send requests and how many connections, tables and seats it may hold. Both take the
current time, from any monotonic clock, as an argument. Use them only in the event loop.
"""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from typing import Annotated, Final, Literal, TypeAlias

import msgspec
from msgspec import Meta

__all__ = ["Limits", "PerAddress", "Rate", "Thing", "address_key"]

MOST: Final = 1_000_000_000
MOST_ADDRESSES: Final = 50_000
"""Maximum number of client addresses to remember; remembering that many takes about 25 MB."""
LONGEST_ADDRESS: Final = 64


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """A server's limits. None of them can be turned off."""

    frame_bytes: Annotated[
        int, Meta(ge=1024, le=MOST, description="Largest message from a client, in bytes.")
    ] = 16_384
    request_bytes: Annotated[
        int, Meta(ge=1024, le=MOST, description="Largest HTTP request body, in bytes.")
    ] = 65_536
    messages_per_second: Annotated[
        float,
        Meta(
            ge=0.1,
            le=MOST,
            description="Sustained messages per second on one socket, and from one seat on all "
            "its sockets.",
        ),
    ] = 20.0
    messages_burst: Annotated[
        int,
        Meta(
            ge=1,
            le=MOST,
            description="Burst of messages on one socket, and from one seat, after a pause.",
        ),
    ] = 60
    address_messages_per_second: Annotated[
        float,
        Meta(
            ge=0.1,
            le=MOST,
            description="Sustained messages per second from one address on all its sockets.",
        ),
    ] = 200.0
    address_messages_burst: Annotated[
        int, Meta(ge=1, le=MOST, description="Burst of messages from one address after a pause.")
    ] = 1000
    requests_per_second: Annotated[
        float,
        Meta(
            ge=0.1,
            le=MOST,
            description="Requests per second from one address, counting only those that change "
            "something, open a socket, or fetch a game file, a review or a QR code.",
        ),
    ] = 20.0
    requests_burst: Annotated[
        int,
        Meta(ge=1, le=MOST, description="Burst of these requests from one address after a pause."),
    ] = 100
    reads_per_second: Annotated[
        float,
        Meta(ge=0.1, le=MOST, description="Read-only requests per second from one address."),
    ] = 100.0
    reads_burst: Annotated[
        int,
        Meta(
            ge=1,
            le=MOST,
            description="Burst of read-only requests from one address; a page makes up to thirty.",
        ),
    ] = 1000
    sockets_per_address: Annotated[
        int, Meta(ge=1, le=MOST, description="Open sockets per address.")
    ] = 100
    connections_per_address: Annotated[
        int,
        Meta(
            ge=1,
            le=MOST,
            description="Other open connections per address.",
        ),
    ] = 200
    tables_per_address: Annotated[
        int, Meta(ge=1, le=MOST, description="Unfinished tables created by one address.")
    ] = 20
    seats_per_address: Annotated[
        int, Meta(ge=1, le=MOST, description="Seats held by one address.")
    ] = 64
    watchers_per_table: Annotated[
        int, Meta(ge=0, le=MOST, description="Sockets watching one table.")
    ] = 200
    lines_per_table: Annotated[
        int,
        Meta(
            ge=1000,
            le=MOST,
            description="Entries in a table's log; a long game has about 1,000. At the limit, players can "
            "only resign.",
        ),
    ] = 50_000
    waiting_per_socket: Annotated[
        int,
        Meta(
            ge=1, le=MOST, description="Unsent messages after which a slow reader is disconnected."
        ),
    ] = 256
    tables: Annotated[
        int, Meta(ge=1, le=MOST, description="Unfinished tables on the whole server.")
    ] = 20_000
    sockets: Annotated[
        int, Meta(ge=1, le=MOST, description="Open sockets on the whole server.")
    ] = 50_000
    chat_per_minute: Annotated[
        int, Meta(ge=1, le=MOST, description="Chat messages per minute from one seat.")
    ] = 20
    chat_length: Annotated[
        int, Meta(ge=1, le=10_000, description="Characters per chat message.")
    ] = 300
    hints_per_minute: Annotated[
        int, Meta(ge=1, le=MOST, description="Hints per minute at one table.")
    ] = 10


class Rate:
    """A rate limit: a sustained number of operations per second, and a burst after a pause.

    In any period of t seconds, it allows at most burst + per_second × t operations.
    """

    __slots__ = ("at", "burst", "left", "per_second")

    def __init__(self, per_second: float, burst: int) -> None:
        if per_second <= 0 or burst < 1:
            raise ValueError(
                f"A rate must be positive (got {per_second} per second, burst {burst})."
            )
        self.per_second = per_second
        self.burst = burst
        self.left = float(burst)
        self.at: float | None = None

    def allow(self, now: float) -> bool:
        """Return whether one more operation is allowed now, and count it if so."""
        self._refill(now)
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def wait(self, now: float) -> float:
        """Return the seconds until one more operation is allowed; 0 if one is allowed now."""
        self._refill(now)
        return max(0.0, (1 - self.left) / self.per_second)

    def is_full(self, now: float) -> bool:
        """Return whether the whole burst is available again, as if nothing had ever been counted."""
        self._refill(now)
        return self.left == self.burst

    def _refill(self, now: float) -> None:
        if self.at is None:
            self.at = now
        elif now > self.at:
            self.left = min(float(self.burst), self.left + (now - self.at) * self.per_second)
            self.at = now


Thing: TypeAlias = Literal["connections", "sockets", "tables", "seats"]
"""Things that are counted per address."""


class _Client:
    """The number of things that one address holds, and its request rates."""

    __slots__ = ("held", "messages", "reads", "requests")

    def __init__(self, limits: Limits) -> None:
        self.requests = Rate(limits.requests_per_second, limits.requests_burst)
        self.reads = Rate(limits.reads_per_second, limits.reads_burst)
        self.messages = Rate(limits.address_messages_per_second, limits.address_messages_burst)
        self.held: dict[Thing, int] = {}

    def is_rested(self, now: float) -> bool:
        """Return whether all rates have recovered, as if the address had never sent anything."""
        rates = (self.requests, self.reads, self.messages)
        return all(rate.is_full(now) for rate in rates)


class PerAddress:
    """A bounded set of counters for the things each client address holds and the requests it sends.

    An address that holds nothing is forgotten once its rates have recovered, or earlier if space is
    needed, starting with the least recently active one. If every remembered address holds something,
    all new addresses share one record.
    """

    def __init__(self, limits: Limits, most: int = MOST_ADDRESSES) -> None:
        self.limits = limits
        self.most = most
        self.allowed: dict[Thing, int] = {
            "connections": limits.connections_per_address + limits.sockets_per_address,
            "sockets": limits.sockets_per_address,
            "tables": limits.tables_per_address,
            "seats": limits.seats_per_address,
        }
        self.holders: dict[str, _Client] = {}
        self.others: OrderedDict[str, _Client] = OrderedDict()  # least recently active first
        self.strangers = _Client(limits)
        """The record shared by all addresses for which there is no space."""

    def __len__(self) -> int:
        """Return how many addresses are remembered."""
        return len(self.holders) + len(self.others)

    def allow(self, address: str, now: float, reads: bool = False) -> bool:
        """Return whether one more HTTP request from this address is allowed now, and count it if so.

        Requests that only read have a separate, higher rate.
        """
        client = self._client(address_key(address), now)
        return client.reads.allow(now) if reads else client.requests.allow(now)

    def message_rate(self, address: str) -> Rate:
        """Return the rate shared by all of an address's sockets; at least one of them must be open."""
        return self.holders.get(address_key(address), self.strangers).messages

    def wait(self, address: str, now: float) -> float:
        """Return the seconds until this address may send another request that does more than read."""
        key = address_key(address)
        client = self.holders.get(key) or self.others.get(key)
        return 0.0 if client is None else client.requests.wait(now)

    def take(self, address: str, thing: Thing, now: float) -> bool:
        """Return whether this address may hold one more thing of this kind, and count it if so."""
        key = address_key(address)
        client = self._client(key, now)
        if client.held.get(thing, 0) >= self.allowed[thing]:
            return False
        client.held[thing] = client.held.get(thing, 0) + 1
        if self.others.pop(key, None) is not None:
            self.holders[key] = client
        return True

    def give_back(self, address: str, thing: Thing) -> None:
        """Decrease the count by one; raise ValueError if the address holds none."""
        key = address_key(address)
        client = self.holders.get(key, self.strangers)
        if thing not in client.held:
            client = self.strangers  # taken when there was no space for a separate record
        if thing not in client.held:
            raise ValueError(f"The address does not hold any {thing} to give back.")
        client.held[thing] -= 1
        if not client.held[thing]:
            del client.held[thing]
        if not client.held and client is not self.strangers:
            self.others[key] = self.holders.pop(key)

    def count_held(self, address: str, thing: Thing) -> int:
        """Return how many things of this kind this address holds, not counting the shared record."""
        client = self.holders.get(address_key(address))
        return 0 if client is None else client.held.get(thing, 0)

    def _client(self, key: str, now: float) -> _Client:
        """Return an address's record, created if needed; the shared record if there is no space."""
        if client := self.holders.get(key):
            return client
        if client := self.others.get(key):
            self.others.move_to_end(key)
            return client
        self._forget(now)
        if len(self) >= self.most:
            return self.strangers
        client = self.others[key] = _Client(self.limits)
        return client

    def _forget(self, now: float) -> None:
        """Forget addresses whose rates have recovered, and one more address if there is no space."""
        while self.others and next(iter(self.others.values())).is_rested(now):
            self.others.popitem(last=False)
        if self.others and len(self) >= self.most:
            self.others.popitem(last=False)


def address_key(address: str) -> str:
    """Return the key under which an address is counted: the address itself, or its /64 network for IPv6.

    One subscriber controls all 2**64 addresses in such a network. Anything that is not an IP address,
    such as the name of a Unix socket, is its own key.
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address[:LONGEST_ADDRESS]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.IPv6Address(int(found) >> 64 << 64)) + "/64"
