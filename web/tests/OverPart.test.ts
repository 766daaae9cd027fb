/** The end of the game: how well the players in this browser did. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { View } from "../src/generated/wire";
import { speech } from "../src/say/say.svelte";
import { Words } from "../src/say/words";
import OverPart from "../src/stage/OverPart.svelte";
import { PLAYER, viewWith } from "./views";
import type { SeatedPlayer } from "../src/table/seats";
import { Table } from "../src/table/table.svelte";

const NAMES = ["Ann", "Bea", "Cyd", "Dan"];
const seats = NAMES.map(
  (name, seat) => ({ seat, name, token: "", bot: "" }) as unknown as SeatedPlayer,
);
const went = (seat: number) => ({ event: "WentBankrupt", seat });

let table: Table;
let close = () => {};

beforeEach(async () => {
  speech.words = await Words.load("en");
  speech.whole = true;
  vi.stubGlobal("WebSocket", class {});
  table = new Table("table", []);
});
afterEach(() => {
  close();
  vi.unstubAllGlobals();
});

/** Show the end of a game that Bea won, after Dan, Cyd and Ann went bankrupt in this order. */
function show(...you: number[]): string {
  const events = [went(3), went(2), went(0)];
  table.you = you;
  table.history = [{ seq: 1, events }] as unknown as Table["history"];
  const players = NAMES.map((_, seat) => ({ ...PLAYER, out: seat !== 1 }));
  const view: View = viewWith({ players, winners: [1], over: true });
  const part = mount(OverPart, { target: document.body, props: { table, view, seats } });
  flushSync();
  close = () => void unmount(part);
  return document.body.querySelector("p")!.textContent.trim();
}

test.each([
  [[0], "You came second. Well played."],
  [[2], "You came third. Well played."],
  [[3, 2], "You came third. Well played."],
  [[3], "You came fourth. Well played."],
])("players who lost learn their place: seats %j", (you, expected) => {
  expect(show(...you)).toBe(expected);
});

test.each([[[1]], [[]], [[0, 1]]])("others see the winner's net worth: seats %j", (you) => {
  expect(show(...you)).toMatch(/^Final net worth:/);
});
