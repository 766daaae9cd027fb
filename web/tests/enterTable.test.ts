import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { saveEntry, leaveClosedTable, keysFor } from "../src/app/enterTable";
import { findSaved, saveKey } from "../src/table/savedSeats";

beforeEach(() => localStorage.clear());

describe("coming to a table", () => {
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

  it("stores no watch key before it has been accepted", async () => {
    expect(keysFor("t", "junk")).toEqual(["junk"]);
    expect(findSaved("t")).toBeUndefined();
    expect(await leaveClosedTable("t", "key.unknown")).toBe(false);
    await saveEntry("t", "watch", false);
    expect(findSaved("t")).toMatchObject({ keys: ["watch"], watch: "watch" });
  });

  it("takes a new watch key instead of a void one, and none instead of a good one", async () => {
    saveKey("t", "old");
    expect(keysFor("t", "new")).toEqual(["old", "new"]);
    await saveEntry("t", "new", false);
    expect(findSaved("t")?.keys).toEqual(["new"]);
    good = ["new"];
    await saveEntry("t", "junk", false);
    expect(findSaved("t")?.keys).toEqual(["new"]);
  });

  it("leaves a seat alone when a link to watch is opened", async () => {
    saveKey("t", "seat");
    await saveEntry("t", "watch", true);
    expect(findSaved("t")?.keys).toEqual(["seat"]);
  });

  it("forgets what is void, and tries again with what is left", async () => {
    saveKey("t", "seat");
    saveKey("t", "void");
    good = ["seat"];
    expect(await leaveClosedTable("t", "key.unknown")).toBe(true);
    expect(findSaved("t")?.keys).toEqual(["seat"]);
    expect(await leaveClosedTable("t", "key.unknown")).toBe(false); // not for ever
    expect(await leaveClosedTable("t", "closed")).toBe(false);
    expect(findSaved("t")?.keys).toEqual(["seat"]);
    expect(await leaveClosedTable("t", "table.unknown")).toBe(false);
    expect(findSaved("t")).toBeUndefined();
  });
});
