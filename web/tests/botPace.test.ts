import { expect, test } from "vitest";
import { nextQuicker } from "../src/host/botPace";

test("the next faster pace is the closest faster one in the list", () => {
  expect([1.5, 0.8, 0.6, 0.4, 0].map(nextQuicker)).toEqual([0.8, 0.4, 0.4, 0, 0]);
});
