"""HTML reports: complete, readable without network access, and safe for any bot name."""

from __future__ import annotations

import errno
import math
import re
from collections import Counter
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import jinja2
import pytest

from passgo.cli.main import main
from passgo.engine.board import classic
from passgo.sim import charts, page
from passgo.sim.charts import Bar, Line, bars, board_map, columns, dots, lines
from passgo.sim.comparison_page import comparison_page
from passgo.sim.experiment import Arm
from passgo.sim.forfeits import Forfeits
from passgo.sim.formatting import interval, rating_text, rules_text
from passgo.sim.measures import MEASURES
from passgo.sim.page import Cell, Rows, load_templates
from passgo.sim.pairings import new_tournament, ratings
from passgo.sim.plan import SimulationError, make_plan
from passgo.sim.ratings import Rating
from passgo.sim.report import simulation_page, worth_points
from passgo.sim.results import UNFINISHED
from passgo.sim.runner import run
from passgo.sim.stats import IntervalEstimate
from passgo.sim.summary import BotTally, Summary
from passgo.sim.tournament_page import tournament_page
from passgo.svg import luminance
from tests.odds.boards import one_card_board
from tests.sim_reports.games import BOLD, CAREFUL, experiment, measured, played, settings

HOSTILE = '<script>alert("1")</script>&\'"><img src=https://evil.example/x>'
VOID = {"meta", "wbr", "br", "img", "link"}


