"""A module that ends the program when it is imported, as a script may."""

from __future__ import annotations

raise SystemExit(3)
