"""The private environments for ./play and ./test, in .passgo/. Uses only the standard library.

    build/            uv, which installs everything; the compiler's packages; Node, which builds the pages
    engine-<key>/     the compiled modules, or the reason there are none
    node-<key>/       the npm packages that build and check the browser game
    pages-<key>/      the built browser game
    play-<key>/       passgo installed as a wheel, with its dependencies, the compiled modules and the pages
    terminal-<key>/   the same without the pages
    plain-play-<key>/, plain-terminal-<key>/
                      the same without the compiled modules, to play in until those are ready
    test-<key>/       the same as play, plus the packages that the tests need
    dev/              passgo as an editable install, interpreted, plus the test packages; editors can use it

A key is a hash of everything a folder is made from. folders.py describes how interrupted and
concurrent setups are handled.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools import build_pages
from tools.folders import hold, is_complete, lock_exclusively, make_folder, remove, step

ROOT = Path(__file__).resolve().parent.parent
HOME = Path(os.environ.get("PASSGO_HOME") or ROOT / ".passgo")
"""The folder that contains the environments; ./test --pythons gives each Python its own."""
LOCKS = ROOT / "requirements"
NATIVE = (".so", ".pyd")
PLAIN = "plain-"
"""The prefix for environment kinds without the compiled modules, as in `plain-play`."""
STUB = ".pyi"
COMPILING = (
    "setup.py",
    "tools/build_docstrings.py",
    "tools/build_errors.py",
    "tools/build_stubs.py",
)
"""The files that compile the engine."""
BUILDING = (*COMPILING, "tools/__init__.py", "tools/build_backend.py", "tools/build_pages.py")
"""The files that build a wheel."""


class SetUpError(Exception):
    """A failed setup step: a sentence about what failed, and the output of the failing program."""

    def __init__(self, sentence: str, output: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.output = output

    def __str__(self) -> str:
        """Return the end of the output, which usually contains the cause, followed by the sentence."""
        tail = "\n".join(self.output.rstrip().splitlines()[-25:])
        return f"{tail}\n\n{self.sentence}" if tail else self.sentence


class PagesError(SetUpError):
    """The browser game could not be built; everything else works without it."""


# Used by ./play and ./test


def environment(kind: str) -> Path:
    """Return an environment, such as `play`; make it if needed, and hold it until exit."""
    return environments([kind])[0]


def environments(kinds: list[str]) -> list[Path]:
    """Return several environments. All are made before any is held, so two runs can't deadlock."""
    wanted = [(kind, *place(kind)) for kind in kinds]
    held = [hold(folder, key) for _, folder, key in wanted]
    if None in held:
        for handle in held:
            if handle is not None:
                os.close(handle)
        with setting_up():
            made = [make_dev() if kind == "dev" else make_wheel_env(kind) for kind in kinds]
            for folder, key in made:
                hold(folder, key)
        return [folder for folder, _ in made]
    return [folder for _, folder, _ in wanted]


def choose_kind(kinds: list[str]) -> str:
    """Return the best kind of environment to play in without a long wait.

    The given kinds are in order from the best to the quickest to make. If the engine must be compiled
    first, return a plain kind.
    """
    for kind in kinds:
        if is_ready(kind):
            return kind
    if not must_compile():
        return kinds[-1]
    plain = [PLAIN + kind for kind in kinds]
    return next((kind for kind in plain if is_ready(kind)), plain[-1])


def must_compile() -> bool:
    """Return whether there is a compiler but no compiled engine for the current files."""
    key = engine_key(ROOT)
    return has_compiler() and not is_complete(HOME / f"engine-{key}", key)


def why_plain(folder: Path) -> str:
    """Return why the engine in an environment is not compiled; an empty string if it is."""
    note = folder / "plain.txt"
    return note.read_text("utf-8") if note.exists() else ""


def compile_errors(folder: Path) -> str:
    """Return the compiler's output if compiling failed; an empty string otherwise."""
    log = folder / "errors.txt"
    return log.read_text("utf-8") if log.exists() else ""


def is_ready(kind: str) -> bool:
    """Return whether an environment exists and is up to date."""
    return is_complete(*place(kind))


def python(env: Path) -> Path:
    """Return the path of an environment's interpreter."""
    return env / "bin" / "python"


def tidy_environ() -> dict[str, str]:
    """Return the environment variables, without those that make Python look for packages elsewhere."""
    elsewhere = {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "__PYVENV_LAUNCHER__"}
    return {name: value for name, value in os.environ.items() if name not in elsewhere}


def uv(build: Path) -> str:
    """Return the path of uv in the build tools' environment."""
    return str(build / "bin" / "uv")


# Keys


