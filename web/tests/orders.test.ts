/** What is asked of the table beside the game is for the seat it was asked for. */
import { afterEach, expect, test, vi } from "vitest";
import type { Chatted } from "../src/generated/wire";
import { saveKey, forgetTable } from "../src/table/savedSeats";
import { Table } from "../src/table/table.svelte";
import { Connection } from "../src/wire/connection";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("orders, the way back, words and silence name their seat", async () => {
  vi.stubGlobal("WebSocket", class {});
  const ask = vi.spyOn(Connection.prototype, "ask").mockResolvedValue({ ok: true } as never);
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
  expect(ask.mock.calls.flat()).toEqual([
    { ask: "order", seat: 2, end_turn: true },
    { ask: "order", seat: 2, decline_offers: true },
    { ask: "order", seat: 2, end_turn: false },
    { ask: "order", seat: 1, wait: -1, limit: 60 },
    { ask: "order", seat: 1, wait: -1, limit: 0 },
    { ask: "order", seat: 1, wait: -1, limit: -1 },
    { ask: "back", seat: 1 },
    { ask: "say", seat: 2, text: "Hello" },
    { ask: "react", seat: 1, reaction: "🎉" },
    { ask: "mute", seat: 3, on: true },
    { ask: "mute", seat: 3, on: false },
  ]);
});

test("who is muted stays so when the page is opened again, and missed lines come to their place", async () => {
  vi.stubGlobal("WebSocket", class {});
  vi.spyOn(Connection.prototype, "ask").mockResolvedValue({ ok: true } as never);
  saveKey("any", "token");
  await new Table("any", []).mute(3, true);
  const table = new Table("any", []);
  expect([...table.muted]).toEqual([3]);
  const line = (number: number) => ({ number, seat: 1, name: "Bob", text: "", at: 0 });
  table.hearChat({ chat: line(2) } as Chatted);
  table.hearChat({ chat: line(5) } as Chatted); // the connection was lost between them
  table.remember([1, 2, 3, 4, 5].map(line));
  expect(table.sayings.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  forgetTable("any");
  expect([...new Table("any", []).muted]).toEqual([]);
});
