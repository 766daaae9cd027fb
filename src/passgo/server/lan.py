"""How others in the same room find the server: its address on the local network, and a QR code of it."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable
from typing import Final

import segno

__all__ = ["best_address", "lan_address", "qr"]

PROBES: Final = ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")
"""Somewhere outside (an address kept for documentation), and in each range of private networks."""

QUIET_ZONE: Final = 4
"""Modules of white around a code, without which readers do not find it."""

COLOURS: Final = "\x1b[38;5;16;48;5;231m"
"""Black on white, whatever the colors of the terminal are."""
RESET: Final = "\x1b[0m"
HALVES: Final = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
"""Two modules, one above the other, as one character."""
WHITE_CELL: Final = "  "
BLACK_CELL: Final = "\x1b[48;5;16m  \x1b[48;5;231m"


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


def qr(text: str, encoding: str | None = "utf-8") -> str:
    """Draw a QR code for a terminal of this encoding, to be scanned on dark and light backgrounds.

    Where there are no half blocks, a module is two spaces; the colors are in both.
    """
    code = segno.make(text, micro=False, error="l")
    rows = [[int(bool(cell)) for cell in row] for row in code.matrix_iter(border=QUIET_ZONE)]
    lines = _with_halves(rows) if _has_halves(encoding) else _with_spaces(rows)
    return "".join(f"{COLOURS}{line}{RESET}\n" for line in lines)


def _has_halves(encoding: str | None) -> bool:
    try:
        "".join(HALVES.values()).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _with_halves(rows: list[list[int]]) -> list[str]:
    """Draw two rows as one line; a last row alone has white below it."""
    if len(rows) % 2:
        rows = [*rows, [0] * len(rows[0])]
    return [
        "".join(HALVES[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]


def _with_spaces(rows: list[list[int]]) -> list[str]:
    return ["".join(BLACK_CELL if cell else WHITE_CELL for cell in row) for row in rows]
