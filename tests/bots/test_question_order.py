"""The order in which seats are asked, tested without bots."""

from __future__ import annotations

from passgo import Action, Game
from passgo.actions import (
    AlwaysAskForRent,
    AskForOffer,
    Bid,
    Buy,
    Decline,
    DeclineInquiry,
    EndTurn,
    OfferTrade,
    PassBid,
    Resign,
    Roll,
)
from passgo.bots.question_order import (
    MOST_FIRST,
    MOST_IDLE,
    MOST_OFFERS,
    DecideQuestion,
    IdleQuestion,
    InquiryQuestion,
    OfferQuestion,
    Question,
    QuestionOrder,
)
from tests.scene import ANN, BALTIC, BOB, CY, ORIENTAL, scene


def ask(order: QuestionOrder, askable: int = -1) -> tuple[str, int] | None:
    """Return the kind and the seat of the next question."""
    question = order.next_question(askable)
    return None if question is None else (question.kind(), int(question.seat))


def answer(order: QuestionOrder, game: Game, action: Action | None, askable: int = -1) -> Question:
    """Answer the next question."""
    question = order.next_question(askable)
    assert question is not None
    if action is not None:
        game.step(action)
    order.note_answer(question, action)
    return question


def pass_all(order: QuestionOrder, game: Game, askable: int = -1) -> list[int]:
    """Do nothing before a roll; return the seats in the order in which they were asked."""
    seats: list[int] = []
    while isinstance(order.next_question(askable), IdleQuestion):
        seats.append(int(answer(order, game, None, askable).seat))
    return seats


def test_before_a_roll_everyone_is_asked_clockwise_from_the_roller() -> None:
    game = scene(players=3, turn=BOB)
    order = QuestionOrder(game.state)
    assert pass_all(order, game) == [BOB, CY, ANN]
    assert ask(order) == ("decide", BOB)


def test_a_seat_is_asked_again_until_it_does_nothing() -> None:
    game = scene(players=2)
    order = QuestionOrder(game.state)
    answer(order, game, AlwaysAskForRent(ANN, True))
    assert ask(order) == ("idle", ANN)
    answer(order, game, None)
    assert ask(order) == ("idle", BOB)


def test_the_same_question_is_returned_until_it_is_answered() -> None:
    order = QuestionOrder(scene(players=2).state)
    assert [ask(order) for _ in range(3)] == [("idle", ANN)] * 3


def test_after_doubles_everyone_is_asked_again() -> None:
    game = scene(players=2, dice=[(5, 5)])
    order = QuestionOrder(game.state)
    assert pass_all(order, game) == [ANN, BOB]
    answer(order, game, Roll(ANN))  # to Just Visiting
    assert pass_all(order, game) == [ANN, BOB]


def test_a_new_offer_is_shown_first_and_only_once() -> None:
    game = scene(players=2, owns={ANN: [BALTIC]})
    order = QuestionOrder(game.state)
    offer = OfferTrade(ANN, BOB, get_cash=100, give_deeds=(BALTIC,))
    answer(order, game, offer)
    question = order.next_question()
    assert isinstance(question, OfferQuestion)
    assert (int(question.seat), int(question.offer.number)) == (BOB, 1)
    order.note_answer(question, None)
    assert ask(order) == ("idle", ANN)


def test_a_new_question_order_shows_open_offers_unless_they_have_already_been_shown() -> None:
    game = scene(players=2, owns={ANN: [BALTIC]})
    game.step(OfferTrade(ANN, BOB, get_cash=100, give_deeds=(BALTIC,)))
    assert ask(QuestionOrder(game.state)) == ("answer", BOB)
    assert ask(QuestionOrder(game.state, game.state.last_serial)) == ("idle", ANN)


