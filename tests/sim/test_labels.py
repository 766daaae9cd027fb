"""Labels are short, and no two names have the same label."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from passgo import classic
from passgo.sim.labels import distinct_labels, legend_lines
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


def test_all_variants_are_numbered_if_one_of_them_must_be() -> None:
    bots = [
        f"my_bots:Trader(reserve={text})" for text in ("50,other=1", "51,other=1", "50,other=2")
    ]
    labels = distinct_labels(bots, 19)
    assert list(labels.values()) == [f"my_bots:Trader...#{number}" for number in (1, 2, 3)]
    assert legend_lines(bots, 19) == [f"{label}: {bot}" for bot, label in labels.items()]
    assert legend_lines(VARIANTS, 23) == []


def test_numbers_are_unique_among_all_names() -> None:
    names = [f"abcdefgh{letter}({'x' * 30}{end})" for letter in "ij" for end in (1, 2)]
    labels = distinct_labels(names, 12)
    assert len(set(labels.values())) == 4


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


def test_the_summary_has_the_whole_names_of_numbered_labels() -> None:
    long = [f"my_bots:Trader(premium={end},reserve=50,limit=200)" for end in (1, 2)]
    lines = summary_lines(Summary(make_plan(long), classic()))
    assert all(any(line.endswith(f": {name}") for line in lines) for name in long)
