/** The offers that concern this browser, and whether one can be accepted. */
import type { OpenOffer, PauseOffersOption, SeatOptions, View } from "../generated/wire";
import type { SeatedPlayer } from "../table/seats";
import { optionsOf } from "./answers";

export interface Acceptable {
  possible: boolean;
  /** The received deeds that may be unmortgaged immediately. */
  unmortgages: { space: number; cost: number }[];
}

export function findAcceptance(options: SeatOptions | undefined, number: number): Acceptable {
  const option = optionsOf(options, "AcceptTrade").find(
    ({ choices }) => "values" in choices.offer && choices.offer.values.includes(number),
  );
  if (option === undefined) return { possible: false, unmortgages: [] };
  const { unmortgage } = option.choices;
  const spaces = "values" in unmortgage ? unmortgage.values.map(Number) : [];
  const costs = "values" in unmortgage ? (unmortgage.costs ?? []) : [];
  return {
    possible: true,
    unmortgages: spaces.map((space, at) => ({ space, cost: costs[at] ?? 0 })),
  };
}

/** Return the pauses that can be chosen now, in rounds; -1 means the rest of the game. */
export function pausesOf(option: PauseOffersOption | undefined): number[] {
  const rounds = option?.choices.rounds;
  return rounds && "values" in rounds ? rounds.values.map(Number).filter((one) => one !== 0) : [];
}

/** Return the offers that a seat's pause declines: those that bots have made to it. */
export function offersByBots(
  offers: readonly OpenOffer[],
  seat: number,
  seats: readonly SeatedPlayer[],
): OpenOffer[] {
  const isBot = (maker: number) => Boolean(seats[maker]?.bot || seats[maker]?.free);
  return offers.filter(({ maker, partner }) => partner === seat && isBot(maker));
}

/**
 * Return whether something in an offer has changed or changed hands since the offer was made, so
 * that the offer can never be accepted.
 */
export function isGone(offer: OpenOffer, view: View): boolean {
  const has = (seat: number, deeds: readonly number[], cards: readonly string[]) =>
    deeds.every((deed) =>
      view.properties.some(({ space, owner }) => space === deed && owner === seat),
    ) && cards.every((card) => view.players[seat]?.cards.includes(card));
  const { maker, partner, give_deeds, give_cards, get_deeds, get_cards } = offer;
  const owned = has(maker, give_deeds, give_cards) && has(partner, get_deeds, get_cards);
  return !owned || offer.changed !== undefined;
}

/** Return the possible offers between other players, which are shown in short form. */
export function offersBetween(view: View, you: readonly number[]): OpenOffer[] {
  if (you.length === 0) return [];
  return view.offers.filter(
    (offer) => !you.includes(offer.maker) && !you.includes(offer.partner) && !isGone(offer, view),
  );
}

/**
 * Return the offers to `you` first, then those from `you`; in each part, offers that are no longer
 * possible come last. A spectator sees all offers; a seat that
 * declines every offer sees no offers made to it.
 */
export function offersFor(
  view: View,
  you: readonly number[],
  refuses: (seat: number) => boolean = () => false,
): OpenOffer[] {
  if (you.length === 0) return view.offers;
  const gone = (offer: OpenOffer) => Number(isGone(offer, view));
  const offers = [...view.offers].sort((a, b) => gone(a) - gone(b));
  const to = offers.filter(({ partner }) => you.includes(partner) && !refuses(partner));
  const from = offers.filter(({ maker, partner }) => you.includes(maker) && !you.includes(partner));
  return [...to, ...from];
}
