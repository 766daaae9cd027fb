/** What each player last bid in the auction that is going on. */
import type { Played } from "../generated/wire";

/** Return each seat's last bid since the last auction was opened, as far as the history goes. */
export function lastBids(history: readonly Pick<Played, "events">[]): Map<number, number> {
  const bids = new Map<number, number>();
  for (const event of history.flatMap(({ events }) => events)) {
    if (event.event === "AuctionOpened" || event.event === "BuildingAuctionOpened") bids.clear();
    else if (event.event === "BidMade" || event.event === "BuildingBidMade")
      bids.set(event.seat, event.amount);
  }
  return bids;
}
