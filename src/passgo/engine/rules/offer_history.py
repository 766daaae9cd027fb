"""The history of recent offers, and players' requests to pause offers.

Offers are public (Ruling 14), so anyone at the table may remember who made them. The state stores
them for everyone, so bots can avoid repeating offers without keeping a history of their own.
Nothing here restricts what players may offer: the rules accept every legal offer, and our bots use
the history as a courtesy to other players.
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
"""The maximum number of offers kept for each player, so nobody can flood the history."""
PAUSE_ROUNDS: Final = 5
"""The number of rounds that a pause lasts, unless it is for the whole game."""


def remember_offer(state: State, offer: Offer, answer: bool) -> None:
    """Add a new offer to the history, dropping an old one if its maker has too many.

    The maker's oldest answer is dropped first, so answers don't crowd out other offers. If there is
    none, the maker's oldest offer is dropped.
    """
    own: i64 = 0
    oldest: i64 = -1
    oldest_answer: i64 = -1
    for place, past in enumerate(state.past_offers):
        if past.maker == offer.maker:
            own += 1
            if oldest < 0:
                oldest = place
            if past.answer and oldest_answer < 0:
                oldest_answer = place
    if own >= MOST_KEPT:
        del state.past_offers[oldest if oldest_answer < 0 else oldest_answer]
    state.past_offers.append(
        PastOffer(offer.number, offer.maker, offer.partner, offer.terms, state.turn, answer)
    )


def mark_accepted(state: State, number: i64) -> None:
    """Mark an offer as accepted.

    Copies of the state share the history's entries, so the entry is replaced instead of changed.
    """
    for place, past in enumerate(state.past_offers):
        if past.number == number:
            state.past_offers[place] = past.after_acceptance()
            return


# -- pausing offers --------------------------------------------------------------------------------


def wants_offers(state: State, seat: i64) -> bool:
    """Return whether a player currently wants offers."""
    until = state.players[seat].no_offers_until
    return until != WHOLE_GAME and until <= state.round


def pause_end(state: State, rounds: i64) -> i64:
    """Return the round in which a pause starting now would end; the current round doesn't count."""
    return state.round + rounds + 1 if rounds > 0 else rounds


class PauseOffers(Action):
    """Pause offers for 5 rounds (5) or the rest of the game (-1), or end a pause (0). Ruling 14."""

    def __init__(self, seat: i64, rounds: i64) -> None:
        self.seat = seat
        self.rounds = rounds

    def why_not(self, state: State) -> Refusal | None:
        """Refuse an unknown length, or a pause that changes nothing."""
        if self.rounds not in (NO_PAUSE, PAUSE_ROUNDS, WHOLE_GAME):
            return Refusal("pause.rounds", "Ruling 14", rounds=self.rounds)
        if self.rounds == NO_PAUSE:
            same = wants_offers(state, self.seat)
        else:
            same = state.players[self.seat].no_offers_until == pause_end(state, self.rounds)
        return Refusal("pause.same", "Ruling 14", rounds=self.rounds) if same else None

    def do(self, game: Game) -> None:
        """Record the pause for everyone to see."""
        until = pause_end(game.state, self.rounds)
        game.state.players[self.seat].no_offers_until = until
        if game.has_listener:
            game.emit(OffersPaused(self.seat, until))


def pause_options(state: State, seat: i64) -> list[Option]:
    """List the pauses a seat may start or end."""
    kinds = (NO_PAUSE, PAUSE_ROUNDS, WHOLE_GAME)
    rounds = [one for one in kinds if PauseOffers(seat, one).why_not(state) is None]
    return [Option("PauseOffers", seat, [Choice("rounds", rounds)])]