def place(kind: str) -> tuple[Path, str]:
    """Return an environment's folder and the key it must have for the current files."""
    if kind == "dev":
        return HOME / "dev", dev_key()
    key = wheel_key(kind, ROOT)
    return HOME / f"{kind}-{key}", key


def build_key() -> str:
    """Return the key for the build tools."""
    return compute_key(interpreter(), LOCKS / "uv.txt", LOCKS / "build.txt")


def dev_key() -> str:
    """Return the key for the interpreted environment, which reads the sources in place."""
    return compute_key(interpreter(), LOCKS / "dev.txt", ROOT / "setup.py", ROOT / "pyproject.toml")


def node_key() -> str:
    """Return the key for the npm packages."""
    node = os.environ.get("PASSGO_NODE", "")
    files = [ROOT / build_pages.WEB / name for name in build_pages.LOCKS]
    return compute_key(build_key(), node, *files)


def pages_key(sources: Path) -> str:
    """Return the key for the built browser game."""
    return compute_key(node_key(), *build_pages.sources(sources), base=sources)


def engine_key(sources: Path) -> str:
    """Return the key for the compiled modules: their sources and everything that affects compiling."""
    project = tomllib.loads((sources / "pyproject.toml").read_text("utf-8"))["tool"]
    settings = json.dumps([project["passgo"], project["mypy"]])
    files = {path for pattern in project["passgo"]["compiled"] for path in sources.glob(pattern)}
    files |= {sources / name for name in COMPILING}
    return compute_key(build_key(), compiler(), settings, *sorted(files), base=sources)


def wheel_key(kind: str, sources: Path) -> str:
    """Return the key for an environment with passgo as a wheel, computed from the package files."""
    files = [sources / "pyproject.toml", *package_files(sources)]
    engine = "" if is_plain(kind) else engine_key(sources)
    pages = pages_key(sources) if has_pages(kind) else ""
    return compute_key(kind, engine, pages, lock_of(kind), interpreter(), *files, base=sources)


def is_plain(kind: str) -> bool:
    """Return whether an environment leaves out the compiled modules."""
    return kind.startswith(PLAIN)


def has_pages(kind: str) -> bool:
    """Return whether an environment includes the browser game."""
    return kind.removeprefix(PLAIN) != "terminal"


def lock_of(kind: str) -> Path:
    """Return the lock file for an environment with passgo as a wheel."""
    return LOCKS / ("dev.txt" if kind == "test" else "play.txt")


def compute_key(*parts: str | Path, base: Path = ROOT) -> str:
    """Return a short hash of strings and of the names and contents of files."""
    digest = hashlib.sha256()
    for part in parts:
        if isinstance(part, Path):
            name = part.relative_to(base if part.is_relative_to(base) else ROOT).as_posix()
            part = f"{name}:{hashlib.sha256(part.read_bytes()).hexdigest()}"
        digest.update(f"{len(part)}:{part}".encode())
    return digest.hexdigest()[:16]


def interpreter() -> str:
    """Describe this Python and the path of this checkout, since environments can't be moved."""
    return f"{sys.version} {sys.base_prefix} {sysconfig.get_platform()} {ROOT}"


def compiler() -> str:
    """Describe the C compiler that would be used, so that a newly installed compiler is noticed."""
    switches = [os.environ.get(name, "") for name in ("CC", "CFLAGS", "LDFLAGS", "PASSGO_COMPILE")]
    return f"{find_compiler()} {has_headers()} {switches}"


def has_compiler() -> bool:
    """Return whether the engine should be compiled; whether it can be is found out by trying."""
    wanted = os.environ.get("PASSGO_COMPILE") != "0"
    return wanted and has_headers() and find_compiler() is not None


def find_compiler() -> str | None:
    """Return the path of the C compiler."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which((shlex.split(str(command)) or ["cc"])[0])


def has_headers() -> bool:
    """Return whether Python's headers are installed."""
    return Path(sysconfig.get_config_var("INCLUDEPY") or "", "Python.h").exists()


def package_files(sources: Path) -> list[Path]:
    """Return every file under src/passgo except leftovers from running or editing."""
    folder = sources / "src" / "passgo"
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    leftover = re.compile(r"__pycache__/|/\.|~$|\.(so|pyd)$")
    return [
        path for path in files if not leftover.search(f"/{path.relative_to(folder).as_posix()}")
    ]


# Making the folders


def make_build() -> Path:
    """Install the build tools: pip installs uv, which installs everything else."""
    folder, key = HOME / "build", build_key()
    if not is_complete(folder, key):
        with make_folder(folder, key), step("Installing the build tools"):
            run([sys.executable, "-m", "venv", str(folder)])
            locked = ["--require-hashes", "-r", str(LOCKS / "uv.txt")]
            run([str(python(folder)), "-m", "pip", "install", "--quiet", "--no-compile", *locked])
            install(folder, folder, "--require-hashes", "-r", str(LOCKS / "build.txt"))
    return folder


