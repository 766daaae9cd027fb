import { describe, expect, test } from "vitest";
import {
  arrow,
  breadth,
  cellOf,
  CORNER,
  isCorner,
  rectOf,
  seatsOn,
  spotsOf,
  type Plan,
} from "../src/board/geometry";

const WIDE: Plan = { spaces: 40, corner: CORNER, narrow: false };
const NARROW: Plan = { spaces: 40, corner: CORNER, narrow: true };

/**
 * Return the area in front of a property, toward the middle of the board, and a little past its
 * sides.
 */
function frontOf({ x, y, w, h }: ReturnType<typeof rectOf>): ReturnType<typeof rectOf> {
  const middle = breadth(NARROW) / 2;
  if (h < w) return { x: x < middle ? x + w - 0.1 : x - 0.8, y: y - 0.4, w: 0.9, h: h + 0.8 };
  return { x: x - 0.4, y: y < middle ? y + h - 0.1 : y - 0.8, w: w + 0.8, h: 0.9 };
}

describe("places", () => {
  test("GO is at the lower right, and play goes clockwise", () => {
    expect([0, 10, 20, 30].map((space) => cellOf(space, 40))).toEqual([
      { row: 11, column: 11 },
      { row: 11, column: 1 },
      { row: 1, column: 1 },
      { row: 1, column: 11 },
    ]);
  });

  test("the spaces cover the edge of the board without gaps", () => {
    const area = Array.from({ length: 40 }, (_, space) => rectOf(space, WIDE))
      .map(({ w, h }) => w * h)
      .reduce((sum, one) => sum + one);
    expect(area).toBeCloseTo(breadth(WIDE) ** 2 - 9 ** 2);
  });

  test.each([WIDE, NARROW])("eight tokens fit on any space, and each can be seen", (plan) => {
    for (let space = 0; space < 40; space++) {
      for (let count = 1; count <= 8; count++) {
        for (const jailed of space === 10 ? [false, true] : [false]) {
          const places = Array.from({ length: count }, () => ({ space, jailed }));
          const spots = spotsOf(places, plan).map((spot) => spot!);
          const outer = rectOf(space, plan);
          const { x, y, w, h } = plan.narrow && !isCorner(space, 40) ? frontOf(outer) : outer;
          spots.forEach((one, index) => {
            expect(one.size).toBeGreaterThan(0.16);
            expect(one.x - one.size / 2).toBeGreaterThan(x - 0.01);
            expect(one.x + one.size / 2).toBeLessThan(x + w + 0.01);
            expect(one.y - one.size / 2).toBeGreaterThan(y - 0.01);
            expect(one.y + one.size / 2).toBeLessThan(y + h + 0.01);
            for (const other of spots.slice(index + 1)) {
              const apart = Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y));
              const least = jailed ? 0.95 : plan.narrow ? 0.75 : 0.66;
              expect(apart).toBeGreaterThan(one.size * least);
            }
          });
        }
      }
    }
  });

  test("tokens that share a space on a phone are large enough to recognize", () => {
    const sizeOf = (count: number, space: number) =>
      spotsOf(Array(count).fill({ space, jailed: false }), NARROW)[0]!.size;
    for (const space of [21, 33]) {
      expect(sizeOf(1, space)).toBeGreaterThan(0.8);
      expect(sizeOf(2, space)).toBeGreaterThan(0.6);
      expect(sizeOf(8, space)).toBeGreaterThan(0.4);
    }
  });

  test("even many tokens leave a property's name, bar and price uncovered", () => {
    const crowd = (space: number, plan: Plan) =>
      spotsOf(
        Array.from({ length: 8 }, () => ({ space, jailed: false })),
        plan,
      ).map((spot) => spot!);
    for (const { y, size } of crowd(6, WIDE)) {
      const top = breadth(WIDE) - WIDE.corner;
      expect(y - size / 2).toBeGreaterThan(top + 0.63); // bar and name
      expect(y + size / 2).toBeLessThan(top + 1.27); // price and owner's edge
    }
    const right = breadth(NARROW) - NARROW.corner;
    for (const { x, size } of crowd(39, NARROW)) expect(x + size / 2).toBeLessThan(right + 0.1);
    for (const { y, size } of crowd(0, WIDE))
      expect(y - size / 2).toBeGreaterThan(breadth(WIDE) - WIDE.corner + 0.5); // "Collect $200"
  });

  test("tokens on a space without a bar are large and leave its name and tax uncovered", () => {
    const plan = { ...WIDE, bare: Array.from({ length: 40 }, () => true) };
    const two = (space: number) =>
      spotsOf(Array(2).fill({ space, jailed: false }), plan).map((spot) => spot!);
    for (const { y, size } of two(4)) {
      const top = breadth(WIDE) - WIDE.corner;
      expect(y - size / 2).toBeGreaterThan(top + 0.4); // a name in two lines
      expect(y + size / 2).toBeLessThan(top + 1.05); // a tax in two lines
    }
    for (const { x, size } of two(38)) {
      expect(size).toBeGreaterThan(0.5);
      expect(x + size / 2).toBeLessThan(breadth(WIDE) - 0.42); // the price
    }
  });

  test.each([WIDE, NARROW])("tokens on Free Parking leave its drawing uncovered", (plan) => {
    for (const count of [1, 8]) {
      const spots = spotsOf(Array(count).fill({ space: 20, jailed: false }), plan);
      for (const spot of spots)
        expect(spot!.y - spot!.size / 2).toBeGreaterThan(plan.narrow ? 0.7 : 0.8);
    }
  });

  test("players in Jail are separate from visitors", () => {
    const [visits, sits] = spotsOf(
      [
        { space: 10, jailed: false },
        { space: 10, jailed: true },
      ],
      WIDE,
    );
    expect(sits!.y + sits!.size / 2).toBeLessThan(visits!.y);
  });

  test("arrow keys go along a side and straight across", () => {
    expect(arrow("ArrowLeft", 1, 40)).toBe(2);
    expect(arrow("ArrowRight", 1, 40)).toBe(0);
    expect(arrow("ArrowRight", 0, 40)).toBe(0);
    expect(arrow("ArrowUp", 2, 40)).toBe(28);
    expect(arrow("ArrowUp", 10, 40)).toBe(11);
    expect(arrow("ArrowLeft", 38, 40)).toBe(12);
  });
});

test("the list for a space stays the same object if nothing changed there", () => {
  const at = (...spaces: number[]) => spaces.map((space) => ({ space, jailed: false }));
  const before = seatsOn(at(0, 0, 3), 4, []);
  expect(before).toEqual([[0, 1], [], [], [2]]);
  const now = seatsOn(at(0, 1, 3), 4, before);
  expect(now).toEqual([[0], [1], [], [2]]);
  expect([now[2] === before[2], now[3] === before[3]]).toEqual([true, true]);
});
