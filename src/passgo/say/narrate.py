"""Narration of a sequence of events, as brief as possible, with related events combined.

A roll and everything it leads to share one line: the move, the salary, and the rent, tax or
purchase. So do a card and its effect, a round of bids, several buildings or mortgages in a row, and
the deeds that change hands together. Each line has the citations for all its events.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from passgo.engine.board import GO
from passgo.engine.events import (
    AuctionOpened,
    BidderPassed,
    BidMade,
    BuildingBought,
    BuildingSold,
    CardDrawn,
    CardKept,
    CardReturned,
    DebtOpened,
    DeedDealt,
    DeedTransferred,
    DiceRolled,
    Event,
    LeftJail,
    MoneyPaid,
    MortgageKept,
    OpeningRollMade,
    PropertyBought,
    PropertyDeclined,
    PropertyMortgaged,
    PropertyUnmortgaged,
    RentAskedFor,
    RentFixed,
    RentOrderSet,
    SentToJail,
    StayedInJail,
    TaxChosen,
    TokenMoved,
    TurnBegan,
    TurnEnded,
)
from passgo.engine.state import BANK, POT
from passgo.say.events import say, variants_of
from passgo.say.words import Lexicon, Words


class NarrationLine(NamedTuple):
    """One line in a log: the sentence, the events it describes, and the rules they follow from."""

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
    """Describe the first event and those combined with it; return the text and the event count."""
    move = narrate_move(events, words, lexicon)
    if move is not None:
        return move
    run = find_run(events)
    if len(run) > 1:
        return narrate_run(run, words, lexicon), len(run)
    if len(events) > 1:
        first, second = events[0], events[1]
        if isinstance(first, RentFixed) and isinstance(second, RentAskedFor):
            return "", 1  # the rent is asked for immediately
        for pair in PAIRS:
            text = pair(first, second, words, lexicon)
            if text is not None:
                return text, 2
    return say(events[0], words, lexicon), 1


# -- a move ----------------------------------------------------------------------------------------


def narrate_move(events: Sequence[Event], words: Words, lexicon: Lexicon) -> tuple[str, int] | None:
    """Describe a roll, a card or a fine with its consequences; None if there is nothing to combine.

    "Ann rolls 4 and 2, lands on Oriental Avenue and pays Bob $6 rent."
    """
    first = events[0]
    if isinstance(first, DiceRolled | CardDrawn):
        seat = first.seat
    elif isinstance(first, MoneyPaid) and first.reason == "fine":
        seat = first.payer
    else:
        return None
    count = 1
    clauses = [format_step(events[:1], seat, words, lexicon)]
    while step := find_step(events[count:], seat):
        clause = format_step(step, seat, words, lexicon)
        if clause:
            # the salary is mentioned before the landing, unless the token lands on GO
            earned = isinstance(step[0], MoneyPaid) and step[0].reason == "salary"
            before = events[count - 1]
            passed = isinstance(before, TokenMoved) and not is_go(before.space, lexicon)
            clauses.insert(len(clauses) - (earned and passed), clause)
        count += len(step)
    if len(clauses) < 2:
        return None
    values = {"seat": seat, "run": words.row(clauses)}
    return words.fill(words.template("clauses", "move"), values, lexicon), count


def is_go(space: int, lexicon: Lexicon) -> bool:
    """Return whether a space is GO."""
    return 0 <= space < lexicon.board.size and lexicon.board.spaces[space].kind == GO


def find_step(events: Sequence[Event], seat: int) -> Sequence[Event]:
    """Return the leading events that make up the next clause about a player's move."""
    if not events:
        return ()
    first = events[0]
    second = events[1] if len(events) > 1 else None
    if isinstance(first, TokenMoved | SentToJail | StayedInJail | LeftJail | CardKept):
        return events[:1] if first.seat == seat else ()
    if isinstance(first, DiceRolled):
        return events[:1] if first.seat == seat and first.cite == "Ruling 23" else ()
    if isinstance(first, MoneyPaid):
        return find_payment(events, seat)
    if isinstance(first, RentFixed) and isinstance(second, RentAskedFor):
        asked = find_step(events[1:], seat)
        return events[: len(asked) + 1] if asked else ()
    if isinstance(first, RentAskedFor) and isinstance(second, MoneyPaid):
        return events[:2] if first.tenant == seat and is_payment(second, first) else ()
    if isinstance(first, TaxChosen) and isinstance(second, MoneyPaid):
        return events[:2] if first.seat == seat and second.reason == "tax" else ()
    return ()


def find_payment(events: Sequence[Event], seat: int) -> Sequence[Event]:
    """Return the leading payments that make up one clause about a player's move."""
    first = events[0]
    assert isinstance(first, MoneyPaid)
    if first.reason == "purchase":
        second = events[1] if len(events) > 1 else None
        return events[:2] if isinstance(second, PropertyBought) and second.seat == seat else ()
    if first.reason == "card" and seat in (first.payer, first.payee):
        count = 1
        while count < len(events) and is_same_card(first, events[count], seat):
            count += 1
        return events[:count]
    pays = first.payer == seat and first.reason in ("rent", "tax", "fine")
    gets = first.payee == seat and (first.reason == "salary" or first.payer == POT)
    return events[:1] if pays or gets else ()


def is_same_card(first: MoneyPaid, other: Event, seat: int) -> bool:
    """Return whether two equal payments come from one card that affects every player."""
    if not isinstance(other, MoneyPaid) or other.reason != "card" or other.amount != first.amount:
        return False
    pays = first.payer == seat == other.payer
    gets = first.payee == seat == other.payee
    return pays or gets