def make_dev() -> tuple[Path, str]:
    """Make the interpreted environment, with passgo as an editable install."""
    folder, key = place("dev")
    if not is_complete(folder, key):
        build = make_build()
        with make_folder(folder, key), step("Installing the test dependencies"):
            make_env(build, folder, LOCKS / "dev.txt")
            install(build, folder, "--no-deps", "--no-build-isolation", "-e", str(ROOT))
    return folder, key


def make_wheel_env(kind: str) -> tuple[Path, str]:
    """Make an environment with passgo as a wheel, and with all else that its kind includes."""
    folder, key = place(kind)
    if is_complete(folder, key):
        return folder, key
    build = make_build()
    sources = snapshot()  # edits made meanwhile take effect at the next start
    key = wheel_key(kind, sources)
    folder = HOME / f"{kind}-{key}"
    pages = make_pages(build, sources) if has_pages(kind) else None  # first: it may fail
    engine = None if is_plain(kind) else make_engine(build, sources)
    with make_folder(folder, key), step("Installing PassGo"):
        make_env(build, folder, lock_of(kind))
        wheel, _ = build_wheel(build, sources, PASSGO_COMPILE="0", PASSGO_STUBS="0")
        install(build, folder, "--no-deps", str(wheel))
        if engine is not None:
            add_engine(engine, folder)
        if pages is not None:
            shutil.copytree(pages / "dist", packages(folder) / "passgo" / "pages")
    shutil.rmtree(sources)
    remove_old(kind, folder)
    remove_old(PLAIN + kind, folder)
    return folder, key


def add_engine(engine: Path, folder: Path) -> None:
    """Add the compiled modules to an environment, or the notes on why there are none."""
    for note in engine.glob("*.txt"):
        shutil.copyfile(note, folder / note.name)
    if (engine / "modules").exists():
        shutil.copytree(engine / "modules", packages(folder), dirs_exist_ok=True)


def make_engine(build: Path, sources: Path) -> Path:
    """Compile the modules into a folder of their own, since most edits don't affect them."""
    key = engine_key(sources)
    folder = HOME / f"engine-{key}"
    if not is_complete(folder, key):
        with make_folder(folder, key):
            folder.mkdir()
            try:
                compiling = "Compiling the engine (once, 2–5 minutes)"
                with step(compiling if has_compiler() else "Preparing the engine"):
                    wheel, output = build_wheel(build, sources)
                with zipfile.ZipFile(wheel) as archive:
                    names = archive.namelist()
                    modules = [name for name in names if name.endswith(NATIVE)]
                    stubs = [name for name in names if name.endswith(STUB)]
                    archive.extractall(folder / "modules", [*modules, *stubs])
                said = [
                    line for line in output.splitlines() if line.startswith("PassGo: the engine")
                ]
                plain = "" if modules else "".join(said)
            except SetUpError as error:
                (folder / "errors.txt").write_text(error.output, "utf-8")
                plain = (
                    "PassGo: the engine is not compiled and will run slower: compiling it failed"
                )
                plain += (
                    f" (see {folder.relative_to(ROOT)}/errors.txt; delete .passgo to try again)."
                )
            if plain:
                (folder / "plain.txt").write_text(plain, "utf-8")
        remove_old("engine", folder, keep=3)  # small, but slow to build: kept for branch switches
    return folder


def make_node(build: Path) -> tuple[Path, Path]:
    """Install the npm packages; return their folder and the path of node."""
    node = build_pages.find_node(build / "bin")
    if node is None:
        named = os.environ.get("PASSGO_NODE")
        place = f" at {named} (PASSGO_NODE)" if named else ""
        oldest = ".".join(map(str, build_pages.OLDEST))
        raise SetUpError(
            f"Node {oldest} or newer, which builds the browser game, was not found{place}."
        )
    key = node_key()
    folder = HOME / f"node-{key}"
    if not is_complete(folder, key):
        with make_folder(folder, key), step("Installing the browser game's dependencies"):
            try:
                build_pages.check_registry(ROOT, node, run_in)
            except SetUpError as error:
                lines = [line for line in error.output.splitlines() if "reason:" in line]
                output = "\n".join(lines) or error.output
                raise SetUpError(
                    "The packages could not be loaded from the npm registry.", output
                ) from error
            build_pages.install(ROOT, folder, node, run_in)
        remove_old("node", folder)
    return folder, node


