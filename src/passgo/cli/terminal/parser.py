"""A parser that turns a player's commands into actions or queries.

A command can be typed as a full word, one of its short forms, or any unambiguous beginning of the word.
Properties, groups and players can be named by any unambiguous part of their names.
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
from passgo.cli.terminal.verbs import ASK_USAGE, USAGE, find_verb
from passgo.engine.action import Action
from passgo.engine.board import HOTEL_LEVEL, KEEP, STREET
from passgo.engine.raise_money import raise_plan
from passgo.engine.rules.auction import Auction, Bid, Bidding, PassBid
from passgo.engine.rules.building import Build, SellBuilding, SellGroupBuildings
from passgo.engine.rules.buying import Buy, BuyOrAuction, Decline
from passgo.engine.rules.debt import DebtDue, GoBankrupt, Resign
from passgo.engine.rules.inquiry import AskForOffer, DeclineInquiry
from passgo.engine.rules.inquiry_list import find_open_inquiry
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
from passgo.spelling import join_words

_MOST_IN_A_ROW: Final = 40


class Query(NamedTuple):
    """A command that does not change the game."""

    name: str
    text: str


class CommandParser:
    """A parser for one seat's commands."""

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
            "ask": self.ask,
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
        """Parse one line as a sequence of actions or a query."""
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
            raise Unclear(f'Type only "{verb.word}", with nothing after it.')
        return [self.simple[verb.word]]

    def main_action(self) -> list[Action] | Query:
        """Return the action for an empty line: roll the dice or end the turn."""
        top = self.state.agenda.top
        if isinstance(top, ToRoll) and top.seat == self.seat:
            return [Roll(self.seat)]
        if isinstance(top, ToEndTurn) and top.seat == self.seat:
            return [EndTurn(self.seat)]
        raise Unclear('Enter only rolls the dice or ends your turn: type "help" for more commands.')

    def number(self, line: str) -> list[Action] | Query:
        """Return the action for a number without a command: a bid or a demand."""
        top = self.state.agenda.top
        if isinstance(top, Auction):
            return self.bid(line)
        if isinstance(top, DemandRound):
            return self.demand(line)
        raise Unclear(f'{line} is not a command here: type "help" to see what you can do.')

    # -- single commands ---------------------------------------------------------------------------

    def pass_or_end_turn(self, text: str) -> list[Action] | Query:
        """End the turn, pass in an auction, or send an unwanted property to auction."""
        if text:
            raise Unclear('Type only "done" or "pass", with nothing after it.')
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
            raise Unclear('A bid must be an amount: type "bid 120", for example.')
        place = re.sub(r"^(on|for)\b", "", place, flags=re.IGNORECASE).strip()
        top = self.state.agenda.top
        if not isinstance(top, BuildingAuction):
            if place:
                raise Unclear(f'A bid for a property is just an amount: type "bid {sum_text}".')
            return [Bid(self.seat, amount)]
        if not place:
            raise Unclear(f'Where would you build? Type "bid {sum_text} on Baltic", for example.')
        return [BidForBuilding(self.seat, amount, self.own_property(place, "bid"))]

    def rent(self, text: str) -> list[Action] | Query:
        """Ask for rent, or turn automatic rent on or off."""
        words = text.casefold().split()
        if words[:1] == ["always"]:
            if words[1:] not in ([], ["on"], ["off"]):
                raise Unclear('Type "rent always on" or "rent always off".')
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
        """Choose the flat tax or the percentage."""
        word = text.casefold()
        share = word in ("share", "s", "percent", "per cent", "10", "10%")
        if not share and word not in ("flat", "f", "200"):
            raise Unclear('Type "tax flat" for the fixed amount or "tax share" for the percentage.')
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
        """Unmortgage the named property or, by default, the mortgaged property just received."""
        top = self.state.agenda.top
        inherits = isinstance(top, Inheritance) and top.seat == self.seat
        named = find_matches(text, deed_names(self.state))
        if isinstance(top, Inheritance) and inherits and (not text or top.space in named):
            return [InheritDeed(self.seat, True)]
        return [Unmortgage(self.seat, self.own_property(text, "unmortgage"))]

    def raise_money(self, text: str) -> list[Action] | Query:
        """Raise the cash for a debt in the cheapest way."""
        if text:
            raise Unclear('Type only "raise", with nothing after it.')
        plan = raise_plan(self.state, self.seat)
        if plan is not None:
            return [step.action for step in plan.steps]
        top = self.state.agenda.top
        if isinstance(top, DebtDue) and top.seat == self.seat:
            raise Unclear('Mortgages and sales won\'t cover the debt: trade, or type "bankrupt".')
        raise Unclear("You don't need to raise cash: you have no unpaid debt.")

    def demand(self, text: str) -> list[Action] | Query:
        """State how many buildings the player wants."""
        count = parse_amount(text)
        if count is None:
            raise Unclear('A demand must be a number: type "demand 2", for example.')
        return [StateDemand(self.seat, count)]

    # -- building ----------------------------------------------------------------------------------

    def build(self, text: str) -> list[Action] | Query:
        """Add one or more buildings to a property, or to every property in a group."""
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
        """Sell buildings on a property, or all buildings in a group."""
        name, count = split_count(text)
        group = self.group(name)
        if group is not None:
            return [SellGroupBuildings(self.seat, group)]
        return [SellBuilding(self.seat, self.own_property(name, "sell"))] * count

    def group(self, text: str) -> int | None:
        """Return the group named by the text: `group brown`, or `brown` if no property matches."""
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
        """Return the property named by the text, preferring the player's own properties that fit the verb."""
        if not text:
            raise Unclear(f'Which property? Type "{verb}" and its name, or "deeds" to list yours.')
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
        """Offer a trade; if there are no terms, start the dialog."""
        terms = split_terms(text)
        if not (terms.give or terms.get):
            return Query("trade", terms.whom)
        others = self.state.clockwise_from(self.seat)
        if not terms.whom:
            raise Unclear(f'With whom? Type "{USAGE}", for example.')
        names = dict(enumerate(self.lexicon.names))
        partner = pick(terms.whom, names, others, "player")
        return [read_offer(terms, self.seat, partner, self.state)]

    def ask(self, text: str) -> list[Action] | Query:
        """Ask a player for an offer that includes a property."""
        whom, *rest = re.split(r"\s+for\s+", f"{text} ", maxsplit=1, flags=re.IGNORECASE)
        what = rest[0].strip() if rest else ""
        if not whom.strip() or not what:
            raise Unclear(f'Which player, and which property? Type "{ASK_USAGE}", for example.')
        others = self.state.clockwise_from(self.seat)
        partner = pick(whom.strip(), dict(enumerate(self.lexicon.names)), others, "player")
        likely = list_owned(self.state, partner) + list_owned(self.state, self.seat)
        return [
            AskForOffer(self.seat, partner, pick(what, deed_names(self.state), likely, "property"))
        ]

    def to_me(self) -> list[int]:
        """Return the numbers of the offers made to this seat."""
        return [offer.number for offer in self.state.offers if offer.partner == self.seat]

    def accept(self, text: str) -> list[Action] | Query:
        """Accept an offer, and immediately unmortgage the named deeds."""
        number, rest = offer_number(text, self.to_me(), "accept")
        word, _, named = rest.partition(" ")
        if rest and not word.casefold().startswith(("unmortgage", "lift")):
            raise Unclear(
                f'Only "unmortgage" and a list of deeds can follow the number: '
                f'type "accept {number} unmortgage all", for example.'
            )
        offer = find_offer(self.state, number)
        given = () if offer is None else offer.terms.give_deeds
        return [AcceptTrade(self.seat, number, read_unmortgages(named, self.state, given))]

    def decline(self, text: str) -> list[Action] | Query:
        """Decline an offer, an inquiry or a purchase."""
        if not text and isinstance(self.state.agenda.top, BuyOrAuction):
            return [Decline(self.seat)]
        asked = [
            one.number
            for one in self.state.inquiries
            if one.partner == self.seat and not one.closed
        ]
        number, rest = offer_number(text, self.to_me() + asked, "decline")
        if rest:
            raise Unclear(f'Only a number can follow "decline": type "decline {number}".')
        if find_open_inquiry(self.state, number) is not None:
            return [DeclineInquiry(self.seat, number)]
        return [DeclineTrade(self.seat, number)]

    def counter(self, text: str) -> list[Action] | Query:
        """Make a counteroffer; if there are no terms, start the dialog."""
        number, rest = offer_number(text, self.to_me(), "counter")
        offer = find_offer(self.state, number)
        if offer is None or offer.partner != self.seat:
            return [CounterTrade(self.seat, number)]  # the engine's refusal explains the problem
        terms = split_terms(rest)
        if not (terms.give or terms.get):
            return Query("counter", str(number))
        return [make_counter(read_offer(terms, self.seat, offer.maker, self.state), number)]

    def withdraw(self, text: str) -> list[Action] | Query:
        """Withdraw an offer."""
        mine = [offer.number for offer in self.state.offers if offer.maker == self.seat]
        number, rest = offer_number(text, mine, "withdraw")
        if rest:
            raise Unclear(f'Only an offer number can follow "withdraw": type "withdraw {number}".')
        return [WithdrawTrade(self.seat, number)]

    def pause(self, text: str) -> list[Action] | Query:
        """Pause offers from bots, or end the pause."""
        lengths = {"": PAUSE_ROUNDS, "game": WHOLE_GAME, "off": NO_PAUSE}
        length = text.casefold().strip()
        if length not in lengths:
            raise Unclear(
                'Type "pause" to stop offers from bots for 5 rounds, "pause game" to stop them for '
                'the rest of the game, or "pause off" to allow them again.'
            )
        return [PauseOffers(self.seat, lengths[length])]


def split_count(text: str) -> tuple[str, int]:
    """Split a name from the count that follows it, which is 1 by default."""
    name, _, last = text.rpartition(" ")
    count = parse_amount(last) if name else None
    if count is None:
        return text, 1
    if not 1 <= count <= _MOST_IN_A_ROW:
        raise Unclear(f"The number must be from 1 to {_MOST_IN_A_ROW} (got {count:,}).")
    return name, count


def suggest_commands(state: State, seat: int) -> str:
    """Return the commands that a seat can use to answer the current decision."""
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
