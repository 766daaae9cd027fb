"""The parts of a drawing: colors, text, ribbons, tokens, buildings and the icons on spaces.

Every function returns SVG elements as text. The elements have no ids, because a notebook may show
several drawings on one page.
"""

from __future__ import annotations

from html import escape
from typing import Final

from passgo.engine.board import (
    CHANCE,
    CHEST,
    HOTEL_LEVEL,
    INCOME_TAX,
    LUXURY_TAX,
    RAILROAD,
    UTILITY,
)
from passgo.svg import break_lines, cut, length

FONT: Final = "system-ui, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
TITLE_FONT: Final = "Limelight, Georgia, 'Times New Roman', serif"

INK: Final = "#1b1a18"
SOFT: Final = "#5b4d36"
IVORY: Final = "#fffaf0"
IVORY_SHADE: Final = "#f3e7cb"
LINE: Final = "#8f7140"
BRASS: Final = "#c79a42"
BRASS_LIGHT: Final = "#fff0c2"
LACQUER: Final = "#0f3b47"
TEAL: Final = "#0f4652"
RED: Final = "#a5261f"
PLATE: Final = "#7a1f16"

SEATS: Final = (
    "#7a52d6",
    "#0b8376",
    "#b85c0f",
    "#d02f68",
    "#3c6cc0",
    "#4d7d27",
    "#c23e28",
    "#5f6d7b",
)
"""Each seat's color; white text on it has a contrast of at least 4.5:1."""
RIBBONS: Final = (
    "M-13 0H13V29L0 19.5L-13 29Z",
    "M-13 0H13V17L0 30L-13 17Z",
    "M-13 0H13V16A13 13 0 0 1-13 16Z",
    "M-13 0H13V18H6.5V28H-6.5V18H-13Z",
    "M-13 0H13V15L-13 29Z",
    "M-13 0H13V19L6.5 29L0 19L-6.5 29L-13 19Z",
    "M-8 0H8L13 28H-13Z",
    "M-13 0H13V9L7 15L13 21V29H-13V21L-7 15L-13 9Z",
)
"""Each seat's ribbon, as in the browser game: 26 units wide, hanging down 30 units from y = 0."""
RIBBON_SIZE: Final = 1.3

LOGO_HEIGHT: Final = 92

NARROWEST: Final = 0.74
"""How much a line of text may be condensed."""


def seat_color(seat: int) -> str:
    """Return a seat's color."""
    return SEATS[seat % len(SEATS)]


# -- text ------------------------------------------------------------------------------------------


def plain(text: str) -> str:
    """Escape a text for SVG and HTML, without characters that XML does not allow."""
    return escape("".join(one if one.isprintable() else " " for one in text))


def text(
    line: str,
    x: float,
    y: float,
    size: float,
    *,
    width: float | None = None,
    anchor: str = "middle",
    fill: str = "",
    weight: int = 0,
    extra: str = "",
) -> str:
    """Write one line; if it may be wider than ``width``, it is condensed to fit in any font."""
    said = f' x="{x:g}" y="{y:.1f}" font-size="{size:g}"'
    if anchor != "middle":  # the default of the whole drawing
        said += f' text-anchor="{anchor}"'
    if weight:
        said += f' font-weight="{weight}"'
    if fill:
        said += f' fill="{fill}"'
    bold = 1.08 if weight >= 600 else 1.0
    if width is not None and length(line, size) * bold > width:
        said += f' textLength="{width:g}" lengthAdjust="spacingAndGlyphs"'
    return f"<text{said}{extra}>{plain(line)}</text>"


def wrap(line: str, width: float, height: float, largest: int, least: int) -> tuple[int, list[str]]:
    """Return the largest font size at which a text fits in a box, and its lines.

    A word that is too long is condensed. If the text doesn't fit, the last line ends in an ellipsis.
    """
    for size in range(largest, least - 1, -1):
        lines = break_lines(line, width * 1.1, size)
        if len(lines) * size * 1.1 <= height and all(
            length(one, size) * NARROWEST <= width for one in lines
        ):
            return size, lines
    lines = break_lines(line, width * 1.1, least)
    room = max(1, int(height / (least * 1.1)))
    if len(lines) > room:
        lines = [*lines[: room - 1], lines[room - 1] + "…"]
    return least, [cut(one, width / NARROWEST, least) for one in lines]


