import { describe, expect, test } from "vitest";
import { billsOf } from "../src/players/bills";

describe("bills", () => {
  test("are as few as possible, largest first", () => {
    expect(billsOf(1786)).toEqual([
      { bill: 500, count: 3 },
      { bill: 100, count: 2 },
      { bill: 50, count: 1 },
      { bill: 20, count: 1 },
      { bill: 10, count: 1 },
      { bill: 5, count: 1 },
      { bill: 1, count: 1 },
    ]);
  });

  test("are not needed for zero or a debt", () => {
    expect(billsOf(0)).toEqual([]);
    expect(billsOf(-20)).toEqual([]);
  });

  test("add up to the amount", () => {
    for (let cash = 0; cash < 2500; cash += 7)
      expect(billsOf(cash).reduce((sum, { bill, count }) => sum + bill * count, 0)).toBe(cash);
  });
});
