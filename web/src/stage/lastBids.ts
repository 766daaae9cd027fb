/** Each player's last bid in the current auction. */
import type { Played } from "../generated/wire";

/**
 * Return each seat's last bid since the last auction began, as far back as the history goes. Bids
 * higher than `most`, which the board has not shown yet, are left out.
 */
export function lastBids(
  history: readonly Pick<Played, "events">[],
  most: number,
): Map<number, number> {
  const bids = new Map<number, number>();
  for (const event of history.flatMap(({ events }) => events)) {
    if (event.event === "AuctionOpened" || event.event === "BuildingAuctionOpened") bids.clear();
    else if (event.event === "BidMade" || event.event === "BuildingBidMade") {
      if (event.amount <= most) bids.set(event.seat, event.amount);
    }
  }
  return bids;
}
