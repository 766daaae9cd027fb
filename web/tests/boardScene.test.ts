import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Scene } from "../src/board/scene.svelte";
import type { GameEvent } from "../src/generated/wire";
import { settings } from "../src/settings.svelte";

const GO = { space: 0, jailed: false };
const cite = "";
const thrown = (first: number): GameEvent => ({
  event: "DiceThrown",
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

function scene(): Scene {
  const made = new Scene(40);
  made.settle([GO, GO], 0);
  return made;
}

beforeEach(() => {
  vi.useFakeTimers();
  settings.motion = "full";
});
afterEach(() => vi.useRealTimers());

test("a token is held where it was until it has been shown to walk", async () => {
  const one = scene();
  one.hear([thrown(3), moved(0, 5)], 1);
  one.settle([{ space: 5, jailed: false }, GO], 1);
  expect(one.held.get(0)).toEqual(GO);
  expect(one.thrown).toMatchObject({ first: 3, second: 2 });
  await vi.advanceTimersByTimeAsync(800);
  expect(one.moving).toBe(0);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([one.held.size, one.moving, one.busy]).toEqual([0, -1, false]);
});

test("what is skipped is shown at once", () => {
  const one = scene();
  one.hear([thrown(3), moved(0, 5)], 1);
  one.hear([thrown(6), moved(5, 13)], 2);
  one.skip();
  expect([one.held.size, one.busy]).toEqual([0, false]);
  expect(one.thrown).toMatchObject({ first: 6, ms: 0 });
});

test("who is too far behind sees the latest, not the rest", () => {
  const one = scene();
  for (let move = 1; move <= 5; move++)
    one.hear([thrown(move), moved(move * 3 - 3, move * 3)], move);
  expect(one.held.get(0)).toEqual({ space: 12, jailed: false });
  expect(one.thrown).toMatchObject({ first: 5 });
});

test("without motion nothing is held back", () => {
  settings.motion = "off";
  const one = scene();
  one.hear([thrown(3), moved(0, 5)], 1);
  expect([one.held.size, one.busy, one.thrown?.ms]).toEqual([0, false, 0]);
});

test("dice and card are put away when the view jumps", () => {
  const one = scene();
  one.hear([thrown(3), { event: "CardDrawn", seat: 0, card: 2, cite }], 1);
  one.skip();
  expect([one.thrown?.first, one.drawn?.card]).toEqual([3, 2]);
  one.settle([GO, GO], 40);
  expect([one.thrown, one.drawn]).toEqual([null, null]);
});
