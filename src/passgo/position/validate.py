"""Check that a whole position makes sense.

A position written by hand may say anything. ``find_problem`` finds what no game could come to and
describes it in one sentence: where, what, and with which numbers. Each check returns such a sentence,
or nothing. Every position of a real game passes. The
rules can then rely on what they never check: that no property is for sale twice, that what waits is
answered by somebody, that a card in a hand is in no deck.
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
"""What a debt can be for."""


def find_problem(state: State, hidden: Hidden) -> str:
    """Return a sentence that says what makes no sense in a position, or an empty one."""
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
        or check_numbers(state)
    )


# -- what lies on the table ------------------------------------------------------------------------


def check_players(state: State) -> str:
    """Check that players in Jail stand there, players out have nothing, and leavers are in line."""
    board = state.board
    for player in state.players:
        where = f"players[{player.seat}]"
        if player.jail > 0 and player.space != board.jail:
            name = board.spaces[player.space].name
            return f"{where}: in Jail, yet on {name}; Jail is space {board.jail}"
        if player.jail > state.rules.jail_turns:
            return f"{where}: jail turn {player.jail}; the rules know {state.rules.jail_turns}"
        last = pause_end(state, PAUSE_ROUNDS)
        if player.no_offers_until > last:
            return f"{where}: no offers until round {player.no_offers_until}; {last} is the latest"
        if player.out and (player.cash > 0 or player.cards):
            has = f"${player.cash}" if player.cash > 0 else "cards"
            return f"{where}: out of the game, yet with {has}"
        if player.out and (player.jail > 0 or player.leaving):
            return f"{where}: out of the game, so neither in Jail nor leaving"
        if not state.over and player.leaving != (player.seat in state.leaving):
            if player.leaving:
                return f"leaving: seat {player.seat} is leaving but not in this line"
            return f"leaving: seat {player.seat} is in this line but not marked as leaving"
    if state.left < 2 and not state.over:
        return f"players: a game needs two who are not out, not {state.left}, unless it is over"
    return ""


def check_properties(state: State) -> str:
    """Owned by somebody in the game; built on evenly, and only where nothing is mortgaged."""
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
    """Look at a group with at least one building. 10 MCS 140, 150, 180(a)."""
    most: i64 = state.rules.houses_before_hotel
    properties = state.group_properties(group)
    low = properties[0]
    high = properties[0]
    for prop in properties:
        name = prop.deed.name
        stands = buildings(prop.houses)
        if prop.houses > 0:
            if prop.deed.kind != STREET:
                return f"properties: {name} has {stands}; only streets are built on"
            if prop.mortgaged:
                them = "them" if 1 < prop.houses < HOTEL_LEVEL else "it"
                first = f"sell {them} first or unmortgage it"
                return f"properties: {name} is mortgaged and has {stands}; {first}"
            if not state.owns_group(prop.owner, group):
                return f"properties: {name} has {stands}, but seat {prop.owner} does not own the whole group"
            if most < prop.houses < HOTEL_LEVEL:
                return f"properties: {name} has {stands}; by these rules a hotel comes after {most}"
        if prop.mortgaged:
            return f"properties: {name} is mortgaged while its group is built on; unmortgage it"
        if state.count_as_houses(prop.houses) < state.count_as_houses(low.houses):
            low = prop
        if state.count_as_houses(prop.houses) > state.count_as_houses(high.houses):
            high = prop
    if (
        state.count_as_houses(high.houses) - state.count_as_houses(low.houses) > 1
        and not state.rules.uneven_building
    ):
        return (
            f"properties: {high.deed.name} has {buildings(high.houses)} and {low.deed.name} "
            f"{buildings(low.houses)}; a group is built evenly"
        )
    return ""


def buildings(houses: i64) -> str:
    """What stands on a property, in words."""
    if houses == 1:
        return "1 house"
    return "a hotel" if houses == HOTEL_LEVEL else f"{houses} houses"


def check_stock(state: State) -> str:
    """No more buildings stand on the board than there are in the box. 10 MCS 20, 160."""
    board = state.board
    if state.rules.unlimited_buildings:
        return ""
    if state.houses < 0:
        return f"{board.houses - state.houses} houses stand on the board; there are {board.houses}"
    if state.hotels < 0:
        return f"{board.hotels - state.hotels} hotels stand on the board; there are {board.hotels}"
    return ""


def check_cards(state: State, hidden: Hidden) -> str:
    """Every card is in one place: in a hand, seen, or unseen. Only some can be held. 10 MCS 100."""
    cards = state.board.cards
    place = [""] * len(cards)
    for player in state.players:
        for card in player.cards:
            where = f"players[{player.seat}]"
            if cards[card].does != KEEP:
                return f"{where}: {cards[card].key} is no card that can be kept"
            if place[card]:
                return f"{where}: {cards[card].key} is also in {place[card]}"
            place[card] = where
    for deck in range(2):
        for pile, name in ((state.seen[deck], "seen"), (hidden.piles[deck], "unseen")):
            where = f"{name}[{deck}]"
            for card in pile:
                if cards[card].deck != deck:
                    return f"{where}: {cards[card].key} is no {DECKS[deck]} card"
                if place[card]:
                    return f"{where}: {cards[card].key} is also in {place[card]}"
                place[card] = where
    for card, where in enumerate(place):
        if not where:
            return f"unseen: {cards[card].key} is missing: it is in no hand and in no deck"
    return ""


def check_counts(state: State) -> str:
    """Figures that must fit each other."""
    if state.last_roll == 1:
        return "last_roll: two dice show 2 to 12, or 0 before the first roll"
    if state.decision_number > state.moves:
        return f"decision: {state.decision_number} is later than the moves made, {state.moves}"
    return ""


def check_end(state: State) -> str:
    """Nothing is open when the game is over, and somebody has won."""
    if len(state.agenda) != 1 or not isinstance(state.agenda.entries[0], GameOver):
        return "agenda: the game is over, so GameOver stands here alone"
    if state.rents or state.debts or state.offers or state.leaving or state.demands:
        return "over: no rents, debts, offers, leaving or demands are left when the game is over"
    if state.past_offers:
        return "over: no past offers are left when the game is over"
    if not state.winners:
        return "winners: somebody has won when the game is over"
    for seat in state.winners:
        if state.players[seat].out:
            return f"winners: seat {seat} is out of the game"
    return ""


# -- the agenda ------------------------------------------------------------------------------------


def check_agenda(state: State) -> str:
    """The dice lie at the bottom, each entry makes sense, and the top waits for somebody."""
    if state.winners:
        return "winners: nobody has won before the game is over"
    if len(state.agenda) == 0:
        return "agenda: it is empty; at its bottom stands whose dice it is"
    bottom = state.agenda.entries[0]
    if not is_dice(bottom):
        return "agenda[0]: at the bottom stands ToRoll, ToEndTurn or NextTurn"
    if bottom.seat != state.seat:
        return f"agenda[0]: seat {state.seat} holds the dice, not seat {bottom.seat}"
    if state.players[state.seat].out and not isinstance(bottom, NextTurn):
        return f"seat: seat {state.seat} is out of the game and cannot hold the dice"
    if state.doubles == 3 and not isinstance(bottom, NextTurn):
        return "doubles: the third doubles goes to Jail, and the dice go on by NextTurn"
    for_sale: list[int] = []
    for place in range(1, len(state.agenda)):
        entry = state.agenda.entries[place]
        where = f"agenda[{place}]"
        if is_dice(entry) or isinstance(entry, GameOver):
            return f"{where}: {type(entry).__name__} cannot stand above the bottom"
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
        return f"agenda: its top, {type(top).__name__}, waits for nobody"
    return ""


def is_dice(entry: Entry) -> bool:
    """Say whether an entry tells whose dice it is."""
    return isinstance(entry, (ToRoll, ToEndTurn, NextTurn))


def sold_by(entry: Entry) -> list[int]:
    """List the properties that the Bank is about to sell."""
    if isinstance(entry, (BuyOrAuction, Auction)):
        return [entry.space]
    return entry.spaces if isinstance(entry, EstateAuction) else []


def check_place(state: State, place: i64) -> str:
    """What a roll caused stands right above the dice; what all answer together stands on top."""
    entry = state.agenda.entries[place]
    below = state.agenda.entries[place - 1]
    rolled = isinstance(entry, (BuyOrAuction, TaxChoice, LeaveAndMove))
    if (rolled or isinstance(entry, (DemandRound, BuildingSale))) and place > 1:
        return f"{type(entry).__name__} stands right above the dice"
    if rolled and entry.seat != state.seat:
        return f"seat {state.seat} holds the dice, not seat {entry.seat}"
    if isinstance(entry, LeaveAndMove) and not isinstance(below, ToEndTurn):
        return "LeaveAndMove stands above ToEndTurn"
    if isinstance(entry, (Auction, BuildingAuction)) and place < len(state.agenda) - 1:
        return f"{type(entry).__name__} stands on top"
    if isinstance(entry, BuildingAuction) and not (
        isinstance(below, BuildingSale) and below.kind == entry.kind
    ):
        return "BuildingAuction stands on the BuildingSale of its kind"
    return ""


def check_entry(state: State, entry: Entry) -> str:
    """Look at one entry alone."""
    if isinstance(entry, (Auction, EstateAuction)) and state.rules.no_auctions:
        return "the rules of this table have no auctions"
    if isinstance(entry, Bidding):
        return check_bids(state, entry)
    if entry.seat == BANK:
        return check_shortage(state) if isinstance(entry, BuildingSale) else ""
    player = state.players[entry.seat]
    # A property that was offered to a player who left is auctioned when its turn comes. Ruling 12.
    if player.out and not (isinstance(entry, BuyOrAuction) and entry is not state.agenda.top):
        return f"seat {entry.seat} is out of the game"
    if isinstance(entry, BuyOrAuction):
        if player.space != entry.space:
            return f"seat {entry.seat} stands on space {player.space}, not on {entry.space}"
    elif isinstance(entry, TaxChoice):
        if state.board.spaces[player.space].kind != INCOME_TAX:
            return f"seat {entry.seat} does not stand on Income Tax"
    elif isinstance(entry, LeaveAndMove):
        if player.jail == 0:
            return f"seat {entry.seat} is not in Jail"
    elif isinstance(entry, Inheritance):
        prop = state.property(entry.space)
        if prop.owner != entry.seat or not prop.mortgaged:
            return f"{prop.deed.name} is not a mortgaged property of seat {entry.seat}"
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
    """Bidders are in the game; the leader is one of them and has the money. Rulings 4, 5 and 30."""
    leader = auction.seat
    for seat in auction.bidders:
        if state.players[seat].out or (state.players[seat].leaving and seat != leader):
            return f"seat {seat} is out of the game or leaving and cannot bid"
    if leader == BANK and auction.bid > 0:
        return f"nobody leads with ${auction.bid}; seat must say who"
    if leader != BANK:
        if leader not in auction.bidders:
            return f"seat {leader} leads but is not among the bidders"
        if auction.bid == 0:
            return f"seat {leader} leads with nothing"
        if state.players[leader].cash < auction.bid:
            return f"seat {leader} bids ${auction.bid} but has ${state.players[leader].cash}"
    if isinstance(auction, BuildingAuction):
        return check_shortage(state) or check_building(state, auction)
    return ""


def check_building(state: State, auction: BuildingAuction) -> str:
    """There is one to sell, and the leader has a place for it. Ruling 9."""
    if state.stock(auction.kind) <= 0:
        return f"the Bank has no {'hotels' if auction.kind == HOTEL else 'houses'} left to sell"
    if auction.seat == BANK:
        return ""
    if why_not_place(state, auction.seat, auction.space, auction.kind) is not None:
        return f"seat {auction.seat} cannot build on {property_name(state, auction.space)}"
    if auction.bid < state.property(auction.space).deed.house_cost:
        cost = state.property(auction.space).deed.house_cost
        return f"bid {auction.bid} is below the printed price, ${cost}"
    return ""


def check_shortage(state: State) -> str:
    """Only a Bank that can run out asks for demands, and it keeps them. Ruling 9."""
    if state.rules.unlimited_buildings:
        return "the rules of this table have no shortage of buildings"
    return "" if state.demands else "demands are missing; -1 is the demand of a seat not asked"


# -- beside the agenda -----------------------------------------------------------------------------


def check_rents(state: State) -> str:
    """Rents and debts in line are between two players in the game. Rulings 8 and 32."""
    for place, rent in enumerate(state.rents):
        due = Debt(rent.tenant, rent.owner, rent.amount, "rent", rent.cite)
        sentence = check_debt(state, due)
        if not sentence and rent.turn > state.turn:
            sentence = f"turn {rent.turn} has not come yet; this is turn {state.turn}"
        if sentence:
            return f"rents[{place}]: {sentence}"
    for place, debt in enumerate(state.debts):
        sentence = check_debt(state, debt)
        if sentence:
            return f"debts[{place}]: {sentence}"
    return ""


def check_debt(state: State, debt: Debt) -> str:
    """One player owes, another or the Bank is owed, and a known rule says why."""
    if debt.debtor == debt.creditor:
        return f"seat {debt.debtor} cannot owe to itself"
    for seat in (debt.debtor, debt.creditor):
        if seat != BANK and state.players[seat].out:
            return f"seat {seat} is out of the game"
    if debt.reason not in REASONS:
        return f"reason must be one of {', '.join(REASONS)}"
    if not is_citation(debt.cite):
        return "cite must name a rule, such as 10 MCS 90"
    return ""


def check_numbers(state: State) -> str:
    """Rents and offers go by numbers, each given once."""
    given: set[int] = set()
    numbers = [rent.number for rent in state.rents] + [offer.number for offer in state.offers]
    for number in numbers:
        if number > state.last_serial:
            return f"last_serial: the last is {state.last_serial}, but a rent or offer has {number}"
        if number in given:
            return f"number: {number} is given to two rents or offers"
        given.add(number)
    return ""


def check_offers(state: State) -> str:
    """One open offer from a player to each other. What it needs is checked on acceptance."""
    pairs: set[tuple[int, int]] = set()
    for place, offer in enumerate(state.offers):
        sentence = check_offer(state, offer)
        if (offer.maker, offer.partner) in pairs:
            sentence = f"seat {offer.maker} has another offer to seat {offer.partner}"
        if sentence:
            return f"offers[{place}]: {sentence}"
        pairs.add((offer.maker, offer.partner))
    return ""


def check_offer(state: State, offer: Offer) -> str:
    """Something for something else, between two who are there. Rulings 14 and 27."""
    sentence = check_pair(state, offer.maker, offer.partner)
    if sentence:
        return sentence
    terms = offer.terms
    if terms.is_nothing():
        return "nothing for nothing is no offer"
    deeds = terms.give_deeds + terms.get_deeds
    cards = terms.give_cards + terms.get_cards
    if len(set(deeds)) < len(deeds) or len(set(cards)) < len(cards):
        return "a deed or card is named twice"
    for card in cards:
        if state.board.cards[card].does != KEEP:
            return f"{state.board.cards[card].key} is no card that can be kept"
    for space in offer.unmortgage:
        if space not in terms.get_deeds:
            return f"{property_name(state, space)} is to be unmortgaged but is none of the deeds asked for"
    if offer.changed != -1 and offer.changed not in deeds:
        return f"changed: space {offer.changed} is not one of its deeds"
    return ""


def check_past_offers(state: State) -> str:
    """Check the history of offers: between two players, who may have left, in the order they were made."""
    turn: i64 = 1
    number: i64 = 0
    made = [0] * len(state.players)
    for place, past in enumerate(state.past_offers):
        sentence = ""
        made[past.maker] += 1
        if past.maker == past.partner:
            sentence = f"seat {past.maker} cannot trade with itself"
        elif past.turn > state.turn:
            sentence = f"turn {past.turn} has not come yet; this is turn {state.turn}"
        elif past.turn < turn or past.number <= number:
            sentence = "offers stand in the order they were made"
        elif past.number > state.last_serial:
            sentence = f"the last number given is {state.last_serial}, not {past.number}"
        elif made[past.maker] > MOST_KEPT:
            sentence = f"seat {past.maker} has more than {MOST_KEPT} offers here"
        if sentence:
            return f"past_offers[{place}]: {sentence}"
        turn, number = past.turn, past.number
    return ""


def check_pair(state: State, maker: i64, partner: i64) -> str:
    """Check that an offer is between two different players who are there."""
    if maker == partner:
        return f"seat {maker} cannot trade with itself"
    for seat in (maker, partner):
        if state.players[seat].out or state.players[seat].leaving:
            return f"seat {seat} is out of the game or leaving"
    return ""


def property_name(state: State, space: i64) -> str:
    """Name a property."""
    return state.property(space).deed.name
