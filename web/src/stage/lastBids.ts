/** Each player's last bid in the current auction. */
import type { Played } from "../generated/wire";

/** Return each seat's last bid since the last auction began, as far back as the history goes. */
export function lastBids(history: readonly Pick<Played, "events">[]): Map<number, number> {
  const bids = new Map<number, number>();
  for (const event of history.flatMap(({ events }) => events)) {
    if (event.event === "AuctionOpened" || event.event === "BuildingAuctionOpened") bids.clear();
    else if (event.event === "BidMade" || event.event === "BuildingBidMade")
      bids.set(event.seat, event.amount);
  }
  return bids;
}
