"""Tables of events: they agree with the results and with each other, and survive an interruption."""

from __future__ import annotations

import re
from pathlib import Path

import pandas  # type: ignore[import-untyped]  # its types are a separate package
import pytest

from passgo import classic
from passgo.sim import event_tables, play_game, simulate
from passgo.sim.event_tables import TABLES, GameWatcher
from passgo.sim.experiment import SeatRow
from passgo.sim.measures import LEADER_ROUND, MEASURES, SPREAD_ROUND
from passgo.sim.plan import SimulationError
from tests.scene import ANN, BOB, READING, scene

BOTS = ["normal", "simple"]
PAGE = (Path(__file__).parents[2] / "docs" / "simulate.md").read_text("utf-8")


def play(folder: Path, games: int, resume: bool = False, jobs: int | None = None) -> Path:
    folder.mkdir(exist_ok=True)
    simulate(
        BOTS,
        games=games,
        rounds=12,
        out=folder / "games.csv",
        events=folder / "tables",
        resume=resume,
        executor="here" if jobs is None else "processes",
        jobs=jobs,
    )
    return folder / "tables"


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, pandas.DataFrame]:
    folder = play(tmp_path_factory.mktemp("run"), 6)
    return {name: pandas.read_parquet(folder / name) for name in TABLES}


def test_the_tables_agree_with_the_results(
    tables: dict[str, pandas.DataFrame], tmp_path: Path
) -> None:
    summary = simulate(BOTS, games=6, rounds=12, executor="here")
    ends = tables["turns"][tables["turns"].is_end]
    for index in range(6):
        result = play_game(summary.plan, index)
        end = ends[ends.game == index].sort_values("seat")
        assert list(end.cash) == result.cash
        assert list(end.worth) == result.worth
        assert list(end.bot) == result.bots
        trades = tables["trades"]
        accepted = trades[(trades.game == index) & (trades.outcome == "accepted")]
        assert len(accepted) == result.trades


def test_rents_and_purchases_agree_with_the_events(tables: dict[str, pandas.DataFrame]) -> None:
    events = tables["events"]
    paid = events[(events.event == "MoneyPaid") & (events.reason == "rent")]
    assert tables["rents"].amount.sum() == paid.amount.sum() > 0
    bought = events[events.event.isin(["PropertyBought", "PropertyAuctioned"])]
    assert tables["purchases"].price.sum() == bought.amount.sum() > 0
    own = tables["purchases"]
    assert (own[~own.is_auction].price == own[~own.is_auction].printed).all()
    assert events.groupby("game").number.apply(lambda one: list(one) == list(range(len(one)))).all()


def test_spaces_and_cards_have_names(tables: dict[str, pandas.DataFrame]) -> None:
    board = classic()
    for name in ("events", "turns", "rents", "purchases"):
        placed = tables[name][tables[name].space.notna()]
        assert list(placed.name) == [board.spaces[int(space)].name for space in placed.space], name
    events = tables["events"]
    assert events[events.space.isna()].name.isna().all()
    drawn = events[events.event == "CardDrawn"]
    assert len(drawn)
    assert set(drawn.card) <= {card.key for card in board.cards}
    trades = tables["trades"]
    for deeds, names in (
        (trades.give_deeds, trades.give_names),
        (trades.get_deeds, trades.get_names),
    ):
        assert deeds.map(len).sum()
        for spaces, written in zip(deeds, names, strict=True):
            assert [board.spaces[space].name for space in spaces] == list(written)


def test_a_card_in_a_trade_is_given_by_its_key() -> None:
    game = scene(owns={ANN: [READING]}, cards={BOB: ["chest.jail_free"]})
    watcher = GameWatcher(classic())
    watcher.begin(game, 0, ["simple", "simple"], None)
    game.offer_trade(ANN, BOB, give_deeds="Reading", get_cards="chest.jail_free")
    watcher.end()
    (row,) = watcher.rows["trades"]
    assert (row.give_names, row.get_names) == (["Reading Railroad"], [])
    assert (row.give_cards, row.get_cards, row.outcome) == ([], ["chest.jail_free"], None)


