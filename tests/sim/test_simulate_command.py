"""`passgo simulate`: playing, writing and resuming games, and rejecting invalid options."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from passgo.cli.main import main
from passgo.sim import simulate, simulation
from passgo.sim.executors import InProcess
from passgo.sim.text_report import landing_lines
from tests.sim.test_files import names
from tests.waiting import DEADLINE, wait_until

SMALL = ("--bots", "simple,random", "--games", "12", "--rounds", "8", "--detail", "3")
LONG = ("--bots", "simple,tests.sim.bad_bots:Sleeper", "--games", "300", "--rounds", "4")
ROOT = Path(__file__).parents[2]


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["simulate", *words]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["simulate", *words]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err


def started(
    folder: Path, *words: str, stderr: int = subprocess.PIPE, **environ: str
) -> subprocess.Popen[str]:
    """Start the command as a process, in a process group with its workers, as a terminal does."""
    path = os.pathsep.join(place for place in sys.path if place)
    return subprocess.Popen(
        [sys.executable, "-m", "passgo", "simulate", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path, **environ},
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        start_new_session=True,
    )


def wait_for_lines(path: Path, count: int) -> None:
    """Wait until a file has at least ``count`` lines."""
    wait_until(lambda: path.exists() and path.read_bytes().count(b"\n") >= count)


def test_the_summary_does_not_depend_on_the_executor(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here = printed(capsys, *SMALL, "--executor", "here", "--out", str(tmp_path / "a.csv"))
    there = printed(capsys, *SMALL, "--jobs", "2", "--out", str(tmp_path / "b.csv"))
    assert here == there
    assert (tmp_path / "a.csv").read_bytes() == (tmp_path / "b.csv").read_bytes()
    assert here.startswith("12 games with 2 players, seed 1\n")
    assert re.search(r"^simple +\d+ ", here, re.MULTILINE)
    assert "most visited spaces (" in here


def test_spaces_with_the_same_name_are_numbered() -> None:
    summary = simulate(["simple"], games=2, rounds=3, executor="here")
    summary.landings = [9 if space in (7, 22, 36) else 1 for space in range(len(summary.landings))]
    names = [line.split("  ")[0] for line in landing_lines(summary)[1:4]]
    assert names == ["Chance 1", "Chance 2", "Chance 3"]


def test_the_json_output_is_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(printed(capsys, *SMALL, "--executor", "here", "--json"))
    assert (data["games"], data["detailed"]) == (12, 3)
    assert [bot["bot"] for bot in data["bots"]] == ["simple", "random"]
    page = (ROOT / "docs" / "simulate.md").read_text("utf-8")
    for key in {*data, *data["bots"][0], *data["seats"][0], *data["rounds"], *data["groups"][0]}:
        assert f"`{key}`" in page or key == "passgo", key


def test_a_single_bot_takes_all_seats(capsys: pytest.CaptureFixture[str]) -> None:
    here = ("--executor", "here", "--games", "2", "--rounds", "2", "--json")
    four = json.loads(printed(capsys, "--bots", "random", *here))
    assert four["plan"]["bots"] == ["random"] * 4
    three = json.loads(printed(capsys, "--players", "3", *here))
    assert three["plan"]["bots"] == ["normal"] * 3
    eight = json.loads(printed(capsys, "--bots", "simple(reserve=1),random", *here))
    assert eight["plan"]["bots"] == ["simple(reserve=1)", "random"]


def test_rules_and_options_are_applied(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--rules", "short", "--option", "jail-fine=70", "--option", "no_auctions=on")
    data = json.loads(
        printed(capsys, *words, "--executor", "here", "--games", "2_0", "--json", "--rounds", "90")
    )
    rules = data["plan"]["rules"]
    assert (rules["preset"], rules["jail_fine"], rules["no_auctions"]) == ("short", 70, True)
    assert data["games"] == 20


def test_games_can_start_from_a_position(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "rich.json"
    file.write_text('{"players": [{"cash": 5000}, {}, {}], "rules": {"round_limit": 1}}')
    words = ("--position", str(file), "--executor", "here", "--games", "6", "--no-rotate")
    data = json.loads(printed(capsys, *words, "--json"))
    assert [seat["wins"] for seat in data["seats"]] == [6, 0, 0]
    assert "--position includes rules" in refused(capsys, *words, "--rules", "short")
    assert "--position includes rules" in refused(capsys, *words, "--option", "salary=1")
    assert "has 3 players, not 4" in refused(capsys, *words, "--players", "4")


def test_a_custom_bot_is_found_in_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "yours.py").write_text(
        "from passgo import Bot\nclass Mine(Bot):\n    def idle(self, view):\n        return 7\n"
    )
    words = ("--bots", "yours:Mine,simple", "--games", "2", "--rounds", "2", "--jobs", "1")
    process = started(tmp_path, *words)
    out, err = process.communicate(timeout=DEADLINE)
    assert (process.returncode, err) == (0, "")
    assert out.startswith("WARNING: yours:Mine forfeited")
    assert re.search("idle: TypeError: (answered 7, which is not an action|.* got int)", out)


def test_progress_is_shown_on_a_terminal_unless_quiet(tmp_path: Path) -> None:
    for words, shown in (((), True), (("--quiet",), False)):
        main_end, end = os.openpty()
        termios.tcsetwinsize(end, (24, 100))
        process = started(tmp_path, *SMALL, "--executor", "here", *words, stderr=end)
        os.close(end)
        out, _ = process.communicate(timeout=DEADLINE)
        output = os.read(main_end, 10_000).decode() if shown else drained(main_end)
        os.close(main_end)
        assert out.startswith("12 games")
        assert ("0/12 [" in output) == shown


def drained(end: int) -> str:
    """Read the rest of a terminal's output after its other end has been closed."""
    try:
        return os.read(end, 10_000).decode()
    except OSError:
        return ""


