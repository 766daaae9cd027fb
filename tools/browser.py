"""The browser for the tests: $CHROMIUM, or one on the PATH, or Debian's Chromium, installed on demand."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from tools.folders import step
from tools.setup_env import SetUpError

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
"""The headless shell comes first: it draws the same pages with a third less work."""


def find() -> Path:
    """Return the path of Chromium; install it first if needed and possible."""
    if named := os.environ.get("CHROMIUM"):
        return Path(named)
    found = on_path()
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        with step("Installing Chromium for the tests"):
            apt("update")
            try:
                apt("install", "--no-install-recommends", "-y", NAMES[0])
            except SetUpError:  # not every distribution has the headless shell
                apt("install", "--no-install-recommends", "-y", "chromium")
        found = on_path()
    if found is None:
        raise SetUpError(
            "The browser tests need Chromium: install it, or set CHROMIUM to its path."
        )
    return found


def on_path() -> Path | None:
    """Return the first known browser on the PATH, or None."""
    paths = (shutil.which(name) for name in NAMES)
    return next((Path(path) for path in paths if path), None)


def apt(*words: str) -> None:
    """Run apt-get quietly."""
    environ = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(["apt-get", "-qq", *words], env=environ, capture_output=True, text=True)
    if done.returncode:
        raise SetUpError(f"apt-get {' '.join(words)} failed.", done.stdout + done.stderr)
