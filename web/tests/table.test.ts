/** Requests to the table that are not actions name the right seat. */
import type { ChatMessage } from "../src/generated/wire";
import { afterEach, expect, test, vi } from "vitest";
import { saveKey, forgetTable } from "../src/table/savedSeats";
import { Table } from "../src/table/table.svelte";
import { Connection } from "../src/wire/connection";

const DONE = { type: "done", id: "1", seq: 1 } as const;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("requests for standing orders, returning, chatting and muting name their seat", async () => {
  vi.stubGlobal("WebSocket", class {});
  const request = vi.spyOn(Connection.prototype, "request").mockResolvedValue(DONE);
  const table = new Table("any", []);
  await table.order(2, "end_turn", true);
  await table.order(2, "decline_offers", true);
  await table.order(2, "end_turn", false);
  expect(table.orders[2]).toMatchObject({ end_turn: false, decline_offers: true });
  await table.orderBids(1, 60);
  expect(Object.values(table.orders[1]?.limits ?? {})).toEqual([60]);
  await table.orderBids(1, 0);
  expect(Object.values(table.orders[1]?.limits ?? {})).toEqual([0]);
  await table.orderBids(1, -1);
  expect(table.orders[1]?.limits).toEqual({});
  await table.back(1);
  await table.say(2, "Hello");
  await table.react(1, "🎉");
  await table.mute(3, true);
  expect([...table.muted]).toEqual([3]);
  await table.mute(3, false);
  expect([...table.muted]).toEqual([]);
  expect(request.mock.calls.flat()).toEqual([
    { type: "order", seat: 2, end_turn: true },
    { type: "order", seat: 2, decline_offers: true },
    { type: "order", seat: 2, end_turn: false },
    { type: "order", seat: 1, decision: -1, limit: 60 },
    { type: "order", seat: 1, decision: -1, limit: 0 },
    { type: "order", seat: 1, decision: -1, limit: -1 },
    { type: "back", seat: 1 },
    { type: "say", seat: 2, text: "Hello" },
    { type: "react", seat: 1, reaction: "🎉" },
    { type: "mute", seat: 3, on: true },
    { type: "mute", seat: 3, on: false },
  ]);
});

test("muted players stay muted after a reload, and missed lines are inserted in order", async () => {
  vi.stubGlobal("WebSocket", class {});
  vi.spyOn(Connection.prototype, "request").mockResolvedValue(DONE);
  saveKey("any", "key");
  await new Table("any", []).mute(3, true);
  const table = new Table("any", []);
  expect([...table.muted]).toEqual([3]);
  const line = (number: number): ChatMessage => ({
    type: "chat",
    number,
    seat: 1,
    name: "Bob",
    text: "",
    at: 0,
  });
  table.onChat(line(2));
  table.onChat(line(5)); // the connection was lost between these two
  table.addMissedChat([1, 2, 3, 4, 5].map(line));
  expect(table.chatLines.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  forgetTable("any");
  expect([...new Table("any", []).muted]).toEqual([]);
});
