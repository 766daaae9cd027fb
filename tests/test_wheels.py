"""Everything in a release, built from scratch and installed into empty environments.

The build machine has no Node of its own, and the environments have neither Node nor a compiler.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from shutil import copyfile, copytree, ignore_patterns

import pytest

from tests.test_installation import COMPILED, MODULES, PROJECT, ROOT
from tests.waiting import wait_until
from tools.build_backend import NODE
from tools.setup_env import tidy_environ

SOURCES = ("LICENSE", "MANIFEST.in", "README.md", "pyproject.toml", "setup.py")
FOLDERS = ("src", "tools", "web")
GENERATED = ("__pycache__", "node_modules", "dist", "generated", "plural_categories.json")
EXTRAS = ",".join(PROJECT["project"]["optional-dependencies"])
PAGES = "passgo/pages/"

USER = """
import passgo

game = passgo.Game(players=2, chance=passgo.Seeded(1))
reveal_type(game.state.players[0].cash * 0.1)
reveal_type(game.play)
reveal_type(game.view(0).state)
reveal_type(passgo.HOTEL_LEVEL)


class Careful(passgo.Bot):
    def decide(self, view: passgo.View) -> passgo.Action:
        reveal_type(view.seat)
        return self.safe(view)
"""
REVEALED = [
    "float",
    "def (action: passgo.engine.action.Action) -> list[passgo.engine.events.Event]",
    "passgo.engine.state.State",
    "Literal[5]?",
    "int",
]


def run(*command: object, folder: Path, environ: dict[str, str]) -> str:
    """Run a program and return its output."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=folder,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture
def scratch() -> Iterator[Path]:
    """Create a folder and remove it afterward, because the environments are large."""
    with tempfile.TemporaryDirectory(prefix="passgo-wheels-") as folder:
        yield Path(folder).resolve()


def environ_without_node(folder: Path) -> dict[str, str]:
    """Return our environment variables with a PATH that has everything except Node and npm."""
    folder.mkdir()
    for place in os.environ["PATH"].split(os.pathsep):
        for program in Path(place).iterdir() if Path(place).is_dir() else ():
            link = folder / program.name
            if not re.match(r"node|npm|npx|corepack", link.name) and not link.is_symlink():
                link.symlink_to(program)
    ours = ("PASSGO_", "COVERAGE_", "COV_")
    kept = {name: value for name, value in tidy_environ().items() if not name.startswith(ours)}
    return {**kept, "PATH": str(folder)}


def locked_versions() -> str:
    """Return the locked versions without hashes, which would apply to our own wheel as well."""
    lock = (ROOT / "requirements" / "dev.txt").read_text("utf-8")
    return "\n".join(re.findall(r"^[\w.-]+==[^\\\n]+", lock, re.MULTILINE))


@contextmanager
def serving(programs: Path, folder: Path, environ: dict[str, str]) -> Iterator[str]:
    """Run `passgo serve --open`; yield the address that it opens in the browser."""
    opened, browser = folder / "opened.txt", folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >"{opened}.new"\n/bin/mv "{opened}.new" "{opened}"\n')
    browser.chmod(0o755)
    command = [str(programs / "passgo"), "serve", "--open", "--port", "0", "--database", "games.db"]
    # A browser is opened only where there is a screen.
    environ = {**environ, "BROWSER": str(browser), "DISPLAY": ":0"}
    with subprocess.Popen(command, cwd=folder, env=environ, stdout=subprocess.DEVNULL) as server:
        try:
            wait_until(lambda: opened.exists() or server.poll() is not None)
            yield opened.read_text("utf-8").strip()
        finally:
            server.terminate()
    assert server.returncode == 0