def is_payment(paid: MoneyPaid, rent: RentAskedFor) -> bool:
    """Return whether this payment is for this rent."""
    return (paid.reason, paid.payer, paid.payee, paid.amount) == (
        "rent",
        rent.tenant,
        rent.owner,
        rent.amount,
    )


def format_step(step: Sequence[Event], seat: int, words: Words, lexicon: Lexicon) -> str:
    """Write a step of a move as a clause without a subject; "" if the step needs no words."""
    event = step[0] if isinstance(step[0], TaxChosen) else step[-1]
    variants = variants_of(event, lexicon)
    values = event.fields()
    if isinstance(event, MoneyPaid) and event.reason == "card" and event.payer != POT:
        pays = event.payer == seat
        paid = [one for one in step if isinstance(one, MoneyPaid)]
        others = [one.payee if pays else one.payer for one in paid]
        kind = "pot" if POT in others else "" if BANK in others else "players"
        variants = ["pays" if pays else "gets", kind, "each" if len(others) > 1 else ""]
        values["seats"] = others
    elif isinstance(event, TokenMoved) and event.by == "card":
        variants = ["card"]
    template = words.template("clauses", type(event).__name__, *variants)
    return words.fill_clause(template, values, lexicon)


# -- pairs of events -------------------------------------------------------------------------------


def narrate_pass(first: Event, second: Event, words: Words, lexicon: Lexicon) -> str | None:
    """Describe the end of a turn and the beginning of the next."""
    if not isinstance(first, TurnEnded) or not isinstance(second, TurnBegan):
        return None
    return say(second, words, lexicon)


def narrate_rent(first: Event, second: Event, words: Words, lexicon: Lexicon) -> str | None:
    """Describe rent that is asked for and paid immediately."""
    if not isinstance(first, RentAskedFor) or not isinstance(second, MoneyPaid):
        return None
    if not is_payment(second, first):
        return None
    return words.fill(words.template("together", "RentAskedFor+MoneyPaid"), first.fields(), lexicon)


def narrate_rent_debt(first: Event, second: Event, words: Words, lexicon: Lexicon) -> str | None:
    """Describe rent that is asked for but cannot be paid immediately."""
    if not isinstance(first, RentAskedFor) or not isinstance(second, DebtOpened):
        return None
    debt = (second.reason, second.debtor, second.creditor, second.amount)
    if debt != ("rent", first.tenant, first.owner, first.amount):
        return None
    template = words.template("together", "RentAskedFor+DebtOpened")
    return words.fill(template, first.fields() | second.fields(), lexicon)


def narrate_tax(first: Event, second: Event, words: Words, lexicon: Lexicon) -> str | None:
    """Describe a tax that is chosen and paid immediately."""
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
    """Describe a mortgage that is kept and its interest payment, whichever event comes first."""
    kept, paid = (first, second) if isinstance(first, MortgageKept) else (second, first)
    if not isinstance(kept, MortgageKept) or not isinstance(paid, MoneyPaid):
        return None
    if (paid.reason, paid.payer, paid.amount) != ("interest", kept.seat, kept.interest):
        return None
    return words.fill(words.template("together", "MortgageKept"), kept.fields(), lexicon)


def narrate_decline(first: Event, second: Event, words: Words, lexicon: Lexicon) -> str | None:
    """Describe a property that is not bought and goes to auction."""
    if not isinstance(first, PropertyDeclined) or not isinstance(second, AuctionOpened):
        return None
    if first.space != second.space:
        return None
    template = words.template("together", "PropertyDeclined+AuctionOpened")
    return words.fill(template, first.fields(), lexicon)


def narrate_jail_card(first: Event, second: Event, words: Words, lexicon: Lexicon) -> str | None:
    """Describe a card that is used to get out of Jail and goes back to its deck."""
    if not isinstance(first, CardReturned) or not isinstance(second, LeftJail):
        return None
    if first.seat != second.seat or second.by != "card":
        return None
    return say(second, words, lexicon)


PAIRS: Final[tuple[Callable[[Event, Event, Words, Lexicon], str | None], ...]] = (
    narrate_pass,
    narrate_rent,
    narrate_rent_debt,
    narrate_tax,
    narrate_deal,
    narrate_kept,
    narrate_decline,
    narrate_jail_card,
)


# -- runs of events --------------------------------------------------------------------------------

PAYMENTS: Final = {
    "building": BuildingBought,
    "building_sale": BuildingSold,
    "mortgage": PropertyMortgaged,
    "unmortgage": PropertyUnmortgaged,
}
"""Payments fully described by the event that follows them."""
DEALINGS: Final = (BuildingBought, BuildingSold, PropertyMortgaged, PropertyUnmortgaged)
Dealing: TypeAlias = BuildingBought | BuildingSold | PropertyMortgaged | PropertyUnmortgaged


def find_run(events: Sequence[Event]) -> Sequence[Event]:
    """Return the leading events that share one sentence."""
    first = events[0]
    silent = isinstance(first, MoneyPaid) and first.reason in PAYMENTS
    if silent or isinstance(first, DEALINGS):
        return find_dealings(events)
    count = 1
    while count < len(events) and is_alike(first, events[count]):
        count += 1
    return events[:count]


def find_dealings(events: Sequence[Event]) -> Sequence[Event]:
    """Return two or more similar events in a row, such as mortgages, with their payments."""
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
    """Return whether two events belong in the same run."""
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
    """Describe what a player built, sold or mortgaged, and each property's new state."""
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
    """Write an event as part of a sentence."""
    return words.fill_clause(
        words.template("together", type(event).__name__), event.fields(), lexicon
    )
