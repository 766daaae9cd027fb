"""The game: an object that plays actions according to the rules.

    game.build(0, "Boardwalk")    one method for each action, with names (see ``moves``)
    game.play(action)      carry it out and return its events, or raise Refused
    game.step(action)      the same, but send the events only to the listener
    game.check(action)     change nothing; return the Refusal, or the events that would follow
    game.waiting_for       the seats that must answer now
    game.options(seat)     the actions a seat may take now
    game.view(seat)        what a seat may see
    game.copy(chance)      a copy with the given source of randomness, for looking ahead

An action is checked by ``why_not`` (using public state) and carried out by ``do``; then the agenda
proceeds automatically until it needs a decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from mypy_extensions import i64

from passgo.engine.action import Action, why_not
from passgo.engine.agenda import Decision
from passgo.engine.board import Board, classic
from passgo.engine.chance import (
    CHANCE_DECK,
    CHEST_DECK,
    DEEDS,
    IMAGINED_CHANCE,
    OPENING_ROLL,
    Chance,
    ChanceNeeded,
    NoChance,
)
from passgo.engine.encode import digest_of, position_of
from passgo.engine.events import (
    DeedDealt,
    Event,
    GameSetUp,
    Listener,
    MoneyPaid,
    OpeningRollMade,
)
from passgo.engine.legal import legal_actions, options_for
from passgo.engine.moves import Moves
from passgo.engine.name_lookup import Name
from passgo.engine.options import Option
from passgo.engine.outside import get_outside
from passgo.engine.queries import RuleQueries
from passgo.engine.refusal import Refusal, Refused
from passgo.engine.rules import building, cards, debt, moving, shortage, turn
from passgo.engine.rules.trade import AcceptTrade, OfferTrade, TradeProposal
from passgo.engine.ruleset import RuleSet, RuleSetError, check_deal_reaches
from passgo.engine.state import (
    BANK,
    POT,
    Debt,
    Hidden,
    Offer,
    Player,
    Property,
    State,
    describe_seats,
)

NAMED: Final = (
    *("seat", "partner", "space", "group", "card"),
    *("give_deeds", "get_deeds", "give_cards", "get_cards", "unmortgage"),
)
"""The fields of actions for which the methods of a game take names."""


class Game(Moves):
    """A game of Monopoly: its state, its source of randomness and its listener."""

    def __init__(
        self,
        players: int | Sequence[str] = 4,
        chance: Chance | None = None,
        rules: RuleSet | None = None,
        board: Board | None = None,
        listener: Listener | None = None,
        state: State | None = None,
        hidden: Hidden | None = None,
    ) -> None:
        if (state is None) != (hidden is None):
            raise RuleSetError("Pass both state and hidden to start from a position, or neither.")
        self.names: tuple[str, ...] = ()
        self.chance: Chance = NoChance() if chance is None else chance
        self.listener = listener
        self.collected: list[Event] | None = None
        self.has_listener = listener is not None
        if state is not None and hidden is not None:
            self.state = state
            self.hidden = hidden
        else:
            board = classic() if board is None else board
            rules = RuleSet() if rules is None else rules
            check_setup(rules, board, chance)
            if isinstance(players, str):
                raise RuleSetError(
                    f"players must be a number or a list of names (got {players!r})."
                )
            count = players if isinstance(players, int) else len(players)
            self.state = new_table(count, rules, board)
            if not isinstance(players, int):
                self.names = check_names(players, count)
            if chance is None:
                raise RuleSetError(
                    "A new game needs a source of randomness; pass chance=Seeded(1), for example."
                )
            self.hidden = Hidden([[], []])
            set_up(self)

    def __repr__(self) -> str:
        return f"<Game: {self.state.in_short(self.names)}>"

    # -- public interface --------------------------------------------------------------------------

    def play(self, action: Action) -> list[Event]:
        """Carry out an action and return its events; raise ``Refused`` if it is not allowed."""
        check_types(action)
        collected: list[Event] = []
        self.collected = collected
        self.has_listener = True
        try:
            self.step(action)
        finally:
            self.collected = None
            self.has_listener = self.listener is not None
        return collected

    def step(self, action: Action) -> None:
        """Carry out an action, sending its events only to the listener.

        Raise ``Refused`` if it is not allowed.
        """
        state = self.state
        refusal = why_not(state, action)
        if refusal is not None:
            raise Refused(refusal, state.board, self.names)
        top = state.agenda.top
        state.moves += 1
        action.do(self)
        self.proceed()
        if state.agenda.top is not top or state.decision_number < 0:
            state.decision_number = state.moves

    @property
    def waiting_for(self) -> list[int]:
        """The seats that must answer now."""
        return self.state.waiting_for()

    @property
    def offers(self) -> list[Offer]:
        """The open trade offers, in the order they were made."""
        return self._named_offers()

    def options(self, seat: Name, refused: bool = False) -> list[Option]:
        """Return the actions a seat may take; ``refused`` adds refused actions, with reasons."""
        return options_for(self.state, self.find_seat(seat, True), refused)

    def legal_actions(self, seat: Name) -> list[Action]:
        """Return the actions a seat may take now, ready to play.

        Offers, counteroffers and requests for offers are left out, and only some bids are listed;
        ``options`` describes them all.
        """
        return legal_actions(self.state, self.find_seat(seat, True))

    def default(self, seat: Name) -> Action:
        """Return the safe answer for a seat that must answer now."""
        number: i64 = self.find_seat(seat)
        top = self.state.agenda.top
        if not isinstance(top, Decision) or not top.waits_for(self.state, number):
            called = self.names[number] if self.names else f"Seat {number}"
            raise ValueError(f"{called} has nothing to decide now.")
        return top.default(self.state, number)

    def view(self, seat: Name) -> View:
        """Return a live view of what a seat may see; creating a view is cheap."""
        return View(self.state, self.find_seat(seat), self.names)

    def copy(self, chance: Chance) -> Game:
        """Return a copy of the game with the given source of randomness and no listener."""
        copied = Game(chance=chance, state=self.state.copy(), hidden=self.hidden.copy())
        copied.names = self.names
        return copied

    def digest(self) -> str:
        """Return a stable hash of the whole position, including hidden cards."""
        return digest_of(self.state, self.hidden)

    def position(self) -> dict[str, object]:
        """Write the whole position as plain data."""
        return position_of(self.state, self.hidden)

    def save(self, path: object) -> None:
        """Write the whole position to a file; ``Game.load`` reads it."""
        get_outside().save_game(self, path)

    @staticmethod
    def load(
        path: object, chance: Chance | None = None, names: Sequence[str] | None = None
    ) -> Game:
        """Read a game from a position file, which needs ``chance``, or from a game file.

        A position has no names for its players, so pass them as ``names`` if they have any.
        """
        return get_outside().load_game(path, chance, names)

    @staticmethod
    def from_position(position: object, chance: Chance, names: Sequence[str] | None = None) -> Game:
        """Set up a game from a position: plain data, or JSON text.

        Unless the position has ``unseen``, ``chance`` shuffles the unseen cards. With ``names``,
        the position may give players by name: ``{"space": "Boardwalk", "owner": "Ann"}``.
        """
        return get_outside().game_from_position(position, chance, names)

    @staticmethod
    def from_record(path: object, actions: i64 = -1, chance: Chance | None = None) -> Game:
        """Replay a game file or a record up to a number of actions, by default to its end.

        The game continues with the record's own dice if they follow from a seed or from a secret
        that has been revealed; otherwise, pass ``chance``. Raise ValueError if the record has fewer
        actions.
        """
        return get_outside().game_from_record(path, actions, chance)

    def put_on_top(self, card: Name) -> None:
        """Put a card on top of its deck, to set up a test or a study."""
        number = self.card_number(card)
        deck = self.state.board.card(number).deck
        pile = self.hidden.piles[deck]
        for where in (pile, self.state.seen[deck]):
            if number in where:
                where.remove(number)
                pile.append(number)
                return
        raise ValueError(f"{self.state.board.cards[number].key} is in a player's hand.")

    # -- called only by the rules ------------------------------------------------------------------

    def roll_dice(self, purpose: i64, seat: i64, count: i64) -> i64:
        """Return a roll of two dice as a two-digit number; raise ValueError if it is invalid."""
        dice = self.chance.roll(purpose, seat, count)
        second = dice % 10
        if not (11 <= dice <= 66 and 1 <= second <= 6):
            raise ValueError(f"{self.chance!r} rolled {dice}; expected two digits from 1 to 6.")
        return dice

    def shuffle(self, purpose: i64, size: i64) -> list[int]:
        """Return a random order; raise ValueError if it is not a permutation."""
        order = self.chance.shuffle(purpose, size)
        if sorted(order) != list(range(size)):
            raise ValueError(f"{self.chance!r} did not return an order of {size} cards: {order!r}.")
        return order

    def proceed(self) -> None:
        """Run the agenda until it needs a decision."""
        state = self.state
        while state.agenda.top.proceed(self):
            pass

    def emit(self, event: Event) -> None:
        """Report an event to the caller of ``play`` and to the listener."""
        if self.collected is not None:
            self.collected.append(event)
        if self.listener is not None:
            self.listener.on_event(event)

    def pay(self, payer: i64, payee: i64, amount: i64, reason: str, cite: str) -> None:
        """Make a payment; every payment goes through this method.

        Under the Free Parking house rule, some payments to the Bank go into the pot instead.
        """
        state = self.state
        if payer >= 0:
            state.players[payer].cash -= amount
        elif payer == POT:
            state.pot -= amount
        if payee >= 0:
            state.players[payee].cash += amount
        elif state.rules.free_parking_pot and reason in ("tax", "fine", "card"):
            state.pot += amount
            payee = POT
            cite = "House free_parking_pot"
        if self.has_listener:
            self.emit(MoneyPaid(payer, payee, amount, reason, cite))

    def owe(self, due: Debt) -> None:
        """Pay a debt now, or as soon as it can be paid."""
        debt.owe(self, due)

    def owe_later(self, due: Debt) -> None:
        """Put a debt on the agenda, to be paid when it comes up."""
        debt.owe_later(self, due)

    def settle_line(self) -> bool:
        """Remove players who have resigned, and settle queued rents."""
        state = self.state
        if not state.debts and not state.leaving:
            return False
        return debt.settle_line(self)

    def remove_leavers(self) -> bool:
        """Remove a player who has resigned."""
        return debt.remove_leavers(self)

    def open_shortage(self, request: building.Build) -> bool:
        """Start a round of demands if the Bank may run short."""
        return shortage.open_shortage(self, request)

    def advance(self, player: Player, steps: i64) -> None:
        """Move a token forward by a roll and resolve the space."""
        moving.advance(self, player, steps)

    def advance_to(self, player: Player, space: i64) -> None:
        """Move a token forward to a space."""
        moving.advance_to(self, player, space)

    def go_back(self, player: Player, steps: i64) -> None:
        """Move a token backward and resolve the space."""
        moving.go_back(self, player, steps)

    def land(self, player: Player) -> None:
        """Resolve the space where a token stops."""
        moving.land(self, player)

    def return_card(self, seat: i64, card: i64, cite: str) -> None:
        """Return a kept card to the bottom of its deck."""
        cards.return_card(self, seat, card, cite)


class View(RuleQueries):
    """A live view of what one seat may see: all public information."""

    def __init__(self, state: State, seat: i64, names: tuple[str, ...] = ()) -> None:
        self.state = state
        self.seat = seat
        self.names = names

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return View, (self.state, self.seat, self.names)

    @property
    def offers(self) -> list[Offer]:
        """The open trade offers, in the order they were made."""
        return self._named_offers()

    def __repr__(self) -> str:
        viewer = describe_seats([self.seat], self.names)
        return f"<View of {viewer}: {self.state.in_short(self.names)}>"

    def options(self, refused: bool = False) -> list[Option]:
        """Return the actions this seat may take now."""
        return options_for(self.state, self.seat, refused)

    def legal_actions(self) -> list[Action]:
        """Return the actions this seat may take now, ready to play; see ``Game.legal_actions``."""
        return legal_actions(self.state, self.seat)

    def trial(self) -> Game:
        """Return a copy to try actions on, without dice or unseen cards.

        Anything that needs dice or unseen cards raises ``ChanceNeeded``. So does choosing the
        percentage for Income Tax, because the amount is not shown until the player has made the
        choice (10 MCS 110(c)).
        """
        return trial(self.state)

    def imagine(self, chance: Chance) -> Game:
        """Return a complete copy with reshuffled unseen cards, for looking ahead."""
        piles: list[list[int]] = []
        for deck in range(2):
            unseen = unseen_cards(self.state, deck)
            order = chance.shuffle(IMAGINED_CHANCE + deck, len(unseen))
            piles.append([unseen[place] for place in order])
        return Game(chance=chance, state=self.state.copy(), hidden=Hidden(piles))

    def digest(self) -> str:
        """Return a stable hash of the public state."""
        return digest_of(self.state, None)


def unseen_cards(state: State, deck: i64) -> list[int]:
    """List a deck's unseen cards, in board file order."""
    known = set(state.seen[deck])
    for player in state.players:
        known.update(player.cards)
    return [card for card in state.board.decks[deck] if card not in known]


