"""The HTTP API matches its schema for generated requests, both valid and invalid."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final, TypeAlias

import hypothesis
import pytest
import schemathesis
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi import checks as openapi

from tests.server.running import Server, running, set_up


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server")) as server:
        yield server


BOUNDED: Final = hypothesis.settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(hypothesis.HealthCheck),
)
Case: TypeAlias = "schemathesis.Case[Any]"  # the type parameter does not matter here
MODES: Final = [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]


def for_every_operation(
    server: Server, mode: GenerationMode, check: Callable[[Case], None]
) -> None:
    """Send generated requests, valid or invalid, to every operation in the schema."""
    described = schemathesis.openapi.from_url(f"{server.url}/api/schema/openapi.json")
    for found in described.get_all_operations():
        assert isinstance(found, Ok)
        cases = found.ok().as_strategy(generation_mode=mode)
        with suppress(Unsatisfiable):  # an operation without arguments has no invalid requests
            BOUNDED(hypothesis.given(cases)(check))()


@pytest.mark.parametrize("mode", MODES, ids=["valid", "invalid"])
def test_no_request_causes_a_server_error(server: Server, mode: GenerationMode) -> None:
    """The requests are for a real table and are made by its host."""
    seats = set_up(server)
    asked = set[str]()

    def check(case: Case) -> None:
        asked.add(f"{case.method} {case.path}")
        if "name" in case.path_parameters:
            case.path_parameters["name"] = seats.table
        case.headers["Authorization"] = f"Bearer {seats.host}"
        case.call_and_validate(checks=[not_a_server_error])

    for_every_operation(server, mode, check)
    assert len(asked) >= 6
    assert server.is_well()


@pytest.mark.parametrize("mode", MODES, ids=["valid", "invalid"])
def test_responses_match_the_schema(server: Server, mode: GenerationMode) -> None:
    """One check is left out because the rules of the game may reject a valid request."""

    def check(case: Case) -> None:
        case.call_and_validate(excluded_checks=[openapi.positive_data_acceptance])

    for_every_operation(server, mode, check)
