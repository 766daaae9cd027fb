"""The local network: an address of this machine, and a code that is what it should be."""

from __future__ import annotations

import ipaddress
import re
import socket

import pytest
import segno

from passgo.server.lan import PROBES, _address_towards, best_address, lan_address, qr

LINK = "http://192.168.178.23:8000/t/k7m2bcdfghjkm"


def test_the_address_is_one_of_this_machine_or_there_is_none() -> None:
    address = lan_address()
    if address is not None:
        assert not ipaddress.ip_address(address).is_loopback
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as own:
            own.bind((address, 0))  # fails for an address of another machine


def test_towards_oneself_is_oneself() -> None:
    assert _address_towards("127.0.0.1") == "127.0.0.1"


def test_where_no_route_leads_there_is_no_address() -> None:
    assert _address_towards("255.255.255.255") is None  # broadcasting is not allowed unasked


@pytest.mark.parametrize(
    ("addresses", "best"),
    [
        ([], None),
        (["127.0.0.1", "0.0.0.0", "169.254.7.7"], None),
        (["192.168.1.5"], "192.168.1.5"),
        (["8.8.8.8", "10.1.2.3"], "10.1.2.3"),
        (["8.8.8.8"], "8.8.8.8"),
        (["10.1.2.3", "192.168.1.5"], "10.1.2.3"),
    ],
)
def test_a_private_address_is_preferred(addresses: list[str], best: str | None) -> None:
    assert best_address(addresses) == best


def test_only_documentation_and_private_networks_are_asked_about() -> None:
    assert all(ipaddress.ip_address(probe).is_private for probe in PROBES)


def drawn(picture: str) -> list[list[int]]:
    """Read the modules back from a drawing with half blocks."""
    rows: list[list[int]] = []
    for line in picture.splitlines():
        cells = line.removeprefix("\x1b[38;5;16;48;5;231m").removesuffix("\x1b[0m")
        rows.append([int(cell in "▀█") for cell in cells])
        rows.append([int(cell in "▄█") for cell in cells])
    return rows


def drawn_with_spaces(picture: str) -> list[list[int]]:
    """Read the modules back from a drawing with colored spaces."""
    rows: list[list[int]] = []
    for line in picture.splitlines():
        background, row = 0, list[int]()
        for color, cell in re.findall(r"\x1b\[([0-9;]+)m|(  )", line):
            if cell:
                row.append(background)
            elif color.endswith("48;5;16"):
                background = 1
            elif color.endswith("48;5;231"):
                background = 0
        rows.append(row)
    return rows


def modules(text: str) -> list[list[int]]:
    code = segno.make(text, micro=False, error="l")
    return [[int(bool(cell)) for cell in row] for row in code.matrix]


def inside(rows: list[list[int]], size: int) -> list[list[int]]:
    """Cut the quiet zone off, four modules on each side at least."""
    edge = [*rows[:4], *rows[4 + size :], *(row[:4] + row[4 + size :] for row in rows)]
    assert not any(map(any, edge))
    assert len(rows) >= size + 8
    assert {len(row) for row in rows} == {size + 8}
    return [row[4 : 4 + size] for row in rows[4 : 4 + size]]


@pytest.mark.parametrize("text", ["a", LINK, "https://games.example/" + "x" * 100])
@pytest.mark.parametrize("encoding", ["utf-8", "cp437", "ascii", "latin-1", None, "no-such-thing"])
def test_the_drawing_is_the_code_with_its_quiet_zone(text: str, encoding: str | None) -> None:
    picture = qr(text, encoding)
    wanted = modules(text)
    halves = encoding in ("utf-8", "cp437")
    rows = drawn(picture) if halves else drawn_with_spaces(picture)
    assert inside(rows, len(wanted)) == wanted
    assert picture.isascii() != halves


def test_every_line_sets_and_resets_its_colours() -> None:
    for encoding in ("utf-8", "ascii"):
        for line in qr(LINK, encoding).splitlines():
            assert line.startswith("\x1b[38;5;16;48;5;231m")
            assert line.endswith("\x1b[0m")


def test_a_link_fits_a_small_terminal() -> None:
    lines = qr(LINK).splitlines()
    assert len(lines) <= 24
    assert max(len(row) for row in drawn(qr(LINK))) <= 80
