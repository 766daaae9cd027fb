"""Setup survives interruptions, a second simultaneous setup, and edits made while it is running."""

from __future__ import annotations

import fcntl
import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.waiting import wait_until
from tools import build_pages, folders
from tools import setup_env as s

ROOT = s.ROOT


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Create an empty .passgo in a separate checkout with one compiled and one plain module."""
    for name in ("setup.py", "pyproject.toml", "requirements", "tools"):
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copyfile
        copy(ROOT / name, tmp_path / name)
    for name in ("engine/game.py", "cli/main.py", "words/en.json"):
        file = tmp_path / "src" / "passgo" / name
        file.parent.mkdir(parents=True)
        file.write_text("x = 1\n")
    (tmp_path / "web" / "src").mkdir(parents=True)
    (tmp_path / "web" / "src" / "main.ts").write_text("main()\n")
    for name in build_pages.LOCKS:
        shutil.copyfile(ROOT / "web" / name, tmp_path / "web" / name)
    home = tmp_path / ".passgo"
    home.mkdir()
    for name, value in {"ROOT": tmp_path, "HOME": home, "LOCKS": tmp_path / "requirements"}.items():
        monkeypatch.setattr(s, name, value)
    return home


def test_a_folder_is_ready_only_when_complete(home: Path) -> None:
    folder = home / "dev"
    with pytest.raises(KeyboardInterrupt), folders.make_folder(folder, "k1"):  # noqa: PT012 — cut short
        folder.mkdir()
        raise KeyboardInterrupt
    assert folder.exists()
    assert not folders.is_complete(folder, "k1")
    with folders.make_folder(folder, "k1"):
        assert not folder.exists()  # the leftovers of the first attempt are gone
        folder.mkdir()
    assert folders.is_complete(folder, "k1")
    assert not folders.is_complete(folder, "k2")


def test_an_environment_in_use_is_left_alone(home: Path) -> None:
    folder = home / "play-1"
    with folders.make_folder(folder, "1"):
        folder.mkdir()
    handle = folders.hold(folder, "1")
    assert handle is not None
    s.remove_old("play", home / "play-2")
    assert folders.is_complete(folder, "1")
    os.close(handle)
    s.remove_old("play", home / "play-2")
    assert not folder.exists()


def test_only_a_ready_environment_is_locked(home: Path) -> None:
    assert folders.hold(home / "dev", "1") is None
    with folders.make_folder(home / "dev", "1"):
        (home / "dev").mkdir()
    assert folders.hold(home / "dev", "2") is None


def test_on_a_terminal_the_seconds_count_up(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = io.StringIO()
    monkeypatch.setattr(terminal, "isatty", lambda: True)
    monkeypatch.setattr(sys, "stderr", terminal)
    with folders.step("Compiling"):
        wait_until(lambda: terminal.getvalue().endswith("\b"))
    seconds = r"\d+ s\x08\x08\x08+"
    assert re.fullmatch(rf"Compiling… ({seconds})+\d+\.\d s\n", terminal.getvalue())


def test_without_a_terminal_a_step_is_one_plain_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyboardInterrupt), folders.step("Compiling"):
        raise KeyboardInterrupt
    assert capsys.readouterr().err == "Compiling… not done\n"


def test_a_child_of_a_killed_setup_still_holds_the_lock(home: Path) -> None:
    """``kill -9`` leaves the installer running, so no other setup may start."""
    gate = home / "gate"
    os.mkfifo(gate)
    script = (
        "from pathlib import Path; from tools import setup_env as s\n"
        f"s.HOME = Path({str(home)!r})\n"
        "with s.setting_up():\n"
        f"    s.run(['sh', '-c', 'kill -9 $PPID; cat {gate}; echo done > {home / 'orphan'}'])"
    )
    killed = subprocess.run([sys.executable, "-c", script], cwd=ROOT, stderr=subprocess.PIPE)
    assert killed.returncode == -9
    with (home / "lock").open() as lock, pytest.raises(BlockingIOError):
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    assert not (home / "orphan").exists()
    gate.write_text("go on")
    with s.setting_up():
        assert (home / "orphan").exists()


def test_the_output_of_a_failing_program_is_quoted(home: Path) -> None:
    with pytest.raises(s.SetUpError, match=r"(?s)no such index.*This failed: sh -c") as caught:
        s.run(["sh", "-c", "echo no such index; exit 3"])
    assert caught.value.output == "no such index\n"


def test_programs_do_not_look_for_packages_outside_the_environment(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", "/somewhere")
    monkeypatch.setenv("VIRTUAL_ENV", "/somewhere")
    assert s.run(["sh", "-c", "echo $PYTHONPATH$VIRTUAL_ENV"]) == "\n"


def test_only_edits_to_the_engine_require_compiling(home: Path) -> None:
    engine, play = s.engine_key(s.ROOT), s.place("play")
    (s.ROOT / "src/passgo/cli/main.py").write_text("x = 2\n")
    assert s.engine_key(s.ROOT) == engine
    assert s.place("play") != play
    (s.ROOT / "src/passgo/engine/game.py").write_text("x = 2\n")
    assert s.engine_key(s.ROOT) != engine


def test_edits_to_the_pages_require_only_building_the_pages(home: Path) -> None:
    engine, node, pages = s.engine_key(s.ROOT), s.node_key(), s.pages_key(s.ROOT)
    play = s.place("play")
    (s.ROOT / "src/passgo/cli/main.py").write_text("x = 2\n")
    assert s.pages_key(s.ROOT) == pages
    (s.ROOT / "web/src/main.ts").write_text("main(2)\n")
    assert s.pages_key(s.ROOT) != pages
    assert (s.engine_key(s.ROOT), s.node_key()) == (engine, node)
    assert s.place("play") != play
    pages = s.pages_key(s.ROOT)
    (s.ROOT / "src/passgo/words/en.json").write_text("{}")
    assert s.pages_key(s.ROOT) != pages
    (s.ROOT / "web/package-lock.json").write_text("{}")
    assert s.node_key() != node


@pytest.mark.parametrize(
    "name", ["node_modules/x/index.js", "dist/index.html", "src/generated/w.ts"]
)
def test_files_generated_from_the_pages_do_not_change_the_key(home: Path, name: str) -> None:
    before = s.pages_key(s.ROOT)
    leftover = s.ROOT / "web" / name
    leftover.parent.mkdir(parents=True)
    leftover.write_text("")
    assert s.pages_key(s.ROOT) == before


@pytest.mark.parametrize(
    "name", ["cli/main.py~", "cli/.main.py.swp", "cli/__pycache__/main.pyc", "engine/game.so"]
)
def test_leftover_files_do_not_change_the_environment(home: Path, name: str) -> None:
    before = s.place("play")
    leftover = s.ROOT / "src" / "passgo" / name
    leftover.parent.mkdir(exist_ok=True)
    leftover.write_text("")
    assert s.place("play") == before


def test_a_new_file_a_new_lock_and_a_different_compiler_change_the_environment(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = [s.place("play")]
    (s.ROOT / "src/passgo/new.json").write_text("{}")
    seen.append(s.place("play"))
    (s.ROOT / "requirements/play.txt").write_text("")
    seen.append(s.place("play"))
    monkeypatch.setenv("CC", "/bin/false")
    seen.append(s.place("play"))
    monkeypatch.setenv("PASSGO_COMPILE", "0")
    seen.append(s.place("play"))
    assert len(set(seen)) == len(seen)


def test_a_snapshot_has_the_same_keys_as_its_source(home: Path) -> None:
    copy = s.snapshot()
    assert s.engine_key(copy) == s.engine_key(s.ROOT)
    assert s.wheel_key("test", copy) == s.wheel_key("test", s.ROOT)


def complete(folder: Path, key: str) -> None:
    """Make an empty folder that counts as complete."""
    with folders.make_folder(folder, key):
        folder.mkdir()


def test_an_engine_that_is_not_compiled_yet_keeps_nobody_waiting(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(s, "has_compiler", lambda: True)
    assert s.choose_kind(["play"]) == "plain-play"
    assert s.choose_kind(["play", "terminal"]) == "plain-terminal"
    complete(*s.place("plain-play"))
    assert s.choose_kind(["play", "terminal"]) == "plain-play"
    key = s.engine_key(s.ROOT)
    complete(home / f"engine-{key}", key)  # now the rest is quick
    assert s.choose_kind(["play"]) == "play"
    assert s.choose_kind(["play", "terminal"]) == "terminal"
    complete(*s.place("play"))
    assert s.choose_kind(["play", "terminal"]) == "play"


def test_without_a_compiler_nothing_is_left_to_compile_later(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    assert s.choose_kind(["play"]) == "play"
    monkeypatch.setattr(s, "has_headers", lambda: True)
    monkeypatch.setenv("CC", sys.executable)
    assert s.choose_kind(["play"]) == "plain-play"
    monkeypatch.setenv("PASSGO_COMPILE", "0")
    assert s.choose_kind(["play"]) == "play"


def test_a_plain_environment_does_not_depend_on_the_compiler(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = s.place("plain-play")
    monkeypatch.setenv("CC", "/bin/false")
    assert s.place("plain-play") == plain
    (s.ROOT / "src/passgo/engine/game.py").write_text("x = 2\n")
    assert s.place("plain-play") != plain


def fake_npm(folder: Path, script: str) -> Path:
    """Write a Node that is recent enough, and an npm that runs a shell script; return Node's path."""
    folder.mkdir()
    for name, does in {"node": "echo v24.0.0", "npm": script}.items():
        (folder / name).write_text(f"#!/bin/sh\n{does}\n")
        (folder / name).chmod(0o755)
    return folder / "node"


