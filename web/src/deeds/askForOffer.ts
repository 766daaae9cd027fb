/** Asking another player for an offer that includes a property. */
import type { AskForOfferAction, AskForOfferOption, SeatOptions } from "../generated/wire";

/** Return whether a seat may ask a partner for an offer that includes a property. */
export function canAsk(
  options: SeatOptions | undefined,
  { partner, space }: AskForOfferAction,
): boolean {
  const found = options?.options.filter(
    (one): one is AskForOfferOption => one.action === "AskForOffer" && !one.refusal,
  );
  return (found ?? []).some(
    ({ choices }) =>
      "values" in choices.partner &&
      choices.partner.values.includes(partner) &&
      "values" in choices.space &&
      choices.space.values.includes(space),
  );
}
