"""A module that exits when it is imported, as a script might."""

from __future__ import annotations

raise SystemExit(3)
