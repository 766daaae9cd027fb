"""The state of a game: what everyone can see and, separately, what nobody may see.

``State`` is public: cash, deeds, buildings, the agenda, offers and the cards seen so far.
``Hidden`` is the order of the cards nobody has seen yet. The rules depend only on ``State``;
drawing a card also reads ``Hidden``. Neither contains a source of randomness.

The state stores a few counts that could be recomputed (a player's deeds, complete groups, buildings
left in the Bank), because most decisions need them. Each count is updated in one place.

``PLAYER_FIELDS``, ``PROPERTY_FIELDS`` and ``STATE_FIELDS`` follow their classes and list the fields
that a position contains. When you add an attribute, add a row to its class's table; everything else
is driven by these tables.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from passgo.engine.agenda import Agenda, Decision
from passgo.engine.board import HOTEL_LEVEL, Board, Deed
from passgo.engine.chance import ChanceNeeded
from passgo.engine.display import draw_offer, draw_state
from passgo.engine.field_table import Field, FieldTable, part
from passgo.engine.outside import get_outside
from passgo.engine.ruleset import RuleSet
from passgo.engine.trade_terms import TradeTerms
from passgo.engine.value import Value, fields_of
from passgo.spelling import join_words

BANK: Final = -1
"""The number that stands for the Bank, an owner and payee that is not a player."""
POT: Final = -2
"""The number that stands for the pot on Free Parking, which is a house rule."""
HOUSE: Final = 0
"""The number that stands for houses, one of the two kinds of building."""
HOTEL: Final = 1
"""The number that stands for hotels, the other kind of building."""
WHOLE_GAME: Final = -1
"""The value of ``no_offers_until`` for a player who wants no offers for the rest of the game."""
NO_PAUSE: Final = 0
"""The value of ``no_offers_until`` for a player who has not paused offers."""


class Player:
    """A player: cash, cards, token and counts."""

    def __init__(
        self,
        seat: i64,
        cash: i64,
        space: i64 = 0,
        jail: i64 = 0,
        laps: i64 = 0,
        out: bool = False,
        leaving: bool = False,
        always_asks_for_rent: bool = False,
        cards: list[int] | None = None,
        rolls: i64 = 0,
        card_rolls: i64 = 0,
        deeds: i64 = 0,
        mortgages: i64 = 0,
        complete: i64 = 0,
        buildings: i64 = 0,
        no_offers_until: i64 = 0,
    ) -> None:
        self.seat = seat
        self.cash = cash
        self.space = space
        self.jail = jail
        """0 if not in Jail; otherwise the number of the turn in Jail on which the next roll will be
        made, counted from 1.
        """
        self.laps = laps
        self.out = out
        self.leaving = leaving
        self.always_asks_for_rent = always_asks_for_rent
        self.cards: list[int] = [] if cards is None else cards
        self.rolls = rolls
        self.card_rolls = card_rolls
        self.deeds = deeds
        self.mortgages = mortgages
        self.complete = complete
        """Bit n is set if the player owns every deed in group n."""
        self.buildings = buildings
        self.no_offers_until = no_offers_until
        """The round in which the player wants offers again; -1 if not in this game."""
        self.all_properties: list[Property] | None = None
        """All properties of the player's game, owned by anyone; the state sets this."""

    @property
    def properties(self) -> list[Property]:
        """The player's properties, in board order."""
        every = self.all_properties
        return [] if every is None else [prop for prop in every if prop.owner == self.seat]

    def copy(self) -> Player:
        """Return an independent copy."""
        return Player(
            self.seat,
            self.cash,
            self.space,
            self.jail,
            self.laps,
            self.out,
            self.leaving,
            self.always_asks_for_rent,
            self.cards.copy() if self.cards else [],
            self.rolls,
            self.card_rolls,
            self.deeds,
            self.mortgages,
            self.complete,
            self.buildings,
            self.no_offers_until,
        )

    def __repr__(self) -> str:
        plain = Player(self.seat, self.cash)
        fields = [
            f"{name}={getattr(self, name)!r}"
            for name in fields_of(Player)
            if name in ("seat", "cash") or getattr(self, name) != getattr(plain, name)
        ]
        return f"Player({', '.join(fields)})"