class Reader(HTMLParser):
    """A parser that checks that every element is closed, and stores the tags and the text."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.texts.append(data)

    @property
    def text(self) -> str:
        return "".join(self.texts)


def check_page(text: str) -> Reader:
    """Check that a page is well formed and self-contained, and contains no scripts or NaN."""
    read = Reader(text)
    tags = {tag for tag, _ in read.tags}
    assert not tags & {"script", "img", "link", "iframe", "object", "embed", "base", "form", "use"}
    for _, attributes in read.tags:
        assert not {name for name in attributes if name in ("src", "href") or name[:2] == "on"}
        for value in attributes.values():
            assert "url(" not in (value or "") or (value or "").startswith("url(#group")
            assert "nan" not in (value or "").split()
            assert "inf" not in (value or "").split()
    style = text[text.index("<style>") : text.index("</style>")]
    assert "url(" not in style
    assert "@import" not in style
    assert not re.search(r"\b(nan|inf)\b", read.text)
    assert "default-src 'none'" in text
    assert text.startswith("<!DOCTYPE html>")
    return read


def summary_of(bots: list[str], detail: int = 4) -> Summary:
    plan = make_plan(bots, games=4, rounds=30, detail=detail)
    summary = Summary(plan, classic())
    for batch in run(plan):
        summary.add(batch)
    return summary


def renamed(summary: Summary, name: str) -> Summary:
    """Return a copy of a summary in which the first bot has a different name."""
    plan = make_plan([name, *summary.plan.bots[1:]], games=4)
    other = Summary(plan, summary.board)
    for bot, tally in zip(plan.bots, summary.bots.values(), strict=True):
        other.bots[bot] = tally
    other.games, other.outcomes = summary.games, summary.outcomes
    return other


def render_part(name: str, *values: object) -> str:
    """Render one of the macros in parts.html."""
    return str(getattr(load_templates().get_template("parts.html").module, name)(*values))


# -- pages -----------------------------------------------------------------------------------------


def test_the_simulation_report_is_complete() -> None:
    summary = summary_of(["simple", BOLD, CAREFUL])
    read = check_page(simulation_page(summary))
    words_shown = ("4 games with 3 players", "won by one player", "shared", "unfinished")
    for words in ("simple", BOLD, CAREFUL, *words_shown):
        assert words in read.text
    for title in ("Wins by bot", "Wins by seat", "Worth by round", "Landings"):
        assert title in read.text
    for group in classic().groups:
        assert group.name in read.text


def test_a_simulation_without_details_or_finished_games_has_a_report() -> None:
    plan = make_plan(["simple", BOLD], games=2, rounds=2)
    summary = Summary(plan, classic())
    for batch in run(plan):
        summary.add(batch)
    assert summary.outcomes[UNFINISHED] == 2
    read = check_page(simulation_page(summary))
    assert "Landings" not in read.text
    assert "Length of games" not in read.text
    check_page(simulation_page(Summary(plan, classic())))


def test_an_outlier_does_not_squeeze_the_histogram() -> None:
    summary = summary_of(["simple", BOLD])
    summary.rounds = Counter(dict.fromkeys(range(20, 40), 10) | {4000: 1})
    text = simulation_page(summary)
    chart = text[text.index("<title>Length of games") :]
    chart = chart[: chart.index("</svg>")]
    assert "The last column counts 1 longer game, of up to 4000 rounds." in chart
    assert chart.count('class="bar"') >= 20
    assert "<title>&gt;" in chart


def test_a_long_game_does_not_stretch_the_worth_by_round() -> None:
    tally = BotTally()
    for rounds in (*range(40, 49), 376):
        tally.add_worths([1500] * (rounds + 1))
    points = worth_points(tally)
    assert points[0] == (1.0, 1500, 1500, 1500)
    assert 48 <= points[-1][0] < 100
    assert worth_points(BotTally()) == []


def test_every_bot_is_compared_with_its_fair_share() -> None:
    plan = make_plan(["simple", "simple", "simple", BOLD], games=4, rounds=2)
    summary = Summary(plan, classic())
    for batch in run(plan):
        summary.add(batch)
    read = check_page(simulation_page(summary))
    assert "fair 75.0%" in read.text
    assert read.text.count("fair 25.0%") == 2 * 5  # the other bot and four seats: text and title
    assert "fair share" in read.text  # of the groups' first owners


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.0, "0.0%"), (1e-6, "<0.1%"), (0.0005, "0.1%"), (0.99985, ">99.9%"), (1.0, "100.0%")],
)
def test_a_share_is_0_or_100_percent_only_if_it_is_exact(share: float, text: str) -> None:
    assert charts.percent(share) == text


def test_forfeited_moves_are_reported() -> None:
    summary = summary_of(["simple", BOLD])
    tally = summary.bots[BOLD]
    tally.forfeits = Forfeits(9, 3, 2, "raised <b>ValueError</b>")
    read = check_page(simulation_page(summary))
    assert "Moves forfeited" in read.text
    assert "raised <b>ValueError</b>" in read.text


def test_the_tournament_report_is_complete() -> None:
    bots = ("simple", CAREFUL, BOLD)
    tournament = played(settings(bots, games=4))
    tournament.pairings[0].slow = True
    read = check_page(tournament_page(tournament, ratings(tournament)))
    for bot in bots:
        assert f"3 × {bot}" in read.text
        for rival in bots:
            if rival != bot:
                assert f"\n{bot}{rival}4" in read.text  # one bot, three rivals, 4 games
    assert "* = fewer games" in read.text
    assert "1 pairings are marked" not in read.text
    assert "1 pairing is marked" in read.text
    assert "Not all games" not in read.text


@pytest.mark.parametrize(
    ("players", "fair", "against", "words"),
    [
        (2, "50%", "against", "played against every other bot"),
        (3, "33.3%", "against two of", "played against two copies of every other bot"),
    ],
)
def test_the_tournament_report_shows_the_number_of_players(
    players: int, fair: str, against: str, words: str
) -> None:
    tournament = new_tournament(settings(players=players))
    page_text = tournament_page(tournament, ratings(tournament))
    read = check_page(page_text)
    assert f">{against}</th>" in page_text
    assert f"{fair} is a fair share" in read.text
    assert words in " ".join(read.text.split())
    assert "three" not in read.text
    assert ("2 × simple" in read.text) == (players == 3)
    assert f"takes {10 * players} games per pairing" in read.text


def test_cells_are_shaded_if_their_interval_excludes_the_fair_share() -> None:
    """With two players, winning 35% of the games is less than the fair share."""
    tournament = new_tournament(settings(players=2))
    pairing = tournament.pairings[0]
    pairing.played, pairing.won, pairing.ahead = 40, [1] * 14 + [0] * 6, [2] * 14 + [0] * 6
    text = tournament_page(tournament, ratings(tournament))
    assert text.count('class="bad"') == 1
    assert 'class="good"' not in text


def test_an_unfinished_tournament_has_a_report() -> None:
    tournament = new_tournament(settings())
    read = check_page(tournament_page(tournament, ratings(tournament)))
    assert "Not all games have been played yet." in read.text
    assert "not played" in read.text


def test_the_comparison_report_is_complete() -> None:
    arms = experiment("salary=400", "free_parking_pot=on", games=6)
    read = check_page(comparison_page(arms, measured(arms)))
    for arm in arms:
        assert arm.name in read.text
    for figure in MEASURES:
        assert read.text.count(figure.name) >= 2
    page = check_page(comparison_page(arms[:1], measured(arms[:1])))
    assert "Differences from the base" in read.text
    assert "Differences from the base" not in page.text


def test_a_hostile_name_is_escaped() -> None:
    read = check_page(simulation_page(renamed(summary_of(["simple", BOLD]), HOSTILE)))
    assert HOSTILE in read.text
    tournament = new_tournament(settings((HOSTILE, "simple")))
    found = [Rating(HOSTILE, 1500, 1400, math.inf), Rating("simple", 1500, -math.inf, 1600)]
    read = check_page(tournament_page(tournament, found))
    assert f"3 × {HOSTILE}" in read.text
    arms = experiment(games=3)
    counts = measured(arms)
    plan = make_plan([HOSTILE, "simple"], games=3)
    read = check_page(comparison_page([Arm(HOSTILE, {}, plan)], counts))
    assert HOSTILE in read.text


def test_every_part_of_a_page_escapes_its_input() -> None:
    chart = bars(HOSTILE, HOSTILE, [Bar(HOSTILE, 1.0, HOSTILE)])
    parts = [
        render_part("facts", [(HOSTILE, HOSTILE)]),
        render_part("charts", [(HOSTILE, chart)]),
        render_part("table", Rows(HOSTILE, [HOSTILE], [(HOSTILE, ["", Cell(HOSTILE, HOSTILE)])])),
    ]
    for part in parts:
        assert HOSTILE in Reader(part).text
        assert not {"script", "img"} & {tag for tag, _ in Reader(part).tags}
    check_page(page.render_page("page.html", title=HOSTILE))


def test_a_missing_template_value_is_an_error() -> None:
    with pytest.raises(jinja2.UndefinedError, match="title"):
        page.render_page("page.html")


def test_without_jinja2_reports_fail_before_any_work_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(SimulationError, match=r'Reports need jinja2: pip install "passgo\[sim\]"'):
        page.check_place(tmp_path / "page.html")
    assert main(["simulate", "--plot", str(tmp_path / "page.html")]) == 2


# -- charts ----------------------------------------------------------------------------------------

ROWS = [
    Bar("first", 0.3, "30%", 0.25, 0.35, 0.25),
    Bar("second", 0.0, "0%", 0.0, 0.02),
    Bar("unknown", math.nan, "–"),
    Bar("open", 0.2, "20%", -math.inf, math.inf),
]
CURVES = [
    Line(f"bot {at}", [(1.0, 1500.0, 1400.0, 1600.0), (30.0, 2000.0 + at, 0.0, 5200.0)])
    for at in range(7)
]
ALL = {
    "bars": bars("Title", "About it.", ROWS),
    "no bars": bars("Title", "About it.", []),
    "dots": dots("Title", "About it.", ROWS, lambda value: f"{value:.2f}", 0.25),
    "no dots": dots("Title", "About it.", [], str),
    "columns": columns("Title", "About it.", [(str(at), at / 10) for at in range(30)]),
    "lines": lines("Title", "About it.", CURVES),
    "no lines": lines("Title", "About it.", [Line("nothing", [])]),
    "board": board_map("Title", "About it.", classic(), [at / 1000 for at in range(41)]),
    "even board": board_map("Title", "About it.", classic(), [0.0] * 41),
    "no square": board_map("Title", "About it.", one_card_board(), [0.1] * 16),
}


def numbers(root: ElementTree.Element) -> Iterator[float]:
    for node in root.iter():
        for name in ("x", "y", "width", "height", "cx", "cy"):
            if name in node.attrib:
                yield float(node.attrib[name])


@pytest.mark.parametrize("name", ALL)
def test_a_chart_is_well_formed_described_and_inside_its_frame(name: str) -> None:
    root = ElementTree.fromstring(ALL[name])
    assert [node.text for node in root if node.tag == "title"] == ["Title"]
    assert [node.text for node in root if node.tag == "desc"] == ["About it."]
    assert root.attrib["role"] == "img"
    _, _, width, height = (float(word) for word in root.attrib["viewBox"].split())
    assert all(-1 <= number <= max(width, height) for number in numbers(root))
    assert not re.search(r"nan|inf", re.sub(r"<(title|text|desc)>.*?<", "", ALL[name]))


def test_the_length_of_a_bar_is_proportional_to_its_value() -> None:
    root = ElementTree.fromstring(bars("t", "a", [Bar("a", 0.4, ""), Bar("b", 0.1, "")]))
    wide = [float(rect.attrib["width"]) for rect in root.iter("rect")]
    assert wide[0] == pytest.approx(4 * wide[1], rel=0.01)


def test_every_line_has_its_own_color_dash_and_label() -> None:
    root = ElementTree.fromstring(lines("t", "a", CURVES[:6]))
    drawn = [
        (path.attrib["class"], path.attrib.get("stroke-dasharray"))
        for path in root.iter("path")
        if path.attrib["class"].startswith("line ") and "h34" not in path.attrib["d"]
    ]
    assert len(drawn) == len(set(drawn)) == len({dash for _, dash in drawn}) == 6
    assert {f"bot {at}" for at in range(6)} <= {text.text for text in root.iter("text")}


def test_every_space_on_the_board_has_its_percentage() -> None:
    root = ElementTree.fromstring(ALL["board"])
    tips = [tip.text or "" for group in root.iter("g") for tip in group.iter("title")]
    assert len(tips) == 40
    assert "Boardwalk: 3.90%" in tips
    assert any("In Jail: 4.00%" in tip for tip in tips)


def colors(sheet: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z0-9]+): (#[0-9a-f]{6});", sheet))


def contrast(first: str, second: str) -> float:
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


STYLE_SHEET = (Path(page.__file__).parent / "templates" / "page.css").read_text("utf-8")
LIGHT, DARK = re.findall(r":root \{(.*?)\}", STYLE_SHEET, re.DOTALL)


@pytest.mark.parametrize("sheet", [LIGHT, DARK], ids=["light", "dark"])
def test_text_and_marks_have_enough_contrast_in_both_themes(sheet: str) -> None:
    found = colors(sheet)
    for ground in ("paper", "card"):
        assert contrast(found["ink"], found[ground]) >= 7
        assert contrast(found["soft"], found[ground]) >= 4.5
        for mark in ("bar", "warm", "c0", "c1", "c2", "c3", "c4", "c5"):
            assert contrast(found[mark], found[ground]) >= 3
    assert set(re.findall(r"var\(--([a-z0-9]+)\)", charts.STYLE)) <= set(found)


@pytest.mark.parametrize("much", [-1.0, -0.3, 0.4, 1.0])
@pytest.mark.parametrize("sheet", [LIGHT, DARK], ids=["light", "dark"])
def test_text_has_enough_contrast_in_shaded_cells(sheet: str, much: float) -> None:
    found = colors(sheet)
    cell = Cell("1%", "0 to 2", much)
    written = render_part("table", Rows("About it.", ["", ""], [("", [cell])]))
    kind, share = re.findall(r'class="(good|bad)" style="--much:([\d.]+)"', written)[0]
    assert kind == ("good" if much > 0 else "bad")
    shade = re.findall(rf"--{kind}: (\d+) (\d+) (\d+);", sheet)[0]
    ground = [int(found["card"][at : at + 2], 16) for at in (1, 3, 5)]
    mixed = [
        round(float(share) * int(over) + (1 - float(share)) * under)
        for over, under in zip(shade, ground, strict=True)
    ]
    assert contrast(found["ink"], "#" + "".join(f"{part:02x}" for part in mixed)) >= 4.5


def test_a_table_has_row_and_column_headings() -> None:
    rows = Rows("About it.", ["bot", "won"], [("a_b", ["1", Cell("2", "small")])])
    read = Reader(render_part("table", rows))
    scopes = [attributes.get("scope") for tag, attributes in read.tags if tag == "th"]
    assert scopes == ["col", "col", "row"]
    assert read.text.replace("\n", "") == "About it.botwona_b12small"


# -- text ------------------------------------------------------------------------------------------


def test_estimates_are_formatted_with_their_intervals() -> None:
    open_above = Rating("a", 1612.4, 1590.2, math.inf)
    assert rating_text(open_above) == "1612 (1590 to …)"
    tournament = new_tournament(settings(games=10))
    pairing = tournament.pairings[0]
    pairing.played, pairing.won = 80, [0] * 20
    assert interval(pairing.share) == "0.0 to 16.1%"
    assert interval(IntervalEstimate(25.0, 25.0, 25.0)) == "did not vary"


def test_a_page_explains_missing_rating_intervals() -> None:
    few = played(settings(games=8))
    words = "A rating has an interval only if it is based on at least 10 dice numbers"
    assert words in check_page(tournament_page(few, ratings(few))).text
    for pairing in few.pairings:
        pairing.played, pairing.ahead, pairing.won = 40, [12] * 10, [1] * 10
    assert words not in check_page(tournament_page(few, ratings(few))).text


def test_a_page_is_written_completely_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / "page.html"
    page.write_page(place, "old")
    monkeypatch.setattr("os.replace", full)
    with pytest.raises(SimulationError, match=r"page\.html cannot be written: No space left"):
        page.write_page(place, "new")
    assert [(file.name, file.read_text("utf-8")) for file in tmp_path.iterdir()] == [
        ("page.html", "old")
    ]


def full(*places: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_an_unwritable_path_is_rejected_and_a_writable_one_is_left_unchanged(
    tmp_path: Path,
) -> None:
    page.check_place(tmp_path / "page.html")
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(SimulationError, match=r"cannot be written: "):
        page.check_place(tmp_path / f"{300 * 'x'}.html")


def test_rules_are_formatted_as_a_preset_with_changes() -> None:
    plan = make_plan(["a", "b"])
    assert rules_text(plan.rules) == "consolidated"
    assert rules_text({"preset": "short"}) == "short"
    changed = rules_text({"preset": "board", "no_auctions": True, "salary": 400})
    assert changed == "board, salary 400, no_auctions on"