def check_wheel(wheel: Path, stock: Path, folder: Path) -> None:
    """Install a wheel with all extras from a folder of wheels, and use it."""
    is_compiled = "none-any" not in wheel.name
    folder.mkdir()
    venv.create(folder / "env", with_pip=True, symlinks=True)
    programs = folder / "env" / "bin"
    python = programs / "python"
    # No compiler, no Node, and nothing that tells pip where to look.
    environ = {"PATH": str(programs), "HOME": str(folder), "LANG": "C.UTF-8"}
    offline = ["--isolated", "install", "--no-index", "--find-links", stock]
    run(python, "-m", "pip", *offline, f"{wheel}[{EXTRAS}]", folder=folder, environ=environ)

    code = "import passgo; print(passgo.is_compiled(), passgo.__file__)"
    said = run(python, "-c", code, folder=folder, environ=environ)
    assert said.startswith(f"{is_compiled} {folder}")
    said = run(python, "-c", "import passgo; help(passgo.Game)", folder=folder, environ=environ)
    assert "A game of Monopoly: its state, its source of randomness and its listener." in said
    assert "Carry out an action and return its events" in said

    results = ["--out", "games.parquet", "--plot", "report.html"]
    game = ["--games", "4", "--rounds", "20", "--jobs", "1", "--bots", "simple,easy"]
    said = run(programs / "passgo", "simulate", *game, *results, folder=folder, environ=environ)
    assert "4 games" in said
    assert all((folder / name).stat().st_size for name in ("games.parquet", "report.html"))

    with serving(programs, folder, environ) as address:
        browser = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        page = browser.open(address).read().decode()
        assert "<title>PassGo</title>" in page
        (script,) = re.findall(r'<script[^>]* src="/?(assets/[^"]+)"', page)
        assert browser.open(f"{address.rstrip('/')}/{script}").status == 200

    program = folder / "user.py"
    program.write_text(USER, "utf-8")
    checker = [sys.executable, "-m", "mypy", "--strict", "--python-executable", python]
    checker += ["--cache-dir", os.devnull, "--config-file", os.devnull, program]
    said = run(*checker, folder=folder, environ=environ)
    assert re.findall(r'Revealed type is "(.*)"', said) == REVEALED


@pytest.mark.long
@pytest.mark.skipif(not COMPILED, reason="once is enough: the compiled part runs it")
def test_the_release_is_built_and_works_where_there_is_only_python(scratch: Path) -> None:
    environ = environ_without_node(scratch / "programs")
    build = [sys.executable, "-m", "build"]
    venv.create(scratch / "empty", with_pip=True, symlinks=True)
    pip = [scratch / "empty" / "bin" / "python", "-m", "pip", "--disable-pip-version-check"]
    try:
        run(*pip, "download", "--no-deps", "setuptools", folder=scratch, environ=environ)
    except AssertionError as error:
        pytest.skip(f"no package index can be reached: {str(error).splitlines()[-1]}")

    checkout, dist = scratch / "checkout", scratch / "dist"
    for name in FOLDERS:
        copytree(ROOT / name, checkout / name, ignore=ignore_patterns(*GENERATED))
    for name in SOURCES:
        copyfile(ROOT / name, checkout / name)
    before = sorted(checkout.rglob("*"))
    said = run(*build, "--outdir", dist, checkout, folder=scratch, environ=environ)
    assert said.count(NODE) == 1  # for the source distribution, but not for the wheel
    assert sorted(checkout.rglob("*")) == before

    (sdist,) = dist.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(scratch / "unpacked", filter="data")
    (unpacked,) = (scratch / "unpacked").iterdir()
    pages = {
        file.relative_to(unpacked / "src").as_posix(): file.read_bytes()
        for file in (unpacked / "src" / "passgo" / "pages").rglob("*")
        if file.is_file()
    }
    assert f"{PAGES}index.html" in pages
    environ["PASSGO_COMPILE"] = "0"
    run(*build, "--wheel", "--outdir", dist, unpacked, folder=scratch, environ=environ)

    (pure,) = dist.glob("*-py3-none-any.whl")
    (compiled,) = set(dist.glob("*.whl")) - {pure}
    for wheel in (pure, compiled):
        with zipfile.ZipFile(wheel) as files:
            names = set(files.namelist())
            assert {name: files.read(name) for name in names if name.startswith(PAGES)} == pages
        modules = [name.replace(".", "/") for name in MODULES]
        assert {f"{name}.pyi" for name in modules} <= names
        native = {f"{name}{EXTENSION_SUFFIXES[0]}" for name in modules}
        assert native & names == (native if wheel is compiled else set())

    stock, versions = scratch / "stock", scratch / "versions.txt"
    versions.write_text(locked_versions(), "utf-8")
    wanted = ["--wheel-dir", stock, "--constraint", versions, f"{pure}[{EXTRAS}]"]
    run(*pip, "wheel", *wanted, folder=scratch, environ=environ)
    for wheel in (compiled, pure):
        check_wheel(wheel, stock, scratch / f"with-{wheel.stem}")
