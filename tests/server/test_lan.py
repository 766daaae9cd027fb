"""The local network: an address of this machine."""

from __future__ import annotations

import ipaddress
import socket

import pytest

from passgo.server.lan import PROBES, _address_towards, best_address, lan_address


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
