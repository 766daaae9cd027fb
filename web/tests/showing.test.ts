import { afterEach, expect, test } from "vitest";
import { asShown, showing } from "../src/board/showing.svelte";

afterEach(() => {
  showing.next = Infinity;
});

test("what is shown waits for the board, and is then what it is", () => {
  let owner = "nobody";
  const seen = asShown(() => owner);
  expect(seen()).toBe("nobody");
  showing.next = 7;
  owner = "Ann";
  expect(seen()).toBe("nobody");
  showing.next = 8; // the board goes on, and is still behind
  expect(seen()).toBe("nobody");
  showing.next = Infinity;
  expect(seen()).toBe("Ann");
});

test("what was never shown is shown at once, also while the board is behind", () => {
  showing.next = 7;
  expect(asShown(() => "Ann")()).toBe("Ann");
});