def test_an_unreachable_registry_is_noticed_before_npm_tries_every_package(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = f"""echo "$1" >> {tmp_path}/called
echo npm error code ENOTFOUND
echo npm error request to http://registry.invalid/x failed, reason: getaddrinfo ENOTFOUND
echo npm error a stack trace
exit 1"""
    monkeypatch.setenv("PASSGO_NODE", str(fake_npm(tmp_path / "fake", script)))
    with pytest.raises(s.PagesError) as caught:
        s.make_pages(home / "build", s.ROOT)
    assert str(caught.value) == (
        "npm error request to http://registry.invalid/x failed, reason: getaddrinfo ENOTFOUND\n\n"
        "The packages could not be loaded from the npm registry."
    )
    assert (tmp_path / "called").read_text() == "view\n"


def test_a_node_that_does_not_exist_is_named(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PASSGO_NODE", "/no/such/node")
    with pytest.raises(s.PagesError, match=r"Node 20\.19 or newer.*/no/such/node \(PASSGO_NODE\)"):
        s.make_pages(home / "build", s.ROOT)


def test_output_that_nobody_reads_any_more_is_no_setup_failure() -> None:
    code = "from tools.setup_env import sentences\nwith sentences():\n    print('x' * 100_000)"
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run(
            [sys.executable, "-c", code],
            stdout=writer,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            check=False,
        )
    finally:
        os.close(writer)
    assert (done.returncode, done.stderr) == (1, b"")
