"""Bargaining with the trader bots: they resist exploits and make fair deals."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from passgo.bots.bargain import (
    DOUBLE_ROUNDS,
    Bargainer,
    Deal,
    is_useful,
    least_gain,
)
from passgo.bots.bot import Bot
from passgo.bots.driver import Driver
from passgo.bots.estimate import DEAL_WEIGHTS, Estimate
from passgo.bots.ladder import make_bot
from passgo.bots.offer_manners import (
    LEAST_LEEWAY,
    LEAST_RAISE,
    SAME_ROUNDS,
    Manners,
    is_cheap_sale,
    is_news,
)
from passgo.bots.style import DEFAULT_STYLE
from passgo.bots.trader import TraderBot
from passgo.engine.action import Action
from passgo.engine.chance import Seeded
from passgo.engine.game import Game, View
from passgo.engine.rules.debt import DebtDue, raisable
from passgo.engine.rules.offer_history import PauseOffers
from passgo.engine.rules.trade import (
    AcceptTrade,
    CounterTrade,
    DeclineTrade,
    OfferTrade,
    tradable_deeds,
)
from passgo.engine.state import Offer, State
from tests import scene as s

QUICK_HARD = "hard(rollouts=2,depth=6)"
BOTS = ["easy", "normal", QUICK_HARD]
JAIL_FREE = "chance.jail_free"

OPENING = DEFAULT_STYLE.opening


def trader(name: str) -> TraderBot:
    bot = make_bot(name)
    assert isinstance(bot, TraderBot)
    return bot


def win_probability(state: State, seat: int, bot: TraderBot) -> float:
    """Return a seat's win probability as this bot judges deals, computed as if all debts were paid."""
    sketch = Estimate(state, bot.deal_weights)
    for debt in state.open_debts():
        sketch.standings[debt.debtor].cash -= debt.amount
        if debt.creditor >= 0:
            sketch.standings[debt.creditor].cash += debt.amount
    sketch.weigh()
    return sketch.win_probability(seat)


def put(game: Game, terms: OfferTrade) -> Offer:
    """Make an offer."""
    game.step(terms)
    return game.state.offers[-1]


def answer(bot: TraderBot, game: Game, terms: OfferTrade) -> Action:
    """Make an offer, and let the bot answer it in the game."""
    offer = put(game, terms)
    action = bot.answer(game.view(offer.partner), offer)
    assert action is not None
    game.step(action)
    return action


def positions(count: int, turns: int = 45) -> list[Game]:
    """Return tables of four traders who make no offers, which leaves plenty to trade."""
    found = []
    for seed in range(count):
        game = Game(4, Seeded(seed))
        Driver(game, [TraderBot(trades=False) for _ in range(4)]).run(turns + 5 * seed % 40)
        assert not game.state.over
        assert game.state.is_calm()
        found.append(game)
    return found


def some(of: list[int], dice: random.Random, most: int = 2) -> tuple[int, ...]:
    """Pick a few of these items."""
    return tuple(sorted(dice.sample(of, dice.randint(0, min(most, len(of))))))


def any_offer(state: State, maker: int, partner: int, dice: random.Random) -> OfferTrade:
    """Return a random offer of a few deeds, a few cards and some cash, in either direction."""
    give, get = some(tradable_deeds(state, maker), dice), some(tradable_deeds(state, partner), dice)
    pays = dice.choice([0, 1, 10, 50, 120, 300, -1, -10, -50, -120, -300])
    mortgaged = [space for space in get if state.is_mortgaged(space)]
    return OfferTrade(
        maker,
        partner,
        max(pays, 0),
        max(-pays, 0),
        give,
        get,
        some(state.players[maker].cards, dice),
        some(state.players[partner].cards, dice),
        some(mortgaged, dice),
    )


# -- random offers ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOTS)
def test_every_accepted_deal_and_every_counteroffer_raises_the_bots_win_probability(
    name: str,
) -> None:
    dice = random.Random(7)
    seen: Counter[str] = Counter()
    for table in positions(12):
        bot = trader(name)
        for _ in range(60):
            game = table.copy(Seeded(1))
            maker, partner = dice.sample(range(4), 2)
            terms = any_offer(game.state, maker, partner, dice)
            if game.why_not(terms) is not None:
                continue
            before = win_probability(game.state, partner, bot)
            action = answer(bot, game, terms)
            seen[type(action).__name__] += 1
            if isinstance(action, CounterTrade):
                game.step(AcceptTrade(maker, game.state.last_serial))
            if isinstance(action, AcceptTrade | CounterTrade):
                assert win_probability(game.state, partner, bot) > before, (terms, action)
    assert min(seen["AcceptTrade"], seen["DeclineTrade"]) >= 10, seen
    assert seen["CounterTrade"] >= 1, seen


