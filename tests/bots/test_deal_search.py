"""The deal search of `hard`: the best price that a trader in the partner's seat still accepts."""

from __future__ import annotations

import pytest

from passgo import Driver, Game, Seeded
from passgo.actions import AcceptTrade, Decline, DeclineTrade
from passgo.bots.bargain import ROUND_TO, Bargainer, Deal, completes, offer_of
from passgo.bots.deal_search import MOST_DEALS, DealSearch, OfferCount
from passgo.bots.estimate import Estimate
from passgo.bots.lookahead import LookaheadBot
from passgo.bots.rivals import Rivals
from passgo.bots.style import TUNED_STYLE
from passgo.bots.trader import TraderBot
from passgo.bots.win_model import Evaluator
from passgo.decisions import BuyOrAuction, ToRoll
from passgo.engine.rules.trade import find_offer

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


def test_a_partner_who_keeps_declining_gets_only_offers_at_the_bots_own_price() -> None:
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
    for one in search(game, seat):
        if one.partner == deal.partner:
            assert (one.get, one.give, one.pays) in own


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
