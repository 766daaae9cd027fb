"""Bots for the ladder tests, and objects that are not bots."""

from __future__ import annotations

from passgo import Bot

NUMBER = 7


class Plain(Bot):
    """A bot without options."""


class Picky(Bot):
    """A bot with an option of each kind."""

    def __init__(
        self,
        price: int = 10,
        name: str = "",
        share: float = 0.5,
        bold: bool = False,
        more: dict[str, int] | None = None,
    ) -> None:
        self.price = price
        self.name = name
        self.share = share
        self.bold = bold
        self.more = {} if more is None else more


class Open(Bot):
    """A bot that accepts any option."""

    def __init__(self, **options: object) -> None:
        self.options = options


class Needy(Bot):
    """A bot with a required option."""

    def __init__(self, cash: int) -> None:
        self.cash = cash


class Stillborn(Bot):
    """A bot whose constructor fails."""

    def __init__(self, how: str = "os") -> None:
        if how == "exit":
            raise SystemExit(2)
        if how == "interrupt":
            raise KeyboardInterrupt
        if how == "value":
            raise ValueError("invalid value")
        assert how != "assert"
        raise OSError("out of memory")


class Stranger:
    """A class that is not a bot."""

    def decide(self, view: object) -> None:
        """Do nothing."""


def maker() -> Bot:
    """Make a bot; this is a function, not a class."""
    return Plain()
