"""Consistency checks for a whole position.

A position written by hand may contain anything. ``find_problem`` looks for states that no game can
reach and describes the first problem in a sentence that says where it is, what is wrong, and which
numbers are involved. Each check returns such a sentence, or an empty string. Every position from a
real game passes. The rules can therefore rely on facts that they never check: no property is for
sale twice, someone can answer the pending decision, and no card held by a player is also in a deck.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from passgo.engine.agenda import Decision, Entry
from passgo.engine.board import DECKS, HOTEL_LEVEL, INCOME_TAX, KEEP, STREET
from passgo.engine.citation_keys import is_citation
from passgo.engine.rules.auction import Auction, Bidding, EstateAuction
from passgo.engine.rules.buying import BuyOrAuction
from passgo.engine.rules.debt import DebtDue
from passgo.engine.rules.ending import GameOver
from passgo.engine.rules.jail import LeaveAndMove
from passgo.engine.rules.mortgage import Inheritance
from passgo.engine.rules.offer_history import MOST_KEPT, PAUSE_ROUNDS, pause_end
from passgo.engine.rules.shortage import BuildingAuction, BuildingSale, DemandRound, why_not_place
from passgo.engine.rules.tax import TaxChoice
from passgo.engine.rules.turn import NextTurn, ToEndTurn, ToRoll
from passgo.engine.state import BANK, HOTEL, Debt, Hidden, Offer, State

REASONS: Final = ("rent", "card", "tax", "fine", "interest")
"""The possible reasons for a debt."""


def find_problem(state: State, hidden: Hidden) -> str:
    """Return a sentence describing the first problem in a position, or an empty string."""
    return (
        check_players(state)
        or check_properties(state)
        or check_stock(state)
        or check_cards(state, hidden)
        or check_counts(state)
        or (check_end(state) if state.over else check_agenda(state))
        or check_rents(state)
        or check_offers(state)
        or check_past_offers(state)
        or check_inquiries(state)
        or check_numbers(state)
    )


# -- players and properties ------------------------------------------------------------------------


def check_players(state: State) -> str:
    """Check players in Jail, players who are out, and players who are leaving."""
    board = state.board
    for player in state.players:
        where = f"players[{player.seat}]"
        if player.jail > 0 and player.space != board.jail:
            name = board.spaces[player.space].name
            return f"{where}: in Jail but on {name}; Jail is space {board.jail}"
        if player.jail > state.rules.jail_turns:
            return f"{where}: jail turn {player.jail}; the rules allow at most {state.rules.jail_turns}"
        last = pause_end(state, PAUSE_ROUNDS)
        if player.no_offers_until > last:
            return f"{where}: no_offers_until is {player.no_offers_until}; it can be at most {last}"
        if player.out and (player.cash > 0 or player.cards):
            has = f"${player.cash}" if player.cash > 0 else "cards"
            return f"{where}: out of the game but has {has}"
        if player.out and (player.jail > 0 or player.leaving):
            return f"{where}: a player who is out of the game cannot be in Jail or leaving"
        if not state.over and player.leaving != (player.seat in state.leaving):
            if player.leaving:
                return f"leaving: seat {player.seat} is leaving but not listed"
            return f"leaving: seat {player.seat} is listed but not marked as leaving"
    if state.left < 2 and not state.over:
        return (
            "players: an unfinished game needs at least 2 players who are not out; "
            f"this one has {state.left}"
        )
    return ""


def check_properties(state: State) -> str:
    """Check that owners are in the game and that buildings are legal."""
    for prop in state.properties:
        if prop.owner != BANK and state.players[prop.owner].out:
            return (
                f"properties: {prop.deed.name} belongs to seat {prop.owner}, who is out of the game"
            )
    for group in state.board.groups:
        if state.has_buildings(group.number):
            sentence = check_built_group(state, group.number)
            if sentence:
                return sentence
    return ""


def check_built_group(state: State, group: i64) -> str:
    """Check a group with at least one building. 10 MCS 140, 150, 180(a)."""
    most: i64 = state.rules.houses_before_hotel
    properties = state.group_properties(group)
    low = properties[0]
    high = properties[0]
    for prop in properties:
        name = prop.deed.name
        stands = buildings(prop.houses)
        if prop.houses > 0:
            if prop.deed.kind != STREET:
                return f"properties: {name} has {stands}; only streets can have buildings"
            if prop.mortgaged:
                them = "them" if 1 < prop.houses < HOTEL_LEVEL else "it"
                first = f"sell {them} or unmortgage the property"
                return f"properties: {name} is mortgaged and has {stands}; {first}"
            if not state.owns_group(prop.owner, group):
                return f"properties: {name} has {stands}, but seat {prop.owner} does not own the whole group"
            if most < prop.houses < HOTEL_LEVEL:
                return f"properties: {name} has {stands}; the limit is {most} under these rules"
        if prop.mortgaged:
            return f"properties: {name} is mortgaged, but its group has buildings; unmortgage it"
        if state.count_as_houses(prop.houses) < state.count_as_houses(low.houses):
            low = prop
        if state.count_as_houses(prop.houses) > state.count_as_houses(high.houses):
            high = prop
    if (
        state.count_as_houses(high.houses) - state.count_as_houses(low.houses) > 1
        and not state.rules.uneven_building
    ):
        return (
            f"properties: {high.deed.name} has {buildings(high.houses)} and {low.deed.name} has "
            f"{buildings(low.houses)}; buildings must be spread evenly over a group"
        )
    return ""


def buildings(houses: i64) -> str:
    """Describe the buildings on a property."""
    if houses == 1:
        return "1 house"
    return "a hotel" if houses == HOTEL_LEVEL else f"{houses} houses"


def check_stock(state: State) -> str:
    """Check that the board does not have more buildings than the box contains. 10 MCS 20, 160."""
    board = state.board
    if state.rules.unlimited_buildings:
        return ""
    if state.houses < 0:
        return f"{board.houses - state.houses} houses are on the board, but there are only {board.houses}"
    if state.hotels < 0:
        return f"{board.hotels - state.hotels} hotels are on the board, but there are only {board.hotels}"
    return ""


def check_cards(state: State, hidden: Hidden) -> str:
    """Check that each card is in exactly one place, and that players hold only cards they may keep.

    10 MCS 100.
    """
    cards = state.board.cards
    place = [""] * len(cards)
    for player in state.players:
        for card in player.cards:
            where = f"players[{player.seat}]"
            if cards[card].does != KEEP:
                return f"{where}: {cards[card].key} is not a card that can be kept"
            if place[card]:
                return f"{where}: {cards[card].key} is also in {place[card]}"
            place[card] = where
    for deck in range(2):
        for pile, name in ((state.seen[deck], "seen"), (hidden.piles[deck], "unseen")):
            where = f"{name}[{deck}]"
            for card in pile:
                if cards[card].deck != deck:
                    return f"{where}: {cards[card].key} is not a {DECKS[deck]} card"
                if place[card]:
                    return f"{where}: {cards[card].key} is also in {place[card]}"
                place[card] = where
    for card, where in enumerate(place):
        if not where:
            return f"unseen: {cards[card].key} is missing; it must be held, seen or unseen"
    return ""


def check_counts(state: State) -> str:
    """Check numbers that must be consistent with each other."""
    if state.last_roll == 1:
        return "last_roll must be 2 to 12, or 0 before the first roll"
    if state.decision_number > state.moves:
        return f"decision: {state.decision_number} is more than the number of moves, {state.moves}"
    return ""


def check_end(state: State) -> str:
    """Check that a finished game has a winner and that nothing is pending."""
    if len(state.agenda) != 1 or not isinstance(state.agenda.entries[0], GameOver):
        return "agenda: the game is over, so GameOver must be the only entry"
    if state.rents or state.debts or state.offers or state.leaving or state.demands:
        return "over: rents, debts, offers, leaving and demands must be empty when the game is over"
    if state.past_offers:
        return "over: past_offers must be empty when the game is over"
    if state.inquiries:
        return "over: inquiries must be empty when the game is over"
    if not state.winners:
        return "winners: a finished game must have a winner"
    for seat in state.winners:
        if state.players[seat].out:
            return f"winners: seat {seat} is out of the game"
    return ""


# -- the agenda ------------------------------------------------------------------------------------


def check_agenda(state: State) -> str:
    """Check each entry and the order of the entries; the top entry must be waiting for someone."""
    if state.winners:
        return "winners must be empty until the game is over"
    if len(state.agenda) == 0:
        return "agenda must not be empty"
    bottom = state.agenda.entries[0]
    if not is_dice(bottom):
        return "agenda[0]: the first entry must be ToRoll, ToEndTurn or NextTurn"
    if bottom.seat != state.seat:
        return f"agenda[0]: it is seat {state.seat}'s turn, not seat {bottom.seat}'s"
    if state.players[state.seat].out and not isinstance(bottom, NextTurn):
        return f"seat: seat {state.seat} is out of the game and cannot be the current player"
    if state.doubles == 3 and not isinstance(bottom, NextTurn):
        return "doubles: after the third doubles, agenda[0] must be NextTurn"
    for_sale: list[int] = []
    for place in range(1, len(state.agenda)):
        entry = state.agenda.entries[place]
        where = f"agenda[{place}]"
        if is_dice(entry) or isinstance(entry, GameOver):
            return f"{where}: {type(entry).__name__} can only be the first entry"
        sentence = check_place(state, place) or check_entry(state, entry)
        if sentence:
            return f"{where}: {sentence}"
        for space in sold_by(entry):
            if state.property(space).owner != BANK:
                return (
                    f"{where}: {property_name(state, space)} is owned, so the Bank cannot sell it"
                )
            if space in for_sale:
                return f"{where}: {property_name(state, space)} is for sale twice"
            for_sale.append(space)
    top = state.agenda.top
    if not isinstance(top, Decision) or not state.waiting_for():
        return f"agenda: the top entry, {type(top).__name__}, is not waiting for anybody"
    return ""


def is_dice(entry: Entry) -> bool:
    """Return whether an entry determines whose turn it is."""
    return isinstance(entry, (ToRoll, ToEndTurn, NextTurn))


def sold_by(entry: Entry) -> list[int]:
    """List the properties that the Bank is about to sell."""
    if isinstance(entry, (BuyOrAuction, Auction)):
        return [entry.space]
    return entry.spaces if isinstance(entry, EstateAuction) else []


def check_place(state: State, place: i64) -> str:
    """Check that an entry is in a valid position on the agenda.

    A roll's results come right after the current player's entry; auctions are on top.
    """
    entry = state.agenda.entries[place]
    below = state.agenda.entries[place - 1]
    rolled = isinstance(entry, (BuyOrAuction, TaxChoice, LeaveAndMove))
    if (rolled or isinstance(entry, (DemandRound, BuildingSale))) and place > 1:
        return f"{type(entry).__name__} must be the second entry"
    if rolled and entry.seat != state.seat:
        return f"it is seat {state.seat}'s turn, not seat {entry.seat}'s"
    if isinstance(entry, LeaveAndMove) and not isinstance(below, ToEndTurn):
        return "LeaveAndMove must follow ToEndTurn"
    if isinstance(entry, (Auction, BuildingAuction)) and place < len(state.agenda) - 1:
        return f"{type(entry).__name__} must be the last entry"
    if isinstance(entry, BuildingAuction) and not (
        isinstance(below, BuildingSale) and below.kind == entry.kind
    ):
        return "BuildingAuction must follow the BuildingSale for the same kind of building"
    return ""


def check_entry(state: State, entry: Entry) -> str:
    """Check one entry on its own."""
    if isinstance(entry, (Auction, EstateAuction)) and state.rules.no_auctions:
        return "this table's rules have no auctions"
    if isinstance(entry, Bidding):
        return check_bids(state, entry)
    if entry.seat == BANK:
        return check_shortage(state) if isinstance(entry, BuildingSale) else ""
    player = state.players[entry.seat]
    # A property offered to a player who left is auctioned when its entry comes up. Ruling 12.
    if player.out and not (isinstance(entry, BuyOrAuction) and entry is not state.agenda.top):
        return f"seat {entry.seat} is out of the game"
    if isinstance(entry, BuyOrAuction):
        if player.space != entry.space:
            return f"seat {entry.seat} is on space {player.space}, not {entry.space}"
    elif isinstance(entry, TaxChoice):
        if state.board.spaces[player.space].kind != INCOME_TAX:
            return f"seat {entry.seat} is not on Income Tax"
    elif isinstance(entry, LeaveAndMove):
        if player.jail == 0:
            return f"seat {entry.seat} is not in Jail"
    elif isinstance(entry, Inheritance):
        prop = state.property(entry.space)
        if prop.owner != entry.seat or not prop.mortgaged:
            return f"{prop.deed.name} is not a mortgaged property that seat {entry.seat} owns"
        if sum(other.holds(entry.space) for other in state.agenda) > 1:
            return f"{prop.deed.name} is inherited twice"
    elif isinstance(entry, DebtDue):
        due = entry.debt()
        assert due is not None
        return check_debt(state, due)
    elif isinstance(entry, DemandRound):
        for seat in entry.asked:
            if state.players[seat].out or state.players[seat].leaving:
                return f"seat {seat} is out of the game or leaving and cannot be asked"
        return check_shortage(state)
    return ""


def check_bids(state: State, auction: Bidding) -> str:
    """Check that the bidders are in the game, and that the leader is one of them and can pay.

    Rulings 4, 5 and 30.
    """
    leader = auction.seat
    for seat in auction.bidders:
        if state.players[seat].out or (state.players[seat].leaving and seat != leader):
            return f"seat {seat} is out of the game or leaving and cannot bid"
    if leader == BANK and auction.bid > 0:
        return f'the bid is ${auction.bid}, so "seat" must name the leader'
    if leader != BANK:
        if leader not in auction.bidders:
            return f"seat {leader} leads but is not among the bidders"
        if auction.bid == 0:
            return f"seat {leader} leads without a bid"
        if state.players[leader].cash < auction.bid:
            return f"seat {leader} bids ${auction.bid} but has only ${state.players[leader].cash}"
    if isinstance(auction, BuildingAuction):
        return check_shortage(state) or check_building(state, auction)
    return ""


def check_building(state: State, auction: BuildingAuction) -> str:
    """Check that there is a building to sell and that the leader can place it. Ruling 9."""
    if state.stock(auction.kind) <= 0:
        return f"the Bank has no {'hotels' if auction.kind == HOTEL else 'houses'} left to sell"
    if auction.seat == BANK:
        return ""
    if why_not_place(state, auction.seat, auction.space, auction.kind) is not None:
        return f"seat {auction.seat} cannot build on {property_name(state, auction.space)}"
    if auction.bid < state.property(auction.space).deed.house_cost:
        cost = state.property(auction.space).deed.house_cost
        return f"the bid, ${auction.bid}, is below the printed price, ${cost}"
    return ""


def check_shortage(state: State) -> str:
    """Check that buildings can run out and that demands are recorded. Ruling 9."""
    if state.rules.unlimited_buildings:
        return "under this table's rules, the Bank cannot run short of buildings"
    return "" if state.demands else "demands are missing; use -1 for a seat that was not asked"


# -- rents and offers ------------------------------------------------------------------------------


def check_rents(state: State) -> str:
    """Check that all rents and queued debts are between players in the game. Rulings 8 and 32."""
    for place, rent in enumerate(state.rents):
        due = Debt(rent.tenant, rent.owner, rent.amount, "rent", rent.cite)
        sentence = check_debt(state, due)
        if not sentence and rent.turn > state.turn:
            sentence = f"turn {rent.turn} is in the future; this is turn {state.turn}"
        if sentence:
            return f"rents[{place}]: {sentence}"
    for place, debt in enumerate(state.debts):
        sentence = check_debt(state, debt)
        if sentence:
            return f"debts[{place}]: {sentence}"
    return ""


def check_debt(state: State, debt: Debt) -> str:
    """Check a debt's debtor, creditor, reason and rule."""
    if debt.debtor == debt.creditor:
        return f"seat {debt.debtor} cannot owe itself"
    for seat in (debt.debtor, debt.creditor):
        if seat != BANK and state.players[seat].out:
            return f"seat {seat} is out of the game"
    if debt.reason not in REASONS:
        return f"reason must be one of {', '.join(REASONS)}"
    if not is_citation(debt.cite):
        return "cite must name a rule, such as 10 MCS 90"
    return ""


