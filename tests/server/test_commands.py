"""`passgo serve`, `passgo export` and `passgo import`, as used by someone who runs a server."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from passgo.cli.main import main
from tests.waiting import DEADLINE


@contextmanager
def serving(folder: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running server and its address."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith("PASSGO_")}
    process = subprocess.Popen(
        [sys.executable, "-m", "passgo", "serve", "--port", "0", "--bot-workers", "1", *words],
        cwd=folder,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("PassGo is running at http://"), line
        address = line.split()[4]
        wait_until_up(address)
        yield process, address
    finally:
        process.kill()
        process.communicate()


def wait_until_up(address: str) -> None:
    """Wait for the first answer; until the server is ready, connections wait in the backlog."""
    with urllib.request.urlopen(address + "/healthz", timeout=DEADLINE) as answer:
        assert answer.read() == b"ok\n"


def make_table(address: str) -> dict[str, str]:
    request = urllib.request.Request(
        address + "/api/tables",
        json.dumps({"seats": [{}, {"bot": "simple"}]}).encode(),
        {"Content-Type": "application/json"},
    )
    with urllib.request.urlopen(request, timeout=DEADLINE) as answer:
        made: dict[str, str] = json.load(answer)
        return made


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_the_server_cleanly_and_tables_are_saved(
    tmp_path: Path, sign: signal.Signals
) -> None:
    with serving(tmp_path, "--log", "json") as (process, address):
        made = make_table(address)
        process.send_signal(sign)
        out, err = process.communicate(timeout=DEADLINE)
        assert process.returncode in (0, 130)
        assert "Traceback" not in out + err
        assert made["key"] not in out + err
        for line in err.splitlines():
            json.loads(line)
    with serving(tmp_path) as (_, address):
        url = f"{address}/api/tables/{made['table']}"
        with urllib.request.urlopen(url, timeout=DEADLINE) as answer:
            assert json.load(answer)["status"] == "open"


def test_a_second_server_with_the_same_database_is_rejected(tmp_path: Path) -> None:
    with serving(tmp_path):
        second = subprocess.run(
            [sys.executable, "-m", "passgo", "serve", "--port", "0"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=DEADLINE,
        )
        assert second.returncode == 2
        assert second.stdout == ""  # an address that does not work must not be printed
        last = second.stderr.splitlines()[-1]
        assert last == (
            "passgo: passgo.db is in use by another PassGo server. Stop that server first. "
            "Or use another database: --database FILE."
        )


def test_a_second_start_reports_the_address_of_the_running_server(tmp_path: Path) -> None:
    """With --open, the server uses the next free port but then finds that the database is in use."""
    with serving(tmp_path) as (_, address):
        second = subprocess.run(
            [sys.executable, "-m", "passgo", "serve", "--open"],
            cwd=tmp_path,
            env={**os.environ, "PASSGO_PORT": address.rpartition(":")[2]},
            capture_output=True,
            text=True,
            timeout=DEADLINE,
        )
    assert (second.returncode, second.stdout) == (2, "")
    assert f"That may be the server at {address}; if so, play there." in second.stderr


def test_a_port_in_use_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        database = str(tmp_path / "x.db")
        assert main(["serve", "--port", str(port), "--database", database]) == 2
    said = capsys.readouterr().err
    assert f"Cannot listen on 127.0.0.1:{port}: " in said
    assert f"PassGo may already be running there: open http://127.0.0.1:{port}," in said
    assert "--port" in said


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--port", "abc"], "port"),
        (["--port", "99999"], "port"),
        (["--database", ":memory:"], "file"),
        (["--log", "xml"], "log"),
        (["--config", "nowhere.toml"], "nowhere.toml"),
    ],
)
def test_invalid_arguments_are_reported_without_a_traceback(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--port", "0", *words]) == 2
    said = capsys.readouterr().err
    assert told in said
    assert "Traceback" not in said


def test_the_example_configuration_can_be_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--example-config"]) == 0
    assert "port = 8000" in capsys.readouterr().out


def test_all_games_can_be_moved_while_the_server_is_running(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = tmp_path / "games.jsonl"
    with serving(tmp_path) as (_, address):
        made = make_table(address)
        database = str(tmp_path / "passgo.db")
        assert main(["export", "--database", database, "--out", str(games)]) == 0
        assert "1 table exported." in capsys.readouterr().err
        assert main(["export", "--database", database, "--out", str(games)]) == 2
        assert "already exists" in capsys.readouterr().err
        assert main(["export", "--database", database, "--backup", str(tmp_path / "copy.db")]) == 0
    new = str(tmp_path / "new.db")
    assert main(["import", str(games), "--database", new]) == 0
    assert "1 table imported; none already existed." in capsys.readouterr().err
    assert main(["import", str(games), "--database", new]) == 0
    assert "no tables imported; 1 already existed." in capsys.readouterr().err
    for database in (new, str(tmp_path / "copy.db")):
        with serving(tmp_path, "--database", database) as (_, address):
            url = f"{address}/api/tables/{made['table']}"
            with urllib.request.urlopen(url, timeout=DEADLINE) as answer:
                assert json.load(answer)["table"] == made["table"]


def test_a_file_that_is_not_an_export_is_rejected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "x.jsonl"
    file.write_text("nonsense\n")
    assert main(["import", str(file), "--database", str(tmp_path / "x.db")]) == 2
    assert "passgo: " in capsys.readouterr().err
    assert main(["export", "--database", str(tmp_path / "none.db")]) == 2
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize("words", [["export"], ["import", "-"]])
def test_without_the_server_libraries_a_command_explains_how_to_install_them(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "passgo.server.storage", None)
    assert main(words) == 2
    assert 'pip install "passgo[server]"' in capsys.readouterr().err
