"""The deal search of `hard`: the best price that a trader in the partner's seat still accepts."""

from __future__ import annotations

from typing import Any

import pytest

from passgo import Action, Driver, Game, Seeded
from passgo.actions import (
    AcceptTrade,
    Buy,
    CounterTrade,
    Decline,
    DeclineTrade,
    OfferTrade,
)
from passgo.bots.asking_price import FIRST_PERCENT, percent_to_offer
from passgo.bots.bargain import ROUND_TO, Bargainer, Deal, completes, offer_of
from passgo.bots.deal_judge import DealJudge
from passgo.bots.deal_search import MOST_DEALS, DealSearch, OfferCount, bundles
from passgo.bots.estimate import Estimate
from passgo.bots.lookahead import BATCH, LookaheadBot, Trial
from passgo.bots.offer_manners import Manners
from passgo.bots.rivals import Rivals
from passgo.bots.style import TUNED_STYLE, Style
from passgo.bots.trader import CAREFUL_ROUNDS, UNCONFIRMED, TraderBot
from passgo.bots.win_model import Evaluator
from passgo.decisions import BuyOrAuction, ToRoll
from passgo.engine.board import classic
from passgo.engine.rules.trade import find_offer
from passgo.engine.state import PastOffer
from passgo.engine.trade_terms import TradeTerms
from tests import scene

SEEDS = (1, 2, 3, 4, 5, 6)


def unsettled_game(seed: int) -> Game:
    """Return a game in which nobody has traded yet and somebody may make an offer before a roll."""
    game = Game(players=4, chance=Seeded(seed))
    driver = Driver(game, [TraderBot(trades=False) for _ in range(4)])
    driver.run(turns=90)
    while not isinstance(game.state.agenda.top, ToRoll):
        driver.run(turns=1)
    return game


def search(game: Game, seat: int) -> list[Deal]:
    """Return the deals that the search finds for a seat."""
    bargainer = Bargainer(Estimate(game.state, TUNED_STYLE.deal_weights), TUNED_STYLE)
    return DealSearch(Evaluator()).find(game.view(seat), bargainer)


def is_accepted(game: Game, deal: Deal, pays: int) -> bool:
    """Return whether a trader accepts a deal at a price."""
    priced = Deal(deal.seat, deal.partner, deal.get, deal.give, pays)
    copy = game.copy(Seeded(1))
    offer = offer_of(copy.state, priced)
    if offer.why_not(copy.state) is not None:
        return False
    copy.step(offer)
    made = find_offer(copy.state, copy.state.last_serial)
    assert made is not None
    return isinstance(TraderBot().at_offer(copy.state, deal.partner, made), AcceptTrade)


def is_probe(game: Game, deal: Deal) -> bool:
    """Return whether a deal asks for a deed that completes nothing, as a first offer may."""
    return not deal.give and not completes(game.state, deal)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_trader_accepts_each_price_but_no_clearly_lower_one(seed: int) -> None:
    game = unsettled_game(seed)
    state = game.state
    seat = state.agenda.top.seat
    digest = game.digest()
    for deal in search(game, seat):
        if is_probe(game, deal):
            continue
        assert is_accepted(game, deal, deal.pays)
        at_the_limit = deal.give and deal.pays <= 100 - state.players[deal.partner].cash + ROUND_TO
        if not at_the_limit and deal.pays > ROUND_TO:
            assert not is_accepted(game, deal, deal.pays - ROUND_TO)
    assert game.digest() == digest


def test_the_search_finds_deals_in_some_games() -> None:
    games = [unsettled_game(seed) for seed in SEEDS]
    found = [search(game, game.state.agenda.top.seat) for game in games]
    assert any(
        not is_probe(game, deal) for game, deals in zip(games, found, strict=True) for deal in deals
    )
    assert max(map(len, found)) <= MOST_DEALS


