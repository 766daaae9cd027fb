"""A drawing is complete, small and valid, and does not rely on color alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from passgo import Game, Offer, PositionError, Seeded, State, TradeTerms, rule_set
from passgo.boards import board_from_data
from passgo.draw import Drawable, draw, draw_offer
from passgo.draw.art import RIBBONS, SEATS, wrap
from passgo.draw.board import Area, spread
from passgo.engine.board import classic
from passgo.record import read_record
from passgo.svg import length, luminance
from tests.laws import walks
from tests.odds.boards import classic_with, one_card_board
from tests.record.games import played
from tests.scene import (
    ANN,
    BALTIC,
    BOARDWALK,
    BOB,
    BROWN,
    CY,
    DARK_BLUE,
    ILLINOIS,
    JAIL,
    MEDITERRANEAN,
    ORANGE,
    PARK_PLACE,
    VENTNOR,
    scene,
)

SVG = "{http://www.w3.org/2000/svg}"
LARGEST = 60_000


def parse(thing: Drawable, names: Sequence[str] | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(draw(thing, names=names).svg)


def texts(root: ElementTree.Element) -> list[str]:
    return ["".join(node.itertext()) for node in root.iter(f"{SVG}text")]


def tips(root: ElementTree.Element) -> list[str]:
    """Return the description of every space, in the order of the board."""
    return [node.findtext(f"{SVG}title") or "" for node in root.iter(f"{SVG}g")][1:-1]


def tip(thing: Drawable, space: int) -> str:
    found = [one for one in tips(parse(thing)) if one]
    return found[space]


def test_every_space_has_its_name() -> None:
    written = " ".join(texts(parse(scene())))
    for space in classic().spaces:
        if space.name not in ("Jail",):
            assert space.name in written


def test_owners_buildings_and_mortgages_are_described() -> None:
    game = scene(
        owns={ANN: BROWN, BOB: DARK_BLUE, CY: [VENTNOR]},
        players=3,
        houses={BALTIC: 5, MEDITERRANEAN: 4, PARK_PLACE: 1},
        mortgaged=[VENTNOR],
        at={CY: BALTIC},
    )
    assert tip(game, BALTIC) == "Baltic Avenue, owned by Seat 0, hotel, with Seat 2"
    assert tip(game, MEDITERRANEAN) == "Mediterranean Avenue, owned by Seat 0, 4 houses"
    assert tip(game, PARK_PLACE) == "Park Place, owned by Seat 1, 1 house"
    assert tip(game, BOARDWALK) == "Boardwalk, owned by Seat 1"
    assert tip(game, VENTNOR) == "Ventnor Avenue, owned by Seat 2, mortgaged"
    assert tip(game, ILLINOIS) == "Illinois Avenue, for sale, $240"
    assert texts(parse(game)).count("MORTGAGED") == 1


@pytest.mark.parametrize("level", [0, 1, 2, 3, 4, 5])
def test_houses_can_be_counted(level: int) -> None:
    game = scene(owns={ANN: BROWN}, houses={BALTIC: level} if level else {})
    svg = draw(game).svg
    assert svg.count("v-11l10-9 10 9v11z") == (level if level < 5 else 0)
    assert svg.count('stroke="#fffaf0" stroke-width="2.4"') == (level == 5)


def test_the_seat_number_is_on_every_ribbon_and_token() -> None:
    game = scene(players=8, owns={ANN: [BALTIC], CY: [VENTNOR]})
    written = texts(parse(game))
    for seat in range(8):
        # in the panel, on the token and on the property
        assert written.count(str(seat)) == 2 + (seat in (ANN, CY))


def test_no_two_seats_have_the_same_ribbon() -> None:
    assert len({*RIBBONS}) == len({*SEATS}) == 8


@pytest.mark.parametrize("color", SEATS)
def test_white_text_is_legible_on_every_seats_color(color: str) -> None:
    assert 1.05 / (luminance(color) + 0.05) >= 4.5


def test_the_decision_and_the_money_are_written() -> None:
    game = scene(standing_on=ILLINOIS, cash={ANN: 1234}, owns={ANN: [BOARDWALK]})
    written = " ".join(texts(parse(game, ["Maya", "Hugo"])))
    assert "Maya: Buy Illinois Avenue for $240, or send it to auction?" in written
    assert "$1,234" in written
    assert "worth $1,634" in written
    assert "Maya on Illinois Avenue" in written.replace("Mayaon", "Maya on")


def test_a_named_game_is_drawn_with_its_names() -> None:
    game = scene(standing_on=ILLINOIS)
    game.names = ("Ann", "Bob")
    for svg in (draw(game).svg, draw(game.view(ANN)).svg, game._repr_svg_()):
        assert svg is not None
        assert "Ann: Buy Illinois Avenue" in svg
        assert "Seat 0" not in svg
    offer = game.offer_trade("Ann", "Bob", give_cash=50)
    assert "Seat" not in draw_offer(offer, game).html
    assert "Ann" in draw_offer(offer, game.view(BOB)).html


def test_the_winner_is_named() -> None:
    game = Game(2, Seeded(1), rules=rule_set(round_limit=1))
    while not game.state.over:
        game.play(game.default(game.waiting_for[0]))
    written = " ".join(texts(parse(game)))
    assert "won the game." in written or "share the win." in written


def test_players_in_jail_are_in_the_cell() -> None:
    written = " ".join(texts(parse(scene(players=3, jail={BOB: 1}, at={CY: JAIL}))))
    assert "in Jail" in written
    assert "just visiting Jail" in written


def test_the_pot_is_on_free_parking() -> None:
    game = scene(rules=rule_set(free_parking_pot=True))
    game.state.pot = 185
    assert "$185" in texts(parse(game))


def test_open_offers_are_described() -> None:
    game = scene(owns={ANN: [VENTNOR]})
    game.state.offers.append(Offer(1, ANN, BOB, TradeTerms(get_cash=90, give_deeds=(VENTNOR,))))
    assert any("Ventnor Avenue" in one and "$90" in one for one in texts(parse(game)))
    game.state.offers += [Offer(n, ANN, BOB, TradeTerms(give_cash=n)) for n in range(2, 9)]
    assert "6 more open offers" in texts(parse(game))


def test_a_drawing_is_accessible() -> None:
    root = parse(scene(owns={BOB: [BALTIC]}))
    assert root.get("role") == "img"
    assert root.get("aria-label") == root.findtext(f"{SVG}title")
    described = root.findtext(f"{SVG}desc") or ""
    assert "Seat 1: $1,500, on GO; owns Baltic Avenue." in described


def test_names_are_escaped() -> None:
    name = '<script>alert("&")</script>\x00\x1b'
    data: dict[str, Any] = classic().to_data()
    data["spaces"][1]["name"] = "A & <b>"
    game = scene(board=board_from_data({**data, "key": "odd"}))
    svg = draw(game, names=[name, "Bob"]).svg
    assert "<script" not in svg
    assert "A &amp; &lt;b&gt;" in " ".join(svg.split("</title>"))
    ElementTree.fromstring(svg)
    offer = Offer(1, 0, 1, TradeTerms(give_cash=1))
    assert "<script" not in draw_offer(offer, game, names=[name, "Bob"]).html


@pytest.mark.parametrize(
    "thing", [scene(players=8), scene(board=one_card_board()), scene(board=classic_with(3))]
)
def test_a_drawing_needs_nothing_from_outside_and_has_no_ids(thing: Game) -> None:
    svg = draw(thing).svg
    assert re.findall(r"\b(?:href|src|id|class|onload)=|url\(|<script|<style|<image", svg) == []
    assert svg.count("http") == 1  # the namespace


def test_the_largest_classic_drawing_is_small() -> None:
    """Four houses on as many streets as possible, hotels on the others, and eight players."""
    board = classic()
    owns = {seat: [deed.space for deed in board.deeds[seat::8]] for seat in range(8)}
    game = scene(players=8, owns=owns)
    for prop in game.state.properties:
        if prop.deed.house_cost:
            prop.houses = 4
    assert len(draw(game, names=["A name of twenty let"] * 8).svg.encode()) < LARGEST


@pytest.mark.parametrize("number", range(6))
def test_positions_from_random_games_can_be_drawn(number: int) -> None:
    """Every kind of decision, rule set and number of players comes up in these games."""
    game = walks.walk_game(number)
    for step, (_, action, _) in enumerate(walks.walk(number, 150, game)):
        if game.view(0).why_not(action) is None:
            game.play(action)
        if step % 30 == 0:
            svg = draw(game).svg
            ElementTree.fromstring(svg)
            if game.state.board.size <= 40:
                assert len(svg.encode()) < LARGEST


@given(st.integers(1, 8), st.floats(90, 150), st.floats(16, 130))
def test_tokens_never_cover_each_others_numbers(count: int, width: float, height: float) -> None:
    placed = spread(Area(10, 20, width, height), count)
    assert len({(x, y) for x, y, _ in placed}) == count
    for at, (x, y, radius) in enumerate(placed):
        for left, top, _ in placed[:at]:
            assert abs(x - left) >= 0.68 * radius or abs(y - top) >= 0.68 * radius


@given(st.text(max_size=60), st.floats(60, 200), st.floats(20, 120))
@settings(max_examples=50)
def test_text_fits_its_box(line: str, width: float, height: float) -> None:
    size, lines = wrap(line, width, height, 21, 13)
    assert len(lines) == 1 or len(lines) * size * 1.1 <= height
    for one in lines:
        assert length(one, size) * 0.74 <= width * 1.001


# -- what can be drawn -----------------------------------------------------------------------------


def test_a_game_its_view_its_state_and_its_position_give_the_same_drawing() -> None:
    game = Game(3, Seeded(2))
    svg = draw(game).svg
    same: list[Drawable] = [game.view(1), game.state, game.position()]
    assert all(draw(thing).svg == svg for thing in same)
    assert game._repr_svg_() == game.view(0)._repr_svg_() == game.state._repr_svg_() == svg


def test_a_record_is_drawn_with_its_names_at_any_action(tmp_path: Any) -> None:
    path = tmp_path / "game.jsonl"
    path.write_bytes(played(3, 25).encode())
    record = read_record(path)
    assert "Zoë" in draw(record).svg
    assert draw(record)._repr_svg_() == record._repr_svg_() == draw(record, to=25).svg
    assert draw(record, to=0).svg != draw(record, to=25).svg
    for wrong in (26, -1):
        with pytest.raises(ValueError, match=f"to={wrong} is out of range"):
            draw(record, to=wrong)


def test_drawing_changes_nothing() -> None:
    game = Game(4, Seeded(2))
    before = game.digest()
    draw(game)
    assert game.digest() == before


def test_what_cannot_be_drawn_is_reported() -> None:
    with pytest.raises(TypeError, match=r"draw\(\) needs a game, .* \(got int\)"):
        draw(5)  # type: ignore[arg-type]  # the wrong type is the point
    with pytest.raises(PositionError):
        draw({"players": [{}]})
    with pytest.raises(ValueError, match=r"one name for each of the 2 players \(got 1\)"):
        draw(scene(), names=["Ann"])
    with pytest.raises(ValueError, match=r"to is only for records: .* \(got a Game\)"):
        draw(scene(), to=3)


def test_a_drawing_can_be_saved(tmp_path: Any) -> None:
    drawing = draw(scene())
    drawing.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text("utf-8") == drawing.svg
    assert repr(drawing) == "<Drawing: Classic US board: round 1, turn 1>"


# -- offers ----------------------------------------------------------------------------------------


def test_an_offer_shows_what_each_side_gives_and_what_it_completes() -> None:
    game = scene(owns={ANN: ORANGE[:2], BOB: ORANGE[2:]}, mortgaged=ORANGE[:1])
    offer = Offer(3, ANN, BOB, TradeTerms(give_cash=260, get_deeds=ORANGE[2:]))
    html = draw_offer(offer, game, names=["Uma", "Maya"]).html
    said = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))
    assert "Uma gives $260" in said
    assert "Maya gives New York Avenue" in said
    assert "Completes Orange for Uma." in said
    assert html == draw_offer(offer, game.state, names=["Uma", "Maya"]).html


def test_an_offer_without_a_table_numbers_its_spaces() -> None:
    offer = Offer(1, 0, 2, TradeTerms(give_deeds=(39,), get_cards=(3,)))
    html = offer._repr_html_()
    assert html is not None
    assert "space 39" in html
    assert "card 3" in html
    assert "Seat 2" in html


def test_a_changed_offer_says_so() -> None:
    offer = Offer(1, 0, 1, TradeTerms(give_deeds=(39,))).after_change(39)
    assert "changed" in draw_offer(offer).html


def test_a_state_without_a_turn_can_be_drawn() -> None:
    """``Game.__init__`` builds such a state before the setup."""
    made = scene().state
    bare = State(made.board, made.rules, made.players, made.properties)
    assert "The game has not started." in texts(ElementTree.fromstring(draw(bare).svg))
