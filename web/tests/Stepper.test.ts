/** A step of the small game: its link, what happened earlier in the turn, and the key moments. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { boardOf } from "../src/game/boardData";
import { figuresOf } from "../src/replay/statistics";
import { seatsInRecord } from "../src/replay/record";
import Stepper from "../src/replay/Stepper.svelte";
import { speech } from "../src/say/say.svelte";
import { Words } from "../src/say/words";
import { smallGame } from "./small-game";

let shown: Record<string, unknown>;
const onstep = vi.fn();

beforeEach(async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new Error("There is no server.")));
  speech.words = await Words.load("en");
  const [views, board] = [smallGame(), boardOf()];
  const props = {
    views,
    board,
    figures: figuresOf(views, board),
    seats: seatsInRecord(views.record),
    step: 2,
    link: (step: number) => `/replay/abc#step=${step}`,
    shared: true,
    onstep,
  };
  shown = mount(Stepper, { target: document.body, props });
  flushSync();
});
afterEach(() => {
  void unmount(shown);
  vi.unstubAllGlobals();
});

const read = (one: Element) => one.textContent.replace(/\s+/g, " ").trim();
const links = (part: string) =>
  [...document.querySelectorAll(`[aria-labelledby="${part}"] a`)].map((one) => [
    one.getAttribute("href"),
    read(one),
  ]);
const toShare = () => document.querySelector<HTMLInputElement>("input[readonly]")?.value;

test("the link to share leads to the current step", () => {
  expect(toShare()).toBe(`${location.origin}/replay/abc#step=2`);
  document.querySelector<HTMLElement>('[aria-label="Step forward"]')!.click();
  flushSync();
  expect(onstep).toHaveBeenLastCalledWith(3);
  expect(toShare()).toBe(`${location.origin}/replay/abc#step=3`);
});

test("earlier events in the turn link to their steps", () => {
  expect(links("earlier")).toEqual([
    ["/replay/abc#step=1", expect.stringContaining("Ann pays Bob $50 rent")],
  ]);
});

test("key moments show who paid whom and link to their steps", () => {
  expect(links("moments")).toEqual([
    ["/replay/abc#step=1", "Round 1 Ann pays Bob $50 rent"],
    ["/replay/abc#step=2", "Round 2 Bob pays Cyd $8 rent"],
    ["/replay/abc#step=3", "Round 2 Game over"],
  ]);
});
