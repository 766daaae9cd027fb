"""The plot is complete and readable, and does not rely on color alone."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from passgo import svg
from passgo.engine.board import Board, classic
from passgo.odds import plot
from passgo.odds.chain import LEAVE, STAY, STRATEGIES, long_run, space_names
from passgo.odds.plot import draw
from passgo.odds.returns import returns
from tests.odds.boards import classic_with, one_card_board

SVG = "{http://www.w3.org/2000/svg}"


def picture(board: Board, strategy: str = LEAVE) -> ElementTree.Element:
    run = long_run(board, strategy)
    return ElementTree.fromstring(draw(board, run, returns(board, run)))


def texts(root: ElementTree.Element) -> list[str]:
    return [node.text or "" for node in root.iter(f"{SVG}text")]


def boxes(root: ElementTree.Element) -> list[tuple[float, float, float, float]]:
    """Return the spaces as drawn: x, y, width, height."""
    found = []
    for space in root.findall(f"{SVG}g"):
        rect = space.find(f"{SVG}rect")
        if space.find(f"{SVG}title") is not None and rect is not None:
            x, y, width, height = (
                float(rect.get(key, "")) for key in ("x", "y", "width", "height")
            )
            found.append((x, y, width, height))
    return found


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_every_space_has_its_name_and_percentage(strategy: str) -> None:
    root = picture(classic(), strategy)
    run = long_run(classic(), strategy)
    written = " ".join(texts(root))
    for name, landing in zip(space_names(classic()), run.landings, strict=True):
        assert f"{name} {100 * landing:.2f}%" in written


def test_the_title_names_the_strategy() -> None:
    assert "Leaving Jail immediately" in texts(picture(classic(), LEAVE))
    assert "Staying in Jail as long as allowed" in texts(picture(classic(), STAY))


def test_no_two_spaces_overlap_and_all_fit_on_the_page() -> None:
    root = picture(classic())
    side = float(root.get("width", ""))
    found = boxes(root)
    assert len(found) == 40
    for at, (x, y, width, height) in enumerate(found):
        assert x >= 0
        assert y >= 0
        assert x + width <= side
        assert y + height <= side
        for left, top, across, down in found[:at]:
            apart = left + across <= x or x + width <= left or top + down <= y or y + height <= top
            assert apart


def test_go_is_at_the_bottom_right_and_spaces_run_clockwise() -> None:
    found = boxes(picture(classic()))
    far = max(x for x, _, _, _ in found)
    assert (found[0][0], found[0][1]) == (far, far)
    assert found[10][0] == min(x for x, _, _, _ in found)
    assert found[1][0] < found[0][0]
    assert found[11][1] < found[10][1]
    assert found[21][0] > found[20][0]
    assert found[31][1] > found[30][1]


def test_every_group_has_its_own_pattern() -> None:
    patterns = picture(classic()).findall(f"{SVG}defs/{SVG}pattern")
    marks = [ElementTree.tostring(list(pattern)[1]) for pattern in patterns]
    assert len(marks) == 10
    shapes = {re.sub(rb"#[0-9a-f]{6}", b"", mark) for mark in marks}
    assert len(shapes) == 10


def contrast(first: str, second: str) -> float:
    high, low = sorted((svg.luminance(first), svg.luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_text_and_marks_have_enough_contrast() -> None:
    assert contrast(svg.INK, plot._mix(1.0)) >= 4.5
    assert contrast(svg.INK, plot._mix(0.0)) >= 4.5
    assert contrast(plot._SOFT, plot._PAPER) >= 4.5
    for pattern in picture(classic()).findall(f"{SVG}defs/{SVG}pattern"):
        ground, mark = list(pattern)
        color = next(
            value
            for key, value in mark.attrib.items()
            if key in ("fill", "stroke") and "#" in value
        )
        assert contrast(ground.attrib["fill"], color) >= 3


def test_text_stays_inside_its_space() -> None:
    for space in picture(classic()).findall(f"{SVG}g"):
        rect = space.find(f"{SVG}rect")
        if space.find(f"{SVG}title") is None or rect is None:
            continue
        left, width = float(rect.get("x", "")), float(rect.get("width", ""))
        for text in space.findall(f"{SVG}text"):
            half = svg.length(text.text or "", float(text.get("font-size", ""))) / 2
            middle = float(text.get("x", ""))
            assert left <= middle - half
            assert middle + half <= left + width


@pytest.mark.parametrize("extra", [4, 80])
def test_other_boards_that_form_a_square_are_drawn_as_squares(extra: int) -> None:
    root = picture(classic_with(extra))
    found = boxes(root)
    assert len(found) == 40 + extra
    assert len({x for x, _, _, _ in found}) == (40 + extra) // 4 + 1


def test_a_board_of_any_other_size_is_drawn_as_bars() -> None:
    root = picture(one_card_board())
    assert texts(root).count("In Jail") == 1
    assert {"GO", "Chance", "Far Street"} <= set(texts(root))
    assert len(boxes(root)) == 16


def test_long_and_unusual_names_are_shortened_and_escaped() -> None:
    long_name = "Rest <& be> thankful for extraordinarily long and windy names"[:56]
    for extra in (1, 4):
        written = texts(picture(classic_with(extra, long_name)))
        assert any("…" in text or "thankful" in text for text in written)
        assert any("<&" in text for text in written)


def test_the_same_run_gives_the_same_plot() -> None:
    run = long_run(classic(), LEAVE)
    earned = returns(classic(), run)
    assert draw(classic(), run, earned) == draw(classic(), run, earned)
