import { expect, test } from "vitest";
import type { Spot } from "../src/board/geometry";
import { fall, flight, hops } from "../src/board/tokenPath";

const A: Spot = { x: 1, y: 5, size: 0.4 };
const B: Spot = { x: 2, y: 5, size: 0.4 };
const C: Spot = { x: 3, y: 5, size: 0.2 };

test("a token touches every space on its way, and is above the board in between", () => {
  const way = hops([A, B, C]);
  expect([way[0], way[2], way[4]]).toEqual([A, B, C]);
  expect(way[1]!.y).toBeLessThan(A.y);
  expect(way.map(({ x }) => x)).toEqual([...way.map(({ x }) => x)].sort());
});

test("every path starts at the token's spot and ends at its destination", () => {
  for (const way of [hops([A, C]), flight(A, C)]) expect([way[0], way.at(-1)]).toEqual([A, C]);
  const way = fall(A, C);
  expect([way[0]!.x, way[0]!.size > A.size, way.at(-1)]).toEqual([A.x, true, C]);
});
