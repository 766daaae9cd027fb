import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { countLikely, splitGames, type SavedGame } from "../src/start/yourGames";
import { saveEntry, leaveClosedTable, keysFor } from "../src/app/enterTable";
import { storedSettings } from "../src/platform/settings.svelte";
import { listSaved, findSaved, saveKey, forgetTable, updateSaved } from "../src/table/savedSeats";
import {
  forgetContributions,
  saveCommitment,
  saveContribution,
  findCommitment,
} from "../src/table/savedCommitments";

beforeEach(() => localStorage.clear());

describe("settings", () => {
  const fresh = storedSettings();

  it("are kept field by field, nonsense is as at first", () => {
    const bad = { language: "__proto__", motion: "banana", volumes: null, volume: 7, theme: 1 };
    const good = { name: "Ann", level: "easy" };
    localStorage.setItem("passgo.settings", JSON.stringify({ ...bad, sound: "on", ...good }));
    expect(storedSettings()).toEqual({ ...fresh, ...good });
  });

  it.each(["null", "7", "[]", "{", '"x"'])("are as at first where %s is stored", (stored) => {
    localStorage.setItem("passgo.settings", stored);
    expect(storedSettings()).toEqual(fresh);
  });
});

describe("what is known of the dice of a table", () => {
  it("is what was seen first and sent last, whatever becomes of the seats", () => {
    saveCommitment("one", "first");
    saveCommitment("one", "second");
    saveContribution("one", "Ann", "heads");
    saveContribution("one", "Bob", "tails");
    saveContribution("one", "Ann", null);
    expect(findCommitment("one")).toEqual({
      table: "one",
      commitment: "first",
      contributions: { Bob: "tails" },
    });
    forgetContributions("one");
    expect(findCommitment("one")).toEqual({ table: "one", commitment: "first", contributions: {} });
    localStorage.setItem("passgo.dice", '[null, {"table": "one"}, 7]');
    expect(findCommitment("one")).toBeUndefined();
  });
});

describe("games to go on with", () => {
  const going = (table: string, status: string) =>
    ({ saved: { table }, info: { status } }) as SavedGame;

  it("come first, two at most, and never those that are over", () => {
    const found = [going("a", "open"), going("b", "playing"), going("c", "open")];
    const ended = going("d", "over");
    expect(splitGames([...found, ended])).toEqual([found.slice(0, 2), [found[2], ended]]);
    expect(splitGames([ended])).toEqual([[], [ended]]);
  });

  it("have room kept for them by what is stored alone", () => {
    expect(countLikely()).toBe(0);
    for (const table of ["a", "b", "c"]) saveKey(table, "key");
    expect(countLikely()).toBe(2);
    for (const table of ["c", "a"]) updateSaved(table, { over: true });
    expect(countLikely()).toBe(1);
    expect(listSaved().map(({ table }) => table)).toEqual(["c", "b", "a"]);
    forgetTable("b");
    updateSaved("b", { over: true }); // does not come back
    expect(countLikely()).toBe(0);
    expect(findSaved("b")).toBeUndefined();
    localStorage.setItem("passgo.tables", '[{"table": "x", "keys": ["y"], "over": "no"}]');
    expect(listSaved()).toEqual([{ table: "x", keys: ["y"], at: 0 }]);
  });
});

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
