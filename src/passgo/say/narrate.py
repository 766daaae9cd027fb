"""A row of events, told as briefly as it can be told: what belongs together becomes one sentence.

A roll and its move are one line, so are a rent and its payment, a round of bids, the deeds of one
hand-over. Each line keeps the citations of all it tells.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from passgo.engine.events import (
    BidderPassed,
    BidMade,
    BuildingBought,
    BuildingSold,
    DeedDealt,
    DeedTransferred,
    DiceRolled,
    Event,
    MoneyPaid,
    MortgageKept,
    OpeningRollMade,
    PropertyMortgaged,
    PropertyUnmortgaged,
    RentAskedFor,
    RentFixed,
    RentOrderSet,
    TaxChosen,
    TokenMoved,
    TurnBegan,
    TurnEnded,
)
from passgo.engine.state import POT
from passgo.say.events import say, variants_of
from passgo.say.words import Table, Words


class Told(NamedTuple):
    """One line of a log: the sentence, the rules it follows from, and the events it tells."""

    text: str
    cites: tuple[str, ...]
    events: tuple[Event, ...]


def tell(events: Sequence[Event], words: Words, table: Table) -> list[Told]:
    """Tell a row of events, in order; what needs no words gets no line."""
    lines: list[Told] = []
    place = 0
    while place < len(events):
        text, count = tell_next(events[place:], words, table)
        told = tuple(events[place : place + count])
        cites = tuple(dict.fromkeys(event.cite for event in told))
        if text:
            lines.append(Told(text, cites, told))
        place += count
    return lines


def tell_next(events: Sequence[Event], words: Words, table: Table) -> tuple[str, int]:
    """Tell the first of these events, with those after it that belong to it; and how many."""
    run = run_of(events)
    if len(run) > 1:
        return tell_run(run, words, table), len(run)
    if len(events) > 1:
        first, second = events[0], events[1]
        if isinstance(first, RentFixed) and isinstance(second, RentAskedFor):
            return "", 1  # the rent is asked for at once
        for pair in PAIRS:
            text = pair(first, second, words, table)
            if text is not None:
                return text, 2
    return say(events[0], words, table), 1


# -- two that belong together ----------------------------------------------------------------------


def tell_pass(first: Event, second: Event, words: Words, table: Table) -> str | None:
    """The dice go from one player to the next."""
    if not isinstance(first, TurnEnded) or not isinstance(second, TurnBegan):
        return None
    template = words.template("together", "TurnEnded+TurnBegan")
    return words.fill(template, {"passer": first.seat, "seat": second.seat}, table)


def tell_move(first: Event, second: Event, words: Words, table: Table) -> str | None:
    """A roll and the move by it."""
    if not isinstance(first, DiceRolled) or not isinstance(second, TokenMoved):
        return None
    if second.by != "dice" or first.seat != second.seat:
        return None
    variants = variants_of(first, table) + variants_of(second, table)
    template = words.template("together", "DiceRolled+TokenMoved", *variants)
    return words.fill(template, first.fields() | second.fields(), table)


def tell_rent(first: Event, second: Event, words: Words, table: Table) -> str | None:
    """A rent that is asked for and paid at once."""
    if not isinstance(first, RentAskedFor) or not isinstance(second, MoneyPaid):
        return None
    paid = (second.reason, second.payer, second.payee, second.amount)
    if paid != ("rent", first.tenant, first.owner, first.amount):
        return None
    return words.fill(words.template("together", "RentAskedFor+MoneyPaid"), first.fields(), table)


def tell_tax(first: Event, second: Event, words: Words, table: Table) -> str | None:
    """A tax that is chosen and paid at once."""
    if not isinstance(first, TaxChosen) or not isinstance(second, MoneyPaid):
        return None
    if second.reason != "tax" or second.payee == POT:
        return None
    template = words.template("together", "TaxChosen+MoneyPaid", *variants_of(first, table))
    return words.fill(template, first.fields() | second.fields(), table)


def tell_deal(first: Event, second: Event, words: Words, table: Table) -> str | None:
    """A deed that is dealt and paid for."""
    if not isinstance(first, MoneyPaid) or not isinstance(second, DeedDealt):
        return None
    template = words.template("together", "MoneyPaid+DeedDealt")
    return words.fill(template, first.fields() | second.fields(), table)


def tell_kept(first: Event, second: Event, words: Words, table: Table) -> str | None:
    """A mortgage that is kept, and its interest, whichever comes first."""
    kept, paid = (first, second) if isinstance(first, MortgageKept) else (second, first)
    if not isinstance(kept, MortgageKept) or not isinstance(paid, MoneyPaid):
        return None
    if (paid.reason, paid.payer, paid.amount) != ("interest", kept.seat, kept.interest):
        return None
    return words.fill(words.template("together", "MortgageKept"), kept.fields(), table)


PAIRS: Final[tuple[Callable[[Event, Event, Words, Table], str | None], ...]] = (
    tell_pass,
    tell_move,
    tell_rent,
    tell_tax,
    tell_deal,
    tell_kept,
)


# -- several of a kind -----------------------------------------------------------------------------

PAYMENTS: Final = {
    "building": BuildingBought,
    "building_sale": BuildingSold,
    "mortgage": PropertyMortgaged,
    "unmortgage": PropertyUnmortgaged,
}
"""Payments that the event after them tells in full."""
DEALINGS: Final = (BuildingBought, BuildingSold, PropertyMortgaged, PropertyUnmortgaged)
Dealing: TypeAlias = BuildingBought | BuildingSold | PropertyMortgaged | PropertyUnmortgaged


def run_of(events: Sequence[Event]) -> Sequence[Event]:
    """Return the events at the beginning that are told as one."""
    first = events[0]
    silent = isinstance(first, MoneyPaid) and first.reason in PAYMENTS
    if silent or isinstance(first, DEALINGS):
        return dealings(events)
    count = 1
    while count < len(events) and alike(first, events[count]):
        count += 1
    return events[:count]


def dealings(events: Sequence[Event]) -> Sequence[Event]:
    """Return one player's buildings or mortgages in a row, with their payments, if there are two."""
    kind = type(events[0])
    if isinstance(events[0], MoneyPaid):
        kind = PAYMENTS[events[0].reason]
    seat = -1
    count = told = 0
    for place, event in enumerate(events, 1):
        if type(event) is kind and isinstance(event, DEALINGS):
            if seat not in (-1, event.seat):
                break
            seat = event.seat
            told += 1
            count = place
        elif not isinstance(event, MoneyPaid) or PAYMENTS.get(event.reason) is not kind:
            break
    return events[:count] if told > 1 else events[:1]


