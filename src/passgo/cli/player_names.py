"""The names that players have if nobody chooses others."""

from typing import Final

NAMES: Final = ("Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal")
