"""What bots answer to a player who asks for an offer, and how rarely they make offers unasked."""

from __future__ import annotations

from collections import defaultdict

import pytest

from passgo.bots.bargain import LATE_ROUNDS, Bargainer, Deal, least_gain
from passgo.bots.bot import Bot
from passgo.bots.chaos import RandomBot
from passgo.bots.driver import Driver
from passgo.bots.estimate import Estimate
from passgo.bots.ladder import make_bot
from passgo.bots.lookahead import LookaheadBot, Trial
from passgo.bots.offer_manners import Manners, is_cheap_sale
from passgo.bots.quotes import Quotes
from passgo.bots.reason import Reason
from passgo.bots.simple import SimpleBot
from passgo.bots.style import Style
from passgo.bots.trader import TraderBot
from passgo.engine.action import Action
from passgo.engine.chance import Seeded
from passgo.engine.game import Game
from passgo.engine.rules.inquiry import AskForOffer, DeclineInquiry
from passgo.engine.rules.offer_history import PauseOffers
from passgo.engine.rules.trade import AcceptTrade, OfferTrade, tradable_deeds
from passgo.engine.state import State
from tests import scene as s


def ask(game: Game, bot: Bot, partner: int, space: int, asker: int = s.ANN) -> Action | None:
    """Ask a bot about a property, and return its answer."""
    game.step(AskForOffer(asker, partner, space))
    return bot.quote(game.view(partner), game.state.inquiries[-1])


def divided() -> Game:
    """Return a table at which Ann needs New York Avenue from Bob."""
    return s.scene(
        players=4,
        owns={s.ANN: (s.ST_JAMES, s.TENNESSEE), s.BOB: (s.NEW_YORK,), s.CY: (s.ELECTRIC, *s.RED)},
    )


@pytest.mark.parametrize("name", ["easy", "normal"])
def test_a_bot_quotes_a_price_at_which_its_win_probability_rises(name: str) -> None:
    game = divided()
    bot = make_bot(name)
    answer = ask(game, bot, s.BOB, s.NEW_YORK)
    assert isinstance(answer, OfferTrade)
    assert (answer.partner, answer.terms.give_deeds) == (s.ANN, (s.NEW_YORK,))
    assert answer.terms.get_cash > game.state.property(s.NEW_YORK).deed.price
    game.step(answer)
    assert game.state.inquiries[0].closed
    assert bot.reason is not None
    assert bot.reason.values["mine_after"] >= bot.reason.values["mine"]


def test_a_bot_makes_an_offer_for_a_property_of_the_asker() -> None:
    game = s.scene(
        players=4, owns={s.ANN: (s.NEW_YORK,), s.BOB: (s.ST_JAMES, s.TENNESSEE), s.CY: s.RED}
    )
    answer = ask(game, TraderBot(), s.BOB, s.NEW_YORK)
    assert isinstance(answer, OfferTrade)
    assert answer.terms.get_deeds == (s.NEW_YORK,)
    assert answer.terms.give_cash > game.state.property(s.NEW_YORK).deed.price


def test_hard_quotes_what_it_has_checked_with_rollouts_or_declines() -> None:
    for game in [divided(), *tables(2)]:
        space = tradable_deeds(game.state, s.BOB)[0]
        bot = make_bot("hard(rollouts=2,depth=6)")
        answer = ask(game, bot, s.BOB, space)
        assert bot.reason is not None
        if isinstance(answer, OfferTrade):
            codes = ("trade.gain", "trade.stronger", "trade.slight", "trade.hinders_you")
            assert bot.reason.code in codes
        else:
            assert bot.reason.code.startswith("quote.")
        assert answer is not None
        game.step(answer)
        assert game.state.inquiries[-1].closed


class Pessimist(LookaheadBot):
    """A lookahead bot whose rollouts always favor making no trade."""

    def play_out(self, trial: Trial, first: int, last: int, trading: bool) -> None:
        trial.results += [0.0 if trial.actions else 1.0] * (last - first)


def test_an_offer_that_loses_in_rollouts_is_not_made_and_the_reason_names_the_property() -> None:
    bot = Pessimist()
    assert ask(divided(), bot, s.BOB, s.NEW_YORK) == DeclineInquiry(s.BOB, 1)
    assert bot.reason is not None
    assert bot.reason.code == "quote.ahead"
    assert bot.reason.values["space"] == s.NEW_YORK