def check_numbers(state: State) -> str:
    """Check that rents, offers and inquiries have distinct numbers."""
    given: set[int] = set()
    numbers = [rent.number for rent in state.rents] + [offer.number for offer in state.offers]
    numbers += [inquiry.number for inquiry in state.inquiries]
    for number in numbers:
        if number > state.last_serial:
            return (
                f"last_serial is {state.last_serial}, but a rent, offer or inquiry has "
                f"number {number}"
            )
        if number in given:
            return f"number: two rents, offers or inquiries have number {number}"
        given.add(number)
    return ""


def check_offers(state: State) -> str:
    """Check the open offers; a player may have only one offer to any other player.

    Whether an offer can be carried out is checked when it is accepted.
    """
    pairs: set[tuple[int, int]] = set()
    for place, offer in enumerate(state.offers):
        sentence = check_offer(state, offer)
        if (offer.maker, offer.partner) in pairs:
            sentence = f"seat {offer.maker} already has an open offer to seat {offer.partner}"
        if sentence:
            return f"offers[{place}]: {sentence}"
        pairs.add((offer.maker, offer.partner))
    return ""


def check_offer(state: State, offer: Offer) -> str:
    """Check that an offer exchanges something between two players in the game.

    Rulings 14 and 27.
    """
    sentence = check_pair(state, offer.maker, offer.partner)
    if sentence:
        return sentence
    terms = offer.terms
    if terms.is_nothing():
        return "the offer exchanges nothing"
    deeds = terms.give_deeds + terms.get_deeds
    cards = terms.give_cards + terms.get_cards
    if len(set(deeds)) < len(deeds) or len(set(cards)) < len(cards):
        return "a deed or card is listed twice"
    for card in cards:
        if state.board.cards[card].does != KEEP:
            return f"{state.board.cards[card].key} is not a card that can be kept"
    for space in offer.unmortgage:
        if space not in terms.get_deeds:
            return f"{property_name(state, space)} is to be unmortgaged but is not received"
    if offer.changed != -1 and offer.changed not in deeds:
        return f"changed: space {offer.changed} is not one of the offer's deeds"
    return ""