@pytest.mark.parametrize("name", BOTS)
def test_a_deed_cannot_be_bought_for_a_dollar(name: str) -> None:
    asked = 0
    for table in positions(12):
        for partner in range(1, 4):
            bot = trader(name)
            for space in tradable_deeds(table.state, partner):
                game = table.copy(Seeded(1))
                action = answer(bot, game, OfferTrade(0, partner, give_cash=1, get_deeds=(space,)))
                assert not isinstance(action, AcceptTrade), (space, action)
                if isinstance(action, CounterTrade):
                    assert action.terms.get_cash > 10
                asked += 1
    assert asked > 150


@pytest.mark.parametrize("name", BOTS)
def test_a_thousand_small_trades_do_not_weaken_a_bot(name: str) -> None:
    """A greedy opponent makes random offers and accepts every counteroffer."""
    dice = random.Random(11)
    agreed = 0
    for game in positions(3 if name == QUICK_HARD else 6):
        bot = trader(name)
        before = win_probability(game.state, s.BOB, bot)
        for _ in range(200):
            terms = any_offer(game.state, s.ANN, s.BOB, dice)
            if game.why_not(terms) is not None:
                continue
            action = answer(bot, game, terms)
            if isinstance(action, CounterTrade):
                game.step(AcceptTrade(s.ANN, game.state.last_serial))
            agreed += not isinstance(action, DeclineTrade)
        assert win_probability(game.state, s.BOB, bot) >= before
    assert agreed >= 10


# -- specific exploits -----------------------------------------------------------------------------


def table(**changes: object) -> Game:
    """Set up four players: Ann needs Boardwalk from Bob, and Bob needs an orange deed from Ann."""
    owns = {
        s.ANN: (s.PARK_PLACE, s.NEW_YORK, s.MEDITERRANEAN, s.ELECTRIC),
        s.BOB: (s.BOARDWALK, s.ST_JAMES, s.TENNESSEE, s.READING),
        s.CY: (s.KENTUCKY, s.PACIFIC, s.ATLANTIC, s.VERMONT),
        s.DEE: (s.INDIANA, s.NORTH_CAROLINA, s.VENTNOR, s.ORIENTAL),
    }
    return s.scene(players=4, **{"owns": owns, **changes})  # type: ignore[arg-type]  # for scene()


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("junk", [(), (s.MEDITERRANEAN,), (s.MEDITERRANEAN, s.ELECTRIC)])
@pytest.mark.parametrize("mortgaged", [False, True])
def test_junk_does_not_buy_the_deed_that_completes_a_group(
    name: str, junk: tuple[int, ...], mortgaged: bool
) -> None:
    game = table(mortgaged=junk if mortgaged else ())
    terms = OfferTrade(s.ANN, s.BOB, 20, 0, junk, (s.BOARDWALK,))
    assert not isinstance(answer(trader(name), game, terms), AcceptTrade)


@pytest.mark.parametrize("name", BOTS)
def test_mortgaged_junk_is_declined(name: str) -> None:
    """10 MCS 180(i): the new owner pays 10% for a deed that earns nothing."""
    game = table(mortgaged=(s.MEDITERRANEAN,), cash={s.BOB: 3})
    terms = OfferTrade(s.ANN, s.BOB, 0, 0, (s.MEDITERRANEAN,), (s.READING,))
    assert not isinstance(answer(trader(name), game, terms), AcceptTrade)


@pytest.mark.parametrize("name", BOTS)
def test_a_repeated_offer_gets_at_most_one_counteroffer_and_is_then_declined(name: str) -> None:
    game = table()
    bot = trader(name)
    terms = OfferTrade(s.ANN, s.BOB, 150, 0, (), (s.TENNESSEE,))
    kinds = [type(answer(bot, game, terms)) for _ in range(100)]
    assert kinds.count(CounterTrade) <= 1
    assert set(kinds[1:]) == {DeclineTrade}


