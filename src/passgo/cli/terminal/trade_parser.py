"""Trades as text: `trade Bob give Baltic 50 get Reading`, or a dialog that asks for the terms."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from passgo.cli.terminal.name_matching import Unclear, find_matches, normalize, parse_amount, pick
from passgo.cli.text import sanitize
from passgo.engine.action import why_not
from passgo.engine.rules.trade import CounterTrade, OfferTrade, find_offer
from passgo.engine.state import State
from passgo.say import Lexicon, Words, say_offer
from passgo.spelling import join_words

_SYNONYMS: Final = {"want": "get", "for": "get", "lift": "unmortgage"}
_PARTS: Final = re.compile(r"\b(gives?|gets?|wants?|for|unmortgages?|lifts?)\b", re.IGNORECASE)
_CARD: Final = re.compile(
    r"\b(?:(\d+|an?|the|my) )?(?:(chance|community chest|chest) )?(?:jail )?cards?\b", re.IGNORECASE
)
_NOTHING: Final = ("nothing", "none", "no", "-", "0")


class Goods(NamedTuple):
    """The deeds, cash and cards that one side gives."""

    deeds: tuple[int, ...] = ()
    cash: int = 0
    cards: tuple[int, ...] = ()


def deed_names(state: State) -> dict[int, str]:
    """Return the name of every property, by space."""
    return {deed.space: deed.name for deed in state.board.deeds}


def list_owned(state: State, seat: int) -> list[int]:
    """Return the spaces of a player's properties."""
    return [prop.deed.space for prop in state.properties_of(seat)]


def read_goods(text: str, giver: int, state: State) -> Goods:
    """Parse a list of properties, cash and cards: `Baltic, New York and 50`."""
    if not text.strip() or text.strip().casefold() in _NOTHING:
        return Goods()
    cards: list[int] = []

    def take_card(found: re.Match[str]) -> str:
        count, deck = found.groups()
        for _ in range(min(int(count), 9) if count and count.isdecimal() else 1):
            cards.append(choose_card((deck or "").casefold(), cards, giver, state))
        return ","

    text = _CARD.sub(take_card, re.sub(r"(\d),(?=\d{3}\b)", r"\1", text))
    deeds: list[int] = []
    sums: list[int] = []
    for part in re.split(r",|;|\+|\band\b", text, flags=re.IGNORECASE):
        words = []
        for word in part.split():
            amount = parse_amount(word)
            if amount is None:
                words.append(word)
            else:
                sums.append(amount)
        while words:
            count = next(
                (n for n in range(len(words), 0, -1) if match_properties(words[:n], state)),
                len(words),
            )
            deeds.append(
                pick(
                    " ".join(words[:count]), deed_names(state), list_owned(state, giver), "property"
                )
            )
            words = words[count:]
    if len(sums) > 1:
        raise Unclear("Each side can give only one amount of cash. Type one number, such as 1200.")
    return Goods(tuple(deeds), sum(sums), tuple(cards))


def match_properties(words: list[str], state: State) -> list[int]:
    """Return the properties that these words might name."""
    return find_matches(" ".join(words), deed_names(state)) if normalize(" ".join(words)) else []


def choose_card(deck: str, taken: list[int], giver: int, state: State) -> int:
    """Return the "Get Out of Jail Free" card to give, from the named deck if there is one."""
    held = [card for card in state.players[giver].cards if card not in taken]
    if deck:
        wanted = 0 if deck == "chance" else 1
        held = [card for card in held if state.board.cards[card].deck == wanted]
    if not held:
        raise Unclear('There is no such card to give: type "players" to see who has one.')
    return held[0]


def read_unmortgages(text: str, state: State, likely: tuple[int, ...]) -> tuple[int, ...]:
    """Parse the properties to unmortgage: names, or `all`."""
    if text.strip().casefold() == "all":
        return tuple(space for space in likely if state.is_mortgaged(space))
    if not text.strip() or text.strip().casefold() in _NOTHING:
        return ()
    names = deed_names(state)
    parts = re.split(r",|;|\+|\band\b", text, flags=re.IGNORECASE)
    return tuple(pick(part, names, likely, "property") for part in parts if part.strip())


class TypedTerms(NamedTuple):
    """The parts of an offer, as typed."""

    whom: str
    give: str
    get: str
    unmortgage: str


def split_terms(text: str) -> TypedTerms:
    """Split `Bob give Baltic 50 get Reading unmortgage Reading` into its parts."""
    pieces = _PARTS.split(text)
    found = {"give": "", "get": "", "unmortgage": ""}
    for word, piece in zip(pieces[1::2], pieces[2::2], strict=True):
        key = word.casefold().rstrip("s")
        found[_SYNONYMS.get(key, key)] += f",{piece}"
    return TypedTerms(
        pieces[0].strip(" ,"), *(found[key].strip(" ,") for key in ("give", "get", "unmortgage"))
    )


def read_offer(terms: TypedTerms, seat: int, partner: int, state: State) -> OfferTrade:
    """Make an offer from its typed parts."""
    give = read_goods(terms.give, seat, state)
    get = read_goods(terms.get, partner, state)
    unmortgage = read_unmortgages(terms.unmortgage, state, get.deeds)
    return offer_goods(seat, partner, give, get, unmortgage)