def check_past_offers(state: State) -> str:
    """Check the history of offers.

    Each offer must be between two different players, who may have left, and the offers must be in
    order.
    """
    turn: i64 = 1
    number: i64 = 0
    made = [0] * len(state.players)
    for place, past in enumerate(state.past_offers):
        sentence = ""
        made[past.maker] += 1
        if past.maker == past.partner:
            sentence = f"seat {past.maker} cannot trade with itself"
        elif past.turn > state.turn:
            sentence = f"turn {past.turn} is in the future; this is turn {state.turn}"
        elif past.turn < turn or past.number <= number:
            sentence = "offers must be in the order they were made"
        elif past.number > state.last_serial:
            sentence = f"number {past.number} is larger than last_serial, {state.last_serial}"
        elif made[past.maker] > MOST_KEPT:
            sentence = f"seat {past.maker} has more than {MOST_KEPT} offers here"
        if sentence:
            return f"past_offers[{place}]: {sentence}"
        turn, number = past.turn, past.number
    return ""


def check_inquiries(state: State) -> str:
    """Check the inquiries: one from a player to another, made in the last round and in order.

    The property of an open one belongs to one of the two.
    """
    first: i64 = state.turn - len(state.players)
    turn: i64 = 0
    number: i64 = 0
    pairs: set[tuple[int, int]] = set()
    for place, inquiry in enumerate(state.inquiries):
        pair = (int(inquiry.asker), int(inquiry.partner))
        sentence = check_pair(state, inquiry.asker, inquiry.partner)
        if sentence:
            pass
        elif pair in pairs:
            sentence = f"seat {pair[0]} has already asked seat {pair[1]} for an offer"
        elif inquiry.turn > state.turn:
            sentence = f"turn {inquiry.turn} is in the future; this is turn {state.turn}"
        elif inquiry.turn <= first:
            sentence = f"turn {inquiry.turn} is a round or more ago; this is turn {state.turn}"
        elif inquiry.turn < turn or inquiry.number <= number:
            sentence = "inquiries must be in the order they were made"
        elif not inquiry.closed and state.property(inquiry.space).owner not in pair:
            name = property_name(state, inquiry.space)
            sentence = f"{name} does not belong to seat {pair[0]} or seat {pair[1]}"
        if sentence:
            return f"inquiries[{place}]: {sentence}"
        pairs.add(pair)
        turn, number = inquiry.turn, inquiry.number
    return ""


def check_pair(state: State, maker: i64, partner: i64) -> str:
    """Check that an offer is between two different players in the game."""
    if maker == partner:
        return f"seat {maker} cannot trade with itself"
    for seat in (maker, partner):
        if state.players[seat].out or state.players[seat].leaving:
            return f"seat {seat} is out of the game or leaving"
    return ""


def property_name(state: State, space: i64) -> str:
    """Return the name of a property."""
    return state.property(space).deed.name
