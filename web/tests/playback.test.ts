/** A replay runs automatically, step by step, and by hand, turn by turn. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Playing, SPEEDS, type Speed } from "../src/replay/playback.svelte";
import { smallGame } from "./small-game";

const views = smallGame();
let steps: number[];

beforeEach(() => {
  vi.useFakeTimers();
  steps = [];
});
afterEach(() => vi.useRealTimers());

const playingFrom = (step: number) => new Playing(views, step, (now) => steps.push(now));

test.each(Object.keys(SPEEDS) as Speed[])("it plays to the end, %s, and stops there", (speed) => {
  const playing = playingFrom(0);
  playing.speed = speed;
  playing.toggle();
  expect([playing.on, steps]).toEqual([true, []]);
  vi.advanceTimersByTime(SPEEDS[speed] - 1);
  expect(steps).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(steps).toEqual([1]);
  expect(playing.view.players.map(({ cash }) => cash)).toEqual([1450, 1550, 1500]);
  vi.advanceTimersByTime(SPEEDS[speed]);
  expect([playing.on, steps]).toEqual([true, [1, 2]]);
  vi.advanceTimersByTime(10 * SPEEDS[speed]);
  expect([playing.on, playing.view.over, steps]).toEqual([false, true, [1, 2, 3]]);
});

test("it stops when it is told to, or moved by hand", () => {
  const playing = playingFrom(0);
  playing.toggle();
  playing.toggle();
  vi.advanceTimersByTime(10 * SPEEDS.normal);
  expect([playing.on, steps]).toEqual([false, []]);
  playing.toggle();
  playing.move(2);
  vi.advanceTimersByTime(10 * SPEEDS.normal);
  expect([playing.on, steps]).toEqual([false, [2]]);
});

test("at the end it plays from the beginning again", () => {
  const playing = playingFrom(views.last);
  playing.toggle();
  vi.advanceTimersByTime(SPEEDS.normal);
  expect(steps).toEqual([0, 1]);
});

test("it goes forward to the next turn, and back to where this one began", () => {
  const playing = playingFrom(1);
  playing.turn(true);
  expect(playing.step).toBe(2);
  playing.turn(false);
  expect(playing.step).toBe(0);
});

test("who watches is told single steps forward, and no jumps", () => {
  const playing = playingFrom(0);
  const told: number[] = [];
  const leave = playing.watch(({ seq }) => told.push(seq));
  playing.move(1);
  playing.move(3);
  playing.move(2);
  playing.move(3);
  leave();
  playing.move(2);
  playing.move(3);
  expect(told).toEqual([1, 3]);
});
