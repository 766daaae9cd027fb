"""The characters: eight opponents with a name, a face in the browser, and a way of playing.

Each is a bot of one level (`easy`, `normal` or `hard`) in a style of its own. They are chosen by
picture in the browser and by name everywhere else: ``passgo play --bot tilda``.
"""

from __future__ import annotations

from typing import Final

from passgo.bots.style import TUNED_STYLE, Style, tuned_style

TRADER: Final = "passgo.bots.trader:TraderBot"
LOOKAHEAD: Final = "passgo.bots.lookahead:LookaheadBot"


class Character:
    """An opponent: a level, a bot class, a style, and a line that describes it."""

    def __init__(self, name: str, level: str, source: str, style: Style, about: str) -> None:
        self.name = name
        self.level = level
        """The difficulty: `easy`, `normal` or `hard`."""
        self.source = source
        self.style = style
        self.about = about


CAST: Final[tuple[Character, ...]] = (
    Character(
        "Hugo",
        "easy",
        TRADER,
        Style(caution=15.0, appetite=0.35),
        "keeps his money together and bids low",
    ),
    Character(
        "Felix",
        "easy",
        TRADER,
        Style(
            caution=0.0,
            least_reserve=0,
            appetite=0.3,
            outing=200.0,
            share=0.05,
            double_gain=0.0,
            kept_cash=50,
            purse=20,
        ),
        "spends his last dollar and agrees to almost any swap",
    ),
    Character(
        "Tilda",
        "normal",
        TRADER,
        Style(near=0.05, far=0.0, least_reserve=10, full=4, mortgage_rate=1.0),
        "builds as soon as she can, even on credit",
    ),
    Character(
        "Vera",
        "normal",
        TRADER,
        Style(appetite=1.5, caution=0.2, outing=200.0, claim=0.55, purse=40),
        "bids high, keeps little and never stays in Jail",
    ),
    Character(
        "Boyd",
        "normal",
        TRADER,
        Style(appetite=0.95, railroads=2.0),
        "pays far too much for railroads and utilities",
    ),
    Character(
        "Uma",
        "hard",
        LOOKAHEAD,
        tuned_style(offers=3, patience=1, opening=0.06, claim=0.55),
        "never stops haggling and asks for the larger half",
    ),
    Character(
        "Otto",
        "hard",
        LOOKAHEAD,
        tuned_style(caution=3.0, least_reserve=250, kept_cash=500, purse=250),
        "keeps a large reserve and lets others run short",
    ),
    Character("Rosa", "hard", LOOKAHEAD, TUNED_STYLE, "thinks every important move through"),
)
"""The characters, easiest first."""
CHARACTERS: Final[dict[str, Character]] = {one.name.lower(): one for one in CAST}
"""The characters by the name under which they play, in lower case."""
