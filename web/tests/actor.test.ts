/** A bid from the stage raises only a bid that the player has seen. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { boardOf } from "../src/game/boardData";
import type { Action } from "../src/generated/wire";
import { speech } from "../src/say/say.svelte";
import { Words } from "../src/say/words";
import { Actor } from "../src/stage/actor.svelte";
import type { Table } from "../src/table/table.svelte";

const CHANGED = "The bid just changed. Check it and press again.";
const board = boardOf();
const bid: Action = { action: "Bid", seat: 0, amount: 61 };
const buildingBid: Action = { action: "BidForBuilding", seat: 0, amount: 61, space: 1 };
const pass: Action = { action: "PassBid", seat: 0 };

let played: Action[];
let actor: Actor;

beforeEach(async () => {
  speech.words = await Words.load("en");
  vi.useFakeTimers();
  played = [];
  const play = (action: Action) => {
    played.push(action);
    return Promise.resolve({ type: "accepted" as const, id: "1", seq: 1 });
  };
  actor = new Actor(
    { seq: 1, play } as unknown as Table,
    () => [],
    () => board,
  );
});
afterEach(() => vi.useRealTimers());

test.each([bid, buildingBid])(
  "a bid that others have just changed is not raised: $action",
  async (raise) => {
    actor.noteBid();
    vi.advanceTimersByTime(399);
    expect(await actor.play(raise)).toBe(false);
    expect([played, actor.explanation?.text]).toEqual([[], CHANGED]);
    vi.advanceTimersByTime(1);
    expect(await actor.play(raise)).toBe(true);
    expect([played, actor.explanation]).toEqual([[raise], null]);
  },
);

test("a player in the middle of bidding can respond to a new bid immediately", async () => {
  expect(await actor.play(bid)).toBe(true);
  vi.advanceTimersByTime(1_500);
  actor.noteBid();
  expect(await actor.play({ ...bid, amount: 71 })).toBe(true);
  vi.advanceTimersByTime(1_501);
  actor.noteBid();
  expect(await actor.play({ ...bid, amount: 81 })).toBe(false);
  expect(played).toHaveLength(2);
});

test("a new bid doesn't keep anyone from passing", async () => {
  actor.noteBid();
  expect(await actor.play(pass)).toBe(true);
  expect(played).toEqual([pass]);
});