def offer_goods(
    seat: int, partner: int, give: Goods, get: Goods, unmortgage: tuple[int, ...]
) -> OfferTrade:
    """Make an offer from both sides' goods."""
    return OfferTrade(
        seat, partner, give.cash, get.cash, give.deeds, get.deeds, give.cards, get.cards, unmortgage
    )


def make_counter(offer: OfferTrade, number: int) -> CounterTrade:
    """Turn an offer into a counteroffer with the same terms."""
    terms: dict[str, Any] = offer.terms.fields()
    return CounterTrade(offer.seat, number, **terms, unmortgage=offer.unmortgage)


# -- dialog ----------------------------------------------------------------------------------------


class TradeDialog:
    """A dialog that asks for the terms of an offer; `cancel` ends it at any point."""

    def __init__(
        self,
        state: State,
        seat: int,
        words: Words,
        lexicon: Lexicon,
        ask: Callable[[str], str],
    ) -> None:
        self.state = state
        self.seat = seat
        self.words = words
        self.lexicon = lexicon
        self.ask = ask

    def offer(self, whom: str) -> OfferTrade | None:
        """Ask for a trading partner and the terms."""
        partner = self.partner(whom)
        return None if partner is None else self.terms(partner)

    def counter(self, number: int) -> CounterTrade | None:
        """Ask for the terms of a counteroffer."""
        offer = find_offer(self.state, number)
        if offer is None:
            return None
        terms = self.terms(offer.maker)
        return None if terms is None else make_counter(terms, number)

    def partner(self, whom: str) -> int | None:
        """Ask for a trading partner."""
        others = [
            seat
            for seat in self.state.clockwise_from(self.seat)
            if not self.state.players[seat].leaving
        ]
        names = {seat: self.lexicon.names[seat] for seat in others}
        trouble = ""
        while True:
            if whom:
                try:
                    return pick(whom, names, others, "player")
                except Unclear as unclear:
                    trouble = f"{unclear} "
            listed = join_words(list(names.values()))
            whom = self.ask(
                f'{trouble}Who do you want to trade with: {listed}? Type "cancel" to stop.'
            )
            if whom.casefold() == "cancel":
                return None

    def terms(self, partner: int) -> OfferTrade | None:
        """Ask for both sides' goods, then for confirmation."""
        name = self.lexicon.names[partner]
        give = self.goods(f"What will you give {name}?", self.seat)
        if give is None:
            return None
        get = self.goods(f"What do you want from {name}?", partner)
        if get is None:
            return None
        unmortgage = self.unmortgages(get)
        if unmortgage is None:
            return None
        offer = offer_goods(self.seat, partner, give, get, unmortgage)
        if why_not(self.state, offer) is not None:
            return offer  # the engine's refusal explains the problem
        terms = say_offer(offer.as_offer(), self.words, self.lexicon)
        while True:
            answer = self.ask(f"{terms} Make this offer? (yes or no)").casefold()
            if answer in ("yes", "y"):
                return offer
            if answer in ("no", "n", "cancel"):
                return None

    def goods(self, question: str, giver: int) -> Goods | None:
        """Ask for one side's goods."""
        player = self.state.players[giver]
        properties = [
            prop.deed.name + (" (mortgaged)" if prop.mortgaged else "")
            for prop in self.state.properties_of(giver)
            if not self.state.has_buildings(prop.deed.group)
        ]
        there = [*properties, f"up to {self.words.money(player.cash)}"]
        there += ["a jail card"] * min(1, len(player.cards))
        available = join_words(there, "and")
        text = (
            f'{question} Available: {available}. Type names and an amount, "nothing" or "cancel".'
        )
        while True:
            answer = self.ask(text)
            if answer.casefold() == "cancel":
                return None
            try:
                return read_goods(answer, giver, self.state)
            except Unclear as unclear:
                text = f"{unclear} {question}"

    def unmortgages(self, get: Goods) -> tuple[int, ...] | None:
        """Ask which of the mortgaged deeds received should be unmortgaged immediately."""
        names = deed_names(self.state)
        faced = [space for space in get.deeds if self.state.is_mortgaged(space)]
        if not faced:
            return ()
        named = join_words([names[space] for space in faced], "and")
        question = (
            f"Mortgaged: {named}. Which ones do you want to unmortgage now? "
            'Type their names, "all", "none" or "cancel".'
        )
        text = question
        while True:
            answer = self.ask(text)
            if answer.casefold() == "cancel":
                return None
            try:
                return read_unmortgages(answer, self.state, tuple(faced))
            except Unclear as unclear:
                text = f"{unclear} {question}"


def offer_number(text: str, open_numbers: list[int], verb: str) -> tuple[int, str]:
    """Parse the offer number at the start of the text; it is optional if only one offer is open."""
    first, _, rest = text.partition(" ")
    number = parse_amount(first.lstrip("#")) if first else None
    if number is not None:
        return number, rest.strip()
    if len(open_numbers) == 1:
        return open_numbers[0], text
    if not open_numbers:
        raise Unclear(f'There is no offer to {verb}: type "offers" to list the open ones.')
    numbers = join_words([str(each) for each in open_numbers])
    if text:
        raise Unclear(
            f'{sanitize(text)!r} is not an offer number. Type "{verb}" and a number: {numbers}.'
        )
    raise Unclear(f'Which offer? Type "{verb}" and its number: {numbers}.')
