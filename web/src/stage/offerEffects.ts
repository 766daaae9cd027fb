/** What an offer would lead to, in a few words: groups that it completes or breaks up. */
import type { BoardData } from "../game/boardData";
import type { OpenOffer, View } from "../generated/wire";
import { speech, t } from "../say/say.svelte";
import type { SeatedPlayer } from "../table/seats";
import { standingAfter, termsOf, type OfferEffect } from "../trade/tradeTerms";

export function offerEffects(
  offer: OpenOffer,
  view: View,
  board: BoardData,
  seats: readonly SeatedPlayer[],
  you: readonly number[],
): OfferEffect[] {
  const { give, get } = termsOf(offer, board);
  const sides = [
    { seat: offer.maker, out: give, into: get },
    { seat: offer.partner, out: get, into: give },
  ];
  return sides.flatMap(({ seat, out, into }) => {
    const own = you.includes(seat);
    // If several people share a screen, "you" could be any of them.
    const suffix = own && you.length === 1 ? ".you" : "";
    const name = seats[seat]?.name;
    return standingAfter(view, board, seat, out, into, []).groups.flatMap(
      ({ key, completed, broken }) => {
        if (!completed && !broken) return [];
        const what = completed ? "completes" : "breaks";
        const group = speech.words.group(key, board);
        const text = t(`stage.offer.${what}${suffix}`, { group, name });
        return [{ text, good: own === completed && own }];
      },
    );
  });
}