# -- shapes ----------------------------------------------------------------------------------------


def rect(
    x: float, y: float, width: float, height: float, fill: str, stroke: str = "", line: float = 1.5
) -> str:
    """Draw a rectangle."""
    edge = f' stroke="{stroke}" stroke-width="{line:g}"' if stroke else ""
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}"{edge}/>'


def hatch(x: float, y: float, width: float, height: float) -> str:
    """Draw diagonal lines across a rectangle."""
    parts = []
    step = 14
    for at in range(step, int(width + height), step):
        left, low = max(0.0, at - height), min(float(at), height)
        right, high = min(float(at), width), max(0.0, at - width)
        parts.append(f"M{x + left:g} {y + low:g}L{x + right:g} {y + high:g}")
    return f'<path d="{"".join(parts)}" stroke="#b7a682" stroke-width="4"/>'


def ribbon(seat: int, x: float, y: float, turn: int = 0, size: float = RIBBON_SIZE) -> str:
    """Draw a seat's ribbon hanging from a point, turned by an angle, with an upright number."""
    path = RIBBONS[seat % len(RIBBONS)]
    down = {0: (0, 1), 90: (-1, 0), 180: (0, -1), 270: (1, 0)}[turn]
    reach = 10.5 * size
    turned = f" rotate({turn})" if turn else ""
    return (
        f'<path transform="translate({x:g} {y:g}){turned} scale({size:g})" d="{path}" '
        f'fill="{seat_color(seat)}" stroke="{IVORY}" stroke-width="1.6" stroke-linejoin="round"/>'
        + text(
            str(seat),
            x + reach * down[0],
            y + reach * down[1] + 5.6 * size,
            15.5 * size,
            fill="#fff",
            weight=700,
        )
    )


def token(seat: int, x: float, y: float, radius: float) -> str:
    """Draw a token: a disc in the seat's color with the seat's number."""
    return (
        f'<ellipse cx="{x + radius * 0.12:g}" cy="{y + radius * 0.2:g}" rx="{radius * 1.04:g}" '
        f'ry="{radius:g}" opacity=".28"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{seat_color(seat)}" stroke="{INK}" '
        f'stroke-width="{radius * 0.1:.1f}"/>'
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius * 0.78:g}" fill="none" stroke="{BRASS_LIGHT}" '
        f'stroke-width="{radius * 0.11:.1f}"/>'
        + text(str(seat), x, y + radius * 0.4, radius * 1.12, fill="#fff", weight=700)
    )


def buildings(houses: int, x: float, y: float, width: float, height: float) -> str:
    """Draw the houses, one by one, or the hotel on a group's bar."""
    if houses <= 0:
        return ""
    upright = width >= height
    if houses == HOTEL_LEVEL:
        half, path = (
            (27, "M2 25V14H11V8H20V3H34V8H43V14H52V25Z")
            if upright
            else (25, "M2 48V26H6V14H10V3H18V14H22V26H26V48Z")
        )
        left, top = (x + width / 2 - half, y) if upright else (x, y + height / 2 - half)
        return (
            f'<path transform="translate({left:g} {top:g})" d="{path}" fill="#c4212d" '
            f'stroke="{IVORY}" stroke-width="2.4"/>'
        )
    walls = roofs = ""
    for at in range(houses):
        shift = (at - (houses - 1) / 2) * 25
        across = x + width / 2 + (shift if upright else 0)
        down = y + height / 2 + (0 if upright else shift)
        walls += f"M{across - 10:g} {down + 10:g}v-11l10-9 10 9v11z"
        roofs += f"M{across - 10:g} {down - 1:g}l10-9 10 9z"
    return (
        f'<path d="{walls}" fill="#15a05a" stroke="{IVORY}" stroke-width="2.2"/>'
        f'<path d="{roofs}" fill="#075c31"/>'
    )


