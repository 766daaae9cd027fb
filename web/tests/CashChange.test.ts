/** Money received or paid is shown next to the player's cash for a moment. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { boardProgress } from "../src/board/boardProgress.svelte";
import { speech } from "../src/say/say.svelte";
import { Words } from "../src/say/words";
import CashChange from "../src/players/CashChange.svelte";

let shown: Record<string, unknown>[] = [];

beforeEach(async () => {
  vi.useFakeTimers();
  speech.words = await Words.load("en");
});
afterEach(() => {
  for (const one of shown) void unmount(one);
  shown = [];
  boardProgress.paid = new Map();
  vi.useRealTimers();
});

const changes = () =>
  [...document.querySelectorAll(".change")].map((one) => [
    one.textContent.trim(),
    one.classList.contains("less"),
  ]);

test("money received has a plus sign, and money paid has a minus sign", () => {
  for (const seat of [0, 1, 2])
    shown.push(mount(CashChange, { target: document.body, props: { seat } }));
  flushSync();
  expect(changes()).toEqual([]);
  boardProgress.pay([{ payer: 1, payee: 0, amount: 50 }]);
  flushSync();
  expect(changes()).toEqual([
    ["+$50", false],
    ["−$50", true],
  ]);
  vi.advanceTimersByTime(1_600);
  flushSync();
  expect(changes()).toEqual([]);
});
