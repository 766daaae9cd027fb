"""What a player types, read as an action of the rules or a question to the table.

A command is a word, one of its short forms, or enough of the word to know it. Properties, groups and
players are named by any part of their name that fits only one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from passgo.cli.terminal.name_matching import Unclear, find_matches, parse_amount, pick
from passgo.cli.terminal.trade_parser import (
    deed_names,
    list_owned,
    make_counter,
    offer_number,
    read_offer,
    read_unmortgages,
    split_terms,
)
from passgo.cli.terminal.verbs import USAGE, find_verb
from passgo.cli.text import join_words
from passgo.engine.action import Action
from passgo.engine.board import HOTEL_LEVEL, KEEP, STREET
from passgo.engine.raise_money import raise_plan
from passgo.engine.rules.auction import Auction, Bid, Bidding, PassBid
from passgo.engine.rules.building import Build, SellBuilding, SellGroupBuildings
from passgo.engine.rules.buying import Buy, BuyOrAuction, Decline
from passgo.engine.rules.debt import DebtDue, GoBankrupt, Resign
from passgo.engine.rules.jail import PayFine, UseCard
from passgo.engine.rules.mortgage import Inheritance, InheritDeed, Mortgage, Unmortgage
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.offer_history import PAUSE_ROUNDS, PauseOffers
from passgo.engine.rules.rent import AlwaysAskForRent, AskForRent
from passgo.engine.rules.shortage import BidForBuilding, BuildingAuction, DemandRound, StateDemand
from passgo.engine.rules.tax import ChooseTax, TaxChoice
from passgo.engine.rules.trade import (
    AcceptTrade,
    CounterTrade,
    DeclineTrade,
    WithdrawTrade,
    find_offer,
)
from passgo.engine.rules.turn import EndTurn, ToEndTurn, ToRoll
from passgo.engine.state import NO_PAUSE, WHOLE_GAME, State
from passgo.say import Lexicon

_MOST_IN_A_ROW: Final = 40


class Query(NamedTuple):
    """A question to the table, which changes nothing in the game."""

    name: str
    text: str


class CommandParser:
    """Reads the lines of one seat."""

    def __init__(self, state: State, seat: int, lexicon: Lexicon) -> None:
        self.state = state
        self.seat = seat
        self.lexicon = lexicon
        self.special: dict[str, Callable[[str], list[Action] | Query]] = {
            "done": self.pass_or_end_turn,
            "pass": self.pass_or_end_turn,
            "bid": self.bid,
            "rent": self.rent,
            "tax": self.tax,
            "card": self.card,
            "build": self.build,
            "sell": self.sell,
            "raise": self.raise_money,
            "mortgage": lambda text: [Mortgage(seat, self.own_property(text, "mortgage"))],
            "unmortgage": self.unmortgage,
            "keep": lambda text: [InheritDeed(seat, False)],
            "demand": self.demand,
            "trade": self.trade,
            "accept": self.accept,
            "decline": self.decline,
            "counter": self.counter,
            "withdraw": self.withdraw,
            "pause": self.pause,
        }
        self.simple: dict[str, Action] = {
            "roll": Roll(seat),
            "buy": Buy(seat),
            "auction": Decline(seat),
            "fine": PayFine(seat),
            "bankrupt": GoBankrupt(seat),
            "resign": Resign(seat),
        }

    def read(self, line: str) -> list[Action] | Query:
        """Read one line: the actions it asks for, one after another, or a question."""
        top = self.state.agenda.top
        if not line:
            return self.main_action()
        if parse_amount(line) is not None:
            return self.number(line)
        word, _, text = line.partition(" ")
        yes = {"yes": 1, "y": 1, "no": 0, "n": 0}.get(word.casefold())
        if yes is not None and isinstance(top, BuyOrAuction):
            return [Buy(self.seat) if yes else Decline(self.seat)]
        verb = find_verb(word)
        text = text.strip()
        if verb.word in self.special:
            return self.special[verb.word](text)
        if verb.word not in self.simple:
            return Query(verb.word, text)
        if text:
            raise Unclear(f"{verb.word} stands alone: type {verb.usage}.")
        return [self.simple[verb.word]]

    def main_action(self) -> list[Action] | Query:
        """An empty line rolls or passes the dice, and does nothing else."""
        top = self.state.agenda.top
        if isinstance(top, ToRoll) and top.seat == self.seat:
            return [Roll(self.seat)]
        if isinstance(top, ToEndTurn) and top.seat == self.seat:
            return [EndTurn(self.seat)]
        raise Unclear("An empty line only rolls or passes the dice: type help for the rest.")

    def number(self, line: str) -> list[Action] | Query:
        """A number alone is a bid or a demand."""
        top = self.state.agenda.top
        if isinstance(top, Auction):
            return self.bid(line)
        if isinstance(top, DemandRound):
            return self.demand(line)
        raise Unclear(f"{line} alone says nothing here: type help for what you can do.")

    # -- single commands ---------------------------------------------------------------------------

    def pass_or_end_turn(self, text: str) -> list[Action] | Query:
        """Pass the dice, or pass in an auction; a property that is passed on goes to auction."""
        if text:
            raise Unclear("done and pass stand alone: type only that word.")
        top = self.state.agenda.top
        if isinstance(top, Bidding):
            return [PassBid(self.seat)]
        if isinstance(top, BuyOrAuction) and top.seat == self.seat:
            return [Decline(self.seat)]
        return [EndTurn(self.seat)]

    def bid(self, text: str) -> list[Action] | Query:
        """Bid for a property, or for a building on a property."""
        sum_text, _, place = text.partition(" ")
        amount = parse_amount(sum_text)
        if amount is None:
            raise Unclear("A bid is a sum: type bid 120.")
        place = re.sub(r"^(on|for)\b", "", place, flags=re.IGNORECASE).strip()
        top = self.state.agenda.top
        if not isinstance(top, BuildingAuction):
            if place:
                raise Unclear(f"A bid here is only a sum: type bid {sum_text}.")
            return [Bid(self.seat, amount)]
        if not place:
            raise Unclear(f"Say where the building will stand: type bid {sum_text} on a property.")
        return [BidForBuilding(self.seat, amount, self.own_property(place, "bid"))]

    def rent(self, text: str) -> list[Action] | Query:
        """Ask for rents, or set the standing order."""
        words = text.casefold().split()
        if words[:1] == ["always"]:
            if words[1:] not in ([], ["on"], ["off"]):
                raise Unclear("The standing order is on or off: type rent always on.")
            return [AlwaysAskForRent(self.seat, words[1:] != ["off"])]
        rents = [rent for rent in self.state.rents if rent.owner == self.seat]
        if text and rents:
            names = {
                rent.number: f"{self.lexicon.board.spaces[rent.space].name} "
                f"{self.lexicon.names[rent.tenant]}"
                for rent in rents
            }
            return [AskForRent(self.seat, pick(text, names, [], "rent"))]
        if not rents:
            return [AskForRent(self.seat, 0)]
        return [AskForRent(self.seat, rent.number) for rent in rents]

    def tax(self, text: str) -> list[Action] | Query:
        """Choose the flat tax or the share."""
        word = text.casefold()
        share = word in ("share", "s", "percent", "per cent", "10", "10%")
        if not share and word not in ("flat", "f", "200"):
            raise Unclear("The income tax is flat or a share: type tax flat or tax share.")
        return [ChooseTax(self.seat, share)]

    def card(self, text: str) -> list[Action] | Query:
        """Use a "Get Out of Jail Free" card."""
        cards = self.state.board.cards
        held = self.state.players[self.seat].cards
        decks = {card: ("Chance", "Community Chest")[cards[card].deck] for card in held}
        if not held:
            keep = [card.number for card in cards if card.does == KEEP]
            return [UseCard(self.seat, keep[0] if keep else 0)]
        return [UseCard(self.seat, pick(text, decks, [], "card") if text else held[0])]

    def unmortgage(self, text: str) -> list[Action] | Query:
        """Unmortgage a property; alone it answers for a property that comes to you."""
        top = self.state.agenda.top
        inherits = isinstance(top, Inheritance) and top.seat == self.seat
        named = find_matches(text, deed_names(self.state))
        if isinstance(top, Inheritance) and inherits and (not text or top.space in named):
            return [InheritDeed(self.seat, True)]
        return [Unmortgage(self.seat, self.own_property(text, "unmortgage"))]

    def raise_money(self, text: str) -> list[Action] | Query:
        """Raise what a debt needs with the least harm."""
        if text:
            raise Unclear("raise stands alone: type only that word.")
        plan = raise_plan(self.state, self.seat)
        if plan is not None:
            return [step.action for step in plan.steps]
        top = self.state.agenda.top
        if isinstance(top, DebtDue) and top.seat == self.seat:
            raise Unclear("Mortgages and sales cannot cover it: find a trade, or type bankrupt.")
        raise Unclear("You do not owe more than you have: there is nothing to raise.")

    def demand(self, text: str) -> list[Action] | Query:
        """Say how many buildings."""
        count = parse_amount(text)
        if count is None:
            raise Unclear("A demand is a number: type demand 2, or demand 0.")
        return [StateDemand(self.seat, count)]

    # -- building ----------------------------------------------------------------------------------

    def build(self, text: str) -> list[Action] | Query:
        """Build on a property a number of times, or a number of rounds on a group."""
        name, count = split_count(text)
        group = self.group(name)
        if group is None:
            return [Build(self.seat, self.own_property(name, "build"))] * count
        state = self.state
        levels = {
            prop.deed.space: state.count_as_houses(prop.houses)
            for prop in state.group_properties(group)
        }
        full = state.count_as_houses(HOTEL_LEVEL)
        row: list[Action] = []
        while len(row) < count * len(levels):
            space = min(levels, key=lambda each: (levels[each], -each))
            if levels[space] == full and row:
                break
            levels[space] += 1
            row.append(Build(self.seat, space))
        return row

    def sell(self, text: str) -> list[Action] | Query:
        """Sell buildings from a property, or all of a group."""
        name, count = split_count(text)
        group = self.group(name)
        if group is not None:
            return [SellGroupBuildings(self.seat, group)]
        return [SellBuilding(self.seat, self.own_property(name, "sell"))] * count

    def group(self, text: str) -> int | None:
        """Return the group a text names: `group brown`, or `brown` where no property is called so."""
        groups = {group.number: group.name for group in self.state.board.groups}
        word, _, rest = text.partition(" ")
        if word.casefold() == "group":
            if not rest.strip():
                raise Unclear(f"Which group: {join_words(list(groups.values()))}?")
            return pick(rest, groups, [], "group")
        if find_matches(text, deed_names(self.state)):
            return None
        found = find_matches(text, groups)
        return found[0] if len(found) == 1 else None

    def own_property(self, text: str, verb: str) -> int:
        """Return the property a text names, looking first among those of the seat that fit."""
        if not text:
            raise Unclear(f"Say which property: type {verb} and a name. Type deeds for yours.")
        own = self.state.properties_of(self.seat)
        fitting: Iterable[int] = (prop.deed.space for prop in own)
        if verb in ("build", "bid"):
            fitting = (prop.deed.space for prop in own if prop.deed.kind == STREET)
        elif verb == "sell":
            fitting = (prop.deed.space for prop in own if prop.houses > 0)
        elif verb in ("mortgage", "unmortgage"):
            faced = verb == "unmortgage"
            fitting = (prop.deed.space for prop in own if prop.mortgaged == faced)
        likely = list(fitting)
        names = deed_names(self.state)
        if not find_matches(text, {space: names[space] for space in likely}):
            likely = list_owned(self.state, self.seat)
        return pick(text, names, likely, "property")

    # -- trading -----------------------------------------------------------------------------------

    def trade(self, text: str) -> list[Action] | Query:
        """Offer a trade; without terms the table asks for them."""
        terms = split_terms(text)
        if not (terms.give or terms.get):
            return Query("trade", terms.whom)
        others = self.state.clockwise_from(self.seat)
        if not terms.whom:
            raise Unclear(f"Say with whom: type {USAGE}.")
        names = dict(enumerate(self.lexicon.names))
        partner = pick(terms.whom, names, others, "player")
        return [read_offer(terms, self.seat, partner, self.state)]

    def to_me(self) -> list[int]:
        """The numbers of the offers made to this seat."""
        return [offer.number for offer in self.state.offers if offer.partner == self.seat]

    def accept(self, text: str) -> list[Action] | Query:
        """Accept an offer, unmortgaging deeds at once if they are named."""
        number, rest = offer_number(text, self.to_me(), "accept")
        word, _, named = rest.partition(" ")
        if rest and not word.casefold().startswith(("unmortgage", "lift")):
            raise Unclear(
                f"Only unmortgage can follow the number: type accept {number} unmortgage all."
            )
        offer = find_offer(self.state, number)
        given = () if offer is None else offer.terms.give_deeds
        return [AcceptTrade(self.seat, number, read_unmortgages(named, self.state, given))]

    def decline(self, text: str) -> list[Action] | Query:
        """Decline an offer, or the property one stands on."""
        if not text and isinstance(self.state.agenda.top, BuyOrAuction):
            return [Decline(self.seat)]
        number, rest = offer_number(text, self.to_me(), "decline")
        if rest:
            raise Unclear(f"After the number comes nothing: type decline {number}.")
        return [DeclineTrade(self.seat, number)]

    def counter(self, text: str) -> list[Action] | Query:
        """Answer an offer with terms of one's own; without terms the table asks for them."""
        number, rest = offer_number(text, self.to_me(), "counter")
        offer = find_offer(self.state, number)
        if offer is None or offer.partner != self.seat:
            return [CounterTrade(self.seat, number)]  # which is refused, and says why
        terms = split_terms(rest)
        if not (terms.give or terms.get):
            return Query("counter", str(number))
        return [make_counter(read_offer(terms, self.seat, offer.maker, self.state), number)]

    def withdraw(self, text: str) -> list[Action] | Query:
        """Take back one's own offer."""
        mine = [offer.number for offer in self.state.offers if offer.maker == self.seat]
        number, rest = offer_number(text, mine, "withdraw")
        if rest:
            raise Unclear(f"After the number comes nothing: type withdraw {number}.")
        return [WithdrawTrade(self.seat, number)]

    def pause(self, text: str) -> list[Action] | Query:
        """Ask for no offers from bots for a while, or end that."""
        lengths = {"": PAUSE_ROUNDS, "game": WHOLE_GAME, "off": NO_PAUSE}
        length = text.casefold().strip()
        if length not in lengths:
            raise Unclear("A pause is for 5 rounds or the whole game: type pause or pause game.")
        return [PauseOffers(self.seat, lengths[length])]


