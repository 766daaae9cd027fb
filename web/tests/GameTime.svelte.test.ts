/** The end of a timed game, as shown to everyone before the start and during the game. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TableInfo } from "../src/generated/wire";
import GameTime from "../src/rules/GameTime.svelte";
import { gameLength } from "../src/rules/specialRules";
import { speech } from "../src/say/say.svelte";
import { Words } from "../src/say/words";

const info = (changes: Partial<TableInfo>) =>
  ({
    status: "playing",
    rules: { time_limit: true },
    clock: { game_minutes: 90 },
    ends_at: 10_000,
    ...changes,
  }) as TableInfo;

beforeEach(async () => {
  speech.words = await Words.load("en");
  vi.useFakeTimers({ now: (10_000 - 65) * 1000 });
});
afterEach(() => void vi.useRealTimers());

function shown(table: TableInfo, seconds = 0): string {
  const part = mount(GameTime, { target: document.body, props: { info: table } });
  flushSync();
  vi.advanceTimersByTime(seconds * 1000);
  flushSync();
  const text = document.body.textContent.trim();
  void unmount(part);
  return text;
}

test("the length of the game is shown before the start", () => {
  expect(gameLength(info({}))).toEqual([
    "The game ends 90 minutes after the start, and the richest player wins.",
  ]);
  expect(gameLength(info({ rules: { time_limit: false } as TableInfo["rules"] }))).toEqual([]);
});

test("the remaining time counts down to zero", () => {
  expect(shown(info({}))).toBe("Game ends in 1:05");
  expect(shown(info({}), 5)).toBe("Game ends in 1:00");
  expect(shown(info({}), 100)).toBe("Game ends in 0:00");
});

test("there is no countdown before the start, after the end, or without a time limit", () => {
  expect(shown({ ...info({ status: "open" }), ends_at: undefined } as unknown as TableInfo)).toBe(
    "",
  );
  expect(shown(info({ status: "over" }))).toBe("");
});
