/** The trade components that load after the board. */
import { afterBoard } from "../common/lazyPart";

export const tradeParts = {
  trade: afterBoard(() => import("./Trade.svelte")),
  offerAfter: afterBoard(() => import("./OfferAfter.svelte")),
};
