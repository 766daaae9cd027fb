import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { beginAlone } from "../src/rematch/rematch";
import { findCommitment } from "../src/table/savedCommitments";
import { saveKey } from "../src/table/savedSeats";
import { ANN, BOB, rematchTable, seatInfo, server, startServer } from "./granting-server";

const BOT = seatInfo(2, "free", { bot: "normal" });

beforeEach(startServer);
afterEach(() => vi.unstubAllGlobals());

test("a rematch without other people starts immediately, with a contribution to the dice", async () => {
  saveKey("abc", "mine");
  server.you = [0];
  expect(await beginAlone(rematchTable(ANN, BOT))).toBe(true);
  expect(server.sent.map(({ what }) => what)).toEqual([
    "GET /api/tables/abc/view",
    "PUT /api/tables/abc/seats/0/contribution",
    "POST /api/tables/abc/start",
  ]);
  const saved = findCommitment("abc");
  expect(saved?.commitment).toBe("sealed");
  expect(saved?.contributions["Ann"]).toMatch(/^[0-9a-f]{16}$/);
  expect(server.sent[1]?.body).toEqual({ contribution: saved?.contributions["Ann"] });
});

test("a rematch with other people waits for them", async () => {
  saveKey("abc", "mine");
  server.you = [0];
  expect(await beginAlone(rematchTable(ANN, BOB, BOT))).toBe(false);
  expect(await beginAlone(rematchTable(ANN, seatInfo(1, "free"), BOT))).toBe(false);
  expect(server.sent.filter(({ what }) => !what.startsWith("GET"))).toEqual([]);
  expect(findCommitment("abc")).toBeUndefined();
});