def test_a_partner_who_keeps_declining_is_asked_for_single_deeds_or_at_the_bots_own_price() -> None:
    for seed in SEEDS:
        game = unsettled_game(seed)
        seat = game.state.agenda.top.seat
        found = [deal for deal in search(game, seat) if not is_probe(game, deal)]
        if found:
            break
    deal = found[0]
    for declined in range(2):
        assert OfferCount(game.state, seat, deal.partner).answered_like_a_trader()
        deal.pays -= 10 * declined  # the same offer again would not be allowed
        game.play(offer_of(game.state, deal))
        game.play(DeclineTrade(deal.partner, game.state.last_serial))
    assert not OfferCount(game.state, seat, deal.partner).answered_like_a_trader()
    game.state.turn += 400  # until manners allow another offer
    bargainer = Bargainer(Estimate(game.state, TUNED_STYLE.deal_weights), TUNED_STYLE)
    own = [(one.get, one.give, one.pays) for one in bargainer.deals(game.state, seat)]
    percent = percent_to_offer(game.state, deal.partner)
    for one in search(game, seat):
        if one.partner == deal.partner:
            assert is_purchase(game, one, percent) or (one.get, one.give, one.pays) in own


# -- buying single deeds -----------------------------------------------------------------------------


def is_purchase(game: Game, deal: Deal, percent: int) -> bool:
    """Return whether a deal buys one deed at a percentage of its printed price."""
    if deal.give or len(deal.get) != 1:
        return False
    price = game.state.properties[deal.get[0]].deed.price
    return price * percent <= 100 * deal.pays < price * percent + 100 * (ROUND_TO + 1)


def answered(game: Game, space: int, cash: int, accepted: bool) -> None:
    """Add Ann's offer of cash to Bob for a property to the history, with his answer."""
    terms = TradeTerms(cash, 0, (), (space,))
    game.state.past_offers.append(
        PastOffer(1, scene.ANN, scene.BOB, terms, game.state.turn, False, accepted)
    )


