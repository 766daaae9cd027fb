/** A replay advances automatically, step by step, or manually, turn by turn. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Playback, SPEEDS, type Speed } from "../src/replay/playback.svelte";
import { smallGame } from "./small-game";

const views = smallGame();
let steps: number[];

beforeEach(() => {
  vi.useFakeTimers();
  steps = [];
});
afterEach(() => vi.useRealTimers());

const playbackFrom = (step: number) => new Playback(views, step, (now) => steps.push(now));

test.each(Object.keys(SPEEDS) as Speed[])("a replay at %s speed stops at the end", (speed) => {
  const playback = playbackFrom(0);
  playback.speed = speed;
  playback.toggle();
  expect([playback.on, steps]).toEqual([true, []]);
  vi.advanceTimersByTime(SPEEDS[speed] - 1);
  expect(steps).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(steps).toEqual([1]);
  expect(playback.view.players.map(({ cash }) => cash)).toEqual([1450, 1550, 1500]);
  vi.advanceTimersByTime(SPEEDS[speed]);
  expect([playback.on, steps]).toEqual([true, [1, 2]]);
  vi.advanceTimersByTime(10 * SPEEDS[speed]);
  expect([playback.on, playback.view.over, steps]).toEqual([false, true, [1, 2, 3]]);
});

test("a replay stops when the user pauses it or moves to another step", () => {
  const playback = playbackFrom(0);
  playback.toggle();
  playback.toggle();
  vi.advanceTimersByTime(10 * SPEEDS.normal);
  expect([playback.on, steps]).toEqual([false, []]);
  playback.toggle();
  playback.move(2);
  vi.advanceTimersByTime(10 * SPEEDS.normal);
  expect([playback.on, steps]).toEqual([false, [2]]);
});

test("a replay that has ended plays from the beginning again", () => {
  const playback = playbackFrom(views.last);
  playback.toggle();
  vi.advanceTimersByTime(SPEEDS.normal);
  expect(steps).toEqual([0, 1]);
});

test("a replay goes forward to the next turn, and back to the start of the previous one", () => {
  const playback = playbackFrom(1);
  playback.turn(true);
  expect(playback.step).toBe(2);
  playback.turn(false);
  expect(playback.step).toBe(0);
});

test("watchers are called for single steps forward but not for jumps", () => {
  const playback = playbackFrom(0);
  const seqs: number[] = [];
  const leave = playback.watch(({ seq }) => seqs.push(seq));
  playback.move(1);
  playback.move(3);
  playback.move(2);
  playback.move(3);
  leave();
  playback.move(2);
  playback.move(3);
  expect(seqs).toEqual([1, 3]);
});
