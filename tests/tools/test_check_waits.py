"""The check that no test waits for a duration or measures one."""

from __future__ import annotations

import pytest

from tools.check_waits import find_waits, main


def test_no_test_waits_for_a_duration(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0, capsys.readouterr().out


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("time.sleep(1)", "sleep"),
        ("import time as t\nt.sleep(1)", "sleep"),
        ("from time import sleep", "sleep"),
        ("from asyncio import sleep", "sleep"),
        ("async def f(): await asyncio.sleep(0.1)", "sleep"),
        ("async def f(): await asyncio.sleep(delay)", "sleep"),
        ("asyncio.to_thread(time.sleep, 1)", "sleep"),
        ("page.wait_for_timeout(300)", "wait_for_timeout"),
        ("began = time.monotonic()", "time.monotonic"),
        ("assert time.perf_counter() - began < 4", "time.perf_counter"),
        ("run(['sh', '-c', 'sleep 1; echo'])", "sleep 1"),
        ("run('import time; time.sleep(1)')", "sleep("),
        ("page.evaluate('setTimeout(done, 300)')", "setTimeout"),
    ],
)
def test_waits_are_found(source: str, what: str) -> None:
    assert [wait.what for wait in find_waits(source)] == [what]


@pytest.mark.parametrize(
    "source",
    [
        "async def f(): await asyncio.sleep(0)",
        "time.sleep(1)  # wait: a slow bot",
        "before = time.time()",
        "spent = time.process_time()",
        "await_sleep = 'Nobody sleeps here.'",
    ],
)
def test_turns_reasons_and_other_clocks_are_allowed(source: str) -> None:
    assert find_waits(source) == []


def test_a_reason_has_at_least_two_words() -> None:
    assert find_waits("time.sleep(1)  # wait: why") != []


def test_the_line_of_a_wait_in_a_string_is_reported() -> None:
    (wait,) = find_waits('x = """\none\ntime.sleep(1)\n"""\n')
    assert wait.line == 3
