import { expect, test } from "vitest";
import type { GameEvent } from "../src/generated/wire";
import { findExit } from "../src/stage/exit";

const bankrupt = (seat: number, amount: number): GameEvent => ({
  event: "WentBankrupt",
  seat,
  creditor: 2,
  amount,
  cite: "10 MCS 190",
});
const resigned = (seat: number): GameEvent => ({ event: "Resigned", seat, cite: "Ruling 12" });

test("finds how the player's own seat left the game", () => {
  const history = [{ events: [resigned(1)] }, { events: [bankrupt(0, 90)] }];
  expect(findExit(history, [0])).toEqual(bankrupt(0, 90));
  expect(findExit(history, [1])).toEqual(resigned(1));
});

test("on a shared screen, the last of several exits counts", () => {
  const history = [{ events: [bankrupt(0, 90)] }, { events: [bankrupt(1, 50)] }];
  expect(findExit(history, [0, 1])).toEqual(bankrupt(1, 50));
});

test("finds nothing if the history does not go back that far", () => {
  expect(findExit([{ events: [bankrupt(3, 50)] }], [0])).toBeUndefined();
  expect(findExit([], [0])).toBeUndefined();
});
