"""Labels are short, and no two names have the same label."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from passgo import classic
from passgo.sim.labels import distinct_labels
from passgo.sim.plan import make_plan
from passgo.sim.summary import Summary
from passgo.sim.text_report import summary_lines

VARIANTS = ["my_bots:Trader(premium=3,reserve=50)", "my_bots:Trader(premium=3,reserve=900)"]


def test_names_that_fit_are_unchanged() -> None:
    assert distinct_labels(["normal", "my_bots:Hoarder"], 15) == {
        "normal": "normal",
        "my_bots:Hoarder": "my_bots:Hoarder",
    }


def test_variants_of_a_bot_show_the_option_that_differs() -> None:
    assert list(distinct_labels(VARIANTS, 23).values()) == [
        "my_bots:T...reserve=50)",
        "my_bots:...reserve=900)",
    ]


def test_labels_are_numbered_if_the_difference_does_not_fit() -> None:
    long = ["policy(path=" + "a" * 40 + end for end in ("b" * 30 + "1)", "b" * 30 + "2)")]
    assert list(distinct_labels(long, 12).values()) == ["policy(...#1", "policy(...#2"]


@given(
    st.lists(st.text("ab(=,1)", min_size=1, max_size=30), max_size=6, unique=True),
    st.integers(8, 30),
)
def test_no_two_names_share_a_label_and_every_label_fits(names: list[str], longest: int) -> None:
    labels = distinct_labels(names, longest)
    assert list(labels) == names
    assert len(set(labels.values())) == len(names)
    assert all(len(label) <= longest for label in labels.values())


def test_the_summary_tells_two_variants_apart() -> None:
    lines = summary_lines(Summary(make_plan(VARIANTS), classic()))
    wins = next(at for at, line in enumerate(lines) if line.startswith("wins by bot"))
    assert lines[wins + 1].split()[0] != lines[wins + 2].split()[0]
