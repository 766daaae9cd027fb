"""Laws that hold in every game, checked over many random walks."""

from __future__ import annotations

import contextlib
from random import Random

import pytest

from passgo.citations import cite
from passgo.engine.action import TABLE
from passgo.engine.agenda import Decision
from passgo.engine.board import HOTEL_LEVEL
from passgo.engine.chance import Seeded
from passgo.engine.events import (
    BuildingBought,
    BuildingSold,
    CardKept,
    CardReturned,
    CardTransferred,
    DeedDealt,
    DeedTransferred,
    Event,
    EventCollector,
    MoneyPaid,
    MortgageCanceled,
    PropertyAuctioned,
    PropertyBought,
    PropertyMortgaged,
    PropertyUnmortgaged,
)
from passgo.engine.game import Game
from passgo.engine.legal import ACTIONS
from passgo.engine.refusal import Refusal, Refused
from passgo.engine.state import BANK, POT, Hidden
from tests.laws.walks import FIELDS, walk, walk_game

WALKS = range(35)
STEPS = 500
LONG_WALKS = range(35, 735)
TRADES = ("OfferTrade", "CounterTrade", "AcceptTrade")


class Ledger:
    """The assets of all players, computed from events alone."""

    def __init__(self) -> None:
        self.cash: dict[int, int] = {}
        self.owner: dict[int, int] = {}
        self.houses: dict[int, int] = {}
        self.mortgaged: set[int] = set()
        self.cards: dict[int, int] = {}

    def on_event(self, event: Event) -> None:
        """Record one event."""
        if isinstance(event, MoneyPaid):
            assert event.amount > 0 or event.reason == "salary" or event.reason == "start", event
            self.cash[event.payer] = self.cash.get(event.payer, 0) - event.amount
            self.cash[event.payee] = self.cash.get(event.payee, 0) + event.amount
        elif isinstance(event, PropertyBought | PropertyAuctioned | DeedDealt):
            assert self.owner.get(event.space, BANK) == BANK
            self.owner[event.space] = event.seat
        elif isinstance(event, DeedTransferred):
            assert self.owner[event.space] == event.giver
            self.owner[event.space] = event.taker
        elif isinstance(event, BuildingBought | BuildingSold):
            self.houses[event.space] = event.houses
        elif isinstance(event, PropertyMortgaged):
            self.mortgaged.add(event.space)
        elif isinstance(event, PropertyUnmortgaged | MortgageCanceled):
            self.mortgaged.remove(event.space)
        elif isinstance(event, CardKept):
            assert event.card not in self.cards
            self.cards[event.card] = event.seat
        elif isinstance(event, CardTransferred):
            assert self.cards[event.card] == event.giver
            self.cards[event.card] = event.taker
        elif isinstance(event, CardReturned):
            assert self.cards.pop(event.card) == event.seat

    def agrees(self, game: Game) -> None:
        """Compare the assets with the state: nothing may appear or vanish without an event."""
        state = game.state
        for player in state.players:
            assert player.cash == self.cash.get(player.seat, 0)
            assert player.cash >= 0
            assert player.cards == [] or all(
                self.cards[card] == player.seat for card in player.cards
            )
        assert state.pot == self.cash.get(POT, 0)
        assert sum(len(player.cards) for player in state.players) == len(self.cards)
        for prop in state.properties:
            space = prop.deed.space
            assert prop.owner == self.owner.get(space, BANK)
            assert prop.houses == self.houses.get(space, 0)
            assert prop.mortgaged == (space in self.mortgaged)


def assert_consistent(game: Game) -> None:
    """Check that the state's counts are correct and that no deed, card or building is lost."""
    state = game.state
    board = state.board
    hotels = sum(1 for prop in state.properties if prop.houses == HOTEL_LEVEL)
    houses = sum(prop.houses for prop in state.properties if prop.houses != HOTEL_LEVEL)
    assert state.hotels == board.hotels - hotels
    assert state.houses == board.houses - houses
    if not state.rules.unlimited_buildings:
        assert state.houses >= 0
        assert state.hotels >= 0
    for player in state.players:
        owned = [prop for prop in state.properties if prop.owner == player.seat]
        assert player.deeds == len(owned)
        assert player.mortgages == sum(1 for prop in owned if prop.mortgaged)
        assert player.buildings == sum(state.count_as_houses(prop.houses) for prop in owned)
        for group in board.groups:
            properties = state.group_properties(group.number)
            whole = all(prop.owner == player.seat for prop in properties)
            assert state.owns_group(player.seat, group.number) == whole
            if any(prop.houses > 0 for prop in properties) and properties[0].owner == player.seat:
                assert whole
                assert not any(prop.mortgaged for prop in properties)
                steps = [state.count_as_houses(prop.houses) for prop in properties]
                assert state.rules.uneven_building or max(steps) - min(steps) <= 1
        assert not player.out or (player.cash == 0 and not owned and not player.cards)
    held = [card for player in state.players for card in player.cards]
    for deck in range(2):
        cards = game.hidden.piles[deck] + state.seen[deck]
        cards += [card for card in held if board.cards[card].deck == deck]
        assert sorted(cards) == board.decks[deck]
    assert state.left == sum(1 for player in state.players if not player.out)


