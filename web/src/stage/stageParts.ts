/** The parts of the stage that load after the board. */
import { afterBoard } from "../common/lazyPart";

export const stageParts = {
  entry: afterBoard(() => import("./EntryPart.svelte")),
  miniDeed: afterBoard(() => import("./MiniDeed.svelte")),
  gavel: afterBoard(() => import("./Gavel.svelte")),
  highestBid: afterBoard(() => import("./HighestBid.svelte")),
  offers: afterBoard(() => import("./Offers.svelte")),
  offerAnswer: afterBoard(() => import("./OfferAnswerPart.svelte")),
  watch: afterBoard(() => import("./WatchPart.svelte")),
  citation: afterBoard(() => import("./Citation.svelte")),
  absent: afterBoard(() => import("./AbsentPart.svelte")),
  over: afterBoard(() => import("./OverPart.svelte")),
};
