"""Manners: when a bot may make a player an offer, and what it learns from the answers.

Everything is read from the public history of offers (``engine/rules/offer_history.py``), so a bot
can hold back without a memory of its own, whether in a simulation or with people. Bots can't tell
which seats people play: every seat is treated alike, and every offer counts, whoever made it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from passgo.engine.rules.offer_history import wants_offers

if TYPE_CHECKING:
    from passgo.bots.bargain import Deal
    from passgo.engine.state import PastOffer, State

FIRST_PAUSE: Final = 14
"""The pause after two declined offers in a row, in rounds; each further one doubles it."""
LONGEST_PAUSE: Final = 56
"""The longest pause, in rounds."""
TRADER_HAGGLES: Final = 5
"""How many offers in a row a player who trades may decline before pauses exceed a round."""
TRADER_FIRST_PAUSE: Final = 2
"""The pause after one more declined offer than that, in rounds; each further one doubles it."""
TRADER_LONGEST_PAUSE: Final = 16
"""The longest pause for a player who trades, in rounds."""
AFTER_YES: Final = 2
"""The pause after an accepted offer, in rounds: long enough for another player to make one."""
CHEAP: Final = 200
"""A sale for cash alone is cheap up to this percentage of the printed prices."""
OWN_RAISE: Final = 300
"""How much more a bot must pay to repeat its own offer, as a percentage of the printed prices."""
RAISE: Final = 25
"""The corresponding percentage if another player made the offer, or if the partner is one who trades."""
LEAST_RAISE: Final = 50
"""The minimum for both of these increases, in dollars."""
SAME_ROUNDS: Final = 12
"""The number of rounds for which another player's offer of the same exchange counts."""
LEAST_LEEWAY: Final = 0.01


class Approach:
    """The offers that one maker has made to a player, except those that led to a cheap sale."""

    def __init__(self, maker: i64) -> None:
        self.maker = maker
        self.rude = False
        """Whether the maker has made an offer too soon after an earlier one."""
        self.declined: i64 = 0
        """How many of the maker's latest offers in a row the player has declined."""
        self.latest: i64 = 0
        """The turn of the maker's latest offer."""
        self.next_turn: i64 = 0
        """The first turn in which another offer is polite."""


class Manners:
    """The history of the offers made to one player: by whom, how often, and with what answer.

    A player who makes an offer too soon after an earlier one, whoever made that, counts as rude. The
    built-in bots are never rude, and they ignore rude players' offers when they decide whether to
    hold back; otherwise, one player could keep the others from trading by constantly making silly
    offers.
    """

    def __init__(self, state: State, partner: i64) -> None:
        self.state = state
        self.partner = partner
        self.sells = False
        """Whether this player has sold a deed cheaply."""
        self.approaches: list[Approach] = []
        """The offers of each maker, in the order of their first offers."""
        left = state.left
        for past in state.past_offers:
            if past.partner != partner or past.answer:
                continue
            if is_cheap_sale(state, past):
                self.sells = True
                continue
            own = self.find_approach(past.maker)
            if past.turn < own.next_turn:
                own.rude = True
            for other in self.approaches:
                if other is not own and not other.rude and past.turn - other.latest < left:
                    own.rude = True
            own.latest = past.turn
            own.declined = 0 if past.accepted else own.declined + 1
            haggles = own.declined > 1 and is_trader(state, partner)
            own.next_turn = past.turn + pause_after(own.declined, haggles) * left

    def find_approach(self, maker: i64) -> Approach:
        """Return the offers of one maker; start a new list if there are none yet."""
        for approach in self.approaches:
            if approach.maker == maker:
                return approach
        started = Approach(maker)
        self.approaches.append(started)
        return started

    def allow(self, maker: i64) -> bool:
        """Return whether a bot may make this player an offer now.

        It may not if the player has paused offers, or within one round of another polite offer (a
        round is one turn for each player left). The more of this bot's offers they have declined in
        a row, the longer it waits. An offer that a player accepted although it paid little doesn't
        count: whoever sells cheaply may get another immediately.
        """
        state = self.state
        if not wants_offers(state, self.partner):
            return False
        for approach in self.approaches:
            if approach.maker == maker and state.turn < approach.next_turn:
                return False
            if not approach.rude and state.turn - approach.latest < state.left:
                return False
        return True

    def is_rude(self, maker: i64) -> bool:
        """Return whether a player has made this player an offer too soon after an earlier one."""
        for approach in self.approaches:
            if approach.maker == maker:
                return approach.rude
        return False

    def counts(self, past: PastOffer) -> bool:
        """Return whether an offer was made to this player by a polite maker."""
        return past.partner == self.partner and not past.answer and not self.is_rude(past.maker)

    def leeway(self, opening: float) -> float:
        """Return how far the player's gain may fall short: more after a cheap sale, less after a no.

        ``opening`` is how far it may fall short initially.
        A player who keeps declining soon gets only offers that benefit both sides and complete a
        group, unless they have already sold a deed cheaply.
        """
        if not self.sells and not self.approaches:
            return opening
        found = opening
        least = 0.0
        for past in self.state.past_offers:
            if not self.counts(past):
                continue
            if is_cheap_sale(self.state, past):
                found = 2.0 * found + opening
                least = LEAST_LEEWAY
            elif not past.accepted:
                found = max(least, found / 2.0) if found > LEAST_LEEWAY else least
        return found