def test_a_new_inquiry_is_shown_first_and_only_once() -> None:
    game = scene(players=3, owns={ANN: [BALTIC]})
    order = QuestionOrder(game.state)
    answer(order, game, AskForOffer(ANN, BOB, BALTIC))
    question = order.next_question()
    assert isinstance(question, InquiryQuestion)
    assert (int(question.seat), int(question.inquiry.number)) == (BOB, 1)
    order.note_answer(question, None)
    assert ask(order) == ("idle", ANN)
    assert ask(QuestionOrder(game.state)) == ("quote", BOB)
    assert ask(QuestionOrder(game.state), askable=1 << CY) == ("idle", CY)
    game.step(DeclineInquiry(BOB, 1))
    assert ask(QuestionOrder(game.state)) == ("idle", ANN)


def test_offers_and_inquiries_are_shown_in_the_order_they_were_made() -> None:
    game = scene(players=3, owns={ANN: [BALTIC, ORIENTAL]})
    game.step(AskForOffer(ANN, BOB, BALTIC))
    game.step(OfferTrade(ANN, CY, get_cash=100, give_deeds=(BALTIC,)))
    game.step(AskForOffer(ANN, CY, ORIENTAL))
    order = QuestionOrder(game.state)
    asked = [ask(order) for _ in range(4)]
    assert asked == [("quote", BOB), ("answer", CY), ("quote", CY), ("idle", ANN)]


def test_the_bidders_in_an_auction_are_asked_in_turn_again_and_again() -> None:
    game = scene(players=3, standing_on=ORIENTAL)
    order = QuestionOrder(game.state)
    answer(order, game, Decline(ANN))
    bids = (Bid(ANN, 10), Bid(BOB, 20), PassBid(CY), Bid(ANN, 30))
    assert [int(answer(order, game, bid).seat) for bid in bids] == [ANN, BOB, CY, ANN]
    assert ask(order) == ("decide", BOB)


def test_a_round_is_one_question_to_each_player_who_must_answer() -> None:
    game = scene(players=3, standing_on=ORIENTAL)
    order = QuestionOrder(game.state)
    begins: list[bool] = []
    for action in (Decline(ANN), Bid(ANN, 10), Bid(BOB, 20), PassBid(CY), Bid(ANN, 30)):
        answer(order, game, action)
        begins.append(order.begins_round)
    assert begins == [True, True, False, False, True]


def test_an_auction_before_a_roll_does_not_begin_a_new_round() -> None:
    """A seat that had nothing to do before the auction is not asked again afterward."""
    game = scene(players=3, owns={CY: [BALTIC]}, dice=[(4, 6)])
    order = QuestionOrder(game.state)
    answers = (None, None, Resign(CY), PassBid(ANN), PassBid(BOB), Roll(ANN), EndTurn(ANN))
    asked = [("idle", 0), ("idle", 1), ("idle", 2), ("decide", 0), ("decide", 1), ("decide", 0)]
    begins: list[bool] = []
    for action, expected in zip(answers, [*asked, ("decide", 0)], strict=True):
        question = order.next_question()
        assert question is not None
        assert (question.kind(), int(question.seat)) == expected
        begins.append(order.begins_round)
        if action is not None:
            game.step(action)
        order.note_answer(question, action)
    assert begins == [True, False, False, False, False, False, True]


def test_after_a_restart_everyone_is_asked_again() -> None:
    game = scene(players=2)
    order = QuestionOrder(game.state)
    assert pass_all(order, game) == [ANN, BOB]
    order.restart()
    assert pass_all(order, game) == [ANN, BOB]


def test_nobody_is_asked_once_the_game_is_over() -> None:
    game = scene(players=2)
    game.state.over = True
    assert QuestionOrder(game.state).next_question() is None


# -- seats that cannot be asked --------------------------------------------------------------------

ONLY_BOB = 1 << BOB


def test_a_roll_does_not_wait_for_seats_that_cannot_be_asked() -> None:
    game = scene(players=3, dice=[(1, 2)])
    order = QuestionOrder(game.state)
    assert pass_all(order, game, ONLY_BOB) == [BOB]
    assert order.next_question(ONLY_BOB) is None  # Ann rolls when she likes
    game.step(Roll(ANN))
    assert order.next_question(ONLY_BOB) is None
    game.step(Buy(ANN))
    game.step(EndTurn(ANN))
    assert pass_all(order, game, ONLY_BOB) == [BOB]
    assert ask(order, ONLY_BOB) == ("decide", BOB)


