/** Sitting down, filling the seats and playing on: what the server is sent for, one thing after the other. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SeatInfo, TableInfo } from "../src/generated/wire";
import { beginAlone } from "../src/rematch/rematch";
import { sitDown } from "../src/seating/takeSeat";
import { WaitingRoom } from "../src/waitingRoom/waitingRoom";
import { playOn } from "../src/replay/playFromHere";
import { findSaved, saveKey } from "../src/table/savedSeats";
import { findCommitment } from "../src/table/savedCommitments";
import { Table } from "../src/table/table.svelte";
import { viewWith } from "./views";

interface Sent {
  what: string;
  key: string | null;
  body: Record<string, unknown>;
}
let sent: Sent[];
/** The seats that every key holds. */
let you: number[];

/** A server that grants every request. */
function grant(path: string, init: { method: string; headers: Headers; body?: string }) {
  const key = init.headers.get("Authorization");
  sent.push({ what: `${init.method} ${path}`, key, body: JSON.parse(init.body ?? "{}") });
  const reply = { table: "abc", seat: 1, key: `key ${sent.length}`, you };
  return Promise.resolve(Response.json(reply));
}

const seatInfo = (
  seat: number,
  kind: SeatInfo["kind"],
  more: Partial<SeatInfo> = {},
): SeatInfo => ({
  seat,
  name: "",
  token: "",
  kind,
  bot: "",
  away: false,
  contribution: "",
  ...more,
});