def is_cheap_sale(state: State, past: PastOffer) -> bool:
    """Return whether a player accepted an offer of cash alone, and not much of it, for deeds."""
    terms = past.terms
    if not past.accepted or terms.give_deeds or not terms.get_deeds:
        return False
    price: i64 = 0
    for space in terms.get_deeds:
        price += state.property(space).deed.price
    return terms.give_cash * 100 <= price * CHEAP


def is_trader(state: State, seat: i64) -> bool:
    """Return whether a player has made or accepted an offer: only then is haggling worthwhile."""
    for past in state.past_offers:
        if past.maker == seat or (past.partner == seat and past.accepted):
            return True
    return False


def pause_after(declined: i64, trader: bool) -> i64:
    """Return how many rounds to pause after this many declined offers in a row."""
    if declined == 0:
        return AFTER_YES
    if declined <= (TRADER_HAGGLES if trader else 1):
        return 1
    if trader:
        return min(TRADER_FIRST_PAUSE << (declined - TRADER_HAGGLES - 1), TRADER_LONGEST_PAUSE)
    return min(FIRST_PAUSE << (declined - 2), LONGEST_PAUSE)


def same_exchange(state: State, past: PastOffer, deal: Deal) -> bool:
    """Return whether an unaccepted offer and a deal ask the partner for the same exchange."""
    return (
        past.partner == deal.partner
        and not past.accepted
        and same_deeds(state, past.terms.get_deeds, deal.get)
        and same_deeds(state, past.terms.give_deeds, deal.give)
    )


def same_deeds(state: State, spaces: tuple[int, ...], deeds: list[int]) -> bool:
    """Return whether spaces and deed numbers refer to the same deeds."""
    if len(spaces) != len(deeds):
        return False
    for space in spaces:
        if state.board.deed_at[space] not in deeds:
            return False
    return True


def times_offered(state: State, deal: Deal) -> i64:
    """Return how many times a bot has offered, or countered with, this exchange."""
    count: i64 = 0
    for past in state.past_offers:
        if past.maker == deal.seat and same_exchange(state, past, deal):
            count += 1
    return count


def is_news(state: State, deal: Deal) -> bool:
    """Return whether an exchange is new to the partner, or clearly better than last time."""
    own_raise = RAISE if is_trader(state, deal.partner) else OWN_RAISE
    for past in state.past_offers:
        if not same_exchange(state, past, deal):
            continue
        percent = own_raise
        if past.maker != deal.seat:
            if state.turn - past.turn >= SAME_ROUNDS * state.left:
                continue
            percent = RAISE
        if deal.pays < past.terms.give_cash - past.terms.get_cash + clearly_more(
            state, deal, percent
        ):
            return False
    return True


def clearly_more(state: State, deal: Deal, percent: i64) -> i64:
    """Return how much more an exchange must pay to be clearly better."""
    price: i64 = 0
    for number in deal.get:
        price += state.properties[number].deed.price
    for number in deal.give:
        price += state.properties[number].deed.price
    return max(LEAST_RAISE, price * percent // 100)