def test_the_report_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    assert main(["simulate", *SMALL, "--executor", "here", "--plot", str(page)]) == 0
    captured = capsys.readouterr()
    assert captured.err == f"Report written to {page}.\n"
    assert captured.out.startswith("12 games")
    assert "<svg" in page.read_text("utf-8")


def test_the_summary_is_printed_even_if_the_report_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = tmp_path / "page.html"
    page.write_text("an older report")

    def fail(path: Path, *arguments: object) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(Path, "write_text", fail)
    assert main(["simulate", *SMALL, "--executor", "here", "--plot", str(page)]) == 2
    captured = capsys.readouterr()
    assert captured.out.startswith("12 games")
    assert captured.err == f"passgo: {page} cannot be written: No space left on device.\n"
    assert names(tmp_path) == {"page.html"}
    assert page.read_bytes() == b"an older report"


@pytest.mark.parametrize("who", [("--executor", "here"), ("--jobs", "1")])
def test_output_from_bots_goes_to_stderr(who: tuple[str, ...], tmp_path: Path) -> None:
    """Bots may print when imported, created or asked; in workers, `os.write` is redirected, too."""
    (tmp_path / "chatty.py").write_text(
        "import multiprocessing, os\nfrom passgo import Bot\nprint('imported')\n"
        "class Chatty(Bot):\n"
        "    def __init__(self):\n        print('made')\n"
        "    def decide(self, view):\n        print('asked')\n"
        "        if multiprocessing.parent_process():\n            os.write(1, b'around\\n')\n"
        "        return self.safe(view)\n"
    )
    words = ("--bots", "chatty:Chatty,simple", "--games", "4", "--rounds", "2", "--json", *who)
    process = started(tmp_path, *words)
    out, err = process.communicate(timeout=DEADLINE)
    assert process.returncode == 0
    assert json.loads(out)["games"] == 4
    around = {"around"} if "--jobs" in who else set()
    assert set(err.split()) == {"imported", "made", "asked"} | around


