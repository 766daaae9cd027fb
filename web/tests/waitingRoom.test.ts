/** The requests that the waiting room sends, one after another. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SeatInfo, TableInfo } from "../src/generated/wire";
import { findCommitment } from "../src/table/savedCommitments";
import { saveKey } from "../src/table/savedSeats";
import { Table } from "../src/table/table.svelte";
import {
  missing,
  plansOpened,
  plansWithMore,
  plansWithout,
  WaitingRoom,
} from "../src/waitingRoom/waitingRoom";
import {
  ANN,
  BOB,
  failFirst,
  rematchTable,
  seatInfo,
  server,
  startServer,
} from "./granting-server";

beforeEach(startServer);
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("plans include each seat's previous number, so that nobody moves needlessly", () => {
  const seats = [
    seatInfo(0, "free"),
    seatInfo(1, "person"),
    seatInfo(2, "free", { bot: "easy" }),
    seatInfo(3, "bot", { bot: "hard" }),
  ];
  expect(missing(seats).map((one) => one.seat)).toEqual([0]);
  const bots = (...names: string[]) => names.map((bot) => ({ bot }));
  expect(plansWithout(seats, [0])).toEqual({ seats: bots("", "easy", ""), was: [1, 2, 3] });
  expect(plansWithMore(seats)).toEqual({
    seats: bots("", "", "easy", "", ""),
    was: [0, 1, 2, 3, -1],
  });
  expect(plansOpened(seats, 2)).toEqual({ seats: bots("", "", "", ""), was: [0, 1, 2, 3] });
});

test("bots fill all seats that are waiting for people, and no others", async () => {
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
  expect(server.sent.map(({ what, body }) => [what, body])).toEqual([
    ["PUT /api/tables/abc/seats/1/bot", { bot: "hard", name: "Uma" }],
    ["PUT /api/tables/abc/seats/3/bot", { bot: "hard", name: "Otto" }],
  ]);
});

/** Return the waiting room of a rematch, in a browser that holds all human seats. */
function waitingRoom(...seats: SeatInfo[]): WaitingRoom {
  saveKey("abc", "mine", "host");
  const table = new Table("abc", []);
  table.you = seats.map(({ seat }) => seat);
  return new WaitingRoom(
    table,
    () => rematchTable(...seats),
    () => {},
  );
}

const CONTRIBUTE = "PUT /api/tables/abc/seats/0/contribution";
const START = "POST /api/tables/abc/start";

test("each of your seats contributes to the dice of a rematch once, before the start", async () => {
  const room = waitingRoom(ANN, { ...BOB, contribution: "his" });
  room.sendContribution();
  room.sendContribution(); // called again before the response arrives
  await room.start();
  expect(server.sent.map(({ what }) => what)).toEqual([CONTRIBUTE, START]);
  expect(findCommitment("abc")?.contributions).toEqual({
    Ann: server.sent[0]?.body["contribution"],
  });
});

test("failed contributions to the dice are sent again before the start", async () => {
  failFirst(1);
  const room = waitingRoom(ANN);
  room.sendContribution();
  await room.start();
  room.close();
  expect(server.sent.map(({ what }) => what)).toEqual([CONTRIBUTE, CONTRIBUTE, START]);
  // The server may have received the first contribution; after that, it accepts only an identical
  // one.
  expect(server.sent[1]?.body).toEqual(server.sent[0]?.body);
  expect(findCommitment("abc")?.contributions).toEqual({
    Ann: server.sent[1]?.body["contribution"],
  });
});

test("a player keeps trying to contribute to the dice until they leave the page", async () => {
  vi.useFakeTimers();
  failFirst(2);
  const room = waitingRoom(ANN);
  room.sendContribution();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.sent.map(({ what }) => what)).toEqual([CONTRIBUTE, CONTRIBUTE, CONTRIBUTE]);
  expect(findCommitment("abc")?.contributions).toEqual({
    Ann: server.sent[2]?.body["contribution"],
  });

  failFirst(1);
  const left = waitingRoom(ANN);
  left.sendContribution();
  left.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(server.sent).toHaveLength(4);
});
