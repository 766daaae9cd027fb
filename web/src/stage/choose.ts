/** What can be set on the stage before it is sent: between which sums, for which lot. */
import type { Choice, SeatOptions, View } from "../generated/wire";
import { optionsOf, topOf, type Chosen } from "./answers";
import { keptSum } from "./raises";

export interface Bounds {
  low: number;
  high: number;
}

/** What a person chose so far; null is nothing yet. */
export interface Wish {
  sum: number | null;
  lot: number | null;
  /** The sum is in a field: it is shown as it was typed, and not mended to what is allowed. */
  typed?: boolean;
}

export const NOTHING: Wish = { sum: null, lot: null };

const NONE: Bounds = { low: 0, high: -1 };

function boundsOf(choice: Choice | undefined): Bounds {
  return choice !== undefined && "low" in choice ? choice : NONE;
}

/** The lots that can take the building on sale, each with the sums that may be bid for it. */
export function lotsOnSale(options: SeatOptions | undefined): (Bounds & { space: number })[] {
  return optionsOf(options, "BidForBuilding").flatMap(({ choices }) => {
    const { low, high } = boundsOf(choices.amount);
    const spaces = "values" in choices.space ? choices.space.values : [];
    return spaces.map((space) => ({ low, high, space: Number(space) }));
  });
}

function sumOf({ sum, typed }: Wish, { low, high }: Bounds): number {
  if (low > high) return low;
  return typed && sum !== null ? sum : keptSum(sum, low, high);
}

/** What is set now, mended to what the options allow, and between which sums it may be. */
export function chosenOf(
  view: View,
  seat: number,
  options: SeatOptions | undefined,
  wish: Wish,
): Chosen & Bounds {
  const top = topOf(view);
  if (top?.entry === "BuildingAuction") {
    const lots = lotsOnSale(options);
    const lot = lots.find(({ space }) => space === wish.lot) ?? lots[0];
    if (lot === undefined) return { sum: top.bid + 1, lot: -1, ...NONE };
    return {
      sum: sumOf(wish, lot),
      lot: lot.space,
      low: lot.low,
      high: lot.high,
    };
  }
  if (top?.entry === "Wishes") {
    const { low, high } = boundsOf(optionsOf(options, "Wish")[0]?.choices.count);
    return { sum: sumOf({ ...wish, sum: wish.sum ?? 1 }, { low, high }), lot: -1, low, high };
  }
  if (top?.entry === "Auction") {
    const option = optionsOf(options, "Bid")[0];
    // Who leads has no option to bid, but may leave an order for what comes.
    const { low, high } = option
      ? boundsOf(option.choices.amount)
      : { low: top.bid + 1, high: view.players[seat]?.cash ?? 0 };
    return { sum: sumOf(wish, { low, high }), lot: -1, low, high };
  }
  return { sum: 0, lot: -1, ...NONE };
}