def check_types(action: Action) -> None:
    """Raise TypeError unless every field is a whole number or a bool.

    In compiled code, the constructors check this; tools/build_errors.py gives them the same error.
    """
    if not isinstance(action, Action):
        raise TypeError(f"play() needs an action such as Roll(0) (got {action!r}).")
    for name, value in action.fields().items():
        numbers = value if isinstance(value, tuple) else (value,)
        for number in numbers:
            if not isinstance(number, int):
                hint = f" game.{method_for(action)}() takes names." if name in NAMED else ""
                raise TypeError(
                    f"{type(action).__name__}: {name} must be a whole number (got {value!r}).{hint}"
                )


def method_for(action: Action) -> str:
    """Return the name of the method of a game that makes this kind of action from names."""
    if isinstance(action, OfferTrade):
        return "draft_trade"
    letters = [
        f"_{letter.lower()}" if letter.isupper() else letter for letter in type(action).__name__
    ]
    return "".join(letters).removeprefix("_")


def preview(state: State, action: Action) -> Refusal | list[Event] | None:
    """Play an action on a copy without dice or unseen cards."""
    check_types(action)
    refusal = why_not(state, action)
    if refusal is not None:
        return refusal
    try:
        return trial(state).play(action)
    except ChanceNeeded:
        return None


