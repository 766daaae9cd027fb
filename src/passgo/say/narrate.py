"""Narrate a sequence of events as briefly as possible, combining related events.

A roll and its move share a line, and so do a rent and its payment, a round of bids, and deeds
handed over together. Each line has the citations of all its events.
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
from passgo.say.words import Lexicon, Words


class NarrationLine(NamedTuple):
    """One line of a log: the sentence, the rules it follows from, and the events it describes."""

    text: str
    cites: tuple[str, ...]
    events: tuple[Event, ...]


def narrate(events: Sequence[Event], words: Words, lexicon: Lexicon) -> list[NarrationLine]:
    """Describe a sequence of events in order; events that need no sentence get no line."""
    lines: list[NarrationLine] = []
    place = 0
    while place < len(events):
        text, count = narrate_next(events[place:], words, lexicon)
        run = tuple(events[place : place + count])
        cites = tuple(dict.fromkeys(event.cite for event in run))
        if text:
            lines.append(NarrationLine(text, cites, run))
        place += count
    return lines


def narrate_next(events: Sequence[Event], words: Words, lexicon: Lexicon) -> tuple[str, int]:
    """Describe the first event together with related ones after it, and return how many."""
    run = find_run(events)
    if len(run) > 1:
        return narrate_run(run, words, lexicon), len(run)
    if len(events) > 1:
        first, second = events[0], events[1]
        if isinstance(first, RentFixed) and isinstance(second, RentAskedFor):
            return "", 1  # the rent is asked for at once
        for pair in PAIRS:
            text = pair(first, second, words, lexicon)
            if text is not None:
                return text, 2
    return say(events[0], words, lexicon), 1


# -- pairs of events -------------------------------------------------------------------------------


def narrate_pass(first: Event, second: Event, words: Words, lexicon: Lexicon) -> str | None:
    """Describe the end of one turn and the beginning of the next."""
    if not isinstance(first, TurnEnded) or not isinstance(second, TurnBegan):
        return None
    template = words.template("together", "TurnEnded+TurnBegan")
    return words.fill(template, {"passer": first.seat, "seat": second.seat}, lexicon)


def narrate_move(first: Event, second: Event, words: Words, lexicon: Lexicon) -> str | None:
    """Describe a roll and its move."""
    if not isinstance(first, DiceRolled) or not isinstance(second, TokenMoved):
        return None
    if second.by != "dice" or first.seat != second.seat:
        return None
    variants = variants_of(first, lexicon) + variants_of(second, lexicon)
    template = words.template("together", "DiceRolled+TokenMoved", *variants)
    return words.fill(template, first.fields() | second.fields(), lexicon)


def narrate_rent(first: Event, second: Event, words: Words, lexicon: Lexicon) -> str | None:
    """Describe a rent that is asked for and paid at once."""
    if not isinstance(first, RentAskedFor) or not isinstance(second, MoneyPaid):
        return None
    paid = (second.reason, second.payer, second.payee, second.amount)
    if paid != ("rent", first.tenant, first.owner, first.amount):
        return None
    return words.fill(words.template("together", "RentAskedFor+MoneyPaid"), first.fields(), lexicon)


def narrate_tax(first: Event, second: Event, words: Words, lexicon: Lexicon) -> str | None:
    """Describe a tax that is chosen and paid at once."""
    if not isinstance(first, TaxChosen) or not isinstance(second, MoneyPaid):
        return None
    if second.reason != "tax" or second.payee == POT:
        return None
    template = words.template("together", "TaxChosen+MoneyPaid", *variants_of(first, lexicon))
    return words.fill(template, first.fields() | second.fields(), lexicon)


def narrate_deal(first: Event, second: Event, words: Words, lexicon: Lexicon) -> str | None:
    """Describe a deed that is dealt and paid for."""
    if not isinstance(first, MoneyPaid) or not isinstance(second, DeedDealt):
        return None
    template = words.template("together", "MoneyPaid+DeedDealt")
    return words.fill(template, first.fields() | second.fields(), lexicon)


def narrate_kept(first: Event, second: Event, words: Words, lexicon: Lexicon) -> str | None:
    """Describe a mortgage that is kept and its interest, in either order."""
    kept, paid = (first, second) if isinstance(first, MortgageKept) else (second, first)
    if not isinstance(kept, MortgageKept) or not isinstance(paid, MoneyPaid):
        return None
    if (paid.reason, paid.payer, paid.amount) != ("interest", kept.seat, kept.interest):
        return None
    return words.fill(words.template("together", "MortgageKept"), kept.fields(), lexicon)


PAIRS: Final[tuple[Callable[[Event, Event, Words, Lexicon], str | None], ...]] = (
    narrate_pass,
    narrate_move,
    narrate_rent,
    narrate_tax,
    narrate_deal,
    narrate_kept,
)


# -- runs of events --------------------------------------------------------------------------------

PAYMENTS: Final = {
    "building": BuildingBought,
    "building_sale": BuildingSold,
    "mortgage": PropertyMortgaged,
    "unmortgage": PropertyUnmortgaged,
}
"""Payments fully described by the event after them."""
DEALINGS: Final = (BuildingBought, BuildingSold, PropertyMortgaged, PropertyUnmortgaged)
Dealing: TypeAlias = BuildingBought | BuildingSold | PropertyMortgaged | PropertyUnmortgaged


def find_run(events: Sequence[Event]) -> Sequence[Event]:
    """Return the events at the beginning that share one sentence."""
    first = events[0]
    silent = isinstance(first, MoneyPaid) and first.reason in PAYMENTS
    if silent or isinstance(first, DEALINGS):
        return find_dealings(events)
    count = 1
    while count < len(events) and is_alike(first, events[count]):
        count += 1
    return events[:count]


def find_dealings(events: Sequence[Event]) -> Sequence[Event]:
    """Return a player's consecutive buildings or mortgages, with payments, if at least two."""
    kind = type(events[0])
    if isinstance(events[0], MoneyPaid):
        kind = PAYMENTS[events[0].reason]
    seat = -1
    count = dealings = 0
    for place, event in enumerate(events, 1):
        if type(event) is kind and isinstance(event, DEALINGS):
            if seat not in (-1, event.seat):
                break
            seat = event.seat
            dealings += 1
            count = place
        elif not isinstance(event, MoneyPaid) or PAYMENTS.get(event.reason) is not kind:
            break
    return events[:count] if dealings > 1 else events[:1]


