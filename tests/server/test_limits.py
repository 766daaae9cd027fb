"""Limits: a rate limit holds in every time window, and counting addresses uses limited memory."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from passgo.server.limits import Limits, PerAddress, Rate, Thing, address_key

patiently = settings(deadline=None)  # a test may be slow on a busy machine
LARGEST_PAGE = (
    26  # the start page: a table and a view for each of twelve games, the lobby, and the rules
)
ANN, BOB, CLEO, DORA = "192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"
SLACK = 1e-6  # rounding error from adding thousands of floating-point numbers

rates = st.floats(0.1, 1000)
bursts = st.integers(1, 50)
pauses = st.lists(st.floats(0, 3) | st.just(0.0), min_size=1, max_size=150)


def times(pauses: list[float], start: float = 1000.0) -> list[float]:
    found = [start]
    for pause in pauses:
        found.append(found[-1] + pause)
    return found


def strict(**changes: int) -> Limits:
    return Limits(
        requests_per_second=1,
        requests_burst=2,
        reads_per_second=1,
        reads_burst=3,
        sockets_per_address=2,
        **changes,
    )


# -- rate ------------------------------------------------------------------------------------------


@patiently
@given(rates, bursts, pauses)
def test_no_time_window_has_more_requests_than_the_burst_plus_the_rate_times_its_length(
    per_second: float, burst: int, pauses: list[float]
) -> None:
    rate = Rate(per_second, burst)
    allowed = [now for now in times(pauses) if rate.allow(now)]
    for first, start in enumerate(allowed):
        for last in range(first, len(allowed)):
            window = allowed[last] - start
            assert last - first + 1 <= burst + per_second * window + SLACK


@patiently
@given(rates, bursts, pauses)
def test_a_request_is_allowed_once_the_reported_wait_is_over(
    per_second: float, burst: int, pauses: list[float]
) -> None:
    rate = Rate(per_second, burst)
    for now in times(pauses):
        wait = rate.wait(now)
        if wait > SLACK:
            assert not rate.allow(now)
        else:
            assert rate.allow(now + SLACK)
    later = times(pauses)[-1] + SLACK
    assert rate.allow(later + rate.wait(later) + SLACK)


@patiently
@given(rates, bursts)
def test_a_full_burst_but_no_more_is_allowed_immediately(per_second: float, burst: int) -> None:
    rate = Rate(per_second, burst)
    assert [rate.allow(5.0) for _ in range(burst + 1)] == [True] * burst + [False]


def test_steady_requests_within_the_rate_are_never_rejected() -> None:
    rate = Rate(per_second=20, burst=1)
    assert all(rate.allow(1e6 + number / 19.9) for number in range(1000))


def test_a_clock_that_goes_backward_changes_nothing() -> None:
    rate = Rate(per_second=1, burst=1)
    assert rate.wait(100.0) == 0
    assert rate.allow(50.0)
    assert not rate.allow(99.5)
    assert not rate.allow(100.5)
    assert rate.allow(101.0)


@pytest.mark.parametrize(("per_second", "burst"), [(0, 1), (-1.0, 5), (1.0, 0)])
def test_a_rate_that_is_not_positive_is_rejected(per_second: float, burst: int) -> None:
    with pytest.raises(ValueError, match="A rate must be positive"):
        Rate(per_second, burst)


# -- addresses -------------------------------------------------------------------------------------


def test_each_address_has_its_own_rate_limit() -> None:
    visitors = PerAddress(strict())
    assert [visitors.allow(ANN, 0.0) for _ in range(3)] == [True, True, False]
    assert visitors.allow(BOB, 0.0)
    assert visitors.wait(ANN, 0.0) == pytest.approx(1)
    assert visitors.wait(CLEO, 0.0) == 0
    assert visitors.allow(ANN, 1.0)


def test_reads_and_other_requests_are_counted_separately() -> None:
    visitors = PerAddress(strict())
    assert [visitors.allow(ANN, 0.0, reads=True) for _ in range(4)] == [True, True, True, False]
    assert [visitors.allow(ANN, 0.0) for _ in range(3)] == [True, True, False]
    assert visitors.allow(ANN, 1.0, reads=True)


def test_an_address_is_not_forgotten_until_its_read_rate_has_recovered() -> None:
    visitors = PerAddress(strict())
    assert [visitors.allow(ANN, 0.0, reads=True) for _ in range(4)] == [True, True, True, False]
    visitors.allow(BOB, 0.5)  # inactive addresses are forgotten now, but not ANN
    assert not visitors.allow(ANN, 0.5, reads=True)


def test_a_household_does_not_reach_the_limit_for_reads() -> None:
    """Ten browsers at one address open the start page together, and reload it every 3 seconds."""
    visitors = PerAddress(Limits())
    assert all(
        visitors.allow(ANN, 3.0 * again, reads=True)
        for again in range(100)
        for _ in range(10 * LARGEST_PAGE)
    )


def test_an_address_can_hold_only_a_few_things_and_can_take_more_after_giving_some_back() -> None:
    visitors = PerAddress(strict())
    assert [visitors.take(ANN, "sockets", 0.0) for _ in range(3)] == [True, True, False]
    assert visitors.count_held(ANN, "sockets") == 2
    assert visitors.take(BOB, "sockets", 0.0)
    visitors.give_back(ANN, "sockets")
    assert visitors.take(ANN, "sockets", 0.0)


def test_each_kind_of_thing_is_counted_separately() -> None:
    visitors = PerAddress(strict(tables_per_address=1, seats_per_address=3))
    for thing, most in (("tables", 1), ("seats", 3), ("sockets", 2)):
        assert sum(visitors.take(ANN, thing, 0.0) for _ in range(5)) == most  # type: ignore[arg-type]  # see above


def test_only_things_that_were_taken_can_be_given_back() -> None:
    visitors = PerAddress(strict())
    assert visitors.take(ANN, "seats", 0.0)
    with pytest.raises(ValueError, match="does not hold any sockets"):
        visitors.give_back(ANN, "sockets")
    visitors.give_back(ANN, "seats")
    with pytest.raises(ValueError, match="does not hold any seats"):
        visitors.give_back(ANN, "seats")


def test_an_inactive_address_is_forgotten() -> None:
    visitors = PerAddress(strict())
    for number in range(100):
        visitors.allow(f"198.51.100.{number}", 0.0)
    assert len(visitors) == 100
    visitors.allow(ANN, 60.0)
    assert len(visitors) == 1


def test_an_address_that_holds_something_is_not_forgotten() -> None:
    visitors = PerAddress(strict())
    assert visitors.take(ANN, "seats", 0.0)
    visitors.allow(BOB, 1e6)
    assert visitors.count_held(ANN, "seats") == 1


def test_being_forgotten_does_not_allow_extra_requests() -> None:
    visitors = PerAddress(strict())
    assert [visitors.allow(ANN, 0.0) for _ in range(3)] == [True, True, False]
    visitors.allow(BOB, 0.5)  # inactive addresses are forgotten now, but not ANN
    assert not visitors.allow(ANN, 0.5)


def test_memory_is_limited_and_the_least_recently_active_address_is_forgotten_first() -> None:
    visitors = PerAddress(strict(), most=3)
    for address in (ANN, BOB, BOB, CLEO, ANN):
        assert visitors.allow(address, 0.0)
    assert visitors.allow("198.51.100.1", 0.0)
    assert len(visitors) == 3
    assert not visitors.allow(ANN, 0.0)  # remembered: two requests have been allowed
    assert visitors.allow(BOB, 0.0)  # forgotten, so it starts over


def test_addresses_that_do_not_fit_in_memory_share_one_record() -> None:
    """Filling the memory with addresses that hold something does not lock anyone out."""
    visitors = PerAddress(strict(), most=2)
    assert visitors.take(ANN, "sockets", 0.0)
    assert visitors.take(BOB, "sockets", 0.0)
    assert [visitors.allow(who, 0.0) for who in (CLEO, DORA, CLEO)] == [True, True, False]
    assert visitors.allow(ANN, 0.0)  # has its own record
    assert [visitors.take(who, "sockets", 0.0) for who in (CLEO, DORA, CLEO)] == [True, True, False]
    assert visitors.message_rate(CLEO) is visitors.message_rate(DORA)
    assert visitors.message_rate(CLEO) is not visitors.message_rate(ANN)
    assert len(visitors) == 2


def test_things_taken_from_the_shared_record_are_given_back_to_it() -> None:
    visitors = PerAddress(strict(), most=1)
    assert visitors.take(ANN, "sockets", 0.0)
    assert visitors.take(CLEO, "sockets", 0.0)
    visitors.give_back(ANN, "sockets")
    assert visitors.take(CLEO, "sockets", 0.0)  # now there is room for its own record
    assert visitors.count_held(CLEO, "sockets") == 1
    visitors.give_back(CLEO, "sockets")
    visitors.give_back(CLEO, "sockets")
    assert not visitors.strangers.held
    with pytest.raises(ValueError, match="does not hold any sockets"):
        visitors.give_back(CLEO, "sockets")


steps = st.lists(
    st.tuples(
        st.sampled_from([f"192.0.2.{number}" for number in range(8)]),
        st.sampled_from(["allow", "take", "give back"]),
        st.sampled_from(["sockets", "tables", "seats"]),
        st.floats(0, 5),
    ),
    max_size=80,
)


@patiently
@given(steps)
def test_counts_are_exact_and_memory_is_limited_in_all_cases(
    steps: list[tuple[str, str, Thing, float]],
) -> None:
    limits = strict(tables_per_address=1, seats_per_address=3)
    visitors = PerAddress(limits, most=5)
    held: dict[tuple[str, Thing], int] = {}
    now = 0.0
    for address, step, thing, pause in steps:
        now += pause
        if step == "allow":
            visitors.allow(address, now)
        elif step == "take":
            held.setdefault((address, thing), 0)
            held[address, thing] += visitors.take(address, thing, now)
        elif held.get((address, thing)):
            visitors.give_back(address, thing)
            held[address, thing] -= 1
        assert len(visitors) <= 5
        for what, most in visitors.allowed.items():
            counts = {who: count for (who, one), count in held.items() if one == what}
            own = {who: visitors.count_held(who, what) for who in counts}
            shared = visitors.strangers.held.get(what, 0)
            assert sum(own.values()) + shared == sum(counts.values())
            assert max([shared, *own.values()]) <= most
            assert all(own[who] <= count for who, count in counts.items())


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("unix:/run/passgo.sock", "unix:/run/passgo.sock"),
        ("x" * 1000, "x" * 64),
    ],
)
def test_an_ipv6_subscribers_addresses_count_as_one_address(address: str, key: str) -> None:
    assert address_key(address) == key
