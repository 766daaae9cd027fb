import { expect, test } from "vitest";
import { bothText, clockText } from "../src/table/clockTime";

test("clocks show minutes and seconds", () => {
  expect([clockText(65), clockText(9.2), clockText(-1)]).toEqual(["1:05", "0:10", "0:00"]);
});

test("move time and reserve are shown separately, unless they are zero", () => {
  const shown = [
    { move: 18, reserve: 300 },
    { move: 0, reserve: 65 },
    { move: 7, reserve: 0 },
    { move: 0, reserve: 0 },
  ].map(bothText);
  expect(shown).toEqual(["0:18 + 5:00", "1:05", "0:07", "0:00"]);
});
