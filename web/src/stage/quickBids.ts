/** Sums to bid: how far a quick raise goes, and what stays of a sum when others bid on. */

export interface Raise {
  by: number;
  /** The bid it makes. */
  to: number;
  possible: boolean;
}

export const RAISES = [1, 10, 50, 100];

/** Bids above the one that stands, or round ones above the least; `low` and `high` are what the option allows. */
export function quickBids(bid: number, low: number, high: number): Raise[] {
  const from = bid || (low > 1 ? low : 0);
  return RAISES.map((by) => {
    const to = bid === 0 && by === 1 ? low : from + by;
    return { by, to, possible: low <= to && to <= high };
  });
}

/** A whole number between low and high; what is no number counts as low. */
export function within(sum: number, low: number, high: number): number {
  if (!Number.isFinite(sum)) return low;
  return Math.max(low, Math.min(high, Math.round(sum)));
}

/** A sum that somebody chose is kept until it is outbid; then it is the least bid again. */
export function keptSum(chosen: number | null, low: number, high: number): number {
  return chosen === null || chosen < low || chosen > high ? low : chosen;
}