PLAYER_FIELDS: Final = FieldTable(
    Field(
        "cash",
        "int",
        "cash on hand",
        optional=True,
        default_words="the starting cash, or 0 if out",
    ),
    Field(
        "space",
        "space",
        "the space the token is on",
        optional=True,
        default_words="GO, or Jail if in Jail",
    ),
    Field(
        "jail",
        "int",
        "0 if not in Jail; otherwise the number of the turn in Jail on which the next roll will be "
        "made",
        0,
    ),
    Field("laps", "int", "how many times the token has landed on or passed GO", 0),
    Field("out", "flag", "whether the player is out of the game", False),
    Field("leaving", "flag", "whether the player has resigned and is waiting to leave", False),
    Field("always_asks_for_rent", "flag", "whether a standing order asks for all rent due", False),
    Field(
        "cards",
        "cards",
        '"Get Out of Jail Free" cards held',
        optional=True,
        default_words="`[]`",
    ),
    Field("rolls", "int", "rolls made so far; this is the `count` for the next roll", 0),
    Field("card_rolls", "int", "the same count for rolls that a card requires", 0),
    Field(
        "no_offers_until",
        "int",
        "the round in which the player wants offers again; -1 if not in this game",
        NO_PAUSE,
        WHOLE_GAME,
    ),
)
"""A player's fields in a position, except the seat and values that can be recomputed."""


class Property:
    """A deed in play: its owner, its buildings, and whether it is mortgaged."""

    def __init__(
        self, deed: Deed, owner: i64 = BANK, houses: i64 = 0, mortgaged: bool = False
    ) -> None:
        self.deed = deed
        self.owner = owner
        self.houses = houses
        """0 to 4 houses; ``HOTEL_LEVEL`` for a hotel, in every rule set."""
        self.mortgaged = mortgaged
        self.space: i64 = deed.space

    def copy(self) -> Property:
        """Return an independent copy."""
        return Property(self.deed, self.owner, self.houses, self.mortgaged)

    def __repr__(self) -> str:
        parts = [self.deed.name, "the Bank's" if self.owner == BANK else f"seat {self.owner}'s"]
        if self.houses == HOTEL_LEVEL:
            parts.append("hotel")
        elif self.houses > 0:
            parts.append("1 house" if self.houses == 1 else f"{self.houses} houses")
        if self.mortgaged:
            parts.append("mortgaged")
        return f"<Property: {', '.join(parts)}>"


PROPERTY_FIELDS: Final = FieldTable(
    Field("space", "property", "the property's space"),
    Field("owner", "seat", "the owner's seat"),
    Field(
        "houses", "int", "houses on it; 5 stands for a hotel in every rule set", 0, 0, HOTEL_LEVEL
    ),
    Field("mortgaged", "flag", "whether the property is mortgaged", False),
)
"""An owned property's fields in a position."""


class Rent(Value):
    """Rent that the owner has not asked for yet; the amount was fixed when the token landed. Ruling 32."""

    def __init__(
        self, number: i64, owner: i64, tenant: i64, space: i64, amount: i64, turn: i64, cite: str
    ) -> None:
        self.number = number
        self.owner = owner
        self.tenant = tenant
        self.space = space
        self.amount = amount
        self.turn = turn
        self.cite = cite


class Debt(Value):
    """A debt to a player or to the Bank, and its reason."""

    def __init__(self, debtor: i64, creditor: i64, amount: i64, reason: str, cite: str) -> None:
        self.debtor = debtor
        self.creditor = creditor
        self.amount = amount
        self.reason = reason
        self.cite = cite


