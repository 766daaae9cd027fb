import { describe, expect, test } from "vitest";
import {
  lastRoll,
  durationOf,
  pathOf,
  animationStepsOf,
  stepsOfMessage,
} from "../src/board/animationSteps";
import type { GameEvent } from "../src/generated/wire";

describe("steps", () => {
  const cite = "";
  const animate = (...events: GameEvent[]) => animationStepsOf(events, 40);

  test("a token can walk past GO or backward", () => {
    expect(pathOf(38, 2, 40)).toEqual([39, 0, 1, 2]);
    expect(pathOf(2, 39, 40, true)).toEqual([1, 0, 39]);
    expect(pathOf(5, 5, 40)).toEqual([]);
  });

  test("a message can include dice, a walk, a card, and payments to several players at the same time", () => {
    const steps = animate(
      { event: "DiceRolled", seat: 0, first: 3, second: 4, cite },
      { event: "TokenMoved", seat: 0, start: 0, space: 7, by: "dice", cite },
      { event: "CardDrawn", seat: 0, card: 14, cite },
      { event: "MoneyPaid", payer: 0, payee: 1, amount: 50, reason: "card", cite },
      { event: "MoneyPaid", payer: 0, payee: 2, amount: 50, reason: "card", cite },
    );
    expect(steps.map((step) => step.kind)).toEqual(["dice", "walk", "card", "money"]);
    expect(steps[3]).toMatchObject({ payments: [{ payee: 1 }, { payee: 2 }] });
  });

  test("going to Jail is a drop into the cell, and a move by card is a glide", () => {
    expect(
      animate({ event: "TokenMoved", seat: 1, start: 30, space: 10, by: "jail", cite }),
    ).toEqual([{ kind: "drop", seat: 1, to: { space: 10, jailed: true } }]);
    expect(
      animate({ event: "TokenMoved", seat: 1, start: 7, space: 24, by: "card", cite }),
    ).toEqual([{ kind: "glide", seat: 1, to: { space: 24, jailed: false } }]);
  });

  test("a message's text may be shown once its last token or card has come to rest", () => {
    const events: GameEvent[] = [
      { event: "DiceRolled", seat: 0, first: 3, second: 4, cite },
      { event: "CardDrawn", seat: 0, card: 14, cite },
      { event: "MoneyPaid", payer: 0, payee: 1, amount: 50, reason: "card", cite },
    ];
    const kinds = (happened: GameEvent[]) =>
      stepsOfMessage({ seq: 9, events: happened }, 40).map((step) => step.kind);
    expect(kinds(events)).toEqual(["dice", "card", "shown", "money"]);
    expect(kinds(events.slice(2))).toEqual(["shown", "money"]);
  });

  test("the last roll is found in the events if the dice show the same sum", () => {
    const events: GameEvent[] = [{ event: "DiceRolled", seat: 0, first: 3, second: 4, cite }];
    const messages = [{ events }];
    expect(lastRoll(messages, 7)).toBe(events[0]);
    expect(lastRoll(messages, 5)).toBeUndefined();
    expect(lastRoll([], 5)).toBeUndefined();
  });

  test("no walk takes longer than 900 ms", () => {
    const [walk] = animate({ event: "TokenMoved", seat: 1, start: 0, space: 12, by: "dice", cite });
    expect(durationOf(walk!)).toBe(900);
  });
});
