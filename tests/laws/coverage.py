"""A list of everything that can happen in a game, and a watcher that checks off its items.

``everything()`` returns the list, with each item as a short phrase. The list is derived, not
observed: the landings and rents come from the board and its cards; the events, refusals and
citations come from the engine's source. ``steering`` plays games until nothing is missing.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from passgo.citations import CITATIONS
from passgo.engine import events as events_module
from passgo.engine.board import (
    ADVANCE,
    ARREST,
    BACK,
    CHANCE,
    CHEST,
    GO_TO_JAIL,
    HOTEL_LEVEL,
    NEAREST,
    RAILROAD,
    STREET,
    UTILITY,
    Board,
    Card,
    classic,
)
from passgo.engine.events import (
    BuildingBought,
    BuildingSold,
    CardDrawn,
    DiceRolled,
    Event,
    GameEnded,
    GameSetUp,
    LeftJail,
    Listener,
    MoneyPaid,
    PropertyDeclined,
    RentAskedFor,
    RentFixed,
    SentToJail,
    TokenMoved,
    WentBankrupt,
)
from passgo.engine.game import Game
from passgo.engine.refusal import Refusal
from passgo.engine.state import BANK, POT, Property, State

ENGINE = Path(__file__).parent.parent.parent / "src" / "passgo" / "engine"
LEVELS = ["bare", "bare in a whole group", *(f"{n} houses" for n in range(1, HOTEL_LEVEL)), "hotel"]
MOVES = range(2, 13)
DOUBLES = range(2, 13, 2)
NO_DOUBLES = range(3, 12)
"""The possible totals of two dice: for any roll, for doubles, and for other rolls."""


# -- what can happen -------------------------------------------------------------------------------


def everything() -> set[str]:
    """Return every item on the list."""
    board = classic()
    found = {*landings(board), *rents(board), *HOUSE_EFFECTS}
    found |= {f"card {card.key}" for card in board.cards}
    found |= {f"event {kind}" for kind in event_kinds()}
    found |= {f"refusal {code}" for code in refusal_codes()}
    found |= {f"cited {key}" for key in engine_citations()}
    return found


def landings(board: Board) -> Iterator[str]:
    """Yield every way in which a token can reach each space."""
    for space in reached_by_dice(board):
        yield by_dice(space)
    for total in DOUBLES:
        yield by_jail_roll((board.jail + total) % board.size, "doubles")
    for total in NO_DOUBLES:
        yield by_jail_roll((board.jail + total) % board.size, "fine")
    for card in board.cards:
        for start in card_spaces(board, card.deck):
            if carried_to(board, card, start) >= 0:
                yield by_card(card, start)
    yield from (f"arrested by {cite}" for cite in ("10 MCS 120(a)", "10 MCS 120(a-1)"))
    yield "arrested by 10 MCS 60(i)"


def reached_by_dice(board: Board) -> set[int]:
    """Return the spaces that a roll can reach from any space where a token can stop."""
    standing = {0}
    reached = set[int]()
    while True:
        before = len(reached), len(standing)
        reached |= {(start + total) % board.size for start in standing for total in MOVES}
        arrivals = set(reached)
        for card in board.cards:
            starts = set(card_spaces(board, card.deck)) & arrivals
            arrivals |= {carried_to(board, card, start) for start in starts} - {-1}
        standing |= {s for s in arrivals if board.spaces[s].kind != GO_TO_JAIL} | {board.jail}
        if (len(reached), len(standing)) == before:
            return reached


def card_spaces(board: Board, deck: int) -> list[int]:
    """Return the spaces where a card from this deck is drawn."""
    kind = CHEST if deck else CHANCE
    return [space.number for space in board.spaces if space.kind == kind]


def carried_to(board: Board, card: Card, start: int) -> int:
    """Return the space to which a card moves the token, or -1 if the token stays."""
    if card.does == ADVANCE:
        return card.a
    if card.does == NEAREST:
        ahead = [(start + step) % board.size for step in range(1, board.size)]
        return next(space for space in ahead if board.spaces[space].kind == card.a)
    if card.does == BACK:
        return (start - card.a) % board.size
    return board.jail if card.does == ARREST else -1


def by_dice(space: int) -> str:
    """Return the name of an ordinary landing."""
    return f"space {space} by dice"


def by_jail_roll(space: int, way: str) -> str:
    """Return the name of a landing after leaving Jail by doubles or by the fine after the last roll."""
    return f"space {space} from Jail by {way}"


def by_card(card: Card, start: int) -> str:
    """Return the name of a move caused by a card."""
    return f"moved from {start} by {card.key}"


def rents(board: Board) -> Iterator[str]:
    """Yield every rent that can be paid, for every deed."""
    for deed in board.deeds:
        size = len(board.groups[deed.group].deeds)
        if deed.kind == STREET:
            for level in LEVELS:
                yield f"rent of {deed.space}: {level}"
        else:
            for count in range(1, size + 1):
                yield f"rent of {deed.space}: {count} owned"
    for card in board.cards:
        if card.does == NEAREST:
            for start in card_spaces(board, card.deck):
                space = carried_to(board, card, start)
                for count in range(1, len(board.groups[group_at(board, space)].deeds) + 1):
                    yield f"rent of {space} by card: {count} owned"


def group_at(board: Board, space: int) -> int:
    """Return the group of the deed on a space."""
    return board.deeds[board.deed_at[space]].group


HOUSE_EFFECTS = [
    "house free_parking_pot filled by a tax",
    "house free_parking_pot filled by a fine",
    "house free_parking_pot filled by a card",
    "house free_parking_pot emptied",
    "house double_salary_on_go",
    "house no_auctions for a declined property",
    "house no_auctions for an estate",
    "house no_rent_in_jail after a roll",
    "house no_rent_in_jail after a card",
    "house uneven_building up",
    "house uneven_building down",
    "house unlimited_buildings of houses",
    "house unlimited_buildings of hotels",
    "house no_building_before_lap",
    "house round_limit",
    "house starting_cash",
    "house salary",
    "house custom board",
]


def event_kinds() -> list[str]:
    """Return the name of every event class."""
    kinds = [kind for kind in vars(events_module).values() if inspect.isclass(kind)]
    return [kind.__name__ for kind in kinds if issubclass(kind, Event) and kind is not Event]


@cache
def refusal_calls() -> list[tuple[str, str, list[str]]]:
    """Return every ``Refusal(…)`` in the engine: its code, its module and its citations."""
    found: list[tuple[str, str, list[str]]] = []
    for path in [*sorted((ENGINE / "rules").glob("*.py")), ENGINE / "action.py"]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Refusal":
                code = node.args[0]
                assert isinstance(code, ast.Constant), ast.unparse(node)
                assert isinstance(code.value, str), ast.unparse(node)
                module = f"passgo.engine.rules.{path.stem}"
                found.append((code.value, module, [*cited_in(node)]))
    return found


def refusal_codes() -> set[str]:
    """Return every refusal code, alone and combined with each of its citations."""
    found = {code for code, _, _ in refusal_calls()} | {
        f"property.owner by {c}" for c in owner_cites()
    }
    return found | {f"{code} by {cite}" for code, _, cites in refusal_calls() for cite in cites}


def owner_cites() -> Iterator[str]:
    """Yield the citations passed to ``why_not_owner``, which includes them in its refusals."""
    for path in sorted((ENGINE / "rules").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "why_not_owner":
                yield from cited_in(node)


@cache
def engine_citations() -> list[str]:
    """Return every citation in the rules' source code."""
    paths = [*sorted((ENGINE / "rules").glob("*.py")), ENGINE / "game.py"]
    paths += [ENGINE / "events.py", ENGINE / "action.py"]
    return sorted({key for path in paths for key in cited_in(ast.parse(path.read_text("utf-8")))})


