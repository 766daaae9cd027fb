"""HTML reports from the templates in ``templates/``: one file each, without scripts or network access.

Jinja2, which the ``sim`` extra installs, renders the templates with autoescape, so names and other
input are escaped.
"""

from __future__ import annotations

import functools
import importlib.util
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from passgo.extras import how_to_install
from passgo.sim.charts import STYLE
from passgo.sim.files import path_beside, put
from passgo.sim.forfeits import MARK, Forfeits
from passgo.sim.plan import SimulationError

if TYPE_CHECKING:
    import jinja2
    import markupsafe

__all__ = [
    "Cell",
    "Rows",
    "check_library",
    "check_place",
    "forfeit_rows",
    "load_templates",
    "open_templates",
    "render_page",
    "write_page",
]


class Cell:
    """A table cell: its text, the small print under it, and its shade."""

    def __init__(self, text: str, small: str = "", much: float = 0.0) -> None:
        self.text = text
        self.small = small
        self.much = much
        """The cell's shade, from -1 to 1; it conveys the same information as the text."""

    @property
    def kind(self) -> str:
        """The CSS class for the cell's hue."""
        return "good" if self.much > 0 else "bad"

    @property
    def shade(self) -> str:
        """The hue's opacity."""
        return f"{0.45 * min(1.0, abs(self.much)):.2f}"


class Rows(NamedTuple):
    """A table: its caption, column headings, and rows with their headings."""

    caption: str
    head: Sequence[str]
    rows: Sequence[tuple[str, Sequence[str | Cell]]]


def forfeit_rows(by_bot: Mapping[str, Forfeits]) -> Rows | None:
    """Return a table of the moves that bots forfeited; None if there were none."""
    rows = [
        (name, [f"{one.moves:,}", f"{one.games:,} of {one.played:,}", one.first])
        for name, one in by_bot.items()
        if one.moves
    ]
    if not rows:
        return None
    return Rows(
        "Moves that a bot forfeited because of an exception, an illegal action or a time limit. "
        f"Results marked {MARK} include the safe answers that were played instead.",
        ["bot", "moves forfeited", "games", "first error"],
        rows,
    )


def render_page(template: str, **values: object) -> str:
    """Render a template; the values must include ``title``."""
    return load_templates().get_template(template).render(values)


@functools.cache
def load_templates() -> jinja2.Environment:
    """Return the templates of simulations' reports; raise if Jinja2 is not installed."""
    environment = open_templates(Path(__file__).parent / "templates")
    environment.globals["chart_style"] = STYLE
    environment.filters["breakable"] = _let_break
    environment.filters["thousands"] = "{:,}".format
    return environment


def open_templates(folder: Path) -> jinja2.Environment:
    """Return the templates in a folder, which escape every value; raise if Jinja2 is not installed."""
    check_library()
    import jinja2

    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def _let_break(name: str) -> markupsafe.Markup:
    """Allow line breaks between the parts of a long name."""
    from markupsafe import Markup, escape

    parts = (escape(one) + Markup("<wbr>" if one in "_=(,:+" else "") for one in name)
    return Markup("").join(parts)


def check_library() -> None:
    """Raise if Jinja2 is not installed."""
    if importlib.util.find_spec("jinja2") is None:
        raise SimulationError(f"Reports need jinja2: {how_to_install('sim')}.")


def check_place(path: Path) -> None:
    """Raise if a page cannot be written to a path; call this before any work is done."""
    check_library()
    trial = path_beside(path, ".new")
    try:
        trial.touch()
        trial.unlink()
    except OSError as error:
        raise SimulationError(f"{path} cannot be written: {error.strerror}.") from None


def write_page(path: Path, text: str) -> None:
    """Write a page to a file, either completely or not at all."""
    try:
        put(path, lambda draft: draft.write_text(text, "utf-8"))
    except OSError as error:
        raise SimulationError(f"{path} cannot be written: {error.strerror}.") from None
