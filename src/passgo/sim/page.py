"""The sheet that reports are written on: one HTML file, no script, no network, light and dark.

Everything that comes from outside, names above all, is escaped where it is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Final

from passgo.sim.charts import STYLE
from passgo.sim.files import beside, put
from passgo.sim.plan import SimulationError

__all__ = [
    "Cell",
    "charts_side_by_side",
    "check_place",
    "facts",
    "folded",
    "page",
    "paragraph",
    "section",
    "table",
    "write_page",
]

_LIGHT: Final = """
  --ink: #22302f; --soft: #4d5b59; --paper: #f6f1e4; --card: #fffdf7; --line: #ddd5c1;
  --bar: #3d8f80; --warm: #b4531f; --good: 61 143 128; --bad: 196 106 48;
  --c0: #1f6f8b; --c1: #b4531f; --c2: #6a4c93; --c3: #3b7d3a; --c4: #a3285e; --c5: #6b6457;"""
_DARK: Final = """
  --ink: #ece6d8; --soft: #b3bdbb; --paper: #172326; --card: #202f33; --line: #3b4c50;
  --bar: #58b3a2; --warm: #f0a26b; --good: 72 165 147; --bad: 208 122 66;
  --c0: #6cc3e0; --c1: #f0a26b; --c2: #b79be0; --c3: #8fcf8a; --c4: #ee8db4; --c5: #c2b8a3;"""
_SHEET: Final = f"""
:root {{ color-scheme: light dark; {_LIGHT}
}}
@media (prefers-color-scheme: dark) {{ :root {{ {_DARK}
}} }}
* {{ box-sizing: border-box; }}
body {{ margin: 0 auto; max-width: 68rem; padding: 1.5rem clamp(0.8rem, 4vw, 2rem) 4rem;
  background: var(--paper); color: var(--ink); line-height: 1.5;
  font-family: system-ui, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }}
h1 {{ font-size: 1.8rem; font-weight: 600; line-height: 1.2; margin: 0.4rem 0; }}
h2 {{ font-size: 1.25rem; font-weight: 600; margin: 2.4rem 0 0.6rem; }}
h3 {{ font-size: 1rem; font-weight: 600; margin: 0 0 0.6rem; overflow-wrap: anywhere; }}
p {{ margin: 0.5rem 0; max-width: 44rem; }}
p, li, td, th {{ overflow-wrap: anywhere; }}
.note, small {{ color: var(--soft); font-size: 0.85rem; }}
.side {{ display: grid; gap: 1rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); }}
.card {{ background: var(--card); border: 1px solid var(--line); border-radius: 8px;
  padding: clamp(0.6rem, 3vw, 1rem); min-width: 0; }}
.scroll {{ overflow-x: auto; border: 1px solid var(--line); border-radius: 8px;
  background: var(--card); }}
table {{ border-collapse: collapse; font-variant-numeric: tabular-nums; width: 100%; }}
figure {{ margin: 0; }}
summary {{ cursor: pointer; padding: 0.6rem 0; }}
figcaption {{ max-width: 44rem; margin: 0 0 0.6rem; color: var(--soft); font-size: 0.85rem; }}
tr + tr > *, tbody > tr > * {{ border-top: 1px solid var(--line); }}
th, td {{ padding: 0.35rem 0.7rem; text-align: right;
  vertical-align: top; overflow-wrap: normal; white-space: nowrap; }}
th:first-child, td:first-child {{ text-align: left; }}
th {{ font-weight: 600; }}
tbody th {{ position: sticky; left: 0; background: var(--card); white-space: normal;
  min-width: 8rem; overflow-wrap: anywhere; }}
td small {{ display: block; }}
.good small, .bad small {{ color: inherit; }}
.good {{ background: rgb(var(--good) / var(--much)); }}
.bad {{ background: rgb(var(--bad) / var(--much)); }}
.facts {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr));
  gap: 0.6rem; padding: 0; margin: 1rem 0; }}
.facts div {{ background: var(--card); border: 1px solid var(--line); border-radius: 8px;
  padding: 0.5rem 0.8rem; }}
.facts dt {{ color: var(--soft); font-size: 0.85rem; }}
.facts dd {{ margin: 0; font-size: 1.25rem; font-weight: 600; overflow-wrap: anywhere; }}
"""


