/** What happened, one sentence per event: the counterpart of `passgo/say/events.py`. */
import { HOTEL_KIND, HOTEL_LEVEL, POT, WHOLE_GAME } from "../constants";
import type { BoardData } from "../game/boardData";
import type { GameEvent, Offer, OpenOffer } from "../generated/wire";
import type { Lexicon, Names, Values } from "./lexicon";

/** Describe one event in a sentence; "" if the next event describes it in full. */
export function say(event: GameEvent, words: Lexicon, who: Names): string {
  const template = words.template("events", event.event, ...variantsOf(event, who.board));
  return words.fill(template, valuesOf(event, words, who), who);
}

/** Return the variants of an event's sentence, from general to specific. */
export function variantsOf(event: GameEvent, board: BoardData): string[] {
  switch (event.event) {
    case "MoneyPaid":
      if (event.payer === POT) return ["from_pot"];
      return [
        ["card", "trade"].includes(event.reason) ? "" : event.reason,
        event.payee === POT ? "pot" : "",
      ];
    case "DiceRolled":
      if (event.cite === "Ruling 23") return ["card"];
      return [event.first === event.second ? "doubles" : ""];
    case "TokenMoved":
      if (event.by === "dice" && board.spaces[event.space]?.kind === "jail") return ["visit"];
      return [["back", "jail"].includes(event.by) ? event.by : ""];
    case "SentToJail":
      return [event.cite === "10 MCS 60(i)" ? "doubles" : ""];
    case "LeftJail":
      return [["card", "doubles"].includes(event.by) ? event.by : ""];
    case "RentLapsed":
      return [event.cite === "Ruling 8" ? "left" : ""];
    case "RentOrderSet":
      return [event.on ? "on" : "off"];
    case "TaxChosen":
      return [event.share ? "share" : "flat"];
    case "BuildingBought":
      return [event.houses === HOTEL_LEVEL ? "hotel" : ""];
    case "BuildingSold":
      return [event.houses === 0 ? "all" : ""];
    case "BuildingAuctionOpened":
      return [event.kind === HOTEL_KIND ? "hotel" : ""];
    case "TradeOffered":
      return offerVariants(event.offer);
    case "TradeWithdrawn":
      return [event.cite === "Ruling 13" ? "left" : ""];
    case "OfferAskedFor":
    case "InquiryDeclined":
      return [event.owner === event.asker ? "own" : ""];
    case "OffersPaused":
      return [event.until === WHOLE_GAME ? "game" : event.until ? "" : "off"];
    case "GameEnded":
      return [
        ["last", "time", "rounds"].includes(event.reason) ? event.reason : "",
        event.winners.length > 1 ? "shared" : "",
      ];
    default:
      return [];
  }
}

/** Return the values for the placeholders in an event's sentence. */
function valuesOf(event: GameEvent, words: Lexicon, who: Names): Values {
  switch (event.event) {
    case "CardDrawn":
    case "CardReturned": {
      const deck = who.board.cards[event.card]?.deck ?? "chance";
      return { ...event, text: words.cardText(event.card, who.board), deck: words.deck(deck) };
    }
    case "TradeOffered":
      return offerValues(event.offer, words, who);
    case "GameEnded": {
      const named = event.worths
        .map((worth, seat) => ({ worth, name: words.player(seat, who.names) }))
        .sort((one, other) => other.worth - one.worth)
        .map(({ worth, name }) => `${name} ${words.money(worth)}`);
      return { ...event, worth: event.worths[event.winners[0] ?? 0], worths: words.row(named) };
    }
    default:
      return { ...event };
  }
}

function offerVariants(offer: Offer | OpenOffer): string[] {
  const gives = offer.give_cash || offer.give_deeds.length || offer.give_cards.length;
  return [gives ? "" : "asks", offer.unmortgage.length ? "unmortgage" : ""];
}

function offerValues(offer: Offer | OpenOffer, words: Lexicon, who: Names): Values {
  return {
    number: offer.number,
    maker: offer.maker,
    partner: offer.partner,
    given: sayGoods(offer.give_deeds, offer.give_cash, offer.give_cards, words, who, offer),
    gotten: sayGoods(offer.get_deeds, offer.get_cash, offer.get_cards, words, who, offer),
    unmortgaged: offer.unmortgage,
  };
}

export function sayGoods(
  deeds: readonly number[],
  cash: number,
  cards: readonly (number | string)[],
  words: Lexicon,
  who: Names,
  offer?: Offer | OpenOffer,
): string {
  return words.row([
    ...deeds.map((space) => words.deed(space, who, offer)),
    ...(cash ? [words.money(cash)] : []),
    ...cards.map((card) => words.card(card, who.board)),
  ]);
}

export function sayOffer(offer: OpenOffer, words: Lexicon, who: Names): string {
  const template = words.template("events", "TradeOffered", ...offerVariants(offer));
  return words.fill(template, offerValues(offer, words, who), who);
}