def draw_logo(x: float, y: float) -> str:
    """Draw the name of the game on a plate, centered."""
    wing = "M{0} {1}h-70M{0} {2}h-96M{0} {3}h-70"
    left = wing.format(f"{x - 218:g}", f"{y + 28:g}", f"{y + 46:g}", f"{y + 64:g}")
    right = left.replace(f"M{x - 218:g}", f"M{x + 218:g}").replace("h-", "h")
    return (
        f'<path d="{left}{right}" stroke="{BRASS}" stroke-width="4"/>'
        + rect(x - 205, y, 410, LOGO_HEIGHT, LACQUER, BRASS, 5)
        + text(
            "PASSGO",
            x,
            y + 69,
            66,
            fill=BRASS_LIGHT,
            weight=700,
            extra=f' textLength="350" font-family="{TITLE_FONT}"',
        )
    )


# -- the icons on spaces ---------------------------------------------------------------------------

_CHEST: Final = (
    '<path d="M8 28c0-10 6-16 22-16s22 6 22 16zM8 31h44v19H8z" fill="#1d5b8c"/>'
    f'<path d="M16 14v36M44 14v36" stroke="{IVORY}" stroke-width="2.2"/>'
    f'<path d="M26 26h8v13h-8z" fill="#e3bb5a" stroke="{IVORY}" stroke-width="2"/>'
)
_RAILROAD: Final = (
    '<path d="M6 40h48l-5 8H12zM8 38c0-16 8-22 22-22h24v22z"/>'
    f'<path d="M34 20h16v8H32z" fill="{IVORY}"/>'
    f'<path d="M8 33h46M14 28l8-6" stroke="{IVORY}" stroke-width="2.2"/>'
    '<path d="M2 53h56v2.5H2zM13 49a5 5 0 0 0 10 0a5 5 0 0 0-10 0M26 49a5 5 0 0 0 10 0a5 5 0 0 0'
    '-10 0M39 49a5 5 0 0 0 10 0a5 5 0 0 0-10 0"/>'
)
_ELECTRIC: Final = (
    '<path d="M30 6c-11 0-18 8-18 17 0 8 6 11 8 18h20c2-7 8-10 8-18 0-9-7-17-18-17z" '
    'fill="#d9a520"/><path d="M22 44h16v4H22zM24 50h12v4H24z"/>'
    f'<path d="M25 40l-3-14 8 6 8-6-3 14" fill="none" stroke="{IVORY}" stroke-width="2.2"/>'
)
_WATER: Final = (
    '<path d="M6 24h14c2-4 5-6 9-6h3c12 0 20 7 20 20H40c0-6-3-8-8-8h-3c-4 0-7-1-9-4H6zM26 18V10H16'
    'V5h28v5H34v8z"/><path d="M46 42c4 6 5 8 5 10a5 5 0 0 1-10 0c0-2 1-4 5-10z" fill="#2b7fa8"/>'
)
_INCOME_TAX: Final = (
    '<path d="M14 5h26l8 8v42l-5-4-5 4-5-4-5 4-5-4-5 4-4-4z"/>'
    f'<path d="M21 18h16M21 26h20M21 34h20" stroke="{IVORY}" stroke-width="2.2"/>'
)
_LUXURY_TAX: Final = (
    f'<circle cx="30" cy="39" r="14" fill="none" stroke="{INK}" stroke-width="5"/>'
    '<path d="M18 12l5-6h14l5 6-12 15z" fill="#2b7fa8"/>'
)
_CHANCE: Final = (
    '<path d="M17 20a13.5 13.5 0 1 1 19 12c-4.2 2.1-5.6 4.9-5.6 9.1v2.8" fill="none" '
    'stroke="#c04a21" stroke-width="9"/><path d="M30.3 46l6.6 6.6-6.6 6.6-6.6-6.6z" '
    'fill="#c04a21"/>'
)
_ICONS: Final = {
    CHANCE: _CHANCE,
    CHEST: _CHEST,
    RAILROAD: _RAILROAD,
    INCOME_TAX: _INCOME_TAX,
    LUXURY_TAX: _LUXURY_TAX,
}


def icon(kind: int, second: bool, x: float, y: float, size: float) -> str:
    """Draw the icon of a kind of space, centered; the second utility is drawn as a faucet."""
    utility = _WATER if second else _ELECTRIC
    shape = utility if kind == UTILITY else _ICONS.get(kind, "")
    if not shape:
        return ""
    scale = size / 60
    return f'<g transform="translate({x - size / 2:g} {y - size / 2:g}) scale({scale:.3g})">{shape}</g>'