class Offer(Value):
    """An open trade offer, described from the maker's point of view."""

    def __init__(
        self,
        number: i64,
        maker: i64,
        partner: i64,
        terms: TradeTerms,
        unmortgage: tuple[int, ...] = (),
    ) -> None:
        self.number = number
        self.maker = maker
        self.partner = partner
        self.terms = terms
        self.unmortgage = unmortgage
        self.changed: i64 = -1
        """The space of a deed that has changed since the offer was made (Ruling 14); -1 if none has."""
        self.state: State | None = None
        """The state of the game or view that returned the offer; it has the names of the deeds."""
        self.names: tuple[str, ...] = ()
        """The players' names, if the game or view has them."""

    def after_change(self, space: i64) -> Offer:
        """Return the same offer, marked as having a changed deed."""
        offer = Offer(self.number, self.maker, self.partner, self.terms, self.unmortgage)
        offer.changed = space
        return offer

    def with_names(self, state: State, names: tuple[str, ...]) -> Offer:
        """Return the same offer with what it needs to be shown with names."""
        offer = self.after_change(self.changed)
        offer.state = state
        offer.names = names
        return offer

    def __hash__(self) -> int:
        return hash((self.number, self.maker, self.partner, self.terms, self.unmortgage))

    def __repr__(self) -> str:
        if self.state is None:
            return Value.__repr__(self)
        return f"<Offer {self.number}: {self}>"

    def __str__(self) -> str:
        state = self.state
        if state is None:
            return Value.__repr__(self)
        return get_outside().describe_offer(self, state, self.names)

    def _repr_html_(self) -> str | None:
        return draw_offer(self)


class PastOffer(Value):
    """An offer in the history: its terms, its turn, and whether it was accepted."""

    def __init__(
        self,
        number: i64,
        maker: i64,
        partner: i64,
        terms: TradeTerms,
        turn: i64,
        answer: bool = False,
        accepted: bool = False,
    ) -> None:
        self.number = number
        self.maker = maker
        self.partner = partner
        self.terms = terms
        self.turn = turn
        self.answer = answer
        """Whether it answered an offer or an inquiry from the partner."""
        self.accepted = accepted

    def after_acceptance(self) -> PastOffer:
        """Return the same offer, marked as accepted."""
        return PastOffer(
            self.number, self.maker, self.partner, self.terms, self.turn, self.answer, True
        )


class Inquiry(Value):
    """A player's request to another for an offer that includes a property. Ruling 14."""

    def __init__(
        self, number: i64, asker: i64, partner: i64, space: i64, turn: i64, closed: bool = False
    ) -> None:
        self.number = number
        self.asker = asker
        self.partner = partner
        self.space = space
        self.turn = turn
        self.closed = closed
        """Whether the partner has answered it, or the property has changed hands."""

    def after_close(self) -> Inquiry:
        """Return the same inquiry, marked as closed."""
        return Inquiry(self.number, self.asker, self.partner, self.space, self.turn, True)


class Hidden:
    """Hidden information: the order of the unseen cards, top card last."""

    def __init__(self, piles: list[list[int]], closed: bool = False) -> None:
        self.piles = piles
        self.closed = closed
        """Whether drawing is forbidden, so that previews cannot reveal unseen cards."""

    def copy(self) -> Hidden:
        """Return an independent copy."""
        return Hidden([self.piles[0].copy(), self.piles[1].copy()], self.closed)

    def draw(self, deck: i64, seen: list[int]) -> i64:
        """Draw the top card of a deck, or return -1 if players hold all its cards.

        Once every card has been seen, the deck repeats in the order in which cards were put back.
        """
        pile = self.piles[deck]
        if pile:
            if self.closed:
                raise ChanceNeeded
            return pile.pop()
        return seen.pop(0) if seen else -1

    def __repr__(self) -> str:
        chance, chest = len(self.piles[0]), len(self.piles[1])
        return f"<Hidden: {chance} Chance and {chest} Community Chest cards>"