def page(title: str, parts: Sequence[str]) -> str:
    """Write a whole page; the parts are HTML already."""
    return "\n".join(
        [
            "<!DOCTYPE html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta http-equiv="Content-Security-Policy" '
            "content=\"default-src 'none'; style-src 'unsafe-inline'\">",
            f"<title>{escape(title)}</title>",
            f"<style>{_SHEET}{STYLE}</style>",
            "</head>",
            "<body>",
            "<main>",
            f"<h1>{escape(title)}</h1>",
            *parts,
            "</main>",
            "</body>",
            "</html>",
            "",
        ]
    )


def paragraph(text: str, style: str = "") -> str:
    """Write a paragraph of plain text."""
    return f'<p class="{style}">{escape(text)}</p>' if style else f"<p>{escape(text)}</p>"


def section(title: str, parts: Sequence[str]) -> str:
    """Write a part of the page under its heading; the parts are HTML already."""
    return "\n".join([f"<section><h2>{escape(title)}</h2>", *parts, "</section>"])


def folded(title: str, part: str) -> str:
    """Fold a part away under a line that opens it; the part is HTML already."""
    return f"<details><summary>{escape(title)}</summary>{part}</details>"


def facts(pairs: Sequence[tuple[str, str]]) -> str:
    """Write a row of single figures with what they are."""
    cells = [f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in pairs]
    return f'<dl class="facts">{"".join(cells)}</dl>'


def charts_side_by_side(charts: Sequence[tuple[str, str]]) -> str:
    """Put charts into cards, as many beside each other as there is room for; each has a heading."""
    cards = [f'<div class="card"><h3>{escape(name)}</h3>{chart}</div>' for name, chart in charts]
    return f'<div class="side">{"".join(cards)}</div>'


class Cell:
    """A cell of a table: a figure, what is printed small under it, and how far it is from level."""

    def __init__(self, text: str, small: str = "", much: float = 0.0) -> None:
        self.text = text
        self.small = small
        self.much = much
        """From -1 to 1: the shade of the cell, which repeats what the figure says."""

    def html(self) -> str:
        """Write the cell."""
        shade = ""
        if self.much:
            kind = "good" if self.much > 0 else "bad"
            shade = f' class="{kind}" style="--much:{0.45 * min(1.0, abs(self.much)):.2f}"'
        small = f"<small>{escape(self.small)}</small>" if self.small else ""
        return f"<td{shade}>{escape(self.text)}{small}</td>"


def table(
    caption: str, head: Sequence[str], rows: Sequence[tuple[str, Sequence[str | Cell]]]
) -> str:
    """Write a table whose rows have headings; it scrolls by itself where the page is narrow."""
    lines = [
        f"<figure><figcaption>{escape(caption)}</figcaption>",
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(caption)}"><table>',
    ]
    heads = "".join(f'<th scope="col">{escape(one)}</th>' for one in head)
    lines.append(f"<thead><tr>{heads}</tr></thead><tbody>")
    for name, cells in rows:
        written = "".join(
            cell.html() if isinstance(cell, Cell) else f"<td>{escape(cell)}</td>" for cell in cells
        )
        lines.append(f'<tr><th scope="row">{_breakable(name)}</th>{written}</tr>')
    return "\n".join([*lines, "</tbody></table></div></figure>"])


def _breakable(name: str) -> str:
    """Let a long name break where its parts meet."""
    return "".join(escape(letter) + ("<wbr>" if letter in "_=(,:+" else "") for letter in name)


def check_place(path: Path) -> None:
    """Refuse a place where no page can be written, before any work is done for it."""
    trial = beside(path, ".new")
    try:
        trial.touch()
        trial.unlink()
    except OSError as error:
        raise SimulationError(f"{path} cannot be written: {error.strerror}.") from None


def write_page(path: Path, text: str) -> None:
    """Write a page to its place, whole or not at all."""
    try:
        put(path, lambda draft: draft.write_text(text, "utf-8"))
    except OSError as error:
        raise SimulationError(f"{path} cannot be written: {error.strerror}.") from None
