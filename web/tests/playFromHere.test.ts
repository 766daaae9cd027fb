import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { playOn } from "../src/replay/playFromHere";
import { findCommitment } from "../src/table/savedCommitments";
import { findSaved } from "../src/table/savedSeats";
import { server, startServer } from "./granting-server";
import { viewWith } from "./views";

beforeEach(startServer);
afterEach(() => vi.unstubAllGlobals());

test("playing on creates a table, takes a seat, contributes to the dice, and starts", async () => {
  const seats = ["Ann", "Bob"].map((name) => ({
    name,
    token: "Car",
    bot: "",
    away: false,
    lost: false,
  }));
  const view = viewWith({});
  expect(await playOn(view, seats, 1)).toBe("/t/abc");
  expect(server.sent.map(({ what, key }) => [what, key])).toEqual([
    ["POST /api/tables", null],
    ["POST /api/tables/abc/seats", "Bearer key 1"],
    ["POST /api/tables/abc/start", "Bearer key 1"],
  ]);
  const [made, joined] = server.sent.map(({ body }) => body);
  expect(made).toMatchObject({ position: view, seats: [{ bot: "normal" }, {}] });
  const contribution = findCommitment("abc")?.contributions["Bob"];
  expect(contribution).toMatch(/^[0-9a-f]{16}$/);
  expect(joined).toEqual({ name: "Bob", seat: 1, token: "Car", contribution });
  expect(findSaved("abc")?.host).toBe("key 1");
});
