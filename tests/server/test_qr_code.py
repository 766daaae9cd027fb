"""QR codes: the drawing is the code that it should be."""

from __future__ import annotations

import re

import pytest
import segno

from passgo.server.qr_code import draw_for_terminal

LINK = "http://192.168.178.23:8000/t/k7m2bcdfghjkm"


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
    picture = draw_for_terminal(text, encoding)
    wanted = modules(text)
    halves = encoding in ("utf-8", "cp437")
    rows = drawn(picture) if halves else drawn_with_spaces(picture)
    assert inside(rows, len(wanted)) == wanted
    assert picture.isascii() != halves


def test_every_line_sets_and_resets_its_colors() -> None:
    for encoding in ("utf-8", "ascii"):
        for line in draw_for_terminal(LINK, encoding).splitlines():
            assert line.startswith("\x1b[38;5;16;48;5;231m")
            assert line.endswith("\x1b[0m")


def test_a_link_fits_a_small_terminal() -> None:
    lines = draw_for_terminal(LINK).splitlines()
    assert len(lines) <= 24
    assert max(len(row) for row in drawn(draw_for_terminal(LINK))) <= 80
