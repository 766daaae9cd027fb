"""How others in the same room find the server: its address on the local network."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from typing import Final

__all__ = ["best_address", "lan_address"]

PROBES: Final = ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")
"""Somewhere outside (an address kept for documentation), and in each range of private networks."""


def lan_address() -> str | None:
    """Return the IPv4 address of this machine on the local network; None when it is on none."""
    return best_address(address for probe in PROBES if (address := _address_towards(probe)))


def best_address(addresses: Iterable[str]) -> str | None:
    """Choose the address that others in the room can most likely reach."""
    usable = [
        address
        for address in map(ipaddress.IPv4Address, addresses)
        if not (address.is_loopback or address.is_link_local or address.is_unspecified)
    ]
    private = [address for address in usable if address.is_private]
    return next((str(address) for address in [*private, *usable]), None)


def _address_towards(target: str) -> str | None:
    """Return the own address that packets to a target would come from; none is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect((target, 9))  # of a datagram socket: looks the route up, and that is all
            address: str = probe.getsockname()[0]
        except OSError:
            return None
    return address