def check_every_law(number: int, steps: int) -> None:
    """Take a random walk and check every law at every step."""
    keeper = EventCollector()
    start = walk_game(number, keeper)
    ledger = Ledger()
    for event in keeper.events:
        ledger.on_event(event)
    random = Random(-number)
    for game, action, option in walk(number, steps, start):
        where = f"walk {number}, after move {game.state.moves}: {action}"
        keeper.events.clear()
        before = game.digest() if random.random() < 0.05 else ""
        foreseen = game.check(action) if random.random() < 0.1 else None
        try:
            events = game.play(action)
        except Refused as refused:
            why = refused.refusal
            assert option.action in TRADES, where
            cite(why.cite)
            assert before in ("", game.digest()), where
            assert foreseen in (None, why), where
            continue
        assert events == keeper.events, where
        assert not isinstance(foreseen, Refusal), where
        assert foreseen is None or foreseen == events, where
        for event in events:
            cite(event.cite)
            ledger.on_event(event)
        ledger.agrees(game)
        assert_consistent(game)
        waiting = game.waiting_for
        assert bool(waiting) != game.state.over, where
        top = game.state.agenda.top
        for seat in waiting:
            assert not game.state.players[seat].out, where
            assert isinstance(top, Decision)
            assert not isinstance(game.check(top.default(game.state, seat)), Refusal), where


@pytest.mark.parametrize("number", WALKS)
def test_every_law_holds_at_every_step_of_a_random_walk(number: int) -> None:
    """Options are accepted, refusals change nothing, events are complete, and previews match."""
    check_every_law(number, STEPS)


@pytest.mark.long
@pytest.mark.parametrize("number", LONG_WALKS)
def test_every_law_holds_on_long_walks(number: int) -> None:
    check_every_law(number, 3000)


@pytest.mark.parametrize("number", range(14))
def test_random_actions_are_legal_or_change_nothing(number: int) -> None:
    """Actions with random fields are either allowed by the rules or leave no trace."""
    random = Random(number)
    values = [-(2**62), -2, -1, 0, 1, 2, 3, 5, 9, 39, 40, 99, 1500, 2**62]
    for game, action, _ in walk(number, 120):
        before = game.digest()
        for name, kind in ACTIONS.items():
            fields: dict[str, object] = {}
            for field in FIELDS[name]:
                value: object = random.choice(values)
                if field in ("share", "on") or (field, name) == ("unmortgage", "InheritDeed"):
                    value = random.random() < 0.5
                elif field.endswith(("_deeds", "_cards")) or field == "unmortgage":
                    value = tuple(random.choices(values, k=random.randint(0, 2)))
                elif field == "seat":
                    value = random.choice([TABLE, 0, 1, 2, 7, 8, -5])
                fields[field] = value
            nonsense = kind(**fields)
            trial = game.copy(Seeded(1))
            try:
                trial.play(nonsense)
            except Refused as refused:
                assert trial.digest() == before, nonsense
                assert trial.state.moves == game.state.moves
                cite(refused.refusal.cite)
            else:
                assert trial.digest() != before or trial.state.moves == game.state.moves
        with contextlib.suppress(Refused):
            game.play(action)


@pytest.mark.parametrize("number", range(21))
def test_hidden_cards_do_not_affect_anything_visible(number: int) -> None:
    """Two games that differ only in unseen cards have the same views, options and previews."""
    for game, action, _ in walk(number, 200):
        if game.state.moves % 10 == 0:
            hidden = Hidden([list(reversed(pile)) for pile in game.hidden.piles])
            twin = Game(chance=Seeded(0), state=game.state.copy(), hidden=hidden)
            for seat in range(len(game.state.players)):
                assert game.view(seat).digest() == twin.view(seat).digest()
                assert game.options(seat) == twin.options(seat)
            assert game.check(action) == twin.check(action)
            assert twin.digest() != game.digest() or hidden.piles == game.hidden.piles
        with contextlib.suppress(Refused):
            game.play(action)


@pytest.mark.parametrize("number", range(14))
def test_a_copy_is_independent_of_its_game(number: int) -> None:
    """Actions in a copy or in an imagined game do not change the original."""
    for game, action, _ in walk(number, 150):
        before = game.digest()
        for other in (game.copy(Seeded(9)), game.view(0).imagine(Seeded(9))):
            assert other.view(0).digest() == game.view(0).digest()
            for trial, action, _ in walk(number + 1, 10, other):
                with contextlib.suppress(Refused):
                    trial.play(action)
            assert game.digest() == before
        with contextlib.suppress(Refused):
            game.play(action)


@pytest.mark.parametrize("number", range(35))
def test_games_played_with_safe_answers_never_get_stuck(number: int) -> None:
    """When every player gives the safe answer, the game continues turn after turn."""
    game = walk_game(number)
    for _ in range(2000):
        if game.state.over:
            return
        for seat in game.waiting_for:
            if game.state.waits_for(seat):
                game.step(game.default(seat))
    assert game.state.turn > 100
