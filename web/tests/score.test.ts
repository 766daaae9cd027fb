import { expect, test } from "vitest";
import type { GameEvent, Played } from "../src/generated/wire";
import { scoreOf } from "../src/sound/score";

const message = (...events: GameEvent[]): Played => ({
  type: "played",
  seq: 1,
  action: { action: "Roll", seat: 0 },
  by: "seat",
  events,
  changes: [],
});
const rolled: GameEvent = { event: "DiceRolled", seat: 0, first: 1, second: 2, cite: "" };
const moved: GameEvent = {
  event: "TokenMoved",
  seat: 0,
  start: 38,
  space: 1,
  by: "dice",
  cite: "",
};
const paid = (reason: string): GameEvent => ({
  event: "MoneyPaid",
  payer: -1,
  payee: 0,
  amount: 200,
  reason,
  cite: "",
});

test("the sound of each step follows the dice, and the chime for GO comes last", () => {
  const notes = scoreOf(message(rolled, moved, paid("salary")), 40, 1);
  expect(notes.map((note) => note.kind)).toEqual(["dice", "step", "step", "step", "go"]);
  expect(notes[1]?.at).toBeCloseTo(0.6);
  expect(notes[4]?.at).toBeCloseTo(0.6 + 3 * 0.11);
});

test("the sounds of a long walk do not outlast its animation", () => {
  const far: GameEvent = {
    event: "TokenMoved",
    seat: 0,
    start: 0,
    space: 30,
    by: "dice",
    cite: "",
  };
  expect(scoreOf(message(far), 40, 1).at(-1)?.at).toBeLessThan(0.9);
});

test("without animation, steps make no sound", () => {
  expect(scoreOf(message(rolled, moved), 40, 0)).toEqual([{ kind: "dice", at: 0 }]);
});

test("the payment for a purchase makes no second sound", () => {
  const bought: GameEvent = { event: "PropertyBought", seat: 0, space: 1, price: 60, cite: "" };
  expect(scoreOf(message(paid("purchase"), bought), 40, 1).map((note) => note.kind)).toEqual([
    "money",
  ]);
});