@pytest.mark.parametrize("name", BOTS)
def test_haggling_over_the_price_gets_no_second_counteroffer(name: str) -> None:
    game = table()
    bot = trader(name)
    kinds = [
        type(answer(bot, game, OfferTrade(s.ANN, s.BOB, cash, 0, (), (s.TENNESSEE,))))
        for cash in range(1, 60)
    ]
    assert kinds.count(CounterTrade) <= 1
    assert AcceptTrade not in kinds


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize(
    "gift",
    [
        OfferTrade(s.ANN, s.BOB, give_cash=100),
        OfferTrade(s.ANN, s.BOB, give_deeds=(s.NEW_YORK,)),
        OfferTrade(s.ANN, s.BOB, give_deeds=(s.PARK_PLACE, s.ELECTRIC)),
    ],
)
def test_a_gift_is_accepted(name: str, gift: OfferTrade) -> None:
    assert isinstance(answer(trader(name), table(), gift), AcceptTrade)


@pytest.mark.parametrize("name", ["easy", "normal"])
@pytest.mark.parametrize(
    ("maker_gives", "cash", "taken"),
    [(False, 1, False), (False, 400, True), (True, 400, False), (True, 1, True)],
)
def test_a_card_is_traded_only_at_a_reasonable_price(
    name: str, maker_gives: bool, cash: int, taken: bool
) -> None:
    game = table(cards={s.ANN if maker_gives else s.BOB: [JAIL_FREE]})
    cards = tuple(game.state.players[s.ANN if maker_gives else s.BOB].cards)
    if maker_gives:
        terms = OfferTrade(s.ANN, s.BOB, get_cash=cash, give_cards=cards)
    else:
        terms = OfferTrade(s.ANN, s.BOB, give_cash=cash, get_cards=cards)
    assert isinstance(answer(trader(name), game, terms), AcceptTrade) == taken


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_declines_a_deal_that_it_can_no_longer_afford(name: str) -> None:
    game = table()
    offer = put(game, OfferTrade(s.ANN, s.BOB, 0, 200, (s.NEW_YORK,), ()))
    game.state.players[s.BOB].cash = 10
    action = trader(name).answer(game.view(s.BOB), offer)
    assert action is not None
    assert not isinstance(action, AcceptTrade)
    game.step(action)


# -- in debt ---------------------------------------------------------------------------------------


def in_debt(owed: int, cash: int) -> Game:
    """Set up a debt: Bob owes Cy rent."""
    return table(cash={s.BOB: cash}, asked=[DebtDue(s.BOB, s.CY, owed, "rent", "10 MCS 90")])


@pytest.mark.parametrize("name", ["easy", "normal"])
def test_a_debtor_does_not_sell_below_value(name: str) -> None:
    """Bob can raise the amount by mortgaging, so he does not have to sell Boardwalk."""
    terms = OfferTrade(s.ANN, s.BOB, give_cash=210, get_deeds=(s.BOARDWALK,))
    assert not isinstance(answer(trader(name), in_debt(150, 10), terms), AcceptTrade)


@pytest.mark.parametrize("name", BOTS)
def test_every_deal_that_a_debtor_accepts_raises_its_win_probability(name: str) -> None:
    """Cash that is owed to the creditor counts as the creditor's from the start."""
    dice = random.Random(5)
    taken = 0
    for position in positions(10):
        for _ in range(40):
            bot = trader(name)
            maker, seat, creditor = dice.sample(range(4), 3)
            game = position.copy(Seeded(1))
            able = raisable(game.state, seat)
            owed = dice.randint(game.state.players[seat].cash + 1, able)
            game.state.agenda.push(DebtDue(seat, creditor, owed, "rent", "10 MCS 90"))
            terms = any_offer(game.state, maker, seat, dice)
            if game.why_not(terms) is None:
                before = win_probability(game.state, seat, bot)
                if isinstance(answer(bot, game, terms), AcceptTrade):
                    assert win_probability(game.state, seat, bot) > before, terms
                    taken += 1
    assert taken >= 5


@pytest.mark.parametrize("name", ["easy", "normal"])
def test_a_debtor_accepts_the_only_deal_that_saves_him(name: str) -> None:
    """Mortgaging would not raise enough; with this money, Bob can pay and stay in the game."""
    terms = OfferTrade(s.ANN, s.BOB, give_cash=600, get_deeds=(s.BOARDWALK,))
    bot = trader(name)
    game = in_debt(700, 10)
    assert isinstance(answer(bot, game, terms), AcceptTrade)
    assert bot.reason is not None
    assert bot.reason.code == "trade.saves"
    Driver(game, [Bot(), Bot(), Bot(), Bot()]).advance()
    assert not game.state.players[s.BOB].out