def test_answers_and_rents_can_be_joined(tables: dict[str, pandas.DataFrame]) -> None:
    events, trades, rents = tables["events"], tables["trades"], tables["rents"]
    declined = events[events.event == "TradeDeclined"].merge(
        trades, left_on=["game", "serial"], right_on=["game", "number"]
    )
    assert len(declined) == (trades.outcome == "declined").sum() > 0
    assert (declined.seat == declined.maker).all()
    asked = events[events.event == "RentAskedFor"].merge(
        rents, left_on=["game", "serial"], right_on=["game", "number"], suffixes=("", "_paid")
    )
    assert len(asked) == rents.number.notna().sum() > 0
    assert (asked.amount == asked.amount_paid).all()


def test_bots_are_named_in_trades_and_rents(tables: dict[str, pandas.DataFrame]) -> None:
    ends = tables["turns"][tables["turns"].is_end]
    bots = {(row.game, row.seat): row.bot for row in ends.itertuples()}
    for name, seats in (("trades", ("maker", "partner")), ("rents", ("owner", "tenant"))):
        for row in tables[name].to_dict("records"):
            for seat in seats:
                assert row[f"{seat}_bot"] == bots[row["game"], row[seat]]


def test_the_end_of_a_game_has_its_winners() -> None:
    game = scene()
    watcher = GameWatcher(classic())
    watcher.begin(game, 0, ["simple", "simple"], None)
    game.resign(ANN)
    ended = watcher.rows["events"][-1]
    assert (ended.event, ended.winners) == ("GameEnded", [BOB])
    assert watcher.rows["events"][0].winners is None


def test_offers_and_inquiries_have_both_players() -> None:
    game = scene(owns={ANN: [READING]})
    watcher = GameWatcher(classic())
    watcher.begin(game, 0, ["simple", "simple"], None)
    game.offer_trade(ANN, BOB, give_deeds="Reading")
    game.ask_for_offer(ANN, BOB, "Reading")
    game.decline_inquiry(BOB, game.state.inquiries[-1].number)
    assert [(row.event, row.seat, row.other, row.space) for row in watcher.rows["events"]] == [
        ("TradeOffered", ANN, BOB, None),
        ("OfferAskedFor", ANN, BOB, READING),
        ("InquiryDeclined", ANN, BOB, READING),
    ]


def test_missing_values_are_null(tables: dict[str, pandas.DataFrame]) -> None:
    for frame in tables.values():
        for column in frame.select_dtypes(include=["object", "str"]):
            assert not (frame[column].astype(str) == "").any(), column
    rolled = tables["events"][tables["events"].event == "DiceRolled"]
    assert rolled.space.isna().all()
    assert rolled["first"].between(1, 6).all()


def test_tables_are_the_same_after_an_interruption(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_tables, "PART", 3)
    whole = play(tmp_path / "whole", 8, jobs=2)
    parts = play(tmp_path / "parts", 4)
    play(tmp_path / "parts", 8, resume=True)
    for name in TABLES:
        names = sorted(path.name for path in (whole / name).iterdir())
        assert names == [f"part-000000{first}.parquet" for first in (0, 3, 6)]
        assert sorted(path.name for path in (parts / name).iterdir()) == names
        for file in names:
            assert (parts / name / file).read_bytes() == (whole / name / file).read_bytes()
    with pytest.raises(SimulationError, match="already contains games"):
        simulate(BOTS, games=1, events=whole, executor="here")


def test_every_column_is_described() -> None:
    described: dict[str, set[str]] = {}
    for heading in ("What happened in the games", "Rows of a comparison"):
        section = PAGE.partition(f"# {heading}\n")[2].partition("\n#")[0]
        table = section.partition("| column | type | meaning |\n")[2].partition("\n\n")[0]
        firsts = " ".join(line.split(" | ")[0] for line in table.splitlines())
        described[heading] = set(re.findall(r"`(\w+)`", firsts))
    columns = {name for kind in TABLES.values() for name in kind.__struct_fields__}
    assert described == {
        "What happened in the games": columns,
        "Rows of a comparison": set(SeatRow.__struct_fields__),
    }


def test_every_measure_of_a_comparison_is_described() -> None:
    section = PAGE.partition("### Measures of a comparison\n")[2].partition("\n\nA row has")[0]
    firsts = " ".join(line.split(" | ")[0] for line in section.splitlines())
    assert re.findall(r"`(\w+)`", firsts) == [one.key for one in MEASURES]
    assert f"after round {SPREAD_ROUND}:" in section
    assert f"after round {LEADER_ROUND} " in section


def test_the_columns_match_the_documentation() -> None:
    for name, kind in TABLES.items():
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{name}` | `game`"))
        assert row.split("`")[3::2] == list(kind.__struct_fields__)
