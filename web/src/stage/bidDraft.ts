/**
 * The values to enter on the stage before an answer is sent: the amount with its limits, and the
 * property.
 */
import type { Choice, SeatOptions, View } from "../generated/wire";
import { optionsOf, topOf, type Chosen } from "./answers";
import { keptSum } from "./quickBids";

export interface Bounds {
  low: number;
  high: number;
}

/** What the player has entered so far; null where nothing has been entered. */
export interface BidDraft {
  sum: number | null;
  property: number | null;
  /**
   * Whether the amount was typed in the field; if so, it is shown as typed and not corrected to the
   * limits.
   */
  typed?: boolean;
}

export const NOTHING: BidDraft = { sum: null, property: null };

const NONE: Bounds = { low: 0, high: -1 };

function boundsOf(choice: Choice | undefined): Bounds {
  return choice !== undefined && "low" in choice ? choice : NONE;
}

/** Return the properties where the building for sale can be built, each with its bid limits. */
export function propertiesOnSale(options: SeatOptions | undefined): (Bounds & { space: number })[] {
  return optionsOf(options, "BidForBuilding").flatMap(({ choices }) => {
    const { low, high } = boundsOf(choices.amount);
    const spaces = "values" in choices.space ? choices.space.values : [];
    return spaces.map((space) => ({ low, high, space: Number(space) }));
  });
}

function sumOf({ sum, typed }: BidDraft, { low, high }: Bounds): number {
  if (low > high) return low;
  return typed && sum !== null ? sum : keptSum(sum, low, high);
}

/**
 * Return the current values, limited to those that the options allow, and the limits for the
 * amount.
 */
export function chosenOf(
  view: View,
  options: SeatOptions | undefined,
  draft: BidDraft,
): Chosen & Bounds {
  const top = topOf(view);
  if (top?.entry === "BuildingAuction") {
    const properties = propertiesOnSale(options);
    const property = properties.find(({ space }) => space === draft.property) ?? properties[0];
    if (property === undefined) return { sum: options?.bids?.low ?? NaN, property: -1, ...NONE };
    return {
      sum: sumOf(draft, property),
      property: property.space,
      low: property.low,
      high: property.high,
    };
  }
  if (top?.entry === "DemandRound") {
    const { low, high } = boundsOf(optionsOf(options, "StateDemand")[0]?.choices.count);
    return {
      sum: sumOf({ ...draft, sum: draft.sum ?? 1 }, { low, high }),
      property: -1,
      low,
      high,
    };
  }
  if (top?.entry === "Auction") {
    // The leader cannot bid now, but may leave a standing order for later bids.
    if (options?.bids === undefined) return { sum: NaN, property: -1, ...NONE };
    return { sum: sumOf(draft, options.bids), property: -1, ...options.bids };
  }
  return { sum: 0, property: -1, ...NONE };
}
