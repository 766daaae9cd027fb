"""Tournaments: the same dice for all pairings, results independent of the workers, and resuming."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
from itertools import permutations
from pathlib import Path

import msgspec
import pytest

from passgo.cli.commands.tournament import read_settings
from passgo.cli.main import build_parser, main
from passgo.sim.executors import InProcess, Pending, Processes
from passgo.sim.forfeits import Forfeits
from passgo.sim.games import Task, play_game
from passgo.sim.pairings import (
    Pairing,
    TournamentSettings,
    load,
    new_tournament,
    ratings,
    save,
)
from passgo.sim.plan import SimulationError, dice_seed
from passgo.sim.play_tournament import round_up_games
from passgo.sim.results import SHARED, UNFINISHED, WON
from passgo.sim.stats import wilson
from tests.sim_reports.games import BOLD, CAREFUL, played, result, settings, timeless
from tests.waiting import DEADLINE, wait_until

BOTS = ("simple", CAREFUL, BOLD)


def test_every_ordered_pair_plays() -> None:
    tournament = new_tournament(settings(BOTS))
    pairs = [(pairing.bot, pairing.rivals) for pairing in tournament.pairings]
    assert pairs == list(permutations(BOTS, 2))
    assert tournament.plan(tournament.pairings[0]).bots == ("simple", CAREFUL, CAREFUL, CAREFUL)


def test_all_pairings_use_the_same_dice_in_every_seat() -> None:
    tournament = new_tournament(settings(BOTS))
    plans = [tournament.plan(pairing) for pairing in tournament.pairings]
    assert {plan.block for plan in plans} == {4}
    assert len({dice_seed(plan, 1) for plan in plans}) == 1
    assert [plans[0].line_up(index).index(0) for index in range(5)] == [0, 1, 2, 3, 0]


@pytest.mark.parametrize("players", [2, 3, 8])
def test_one_bot_plays_in_every_seat_against_copies_of_another(players: int) -> None:
    tournament = new_tournament(settings(BOTS, players=players))
    plan = tournament.plan(tournament.pairings[0])
    assert plan.bots == ("simple", *[CAREFUL] * (players - 1))
    seats = [plan.line_up(index).index(0) for index in range(players + 1)]
    assert seats == [*range(players), 0]
    assert [plan.dice_of(index) for index in (players - 1, players)] == [0, 1]
    assert tournament.pairings[0].fair == 1 / players


@pytest.mark.parametrize(
    ("outcome", "winners", "counted"),
    [
        (WON, [1], "wins"),
        (WON, [0], "losses"),
        (SHARED, [0, 1], "shared"),
        (UNFINISHED, [], "unfinished"),
    ],
)
def test_won_lost_shared_and_unfinished_games_are_counted_separately(
    outcome: str, winners: list[int], counted: str
) -> None:
    pairing = Pairing("a", "b", 4)
    bots = ("b", "a", "b", "b")
    worths = [(1500, 900), (1500, 900), (1500, 100), (1500, 100)]
    pairing.add(result(0, outcome, winners, bots=bots, worths=worths, faults=(0, 2, 1, 0)), 1)
    counts = {name: getattr(pairing, name) for name in ("wins", "losses", "shared", "unfinished")}
    assert counts == {"wins": 0, "losses": 0, "shared": 0, "unfinished": 0, counted: 1}
    assert pairing.played == 1
    assert pairing.forfeits == Forfeits(1, 2, 1, "game 0, raised")
    assert pairing.rival_forfeits == Forfeits(1, 1, 1, "game 0, raised")


def test_the_share_includes_games_without_a_winner() -> None:
    pairing = Pairing("a", "b", 100, played=100, wins=30, losses=20, shared=10, unfinished=40)
    pairing.won = [2, 1, 1, 1, 1] * 5
    assert pairing.share.value == 0.3
    # The number of wins is about the same for every dice number, so it varies less than in
    # independent games.
    assert pairing.share.low > wilson(30, 100).low + 0.03
    pairing.won = [4] * 7 + [2] + [0] * 17
    assert pairing.share.value == 0.3
    assert pairing.share.low < wilson(30, 100).low - 0.05


def test_an_incomplete_last_block_has_fewer_games() -> None:
    """The last 2 of 6 games have their own dice; in those games, one bot beat all rivals."""
    tournament = new_tournament(settings(games=6))
    for pairing, ahead in zip(tournament.pairings, ([12, 12], [12, 0]), strict=True):
        pairing.played, pairing.ahead = 6, ahead
    first, second = ratings(tournament)
    # With dice number 0, 24 pairs are tied; with number 1, 12 pairs are won. The prior adds a tie.
    assert first.value - second.value == pytest.approx(400 * math.log10(24.5 / 12.5), abs=0.1)


def test_all_rivals_in_a_game_count_for_the_ratings() -> None:
    """With three players, a bot that wins finishes ahead of two rivals."""
    tournament = new_tournament(settings(games=6, players=3))
    for pairing, ahead in zip(tournament.pairings, ([12, 9], [3, 0]), strict=True):
        pairing.played, pairing.ahead = 6, ahead
    first, second = ratings(tournament)
    assert first.bot == "simple"
    # The first bot finished ahead in 21 of 24 pairs, and the prior adds a tie.
    assert first.value - second.value == pytest.approx(400 * math.log10(21.5 / 3.5), abs=0.1)


@pytest.mark.parametrize("players", [3, 4])
def test_the_counts_match_the_games(players: int) -> None:
    tournament = played(settings(players=players))
    for pairing in tournament.pairings:
        assert len(pairing.won) == -(-8 // players)
        plan = tournament.plan(pairing)
        games = [play_game(plan, index) for index in range(8)]
        won = [game for game in games if game.outcome == WON]
        assert pairing.played == 8
        assert pairing.wins == sum(game.bots[game.winners[0]] == pairing.bot for game in won)
        assert pairing.losses == len(won) - pairing.wins
        assert pairing.shared == sum(game.outcome == SHARED for game in games)
        assert pairing.unfinished == sum(game.outcome == UNFINISHED for game in games)
    assert sum(pairing.wins for pairing in tournament.pairings) > 0
    assert tournament.done


def test_the_result_does_not_depend_on_the_number_of_workers() -> None:
    here = played(settings(BOTS))
    with Processes(2) as workers:
        there = played(settings(BOTS), workers)
    assert msgspec.json.encode(there) == msgspec.json.encode(here)
    assert played(settings(BOTS, seed=2)) != here


def test_the_order_of_the_bots_hardly_changes_the_ratings() -> None:
    one, other = played(settings(BOTS)), played(settings(BOTS[::-1]))
    assert sorted(one.pairings, key=repr) == sorted(other.pairings, key=repr)
    turned = {rating.bot: rating for rating in ratings(other)}
    for rating in ratings(one):
        again = turned[rating.bot]
        assert again.value == pytest.approx(rating.value, abs=0.01)
        assert again.low == pytest.approx(rating.low, abs=0.01)


def test_ratings_are_sorted_from_best_to_worst() -> None:
    tournament = new_tournament(settings(BOTS))
    for pairing in tournament.pairings:
        pairing.played = 8
        # Bots listed later finish ahead more often.
        better = BOTS.index(pairing.bot) > BOTS.index(pairing.rivals)
        pairing.ahead = [18, 16] if better else [6, 8]
    found = ratings(tournament)
    assert [rating.bot for rating in found] == list(BOTS[::-1])
    assert found[1].value == pytest.approx(1500, abs=1)


class Timed(InProcess):
    """An executor in this process that reports a fixed duration for each batch."""

    def __init__(self, each: float) -> None:
        self.each = each

    def submit(self, task: Task) -> Pending:
        waiting = super().submit(task)
        return Pending(lambda: waiting.result()._replace(seconds=self.each), waiting.cancel)


@pytest.mark.parametrize(("each", "slow"), [(0.1, False), (3.0, True)])
def test_slow_pairings_play_fewer_games(each: float, slow: bool) -> None:
    tournament = new_tournament(settings())
    for _ in tournament.play(Timed(each)):
        pass
    assert {(one.slow, one.played) for one in tournament.pairings} == {(slow, 2 if slow else 8)}
    if slow:
        brief = played(TournamentSettings(("simple", CAREFUL), 2, 2, 1, settings().rules, 40))
        assert [one.ahead for one in tournament.pairings] == [one.ahead for one in brief.pairings]


@pytest.mark.parametrize("players", [2, 5])
def test_the_speed_of_a_pairing_is_measured_in_every_seat(players: int) -> None:
    starts: list[int] = []

    class Recording(Timed):
        def submit(self, task: Task) -> Pending:
            starts.append(task.start)
            return super().submit(task)

    tournament = new_tournament(settings(players=players))
    next(tournament.play(Recording(0.1)))
    assert starts == list(range(players))


def test_a_bot_that_ends_its_process_ends_only_a_worker() -> None:
    tournament = new_tournament(settings(("simple", "tests.sim.bad_bots:Killer")))
    with pytest.raises(SimulationError, match="A worker process died"), Processes(1) as workers:
        list(tournament.play(workers))


def test_a_tournament_interrupted_at_any_point_gives_the_same_results(tmp_path: Path) -> None:
    whole = played(settings())
    for batches in range(1, 6):
        tournament = new_tournament(settings())
        for number, _ in enumerate(tournament.play(InProcess()), 1):
            if number == batches:
                break
        save(tournament, tmp_path / "kept")
        again = load(tmp_path / "kept")
        assert not again.done
        for _ in again.play(InProcess()):
            pass
        assert timeless(again) == whole
    assert [file.name for file in tmp_path.iterdir()] == ["kept"]


@pytest.mark.parametrize(
    "text", ["", "{}", "[1]", '{"settings":{"bots":["a","b"]},"pairings":[]}', "\xff"]
)
def test_a_file_that_is_not_a_tournament_is_rejected(tmp_path: Path, text: str) -> None:
    (tmp_path / "kept").write_text(text, "latin-1")
    with pytest.raises(SimulationError, match=r"kept is not a (valid )?tournament file"):
        load(tmp_path / "kept")


@pytest.mark.parametrize(
    ("bots", "games", "why"),
    [
        (("simple",), 8, "at least two bots"),
        (("simple", "random", "simple"), 8, "The bot simple is named twice: remove one of them"),
        (("simple", "random"), 0, "games and slow_games must be at least 1"),
        (("simple", "random"), 10**13, "games must be from 1 to"),
    ],
)
def test_invalid_settings_are_rejected(bots: tuple[str, ...], games: int, why: str) -> None:
    with pytest.raises(SimulationError, match=why):
        TournamentSettings(bots, games)


@pytest.mark.parametrize("players", [-1, 0, 1, 9])
def test_a_game_has_two_to_eight_players(players: int) -> None:
    with pytest.raises(SimulationError, match=rf"players must be from 2 to 8 \(got {players}\)"):
        TournamentSettings(("simple", "random"), players=players)
    with pytest.raises(SimulationError, match=rf"players must be from 2 to 8 \(got {players}\)"):
        round_up_games(2000, players)


def test_a_file_without_a_number_of_players_has_four(tmp_path: Path) -> None:
    tournament = played(settings())
    data = msgspec.to_builtins(tournament)
    for one in (data["settings"], *data["pairings"]):
        assert one.pop("players") == 4
    (tmp_path / "kept").write_bytes(msgspec.json.encode(data))
    assert load(tmp_path / "kept") == tournament


def test_a_pairing_with_another_number_of_players_is_rejected(tmp_path: Path) -> None:
    tournament = played(settings(players=2))
    tournament.pairings[1].players = 4
    save(tournament, tmp_path / "kept")
    with pytest.raises(SimulationError, match="a game has 4 players instead of 2"):
        load(tmp_path / "kept")


# -- the command -----------------------------------------------------------------------------------

COMMAND = ["tournament", "--bots", f"simple,{CAREFUL}", "--rules", "short", "--rounds", "40"]
HERE = ["--executor", "here", "--games", "8"]


def without_time(text: str) -> object:
    data = json.loads(text)
    for pairing in data["pairings"]:
        assert pairing.pop("seconds") > 0
    return data


def test_the_command_prints_the_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*COMMAND, *HERE]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    assert all(len(line) <= 100 for line in shown.out.splitlines())
    for words in ("against three copies of another", "rating (mean 1500)", CAREFUL, "unfinished"):
        assert words in shown.out
    assert "A rating has an interval only if" in shown.out
    assert "Not reproducible" not in shown.out


@pytest.mark.parametrize(
    ("players", "copies", "fair"),
    [
        ("2", "against another", "50%"),
        ("3", "two copies of another", "33.3%"),
        ("8", "seven copies of another", "12.5%"),
    ],
)
def test_the_tables_show_the_number_of_copies_and_the_fair_share(
    players: str, copies: str, fair: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*COMMAND, *HERE, "--players", players]) == 0
    shown = capsys.readouterr().out
    assert f"{copies} (column), with" in shown
    assert f"{fair} is a fair share" in shown
    assert shown.count(copies) == 2
    assert f"takes {10 * int(players)} games per pairing" in " ".join(shown.split())
    assert all(len(line) <= 100 for line in shown.splitlines())


@pytest.mark.parametrize(
    ("words", "games", "slow_games"),
    [
        ([], 2000, 200),
        (["--players", "3"], 2001, 201),
        (["--players", "6", "--games", "100"], 100, 204),
    ],
)
def test_the_default_number_of_games_is_a_multiple_of_the_number_of_players(
    words: list[str], games: int, slow_games: int
) -> None:
    args = build_parser(["tournament"]).parse_args(["tournament", "--bots", "a,b", *words])
    chosen = read_settings(args)
    assert (chosen.games, chosen.slow_games) == (games, slow_games)


def test_the_output_does_not_depend_on_the_number_of_jobs(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main([*COMMAND, *HERE, "--json"]) == 0
    here = without_time(capsys.readouterr().out)
    assert main([*COMMAND, "--games", "8", "--jobs", "2", "--json"]) == 0
    assert without_time(capsys.readouterr().out) == here


def test_the_report_is_written_and_the_games_are_saved_beside_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "report.html"
    assert main([*COMMAND, *HERE, "--out", str(out)]) == 0
    assert CAREFUL in out.read_text("utf-8")
    assert load(tmp_path / "report.html.state").done
    assert main([*COMMAND, *HERE, "--out", str(out)]) == 2
    assert "already contains a tournament" in capsys.readouterr().err
    assert main([*COMMAND, *HERE, "--out", str(out), "--resume"]) == 0
    assert main([*COMMAND, *HERE, "--out", str(out), "--resume", "--seed", "2"]) == 2
    assert "contains a tournament with different" in capsys.readouterr().err
    assert main([*COMMAND, *HERE, "--out", str(out), "--resume", "--players", "3"]) == 2
    refusal = "contains a tournament with 4 players, not 3: use --players 4, or choose"
    assert refusal in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--bots", "simple,nobody"], "no bot named 'nobody'"),
        (["--bots", "simple"], "at least two"),
        (["--bots", "simple,random", "--players", "1"], "--players must be at least 2 (got 1)"),
        (["--bots", "simple,random", "--players", "9"], "--players must be at most 8 (got 9)"),
        (["--bots", "simple,random", "--games", "many"], "--games must be a whole number"),
        (["--bots", "simple,random", "--resume"], "add --out FILE.html"),
        (["--bots", "simple,random", "--out", "x.pdf"], "must end in .html"),
        (["--bots", "simple,random", "--rules", "none"], "no preset named 'none'"),
        (["--bots", "simple,random", "--out", 250 * "x" + ".html"], "cannot be written"),
    ],
)
def test_errors_are_reported(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["tournament", *words]) == 2
    shown = capsys.readouterr()
    assert why in shown.err
    assert shown.err.startswith("passgo: ")
    assert shown.out == ""


@pytest.mark.skipif(os.name != "posix", reason="Ctrl-C is sent as a signal")
def test_ctrl_c_keeps_the_games_and_resume_continues_the_run(tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    state = tmp_path / "report.html.state"
    asked = [*COMMAND, "--games", "1_000_000", "--executor", "here", "--out", str(out)]
    process = subprocess.Popen(
        [sys.executable, "-m", "passgo", *asked], stderr=subprocess.PIPE, text=True
    )
    wait_for_games(state)
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=DEADLINE)
    assert process.returncode == 130, error
    assert "Repeat the command with --resume to continue." in error
    assert out.exists()
    kept = load(state).pairings[0]
    again = new_tournament(settings(games=kept.played))
    for pairing, _ in again.play(InProcess()):
        if pairing.done:
            break
    again = timeless(again)
    assert msgspec.structs.replace(kept, games=kept.played, seconds=0.0) == again.pairings[0]


def wait_for_games(state: Path) -> None:
    """Wait until another process has saved some games from a tournament."""
    wait_until(lambda: state.exists() and load(state).pairings[0].played > 0)
