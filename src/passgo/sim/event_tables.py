"""Tables of what happened in simulated games: events, turns, trades, rents and purchases.

A `GameWatcher` listens to the games of a batch and collects rows; a worker sends them as Arrow data,
and an `EventFolder` writes them as Parquet files with a fixed number of games each. docs/simulate.md
describes the columns. Games without these tables have no listener and run at full speed.
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any, Final

import msgspec

from passgo.engine.board import Board
from passgo.engine.events import (
    Event,
    Listener,
    MoneyPaid,
    PropertyAuctioned,
    PropertyBought,
    RentAskedFor,
    TradeAccepted,
    TradeDeclined,
    TradeOffered,
    TradeWithdrawn,
    TurnBegan,
)
from passgo.engine.game import Game
from passgo.row_list import import_extra, make_table
from passgo.sim.files import put
from passgo.sim.game_records import PlanFolder
from passgo.sim.plan import Plan

__all__ = ["TABLES", "EventFolder", "GameWatcher", "unpack_tables"]

PART: Final = 200
"""The number of games in a file; it is fixed, so equal games give equal files."""


class EventRow(msgspec.Struct, frozen=True):
    """An event; columns that don't apply to it are null."""

    game: int
    number: int
    """The event's number in its game, starting at 0."""
    turn: int
    round: int
    event: str
    """The kind of event, as in docs/api.md: ``PropertyBought``, ``MoneyPaid`` …"""
    seat: int | None
    """The player who acts, pays, owes, gives or makes or asks for an offer; -1 is the Bank, -2 the pot."""
    other: int | None
    """The player who receives, is owed, owns the property, or gets an offer or is asked for one."""
    space: int | None
    name: str | None
    """The name of the space."""
    amount: int | None
    """The amount, price, cost or interest, in dollars."""
    houses: int | None
    card: str | None
    """The key of the card, such as ``chance.advance_go``."""
    serial: int | None
    """The number of the offer, the rent or the inquiry, as in ``trades`` and ``rents``."""
    winners: list[int] | None
    """The seats of the players who won, when the game ends."""
    first: int | None
    """The first die; ``second`` is the second."""
    second: int | None
    reason: str | None
    """What a payment is for, or how a token moved or a player left Jail."""
    cite: str
    """The rule that the event follows from."""


class TurnRow(msgspec.Struct, frozen=True):
    """A player at the beginning of a turn, or at the end of the game."""

    game: int
    turn: int
    round: int
    current: int
    """The seat whose turn it is."""
    seat: int
    bot: str
    cash: int
    worth: int
    space: int
    name: str
    """The name of the space."""
    in_jail: bool
    is_out: bool
    is_end: bool
    """Whether this is the end of the game and not the beginning of a turn."""


class TradeRow(msgspec.Struct, frozen=True):
    """An offer, from the point of view of the player who made it.

    Deeds are given by their spaces and, in the same order, by their names; cards by their keys.
    """

    game: int
    turn: int
    round: int
    number: int
    maker: int
    maker_bot: str
    partner: int
    partner_bot: str
    outcome: str | None
    """``accepted``, ``declined`` or ``withdrawn``; null if the offer was never answered."""
    give_cash: int
    get_cash: int
    give_deeds: list[int]
    get_deeds: list[int]
    give_names: list[str]
    get_names: list[str]
    give_cards: list[str]
    get_cards: list[str]


class RentRow(msgspec.Struct, frozen=True):
    """A rent that was paid."""

    game: int
    turn: int
    round: int
    space: int
    name: str
    group: str
    number: int | None
    """The rent's number; null if nobody asked for it, because a card ordered it."""
    owner: int
    owner_bot: str
    tenant: int
    tenant_bot: str
    amount: int


class PurchaseRow(msgspec.Struct, frozen=True):
    """A property that was bought from the Bank."""

    game: int
    turn: int
    round: int
    seat: int
    bot: str
    space: int
    name: str
    group: str
    price: int
    printed: int
    """The printed price."""
    is_auction: bool


TABLES: Final[dict[str, type[msgspec.Struct]]] = {
    "events": EventRow,
    "turns": TurnRow,
    "trades": TradeRow,
    "rents": RentRow,
    "purchases": PurchaseRow,
}
_COLUMNS: Final = {
    **dict.fromkeys(("seat", "payer", "debtor", "tenant", "maker", "giver", "asker"), "seat"),
    **dict.fromkeys(("payee", "creditor", "owner", "partner", "taker", "heir"), "other"),
    **dict.fromkeys(("amount", "price", "cost", "interest"), "amount"),
    **dict.fromkeys(("reason", "by"), "reason"),
    "number": "serial",
    **{name: name for name in ("winners", "space", "houses", "card", "first", "second", "cite")},
}
"""The column for each field of an event; if two fields share a column, the first one counts."""
_ANSWERS: Final = {
    TradeAccepted: "accepted",
    TradeDeclined: "declined",
    TradeWithdrawn: "withdrawn",
}