def split_count(text: str) -> tuple[str, int]:
    """Cut a number of times off the end of a name."""
    name, _, last = text.rpartition(" ")
    count = parse_amount(last) if name else None
    if count is None:
        return text, 1
    if not 1 <= count <= _MOST_IN_A_ROW:
        raise Unclear(f"{count} times is not possible: type a number from 1 to {_MOST_IN_A_ROW}.")
    return name, count


def suggest_commands(state: State, seat: int) -> str:
    """Name the commands that answer what is asked of a seat."""
    top = state.agenda.top
    if isinstance(top, ToRoll):
        ways = ["roll"]
        if PayFine(seat).why_not(state) is None:
            ways.append("fine")
        if state.players[seat].jail > 0 and state.players[seat].cards:
            ways.append("card")
        return join_words(ways)
    if isinstance(top, ToEndTurn):
        return "done"
    if isinstance(top, BuyOrAuction):
        return "buy or auction"
    if isinstance(top, Auction):
        least = top.least_bid(state, seat)
        return f"bid {least} or pass" if state.players[seat].cash >= least else "pass"
    if isinstance(top, BuildingAuction):
        for option in top.options(state, seat):
            if option.action == "BidForBuilding":
                amount, place = option.choices
                prop = state.board.spaces[(place.values or [0])[0]]
                return f"bid {amount.low} on {prop.name}, or pass"
        return "pass"
    if isinstance(top, TaxChoice):
        return "tax flat or tax share"
    if isinstance(top, Inheritance):
        return "keep or unmortgage"
    if isinstance(top, DemandRound):
        return "demand 1"
    lost = GoBankrupt(seat).why_not(state) is None
    return "trade or bankrupt" if lost else "raise, mortgage, sell or trade"
