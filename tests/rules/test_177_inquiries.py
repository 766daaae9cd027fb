"""Ruling 14: asking another player for an offer that includes a property."""

from __future__ import annotations

import json

import pytest

from passgo.engine.chance import Seeded
from passgo.engine.events import InquiryDeclined, OfferAskedFor, TradeOffered
from passgo.engine.game import Game
from passgo.engine.options import Choice, Option
from passgo.engine.refusal import Refusal
from passgo.engine.rules.debt import Resign
from passgo.engine.rules.inquiry import AskForOffer, DeclineInquiry
from passgo.engine.rules.trade import AcceptTrade, OfferTrade
from passgo.engine.rules.turn import begin_turn_after
from passgo.engine.state import Inquiry
from passgo.position import PositionError, game_from_position
from tests.positions import assert_reads_back_equal
from tests.scene import ANN, BALTIC, BOB, CY, MEDITERRANEAN, ORIENTAL, READING, refusal, rule, scene


def table() -> Game:
    return scene(players=3, owns={ANN: [BALTIC, ORIENTAL], BOB: [READING]})


def next_turn(game: Game, count: int = 1) -> None:
    """Play turns in which nothing happens."""
    for _ in range(count):
        begin_turn_after(game, game.state.seat)


def are_open(game: Game) -> list[bool]:
    """Return whether each inquiry is open."""
    return [not inquiry.closed for inquiry in game.state.inquiries]


@rule("Ruling 14")
def test_a_player_may_ask_what_another_would_take_for_a_property() -> None:
    game = table()
    assert game.play(AskForOffer(ANN, BOB, READING)) == [
        OfferAskedFor(1, ANN, BOB, READING, owner=BOB)
    ]
    assert game.state.inquiries == [Inquiry(1, ANN, BOB, READING, turn=1)]


@rule("Ruling 14")
def test_a_player_may_ask_for_an_offer_for_their_own_property() -> None:
    game = table()
    assert game.play(AskForOffer(ANN, BOB, BALTIC)) == [
        OfferAskedFor(1, ANN, BOB, BALTIC, owner=ANN)
    ]


@rule("Ruling 14")
def test_a_player_may_ask_when_it_is_not_their_turn() -> None:
    game = table()
    game.play(AskForOffer(CY, ANN, BALTIC))
    assert are_open(game) == [True]
    assert game.waiting_for == [ANN]


@rule("Ruling 14")
def test_an_offer_that_includes_the_property_answers_the_inquiry() -> None:
    game = table()
    game.play(AskForOffer(ANN, BOB, READING))
    (offered,) = game.play(OfferTrade(BOB, ANN, 0, 250, (READING,), ()))
    assert isinstance(offered, TradeOffered)
    assert are_open(game) == [False]
    assert [past.answer for past in game.state.past_offers] == [True]


@rule("Ruling 14")
@pytest.mark.parametrize(
    "offer",
    [
        OfferTrade(BOB, ANN, 30, 0, (), (BALTIC,)),
        OfferTrade(BOB, CY, 0, 200, (READING,), ()),
        OfferTrade(ANN, BOB, 200, 0, (), (READING,)),
    ],
    ids=["another property", "another player", "by the asker"],
)
def test_other_offers_do_not_answer_the_inquiry(offer: OfferTrade) -> None:
    game = table()
    game.play(AskForOffer(ANN, BOB, READING))
    game.play(offer)
    assert are_open(game) == [True]
    assert [past.answer for past in game.state.past_offers] == [False]


@rule("Ruling 14")
def test_only_the_first_offer_answers_the_inquiry() -> None:
    game = table()
    game.play(AskForOffer(ANN, BOB, READING))
    game.play(OfferTrade(BOB, ANN, 0, 250, (READING,), ()))
    game.play(OfferTrade(BOB, ANN, 0, 240, (READING,), ()))
    assert [past.answer for past in game.state.past_offers] == [True, False]