class GameWatcher(Listener):
    """A listener that collects the rows of one game after another."""

    def __init__(self, board: Board) -> None:
        self.rows: dict[str, list[Any]] = {name: [] for name in TABLES}
        self.spaces = [space.name for space in board.spaces]
        self.cards = [card.key for card in board.cards]
        self.deeds = {int(deed.space): deed for deed in board.deeds}
        self.groups = [group.key for group in board.groups]
        self.other: Listener | None = None
        """A listener that also receives all events."""
        self.game: Game | None = None
        self.index = 0
        self.bots: list[str] = []
        self.number = 0
        self.offers: dict[int, dict[str, object]] = {}
        self.asked: list[RentAskedFor] = []
        """Rents that were asked for and are not paid yet."""

    def begin(self, game: Game, index: int, bots: list[str], other: Listener | None) -> None:
        """Listen to a game from now on."""
        self.game, self.index, self.bots, self.other = game, index, bots, other
        self.number = 0
        self.offers, self.asked = {}, []
        game.listener = self
        game.has_listener = True
        self.note_players(False)

    def end(self) -> None:
        """Collect the end of the game."""
        self.note_players(True)
        self.rows["trades"] += [TradeRow(**offer) for offer in self.offers.values()]  # type: ignore[arg-type]  # a dict of its fields

    def when(self) -> tuple[int, int, int]:
        """Return the game's number, the turn and the round."""
        assert self.game is not None
        return self.index, int(self.game.state.turn), int(self.game.state.round)

    def note_players(self, is_end: bool) -> None:
        """Collect every player's money and place."""
        assert self.game is not None
        state = self.game.state
        when = self.when()
        self.rows["turns"] += [
            TurnRow(
                *when,
                current=int(state.seat),
                seat=int(player.seat),
                bot=self.bots[player.seat],
                cash=int(player.cash),
                worth=int(state.worth(player.seat)),
                space=int(player.space),
                name=self.spaces[player.space],
                in_jail=player.jail > 0,
                is_out=player.out,
                is_end=is_end,
            )
            for player in state.players
        ]

    def on_event(self, event: Event) -> None:
        """Collect an event, and any row that it adds to turns, trades, rents and purchases."""
        if self.other is not None:
            self.other.on_event(event)
        found: dict[str, Any] = dict.fromkeys(EventRow.__struct_fields__[5:])
        fields = event.offer.fields() if isinstance(event, TradeOffered) else event.fields()
        for name, value in fields.items():
            column = _COLUMNS.get(name)
            if column is not None and found[column] is None:
                found[column] = value
        found["cite"] = event.cite
        if found["space"] is not None:
            found["name"] = self.spaces[found["space"]]
        if found["card"] is not None:
            found["card"] = self.cards[found["card"]]
        if found["winners"] is not None:
            found["winners"] = list(found["winners"])
        when = self.when()
        self.rows["events"].append(
            EventRow(when[0], self.number, *when[1:], type(event).__name__, **found)
        )
        self.number += 1
        if isinstance(event, TurnBegan):
            self.note_players(False)
        elif isinstance(event, TradeOffered):
            self.note_offer(event)
        elif isinstance(event, TradeAccepted | TradeDeclined | TradeWithdrawn):
            if event.number in self.offers:
                self.offers[event.number]["outcome"] = _ANSWERS[type(event)]
        elif isinstance(event, RentAskedFor):
            self.asked.append(event)
        elif isinstance(event, MoneyPaid) and event.reason == "rent":
            self.note_rent(event)
        elif isinstance(event, PropertyBought | PropertyAuctioned):
            self.note_purchase(event)

    def note_offer(self, event: TradeOffered) -> None:
        """Collect an offer, whose outcome is not known yet."""
        offer = event.offer
        terms = offer.terms
        named = dict(zip(("game", "turn", "round"), self.when(), strict=True))
        self.offers[offer.number] = {
            **named,
            "number": offer.number,
            "maker": offer.maker,
            "maker_bot": self.bots[offer.maker],
            "partner": offer.partner,
            "partner_bot": self.bots[offer.partner],
            "outcome": None,
            "give_cash": terms.give_cash,
            "get_cash": terms.get_cash,
            "give_deeds": list(terms.give_deeds),
            "get_deeds": list(terms.get_deeds),
            "give_names": [self.spaces[space] for space in terms.give_deeds],
            "get_names": [self.spaces[space] for space in terms.get_deeds],
            "give_cards": [self.cards[card] for card in terms.give_cards],
            "get_cards": [self.cards[card] for card in terms.get_cards],
        }

    def note_rent(self, event: MoneyPaid) -> None:
        """Collect a payment of rent; if nobody asked for it, a card ordered it for the token's space."""
        assert self.game is not None
        space = int(self.game.state.players[event.payer].space)
        number: int | None = None
        for rent in self.asked:
            if (rent.tenant, rent.owner) == (event.payer, event.payee):
                space, number = int(rent.space), int(rent.number)
                self.asked.remove(rent)
                break
        deed = self.deeds[space]
        self.rows["rents"].append(
            RentRow(
                *self.when(),
                space=space,
                name=deed.name,
                group=self.groups[deed.group],
                number=number,
                owner=event.payee,
                owner_bot=self.bots[event.payee],
                tenant=event.payer,
                tenant_bot=self.bots[event.payer],
                amount=event.amount,
            )
        )

    def note_purchase(self, event: PropertyBought | PropertyAuctioned) -> None:
        """Collect a purchase from the Bank."""
        deed = self.deeds[event.space]
        self.rows["purchases"].append(
            PurchaseRow(
                *self.when(),
                seat=event.seat,
                bot=self.bots[event.seat],
                space=event.space,
                name=deed.name,
                group=self.groups[deed.group],
                price=event.price,
                printed=int(deed.price),
                is_auction=isinstance(event, PropertyAuctioned),
            )
        )

    def pack(self) -> bytes:
        """Return all rows so far as compressed Arrow data."""
        return msgspec.msgpack.encode(
            {name: _to_stream(make_table(TABLES[name], rows)) for name, rows in self.rows.items()}
        )