def preview_trade(
    state: State, proposal: TradeProposal, unmortgage: tuple[int, ...]
) -> Refusal | list[Event] | None:
    """Make and accept an offer on a copy, and return the events that accepting it causes."""
    refusal = why_not(state, proposal)
    if refusal is not None:
        return refusal
    table = trial(state)
    table.step(proposal)
    offer = table.state.offers[-1]
    accept = AcceptTrade(offer.partner, offer.number, unmortgage)
    refusal = why_not(table.state, accept)
    if refusal is not None:
        return refusal
    try:
        return table.play(accept)
    except ChanceNeeded:
        return None


def trial(state: State) -> Game:
    """Return a copy of a game without dice or unseen cards."""
    unseen = Hidden([unseen_cards(state, 0), unseen_cards(state, 1)], closed=True)
    return Game(state=state.copy(), hidden=unseen)


# -- setup -----------------------------------------------------------------------------------------


def new_table(players: i64, rules: RuleSet, board: Board) -> State:
    """Return the state of a new table, with all tokens on GO and nothing owned. 10 MCS 30."""
    if not 2 <= players <= turn.MOST_PLAYERS:
        raise RuleSetError(f"A game needs 2 to {turn.MOST_PLAYERS} players (got {players}).")
    if players * rules.deeds_dealt > len(board.deeds):
        raise RuleSetError(
            f"{players} players cannot be dealt {rules.deeds_dealt} deeds each: "
            f"the board has {len(board.deeds)}."
        )
    check_deal(rules, board)
    return State(
        board,
        rules,
        [Player(seat, 0) for seat in range(players)],
        [Property(deed) for deed in board.deeds],
    )