def test_after_a_person_rolls_doubles_everyone_may_act_again() -> None:
    game = scene(players=2, dice=[(5, 5)])
    order = QuestionOrder(game.state)
    assert pass_all(order, game, ONLY_BOB) == [BOB]
    game.step(Roll(ANN))
    assert pass_all(order, game, ONLY_BOB) == [BOB]


def test_a_seat_that_can_now_be_asked_acts_before_it_rolls() -> None:
    game = scene(players=2)
    order = QuestionOrder(game.state)
    assert pass_all(order, game, ONLY_BOB) == [BOB]
    assert pass_all(order, game) == [ANN]
    assert ask(order) == ("decide", ANN)


def test_an_offer_to_a_seat_that_cannot_be_asked_counts_as_shown() -> None:
    game = scene(players=2, owns={BOB: [BALTIC]})
    order = QuestionOrder(game.state)
    answer(order, game, OfferTrade(BOB, ANN, get_cash=9, give_deeds=(BALTIC,)), ONLY_BOB)
    assert ask(order, ONLY_BOB) == ("idle", BOB)
    assert ask(order) == ("idle", ANN)


def test_the_other_bidders_do_not_wait_for_a_person() -> None:
    game = scene(players=3, standing_on=ORIENTAL)
    game.step(Decline(ANN))
    order = QuestionOrder(game.state)
    bots = (1 << BOB) | (1 << CY)
    bids = (Bid(BOB, 10), Bid(CY, 20), Bid(BOB, 30), PassBid(CY))
    assert [int(answer(order, game, bid, bots).seat) for bid in bids] == [BOB, CY, BOB, CY]
    assert order.next_question(bots) is None
    game.step(Bid(ANN, 40))
    assert ask(order, bots) == ("decide", BOB)


# -- seats that never finish -----------------------------------------------------------------------


def test_a_seat_that_never_stops_acting_is_no_longer_asked() -> None:
    game = scene(players=2)
    order = QuestionOrder(game.state)
    for number in range(MOST_IDLE):
        assert not answer(order, game, AlwaysAskForRent(ANN, number % 2 == 0)).excess
    question = order.next_question()
    assert isinstance(question, IdleQuestion)
    assert question.seats == 1 << ANN
    assert question.excess == f"took {MOST_IDLE} actions before a roll, 0 of them offers"
    assert question.default(game.state) is None
    order.note_answer(question, None)
    assert ask(order) == ("idle", BOB)


def test_the_default_is_played_for_a_seat_that_never_decides() -> None:
    game = scene(players=2, to_pass=True)
    order = QuestionOrder(game.state)
    for number in range(MOST_FIRST):
        assert not order.is_stalling()
        answer(order, game, AlwaysAskForRent(ANN, number % 2 == 0))
    assert order.is_stalling()
    question = order.next_question()
    assert isinstance(question, DecideQuestion)
    assert question.excess == f"took {MOST_FIRST} other actions before deciding"
    assert question.default(game.state) == EndTurn(ANN)
    answer(order, game, EndTurn(ANN))
    assert not order.is_stalling()


def test_a_long_series_of_offers_is_stopped_and_the_maker_is_at_fault() -> None:
    game = scene(players=2, owns={ANN: [BALTIC]})
    order = QuestionOrder(game.state)
    game.step(OfferTrade(ANN, BOB, get_cash=100, give_deeds=(BALTIC,)))
    for price in range(MOST_OFFERS):
        another = OfferTrade(ANN, BOB, get_cash=1 + price, give_deeds=(BALTIC,))
        assert not answer(order, game, another).excess
    question = answer(order, game, None)
    assert question.excess == f"kept making offers after {MOST_OFFERS} in a row"
    assert question.offender() == ANN
    assert ask(order) == ("idle", ANN)