beforeEach(() => {
  localStorage.clear();
  sent = [];
  you = [];
  vi.stubGlobal("fetch", grant);
  vi.stubGlobal("WebSocket", class {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("who sits down sends the own luck, and it is kept", async () => {
  await sitDown("abc", { name: "Ann", token: "Dog", seat: 1, contribution: "clover" }, "mine");
  expect(sent).toEqual([
    {
      what: "POST /api/tables/abc/seats",
      key: "Bearer mine",
      body: { name: "Ann", token: "Dog", seat: 1, contribution: "clover" },
    },
  ]);
  expect(findCommitment("abc")?.contributions).toEqual({ Ann: "clover" });
});

test("bots fill all seats that wait for people, and no others", async () => {
  const seats = [
    seatInfo(0, "person"),
    seatInfo(1, "free"),
    seatInfo(2, "free", { bot: "easy" }),
    seatInfo(3, "free"),
  ];
  saveKey("abc", "host", "host");
  const room = new WaitingRoom(
    new Table("abc", []),
    () => ({ seats }) as unknown as TableInfo,
    () => {},
  );
  await room.fill("hard");
  expect(sent.map(({ what, body }) => [what, body])).toEqual([
    ["PUT /api/tables/abc/seats/1/bot", { bot: "hard" }],
    ["PUT /api/tables/abc/seats/3/bot", { bot: "hard" }],
  ]);
});

test("who plays on gets a table, sits down at it with luck of their own, and it begins", async () => {
  const seats = ["Ann", "Bob"].map((name) => ({
    name,
    token: "Car",
    bot: "",
    away: false,
    lost: false,
  }));
  const view = viewWith({});
  expect(await playOn(view, seats, 1)).toBe("/t/abc");
  expect(sent.map(({ what, key }) => [what, key])).toEqual([
    ["POST /api/tables", null],
    ["POST /api/tables/abc/seats", "Bearer key 1"],
    ["POST /api/tables/abc/start", "Bearer key 1"],
  ]);
  const [made, joined] = sent.map(({ body }) => body);
  expect(made).toMatchObject({ position: view, seats: [{ bot: "normal" }, {}] });
  const luck = findCommitment("abc")?.contributions["Bob"];
  expect(luck).toMatch(/^[0-9a-f]{16}$/);
  expect(joined).toEqual({ name: "Bob", seat: 1, token: "Car", contribution: luck });
  expect(findSaved("abc")?.host).toBe("key 1");
});

const ANN = seatInfo(0, "person", { name: "Ann" });
const BOB = seatInfo(1, "person", { name: "Bob" });
const BOT = seatInfo(2, "free", { bot: "normal" });

const rematch = (...seats: SeatInfo[]) =>
  ({ table: "abc", status: "open", commitment: "sealed", rematch_of: "xyz", seats }) as TableInfo;

test("a rematch against bots alone begins at once, with luck of one's own", async () => {
  saveKey("abc", "mine");
  you = [0];
  expect(await beginAlone(rematch(ANN, BOT))).toBe(true);
  expect(sent.map(({ what }) => what)).toEqual([
    "GET /api/tables/abc/view",
    "PUT /api/tables/abc/seats/0/contribution",
    "POST /api/tables/abc/start",
  ]);
  const promised = findCommitment("abc");
  expect(promised?.commitment).toBe("sealed");
  expect(promised?.contributions["Ann"]).toMatch(/^[0-9a-f]{16}$/);
  expect(sent[1]?.body).toEqual({ contribution: promised?.contributions["Ann"] });
});

test("a rematch for which others have to come waits for them", async () => {
  saveKey("abc", "mine");
  you = [0];
  expect(await beginAlone(rematch(ANN, BOB, BOT))).toBe(false);
  expect(await beginAlone(rematch(ANN, seatInfo(1, "free"), BOT))).toBe(false);
  expect(sent.filter(({ what }) => !what.startsWith("GET"))).toEqual([]);
  expect(findCommitment("abc")).toBeUndefined();
});

/** The waiting room of a rematch, at a browser that has all seats of people. */
function waitingRoom(...seats: SeatInfo[]): WaitingRoom {
  saveKey("abc", "mine", "host");
  const table = new Table("abc", []);
  table.you = seats.map(({ seat }) => seat);
  return new WaitingRoom(
    table,
    () => rematch(...seats),
    () => {},
  );
}

/** The server cannot be reached for this many requests. */
function failFirst(count: number): void {
  let left = count;
  vi.stubGlobal("fetch", (path: string, init: Parameters<typeof grant>[1]) => {
    const granted = grant(path, init);
    left -= 1;
    return left < 0 ? granted : Promise.reject(new TypeError("no connection"));
  });
}

const CONTRIBUTE = "PUT /api/tables/abc/seats/0/contribution";
const START = "POST /api/tables/abc/start";

test("in the waiting room of a rematch each own seat adds to the dice once, before the start", async () => {
  const room = waitingRoom(ANN, { ...BOB, contribution: "his" });
  room.sendContribution();
  room.sendContribution(); // called again before the answer came
  await room.start();
  expect(sent.map(({ what }) => what)).toEqual([CONTRIBUTE, START]);
  expect(findCommitment("abc")?.contributions).toEqual({ Ann: sent[0]?.body["contribution"] });
});

test("what could not be added to the dice is added before the start", async () => {
  failFirst(1);
  const room = waitingRoom(ANN);
  room.sendContribution();
  await room.start();
  room.close();
  expect(sent.map(({ what }) => what)).toEqual([CONTRIBUTE, CONTRIBUTE, START]);
  // The server may have got the first one: it accepts only the same again.
  expect(sent[1]?.body).toEqual(sent[0]?.body);
  expect(findCommitment("abc")?.contributions).toEqual({ Ann: sent[1]?.body["contribution"] });
});

test("who does not start the game tries again to add to the dice, until the page is left", async () => {
  vi.useFakeTimers();
  failFirst(2);
  const room = waitingRoom(ANN);
  room.sendContribution();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent.map(({ what }) => what)).toEqual([CONTRIBUTE, CONTRIBUTE, CONTRIBUTE]);
  expect(findCommitment("abc")?.contributions).toEqual({ Ann: sent[2]?.body["contribution"] });

  failFirst(1);
  const left = waitingRoom(ANN);
  left.sendContribution();
  left.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sent).toHaveLength(4);
});