def is_alike(first: Event, other: Event) -> bool:
    """Return whether two events may share a sentence."""
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


def narrate_run(run: Sequence[Event], words: Words, lexicon: Lexicon) -> str:
    """Describe several similar events in one sentence."""
    first = run[0]
    values = first.fields()
    dealt = [event for event in run if isinstance(event, DEALINGS)]
    if dealt:
        return narrate_dealings(dealt, words, lexicon)
    if isinstance(first, DeedTransferred):
        values["spaces"] = [event.space for event in run if isinstance(event, DeedTransferred)]
        return words.fill(words.template("together", "DeedTransferred"), values, lexicon)
    if isinstance(first, MoneyPaid):
        values["seats"] = [event.payee for event in run if isinstance(event, MoneyPaid)]
        return words.fill(words.template("together", "MoneyPaid", "start"), values, lexicon)
    if isinstance(first, RentOrderSet):
        values["seats"] = [event.seat for event in run if isinstance(event, RentOrderSet)]
        return words.fill(words.template("together", "RentOrderSet", "on"), values, lexicon)
    name = "OpeningRollMade" if isinstance(first, OpeningRollMade) else "BidMade"
    joined = words.name("comma").join(format_clause(event, words, lexicon) for event in run)
    return words.fill(words.template("together", name, "run"), {"run": joined}, lexicon)


def narrate_dealings(dealt: Sequence[Dealing], words: Words, lexicon: Lexicon) -> str:
    """Describe what a player built, sold, mortgaged or unmortgaged, with the final result."""
    last = {event.space: event for event in dealt}
    prices = [event.price for event in dealt if isinstance(event, BuildingBought | BuildingSold)]
    values: dict[str, object] = {
        "seat": dealt[0].seat,
        "total": sum(prices),
        "run": words.row([format_clause(event, words, lexicon) for event in last.values()]),
    }
    template = words.template("together", type(dealt[0]).__name__, "run")
    return words.fill(template, values, lexicon)


def format_clause(event: Event, words: Words, lexicon: Lexicon) -> str:
    """Describe an event as part of a sentence."""
    return words.fill(words.template("together", type(event).__name__), event.fields(), lexicon)
