/** An offer in words: its title, and what is given for what. */
import type { OpenOffer } from "../generated/wire";
import { speech, t } from "../say/say.svelte";
import type { Names } from "../say/words";
import { seatLabel } from "../table/labels";
import type { SeatedPlayer } from "../table/seats";

/** Return who makes an offer to whom. */
export function offerTitle(
  offer: OpenOffer,
  seats: SeatedPlayer[],
  you: readonly number[],
): string {
  const names = { maker: seatLabel(seats, offer.maker), partner: seatLabel(seats, offer.partner) };
  const toMe = you.includes(offer.partner);
  if (!toMe && you.includes(offer.maker)) return t("stage.offer.mine", names);
  return t(toMe && you.length === 1 ? "stage.offer.to_me" : "stage.offer", names);
}

/** Return an offer in one line. */
export function offerText(offer: OpenOffer, who: Names): string {
  const { give_deeds, give_cash, give_cards, get_deeds, get_cash, get_cards } = offer;
  const given = speech.words.goods(give_deeds, give_cash, give_cards, who);
  const gotten = speech.words.goods(get_deeds, get_cash, get_cards, who);
  return t("stage.offer.short", { given, gotten });
}
