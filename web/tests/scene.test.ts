import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Scene } from "../src/board/scene.svelte";
import { boardProgress } from "../src/board/boardProgress.svelte";
import { startOf } from "../src/board/animationSteps";
import type { GameEvent } from "../src/generated/wire";
import { settings } from "../src/platform/settings.svelte";

const GO = { space: 0, jailed: false };
const cite = "";
const rolled = (first: number): GameEvent => ({
  event: "DiceRolled",
  seat: 0,
  first,
  second: 2,
  cite,
});
const moved = (start: number, space: number): GameEvent => ({
  event: "TokenMoved",
  seat: 0,
  start,
  space,
  by: "dice",
  cite,
});

const rent: GameEvent = {
  event: "MoneyPaid",
  payer: 0,
  payee: 1,
  amount: 14,
  reason: "rent",
  cite,
};

function scene(): Scene {
  const made = new Scene(40);
  made.settle([GO, GO], 0);
  return made;
}

const showMessage = (one: Scene, seq: number, ...events: GameEvent[]) =>
  one.show({ seq, events }, seq);

beforeEach(() => {
  vi.useFakeTimers();
  settings.motion = "full";
});
afterEach(() => {
  vi.useRealTimers();
  boardProgress.next = Infinity;
  boardProgress.paid = new Map();
});

test("a token stays in its old place until its walk has been shown", async () => {
  const one = scene();
  showMessage(one, 1, rolled(3), moved(0, 5));
  one.settle([{ space: 5, jailed: false }, GO], 1);
  expect([one.held.get(0), one.rolled]).toEqual([GO, null]);
  await vi.advanceTimersByTimeAsync(20);
  expect(one.rolled).toMatchObject({ first: 3, second: 2 });
  await vi.advanceTimersByTimeAsync(900);
  expect(one.moving).toBe(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([one.held.size, one.moving, one.busy]).toEqual([0, -1, false]);
});

test("an animation that was about to start is not lost when skipped", () => {
  const one = scene();
  showMessage(one, 1, rolled(3), moved(0, 5));
  one.skip();
  expect(one.rolled).toMatchObject({ first: 3, ms: 0 });
});

test("skipped steps are shown immediately", () => {
  const one = scene();
  showMessage(one, 1, rolled(3), moved(0, 5));
  showMessage(one, 2, rolled(6), moved(5, 13));
  one.skip();
  expect([one.held.size, one.busy]).toEqual([0, false]);
  expect(one.rolled).toMatchObject({ first: 6, ms: 0 });
});

test("an error in an animation ends it and holds nothing back", async () => {
  const reported = vi.fn();
  vi.stubGlobal("reportError", reported);
  const one = scene();
  const wrong = new Error("no such token");
  one.mover = () => {
    throw wrong;
  };
  showMessage(one, 1, rolled(3), moved(0, 5));
  showMessage(one, 2, moved(5, 9), rent);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(reported).toHaveBeenCalledExactlyOnceWith(wrong);
  expect([one.held.size, one.moving, one.busy, boardProgress.isBehind]).toEqual([
    0,
    -1,
    false,
    false,
  ]);
  vi.unstubAllGlobals();
});

test("a roll's effects wait until the roll has been shown, and payments until the token has moved", async () => {
  const one = scene();
  showMessage(one, 1, rolled(3), moved(0, 5), rent);
  showMessage(one, 2); // a message without animation, such as an offer, waits its turn
  expect([boardProgress.isBehind, boardProgress.next, boardProgress.paid.size]).toEqual([
    true,
    1,
    0,
  ]);
  await vi.advanceTimersByTimeAsync(840 + 570);
  expect([boardProgress.next, boardProgress.paid.size]).toEqual([1, 0]);
  await vi.advanceTimersByTimeAsync(100);
  expect(boardProgress.next).toBe(2);
  expect([0, 1].map((seat) => boardProgress.paid.get(seat)?.amount)).toEqual([-14, 14]);
  await vi.advanceTimersByTimeAsync(500);
  expect(boardProgress.isBehind).toBe(false);
});

test("events without animation are not held back, and skipped ones are released", async () => {
  const one = scene();
  showMessage(one, 1, rent);
  expect(boardProgress.isBehind).toBe(false);
  await vi.advanceTimersByTimeAsync(500);
  showMessage(one, 2, rolled(3), moved(0, 5), rent);
  expect(boardProgress.isBehind).toBe(true);
  one.skip();
  expect([boardProgress.isBehind, boardProgress.paid.get(1)?.amount]).toEqual([false, 14]);
  settings.motion = "off";
  showMessage(one, 3, rolled(3), moved(5, 10));
  expect(boardProgress.isBehind).toBe(false);
});

test("a board that is too far behind shows only the latest events", () => {
  const one = scene();
  for (let move = 1; move <= 5; move++)
    showMessage(one, move, rolled(move), moved(move * 3 - 3, move * 3));
  expect(one.held.get(0)).toEqual({ space: 9, jailed: false });
  expect(one.rolled).toMatchObject({ first: 3, ms: 0 });
});

test("without animation nothing is held back", () => {
  settings.motion = "off";
  const one = scene();
  showMessage(one, 1, rolled(3), moved(0, 5));
  expect([one.held.size, one.busy, one.rolled?.ms]).toEqual([0, false, 0]);
});

test("the dice and the card are cleared when the view jumps", () => {
  const one = scene();
  showMessage(one, 1, rolled(3), { event: "CardDrawn", seat: 0, card: 2, cite });
  one.skip();
  expect([one.rolled?.first, one.drawn?.card]).toEqual([3, 2]);
  one.settle([GO, GO], 40);
  expect([one.rolled, one.drawn]).toEqual([null, null]);
});

test("the opening rolls are shown one after another, each long enough to read", async () => {
  const one = scene();
  const start = (seat: number): GameEvent => ({
    event: "OpeningRollMade",
    seat,
    first: seat + 1,
    second: 2,
    cite,
  });
  const happened = [{ events: [{ event: "GameSetUp", players: 2, cite } as GameEvent, start(0)] }];
  expect(startOf(happened)).toEqual([start(0)]);
  showMessage(one, 0, start(0), start(1));
  expect(boardProgress.isBehind).toBe(true);
  await vi.advanceTimersByTimeAsync(1_100);
  expect([one.rolled?.seat, one.rolled?.first]).toEqual([0, 1]);
  await vi.advanceTimersByTimeAsync(200);
  expect([one.rolled?.seat, boardProgress.isBehind]).toEqual([1, true]);
  await vi.advanceTimersByTimeAsync(1_300);
  expect(boardProgress.isBehind).toBe(false);
});
