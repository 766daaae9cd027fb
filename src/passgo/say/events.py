"""Sentences for events."""

from __future__ import annotations

from collections.abc import Sequence

from passgo.engine.board import HOTEL_LEVEL
from passgo.engine.events import (
    BuildingAuctionOpened,
    BuildingBought,
    BuildingSold,
    CardDrawn,
    CardReturned,
    DiceRolled,
    Event,
    GameEnded,
    InquiryDeclined,
    LeftJail,
    MoneyPaid,
    OfferAskedFor,
    OffersPaused,
    RentLapsed,
    RentOrderSet,
    SentToJail,
    TaxChosen,
    TokenMoved,
    TradeOffered,
    TradeWithdrawn,
)
from passgo.engine.state import HOTEL, POT, WHOLE_GAME, Offer
from passgo.say.words import Lexicon, Words


def say(event: Event, words: Words, lexicon: Lexicon) -> str:
    """Describe one event in a sentence; "" if the next event's sentence covers it."""
    template = words.template("events", type(event).__name__, *variants_of(event, lexicon))
    return words.fill(template, values_of(event, words, lexicon), lexicon)


def variants_of(event: Event, lexicon: Lexicon) -> list[str]:
    """Return the variants of an event's sentence, from the most general to the most specific."""
    if isinstance(event, MoneyPaid):
        if event.payer == POT:
            return ["from_pot"]
        pot = "pot" if event.payee == POT else ""
        return [event.reason if event.reason not in ("card", "trade") else "", pot]
    if isinstance(event, DiceRolled):
        if event.cite == "Ruling 23":
            return ["card"]
        return ["doubles" if event.first == event.second else ""]
    if isinstance(event, TokenMoved):
        if event.by == "dice" and event.space == lexicon.board.jail:
            return ["visit"]
        return [event.by if event.by in ("back", "jail") else ""]
    if isinstance(event, SentToJail):
        return ["doubles" if event.cite == "10 MCS 60(i)" else ""]
    if isinstance(event, LeftJail):
        return [event.by if event.by in ("card", "doubles") else ""]
    if isinstance(event, RentLapsed):
        return ["left" if event.cite == "Ruling 8" else ""]
    if isinstance(event, RentOrderSet):
        return ["on" if event.on else "off"]
    if isinstance(event, TaxChosen):
        return ["share" if event.share else "flat"]
    if isinstance(event, BuildingBought):
        return ["hotel" if event.houses == HOTEL_LEVEL else ""]
    if isinstance(event, BuildingSold):
        return ["all" if event.houses == 0 else ""]
    if isinstance(event, BuildingAuctionOpened):
        return ["hotel" if event.kind == HOTEL else ""]
    if isinstance(event, TradeOffered):
        terms = event.offer.terms
        asks = not (terms.give_cash or terms.give_deeds or terms.give_cards)
        return ["asks" if asks else "", "unmortgage" if event.offer.unmortgage else ""]
    if isinstance(event, TradeWithdrawn):
        return ["left" if event.cite == "Ruling 13" else ""]
    if isinstance(event, OfferAskedFor | InquiryDeclined):
        return ["own" if event.owner == event.asker else ""]
    if isinstance(event, OffersPaused):
        return ["game" if event.until == WHOLE_GAME else "" if event.until else "off"]
    if isinstance(event, GameEnded):
        reason = event.reason if event.reason in ("last", "time", "rounds") else ""
        return [reason, "shared" if len(event.winners) > 1 else ""]
    return []


def values_of(event: Event, words: Words, lexicon: Lexicon) -> dict[str, object]:
    """Return the placeholder values for an event's sentence."""
    values = event.fields()
    if isinstance(event, CardDrawn | CardReturned):
        card = lexicon.board.cards[event.card]
        values |= {"text": words.card_text(card), "deck": words.name(f"deck.{card.deck}")}
    elif isinstance(event, TradeOffered):
        values |= offer_values(event.offer, words, lexicon)
    elif isinstance(event, GameEnded):
        named = [
            f"{words.player(seat, lexicon)} {words.money(worth)}"
            for seat, worth in sorted(enumerate(event.worths), key=lambda pair: -pair[1])
        ]
        values |= {"worth": event.worths[event.winners[0]], "worths": words.row(named)}
    return values


def offer_values(offer: Offer, words: Words, lexicon: Lexicon) -> dict[str, object]:
    """Return the placeholder values for an offer's sentence."""
    terms = offer.terms
    return {
        "number": offer.number,
        "maker": offer.maker,
        "partner": offer.partner,
        "given": say_goods(terms.give_deeds, terms.give_cash, terms.give_cards, words, lexicon),
        "gotten": say_goods(terms.get_deeds, terms.get_cash, terms.get_cards, words, lexicon),
        "unmortgaged": offer.unmortgage,
    }


def say_goods(
    deeds: Sequence[int], cash: int, cards: Sequence[int], words: Words, lexicon: Lexicon
) -> str:
    """List what one side of a trade gives."""
    items = [words.value("space", space, lexicon) for space in deeds]
    items += [words.money(cash)] if cash else []
    items += [words.card(card, lexicon.board) for card in cards]
    return words.row(items)


def say_offer(offer: Offer, words: Words, lexicon: Lexicon) -> str:
    """Describe an open offer."""
    return say(TradeOffered(offer, "10 MCS 170"), words, lexicon)
