"""Run the tests on every supported Python that is found on this machine.

Each Python gets its own environments, in .passgo/python-3.12 and so on. The tests compare the digests of
whole games with the recorded ones, so all Pythons play the same games, interpreted and compiled.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

from tools import setup_env
from tools.setup_env import ROOT


def supported() -> list[str]:
    """Return the versions of Python that pyproject.toml lists."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    last = [line.rpartition(" :: ")[2] for line in project["classifiers"]]
    return [version for version in last if version.startswith("3.")]


def find(build: Path, version: str) -> Path | None:
    """Return the interpreter of a version that uv or pyenv has; None if there is none."""
    command = [setup_env.uv(build), "python", "find", "--no-project", "--system", version]
    try:
        places = [Path(setup_env.run(command).strip())]
    except setup_env.SetUpError:
        places = []
    pyenv = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv")
    places += sorted(pyenv.glob(f"versions/{version}.*/bin/python{version}"))
    return next((place for place in places if can_make_environments(place)), None)


def can_make_environments(python: Path) -> bool:
    """Return whether an interpreter starts and has the modules that make environments."""
    command = [str(python), "-c", "import ensurepip, venv"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def run_all(arguments: list[str]) -> int:
    """Run the tests on each version; return 1 if any failed or if no Python was found."""
    with setup_env.setting_up():
        build = setup_env.make_build()
    words = dict[str, str]()
    for version in supported():
        python = find(build, version)
        if python is None:
            words[version] = "not found"
            continue
        print(f"\n══ Python {version}: {python}", flush=True)
        words[version] = "passed" if run_one(version, python, arguments) == 0 else "FAILED"
    print()
    for version, word in words.items():
        print(f"Python {version:<6} {word}")
    return 0 if "passed" in words.values() and "FAILED" not in words.values() else 1


def run_one(version: str, python: Path, arguments: list[str]) -> int:
    """Run the interpreted and the compiled part on one version; return the exit status."""
    environ = {
        **setup_env.tidy_environ(),
        "PYTHONPATH": str(ROOT),
        "PASSGO_HOME": str(ROOT / ".passgo" / f"python-{version}"),
    }
    command = [str(python), "-P", "-m", "tools.run_tests", "interpreted", "compiled", "--"]
    sys.stdout.flush()
    return subprocess.run([*command, *arguments], cwd=ROOT, env=os.environ | environ).returncode
