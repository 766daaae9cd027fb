"""Plans and steps in words, for the command line and for reports. English only."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from passgo.analysis.choices import Actions
from passgo.analysis.review import Step
from passgo.bots.reason import Reason
from passgo.engine.action import Action
from passgo.engine.board import Board
from passgo.engine.rules.auction import Bid, PassBid
from passgo.engine.rules.building import Build, SellBuilding, SellGroupBuildings
from passgo.engine.rules.buying import Buy, BuyOrAuction, Decline
from passgo.engine.rules.debt import GoBankrupt, Resign
from passgo.engine.rules.ending import TimeIsUp
from passgo.engine.rules.inquiry import AskForOffer, DeclineInquiry
from passgo.engine.rules.jail import PayFine, UseCard
from passgo.engine.rules.mortgage import InheritDeed, Mortgage, Unmortgage
from passgo.engine.rules.moving import Roll
from passgo.engine.rules.offer_history import PauseOffers
from passgo.engine.rules.rent import AlwaysAskForRent, AskForRent
from passgo.engine.rules.shortage import BidForBuilding, StateDemand
from passgo.engine.rules.tax import ChooseTax
from passgo.engine.rules.trade import (
    AcceptTrade,
    CounterTrade,
    DeclineTrade,
    OfferTrade,
    WithdrawTrade,
    find_offer,
    get_open_offer,
)
from passgo.engine.rules.turn import EndTurn
from passgo.engine.state import Offer, State
from passgo.say import Lexicon, Words, narrate, say_effect, say_goods

MOST_PARTS: Final = 3
"""The maximum number of parts in the description of a plan."""
COUNTED: Final = {
    SellGroupBuildings: "sell all buildings in {count} groups",
    SellBuilding: "sell {count} buildings",
    Mortgage: "mortgage {count} deeds",
    Unmortgage: "unmortgage {count} deeds",
}
"""How several actions of a kind are described in a long plan."""


@cache
def load_words() -> Words:
    """Load the English text once."""
    return Words.load()


def describe_step(step: Step, names: Sequence[str], board: Board) -> str:
    """Describe in one or a few sentences what happened in a step."""
    lines = narrate(step.events, load_words(), Lexicon(list(names), board))
    if lines:
        return " ".join(line.text for line in lines)
    if step.actions or not step.judgments:
        return "The game begins." if step.seat < 0 else f"{names[step.seat]} moves."
    return f"{names[step.seat]} builds nothing."


def describe_plan(plan: Actions, state: State, names: Sequence[str]) -> str:
    """Describe a choice in a few words, as in "buy Boardwalk"."""
    if not plan:
        return describe_nothing(state)
    builds = [action for action in plan if isinstance(action, Build)]
    rest = [action for action in plan if not isinstance(action, Build)]
    parts = [describe_action(action, state, names) for action in rest]
    if builds:
        counts: dict[str, int] = {}
        for build in builds:
            group = state.board.groups[state.property(build.space).deed.group].name
            counts[group] = counts.get(group, 0) + 1
        parts += [
            f"add {'a building' if count == 1 else f'{count} buildings'} to the {group} group"
            for group, count in counts.items()
        ]
    if len(parts) > MOST_PARTS and not builds:
        parts = shorten_plan(plan, state, names)
    if len(parts) > MOST_PARTS:
        parts = [*parts[:2], f"{len(parts) - 2} more"]
    return load_words().row(parts)


def shorten_plan(plan: Actions, state: State, names: Sequence[str]) -> list[str]:
    """Describe a plan in parts, counting the mortgages, sales and so on instead of naming each."""
    parts: list[str] = []
    for kind, phrase in COUNTED.items():
        alike = [action for action in plan if isinstance(action, kind)]
        if len(alike) == 1:
            parts.append(describe_action(alike[0], state, names))
        elif alike:
            parts.append(phrase.format(count=len(alike)))
    others = [action for action in plan if not isinstance(action, tuple(COUNTED))]
    return parts + [describe_action(action, state, names) for action in others]


def describe_offer(accepted: Actions, state: State, names: Sequence[str]) -> str:
    """Describe the making of an offer that was accepted, as in "offer Bob $100 for Baltic Avenue"."""
    (action,) = accepted
    assert isinstance(action, AcceptTrade)
    offer = get_open_offer(state, action.offer)
    given, gotten = describe_goods(offer, names, state.board)
    return f"offer {names[offer.partner]} {given} for {gotten}"


def describe_goods(offer: Offer, names: Sequence[str], board: Board) -> tuple[str, str]:
    """Describe what the maker of an offer gives and gets."""
    terms, words, lexicon = offer.terms, load_words(), Lexicon(list(names), board)
    return (
        say_goods(terms.give_deeds, terms.give_cash, terms.give_cards, words, lexicon),
        say_goods(terms.get_deeds, terms.get_cash, terms.get_cards, words, lexicon),
    )


def describe_nothing(state: State) -> str:
    """Describe the choice to do nothing."""
    return "build nothing" if state.is_calm() else "do nothing"


def describe_action(action: Action, state: State, names: Sequence[str]) -> str:
    """Describe an action in a few words."""
    board = state.board
    match action:
        case Roll():
            return "roll for doubles" if state.players[action.seat].jail > 0 else "roll"
        case PayFine():
            return f"pay the ${state.rules.jail_fine} fine"
        case UseCard():
            return "use the Get Out of Jail Free card"
        case EndTurn():
            return "end the turn"
        case Buy():
            return f"buy {pending_name(state)}"
        case Decline():
            return f"let {pending_name(state)} go to auction"
        case Bid():
            return f"bid ${action.amount:,}"
        case PassBid():
            return "pass"
        case ChooseTax():
            rules = state.rules
            percent, flat = f"{rules.income_tax_percent}%", f"${rules.income_tax_flat:,}"
            return f"pay {percent if action.share else flat}"
        case SellBuilding():
            return f"sell a building on {board.spaces[action.space].name}"
        case SellGroupBuildings():
            return f"sell all buildings in the {board.groups[action.group].name} group"
        case Mortgage():
            return f"mortgage {board.spaces[action.space].name}"
        case Unmortgage():
            return f"unmortgage {board.spaces[action.space].name}"
        case InheritDeed():
            return "unmortgage the deed" if action.unmortgage else "keep the mortgage"
        case StateDemand():
            return f"demand {action.count}"
        case BidForBuilding():
            return f"bid ${action.amount:,} for {board.spaces[action.space].name}"
        case AcceptTrade() | DeclineTrade():
            offer = find_offer(state, action.offer)
            maker = "the" if offer is None else f"{names[offer.maker]}’s"
            return f"{'accept' if isinstance(action, AcceptTrade) else 'decline'} {maker} offer"
        case GoBankrupt():
            return "go bankrupt"
        case Resign():
            return "resign"
        case AskForRent():
            return "ask for the rent"
        case AlwaysAskForRent():
            return "always ask for rent" if action.on else "stop always asking for rent"
        case OfferTrade():
            return f"offer {names[action.partner]} a trade"
        case CounterTrade():
            offer = find_offer(state, action.offer)
            return f"counter {'the' if offer is None else f'{names[offer.maker]}’s'} offer"
        case WithdrawTrade():
            return "withdraw the offer"
        case AskForOffer():
            return f"ask {names[action.partner]} for an offer"
        case DeclineInquiry():
            return "decline to make an offer"
        case PauseOffers():
            return "pause offers" if action.rounds else "receive offers again"
        case TimeIsUp():
            return "call time"
    raise ValueError(f"There are no words for {type(action).__name__}.")


def pending_name(state: State) -> str:
    """Return the name of the property that may be bought."""
    top = state.agenda.top
    return state.board.spaces[top.space].name if isinstance(top, BuyOrAuction) else "it"


def effects_of(before: State, after: State, seat: int) -> tuple[Reason, ...]:
    """List what changes for a seat from one state to another."""
    if after.players[seat].out:
        return (Reason("out"),)
    found: list[Reason] = []
    for player in after.players:
        gained = int(player.complete) & ~int(before.players[player.seat].complete)
        for group in after.board.groups:
            if not gained >> int(group.number) & 1:
                continue
            if player.seat == seat:
                found.append(Reason("completes", group=int(group.number)))
            else:
                found.append(
                    Reason("other_completes", seat=int(player.seat), group=int(group.number))
                )
    for old, new in zip(before.properties, after.properties, strict=True):
        if new.owner not in (old.owner, seat, -1):
            found.append(Reason("other_gets", seat=int(new.owner), space=int(new.space)))
    built = int(after.players[seat].buildings) - int(before.players[seat].buildings)
    if built:
        found.append(Reason("builds" if built > 0 else "loses_buildings", count=abs(built)))
    if before.players[seat].jail and not after.players[seat].jail:
        found.append(Reason("out_of_jail"))
    held, kept = before.players[seat].cards, after.players[seat].cards
    found += [Reason("gives_card", card=int(card)) for card in held if card not in kept]
    found += [Reason("gets_card", card=int(card)) for card in kept if card not in held]
    cash, was = int(after.players[seat].cash), int(before.players[seat].cash)
    if cash != was:
        found.append(Reason("leaves" if cash < was else "brings", cash=cash))
    return tuple(found) or (Reason("nothing"),)


def describe_effects(effects: Sequence[Reason], names: Sequence[str], board: Board) -> str:
    """Describe what a choice changes, as a list of facts."""
    words, lexicon = load_words(), Lexicon(list(names), board)
    return "; ".join(say_effect(one.code, one.values, words, lexicon) for one in effects)
