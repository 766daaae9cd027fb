"""Events: what happened in the game.

An event is a fact in the past tense, with the values at the time it happened and the rule it
follows from. Every payment emits one ``MoneyPaid``; other events report everything else. Events
contain no text: ``passgo.say`` puts them into words.
"""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from passgo.engine.state import Offer
from passgo.engine.value import Value


class Event(Value):
    """A fact; ``cite`` is the rule it follows from."""

    cite: str


@mypyc_attr(allow_interpreted_subclasses=True)
class Listener:
    """A receiver of all events, in order. It must not raise exceptions or play actions."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def on_event(self, event: Event) -> None:
        """Handle one event."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class EventCollector(Listener):
    """A listener that collects events and forwards them to another listener, if there is one."""

    def __init__(self, other: Listener | None = None) -> None:
        self.events: list[Event] = []
        self.other = other

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {len(self.events)} events>"

    def on_event(self, event: Event) -> None:
        """Collect one event."""
        self.events.append(event)
        if self.other is not None:
            self.other.on_event(event)


class GameSetUp(Event):
    """The game was set up: decks shuffled and money dealt."""

    def __init__(self, players: i64, cite: str) -> None:
        self.players = players
        self.cite = cite


class OpeningRollMade(Event):
    """A player made an opening roll."""

    def __init__(self, seat: i64, first: i64, second: i64, cite: str) -> None:
        self.seat = seat
        self.first = first
        self.second = second
        self.cite = cite


class DeedDealt(Event):
    """A deed was dealt before the first turn."""

    def __init__(self, seat: i64, space: i64, cite: str) -> None:
        self.seat = seat
        self.space = space
        self.cite = cite


class TurnBegan(Event):
    """A player's turn began."""

    def __init__(self, seat: i64, turn: i64, cite: str) -> None:
        self.seat = seat
        self.turn = turn
        self.cite = cite


class TurnEnded(Event):
    """A player ended their turn."""

    def __init__(self, seat: i64) -> None:
        self.seat = seat
        self.cite = "10 MCS 60(c)"


class DiceRolled(Event):
    """Both dice were rolled."""

    def __init__(self, seat: i64, first: i64, second: i64, cite: str) -> None:
        self.seat = seat
        self.first = first
        self.second = second
        self.cite = cite


class TokenMoved(Event):
    """A token moved: forward by a roll or a card, backward, or to Jail."""

    def __init__(self, seat: i64, start: i64, space: i64, by: str, cite: str) -> None:
        self.seat = seat
        self.start = start
        self.space = space
        self.by = by
        self.cite = cite


class MoneyPaid(Event):
    """Money changed hands; -1 stands for the Bank and -2 for the pot on Free Parking."""

    def __init__(self, payer: i64, payee: i64, amount: i64, reason: str, cite: str) -> None:
        self.payer = payer
        self.payee = payee
        self.amount = amount
        self.reason = reason
        self.cite = cite


class PropertyBought(Event):
    """A player bought an unowned property at its printed price."""

    def __init__(self, seat: i64, space: i64, price: i64) -> None:
        self.seat = seat
        self.space = space
        self.price = price
        self.cite = "10 MCS 80"


class PropertyDeclined(Event):
    """A player declined to buy an unowned property."""

    def __init__(self, seat: i64, space: i64, cite: str) -> None:
        self.seat = seat
        self.space = space
        self.cite = cite


class AuctionOpened(Event):
    """A property was put up for auction."""

    def __init__(self, space: i64, bidders: tuple[int, ...], cite: str) -> None:
        self.space = space
        self.bidders = bidders
        self.cite = cite


class BidMade(Event):
    """A player raised the bid."""

    def __init__(self, seat: i64, space: i64, amount: i64, cite: str) -> None:
        self.seat = seat
        self.space = space
        self.amount = amount
        self.cite = cite


class BidderPassed(Event):
    """A player dropped out of the auction."""

    def __init__(self, seat: i64, cite: str) -> None:
        self.seat = seat
        self.cite = cite


class PropertyAuctioned(Event):
    """The highest bidder bought the property."""

    def __init__(self, seat: i64, space: i64, price: i64) -> None:
        self.seat = seat
        self.space = space
        self.price = price
        self.cite = "10 MCS 80(d)"


class PropertyUnsold(Event):
    """Nobody bid; the property stayed with the Bank."""

    def __init__(self, space: i64) -> None:
        self.space = space
        self.cite = "CR 5.1"


class RentFixed(Event):
    """A token landed on another player's property; the owner may ask for the rent."""

    def __init__(
        self, owner: i64, tenant: i64, space: i64, amount: i64, number: i64, cite: str
    ) -> None:
        self.owner = owner
        self.tenant = tenant
        self.space = space
        self.amount = amount
        self.number = number
        self.cite = cite


