"""The notation for moves: every action can be written and read back."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from passgo import Action, Seeded, classic, rule_set
from passgo.actions import (
    AcceptTrade,
    AskForOffer,
    Bid,
    BidForBuilding,
    Build,
    Buy,
    OfferTrade,
    PassBid,
    PauseOffers,
    Roll,
    SellGroupBuildings,
    TimeIsUp,
    UseCard,
)
from passgo.codec import kind_of
from passgo.engine.legal import ACTIONS
from passgo.engine.value import fields_of
from passgo.notation import (
    Move,
    NotationError,
    read,
    read_moves,
    write,
    write_move,
    write_moves,
)
from passgo.record import read_record
from passgo.recording import record_game
from tests.boards import london_board
from tests.laws.walks import walk

BOARDS = (classic(), london_board())
whole = st.integers(-3, 45) | st.integers(-(2**53), 2**53)


def values(action: str, field: str) -> st.SearchStrategy[object]:
    kind = kind_of(action, field)
    if kind == "flag":
        return st.booleans()
    return st.lists(whole, max_size=4).map(tuple) if kind == "ints" else whole


def any_action(name: str) -> st.SearchStrategy[Action]:
    fields = {field: values(name, field) for field in fields_of(ACTIONS[name])}  # type: ignore[arg-type]  # actions are classes
    return st.builds(ACTIONS[name], **fields)


@pytest.mark.parametrize("name", ACTIONS)
def test_every_action_is_read_as_it_was_written(name: str) -> None:
    """Even nonsense round-trips, such as a space that the board does not have."""

    @settings(deadline=None, max_examples=60)
    @given(any_action(name), st.sampled_from(BOARDS))
    def check(action: Action, board: object) -> None:
        chosen = BOARDS[0] if board is BOARDS[0] else BOARDS[1]
        text = write(action, chosen)
        assert read(text, chosen) == action, text
        assert "\n" not in text
        assert "," not in text

    check()


def test_names_replace_the_seats_of_players() -> None:
    names = ["Ann", "Bob"]
    asked = Move(AskForOffer(0, 1, 39))
    assert write_move(asked, names=names) == "ask Bob about Boardwalk"
    assert write_move(asked) == "ask 1 about Boardwalk"
    assert write_move(Move(AskForOffer(0, 7, 39)), names=names) == "ask 7 about Boardwalk"


@pytest.mark.parametrize("number", range(14))
def test_every_action_of_a_walk_is_read_as_it_was_written(number: int) -> None:
    for game, action, _ in walk(number, 200):
        assert read(write(action, game.state.board), game.state.board) == action
        if game.why_not(action) is None:
            game.step(action)


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (Roll(0), "0: roll"),
        (Buy(3), "3: buy"),
        (Bid(1, 1200), "1: bid $1200"),
        (Build(0, 39), "0: build Boardwalk"),
        (Build(0, 34), "0: build Pennsylvania Avenue"),
        (Build(0, 99), "0: build #99"),
        (BidForBuilding(2, 60, 6), "2: bid $60 for Oriental"),
        (SellGroupBuildings(0, 7), "0: sell group dark_blue"),
        (UseCard(0, 20), "0: use chest.jail_free"),
        (PauseOffers(0, -1), "0: pause offers for good"),
        (PauseOffers(0, 5), "0: pause offers 5"),
        (AcceptTrade(1, 4, (3, 5)), "1: accept 4 (unmortgage Baltic + Reading)"),
        (
            OfferTrade(0, 1, 100, 0, (3,), (5, 39), (), (8,), (5,)),
            "0: offer 1 $100 + Baltic for Reading + Boardwalk + card chance.jail_free "
            "(unmortgage Reading)",
        ),
        (OfferTrade(0, 1, get_cash=50), "0: offer 1 nothing for $50"),
        (TimeIsUp(), "table: time is up"),
    ],
)
def test_how_actions_are_written(action: Action, text: str) -> None:
    assert write(action) == text
    assert read(text) == action


def test_names_that_would_be_ambiguous_are_written_as_numbers() -> None:
    assert write(Build(0, 37), london_board()) == "0: build #37"  # Mayfair, London
    assert write(Build(0, 1), london_board()) == "0: build Old Kent Road"
    assert read("0: build old kent road", london_board()) == Build(0, 1)


def test_a_move_shows_its_rolls_and_where_the_token_stopped() -> None:
    assert write_move(Move(Roll(1), ((5, 1),)), space=6) == "5+1 → Oriental"
    assert write_move(Move(Roll(1), ((5, 2), (4, 4))), space=12) == "5+2 [4+4] → Electric Company"
    assert write_move(Move(Buy(1))) == "buy"
    assert read_moves("1: 5+1 → Oriental, buy\n\n2: 5+2 [4+4] -> Electric Company\n") == [
        Move(Roll(1), ((5, 1),)),
        Move(Buy(1)),
        Move(Roll(2), ((5, 2), (4, 4))),
    ]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("buy", "'buy' is not a move; a move is written as \"0: buy\"."),
        ("0: by", "There is no move named 'by'; did you mean buy?"),
        ("0: bild Boardwalk", "no move named 'bild Boardwalk'; did you mean build?"),
        ("0: sel building Baltic", "named 'sel building Baltic'; did you mean sell building?"),
        ("0: sell Baltic", "named 'sell Baltic'; did you mean sell building or sell group?"),
        ("0: bid 120", '\'bid 120\' is not a move; write "bid $120" or "bid $120 for Boardwalk".'),
        ("0: pause offers", "'pause offers' is not a move; write \"pause offers 5\"."),
        ("0: zzz", "There is no move named 'zzz'; choose from roll, end turn, buy, "),
        ("0: build Boardwlk", "There is no space named 'Boardwlk'; did you mean Boardwalk?"),
        ("0: build GO", "GO (space 0) is not a property."),
        ("0: use chest.jail", "did you mean chest.jail_free?"),
        ("0: roll [7+1]", "'roll [7+1]' is not a move."),
        ("0: roll [11]", "'11' is not a roll; a roll is written as 5+3."),
        ("0: buy, end turn", "contains 2 moves; read_moves reads several."),
        ("", "'' is not a move"),
    ],
)
def test_text_that_is_not_a_move_is_explained(text: str, error: str) -> None:
    with pytest.raises(NotationError, match=re.escape(error)):
        read(text)


def test_amounts_may_have_thousands_separators() -> None:
    assert read("0: bid $1,200") == Bid(0, 1200)
    assert read("1: offer 0 $1,234,567 + Baltic for $2,000") == OfferTrade(
        1, 0, give_cash=1_234_567, get_cash=2000, give_deeds=(3,)
    )
    assert read_moves("0: bid $1,200,pass") == [Move(Bid(0, 1200)), Move(PassBid(0))]
    with pytest.raises(NotationError):
        read("0: bid $12,00")


def test_an_error_in_a_game_names_its_line() -> None:
    with pytest.raises(NotationError, match=r"^Line 3: There is no move named 'jump'"):
        read_moves("0: roll\n\n1: jump")


@pytest.mark.parametrize(
    ("bots", "seed"), [(["random"] * 3, 1), (["random"] * 5, 2), (["easy", "simple"], 3)]
)
def test_the_moves_of_a_recorded_game_are_read_as_they_were_written(
    bots: list[str], seed: int, tmp_path: Path
) -> None:
    record_game(tmp_path / "game.jsonl", bots, Seeded(seed), rule_set(round_limit=15))
    record = read_record(tmp_path / "game.jsonl")
    text = write_moves(record)
    assert read_moves(text, record.header.board) == [
        Move(entry.action, entry.rolls) for entry in record.actions
    ]
    assert len(record.actions) > 100
    assert re.search(r"^\d: [1-6]\+[1-6] → .+, buy", text, re.MULTILINE)


def test_the_examples_in_the_documentation_work() -> None:
    page = Path(__file__).parent.parent / "docs" / "notation.md"
    failed, attempted = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert attempted > 0
    assert failed == 0, "see the differences above"


def test_the_documentation_shows_every_action_and_its_moves_can_be_read() -> None:
    page = Path(__file__).parent.parent / "docs" / "notation.md"
    rows = re.findall(r"^\| (`.*) \| (.*) \|$", page.read_text("utf-8"), re.MULTILINE)
    shown: set[str] = set()
    for names, moves in rows:
        read_as = {
            type(move.action).__name__
            for text in re.findall(r"`([^`]+)`", moves)
            for move in read_moves(f"0: {text}")
        }
        assert read_as == set(re.findall(r"`(\w+)`", names))
        shown |= read_as
    assert shown == set(ACTIONS)