class State:
    """Everything that all players can see."""

    def __init__(
        self, board: Board, rules: RuleSet, players: list[Player], properties: list[Property]
    ) -> None:
        self.board = board
        self.rules = rules
        self.players = players
        self.properties = properties
        for player in players:
            player.all_properties = properties
        self.houses: i64 = board.houses
        self.hotels: i64 = board.hotels
        self.pot: i64 = 0
        self.first: i64 = 0
        self.seat: i64 = 0
        """The current player's seat."""
        self.turn: i64 = 0
        self.round: i64 = 1
        self.doubles: i64 = 0
        self.last_roll: i64 = 0
        """The last roll's total; failed rolls in Jail count, but extra rolls for cards don't."""
        self.left: i64 = len(players)
        """The number of players still in the game."""
        self.agenda = Agenda([])
        self.rents: list[Rent] = []
        self.debts: list[Debt] = []
        self.offers: list[Offer] = []
        self.past_offers: list[PastOffer] = []
        """Every player's latest offers, including open ones, oldest first."""
        self.inquiries: list[Inquiry] = []
        """The inquiries made in the last round, including closed ones, oldest first."""
        self.leaving: list[int] = []
        self.demands: list[list[int]] = []
        """How many houses and hotels each seat still demands; empty if nobody was asked."""
        self.seen: list[list[int]] = [[], []]
        """The cards returned to each deck, in order."""
        self.last_serial: i64 = 0
        """The last number assigned to a rent, an offer or an inquiry."""
        self.moves: i64 = 0
        self.decision_number: i64 = 0
        """The number of the current decision: the value of ``moves`` when it came up."""
        self.over = False
        self.winners: list[int] = []

    def copy(self) -> State:
        """Return an independent copy."""
        new = State(
            self.board,
            self.rules,
            [player.copy() for player in self.players],
            [prop.copy() for prop in self.properties],
        )
        new.houses = self.houses
        new.hotels = self.hotels
        new.pot = self.pot
        new.first = self.first
        new.seat = self.seat
        new.turn = self.turn
        new.round = self.round
        new.doubles = self.doubles
        new.last_roll = self.last_roll
        new.left = self.left
        new.agenda = self.agenda.copy()
        new.rents = self.rents.copy()
        new.debts = self.debts.copy()
        new.offers = self.offers.copy()
        new.past_offers = self.past_offers.copy()
        new.inquiries = self.inquiries.copy() if self.inquiries else []
        new.leaving = self.leaving.copy()
        new.demands = [stated_demand.copy() for stated_demand in self.demands]
        new.seen = [self.seen[0].copy(), self.seen[1].copy()]
        new.last_serial = self.last_serial
        new.moves = self.moves
        new.decision_number = self.decision_number
        new.over = self.over
        new.winners = self.winners.copy()
        return new

    def __repr__(self) -> str:
        return f"<State: {self.in_short()}>"

    def _repr_svg_(self) -> str | None:
        return draw_state(self)

    # -- queries -----------------------------------------------------------------------------------

    def is_calm(self) -> bool:
        """Return whether the table is calm. Ruling 3."""
        return self.agenda.top.is_calm()

    def waits_for(self, seat: i64) -> bool:
        """Return whether this seat must answer now."""
        top = self.agenda.top
        return isinstance(top, Decision) and top.waits_for(self, seat)

    def waiting_for(self) -> list[int]:
        """Return the seats that must answer now."""
        top = self.agenda.top
        if not isinstance(top, Decision):
            return []
        return [seat for seat in range(len(self.players)) if top.waits_for(self, seat)]

    def first_waiting(self) -> i64:
        """Return the first seat that must answer now, or ``BANK`` if none."""
        waiting = self.waiting_for()
        return waiting[0] if waiting else BANK

    def is_property(self, space: i64) -> bool:
        """Return whether a space is a property."""
        return 0 <= space < self.board.size and self.board.deed_at[space] >= 0

    def property(self, space: i64) -> Property:
        """Return the property on a space; raise ValueError if the space is not a property."""
        board = self.board
        if 0 <= space < board.size:
            number: i64 = board.deed_at[space]
            if number >= 0:
                return self.properties[number]
        return self.properties[board.deed(space).number]  # raises an error with the reason

    def is_mortgaged(self, space: i64) -> bool:
        """Return whether a property is mortgaged."""
        return self.property(space).mortgaged

    def owns_group(self, seat: i64, group: i64) -> bool:
        """Return whether a player owns every deed in a group."""
        return seat >= 0 and (self.players[seat].complete >> group) & 1 == 1

    def group_properties(self, group: i64) -> list[Property]:
        """Return the properties in a group, in board order."""
        return [self.properties[deed.number] for deed in self.board.groups[group].deeds]

    def has_buildings(self, group: i64) -> bool:
        """Return whether a group has any buildings."""
        properties = self.properties
        for deed in self.board.groups[group].deeds:
            if properties[deed.number].houses > 0:
                return True
        return False

    def properties_of(self, seat: i64) -> list[Property]:
        """Return a player's properties, in board order."""
        return [prop for prop in self.properties if prop.owner == seat]

    def worth(self, seat: i64) -> i64:
        """Return a player's worth: cash, deeds and buildings. 10 MCS 210(e-1), Ruling 16."""
        last = len(self.players) - 1
        if not 0 <= seat <= last:
            raise ValueError(f"There is no seat {seat}; seats are numbered 0 to {last}.")
        total = self.players[seat].cash
        for prop in self.properties:
            if prop.owner == seat:
                total += prop.deed.price // 2 if prop.mortgaged else prop.deed.price
                total += self.count_as_houses(prop.houses) * prop.deed.house_cost
        return total

    def next_seat(self, seat: i64) -> i64:
        """Return the next player clockwise who is still in the game. 10 MCS 60(c)."""
        count: i64 = len(self.players)
        following = seat + 1
        if following == count:
            following = 0
        while self.players[following].out:
            following += 1
            if following == count:
                following = 0
        return following

    def seats_after_first(self, seat: i64) -> i64:
        """Return a seat's clockwise distance from the starting player."""
        after = seat - self.first
        return after if after >= 0 else after + len(self.players)

    def clockwise_from(self, seat: i64) -> list[int]:
        """Return the other players still in the game, clockwise from a seat."""
        count = len(self.players)
        ring = [(seat + step) % count for step in range(1, count)]
        return [other for other in ring if not self.players[other].out]

    # -- buildings ---------------------------------------------------------------------------------

    def count_as_houses(self, houses: i64) -> i64:
        """Count a property's buildings as houses. Ruling 10.

        A hotel counts as one more house than it replaced.
        """
        return self.rules.houses_before_hotel + 1 if houses == HOTEL_LEVEL else houses

    def next_level(self, houses: i64) -> i64:
        """Return the value of ``houses`` after one more building."""
        return HOTEL_LEVEL if houses >= self.rules.houses_before_hotel else houses + 1

    def stock(self, kind: i64) -> i64:
        """Return how many houses or hotels the Bank has left."""
        return self.hotels if kind == HOTEL else self.houses

    def open_debts(self) -> list[Debt]:
        """Return all unpaid debts, in the order they will be paid."""
        found: list[Debt] = []
        for entry in reversed(self.agenda.entries):
            debt = entry.debt()
            if debt is not None:
                found.append(debt)
        return found + self.debts

    def is_in_debt(self, seat: i64) -> bool:
        """Return whether a player has an unpaid debt."""
        for debt in self.open_debts():
            if debt.debtor == seat:
                return True
        return False

    def in_short(self, names: tuple[str, ...] = ()) -> str:
        """Describe the players, the turn and the current decision in a few words."""
        text = f"{len(self.players)} players, round {self.round}, turn {self.turn}"
        if self.over:
            return f"{text}, won by {describe_seats(self.winners, names)}"
        top = self.agenda.top
        text = f"{text}, {type(top).__name__}"
        space = top.fields().get("space")
        if isinstance(space, int) and space >= 0:
            text = f"{text} for {self.board.spaces[space].name}"
        waiting = self.waiting_for()
        return f"{text}, waiting for {describe_seats(waiting, names)}" if waiting else text

    # -- changes that update the counts ------------------------------------------------------------

    def give(self, prop: Property, owner: i64) -> None:
        """Transfer a deed to a player or to the Bank."""
        group = prop.deed.group
        bit: i64 = 1 << group
        if self.inquiries:
            self.close_inquiries(prop.deed.space)
        if prop.owner != BANK:
            giver = self.players[prop.owner]
            giver.deeds -= 1
            giver.complete &= ~bit
            if prop.mortgaged:
                giver.mortgages -= 1
        prop.owner = owner
        if owner == BANK:
            return
        taker = self.players[owner]
        taker.deeds += 1
        if prop.mortgaged:
            taker.mortgages += 1
        for deed in self.board.groups[group].deeds:
            if self.properties[deed.number].owner != owner:
                return
        taker.complete |= bit

    def set_mortgaged(self, prop: Property, mortgaged: bool) -> None:
        """Mortgage or unmortgage a deed."""
        if mortgaged == prop.mortgaged:
            return
        prop.mortgaged = mortgaged
        if prop.owner != BANK:
            self.players[prop.owner].mortgages += 1 if mortgaged else -1
        if self.offers:
            self.mark_offers(prop.deed.space)

    def set_houses(self, prop: Property, houses: i64) -> None:
        """Change a property's buildings and the Bank's supply."""
        before = prop.houses
        if before == HOTEL_LEVEL:
            self.hotels += 1
        else:
            self.houses += before
        if houses == HOTEL_LEVEL:
            self.hotels -= 1
        else:
            self.houses -= houses
        self.players[prop.owner].buildings += self.count_as_houses(houses) - self.count_as_houses(
            before
        )
        prop.houses = houses
        if self.offers and houses > before:
            self.mark_offers(prop.deed.space)

    def mark_offers(self, space: i64) -> None:
        """Mark offers that include a changed deed.

        Copies of the state share their offers, so each marked offer is replaced by a new one.
        """
        for place, offer in enumerate(self.offers):
            if offer.changed < 0 and offer.terms.has_deed(space):
                self.offers[place] = offer.after_change(space)

    def close_inquiries(self, space: i64) -> None:
        """Close the inquiries about a property that changes hands.

        Copies of the state share their inquiries, so each closed inquiry is replaced by a new one.
        """
        for place, inquiry in enumerate(self.inquiries):
            if inquiry.space == space and not inquiry.closed:
                self.inquiries[place] = inquiry.after_close()


