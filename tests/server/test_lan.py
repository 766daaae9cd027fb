"""Finding this machine's address on the local network."""

from __future__ import annotations

import ipaddress
import socket

import pytest

from passgo.server.lan import PROBES, _address_towards, best_address, lan_address


def test_the_address_belongs_to_this_machine_or_there_is_none() -> None:
    address = lan_address()
    if address is not None:
        assert not ipaddress.ip_address(address).is_loopback
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as own:
            own.bind((address, 0))  # fails for another machine's address


def test_the_local_address_used_to_reach_this_machine_is_its_own_address() -> None:
    assert _address_towards("127.0.0.1") == "127.0.0.1"


def test_without_a_route_there_is_no_address() -> None:
    assert _address_towards("255.255.255.255") is None  # broadcasting requires a socket option


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


def test_only_documentation_and_private_addresses_are_probed() -> None:
    assert all(ipaddress.ip_address(probe).is_private for probe in PROBES)
