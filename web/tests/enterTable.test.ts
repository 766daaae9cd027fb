import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { saveEntry, leaveClosedTable, keysFor } from "../src/app/enterTable";
import { findSaved, saveKey } from "../src/table/savedSeats";

beforeEach(() => localStorage.clear());

describe("entering a table", () => {
  let good: string[];

  beforeEach(() => {
    good = [];
    vi.stubGlobal("fetch", (_: string, { headers }: { headers: Headers }) => {
      const known = good.includes(headers.get("Authorization")?.replace("Bearer ", "") ?? "");
      const body = known ? { you: [], view: null } : { code: "key.unknown", sentence: "" };
      return Promise.resolve(Response.json(body, { status: known ? 200 : 401 }));
    });
  });

  afterEach(() => vi.unstubAllGlobals());

  it("saves a watch key only after it has been accepted", async () => {
    expect(keysFor("t", "junk")).toEqual(["junk"]);
    expect(findSaved("t")).toBeUndefined();
    expect(await leaveClosedTable("t", "key.unknown")).toBe(false);
    await saveEntry("t", "watch", false);
    expect(findSaved("t")).toMatchObject({ keys: ["watch"], watch: "watch" });
  });

  it("replaces an invalid watch key, but not a valid one", async () => {
    saveKey("t", "old");
    expect(keysFor("t", "new")).toEqual(["old", "new"]);
    await saveEntry("t", "new", false);
    expect(findSaved("t")?.keys).toEqual(["new"]);
    good = ["new"];
    await saveEntry("t", "junk", false);
    expect(findSaved("t")?.keys).toEqual(["new"]);
  });

  it("keeps the seat when a spectator link is opened", async () => {
    saveKey("t", "seat");
    await saveEntry("t", "watch", true);
    expect(findSaved("t")?.keys).toEqual(["seat"]);
  });

  it("forgets invalid keys and tries again with the rest", async () => {
    saveKey("t", "seat");
    saveKey("t", "void");
    good = ["seat"];
    expect(await leaveClosedTable("t", "key.unknown")).toBe(true);
    expect(findSaved("t")?.keys).toEqual(["seat"]);
    expect(await leaveClosedTable("t", "key.unknown")).toBe(false); // only one retry
    expect(await leaveClosedTable("t", "closed")).toBe(false);
    expect(findSaved("t")?.keys).toEqual(["seat"]);
    expect(await leaveClosedTable("t", "table.unknown")).toBe(false);
    expect(findSaved("t")).toBeUndefined();
  });
});
