"""Build script: compile the engine with mypyc and build the browser game with Node, where possible.

A source distribution includes the built browser game. A wheel also includes the compiled engine and
its stubs, which tell editors the types and docstrings. An editable install stays plain Python, so
src/ never contains any of these.

Without mypyc, a C compiler or Python's headers, or with PASSGO_COMPILE=0, the wheel is plain Python:
the same game, but slower. Without Node, or with PASSGO_PAGES=0, the browser game is not built. Without
mypy, or with PASSGO_STUBS=0, there are no stubs, and help() shows no docstrings of compiled classes.
Everything else about the package is in pyproject.toml.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

from tools import build_docstrings, build_errors, build_pages

STUBS = "stubs"
"""The folder for the stubs, in the scratch folder."""


def why_not_compiled(scratch: str) -> str | None:
    """Return why the engine can't be compiled here, or None if it can."""
    if os.environ.get("PASSGO_COMPILE") == "0":
        return "PASSGO_COMPILE=0 is set"
    if importlib.util.find_spec("mypyc") is None:
        return "mypyc is not installed"
    if not compiler_works(scratch):
        return "no working C compiler with Python's headers was found"
    return None


def compiler_works(scratch: str) -> bool:
    """Return whether setuptools' compiler can compile a file that includes Python.h."""
    from distutils import (
        ccompiler,
        sysconfig,
    )  # setuptools provides distutils, even if Python does not

    source = Path(scratch, "probe.c")
    source.write_text("#include <Python.h>\nint passgo_probe(void) { return PY_MAJOR_VERSION; }\n")
    headers = [sysconfig.get_python_inc(), sysconfig.get_python_inc(plat_specific=True)]
    quiet = os.open(os.devnull, os.O_WRONLY)
    stderr = os.dup(2)
    os.dup2(quiet, 2)  # if the compiler is missing, a long error is printed
    try:
        compiler = ccompiler.new_compiler()
        sysconfig.customize_compiler(compiler)
        compiler.compile([str(source)], output_dir=scratch, include_dirs=headers)
    except Exception:  # each compiler class raises its own errors
        return False
    finally:
        os.dup2(stderr, 2)
        os.close(stderr)
        os.close(quiet)
    return True


def compiled_modules() -> list[str]:
    """Return the files that pyproject.toml lists for compiling."""
    with open("pyproject.toml", "rb") as file:
        patterns = tomllib.load(file)["tool"]["passgo"]["compiled"]
    found = {path for pattern in patterns for path in Path().glob(pattern)}
    return sorted(str(path) for path in found if path.name != "__init__.py")


def extensions(scratch: str, has_stubs: bool) -> list[Extension]:
    """Return the compiled modules as one mypyc group, so that calls between them stay direct."""
    reason = why_not_compiled(scratch)
    if reason is not None:
        print(f"PassGo: the engine is not compiled and will run slower: {reason}.", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    found = mypycify(
        [f"--cache-dir={scratch}/mypy", *compiled_modules()],
        opt_level="3",
        debug_level="0",
        group_name="passgo",
        target_dir=f"{scratch}/c",
    )
    for source in Path(scratch, "c").glob("*.c") if has_stubs else ():
        code = source.read_text("utf-8")
        code = build_docstrings.add_docstrings(code, Path(scratch, STUBS))
        source.write_text(build_errors.explain_types(code, Path(scratch, STUBS)), "utf-8")
    if os.name == "posix":  # our functions are never interposed, so the compiler may inline them
        for extension in found:
            extension.extra_compile_args.append("-fno-semantic-interposition")
    return found


def write_plural_categories(package: Path) -> None:
    """Write the CLDR plural category of each number from 0 to 199, for every language with a word file."""
    from babel import Locale

    languages = sorted(file.stem for file in Path("src/passgo/words").glob("*.json"))
    categories = {
        language: [Locale.parse(language).plural_form(number) for number in range(200)]
        for language in languages
    }
    (package / "say" / "plural_categories.json").write_text(json.dumps(categories) + "\n", "utf-8")


def write_stubs(target: Path) -> bool:
    """Write the stubs of the modules that may be compiled; return whether it was possible."""
    if os.environ.get("PASSGO_STUBS") == "0":
        return False
    try:
        from tools import build_stubs

        build_stubs.write_stubs(compiled_modules(), target)
    except (Exception, SystemExit) as error:  # mypy is missing, or its internals have changed
        print(f"PassGo: building without type stubs: {error!r}", file=sys.stderr)
        shutil.rmtree(target, ignore_errors=True)
        return False
    return True


def write_pages(target: Path) -> None:
    """Build the browser game. If that is not possible, print why and continue."""
    node = build_pages.find_node()
    if node is None:
        print("PassGo: building without the browser game: Node was not found.", file=sys.stderr)
        return
    with tempfile.TemporaryDirectory(prefix="passgo-pages-") as scratch:
        modules, out = Path(scratch, "modules"), Path(scratch, "out")
        try:
            build_pages.install(Path(), modules, node, run_node)
            build_pages.build(Path(), modules, out, node, run_node)
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"PassGo: building without the browser game: {error}", file=sys.stderr)
            return
        shutil.copytree(out / "web" / "dist", target)


class Build(build_py):
    """The standard build step, followed by the plural categories, the stubs and the browser game."""

    def run(self) -> None:
        """Build the package."""
        super().run()
        write_plural_categories(Path("src" if self.editable_mode else self.build_lib, "passgo"))
        if self.editable_mode:
            return
        stubs = Path(self.get_finalized_command("build").build_base, STUBS)
        if stubs.is_dir():
            shutil.copytree(stubs, self.build_lib, dirs_exist_ok=True)
        if build_pages.must_build():
            write_pages(Path(self.build_lib, "passgo", "pages"))


class Sdist(sdist):
    """The standard source distribution, with the built browser game."""

    def run(self) -> None:
        """Write the archive, and leave nothing else in the checkout."""
        super().run()
        shutil.rmtree(self.get_finalized_command("egg_info").egg_info)

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        """Fill the folder that becomes the archive."""
        super().make_release_tree(base_dir, files)
        if build_pages.must_build():
            write_pages(Path(base_dir, build_pages.PAGES))


def run_node(command: list[str], folder: Path, environ: dict[str, str]) -> str:
    """Run npm in a folder."""
    done = subprocess.run(
        command, cwd=folder, env={**os.environ, **environ}, stdout=subprocess.PIPE, check=True
    )
    return done.stdout.decode(errors="replace")


# Build in a scratch folder, so that leftovers from an earlier build can't end up in the wheel.
with tempfile.TemporaryDirectory(prefix="passgo-build-") as scratch:
    commands = {"build_py": Build, "sdist": Sdist}
    folders = {"build": {"build_base": scratch}, "egg_info": {"egg_base": scratch}}
    if "bdist_wheel" in sys.argv:
        has_stubs = write_stubs(Path(scratch, STUBS))
        setup(ext_modules=extensions(scratch, has_stubs), options=folders, cmdclass=commands)
    elif "egg_info" in sys.argv:  # the frontend asks what building requires
        setup(options=folders)
    else:
        setup(cmdclass=commands)