@pytest.mark.parametrize("name", ["easy", "normal"])
def test_a_debtor_who_cannot_be_saved_gives_nothing_away(name: str) -> None:
    terms = OfferTrade(s.ANN, s.BOB, give_cash=201, get_deeds=(s.BOARDWALK,))
    assert not isinstance(answer(trader(name), in_debt(5000, 10), terms), AcceptTrade)


# -- among themselves ------------------------------------------------------------------------------


class Watched(Driver):
    """A driver that records every offer and its outcome."""

    def __init__(self, game: Game, bots: list[Bot]) -> None:
        super().__init__(game, bots)
        self.made: list[tuple[int, Offer, bool]] = []
        """For each offer: the turn, the offer, and whether it is a counteroffer."""
        self.left: list[int] = []
        """For each offer: the number of players left when it was made."""
        self.taken: set[int] = set()
        """The numbers of the offers that were accepted."""

    def play(self, action: Action) -> None:
        super().play(action)
        if isinstance(action, OfferTrade | CounterTrade):
            made = self.game.state.offers[-1]
            self.made.append((self.game.state.turn, made, isinstance(action, CounterTrade)))
            self.left.append(self.game.state.left)
        if isinstance(action, AcceptTrade):
            self.taken.add(action.offer)


def words_of(offer: Offer) -> tuple[object, ...]:
    """Return everything in an offer except its number."""
    return tuple(value for name, value in offer.fields().items() if name != "number")


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("others", ["normal", "planner", "gnome-v3"])
def test_no_offer_is_repeated_and_counteroffers_eventually_stop(seed: int, others: str) -> None:
    game = Game(4, Seeded(seed))
    bots: list[Bot] = [make_bot("normal" if n % 2 else others, n) for n in range(4)]
    driver = Watched(game, bots)
    driver.run(300)
    ours = [made for made in driver.made if isinstance(bots[made[1].maker], TraderBot)]
    assert ours
    own = Counter(
        words_of(offer)
        for _, offer, counters in ours
        if not counters and offer.number not in driver.taken
    )
    assert not own or max(own.values()) == 1
    refused = Counter(
        (turn, offer.maker)
        for turn, offer, counters in ours
        if not counters and offer.number not in driver.taken
    )
    assert max(refused.values()) <= DEFAULT_STYLE.offers
    for (_, _, first), (_, second, again) in zip(driver.made, driver.made[1:], strict=False):
        assert not (first and again and isinstance(bots[second.maker], TraderBot))
    assert [driver.seats[n].faults for n in range(4) if isinstance(bots[n], TraderBot)] == [0] * (
        4 if others == "normal" else 2
    )


@pytest.mark.parametrize("name", ["easy", "normal", "hard(rollouts=24,depth=16)"])
def test_a_fair_swap_that_completes_two_groups_is_found_and_made(name: str) -> None:
    game = s.scene(
        players=4,
        owns={
            s.ANN: (s.ST_JAMES, s.TENNESSEE, s.ILLINOIS),
            s.BOB: (s.KENTUCKY, s.INDIANA, s.NEW_YORK),
            s.CY: (s.PACIFIC, s.READING),
            s.DEE: (s.ATLANTIC, s.SHORT_LINE),
        },
    )
    bots: list[Bot] = [make_bot("normal"), trader(name), make_bot("normal"), make_bot("normal")]
    driver = Driver(game, bots)
    state = game.state
    for _ in range(3):  # they may not agree on the first price
        driver.ask_before_roll()
        state.turn += len(bots)
    groups = [state.property(space).deed.group for space in (s.NEW_YORK, s.ILLINOIS)]
    assert sorted(
        seat for group in groups for seat in (s.ANN, s.BOB) if state.owns_group(seat, group)
    ) == [s.ANN, s.BOB]


class Refuser(TraderBot):
    """A trader that declines everything and makes no offers, like a stubborn person."""

    def __init__(self) -> None:
        super().__init__(trades=False)

    def at_offer(self, state: State, seat: int, offer: Offer) -> Action | None:
        return DeclineTrade(seat, offer.number)


