"""Stubs have the types and docstrings of a module, including the types that mypy infers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.build_stubs import StubError, write_stubs

SOURCE = '''"""A shop."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final, Literal

from mypy_extensions import i64

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["LIMIT", "Till"]

LIMIT: Final = -5
"""The least amount."""
NAMES: Final = [os.sep]
Kind = Literal["coin", "note"]


class Till:
    """A till."""

    def __init__(self, amount: i64, least: i64 = LIMIT, *, tidy: bool = not LIMIT) -> None:
        """Fill it."""
        self.amount = amount
        """The money
        in it."""
        self.least = least
        self.notes: list[i64] = []
        if tidy:
            self.label = str(amount)

    @property
    def kind(self) -> Kind:
        """Coin or note."""
        return "coin"

    def add(self, amount: i64) -> Callable[[], i64]:
        self.amount += amount
        return lambda: self.amount


class Safe(Till):
    def open(self) -> None:
        self.amount = 0
        self.till = first(None)


def first(tills: list[Till] | None) -> Till | None:
    """Return the first one."""
    return tills[0] if tills else None
'''
STUB = '''"""A shop."""
from typing import Final, Literal
from collections.abc import Callable
__all__ = ['LIMIT', 'Till']
LIMIT: Final = -5
'The least amount.'
NAMES: Final[list[str]]
Kind = Literal['coin', 'note']

class Till:
    """A till."""
    amount: int
    'The money\\n        in it.'
    least: int
    notes: list[int]
    label: str

    def __init__(self, amount: int, least: int=LIMIT, *, tidy: bool=...) -> None:
        """Fill it."""

    @property
    def kind(self) -> Kind:
        """Coin or note."""

    def add(self, amount: int) -> Callable[[], int]:
        ...

class Safe(Till):
    till: Till | None

    def open(self) -> None:
        ...

def first(tills: list[Till] | None) -> Till | None:
    """Return the first one."""
'''


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pyproject.toml").write_text('[tool.mypy]\nmypy_path = "src"\n', "utf-8")
    Path("src/shop").mkdir(parents=True)
    Path("src/shop/__init__.py").touch()


def stub_of(source: str) -> str:
    Path("src/shop/till.py").write_text(source, "utf-8")
    write_stubs(["src/shop/till.py"], Path("out"))
    return Path("out/shop/till.pyi").read_text("utf-8")


def test_a_stub_has_all_types_and_docstrings() -> None:
    assert stub_of(SOURCE) == STUB


def test_the_type_of_an_attribute_is_imported() -> None:
    Path("src/shop/coin.py").write_text(
        "class Coin: ...\n\n\ndef toss() -> Coin: return Coin()\n", "utf-8"
    )
    source = "from shop import coin\n\n\nclass Till:\n    def __init__(self) -> None:\n"
    assert stub_of(f"{source}        self.change = coin.toss()\n").startswith(
        "from shop.coin import Coin\n\nclass Till:\n    change: Coin\n"
    )


def test_a_type_that_cannot_be_written_is_an_error() -> None:
    source = (
        "class Till:\n    def __init__(self) -> None:\n        self.pay = lambda coin: 2 * coin\n"
    )
    with pytest.raises(StubError, match="add a type annotation where mypy inferred"):
        stub_of(source)


def test_wrong_source_code_is_an_error() -> None:
    with pytest.raises(StubError, match="Incompatible types"):
        stub_of("amount: int = ''\n")