def alike(first: Event, other: Event) -> bool:
    """Say whether two events may stand in one run."""
    if isinstance(first, OpeningRollMade):
        return isinstance(other, OpeningRollMade)
    if isinstance(first, BidMade | BidderPassed):
        return isinstance(other, BidMade | BidderPassed)
    if isinstance(first, RentOrderSet):
        return isinstance(other, RentOrderSet) and first.on and other.on
    if isinstance(first, DeedTransferred) and isinstance(other, DeedTransferred):
        return (first.giver, first.taker) == (other.giver, other.taker)
    if isinstance(first, MoneyPaid) and isinstance(other, MoneyPaid):
        return first.reason == other.reason == "start" and first.amount == other.amount
    return False


def tell_run(run: Sequence[Event], words: Words, table: Table) -> str:
    """Tell several events of a kind in one sentence."""
    first = run[0]
    values = first.fields()
    dealt = [event for event in run if isinstance(event, DEALINGS)]
    if dealt:
        return tell_dealings(dealt, words, table)
    if isinstance(first, DeedTransferred):
        values["spaces"] = [event.space for event in run if isinstance(event, DeedTransferred)]
        return words.fill(words.template("together", "DeedTransferred"), values, table)
    if isinstance(first, MoneyPaid):
        values["seats"] = [event.payee for event in run if isinstance(event, MoneyPaid)]
        return words.fill(words.template("together", "MoneyPaid", "start"), values, table)
    if isinstance(first, RentOrderSet):
        values["seats"] = [event.seat for event in run if isinstance(event, RentOrderSet)]
        return words.fill(words.template("together", "RentOrderSet", "on"), values, table)
    name = "OpeningRollMade" if isinstance(first, OpeningRollMade) else "BidMade"
    joined = words.name("comma").join(clause(event, words, table) for event in run)
    return words.fill(words.template("together", name, "run"), {"run": joined}, table)


def tell_dealings(dealt: Sequence[Dealing], words: Words, table: Table) -> str:
    """Tell what a player built, sold, mortgaged or lifted; of each property how it stands at last."""
    last = {event.space: event for event in dealt}
    prices = [event.price for event in dealt if isinstance(event, BuildingBought | BuildingSold)]
    values: dict[str, object] = {
        "seat": dealt[0].seat,
        "total": sum(prices),
        "run": words.row([clause(event, words, table) for event in last.values()]),
    }
    template = words.template("together", type(dealt[0]).__name__, "run")
    return words.fill(template, values, table)


def clause(event: Event, words: Words, table: Table) -> str:
    """Tell an event as a part of a sentence."""
    return words.fill(words.template("together", type(event).__name__), event.fields(), table)