@rule("Ruling 14")
def test_the_partner_may_decline() -> None:
    game = table()
    game.play(AskForOffer(ANN, BOB, BALTIC))
    assert Option("DeclineInquiry", BOB, [Choice("inquiry", [1])]) in game.options(BOB)
    assert game.play(DeclineInquiry(BOB, 1)) == [InquiryDeclined(1, ANN, BOB, BALTIC, owner=ANN)]
    assert are_open(game) == [False]
    closed = Refusal("inquiry.none", "Ruling 14", inquiry=1)
    assert refusal(game, DeclineInquiry(BOB, 1)) == closed


@rule("Ruling 14")
@pytest.mark.parametrize(("seat", "number"), [(ANN, 1), (CY, 1), (BOB, 2)])
def test_nobody_else_may_decline(seat: int, number: int) -> None:
    game = table()
    game.play(AskForOffer(ANN, BOB, READING))
    wrong = Refusal("inquiry.none", "Ruling 14", inquiry=number)
    assert refusal(game, DeclineInquiry(seat, number)) == wrong


@rule("Ruling 14")
@pytest.mark.parametrize("answered", [False, True])
def test_a_player_may_ask_each_other_player_once_a_round(answered: bool) -> None:
    game = table()
    game.play(AskForOffer(ANN, BOB, READING))
    if answered:
        game.play(DeclineInquiry(BOB, 1))
    again = AskForOffer(ANN, BOB, BALTIC)
    for _ in range(3):
        assert refusal(game, again) == Refusal("inquiry.again", "Ruling 14", partner=BOB)
        asks = [option for option in game.options(ANN) if option.action == "AskForOffer"]
        assert [option.choices[0].values for option in asks] == [[CY]]
        next_turn(game)
    assert game.state.inquiries == []
    game.play(again)


@rule("Ruling 14")
def test_different_players_may_ask_at_the_same_time() -> None:
    game = table()
    game.play(AskForOffer(ANN, BOB, READING))
    game.play(AskForOffer(BOB, ANN, BALTIC))
    game.play(AskForOffer(ANN, CY, BALTIC))
    game.play(AskForOffer(CY, ANN, BALTIC))
    assert are_open(game) == [True] * 4
    assert [inquiry.number for inquiry in game.state.inquiries] == [1, 2, 3, 4]


@rule("Ruling 14")
def test_an_inquiry_ends_after_a_round() -> None:
    game = table()
    next_turn(game)
    game.play(AskForOffer(ANN, BOB, READING))
    next_turn(game, 2)
    assert are_open(game) == [True]
    next_turn(game)
    assert game.state.inquiries == []


@rule("Ruling 12", "Ruling 14")
@pytest.mark.parametrize("leaver", [ANN, BOB])
def test_an_inquiry_ends_when_either_player_leaves(leaver: int) -> None:
    game = table()
    game.play(AskForOffer(ANN, BOB, READING))
    game.play(AskForOffer(CY, leaver, BALTIC if leaver == ANN else READING))
    game.play(Resign(leaver))
    assert game.state.inquiries == []
    assert_reads_back_equal(game)


@rule("Ruling 14")
def test_an_inquiry_is_closed_when_the_property_changes_hands() -> None:
    game = table()
    game.play(AskForOffer(ANN, BOB, READING))
    game.play(OfferTrade(CY, BOB, 200, 0, (), (READING,)))
    game.play(AcceptTrade(BOB, 2))
    assert are_open(game) == [False]
    assert_reads_back_equal(game)


@rule("10 MCS 190(h)")
def test_there_are_no_inquiries_when_the_game_is_over() -> None:
    game = scene(owns={BOB: [READING]})
    game.play(AskForOffer(ANN, BOB, READING))
    game.play(Resign(BOB))
    assert game.state.over
    assert game.state.inquiries == []


@rule("10 MCS 170", "10 MCS 190(g)")
def test_the_partner_must_be_another_player_in_the_game() -> None:
    game = table()
    game.play(Resign(CY))
    for partner in (ANN, -1, 3):
        wrong = Refusal("trade.partner", "10 MCS 170", partner=partner)
        assert refusal(game, AskForOffer(ANN, partner, BALTIC)) == wrong
    assert game.state.players[CY].out
    gone = Refusal("seat.out", "10 MCS 190(g)", seat=CY)
    assert refusal(game, AskForOffer(ANN, CY, BALTIC)) == gone


