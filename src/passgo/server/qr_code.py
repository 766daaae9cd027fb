"""QR codes for links, drawn in a terminal or as SVG."""

from __future__ import annotations

import functools
import io
from typing import Final

import segno

__all__ = ["draw_for_terminal", "draw_svg"]

QUIET_ZONE: Final = 4
"""Width of the white border in modules; scanners need it to find the code."""

COLORS: Final = "\x1b[38;5;16;48;5;231m"
"""Black on white, regardless of the terminal's colors."""
RESET: Final = "\x1b[0m"
HALVES: Final = {(0, 0): " ", (1, 0): "▀", (0, 1): "▄", (1, 1): "█"}
"""Two modules, one above the other, in one character."""
WHITE_CELL: Final = "  "
BLACK_CELL: Final = "\x1b[48;5;16m  \x1b[48;5;231m"


def draw_for_terminal(text: str, encoding: str | None = "utf-8") -> str:
    """Draw a QR code for a terminal with this encoding; it can be scanned on any background.

    If the encoding has no half blocks, each module is drawn as two colored spaces.
    """
    code = segno.make(text, micro=False, error="l")
    rows = [[int(bool(cell)) for cell in row] for row in code.matrix_iter(border=QUIET_ZONE)]
    lines = _with_halves(rows) if _has_halves(encoding) else _with_spaces(rows)
    return "".join(f"{COLORS}{line}{RESET}\n" for line in lines)


@functools.lru_cache(maxsize=256)
def draw_svg(link: str) -> bytes:
    """Draw a QR code as a scalable SVG image, black on white in every color scheme."""
    code = segno.make(link, micro=False, error="m")
    out = io.BytesIO()
    code.save(
        out,
        kind="svg",
        border=QUIET_ZONE,
        dark="#000",
        light="#fff",
        svgclass=None,
        lineclass=None,
        omitsize=True,
        xmldecl=False,
    )
    # Without crispEdges, browsers blur the edges between modules.
    return out.getvalue().replace(b"<svg ", b'<svg shape-rendering="crispEdges" ', 1)


def _has_halves(encoding: str | None) -> bool:
    try:
        "".join(HALVES.values()).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _with_halves(rows: list[list[int]]) -> list[str]:
    """Draw two rows per line; add a white row at the end if the number of rows is odd."""
    if len(rows) % 2:
        rows = [*rows, [0] * len(rows[0])]
    return [
        "".join(HALVES[pair] for pair in zip(upper, lower, strict=True))
        for upper, lower in zip(rows[::2], rows[1::2], strict=True)
    ]


def _with_spaces(rows: list[list[int]]) -> list[str]:
    return ["".join(BLACK_CELL if cell else WHITE_CELL for cell in row) for row in rows]
