"""The error for a misspelled name on the command line suggests the name that was probably meant."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from passgo.cli.main import main
from passgo.engine.board import classic


def refused(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return the error from a command that exits with status 2 and prints nothing else."""
    assert main(list(words)) == 2
    said = capsys.readouterr()
    assert said.out == ""
    return said.err


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("simulat", "simulate"), ("Play", "play"), ("verfiy", "verify"), ("tournement", "tournament")],
)
def test_a_misspelled_command_gets_a_suggestion(
    typed: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refused(capsys, typed, "--games", "5") == (
        f"passgo: There is no command {typed!r}; did you mean {meant}?\n"
    )


@pytest.mark.parametrize(
    ("words", "name", "meant"),
    [
        (["simulate", "--game", "5"], "--game", "--games"),
        (["simulate", "--game=5"], "--game", "--games"),
        (["simulate", "-games", "5"], "-games", "--games"),
        (["tournament", "--bot", "easy,normal"], "--bot", "--bots"),
        (["compare", "--very", "salary=1"], "--very", "--vary"),
        (["replay", "--postion", "game.jsonl"], "--postion", "--position"),
        (["verify", "--unfinshed", "game.jsonl"], "--unfinshed", "--unfinished"),
        (["odds", "--strat", "leave"], "--strat", "--strategy"),
        (["play", "--player", "Ann,Bob"], "--player", "--players"),
        (["serve", "--prot", "80"], "--prot", "--port"),
        (["export", "--databse", "x.db"], "--databse", "--database"),
        (["import", "--databse", "x.db", "-"], "--databse", "--database"),
        (["rules", "--serch", "rent"], "--serch", "--search"),
    ],
)
def test_a_misspelled_option_gets_a_suggestion(
    words: list[str], name: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert refused(capsys, *words) == (
        f"passgo: There is no option {name}; did you mean {meant}?\n"
    )


def test_a_misspelled_option_for_passgo_itself_gets_a_suggestion(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert refused(capsys, "--verson") == (
        "passgo: There is no option --verson; did you mean --version?\n"
    )


def test_anything_after_a_double_dash_is_an_argument(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "replay", "--", "--json") == "passgo: There is no game file '--json'.\n"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["odds", "--sort", "leav"], "--sort must be board, leave or stay (got 'leav')"),
        (["odds", "--strategy", "leav"], "--strategy must be leave or stay (got 'leav')"),
        (
            ["simulate", "--executor", "dsak"],
            "--executor must be processes, here or dask (got 'dsak')",
        ),
    ],
)
def test_a_misspelled_choice_gets_a_suggestion(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    meant = {"leav": "leave", "dsak": "dask"}[words[-1]]
    assert refused(capsys, *words) == f"passgo: {sentence}; did you mean {meant}?\n"


@pytest.mark.parametrize(
    "command",
    [
        ["play"],
        ["simulate"],
        ["tournament", "--bots", "easy,normal"],
        ["compare", "--vary", "salary=400"],
    ],
)
def test_a_misspelled_preset_or_house_rule_gets_a_suggestion(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert refused(capsys, *command, "--rules", "shrt") == (
        "passgo: There is no preset named 'shrt'; did you mean short?\n"
    )
    assert refused(capsys, *command, "--option", "no_auction=on") == (
        "passgo: There is no rule option named 'no_auction'; did you mean no_auctions?\n"
    )
    assert refused(capsys, *command, "--option", "free-parking-jackpot=on") == (
        "passgo: There is no rule option named 'free_parking_jackpot'; did you mean free_parking_pot?\n"
    )


def test_a_misspelled_variation_gets_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "compare", "--vary", "salry=400") == (
        "passgo: 'salry' cannot be varied; did you mean salary?\n"
    )
    assert refused(capsys, "compare", "--vary", "preset=shrt") == (
        "passgo: There is no preset named 'shrt'; did you mean short?\n"
    )


@pytest.mark.parametrize(
    "command",
    [
        ["play", "--bot", "nromal"],
        ["simulate", "--bots", "nromal"],
        ["tournament", "--bots", "easy,nromal"],
        ["compare", "--vary", "salary=400", "--bots", "nromal"],
    ],
)
def test_a_misspelled_bot_gets_a_suggestion(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert refused(capsys, *command) == (
        "passgo: There is no bot named 'nromal'. Did you mean normal?\n"
    )


def test_a_misspelled_bot_option_gets_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    assert refused(capsys, "simulate", "--bots", "simple(reserv=400)") == (
        "passgo: The bot 'simple' has no option 'reserv'; did you mean reserve?\n"
    )


def test_a_misspelled_citation_gets_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    assert "; did you mean House no_auctions" in refused(capsys, "rules", "House no_auction")


@pytest.mark.parametrize(
    "command",
    [["odds", "--board"], ["play", "--board"], ["simulate", "--board"], ["simulate", "--position"]],
)
def test_a_misspelled_board_or_position_file_gets_a_suggestion(
    command: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my_board.json").write_text(json.dumps(classic().to_data()), "utf-8")
    Path("zebra.json").touch()
    what = "position file" if command[-1] == "--position" else "board file"
    assert refused(capsys, *command, "my_bord.json") == (
        f"passgo: There is no {what} 'my_bord.json'; did you mean my_board.json?\n"
    )
    assert refused(capsys, *command, "other.json") == f"passgo: There is no {what} 'other.json'.\n"


@pytest.mark.parametrize(
    ("command", "what"),
    [(["replay"], "game file"), (["verify"], "game file"), (["play", "--resume"], "saved game")],
)
def test_a_misspelled_game_file_gets_a_suggestion(
    command: list[str],
    what: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "monday.jsonl"
    file.touch()
    typed = str(tmp_path / "monady.jsonl")
    assert refused(capsys, *command, typed) == (
        f"passgo: There is no {what} {typed!r}; did you mean {file}?\n"
    )


def test_a_misspelled_server_setting_gets_a_suggestion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "my.toml"
    file.write_text("prot = 80\n[limits]\nchat_lenght = 5\n", "utf-8")
    assert refused(capsys, "serve", "--config", str(file)) == (
        f"passgo: {file}: there is no setting named 'prot'; did you mean port?\n"
        f"{file}, [limits]: there is no setting named 'chat_lenght'; did you mean limits.chat_length?\n"
    )


@pytest.mark.parametrize(
    ("variable", "meant"),
    [
        ("PASSGO_PROT", "PASSGO_PORT"),
        ("PASSGO_CONFG", "PASSGO_CONFIG"),
        ("PASSGO_LIMITS_CHAT_LENGHT", "PASSGO_LIMITS_CHAT_LENGTH"),
    ],
)
def test_a_misspelled_environment_variable_gets_a_suggestion(
    variable: str,
    meant: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(variable, "1")
    error = refused(capsys, "serve")
    assert error.startswith(f"passgo: {variable}: there is no setting named ")
    assert error.endswith(f"; did you mean {meant}?\n")