def test_a_player_who_declines_everything_is_soon_left_alone() -> None:
    """The three bots' offers become rarer: at most one per turn, and about a dozen per game."""
    by_hundred = [0, 0, 0, 0, 0]
    for seed in range(10):
        game = Game(4, Seeded(seed))
        driver = Watched(game, [Refuser(), TraderBot(), TraderBot(), TraderBot()])
        driver.run(499)
        turns = Counter(turn for turn, offer, _ in driver.made if offer.partner == 0)
        assert sum(turns.values()) <= 20
        assert max(turns.values()) == 1
        for turn, count in turns.items():
            by_hundred[turn // 100] += count
    assert by_hundred[0] > 20
    assert by_hundred[1] < by_hundred[0] / 2
    assert by_hundred[3] <= by_hundred[0] / 8


def test_bargaining_does_not_change_the_sketch() -> None:
    game = table(mortgaged=(s.READING,))
    terms = OfferTrade(s.ANN, s.BOB, 100, 0, (s.NEW_YORK,), (s.READING,), unmortgage=(s.READING,))
    offer = put(game, terms)
    talk = Bargainer(Estimate(game.state))
    talk.start(game.state)
    deal = talk.of_offer(game.state, offer)
    talk.weigh(game.state, deal)
    gain = deal.gain
    assert deal.partner_fees == 110
    talk.weigh(game.state, deal)
    assert deal.gain == gain
    number = game.state.board.deed_at[s.READING]
    assert (talk.sketch.plots[number].owner, talk.sketch.plots[number].mortgaged) == (s.BOB, True)


def counted(sketch: Estimate) -> list[float]:
    """Return the sketch's figures for each player, and each group's owner."""
    names = ("groups", "loose", "income", "deeds", "raisable", "buildings", "short_free", "parts")
    figures = [float(getattr(standing, name)) for standing in sketch.standings for name in names]
    return figures + [float(group.owner) for group in sketch.groups]


def test_the_figures_after_a_deal_match_a_full_recount() -> None:
    """Only the groups affected by a deal are recounted."""
    for game in positions(6):
        state = game.state
        talk = Bargainer(Estimate(state))
        talk.start(state)
        for seat in range(4):
            for partner in range(4):
                if partner == seat or state.players[seat].out or state.players[partner].out:
                    continue
                for deal in talk.candidates(state, seat, partner, yields=True, sells=True):
                    before = counted(talk.sketch)
                    talk.open(state, deal)
                    quick = counted(talk.sketch)
                    talk.sketch.count_deeds()
                    assert quick == pytest.approx(counted(talk.sketch))
                    talk.close(state, deal)
                    assert counted(talk.sketch) == before


# -- leeway: how much a partner may lose, by the bot's own estimate --------------------------------


def leeway_after(taken: list[bool]) -> list[float]:
    """Return the leeway in offers to Bob after he answers each of several offers for Reading."""
    game = table()
    leeways = []
    for yes in taken:
        offer = put(game, OfferTrade(s.ANN, s.BOB, give_cash=1, get_deeds=(s.READING,)))
        game.step(AcceptTrade(s.BOB, offer.number) if yes else DeclineTrade(s.BOB, offer.number))
        game.state.give(game.state.property(s.READING), s.BOB)
        game.state.turn += 200
        leeways.append(Manners(game.state, s.BOB).leeway(OPENING))
    return leeways


def test_a_player_who_accepts_is_asked_for_more() -> None:
    first, second, third = leeway_after([True, True, True])
    assert OPENING < first < second < third


def test_a_player_who_declines_is_asked_for_less_until_deals_must_benefit_both_sides() -> None:
    first, second, third = leeway_after([False, False, False])
    assert OPENING > first > second > third == 0.0


def test_a_player_who_has_accepted_keeps_some_leeway() -> None:
    *_, last, after = leeway_after([True, *[False] * 8])
    assert last == after == LEAST_LEEWAY


def answered(yes: bool, times: int) -> Game:
    """Set up a table where Bob has accepted or declined offers for Reading, five rounds apart."""
    game = table()
    for _ in range(times):
        offer = put(game, OfferTrade(s.CY, s.BOB, give_cash=1, get_deeds=(s.READING,)))
        game.step(AcceptTrade(s.BOB, offer.number) if yes else DeclineTrade(s.BOB, offer.number))
        game.state.give(game.state.property(s.READING), s.BOB)
        game.state.turn += 20
    return game


def test_no_offer_for_a_deed_is_below_its_printed_price() -> None:
    for times in (0, 1, 3, 6):
        state = answered(True, times).state
        deals = Bargainer(Estimate(state)).deals(state, s.ANN)
        bought = [deal for deal in deals if deal.partner == s.BOB and not deal.give]
        assert bought or times < 3
        for deal in bought:
            assert deal.pays > sum(state.properties[number].deed.price for number in deal.get)


def test_every_offer_raises_the_makers_win_probability_no_matter_how_much_leeway_there_is() -> None:
    for game in positions(10):
        state = game.state
        for deal in Bargainer(Estimate(state)).deals(state, s.ANN):
            assert deal.gain > 0.0
            assert deal.partner_gain + deal.leeway > 0.0


# -- manners ---------------------------------------------------------------------------------------


def swap(pays: int = 0) -> Deal:
    """Return a deal in which Ann buys Boardwalk from Bob for cash."""
    state = table().state
    return Deal(s.ANN, s.BOB, [state.property(s.BOARDWALK).deed.number], [], pays)


def declined(game: Game, maker: int, cash: int) -> None:
    """Have Bob decline an offer for Boardwalk."""
    offer = put(game, OfferTrade(maker, s.BOB, give_cash=cash, get_deeds=(s.BOARDWALK,)))
    game.step(DeclineTrade(s.BOB, offer.number))


def test_no_player_gets_two_offers_in_a_round_even_from_different_players() -> None:
    game = table()
    assert Manners(game.state, s.BOB).allow(s.ANN)
    declined(game, s.CY, 500)
    for _ in range(4):
        assert not Manners(game.state, s.BOB).allow(s.ANN)
        assert Manners(game.state, s.DEE).allow(s.ANN)
        game.state.turn += 1
    assert Manners(game.state, s.BOB).allow(s.ANN), "with four players, a round is four turns"


def test_a_player_gets_one_offer_per_round_even_if_they_accept_it() -> None:
    game = table()
    offer = put(game, OfferTrade(s.CY, s.BOB, give_deeds=(s.VERMONT,), get_deeds=(s.READING,)))
    game.step(AcceptTrade(s.BOB, offer.number))
    for turn in range(1, 9):
        game.state.turn += 1
        assert Manners(game.state, s.BOB).allow(s.ANN) is (turn >= 4), "after one round"
        assert Manners(game.state, s.BOB).allow(s.CY) is (turn >= 8), "so that others get a chance"


def test_a_player_who_sells_cheaply_may_get_another_offer_immediately() -> None:
    game = table()
    offer = put(game, OfferTrade(s.CY, s.BOB, give_cash=400, get_deeds=(s.READING,)))
    assert not Manners(game.state, s.BOB).allow(s.ANN)
    assert not Manners(game.state, s.BOB).allow(s.CY)
    game.step(AcceptTrade(s.BOB, offer.number))
    assert is_cheap_sale(game.state, game.state.past_offers[-1]), "twice the printed price"
    assert Manners(game.state, s.BOB).allow(s.ANN)
    assert Manners(game.state, s.BOB).allow(s.CY)
    game = table()
    offer = put(game, OfferTrade(s.CY, s.BOB, give_cash=401, get_deeds=(s.READING,)))
    game.step(AcceptTrade(s.BOB, offer.number))
    assert not Manners(game.state, s.BOB).allow(s.ANN)


def test_an_offer_soon_after_someone_elses_counts_as_rude() -> None:
    """Otherwise, several such players could keep a bot from ever making an offer."""
    game = table()
    declined(game, s.CY, 1)
    game.state.turn += 1
    declined(game, s.DEE, 1)
    manners = Manners(game.state, s.BOB)
    assert [manners.is_rude(maker) for maker in range(4)] == [False, False, False, True]


def test_a_deal_that_completes_two_groups_needs_a_larger_gain() -> None:
    game = s.scene(
        players=4,
        owns={
            s.ANN: (s.ST_JAMES, s.TENNESSEE, s.ILLINOIS),
            s.BOB: (s.KENTUCKY, s.INDIANA, s.NEW_YORK),
        },
    )
    deed_at = game.state.board.deed_at
    double = Deal(s.ANN, s.BOB, [deed_at[s.NEW_YORK]], [deed_at[s.ILLINOIS]])
    single = Deal(s.ANN, s.BOB, [deed_at[s.NEW_YORK]], [])
    assert least_gain(game.state, double) == DEFAULT_STYLE.double_gain
    assert least_gain(game.state, single) == DEFAULT_STYLE.least_gain
    game.state.round = DOUBLE_ROUNDS
    assert least_gain(game.state, double) == DEFAULT_STYLE.least_gain
    single.gain, single.partner_gain = 0.001, 0.001
    assert is_useful(game.state, single)


def test_a_deal_that_completes_nothing_is_accepted_only_for_half_the_gain_or_two_points() -> None:
    state = table().state
    deal = Deal(s.BOB, s.ANN, [state.board.deed_at[s.MEDITERRANEAN]], [])
    for own, theirs, useful in ((0.004, 0.005, False), (0.005, 0.005, True), (0.02, 0.025, True)):
        deal.gain, deal.partner_gain = own, theirs
        assert is_useful(state, deal) is useful


def test_a_group_divided_between_two_players_is_worth_something_to_both() -> None:
    """Whoever sells such a deed gives up more than its price."""
    sketch = Estimate(table().state, DEAL_WEIGHTS)
    sketch.weigh()
    chips = [standing.chips for standing in sketch.standings]
    assert chips[s.ANN] == chips[s.BOB] > 0.0, "dark blue and orange"
    assert chips[s.CY] == chips[s.DEE] == 0.0


def test_constant_offers_from_one_player_do_not_keep_bots_from_trading() -> None:
    game = table()
    for cash in range(1, 4):
        declined(game, s.CY, cash)
    assert Manners(game.state, s.BOB).allow(s.ANN)
    assert Manners(game.state, s.BOB).leeway(OPENING) == OPENING
    assert not Manners(game.state, s.BOB).allow(s.CY)


def test_a_counteroffer_does_not_use_up_the_one_offer_per_round() -> None:
    game = table()
    put(game, OfferTrade(s.BOB, s.ANN, give_cash=5, get_deeds=(s.PARK_PLACE,)))
    game.step(CounterTrade(s.ANN, game.state.last_serial, 0, 900, (s.PARK_PLACE,), ()))
    assert Manners(game.state, s.BOB).allow(s.CY)


def test_a_player_who_wants_no_offers_gets_none_from_bots() -> None:
    for pause in (5, -1):
        game = table()
        assert Bargainer(Estimate(game.state)).deals(game.state, s.ANN)
        for seat in (s.BOB, s.CY, s.DEE):
            game.step(PauseOffers(seat, pause))
        assert not Bargainer(Estimate(game.state)).deals(game.state, s.ANN)


def rounds_left_alone(game: Game, offers: int) -> list[float]:
    """Have Bob decline Ann's offers; return the length of the pause after each, in rounds."""
    rounds = []
    for cash in range(1, offers + 1):
        declined(game, s.ANN, cash)
        before = game.state.turn
        while not Manners(game.state, s.BOB).allow(s.ANN):
            game.state.turn += 1
        rounds.append((game.state.turn - before) / 4)
    return rounds


def trade_once(game: Game, maker: int) -> None:
    """Have Bob accept an offer, or make one himself."""
    if maker == s.BOB:
        put(game, OfferTrade(s.BOB, s.DEE, give_cash=1, get_deeds=(s.INDIANA,)))
    else:
        offer = put(game, OfferTrade(maker, s.BOB, give_cash=1, get_deeds=(s.READING,)))
        game.step(AcceptTrade(s.BOB, offer.number))


def test_a_player_who_keeps_declining_is_left_alone_for_longer() -> None:
    assert rounds_left_alone(table(), 5) == [1, 14, 28, 56, 56]


@pytest.mark.parametrize("maker", [s.BOB, s.CY])
def test_a_player_who_trades_gets_more_offers(maker: int) -> None:
    game = table()
    trade_once(game, maker)
    assert rounds_left_alone(game, 10) == [1, 1, 1, 1, 1, 2, 4, 8, 16, 16]


def test_an_exchange_is_offered_again_only_on_clearly_better_terms() -> None:
    game = table()
    declined(game, s.ANN, 500)
    game.state.turn += 4 * 100
    assert not is_news(game.state, swap(500))
    assert not is_news(game.state, swap(1699))
    assert is_news(game.state, swap(1700)), "$500 plus 300% of $400"
    trade_once(game, s.CY)
    assert not is_news(game.state, swap(599))
    assert is_news(game.state, swap(600)), "$500 plus 25% of $400, for a player who trades"


def test_for_twelve_rounds_another_bot_must_offer_clearly_more() -> None:
    game = table()
    declined(game, s.CY, 500)
    assert not is_news(game.state, swap(599))
    assert is_news(game.state, swap(600)), "$500 plus 25% of $400"
    game.state.turn += 4 * 12
    assert is_news(game.state, swap(400))


def test_a_bot_makes_no_payment_that_leaves_it_below_600_dollars() -> None:
    """Bob would gladly pay $200 for New York, which completes his group."""
    terms = OfferTrade(s.ANN, s.BOB, 0, 200, (s.NEW_YORK,), ())
    assert isinstance(answer(trader("normal"), table(cash={s.BOB: 800}), terms), AcceptTrade)
    bot = trader("normal")
    assert not isinstance(answer(bot, table(cash={s.BOB: 799}), terms), AcceptTrade)
    assert bot.reason is not None
    assert bot.reason.code in ("trade.purse", "trade.counter")


@pytest.mark.parametrize(
    ("own", "theirs", "fair"),
    [(0.4, 0.6, True), (0.39, 0.61, False), (0.1, -0.5, True), (-0.1, -2.0, False)],
)
def test_a_deal_is_fair_to_a_player_who_gets_at_least_40_percent_of_the_joint_gain(
    own: float, theirs: float, fair: bool
) -> None:
    deal = Deal(s.BOB, s.ANN, [], [])
    deal.gain, deal.partner_gain = own, theirs
    assert deal.is_fair() is fair


class Passive(TraderBot):
    """A trader that makes no offers and declines every offer."""

    def answer(self, view: View, offer: Offer) -> Action | None:
        return DeclineTrade(view.seat, offer.number)


def check_manners(driver: Watched) -> int:
    """Check that no player got too many offers; return the number of offers.

    A player may get one offer per round; within twelve rounds, the same exchange may be offered
    again only on clearly better terms. Accepted offers and counteroffers are ignored.
    """
    made = [
        (turn, left, offer)
        for (turn, offer, counters), left in zip(driver.made, driver.left, strict=True)
        if not counters and offer.number not in driver.taken
    ]
    for place, (turn, left, offer) in enumerate(made):
        for before, _, past in made[:place]:
            if past.partner != offer.partner:
                continue
            assert turn - before >= left, ("two offers in a round", past, offer)
            old, new = past.terms, offer.terms
            same = (old.give_deeds, old.get_deeds) == (new.give_deeds, new.get_deeds)
            if same and turn - before < SAME_ROUNDS * left:
                more = (new.give_cash - new.get_cash) - (old.give_cash - old.get_cash)
                assert more >= LEAST_RAISE, ("the same offer again", past, offer)
    return len(made)


@pytest.mark.parametrize("players", range(3, 9))
@pytest.mark.parametrize("name", ["easy", "normal"])
def test_bots_together_do_not_pester_anyone(name: str, players: int) -> None:
    count = 0
    for seed in range(4):
        driver = Watched(Game(players, Seeded(seed)), [make_bot(name) for _ in range(players)])
        driver.run(300)
        count += check_manners(driver)
    assert count > 20


@pytest.mark.parametrize("name", ["easy", "normal"])
@pytest.mark.parametrize("seed", range(3))
def test_three_bots_together_do_not_pester_a_passive_seat(name: str, seed: int) -> None:
    bots: list[Bot] = [Passive(trades=False), *[make_bot(name) for _ in range(3)]]
    driver = Watched(Game(4, Seeded(seed)), bots)
    driver.run(160)
    assert check_manners(driver)
    heard = [offer for _, offer, _ in driver.made if offer.partner == 0]
    same = Counter((offer.maker, offer.terms.give_deeds, offer.terms.get_deeds) for offer in heard)
    assert sum(same.values()) - len(same) <= 1


@pytest.mark.parametrize("seed", range(6))
def test_a_bot_recreated_before_each_move_still_limits_its_offers(seed: int) -> None:
    """The bot relies only on public information, since a server may lose a bot's process."""
    game = Game(4, Seeded(seed))
    driver = Watched(game, [make_bot("normal") for _ in range(4)])
    for _ in range(120):
        if game.state.over:
            break
        for one in driver.seats:
            one.bot = make_bot("normal")
        driver.advance()
    assert check_manners(driver)