class RentAskedFor(Event):
    """The owner asked for the rent."""

    def __init__(
        self, owner: i64, tenant: i64, space: i64, amount: i64, number: i64, cite: str
    ) -> None:
        self.owner = owner
        self.tenant = tenant
        self.space = space
        self.amount = amount
        self.number = number
        self.cite = cite


class RentLapsed(Event):
    """The rent was forgiven because the owner did not ask in time or either player left."""

    def __init__(
        self, owner: i64, tenant: i64, space: i64, amount: i64, number: i64, cite: str
    ) -> None:
        self.owner = owner
        self.tenant = tenant
        self.space = space
        self.amount = amount
        self.number = number
        self.cite = cite


class RentOrderSet(Event):
    """A player turned on or off their standing order to ask for rent."""

    def __init__(self, seat: i64, on: bool) -> None:
        self.seat = seat
        self.on = on
        self.cite = "CR 5.2"


class CardDrawn(Event):
    """A player drew the top card."""

    def __init__(self, seat: i64, card: i64) -> None:
        self.seat = seat
        self.card = card
        self.cite = "10 MCS 100"


class CardKept(Event):
    """A player kept a card for later use."""

    def __init__(self, seat: i64, card: i64) -> None:
        self.seat = seat
        self.card = card
        self.cite = "10 MCS 100(a)"


class CardReturned(Event):
    """A kept card was returned to the bottom of its deck."""

    def __init__(self, seat: i64, card: i64, cite: str) -> None:
        self.seat = seat
        self.card = card
        self.cite = cite


class TaxChosen(Event):
    """A player chose how to pay Income Tax; the amount is now known."""

    def __init__(self, seat: i64, share: bool, amount: i64, cite: str) -> None:
        self.seat = seat
        self.share = share
        self.amount = amount
        self.cite = cite


class SentToJail(Event):
    """A player was sent to Jail."""

    def __init__(self, seat: i64, cite: str) -> None:
        self.seat = seat
        self.cite = cite


class StayedInJail(Event):
    """A player did not roll doubles and stayed in Jail."""

    def __init__(self, seat: i64, turn: i64, cite: str) -> None:
        self.seat = seat
        self.turn = turn
        self.cite = cite


class LeftJail(Event):
    """A player left Jail by rolling doubles, paying the fine or using a card."""

    def __init__(self, seat: i64, by: str, cite: str) -> None:
        self.seat = seat
        self.by = by
        self.cite = cite


class BuildingBought(Event):
    """A house or hotel was built; ``houses`` is the property's new level."""

    def __init__(self, seat: i64, space: i64, houses: i64, price: i64, cite: str) -> None:
        self.seat = seat
        self.space = space
        self.houses = houses
        self.price = price
        self.cite = cite


class BuildingSold(Event):
    """A building was sold to the Bank; ``houses`` is the property's new level."""

    def __init__(self, seat: i64, space: i64, houses: i64, price: i64, cite: str) -> None:
        self.seat = seat
        self.space = space
        self.houses = houses
        self.price = price
        self.cite = cite


class ShortageOpened(Event):
    """The Bank may run short; everyone who could build is asked how many buildings they want."""

    def __init__(self, seat: i64, kind: i64, stock: i64, asked: tuple[int, ...], cite: str) -> None:
        self.seat = seat
        self.kind = kind
        self.stock = stock
        self.asked = asked
        self.cite = cite


class DemandStated(Event):
    """A player stated how many buildings they want."""

    def __init__(self, seat: i64, kind: i64, count: i64, cite: str) -> None:
        self.seat = seat
        self.kind = kind
        self.count = count
        self.cite = cite


class ShortageServed(Event):
    """The Bank can meet all demands; buildings cost the printed price."""

    def __init__(self, seat: i64, kind: i64, cite: str) -> None:
        self.seat = seat
        self.kind = kind
        self.cite = cite


class BuildingAuctionOpened(Event):
    """One building was put up for auction."""

    def __init__(self, kind: i64, stock: i64, bidders: tuple[int, ...], cite: str) -> None:
        self.kind = kind
        self.stock = stock
        self.bidders = bidders
        self.cite = cite


class BuildingBidMade(Event):
    """A player raised the bid for a building."""

    def __init__(self, seat: i64, space: i64, amount: i64, cite: str) -> None:
        self.seat = seat
        self.space = space
        self.amount = amount
        self.cite = cite


class ShortageEnded(Event):
    """The auctions for scarce buildings ended."""

    def __init__(self, kind: i64, cite: str) -> None:
        self.kind = kind
        self.cite = cite


class PropertyMortgaged(Event):
    """A property was mortgaged."""

    def __init__(self, seat: i64, space: i64, amount: i64) -> None:
        self.seat = seat
        self.space = space
        self.amount = amount
        self.cite = "10 MCS 180"


