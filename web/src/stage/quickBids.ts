/** Amounts to bid: the quick raises, and the amount that is kept when others bid. */

export interface Raise {
  by: number;
  /** The resulting bid. */
  to: number;
  possible: boolean;
}

export const RAISES = [1, 10, 50, 100];

/**
 * Return raises of the current bid, or round bids above the lowest one if there is no bid yet;
 * `low` and `high` are the option's limits.
 */
export function quickBids(bid: number, low: number, high: number): Raise[] {
  const from = bid || (low > 1 ? low : 0);
  return RAISES.map((by) => {
    const to = bid === 0 && by === 1 ? low : from + by;
    return { by, to, possible: low <= to && to <= high };
  });
}

/** Return a whole number between low and high; anything that is not a number counts as low. */
export function within(sum: number, low: number, high: number): number {
  if (!Number.isFinite(sum)) return low;
  return Math.max(low, Math.min(high, Math.round(sum)));
}

/** Return the chosen amount until it is outbid, and then the lowest possible bid. */
export function keptSum(chosen: number | null, low: number, high: number): number {
  return chosen === null || chosen < low || chosen > high ? low : chosen;
}
