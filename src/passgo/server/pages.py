"""The browser game's built files, read once and served from memory.

The package build puts them in ``passgo/pages/``. Every page of the game (``/t/…``, ``/replay/…``) uses
the same HTML file, and routing happens in the browser.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from pathlib import Path
from typing import Final, NamedTuple

from passgo.engine.refusal import PassGoError

BUILT: Final = Path(__file__).parent.parent / "pages"
INDEX: Final = "index.html"
PAGES: Final = ("new", "rules", "t", "replay")
"""The first path segments of the game's pages."""
FOR_EVER: Final = "public, max-age=31536000, immutable"
"""The Cache-Control header for files whose names change with their contents."""
ASK_AGAIN: Final = "no-cache"
PACKED: Final = (".html", ".js", ".css", ".svg", ".json")
TYPES: Final = {
    ".js": "text/javascript",
    ".woff2": "font/woff2",
    ".webmanifest": "application/json",
}


class PagesError(PassGoError):
    """A folder that does not contain the browser game."""


class File(NamedTuple):
    """A file, ready to send."""

    data: bytes
    packed: bytes
    """The compressed data; empty if files of this type are not compressed."""
    media_type: str
    tag: str
    cache: str


class Pages:
    """All of the browser game's files."""

    def __init__(self, folder: Path | None = None) -> None:
        """Read the files in a folder, or the built-in ones, which may be missing."""
        self.files: dict[str, File] = {}
        root = BUILT if folder is None else folder
        if not (root / INDEX).is_file():
            if folder is not None:
                raise PagesError(f"{folder} does not contain the browser game: it has no {INDEX}.")
            return
        for path in sorted(root.rglob("*")):
            if path.is_file():
                self.files[path.relative_to(root).as_posix()] = read_file(path)

    def find(self, path: str) -> File | None:
        """Return the file at a path on the site, or the page that the browser shows there."""
        name = path.strip("/")
        found = self.files.get(name)
        if found is None and (not name or name.split("/")[0] in PAGES):
            found = self.files.get(INDEX)
        return found


def read_file(path: Path) -> File:
    """Read one file and compress it."""
    data = path.read_bytes()
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
    return File(
        data,
        gzip.compress(data, 9, mtime=0) if path.suffix in PACKED else b"",
        kind or "application/octet-stream",
        f'"{hashlib.sha256(data).hexdigest()[:16]}"',
        FOR_EVER if path.parent.name == "assets" else ASK_AGAIN,
    )
