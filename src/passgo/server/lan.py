"""Finding the server's address on the local network."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from typing import Final

__all__ = ["best_address", "lan_address"]

PROBES: Final = ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")
"""An outside address (reserved for documentation), and one in each private address range."""


def lan_address() -> str | None:
    """Return this machine's IPv4 address on the local network; None if there is none."""
    return best_address(address for probe in PROBES if (address := _address_towards(probe)))


def best_address(addresses: Iterable[str]) -> str | None:
    """Choose the address that other devices on the network can most likely reach."""
    usable = [
        address
        for address in map(ipaddress.IPv4Address, addresses)
        if not (address.is_loopback or address.is_link_local or address.is_unspecified)
    ]
    private = [address for address in usable if address.is_private]
    return next((str(address) for address in [*private, *usable]), None)


def _address_towards(target: str) -> str | None:
    """Return this machine's source address for packets to a target, without sending any."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((target, 9))  # for a datagram socket, this only looks up the route
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return address
