"""`passgo play` never damages a file that is in use or is not a saved game."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from passgo.record import RecordError, read_record


def passgo(*words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "passgo", *words],
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )


def saved(path: Path) -> bytes:
    """Save a game with a few moves, and return the content of the file."""
    typed = "roll\nauction\npass\ndone\n"
    assert passgo("play", "--seed", "5", "--save", str(path), typed=typed).returncode == 0
    return path.read_bytes()


def test_a_file_that_is_not_a_game_is_left_unchanged(tmp_path: Path) -> None:
    diary = tmp_path / "diary.txt"
    diary.write_bytes(b"dear diary\nprecious")
    done = passgo("play", "--resume", str(diary))
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert diary.read_bytes() == b"dear diary\nprecious"


def test_a_missing_newline_at_the_end_is_restored(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    data = saved(path)
    path.write_bytes(data.rstrip(b"\n"))
    assert passgo("play", "--resume", str(path)).returncode == 0
    assert path.read_bytes().startswith(data)
    assert passgo("verify", "--unfinished", str(path)).returncode == 0


def test_an_incomplete_last_line_is_removed(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    data = saved(path)
    path.write_bytes(data + b'{"n": 99, "act')
    done = passgo("play", "--resume", str(path))
    assert "was incomplete" in done.stdout
    assert path.read_bytes().startswith(data)
    assert passgo("verify", "--unfinished", str(path)).returncode == 0


def test_two_windows_cannot_play_the_same_saved_game(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    saved(path)
    words = [sys.executable, "-m", "passgo", "play", "--resume", str(path)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout is not None
        assert first.stdout.readline()
        before = path.read_bytes()
        second = passgo("play", "--resume", str(path))
        assert second.returncode == 2
        assert "is being played in another window" in second.stderr
        assert path.read_bytes() == before
        first.communicate("")


def test_a_folder_and_an_endless_file_are_rejected(tmp_path: Path) -> None:
    for path in (tmp_path, Path("/dev/zero")):
        done = passgo("play", "--resume", str(path))
        assert done.returncode == 2
        assert "is not a file." in done.stderr


def test_a_timestamp_with_too_many_digits_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    data = saved(path).decode()
    head, _, rest = data.partition('"time":')
    path.write_text(f'{head}"time":{"9" * 400}{rest[rest.index(",") :]}')
    with pytest.raises(RecordError):
        read_record(path)
    assert passgo("verify", str(path)).returncode == 2


def test_a_command_works_with_a_closed_standard_output() -> None:
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m passgo rules >&-"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
