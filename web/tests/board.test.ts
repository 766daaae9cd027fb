import { describe, expect, test } from "vitest";
import { arrow, breadth, cellOf, rectOf, spotsOf, type Plan } from "../src/board/geometry";
import { lastRoll, durationOf, pathOf, stepsOf, stepsOfMessage } from "../src/board/animationSteps";
import type { GameEvent } from "../src/generated/wire";

const WIDE: Plan = { spaces: 40, corner: 1.6, narrow: false };
const NARROW: Plan = { spaces: 40, corner: 1.86, narrow: true };

describe("places", () => {
  test("GO lies at the lower right, and play goes clockwise", () => {
    expect([0, 10, 20, 30].map((space) => cellOf(space, 40))).toEqual([
      { row: 11, column: 11 },
      { row: 11, column: 1 },
      { row: 1, column: 1 },
      { row: 1, column: 11 },
    ]);
  });

  test("the spaces cover the edge of the board without a gap", () => {
    const area = Array.from({ length: 40 }, (_, space) => rectOf(space, WIDE))
      .map(({ w, h }) => w * h)
      .reduce((sum, one) => sum + one);
    expect(area).toBeCloseTo(breadth(WIDE) ** 2 - 9 ** 2);
  });

  test.each([WIDE, NARROW])(
    "eight tokens stand on any space beside each other, inside it",
    (plan) => {
      for (let space = 0; space < 40; space++) {
        for (let count = 1; count <= 8; count++) {
          for (const jailed of space === 10 ? [false, true] : [false]) {
            const places = Array.from({ length: count }, () => ({ space, jailed }));
            const spots = spotsOf(places, plan).map((spot) => spot!);
            const { x, y, w, h } = rectOf(space, plan);
            spots.forEach((one, index) => {
              expect(one.size).toBeGreaterThan(0.16);
              expect(one.x - one.size / 2).toBeGreaterThan(x - 0.01);
              expect(one.x + one.size / 2).toBeLessThan(x + w + 0.01);
              expect(one.y - one.size / 2).toBeGreaterThan(y - 0.01);
              expect(one.y + one.size / 2).toBeLessThan(y + h + 0.01);
              for (const other of spots.slice(index + 1)) {
                const apart = Math.max(Math.abs(one.x - other.x), Math.abs(one.y - other.y));
                expect(apart).toBeGreaterThanOrEqual(one.size);
              }
            });
          }
        }
      }
    },
  );

  test("a crowd leaves the name, the bar and the price of a property free", () => {
    const crowd = (space: number, plan: Plan) =>
      spotsOf(
        Array.from({ length: 8 }, () => ({ space, jailed: false })),
        plan,
      ).map((spot) => spot!);
    for (const { x, y, size } of crowd(6, WIDE)) {
      const top = breadth(WIDE) - WIDE.corner;
      expect(y - size / 2).toBeGreaterThan(top + 0.7); // bar and name
      expect(y + size / 2).toBeLessThan(top + 1.2); // price and owner's edge
      expect(x).toBeGreaterThan(0);
    }
    const right = breadth(NARROW) - NARROW.corner;
    for (const { x, size } of crowd(39, NARROW)) {
      expect(x - size / 2).toBeGreaterThan(right + 0.4);
      expect(x + size / 2).toBeLessThan(right + 1.01);
    }
    for (const { y, size } of crowd(0, WIDE))
      expect(y - size / 2).toBeGreaterThan(breadth(WIDE) - WIDE.corner + 0.98); // "GO"
  });

  test("who is in Jail does not stand with who visits", () => {
    const [visits, sits] = spotsOf(
      [
        { space: 10, jailed: false },
        { space: 10, jailed: true },
      ],
      WIDE,
    );
    expect(sits!.y + sits!.size / 2).toBeLessThan(visits!.y);
  });

  test("arrows go along a side and straight across", () => {
    expect(arrow("ArrowLeft", 1, 40)).toBe(2);
    expect(arrow("ArrowRight", 1, 40)).toBe(0);
    expect(arrow("ArrowRight", 0, 40)).toBe(0);
    expect(arrow("ArrowUp", 2, 40)).toBe(28);
    expect(arrow("ArrowUp", 10, 40)).toBe(11);
    expect(arrow("ArrowLeft", 38, 40)).toBe(12);
  });
});

describe("steps", () => {
  const cite = "";
  const tell = (...events: GameEvent[]) => stepsOf(events, 40);

  test("a token walks over GO, and back", () => {
    expect(pathOf(38, 2, 40)).toEqual([39, 0, 1, 2]);
    expect(pathOf(2, 39, 40, true)).toEqual([1, 0, 39]);
    expect(pathOf(5, 5, 40)).toEqual([]);
  });

  test("dice, a walk, a card, a glide, and money to several at once", () => {
    const steps = tell(
      { event: "DiceRolled", seat: 0, first: 3, second: 4, cite },
      { event: "TokenMoved", seat: 0, start: 0, space: 7, by: "dice", cite },
      { event: "CardDrawn", seat: 0, card: 14, cite },
      { event: "MoneyPaid", payer: 0, payee: 1, amount: 50, reason: "card", cite },
      { event: "MoneyPaid", payer: 0, payee: 2, amount: 50, reason: "card", cite },
    );
    expect(steps.map((step) => step.kind)).toEqual(["dice", "walk", "card", "money"]);
    expect(steps[3]).toMatchObject({ payments: [{ payee: 1 }, { payee: 2 }] });
  });

  test("to Jail is a drop into the cell, a card's move a glide", () => {
    expect(tell({ event: "TokenMoved", seat: 1, start: 30, space: 10, by: "jail", cite })).toEqual([
      { kind: "drop", seat: 1, to: { space: 10, jailed: true } },
    ]);
    expect(tell({ event: "TokenMoved", seat: 1, start: 7, space: 24, by: "card", cite })).toEqual([
      { kind: "glide", seat: 1, to: { space: 24, jailed: false } },
    ]);
  });

  test("a message may be read when its last token or card has come to rest", () => {
    const events: GameEvent[] = [
      { event: "DiceRolled", seat: 0, first: 3, second: 4, cite },
      { event: "CardDrawn", seat: 0, card: 14, cite },
      { event: "MoneyPaid", payer: 0, payee: 1, amount: 50, reason: "card", cite },
    ];
    const kinds = (told: GameEvent[]) =>
      stepsOfMessage({ seq: 9, events: told }, 40).map((step) => step.kind);
    expect(kinds(events)).toEqual(["dice", "card", "told", "money"]);
    expect(kinds(events.slice(2))).toEqual(["told", "money"]);
  });

  test("the last roll is known from what happened, if it is the one that the dice show", () => {
    const events: GameEvent[] = [{ event: "DiceRolled", seat: 0, first: 3, second: 4, cite }];
    const happened = [{ events }];
    expect(lastRoll(happened, 7)).toBe(events[0]);
    expect(lastRoll(happened, 5)).toBeUndefined();
    expect(lastRoll([], 5)).toBeUndefined();
  });

  test("no walk takes longer than 900 ms", () => {
    const [walk] = tell({ event: "TokenMoved", seat: 1, start: 0, space: 12, by: "dice", cite });
    expect(durationOf(walk!)).toBe(900);
  });
});