def make_pages(build: Path, sources: Path) -> Path:
    """Build the browser game."""
    key = pages_key(sources)
    folder = HOME / f"pages-{key}"
    if not is_complete(folder, key):
        try:
            modules, node = make_node(build)
            with make_folder(folder, key), step("Building the browser game"):
                build_pages.build(sources, modules, folder, node, run_in)
                shutil.move(folder / build_pages.WEB / "dist", folder / "dist")
                for name in (build_pages.WEB, "src"):
                    shutil.rmtree(folder / name)
        except SetUpError as error:
            raise PagesError(error.sentence, error.output) from error
        except OSError as error:
            raise PagesError(f"Node or npm could not be started: {error}.") from error
        remove_old("pages", folder, keep=2)
    return folder


def remove_old(kind: str, current: Path, keep: int = 0) -> None:
    """Remove the folders made from earlier versions of the sources, except the latest few."""
    old = [folder for folder in HOME.glob(f"{kind}-*") if folder != current]
    old.sort(key=lambda folder: folder.stat().st_mtime, reverse=True)
    for folder in old[keep:]:
        remove(folder)


def snapshot() -> Path:
    """Copy the wheel's sources, so that building leaves nothing in the checkout."""
    folder = HOME / "sources"
    shutil.rmtree(folder, ignore_errors=True)
    files = [ROOT / name for name in ("pyproject.toml", "README.md", "LICENSE", *BUILDING)]
    for file in [*files, *package_files(ROOT), *build_pages.sources(ROOT)]:
        if file.exists():
            copy = folder / file.relative_to(ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)
    return folder


def build_wheel(build: Path, sources: Path, **environ: str) -> tuple[Path, str]:
    """Build passgo as a wheel; return the wheel and the build's output.

    This takes a second if nothing is compiled.
    """
    out, scratch = sources / "dist", sources / "scratch"
    for folder in (out, scratch):
        shutil.rmtree(folder, ignore_errors=True)
    scratch.mkdir()
    environ["TMPDIR"] = str(scratch)  # so that nothing is left in /tmp when a build is killed
    where = ["--python", str(python(build)), "--out-dir", str(out), str(sources)]
    environ["PASSGO_PAGES"] = "0"  # make_wheel_env copies the pages
    output = run([uv(build), "build", "--wheel", "--no-build-isolation", *where], **environ)
    return next(out.glob("*.whl")), output


def make_env(build: Path, folder: Path, lock: Path) -> None:
    """Make an environment with everything in a lock file."""
    run([uv(build), "venv", "--quiet", "--python", sys.executable, str(folder)])
    install(build, folder, "--require-hashes", "-r", str(lock))


def install(build: Path, folder: Path, *arguments: str) -> None:
    """Install with uv. If uv can't reach an index, use pip, which has its own settings."""
    target = ["--python", str(python(folder))]
    try:
        run([uv(build), "pip", "install", "--quiet", *target, *arguments])
    except SetUpError:
        run([str(python(build)), "-m", "pip", *target, "install", "--quiet", *arguments])


def packages(env: Path) -> Path:
    """Return an environment's site-packages folder."""
    base = {"base": str(env), "platbase": str(env)}
    return Path(sysconfig.get_path("purelib", "venv", base))


# Running programs

_lock_handle = -1


@contextmanager
def setting_up() -> Iterator[None]:
    """Allow one setup at a time. Programs that `run` starts hold the same lock."""
    global _lock_handle
    with lock_exclusively(HOME / "lock") as _lock_handle:
        try:
            yield
        finally:
            _lock_handle = -1


def run_in(command: list[str], folder: Path, environ: dict[str, str]) -> str:
    """Run a program in a folder."""
    return run(command, folder, **environ)


def run(command: list[str], folder: Path | None = None, /, **environ: str) -> str:
    """Run a program without showing its output, and return the output."""
    defaults = {
        "UV_SYSTEM_CERTS": "1",
        "UV_PYTHON_DOWNLOADS": "never",
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        cwd=folder or ROOT,
        env={**defaults, **tidy_environ(), **environ},
        pass_fds=[_lock_handle] if _lock_handle >= 0 else [],
    )
    if done.returncode != 0:
        raise SetUpError(f"This failed: {shlex.join(command)}", done.stdout)
    return done.stdout


@contextmanager
def sentences() -> Iterator[None]:
    """Exit with a message instead of a traceback when setup fails or is interrupted."""
    try:
        yield
    except SetUpError as error:
        sys.exit(f"{error}\nPassGo could not be set up. Setup needs access to a package index.")
    except BrokenPipeError:  # whoever reads the output, such as `head`, has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except OSError as error:
        sys.exit(f"PassGo could not be set up: {error}.")
    except KeyboardInterrupt:
        print("\nInterrupted. The next start redoes any unfinished setup steps.", file=sys.stderr)
        sys.exit(130)
