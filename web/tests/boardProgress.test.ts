/** The part of the game that is visible while the board is still showing earlier events. */
import { afterEach, expect, test } from "vitest";
import { shownStateOf } from "../src/board/shownState";
import { boardProgress, START } from "../src/board/boardProgress.svelte";
import type { View } from "../src/generated/wire";
import { PLAYER, viewWith } from "./views";

const BALTIC = { space: 3, houses: 0, mortgaged: false };
const begin = () => viewWith({ properties: [{ ...BALTIC, owner: -1 }] });
const owner = () => boardProgress.seen?.properties.get(3)?.owner;

/** Change a view in place, as messages do. */
function buy(view: View, seat: number): void {
  view.properties[0]!.owner = seat;
  view.players[seat] = { ...PLAYER, cash: 1440 };
  view.seat = 1 - seat;
}

afterEach(() => {
  boardProgress.next = Infinity;
  boardProgress.settle(null);
});

test("a purchase and a new turn are shown once the board has caught up", () => {
  const view = begin();
  boardProgress.settle(view);
  boardProgress.next = 7; // a roll is being shown
  buy(view, 0);
  boardProgress.note(8, view);
  expect([owner(), boardProgress.seen!.players[0]!.cash, boardProgress.seen!.turn]).toEqual([
    -1, 1500, 0,
  ]);
  boardProgress.next = 8;
  expect(owner()).toBe(-1);
  boardProgress.next = Infinity;
  expect([owner(), boardProgress.seen!.players[0]!.cash, boardProgress.seen!.turn]).toEqual([
    0, 1440, 1,
  ]);
});

test("events that arrive without a pause between them are shown one at a time", () => {
  const view = begin();
  boardProgress.settle(view);
  for (const [seq, seat] of [
    [5, 0],
    [6, 1],
  ] as const) {
    buy(view, seat);
    boardProgress.note(seq, view);
    boardProgress.next = 5;
  }
  expect(owner()).toBe(-1);
  boardProgress.next = 6;
  expect(owner()).toBe(0);
  boardProgress.next = 7;
  expect(owner()).toBe(1);
});

test("a view is shown immediately after a jump", () => {
  const view = begin();
  boardProgress.settle(view);
  buy(view, 0);
  boardProgress.note(5, view);
  boardProgress.settle(view);
  expect(owner()).toBe(0);
});

test("unchanged parts are not drawn again", () => {
  const view = viewWith({
    properties: [
      { ...BALTIC, owner: -1 },
      { ...BALTIC, space: 1, owner: 1 },
    ],
  });
  const before = shownStateOf(view);
  buy(view, 0);
  const now = shownStateOf(view, before);
  expect(now.properties.get(1)).toBe(before.properties.get(1));
  expect(now.players[1]).toBe(before.players[1]);
  expect(now.properties.get(3)).not.toBe(before.properties.get(3));
  expect(now.players[0]).not.toBe(before.players[0]);
});

test("the current player is not shown until the opening rolls have been shown", () => {
  const view = begin();
  boardProgress.settle(view);
  boardProgress.begin(view);
  boardProgress.next = START;
  expect([boardProgress.seen!.turn, boardProgress.isStarting, boardProgress.isBehind]).toEqual([
    -1,
    true,
    true,
  ]);
  boardProgress.next = Infinity;
  expect([boardProgress.seen!.turn, boardProgress.isStarting, boardProgress.isBehind]).toEqual([
    0,
    false,
    false,
  ]);
});
