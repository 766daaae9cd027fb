"""Bots to be found by the tests of the ladder, and things that are none."""

from __future__ import annotations

from passgo import Bot

NUMBER = 7


class Plain(Bot):
    """Takes no options."""


class Picky(Bot):
    """Takes an option of each kind."""

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
    """Takes whatever it is given."""

    def __init__(self, **options: object) -> None:
        self.options = options


class Needy(Bot):
    """Cannot do without an option."""

    def __init__(self, cash: int) -> None:
        self.cash = cash


class Stillborn(Bot):
    """Cannot be made."""

    def __init__(self, how: str = "os") -> None:
        if how == "exit":
            raise SystemExit(2)
        if how == "interrupt":
            raise KeyboardInterrupt
        if how == "value":
            raise ValueError("too still")
        assert how != "assert"
        raise OSError("no memory of it")


class Stranger:
    """Has nothing to do with us."""

    def decide(self, view: object) -> None:
        """Decide nothing."""


def maker() -> Bot:
    """Make a bot, but not as a class does."""
    return Plain()
