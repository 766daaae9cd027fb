/** The offers and inquiries that concern this browser. */
import type { Inquiry, OpenOffer, View } from "../generated/wire";

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

/** Return the open inquiries to `you`. */
export function inquiriesTo(view: View, you: readonly number[]): Inquiry[] {
  return view.inquiries.filter(({ partner, closed }) => !closed && you.includes(partner));
}