def cited_in(tree: ast.AST) -> Iterator[str]:
    """Yield every string in the code that is a citation."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and node.value in CITATIONS:
            yield node.value


# -- what has happened -----------------------------------------------------------------------------


class Watcher(Listener):
    """A listener that checks events off the list and recomputes every rent."""

    def __init__(self, missing: set[str]) -> None:
        self.missing = missing
        self.game: Game | None = None
        self.last: Event | None = None
        self.fixed: dict[int, str] = {}
        self.asked: dict[tuple[int, int, int], list[str]] = {}
        self.ordered: dict[int, tuple[Property, int]] = {}
        self.rolled = 0

    def occurred(self, what: str) -> None:
        """Check off an item."""
        self.missing.discard(what)

    def refused(self, refusal: Refusal) -> None:
        """Check off a refusal."""
        self.occurred(f"refusal {refusal.code}")
        self.occurred(f"refusal {refusal.code} by {refusal.cite}")
        self.occurred(f"cited {refusal.cite}")
        if refusal.code == "build.first_lap":
            self.occurred("house no_building_before_lap")

    def on_event(self, event: Event) -> None:
        """Check off an event."""
        self.occurred(f"event {type(event).__name__}")
        self.occurred(f"cited {event.cite}")
        if isinstance(event, TokenMoved):
            self.moved(event)
        elif isinstance(event, MoneyPaid):
            self.paid(event)
        elif isinstance(event, CardDrawn):
            self.occurred(f"card {self.state.board.cards[event.card].key}")
        elif isinstance(event, SentToJail):
            self.occurred(f"arrested by {event.cite}")
        elif isinstance(event, RentFixed):
            self.rent_fixed(event)
        elif isinstance(event, RentAskedFor):
            label = self.fixed.pop(event.number)
            self.asked.setdefault((event.tenant, event.owner, event.amount), []).append(label)
        elif isinstance(event, BuildingBought | BuildingSold):
            self.built(event)
        elif isinstance(event, DiceRolled):
            self.rolled = event.first + event.second
        else:
            self.house_rule(event)
        self.last = event

    @property
    def state(self) -> State:
        """The state of the current game."""
        assert self.game is not None
        return self.game.state

    def moved(self, event: TokenMoved) -> None:
        """Check off a landing and its cause."""
        state = self.state
        board = state.board
        nearest = False
        if event.by == "dice":
            if isinstance(self.last, LeftJail):
                self.occurred(by_jail_roll(event.space, self.last.by))
            self.occurred(by_dice(event.space))
        elif isinstance(self.last, CardDrawn):
            card = board.cards[self.last.card]
            assert event.space == carried_to(board, card, event.start)
            self.occurred(by_card(card, event.start))
            nearest = card.does == NEAREST
        if board.deed_at[event.space] < 0:
            return
        prop = state.property(event.space)
        if prop.owner in (BANK, event.seat) or prop.mortgaged:
            return
        if state.rules.no_rent_in_jail and state.players[prop.owner].jail:
            self.occurred(f"house no_rent_in_jail after a {'card' if nearest else 'roll'}")
        elif nearest:
            self.ordered[event.seat] = prop, self.owned(prop)

    def owned(self, prop: Property) -> int:
        """Return how many of a group's deeds belong to the owner of this property."""
        return sum(
            other.owner == prop.owner for other in self.state.group_properties(prop.deed.group)
        )

    def rent_fixed(self, event: RentFixed) -> None:
        """Recompute a rent and store its name until the rent is paid."""
        state = self.state
        prop = state.property(event.space)
        deed = prop.deed
        assert not prop.mortgaged
        assert not (state.rules.no_rent_in_jail and state.players[prop.owner].jail)
        assert event.amount == rent_due(prop, self.owned(prop), state)
        if deed.kind == STREET:
            label = level_of(prop, self.owned(prop) == len(state.board.groups[deed.group].deeds))
        else:
            label = f"{self.owned(prop)} owned"
        self.fixed[event.number] = f"rent of {event.space}: {label}"

    def paid(self, event: MoneyPaid) -> None:
        """Check off a rent and the effects of house rules on payments."""
        if event.reason == "rent" and event.cite == "CR 5.3":
            prop, owned = self.ordered.pop(event.payer)
            due = 10 * self.rolled
            if prop.deed.kind == RAILROAD:
                due = 2 * [25, 50, 100, 200][owned - 1]
            assert event.amount == due
            self.occurred(f"rent of {prop.deed.space} by card: {owned} owned")
        elif event.reason == "rent":
            waiting = self.asked[event.payer, event.payee, event.amount]
            self.occurred(waiting.pop(0))
        if event.payee == POT:
            self.occurred(f"house free_parking_pot filled by a {event.reason}")
        if event.payer == POT:
            self.occurred("house free_parking_pot emptied")
        if event.cite == "House double_salary":
            self.occurred("house double_salary_on_go")
        if event.cite == "House starting_money":
            reason = "salary" if event.reason == "salary" else "starting_cash"
            self.occurred(f"house {reason}")

    def built(self, event: BuildingBought | BuildingSold) -> None:
        """Check off the effects of house rules on building."""
        state = self.state
        properties = state.group_properties(state.property(event.space).deed.group)
        steps = [state.count_as_houses(prop.houses) for prop in properties]
        if state.rules.uneven_building and max(steps) - min(steps) > 1:
            way = "up" if isinstance(event, BuildingBought) else "down"
            self.occurred(f"house uneven_building {way}")
        if state.houses < 0:
            self.occurred("house unlimited_buildings of houses")
        if state.hotels < 0:
            self.occurred("house unlimited_buildings of hotels")

    def house_rule(self, event: Event) -> None:
        """Check off the effects of the other house rules."""
        if isinstance(event, PropertyDeclined) and self.state.rules.no_auctions:
            self.occurred("house no_auctions for a declined property")
        elif isinstance(event, WentBankrupt) and event.creditor == BANK:
            state = self.state
            if state.rules.no_auctions and state.players[event.seat].deeds and state.left > 2:
                self.occurred("house no_auctions for an estate")
        elif isinstance(event, GameEnded) and event.reason == "rounds":
            self.occurred("house round_limit")
        elif isinstance(event, GameSetUp) and event.cite == "House custom_board":
            self.occurred("house custom board")


def level_of(prop: Property, whole_group: bool) -> str:
    """Return the name of a street's rent level."""
    if prop.houses == HOTEL_LEVEL:
        return "hotel"
    return LEVELS[prop.houses + 1] if prop.houses else LEVELS[whole_group]


def rent_due(prop: Property, owned: int, state: State) -> int:
    """Return the rent a visitor owes, computed independently of the engine. 10 MCS 90, CR 5.2."""
    deed = prop.deed
    if deed.kind == RAILROAD:
        return [25, 50, 100, 200][owned - 1]
    if deed.kind == UTILITY:
        return state.last_roll * (10 if owned == 2 else 4)
    whole = owned == len(state.board.groups[deed.group].deeds)
    return deed.rents[prop.houses] * (2 if whole and prop.houses == 0 else 1)