def test_a_bot_that_cannot_pay_says_so() -> None:
    game = s.scene(players=4, owns={s.ANN: (s.BOARDWALK,), s.BOB: (s.BALTIC,)}, cash={s.BOB: 120})
    bot = TraderBot()
    assert ask(game, bot, s.BOB, s.BOARDWALK) == DeclineInquiry(s.BOB, 1)
    assert bot.reason == Reason("quote.short", space=s.BOARDWALK, price=405, cash=120)


def test_a_bot_does_not_sell_a_deed_that_completes_a_group_to_a_player_with_little_cash() -> None:
    game = s.scene(
        players=2, owns={s.ANN: (s.PARK_PLACE,), s.BOB: (s.BOARDWALK,)}, cash={s.ANN: 620}
    )
    bot = TraderBot()
    assert ask(game, bot, s.BOB, s.BOARDWALK) == DeclineInquiry(s.BOB, 1)
    assert bot.reason is not None
    assert bot.reason.code == "quote.completes_yours"
    assert bot.reason.values["price"] == 520, "all that Ann can spare"
    assert bot.reason.values["mine_after"] < bot.reason.values["mine"]


def test_a_bot_does_not_break_up_its_own_group() -> None:
    game = s.scene(players=3, owns={s.ANN: (s.READING,), s.BOB: s.ORANGE}, cash={s.ANN: 450})
    bot = TraderBot()
    assert isinstance(ask(game, bot, s.BOB, s.NEW_YORK), DeclineInquiry)
    assert bot.reason is not None
    assert bot.reason.code == "quote.breaks_mine"


def test_a_bot_tells_a_player_without_cash_that_nothing_is_free() -> None:
    game = s.scene(players=3, owns={s.ANN: (s.READING,), s.BOB: s.ORANGE}, cash={s.ANN: 90})
    bot = TraderBot()
    assert isinstance(ask(game, bot, s.BOB, s.NEW_YORK), DeclineInquiry)
    assert bot.reason == Reason("quote.no_cash", space=s.NEW_YORK, cash=90)


@pytest.mark.parametrize("bot", [SimpleBot(), RandomBot(1), Bot(), make_bot("gnome-v3")])
def test_other_bots_decline(bot: Bot) -> None:
    assert ask(divided(), bot, s.BOB, s.NEW_YORK) == DeclineInquiry(s.BOB, 1)


def test_a_bot_answers_a_player_who_has_paused_offers_because_they_asked() -> None:
    game = divided()
    game.step(PauseOffers(s.ANN, -1))
    assert isinstance(ask(game, TraderBot(), s.BOB, s.NEW_YORK), OfferTrade)


def test_an_answer_does_not_use_up_the_one_offer_per_round() -> None:
    game = divided()
    answer = ask(game, TraderBot(), s.BOB, s.NEW_YORK)
    assert isinstance(answer, OfferTrade)
    game.step(answer)
    for maker in (s.BOB, s.CY, s.DEE):
        assert Manners(game.state, s.ANN).allow(maker)
    assert not any(Manners(game.state, s.ANN).is_rude(maker) for maker in range(4))


def test_the_driver_asks_a_bot_right_away_and_plays_its_answer() -> None:
    game = divided()
    driver = Driver(game, [Bot(), TraderBot(), SimpleBot(), RandomBot(1)])
    game.step(AskForOffer(s.ANN, s.BOB, s.NEW_YORK))
    game.step(AskForOffer(s.ANN, s.CY, s.ELECTRIC))
    driver.show_offers()
    assert [inquiry.closed for inquiry in game.state.inquiries] == [True, True]
    assert [(past.maker, past.answer) for past in game.state.past_offers] == [(s.BOB, True)]
    assert all(seat.faults == 0 for seat in driver.seats)


def tables(count: int) -> list[Game]:
    """Return tables of traders who make no offers, which leaves plenty to trade."""
    found = []
    for seed in range(count):
        game = Game(4, Seeded(seed))
        Driver(game, [TraderBot(trades=False) for _ in range(4)]).run(50 + 5 * seed)
        found.append(game)
    return found


def gain(state: State, seat: int, partner: int, offer: OfferTrade) -> tuple[float, float]:
    """Return by how much an offer raises both win probabilities, as its maker judges it."""
    bargainer = Bargainer(Estimate(state, TraderBot().deal_weights))
    bargainer.start(state)
    deed_at = state.board.deed_at
    terms = offer.terms
    deal = Deal(
        seat,
        partner,
        [deed_at[space] for space in terms.get_deeds],
        [deed_at[space] for space in terms.give_deeds],
        terms.give_cash - terms.get_cash,
    )
    bargainer.weigh(state, deal)
    return deal.gain, deal.partner_gain


