import { describe, expect, it } from "vitest";
import { keptSum, quickBids, within } from "../src/stage/quickBids";

describe("quick raises", () => {
  it("are above the bid, up to the player's cash", () => {
    expect(quickBids(60, 61, 120)).toEqual([
      { by: 1, to: 61, possible: true },
      { by: 10, to: 70, possible: true },
      { by: 50, to: 110, possible: true },
      { by: 100, to: 160, possible: false },
    ]);
  });

  it("are round bids if there is no bid yet", () => {
    const sums = (low: number) => quickBids(0, low, 500).map(({ to }) => to);
    expect([sums(1), sums(50)]).toEqual([
      [1, 10, 50, 100],
      [50, 60, 100, 150],
    ]);
  });

  it("don't exceed the limit", () => {
    expect([within(5, 61, 120), within(500, 61, 120), within(Number.NaN, 61, 120)]).toEqual([
      61, 120, 61,
    ]);
  });

  it("keep a chosen amount until it is outbid", () => {
    expect([keptSum(null, 61, 120), keptSum(100, 61, 120), keptSum(100, 111, 120)]).toEqual([
      61, 100, 111,
    ]);
  });
});