def test_the_price_of_a_deed_falls_with_each_yes() -> None:
    game = scene.scene(players=3)
    price = game.property("Oriental").deed.price
    for percent in (112, 56, 28, 14):
        assert percent_to_offer(game.state, scene.BOB) == percent
        answered(game, 6, price * percent // 100, accepted=True)
    assert percent_to_offer(game.state, scene.CY) == FIRST_PERCENT


def test_a_price_that_was_declined_is_not_offered_to_that_player_again() -> None:
    game = scene.scene(players=3)
    price = game.property("Oriental").deed.price
    answered(game, 6, price, accepted=True)
    answered(game, 8, price // 2, accepted=False)
    assert percent_to_offer(game.state, scene.BOB) == 100
    answered(game, 9, price * FIRST_PERCENT // 100, accepted=False)
    assert percent_to_offer(game.state, scene.BOB) == 100


def test_whoever_declines_about_the_printed_price_is_not_asked_for_single_deeds() -> None:
    game = scene.scene(players=3)
    price = game.property("Oriental").deed.price
    answered(game, 6, price // 2, accepted=False)
    assert percent_to_offer(game.state, scene.BOB) == FIRST_PERCENT
    answered(game, 6, price * 105 // 100, accepted=False)
    assert percent_to_offer(game.state, scene.BOB) == -1


def test_swaps_and_answers_say_nothing_about_the_price_of_a_deed() -> None:
    game = scene.scene(players=3)
    past = game.state.past_offers
    for terms in (TradeTerms(10, 0, (1,), (6,)), TradeTerms(10, 5, (), (6,)), TradeTerms(10, 0)):
        past.append(PastOffer(1, scene.ANN, scene.BOB, terms, game.state.turn, False, True))
    past.append(
        PastOffer(1, scene.ANN, scene.BOB, TradeTerms(10, 0, (), (6,)), game.state.turn, True, True)
    )
    assert percent_to_offer(game.state, scene.BOB) == FIRST_PERCENT


def test_a_first_offer_pays_more_than_the_printed_price_for_a_deed_that_completes_nothing() -> None:
    game = scene.scene(players=3, owns={scene.ANN: [1, 8], scene.BOB: [3, 6]})
    state = game.state
    finder = DealSearch(Evaluator())

    def number(name: str) -> int:
        return int(game.property(name).deed.number)

    deal = Deal(scene.ANN, scene.BOB, [number("Oriental")], [], 105)
    assert finder.make_first_offer(state, deal)
    assert deal.pays == 115
    deal.pays = 130
    assert finder.make_first_offer(state, deal)
    assert deal.pays == 130
    state.players[scene.ANN].cash = 189
    assert not finder.make_first_offer(state, deal)
    completing = Deal(scene.ANN, scene.BOB, [number("Baltic")], [], 65)
    assert not finder.make_first_offer(state, completing)
    swap = Deal(scene.ANN, scene.BOB, [number("Oriental")], [number("Vermont")], 0)
    assert not finder.make_first_offer(state, swap)


def test_whoever_has_sold_cheaply_is_offered_cash_for_single_deeds() -> None:
    purchases = 0
    for seed in SEEDS:
        game = unsettled_game(seed)
        state = game.state
        seat = state.agenda.top.seat
        partner = next(player.seat for player in state.players if player.seat != seat)
        sold = next(prop for prop in state.properties if prop.owner == seat).deed
        terms = TradeTerms(sold.price // 5, 0, (), (sold.space,))
        state.past_offers.append(PastOffer(1, seat, partner, terms, state.turn, False, True))
        percent = percent_to_offer(state, partner)
        assert percent == 10
        bargainer = Bargainer(Estimate(state, TUNED_STYLE.deal_weights), TUNED_STYLE)
        finder = DealSearch(Evaluator())
        for deal in finder.find(game.view(seat), bargainer):
            if deal.partner == partner and is_purchase(game, deal, percent):
                purchases += 1
                assert offer_of(state, deal).why_not(state) is None
                finder.judge.judge(state, deal)
                assert finder.judge.gain > 0.0
    assert purchases


def test_rollouts_do_not_overrule_what_auctions_have_shown() -> None:
    game = Game(players=4, chance=Seeded(3))
    while not isinstance(game.state.agenda.top, BuyOrAuction):
        game.play(game.default(game.waiting_for[0]))
    seat = game.state.agenda.top.seat
    bot = LookaheadBot(style=TUNED_STYLE, rollouts=24)
    bot.rivals = Rivals(TUNED_STYLE.trust)
    bot.rivals.seen = 5.0
    assert bot.decide(game.view(seat)) == Decline(seat)
    assert bot.reason is not None
    assert bot.reason.code == "decline.auction"


# -- letting a property go to auction to find out who bids -------------------------------------------


def purchase(price: int) -> Game:
    """Return a game with a choice to buy a property of this price."""
    space = next(deed.space for deed in classic().deeds if deed.price == price)
    return scene.scene(players=4, turn=scene.ANN, standing_on=space)


def buys(game: Game, bot: TraderBot) -> bool:
    """Return whether a bot buys the property; if it does not, its reason must be to see who bids."""
    action = bot.decide(game.view(scene.ANN))
    if isinstance(action, Buy):
        return True
    assert action == Decline(scene.ANN)
    assert bot.reason is not None
    assert bot.reason.code == "decline.probe"
    return False


def tuned() -> TraderBot:
    """Return a trader in the style of `hard`."""
    return TraderBot(style=TUNED_STYLE)


def test_if_nobody_makes_offers_a_cheap_property_goes_to_auction_once() -> None:
    assert not buys(purchase(200), tuned())
    assert buys(purchase(220), tuned())
    assert buys(purchase(200), TraderBot())
    knows = tuned()
    knows.rivals.seen = knows.rivals.shares = 1.0
    assert buys(purchase(200), knows)


@pytest.mark.parametrize(("maker", "partner"), [(scene.BOB, scene.CY), (scene.ANN, scene.BOB)])
def test_only_somebody_elses_offer_shows_that_players_trade(maker: int, partner: int) -> None:
    game = purchase(200)
    game.state.past_offers.append(PastOffer(1, maker, partner, TradeTerms(1, 0), game.state.turn))
    assert buys(game, tuned()) == (maker != scene.ANN)


def test_rollouts_keep_a_decision_to_find_out_who_bids() -> None:
    assert not buys(purchase(200), LookaheadBot(style=TUNED_STYLE, rollouts=24))


# -- playing deals out -------------------------------------------------------------------------------


class Watcher(LookaheadBot):
    """A lookahead bot that notes what it plays out."""

    def __init__(self, **options: Any) -> None:
        super().__init__(style=TUNED_STYLE, **options)
        self.played: list[tuple[Trial, bool]] = []

    def play_out(self, trial: Trial, first: int, last: int, trading: bool) -> None:
        self.played.append((trial, trading))
        super().play_out(trial, first, last, trading)


def offered(seed: int, bot: TraderBot) -> tuple[Game, OfferTrade | None]:
    """Return a game and the offer that a bot makes in it."""
    game = unsettled_game(seed)
    seat = game.state.agenda.top.seat
    action = bot.idle(game.view(seat))
    while action is not None and not isinstance(action, OfferTrade):
        game.play(action)
        action = bot.idle(game.view(seat))
    return game, action


def test_players_trade_in_the_rollouts_of_deals_only() -> None:
    bot = Watcher(rollouts=24, depth=2)
    offered(1, bot)
    assert bot.played
    assert all(trading for _, trading in bot.played)
    bot = Watcher(rollouts=24, depth=2)
    bot.decide(purchase(220).view(scene.ANN))
    assert bot.played
    assert not any(trading for _, trading in bot.played)


def test_half_of_the_alternatives_are_dropped_after_each_batch() -> None:
    class Even(Watcher):
        """A bot whose alternatives are all as good as the first."""

        def play_out(self, trial: Trial, first: int, last: int, trading: bool) -> None:
            trial.results += [0.5] * (last - first)

    trials = [Trial([]) for _ in range(6)]
    best = Even().find_best(trials, 4 * BATCH, True)
    assert best is trials[0]
    assert sorted(len(trial.results) // BATCH for trial in trials) == [1, 1, 2, 3, 4, 4]


def test_an_offer_is_countered_at_a_better_price_that_the_maker_accepts() -> None:
    countered = 0
    for seed in (7, 8):
        game, offer = offered(seed, TraderBot())
        if offer is None:
            continue
        game.play(offer)
        made = find_offer(game.state, game.state.last_serial)
        assert made is not None
        bot = LookaheadBot()
        bot.view = game.view(offer.partner)
        counter = bot.best_counter(game.state, offer.partner, made)
        if counter is None:
            continue
        countered += 1
        assert isinstance(counter, CounterTrade)
        pays = counter.terms.give_cash - counter.terms.get_cash
        assert pays < offer.terms.get_cash - offer.terms.give_cash
        game.play(counter)
        answered = find_offer(game.state, game.state.last_serial)
        assert answered is not None
        assert isinstance(TraderBot().at_offer(game.state, offer.seat, answered), AcceptTrade)
    assert countered


# -- the win model's judgment ----------------------------------------------------------------------


def test_the_judge_sees_what_a_trade_and_the_buildings_after_it_lead_to() -> None:
    judge = DealJudge(Evaluator())
    judged = 0
    for seed in SEEDS:
        game, offer = offered(seed, TraderBot())
        if offer is None:
            continue
        state = game.state
        bargainer = Bargainer(Estimate(state))
        bargainer.start(state)
        game.play(offer)
        deal = bargainer.of_offer(state, state.offers[-1])
        bargainer.weigh(state, deal)
        judge.start(state)
        judge.judge(state, deal)
        before = state.copy()
        after = game.copy(Seeded(1))
        after.play(AcceptTrade(offer.partner, state.last_serial))
        for position in (before, after.state):
            judge.build_out(position)
        for seat, gain in ((deal.seat, judge.gain), (deal.partner, judge.partner_gain)):
            change = Evaluator().win_probability(after.state, seat)
            change -= Evaluator().win_probability(before, seat)
            assert gain == pytest.approx(change)
        judged += 1
    assert judged


def test_a_trader_declines_what_only_its_estimate_likes() -> None:
    """Bots that trust the estimate alone accept more of the exchanges that a search finds."""
    careless = Style(careful=False)
    accepted = {True: 0, False: 0}
    for seed in SEEDS:
        game = unsettled_game(seed)
        state = game.state
        seat = state.agenda.top.seat
        finder = DealSearch(Evaluator())
        finder.stand_in = TraderBot(style=careless)
        bargainer = Bargainer(Estimate(state, TUNED_STYLE.deal_weights), TUNED_STYLE)
        for deal in finder.find(game.view(seat), bargainer):
            if is_probe(game, deal):
                continue
            copy = game.copy(Seeded(1))
            copy.step(offer_of(state, deal))
            offer = copy.state.offers[-1]
            for careful, bot in ((True, TraderBot()), (False, TraderBot(style=careless))):
                answer = bot.at_offer(copy.state, deal.partner, offer)
                accepted[careful] += isinstance(answer, AcceptTrade)
    assert accepted[False] >= 10
    assert accepted[True] < accepted[False] / 2


class OfferJudge(Driver):
    """A driver that judges each offer that completes a group by the win model."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, [TraderBot() for _ in range(4)])
        self.judged = 0

    def play(self, action: Action) -> None:
        """Judge the action if it is an offer, then play it."""
        state = self.game.state
        bot = self.seats[int(action.seat)].bot
        if isinstance(action, OfferTrade) and isinstance(bot, TraderBot):
            deal = deal_of(action)
            if bot.needs_opinion(state) and completes(state, deal):
                self.judged += 1
                Bargainer(Estimate(state)).charge(state, deal)
                deal.leeway = Manners(state, deal.partner).leeway(bot.style.opening)
                judge = DealJudge(Evaluator())
                judge.start(state)
                judge.judge(state, deal)
                assert judge.gain >= bot.style.least_gain
                assert judge.satisfies(deal)
        super().play(action)


def deal_of(offer: OfferTrade) -> Deal:
    """Return the deal that an offer proposes, from the maker's point of view."""
    deed_at = classic().deed_at
    get = [deed_at[space] for space in offer.terms.get_deeds]
    give = [deed_at[space] for space in offer.terms.give_deeds]
    pays = offer.terms.give_cash - offer.terms.get_cash
    return Deal(int(offer.seat), int(offer.partner), get, give, int(pays))


def test_the_model_sees_a_gain_for_both_sides_in_every_offer_that_completes_a_group() -> None:
    judged = 0
    for seed in range(10):
        driver = OfferJudge(Game(players=4, chance=Seeded(seed)))
        driver.run(turns=200)
        judged += driver.judged
    assert judged > 10


def test_an_exchange_that_the_model_has_not_confirmed_is_judged_again_only_after_some_rounds() -> (
    None
):
    checked = 0
    for seed in SEEDS:
        state = unsettled_game(seed).state
        bot = TraderBot()
        seat = state.agenda.top.seat
        bargainer = bot.get_bargainer(state)
        deals = [one for one in bargainer.deals(state, seat) if completes(state, one)]
        if not deals or bot.confirm(state, bargainer, deals[:1]) is not None:
            continue
        checked += 1
        judge = bot.deal_judge
        judge.gain = 7.0
        assert bot.confirm(state, bargainer, deals[:1]) is None
        assert judge.gain == 7.0  # untouched
        state.turn += UNCONFIRMED * state.left
        bot.confirm(state, bargainer, deals[:1])
        assert judge.gain != 7.0
    assert checked


def test_late_in_the_game_the_model_no_longer_stops_deals() -> None:
    game = unsettled_game(1)
    assert TraderBot().needs_opinion(game.state)
    game.state.round = CAREFUL_ROUNDS
    assert not TraderBot().needs_opinion(game.state)
    assert not TraderBot(style=Style(careful=False)).needs_opinion(unsettled_game(1).state)


def test_the_search_tries_bundles_of_up_to_two_deeds() -> None:
    assert bundles([3, 5, 8]) == [[], [3], [3, 5], [3, 8], [5], [5, 8], [8]]
    assert bundles([]) == [[]]