def check_setup(rules: object, board: object, chance: object) -> None:
    """Raise TypeError for the wrong kind of argument; compiled constructors check this themselves."""
    if not isinstance(rules, RuleSet):
        raise TypeError(f'rules must be a rule set, such as rule_set("short") (got {rules!r}).')
    if not isinstance(board, Board):
        raise TypeError(f'board must be a board, such as load_board("my.json") (got {board!r}).')
    if chance is not None and not isinstance(chance, Chance):
        raise TypeError(
            f"chance must be a source of randomness, such as Seeded(1) (got {chance!r})."
        )


def check_names(names: Sequence[str], count: i64) -> tuple[str, ...]:
    """Return the players' names; raise RuleSetError unless each player has a name of their own."""
    if isinstance(names, str) or len(names) != count:
        raise RuleSetError(f"There must be a name for each of the {count} players (got {names!r}).")
    for name in names:
        if not isinstance(name, str) or not name.strip():
            raise RuleSetError(f"A player's name must be a text that is not empty (got {name!r}).")
        if names.count(name) > 1:
            raise RuleSetError(
                f"Two players are named {name!r}; give each player a different name."
            )
    return tuple(names)


def with_names(game: Game, names: Sequence[str] | None) -> Game:
    """Name the players of a game, unless no names are given."""
    if names is not None:
        game.names = check_names(names, len(game.state.players))
    return game


