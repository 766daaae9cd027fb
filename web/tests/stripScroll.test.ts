import { describe, expect, test } from "vitest";
import { toCard, toOwn } from "../src/players/stripScroll";

describe("the strip of players on a phone", () => {
  const room = { left: 8, right: 312 };
  const at = (left: number, width: number) => ({ left, right: left + width });

  test("does not scroll if the current player's card is visible beside the pinned card", () => {
    expect(toCard(at(120, 154), room, at(12, 104), true)).toBe(0);
    expect(toCard(at(120, 154), room)).toBe(0);
  });

  test("scrolls to a card that is out of sight or under the pinned card", () => {
    for (const [card, own, before] of [
      [at(279, 154), at(12, 104), true],
      [at(20, 150), at(12, 104), true],
      [at(142, 153), at(204, 104), false],
    ] as const) {
      const by = toCard(card, room, own, before);
      const left = card.left - by;
      expect(left).toBeGreaterThan(before ? 116 : 8);
      expect(card.right - by).toBeLessThan(before ? 312 : 204);
    }
  });

  test("returns to where the user's own card covers no other card", () => {
    expect(toOwn(at(12, 104), room)).toBeLessThan(-1000); // the first card: scroll to the start
    expect(toOwn(at(142, 126), room, at(10, 126))).toBe(0);
    expect(toOwn(at(182, 126), room, at(142, 126))).toBe(260); // pinned right, over the last card
    expect(toOwn(at(12, 126), room, at(-134, 126))).toBe(-16); // pinned left, over the next card
  });
});
