"""Sentences for questions, options, refusals and bots' reasons."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from passgo.engine.agenda import Decision
from passgo.engine.options import Choice, Option
from passgo.engine.refusal import Refusal
from passgo.engine.rules.auction import Auction
from passgo.engine.rules.buying import BuyOrAuction
from passgo.engine.rules.debt import DebtDue, raisable
from passgo.engine.rules.jail import PayFine
from passgo.engine.rules.mortgage import Inheritance, interest, unmortgage_cost
from passgo.engine.rules.shortage import BuildingAuction, DemandRound, capacity
from passgo.engine.rules.tax import TaxChoice
from passgo.engine.rules.turn import ToRoll
from passgo.engine.state import BANK, State
from passgo.say.words import Lexicon, Words


def say_refusal(refusal: Refusal, words: Words, lexicon: Lexicon) -> str:
    """Describe why an action is refused, with the relevant numbers, and what to do first."""
    values = refusal.values
    variant = ""
    if refusal.code == "property.owner" and values["owner"] == BANK:
        variant = "bank"
    elif refusal.code == "rent.order":
        variant = "on" if values["on"] else "off"
    return words.fill(words.template("refusals", refusal.code, variant), values, lexicon)


def say_reason(code: str, values: Mapping[str, int], words: Words, lexicon: Lexicon) -> str:
    """Describe a bot's reason for an action; for an offer, it addresses the other player."""
    return words.fill(words.template("bot_reasons", code), values, lexicon)


def say_effect(code: str, values: Mapping[str, int], words: Words, lexicon: Lexicon) -> str:
    """Describe one thing that a choice changes, as a phrase without a period."""
    return words.fill_clause(words.template("effects", code), values, lexicon)


def say_option(option: Option, words: Words, lexicon: Lexicon) -> str:
    """Describe an option; ``say_refusal`` describes its refusal, if any."""
    variant = ""
    for choice in option.choices:
        if choice.name == "on":
            variant = "on" if choice.values == [1] else "off"
        elif option.action == "InheritDeed" and choice.values == [0]:
            variant = "keep"
    values = {choice.name: say_choice(choice, words, lexicon) for choice in option.choices}
    return words.fill(words.template("options", option.action, variant), values, lexicon)


def say_choice(choice: Choice, words: Words, lexicon: Lexicon) -> str:
    """Describe the values a field may have."""
    if choice.values is not None:
        return words.value(choice.name, [int(each) for each in choice.values], lexicon, "or")
    low, high = (words.value(choice.name, end, lexicon) for end in (choice.low, choice.high))
    return low if low == high else words.name("range", low=low, high=high)


# -- questions -------------------------------------------------------------------------------------


class QuestionText(NamedTuple):
    """A seat's question, not yet put into words: its name, variants and values.

    ``passgo.server.wire.QuestionText`` is the corresponding message; it is defined separately
    because this package does not depend on the server.
    """

    name: str
    variants: list[str]
    values: dict[str, object]


def say_questions(state: State, seat: int, words: Words, lexicon: Lexicon) -> str:
    """Phrase every question for a seat, or name the players the game is waiting for."""
    return " ".join(
        say_question(question, words, lexicon) for question in find_questions(state, seat)
    )


def say_question(question: QuestionText, words: Words, lexicon: Lexicon) -> str:
    """Phrase one question."""
    values = dict(question.values)
    if "reason" in values:
        values["reason"] = words.sections["reasons"][str(values["reason"])]
    return words.fill(
        words.template("questions", question.name, *question.variants), values, lexicon
    )


def find_questions(state: State, seat: int) -> list[QuestionText]:
    """Return a seat's current questions, or one entry that says who the game is waiting for.

    In Jail, the questions include the ways out.
    """
    top = state.agenda.top
    if not isinstance(top, Decision):
        return [QuestionText("over", [], {})]
    if not top.waits_for(state, seat):
        return [QuestionText("waiting", [], {"waiting": state.waiting_for()})]
    if isinstance(top, ToRoll):
        return roll_questions(state, seat)
    values: dict[str, object] = {**top.fields(), "cash": state.players[seat].cash}
    variants = question_variants(state, seat, top, values)
    return [QuestionText(type(top).__name__, variants, values)]


def question_variants(
    state: State, seat: int, top: Decision, values: dict[str, object]
) -> list[str]:
    """Return the variants of a decision's question, and add its placeholders to ``values``."""
    cash = state.players[seat].cash
    if isinstance(top, BuyOrAuction):
        price = state.property(top.space).deed.price
        values |= {"price": price, "missing": price - cash}
        short = "short" if cash < price else ""
        return ["bank" if state.rules.no_auctions else "", short]
    if isinstance(top, Auction):
        least = top.least_bid(state, seat)
        values |= {
            "price": state.property(top.space).deed.price,
            "leader": top.seat,
            "least": least,
        }
        return ["open" if top.seat == BANK else "", "short" if cash < least else ""]
    if isinstance(top, TaxChoice):
        values |= {"flat": state.rules.income_tax_flat, "percent": state.rules.income_tax_percent}
    elif isinstance(top, Inheritance):
        prop = state.property(top.space)
        values |= {"cost": unmortgage_cost(prop), "interest": interest(prop.deed.mortgage)}
        return ["short" if cash < unmortgage_cost(prop) else ""]
    elif isinstance(top, DemandRound):
        values |= {"stock": state.stock(top.kind), "most": capacity(state, seat, top.kind)}
    elif isinstance(top, BuildingAuction):
        least = top.least_bid(state, seat)
        values |= {"stock": state.stock(top.kind), "leader": top.seat, "least": least}
        return ["open" if top.seat == BANK else "", "short" if cash < least else ""]
    elif isinstance(top, DebtDue):
        able = raisable(state, seat)
        values |= {"missing": top.amount - cash, "raisable": able}
        return ["lost" if able < top.amount else ""]
    return []


def roll_questions(state: State, seat: int) -> list[QuestionText]:
    """Return the question for the roll and, in Jail, the ways out."""
    player = state.players[seat]
    values: dict[str, object] = {"fine": state.rules.jail_fine}
    if player.jail == 0:
        return [QuestionText("ToRoll", ["again" if state.doubles > 0 else ""], values)]
    last = "last" if player.jail >= state.rules.jail_turns else ""
    questions = [QuestionText("ToRoll", ["jail", last], values)]
    fine = "fine" if PayFine(seat).why_not(state) is None else ""
    card = "card" if player.cards else ""
    if fine or card:
        questions.append(QuestionText("ToRoll", [fine, card], values))
    return questions