def check_deal(rules: RuleSet, board: Board) -> None:
    """Reject a rule set whose starting cash might not cover the dealt deeds. Ruling 19."""
    if rules.deeds_paid_for and rules.deeds_dealt > 0:
        dearest = sum(sorted(deed.price for deed in board.deeds)[-rules.deeds_dealt :])
        check_deal_reaches(rules, dearest)


def set_up(game: Game) -> None:
    """Shuffle, deal and make the opening rolls, in the order given in Ruling 19."""
    state = game.state
    rules = state.rules
    if game.has_listener:
        cite = "10 MCS 30" if state.board.key == "classic" else "House custom_board"
        game.emit(GameSetUp(len(state.players), cite))
    start_cite = "10 MCS 30(b)" if rules.starting_cash == 1500 else "House starting_money"
    for player in state.players:
        game.pay(BANK, player.seat, rules.starting_cash, "start", start_cite)
    for deck in range(2):
        printed = state.board.decks[deck]
        order = game.shuffle(CHANCE_DECK if deck == 0 else CHEST_DECK, len(printed))
        game.hidden.piles[deck] = [printed[place] for place in reversed(order)]
    if rules.deeds_dealt > 0:
        deal_deeds(game)
    state.first = make_opening_rolls(game)
    turn.begin_turn(game, state.first, "10 MCS 60(a)")
    game.proceed()


def deal_deeds(game: Game) -> None:
    """Deal deeds clockwise from the first seat, one at a time. 10 MCS 210(a), 220(a), Ruling 19."""
    state = game.state
    paid = state.rules.deeds_paid_for
    order = game.shuffle(DEEDS, len(state.properties))
    count = len(state.players)
    for place in range(count * state.rules.deeds_dealt):
        prop = state.properties[order[place]]
        seat: i64 = place % count
        if paid:
            game.pay(seat, BANK, prop.deed.price, "deal", "10 MCS 220(b)")
        state.give(prop, seat)
        if game.has_listener:
            cite = "10 MCS 220(a)" if paid else "10 MCS 210(a)"
            game.emit(DeedDealt(seat, prop.deed.space, cite))


def make_opening_rolls(game: Game) -> i64:
    """Roll for each player, rerolling ties for the highest; return the winner's seat. Ruling 1."""
    tied: list[int] = [player.seat for player in game.state.players]
    again: i64 = 0
    while len(tied) > 1:
        totals: list[int] = []
        for seat in tied:
            dice = game.roll_dice(OPENING_ROLL, seat, again)
            totals.append(dice // 10 + dice % 10)
            if game.has_listener:
                cite = "10 MCS 60" if again == 0 else "Ruling 1"
                game.emit(OpeningRollMade(seat, dice // 10, dice % 10, cite))
        highest = max(totals)
        tied = [seat for seat, total in zip(tied, totals, strict=True) if total == highest]
        again += 1
    return tied[0]
