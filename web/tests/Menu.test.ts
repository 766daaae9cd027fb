/**
 * The menu: deeds and trade are disabled, with a reason, if nobody in this browser can use them.
 */
import { flushSync, mount, unmount } from "svelte";
import { beforeEach, expect, test } from "vitest";
import { speech } from "../src/say/say.svelte";
import { Words } from "../src/say/words";
import Menu from "../src/menu/Menu.svelte";
import type { Table } from "../src/table/table.svelte";

const none = () => {};
const calls = { ontrade: none, onmanage: none, onlog: none, onchat: none };

beforeEach(async () => {
  speech.words = await Words.load("en");
});

/**
 * Return whether deeds and trade are disabled for a browser that holds several seats, some of which
 * are out.
 */
async function grayed(you: number[], out: boolean[], over = false): Promise<boolean[]> {
  const view = { over, players: out.map((gone) => ({ out: gone })) };
  const table = { you, view } as unknown as Table;
  const props = { table, seats: [], unread: 0, ...calls };
  const menu = mount(Menu, { target: document.body, props });
  flushSync();
  const found = [...document.querySelectorAll("nav button")].slice(0, 2);
  const gray = found.map((one) => one.getAttribute("aria-disabled") === "true");
  await unmount(menu);
  return gray;
}

test("deeds and trade are available only to players", async () => {
  expect(await grayed([0], [false, false])).toEqual([false, false]);
  expect(await grayed([], [false, false])).toEqual([true, true]);
  expect(await grayed([0], [true, false])).toEqual([true, true]);
  expect(await grayed([0, 1], [true, false])).toEqual([false, false]);
  expect(await grayed([0], [false, true], true)).toEqual([true, true]);
});