@pytest.mark.parametrize("ending", ["csv", "parquet"])
def test_spaces_in_a_bots_name_are_ignored(
    ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bots = "simple(\nreserve=300),\trandom,simple()"
    words = ["--bots", bots, "--games", "3", "--rounds", "3", "--executor", "here"]
    words += ["--json", "--out", str(tmp_path / f"games.{ending}")]
    first = printed(capsys, *words)
    assert json.loads(first)["plan"]["bots"] == ["simple( reserve=300)", "random", "simple()"]
    assert printed(capsys, *words, "--resume") == first


def test_there_are_never_more_processes_than_games(monkeypatch: pytest.MonkeyPatch) -> None:
    widths: list[int] = []

    def opened(name: str, *, jobs: int, scheduler: str | None) -> InProcess:
        widths.append(jobs)
        return InProcess()

    monkeypatch.setattr(simulation, "open_executor", opened)
    main(["simulate", "--bots", "random", "--games", "3", "--rounds", "1", "--jobs", "1000"])
    assert widths == [3]


# -- interruptions ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, bytes]:
    """Return the output and the file of an uninterrupted run."""
    folder = tmp_path_factory.mktemp("whole")
    process = started(folder, *LONG, "--out", "games.csv")
    out, err = process.communicate(timeout=DEADLINE)
    assert (process.returncode, err) == (0, "")
    return out, (folder / "games.csv").read_bytes()


def test_ctrl_c_keeps_the_games_and_resume_continues_the_run(
    tmp_path: Path, whole: tuple[str, bytes]
) -> None:
    path = tmp_path / "games.csv"
    process = started(tmp_path, *LONG, "--out", "games.csv", SLEEPY="yes")
    wait_for_lines(path, 20)
    os.killpg(process.pid, signal.SIGINT)  # a terminal sends the signal to the workers, too
    out, err = process.communicate(timeout=DEADLINE)
    done = path.read_bytes().count(b"\n") - 1
    assert process.returncode == 130, err
    assert (
        err
        == f"passgo: stopped after {done:,} of 300 games. Repeat the command with --resume to continue.\n"
    )
    assert out.startswith(f"{done:,} games with 2 players, seed 1\n")
    assert 19 <= done < 300
    assert whole[1].startswith(path.read_bytes())
    process = started(tmp_path, *LONG, "--out", "games.csv", "--resume")
    out, err = process.communicate(timeout=DEADLINE)
    assert (process.returncode, out, path.read_bytes()) == (0, *whole)


def test_a_killed_run_can_be_resumed(tmp_path: Path, whole: tuple[str, bytes]) -> None:
    process = started(tmp_path, *LONG, "--out", "games.parquet", SLEEPY="yes")
    wait_for_lines(tmp_path / "games.parquet.part", 20)
    process.kill()
    process.communicate(
        timeout=DEADLINE
    )  # returns after the workers, which share its streams, have ended
    assert names(tmp_path) == {"games.parquet.part", "games.parquet.plan.json"}
    process = started(tmp_path, *LONG, "--out", "games.parquet", "--resume")
    out, _ = process.communicate(timeout=DEADLINE)
    assert (process.returncode, out) == (0, whole[0])
    assert names(tmp_path) == {"games.parquet", "games.parquet.plan.json"}


# -- invalid options -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--games", "many"], "--games must be a whole number (got 'many')"),
        (["--games", "0"], "--games must be at least 1 (got 0)"),
        (["--jobs", "0"], "--jobs must be at least 1 (got 0)"),
        (["--bots", ","], "--bots must name at least one bot"),
        (["--bots", "simple,random,simple", "--players", "4"], "There are 3 bots for 4 players"),
        (["--bots", "nobody"], "There is no bot named 'nobody'"),
        (["--bots", "simple(", "--players", "2"], "the closing parenthesis is missing"),
        (["--players", "9"], "--players must be at most 8 (got 9)"),
        (["--players", "10_000_000_000"], "--players must be at most 8 (got 10,000,000,000)"),
        (["--players", "0"], "--players must be at least 2 (got 0)"),
        (["--rules", "mine"], "There is no preset named 'mine'"),
        (["--option", "salary"], "--option must be NAME=VALUE"),
        (["--option", "wage=2"], "There is no rule option named 'wage'"),
        (["--option", "preset=2"], "preset and base are not options"),
        (["--resume"], "--resume continues a results file: add --out FILE"),
        (["--out", "games.txt"], "must end in .parquet, .csv or .jsonl (got 'games.txt')"),
        (["--plot", "page.svg"], "must end in .html"),
        (["--plot", "nowhere/page.html"], "There is no folder 'nowhere'"),
        (["--plot", "p" * 248 + ".html"], "cannot be written: File name too long"),
        (["--board", "nowhere.json"], "nowhere.json"),
        (["--position", "nowhere.json"], "There is no position file 'nowhere.json'"),
        (["--scheduler", "there:1"], "Only Dask has a scheduler"),
        (["--executor", "dask", "--move-seconds", "1"], "--move-seconds doesn't work on a Dask"),
        (["--move-seconds", "0"], "The time limit per move must be from 0.001"),
    ],
)
def test_invalid_options_are_rejected(
    words: list[str],
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    said = refused(capsys, *(words if "--resume" in words else ["--out", "games.csv", *words]))
    assert sentence in said
    assert said.startswith("passgo: ")
    assert said.count("\n") == 1
    assert names(tmp_path) == set()


@pytest.mark.parametrize("text", ["[]", "{", '{"players": [{}, {}], "rules": 1}', "\xff"])
def test_a_file_that_is_not_a_position_is_rejected(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "position.json"
    file.write_text(text, "latin-1")
    assert "passgo: " in refused(capsys, "--position", str(file), "--games", "1")