def test_every_answer_is_legal_includes_the_property_and_raises_the_bots_win_probability() -> None:
    made = declined = 0
    codes: set[str] = set()
    for game in tables(4):
        for asker, partner in ((0, 1), (2, 3), (3, 0)):
            state = game.state
            for space in tradable_deeds(state, asker) + tradable_deeds(state, partner):
                copy = game.copy(Seeded(1))
                bot = TraderBot()
                answer = ask(copy, bot, partner, space, asker)
                assert answer is not None
                assert bot.reason is not None
                if isinstance(answer, OfferTrade):
                    made += 1
                    assert answer.terms.has_deed(space)
                    assert bot.reason.values["mine_after"] >= bot.reason.values["mine"]
                else:
                    declined += 1
                    assert bot.reason.code.startswith(("quote.", "trade.cannot"))
                    codes.add(bot.reason.code)
                    if bot.reason.code == "quote.no_deal":
                        assert bot.reason.values["mine_after"] < bot.reason.values["mine"]
                        assert bot.reason.values["space"] == space
                copy.step(answer)
                assert copy.state.inquiries[-1].closed
    assert made > 10, (made, declined)
    assert declined > 2, (made, declined)
    assert "quote.no_deal" in codes, codes


def test_quotes_are_sorted_by_the_bots_gain() -> None:
    for game in tables(3):
        bot = TraderBot()
        for space in tradable_deeds(game.state, 1):
            quotes = Quotes(bot.get_bargainer(game.state), game.state, 1, 0, space)
            gains = [deal.gain for deal in quotes.deals]
            assert gains == sorted(gains, reverse=True)


class Watch(Driver):
    """A driver that records every offer that nobody asked for, with the gains of both sides."""

    def __init__(self, game: Game, bots: list[Bot]) -> None:
        super().__init__(game, bots)
        self.offers: list[tuple[int, int, int, int, float, float]] = []

    def play(self, action: Action) -> None:
        state = self.game.state
        if isinstance(action, OfferTrade):
            gains = gain(state, action.seat, action.partner, action)
            self.offers.append(
                (int(state.last_serial), int(state.turn), int(state.left), action.partner, *gains)
            )
        super().play(action)


def test_all_bots_together_make_each_player_at_most_one_offer_per_round() -> None:
    offers = 0
    for seed in range(6):
        game = Game(4, Seeded(seed))
        driver = Watch(game, [make_bot(name) for name in ("normal", "easy", "normal", "simple")])
        before: dict[int, list[tuple[int, int]]] = defaultdict(list)
        cheap: set[int] = set()
        for _ in range(150):
            driver.run(1)
            for past in game.state.past_offers:
                if is_cheap_sale(game.state, past):
                    cheap.add(int(past.number))
        for serial, turn, left, partner, _, _ in driver.offers:
            offers += 1
            for number, earlier in before[partner]:
                assert number in cheap or turn - earlier >= left, (seed, partner, turn)
            before[partner].append((serial + 1, turn))
    assert offers > 20


def test_without_leeway_bots_propose_only_deals_worth_a_point_to_both() -> None:
    """There is no leeway for players who have declined, before the last rounds."""
    silent = spoke = 0
    for game in tables(6):
        state = game.state
        assert state.round < LATE_ROUNDS
        for seat in range(4):
            bot = TraderBot(style=Style(opening=0.0))
            deals = bot.get_bargainer(state).deals(state, seat)
            for deal in deals:
                assert deal.leeway == 0.0
                assert min(deal.gain, deal.partner_gain) >= least_gain(state, deal) >= 0.01
            spoke += bool(deals)
            silent += not deals
    assert silent > 0
    assert spoke > 0


def test_an_asker_who_accepts_gets_the_property() -> None:
    game = divided()
    answer = ask(game, TraderBot(), s.BOB, s.NEW_YORK)
    assert isinstance(answer, OfferTrade)
    game.step(answer)
    game.step(AcceptTrade(s.ANN, game.state.offers[-1].number))
    assert game.state.owns_group(s.ANN, game.state.property(s.NEW_YORK).deed.group)
