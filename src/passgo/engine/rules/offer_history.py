"""The history of recent offers, and a player's request to be left alone.

Offers are public (Ruling 14), and so is who made which: anyone at the table may remember them. The state
does so for everyone, so that bots can hold back without a memory of their own. Nothing here restricts what
may be offered: the rules accept every legal offer, and our bots use the history to be polite.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from passgo.engine.action import Action
from passgo.engine.events import OffersPaused
from passgo.engine.options import Choice, Option
from passgo.engine.refusal import Refusal
from passgo.engine.state import NO_PAUSE, WHOLE_GAME, PastOffer

if TYPE_CHECKING:
    from passgo.engine.game import Game
    from passgo.engine.state import Offer, State

MOST_KEPT: Final = 48
"""How many offers of one maker stay in the history: it cannot be flooded, nor can others be crowded out."""
PAUSE_ROUNDS: Final = 5
"""How many rounds a pause lasts that is not for the whole game."""


def remember_offer(state: State, offer: Offer, counter: bool) -> None:
    """Add an offer that is being made; drop one of a maker who makes very many.

    That is their oldest counter-offer, or else their oldest offer: answers must not crowd out offers.
    """
    own: i64 = 0
    oldest: i64 = -1
    oldest_counter: i64 = -1
    for place, past in enumerate(state.past_offers):
        if past.maker == offer.maker:
            own += 1
            if oldest < 0:
                oldest = place
            if past.counter and oldest_counter < 0:
                oldest_counter = place
    if own >= MOST_KEPT:
        del state.past_offers[oldest if oldest_counter < 0 else oldest_counter]
    state.past_offers.append(
        PastOffer(offer.number, offer.maker, offer.partner, offer.terms, state.turn, counter)
    )


def mark_accepted(state: State, number: i64) -> None:
    """Note that an offer was accepted. Copies of the state share the entry, so it is replaced."""
    for place, past in enumerate(state.past_offers):
        if past.number == number:
            state.past_offers[place] = past.after_acceptance()
            return


# -- "no offers for now" ---------------------------------------------------------------------------


def wants_offers(state: State, seat: i64) -> bool:
    """Return whether a player has not asked to be left alone."""
    until = state.players[seat].no_offers_until
    return until != WHOLE_GAME and until <= state.round


def pause_end(state: State, rounds: i64) -> i64:
    """Return the round in which a pause that begins now ends: this round does not count."""
    return state.round + rounds + 1 if rounds > 0 else rounds


class PauseOffers(Action):
    """Ask for no offers for 5 rounds (5) or for the rest of the game (-1); 0 ends that. Ruling 14."""

    def __init__(self, seat: i64, rounds: i64) -> None:
        self.seat = seat
        self.rounds = rounds

    def why_not(self, state: State) -> Refusal | None:
        """Any time, unless it changes nothing."""
        if self.rounds not in (NO_PAUSE, PAUSE_ROUNDS, WHOLE_GAME):
            return Refusal("pause.rounds", "Ruling 14", rounds=self.rounds)
        if self.rounds == NO_PAUSE:
            same = wants_offers(state, self.seat)
        else:
            same = state.players[self.seat].no_offers_until == pause_end(state, self.rounds)
        return Refusal("pause.same", "Ruling 14", rounds=self.rounds) if same else None

    def do(self, game: Game) -> None:
        """Note it for everyone to see."""
        until = pause_end(game.state, self.rounds)
        game.state.players[self.seat].no_offers_until = until
        if game.has_listener:
            game.emit(OffersPaused(self.seat, until))


def pause_options(state: State, seat: i64) -> list[Option]:
    """List the pauses a seat may ask for, and the end of one."""
    kinds = (NO_PAUSE, PAUSE_ROUNDS, WHOLE_GAME)
    rounds = [one for one in kinds if PauseOffers(seat, one).why_not(state) is None]
    return [Option("PauseOffers", seat, [Choice("rounds", rounds)])]