class PropertyUnmortgaged(Event):
    """A mortgage was repaid with interest."""

    def __init__(self, seat: i64, space: i64, cost: i64, cite: str) -> None:
        self.seat = seat
        self.space = space
        self.cost = cost
        self.cite = cite


class MortgageKept(Event):
    """A mortgaged deed changed hands; its new owner keeps the mortgage and pays interest."""

    def __init__(self, seat: i64, space: i64, interest: i64, cite: str) -> None:
        self.seat = seat
        self.space = space
        self.interest = interest
        self.cite = cite


class MortgageCanceled(Event):
    """The Bank took back a deed and canceled its mortgage."""

    def __init__(self, space: i64) -> None:
        self.space = space
        self.cite = "CR 10"


class TradeOffered(Event):
    """A player offered a trade."""

    def __init__(self, offer: Offer, cite: str) -> None:
        self.offer = offer
        self.cite = cite


class TradeAccepted(Event):
    """An offer was accepted and carried out."""

    def __init__(self, number: i64, maker: i64, partner: i64, cite: str) -> None:
        self.number = number
        self.maker = maker
        self.partner = partner
        self.cite = cite


class TradeDeclined(Event):
    """An offer was declined."""

    def __init__(self, number: i64, maker: i64, partner: i64, cite: str) -> None:
        self.number = number
        self.maker = maker
        self.partner = partner
        self.cite = cite


class TradeWithdrawn(Event):
    """An offer was withdrawn."""

    def __init__(self, number: i64, maker: i64, partner: i64, cite: str) -> None:
        self.number = number
        self.maker = maker
        self.partner = partner
        self.cite = cite


class OffersPaused(Event):
    """A player paused offers or ended a pause.

    ``until`` is the round in which the pause ends, -1 for the rest of the game, or 0 for no pause.
    """

    def __init__(self, seat: i64, until: i64) -> None:
        self.seat = seat
        self.until = until
        self.cite = "Ruling 14"


class OfferAskedFor(Event):
    """A player asked another for an offer that includes a property."""

    def __init__(self, number: i64, asker: i64, partner: i64, space: i64, owner: i64) -> None:
        self.number = number
        self.asker = asker
        self.partner = partner
        self.space = space
        self.owner = owner
        self.cite = "Ruling 14"


class InquiryDeclined(Event):
    """A player declined to make the offer that another player had asked for."""

    def __init__(self, number: i64, asker: i64, partner: i64, space: i64, owner: i64) -> None:
        self.number = number
        self.asker = asker
        self.partner = partner
        self.space = space
        self.owner = owner
        self.cite = "Ruling 14"


class DeedTransferred(Event):
    """A deed changed hands; -1 stands for the Bank."""

    def __init__(self, space: i64, giver: i64, taker: i64, cite: str) -> None:
        self.space = space
        self.giver = giver
        self.taker = taker
        self.cite = cite


class CardTransferred(Event):
    """A kept card changed hands."""

    def __init__(self, card: i64, giver: i64, taker: i64, cite: str) -> None:
        self.card = card
        self.giver = giver
        self.taker = taker
        self.cite = cite


class DebtOpened(Event):
    """A player owes more cash than they have."""

    def __init__(
        self, debtor: i64, creditor: i64, amount: i64, missing: i64, reason: str, cite: str
    ) -> None:
        self.debtor = debtor
        self.creditor = creditor
        self.amount = amount
        self.missing = missing
        self.reason = reason
        self.cite = cite


class DebtVoided(Event):
    """A debt became void because its debtor or creditor left the game."""

    def __init__(self, debtor: i64, creditor: i64, amount: i64, cite: str) -> None:
        self.debtor = debtor
        self.creditor = creditor
        self.amount = amount
        self.cite = cite


class WentBankrupt(Event):
    """A player could not pay and went bankrupt."""

    def __init__(self, seat: i64, creditor: i64, amount: i64, cite: str) -> None:
        self.seat = seat
        self.creditor = creditor
        self.amount = amount
        self.cite = cite


class Resigned(Event):
    """A player resigned."""

    def __init__(self, seat: i64) -> None:
        self.seat = seat
        self.cite = "Ruling 12"


class PlayerLeft(Event):
    """A resigned player left the game; their remaining assets went to the heir (-1: the Bank)."""

    def __init__(self, seat: i64, heir: i64, cite: str) -> None:
        self.seat = seat
        self.heir = heir
        self.cite = cite


class GameEnded(Event):
    """The game ended; ``worths`` lists each player's worth, in seat order."""

    def __init__(
        self, winners: tuple[int, ...], worths: tuple[int, ...], reason: str, cite: str
    ) -> None:
        self.winners = winners
        self.worths = worths
        self.reason = reason
        self.cite = cite