def describe_seats(seats: list[int], names: tuple[str, ...]) -> str:
    """List players by name, or by seat if they have no names."""
    if names:
        return join_words([names[seat] for seat in seats], "and")
    noun = "seat" if len(seats) == 1 else "seats"
    return f"{noun} {join_words([str(seat) for seat in seats], 'and')}"


STATE_FIELDS: Final = FieldTable(
    part("board", "text or object", '`"classic"`', '`"classic"`, or a board in board file format'),
    part(
        "rules",
        "object",
        "`{}`",
        "a `preset` and the options that differ from it, as in [the game file](record.md)",
    ),
    part("players", "list of objects", "", "2 to 8 players, in seat order", optional=False),
    part("properties", "list of objects", "`[]`", "the properties that players own"),
    Field("pot", "int", "the money on Free Parking", 0),
    Field(
        "first",
        "seat",
        "the seat that went first; rounds are counted from it",
        optional=True,
        default_words="same as `seat`",
    ),
    Field("seat", "seat", "the current player", 0),
    Field("turn", "int", "the number of the current turn", 1, 1),
    Field("round", "int", "the number of the current round", 1, 1),
    Field("doubles", "int", "doubles rolled this turn", 0, 0, 3),
    Field(
        "last_roll", "int", "the total of the last roll, 2 to 12; 0 before the first roll", 0, 0, 12
    ),
    Field(
        "last_serial",
        "int",
        "the last number assigned to a rent, an offer or an inquiry",
        optional=True,
        default_words="the highest number in use",
    ),
    Field("moves", "int", "actions played so far", 0),
    Field(
        "decision",
        "int",
        "the number of the current decision: the value of `moves` when it came up",
        attribute="decision_number",
        optional=True,
        default_words="same as `moves`",
    ),
    part(
        "agenda",
        "list of objects",
        "`ToRoll` alone",
        "the stack of decisions and steps, bottom first; see below",
    ),
    part("rents", "list of objects", "`[]`", "rents that nobody has asked for yet"),
    part(
        "debts",
        "list of objects",
        "`[]`",
        "rents asked for but not yet paid, in the order they will be paid",
    ),
    part("offers", "list of objects", "`[]`", "open trade offers"),
    part(
        "past_offers",
        "list of objects",
        "`[]`",
        "recent offers by each player, including open ones, in the order they were made",
    ),
    part(
        "inquiries",
        "list of objects",
        "`[]`",
        "inquiries made in the last round, including closed ones, in order",
    ),
    Field(
        "leaving",
        "seats",
        "players who have resigned and are waiting to leave, in order",
        optional=True,
        default_words="players with `leaving` set",
    ),
    part(
        "demands",
        "two lists",
        "`[]`",
        "how many houses, and how many hotels, each seat still demands; -1 if the seat was not "
        "asked; empty if nobody was asked",
    ),
    part(
        "seen",
        "two lists of cards",
        "`[[], []]`",
        "Chance and Community Chest cards that were put back, in the order they will be drawn again",
    ),
    Field("over", "flag", "whether the game is over", False),
    Field("winners", "seats", "the players who won", optional=True, default_words="`[]`"),
)
"""The state's fields in a position, except counts that can be recomputed."""