@rule("10 MCS 170", "10 MCS 170(a)")
def test_one_of_the_two_must_be_able_to_trade_the_property() -> None:
    game = scene(players=3, owns={ANN: [BALTIC, MEDITERRANEAN], BOB: [READING]}, houses={BALTIC: 1})
    assert refusal(game, AskForOffer(ANN, BOB, 2)) == Refusal("property.none", "10 MCS 80", space=2)
    unowned = Refusal("property.owner", "10 MCS 170", space=ORIENTAL, owner=-1)
    assert refusal(game, AskForOffer(ANN, BOB, ORIENTAL)) == unowned
    third = Refusal("property.owner", "10 MCS 170", space=READING, owner=BOB)
    assert refusal(game, AskForOffer(ANN, CY, READING)) == third
    built = Refusal("trade.built", "10 MCS 170(a)", space=MEDITERRANEAN)
    assert refusal(game, AskForOffer(ANN, BOB, MEDITERRANEAN)) == built
    assert refusal(game, AskForOffer(BOB, ANN, MEDITERRANEAN)) == built


@rule("Ruling 14")
def test_the_options_list_the_properties_of_both_players() -> None:
    game = table()
    asks = [option for option in game.options(ANN) if option.action == "AskForOffer"]
    assert asks == [
        Option("AskForOffer", ANN, [Choice("partner", [BOB]), Choice("space", [3, 6, READING])]),
        Option("AskForOffer", ANN, [Choice("partner", [CY]), Choice("space", [3, 6])]),
    ]


@rule("Ruling 14")
def test_a_copy_has_its_own_inquiries() -> None:
    game = table()
    game.play(AskForOffer(ANN, BOB, READING))
    copy = game.copy(Seeded(1))
    copy.play(DeclineInquiry(BOB, 1))
    copy.play(AskForOffer(CY, BOB, READING))
    assert are_open(game) == [True]


@rule("Ruling 14")
def test_inquiries_are_part_of_the_position() -> None:
    game = table()
    next_turn(game)
    game.play(AskForOffer(ANN, BOB, READING))
    game.play(AskForOffer(BOB, ANN, ORIENTAL))
    game.play(DeclineInquiry(ANN, 2))
    position = game.position()
    back = game_from_position(json.loads(json.dumps(position)), Seeded(1))
    assert back.state.inquiries == game.state.inquiries
    assert back.digest() == game.digest()
    assert back.state.last_serial == 2


WRONG = [
    ({"partner": 0}, "seat 0 cannot trade with itself"),
    ({"turn": 6}, "turn 6 is in the future; this is turn 5"),
    ({"turn": 2}, "turn 2 is a round or more ago; this is turn 5"),
    ({"space": 1}, "Mediterranean Avenue does not belong to seat 0 or seat 1"),
    ({"number": 3}, "inquiries must be in the order they were made"),
    ({"asker": 1, "partner": 2, "space": 5}, "seat 1 has already asked seat 2 for an offer"),
]


@pytest.mark.parametrize(("change", "sentence"), WRONG, ids=[sentence for _, sentence in WRONG])
def test_a_position_with_an_impossible_inquiry_is_rejected(
    change: dict[str, int], sentence: str
) -> None:
    first = {"number": 1, "asker": 0, "partner": 1, "space": 5, "turn": 4, **change}
    second = {"number": 2, "asker": 1, "partner": 2, "space": 5, "turn": 5}
    data = {
        "players": [{}, {}, {}],
        "properties": [{"space": 5, "owner": 1}],
        "turn": 5,
        "inquiries": [first, second],
    }
    place = 1 if "already" in sentence or "order" in sentence else 0
    with pytest.raises(PositionError) as found:
        game_from_position(data, Seeded(1))
    assert str(found.value) == f"inquiries[{place}]: {sentence}"
    assert game_from_position(data | {"inquiries": [second]}, Seeded(1)).state.last_serial == 2