def _to_stream(table: Any) -> bytes:
    pyarrow = import_extra("pyarrow", "sim")
    sink = pyarrow.BufferOutputStream()
    options = pyarrow.ipc.IpcWriteOptions(compression="zstd")
    with pyarrow.ipc.new_stream(sink, table.schema, options=options) as writer:
        writer.write_table(table)
    found: bytes = sink.getvalue().to_pybytes()
    return found


def unpack_tables(packed: bytes) -> dict[str, Any]:
    """Return the pyarrow.Table for each name in a batch."""
    pyarrow = import_extra("pyarrow", "sim")
    streams = msgspec.msgpack.decode(packed, type=dict[str, bytes])
    return {name: pyarrow.ipc.open_stream(one).read_all() for name, one in streams.items()}


def _write_parquet(table: Any, place: Path) -> None:
    import_extra("pyarrow.parquet", "sim").write_table(table, place, compression="zstd")


class EventFolder(PlanFolder):
    """A folder with a subfolder of Parquet files for each table, and the plan."""

    def __init__(self, path: Path, plan: Plan, *, resume: bool = False) -> None:
        import_extra("pyarrow.parquet", "sim")
        super().__init__(path, plan, resume=resume)
        self.waiting: dict[str, list[Any]] = {name: [] for name in TABLES}
        """The tables of games that are not written yet."""
        self.first = 0
        """The first game that is not written yet."""
        for name in TABLES:
            (path / name).mkdir(exist_ok=True)

    def part(self, name: str, first: int) -> Path:
        """Return the file for a table's games from ``first`` on."""
        return self.path / name / f"part-{first:07}.parquet"

    def count_complete(self, most: int) -> int:
        """Return how many of the first games are in complete files, and delete all other files."""
        done = 0
        while done + PART <= most and all(self.part(name, done).exists() for name in TABLES):
            done += PART
        for name in TABLES:
            for file in (self.path / name).glob("part-*.parquet"):
                if file not in {self.part(name, first) for first in range(0, done, PART)}:
                    file.unlink()
        self.first = done
        return done

    def add(self, stop: int, packed: bytes) -> None:
        """Add the tables of a batch, whose last game is ``stop - 1``."""
        for name, table in unpack_tables(packed).items():
            self.waiting[name].append(table)
        while stop >= self.first + PART:
            self.write(self.first + PART)

    def write(self, stop: int) -> None:
        """Write the pending games before ``stop`` to one file per table."""
        pyarrow = import_extra("pyarrow.compute", "sim")
        arrow = import_extra("pyarrow", "sim")
        for name, tables in self.waiting.items():
            if not tables:
                continue
            whole = arrow.concat_tables(tables).combine_chunks()
            early = pyarrow.less(whole["game"], stop)
            now, later = whole.filter(early), whole.filter(pyarrow.invert(early))
            put(self.part(name, self.first), partial(_write_parquet, now))
            self.waiting[name] = [later] if later.num_rows else []
        self.first = stop

    def close(self) -> None:
        """Write the games that are still pending."""
        if any(self.waiting.values()):
            self.write(self.first + PART)
