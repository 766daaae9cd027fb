import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sitDown } from "../src/seating/takeSeat";
import { findCommitment } from "../src/table/savedCommitments";
import { server, startServer } from "./granting-server";

beforeEach(startServer);
afterEach(() => vi.unstubAllGlobals());

test("a player who sits down sends a contribution to the dice, which is saved", async () => {
  await sitDown("abc", { name: "Ann", token: "Dog", seat: 1, contribution: "clover" }, "mine");
  expect(server.sent).toEqual([
    {
      what: "POST /api/tables/abc/seats",
      key: "Bearer mine",
      body: { name: "Ann", token: "Dog", seat: 1, contribution: "clover" },
    },
  ]);
  expect(findCommitment("abc")?.contributions).toEqual({ Ann: "clover" });
});
