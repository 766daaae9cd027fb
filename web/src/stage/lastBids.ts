/** What each player last bid in the auction that is going on. */
import type { Played } from "../generated/wire";

const OPENED = ["AuctionOpened", "BuildingAuctionOpened"];

/** Return each seat's last bid since the last auction was opened, as far as the history goes. */
export function lastBids(history: readonly Pick<Played, "events">[]): Map<number, number> {
  const bids = new Map<number, number>();
  for (const { events } of history.toReversed())
    for (const event of events.toReversed()) {
      if (OPENED.includes(event.event)) return bids;
      if (event.event === "BidMade" || event.event === "BuildingBidMade")
        if (!bids.has(event.seat)) bids.set(event.seat, event.amount);
    }
  return bids;
}
