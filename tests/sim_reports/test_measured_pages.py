"""The documentation pages with measured figures, and the scripts that generate them."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from bench import benchmark, house_rules, slow_bots, strength
from bench.pages import BEGIN, END, put
from bench.tournaments import FAST, SLOW
from passgo.cli.commands.benchmark import to_data as benchmark_to_data
from passgo.cli.commands.compare import measure_to_data
from passgo.cli.commands.compare import to_data as comparison_to_data
from passgo.sim.benchmark import Benchmark
from passgo.sim.measures import MEASURES, effects
from passgo.sim.pairings import Pairing, new_tournament, ratings
from tests.sim_reports.games import BOLD, CAREFUL, experiment, measured, played, settings


def test_each_part_is_inserted_between_its_markers(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(f"a\n{BEGIN}old\n{END}\nb\n{BEGIN}{END}\nc\n", "utf-8")
    put(page, ["one", "two\n"])
    assert page.read_text("utf-8") == f"a\n{BEGIN}one\n{END}\nb\n{BEGIN}two\n{END}\nc\n"
    with pytest.raises(SystemExit, match="has 2 pairs of markers, but"):
        put(page, ["one"])


def figures_of(page: Path) -> list[str]:
    """Return the parts between the markers on a page."""
    return [piece[: piece.index(END)] for piece in page.read_text("utf-8").split(BEGIN)[1:]]


def test_the_pages_have_markers_for_every_part() -> None:
    # One for each number of players, one for unfinished games, and one for each slow bot.
    assert len(figures_of(strength.PAGE)) == len(strength.PLAYERS) + 1 + len(SLOW)
    assert benchmark.PAGE.read_text("utf-8").count(BEGIN) == 1
    # One per rule, and two about Jail.
    assert house_rules.PAGE.read_text("utf-8").count(BEGIN) == len(house_rules.RULES) + 2


def test_the_strength_page_shows_the_results_of_the_tournament() -> None:
    bots = ("simple", CAREFUL, BOLD)
    tournament = played(settings(bots, games=4))
    tournament.pairings[0].slow = True
    tournament.pairings[0].seconds = 6.0
    text = strength.text(tournament)
    assert "24 games, 4 per pairing, with seed 1. A game that is not over after 40 rounds" in text
    assert "Pairings marked * have only 2 games" in text
    for rating in ratings(tournament):
        own = [one for one in tournament.pairings if one.bot == rating.bot]
        unfinished = f"{100 * sum(one.unfinished for one in own) / 8:.1f}"
        each = "750.0" if own[0].slow else "0.0"  # 6 seconds for 8 games
        assert f"| `{rating.bot}` | {rating.value:.0f} | … to … | " in text
        assert f" | {unfinished} | {each} |\n" in text
    for pairing in tournament.pairings:
        counts = (4, pairing.wins, pairing.losses, pairing.shared, pairing.unfinished, 0)
        row = " | ".join(str(count) for count in counts)
        assert f"| `{pairing.bot}` against three copies of `{pairing.rivals}` | {row} |" in text


@pytest.mark.parametrize(
    ("players", "copies", "header"),
    [(2, "another", "| bot | `"), (3, "two copies of another", "| bot | 2 × `")],
)
def test_the_parts_for_other_numbers_of_players_are_compact(
    players: int, copies: str, header: str
) -> None:
    tournament = new_tournament(settings(games=2 * players, players=players))
    for pairing in tournament.pairings:
        pairing.played = pairing.unfinished = 2 * players
        pairing.ahead, pairing.won = [players - 1] * 2, [0, 0]
    text = strength.text(tournament)
    assert f"won outright by one bot against {copies}:" in text
    assert header in text
    assert "| 100.0 | 0.0 |\n" in text  # unfinished, milliseconds
    assert "How the games in each pairing ended" not in text


def test_the_table_of_a_slow_bot_shows_complete_pairings_worst_first() -> None:
    tournament = slow_bots.new_duels("hard", 8, 1)
    rivals = [pairing.rivals for pairing in tournament.pairings]
    assert rivals == list(reversed(FAST))
    assert slow_bots.duels_table(tournament) == ""
    for pairing, won in zip(tournament.pairings[:3], ([2, 1], [1, 0], [0, 0]), strict=True):
        pairing.played, pairing.won, pairing.wins, pairing.seconds = 8, won, sum(won), 20.0
        pairing.unfinished = 2 if sum(won) else 8
    tournament.pairings[3].played = 4
    lines = slow_bots.duels_table(tournament).splitlines()
    assert len(lines) == 2 + 3
    assert lines[2].startswith(f"| `{rivals[2]}` | 8 | 0.0 (")
    assert lines[2].endswith(") | 100.0 | – | 2,500.0 |")
    assert lines[3].endswith(") | 25.0 | 16.7 | 2,500.0 |")
    assert lines[4].startswith(f"| `{rivals[0]}` | 8 | 37.5 (")
    assert lines[4].endswith(") | 25.0 | 50.0 | 2,500.0 |")


def test_the_benchmark_page_shows_the_scores_best_first() -> None:
    def pairing(bot: str, rivals: str, won: list[int], unfinished: int = 0) -> Pairing:
        one = Pairing(bot, rivals, 8, True, played=8, wins=sum(won), won=won, seconds=4.0)
        one.unfinished = unfinished
        return one

    weak = [pairing("a", "a()", [1, 1], 6), pairing("a", "b", [0, 0])]
    strong = [pairing("c", "a", [4, 2]), pairing("c", "b", [1, 1])]
    data = [benchmark_to_data(Benchmark(one[0].bot, one)) for one in (weak, strong)]
    lines = benchmark.table(msgspec.convert(data, list[benchmark.Score])).splitlines()
    assert lines[0].startswith("| bot | score, % | 95% interval | 3 × `a` | 3 × `b` |")
    assert lines[2].startswith("| `c` | 50.0 | ")
    assert lines[2].endswith(" | 75.0 | 25.0 | 0.0 | 500.0 |")
    assert lines[3].startswith("| `a` | 12.5 | ")
    assert lines[3].endswith(" | 25.0 | 0.0 | 37.5 | 500.0 |")


def test_the_house_rules_page_shows_the_results_of_the_arms() -> None:
    arms = experiment("salary=1000000", games=12)
    counts = measured(arms)
    found = [effects(counts[0], one) for one in counts]
    data = comparison_to_data(arms, counts, found)
    report = msgspec.json.decode(msgspec.json.encode(data), type=house_rules.Report)
    text = house_rules.text(report)
    assert f"Base: `simple`, `{BOLD}`, `{CAREFUL}`; seed 1; games not over after 25 rounds" in text
    assert "| games | 12 | 12 |" in text
    assert set(house_rules.NAMES) == {figure.key for figure in MEASURES}
    assert {figure.key for figure in MEASURES if figure.unit == "share"} == set(house_rules.SHARES)
    for name in house_rules.NAMES.values():
        assert f"\n| {name} | " in text
    assert measure_to_data(found[0][0])["change"] is None


@pytest.mark.parametrize(
    ("value", "clear", "sign"), [(0.2, True, 1), (-0.2, True, -1), (0.2, False, 0)]
)
def test_a_clear_change_is_bold(value: float, clear: bool, sign: int) -> None:
    change = house_rules.Change(value, value - 0.1, value + 0.1)
    found = house_rules.Measured(0.5, 0.4, 0.6, change, clear)
    assert house_rules.sign(found) == sign
    written = house_rules.cell("leader", found)
    assert written.startswith("50.0 (40.0 to 60.0)<br>")
    assert ("**" in written) == clear


def test_a_value_without_variation_is_marked() -> None:
    change = house_rules.Change(0.0, 0.0, 0.0)
    written = house_rules.cell("rounds", house_rules.Measured(25.0, None, 26.0, change, False))
    assert written == "25.0 (– to 26.0)<br>+0.0 (did not vary)"
