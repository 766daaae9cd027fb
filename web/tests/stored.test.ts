import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { likelyFirst, parted, type Going } from "../src/start/yourGames";
import { letIn, shownOut, tokensFor } from "../src/app/enterTable";
import { storedSettings } from "../src/platform/settings.svelte";
import { allHeld, heldAt, hold, letGo, noteOf } from "../src/table/savedSeats";
import { forgetLucks, noteCommitment, noteLuck, promisedAt } from "../src/table/savedCommitments";

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
    noteCommitment("one", "first");
    noteCommitment("one", "second");
    noteLuck("one", "Ann", "heads");
    noteLuck("one", "Bob", "tails");
    noteLuck("one", "Ann", null);
    expect(promisedAt("one")).toEqual({
      table: "one",
      commitment: "first",
      lucks: { Bob: "tails" },
    });
    forgetLucks("one");
    expect(promisedAt("one")).toEqual({ table: "one", commitment: "first", lucks: {} });
    localStorage.setItem("passgo.dice", '[null, {"table": "one"}, 7]');
    expect(promisedAt("one")).toBeUndefined();
  });
});

describe("games to go on with", () => {
  const going = (table: string, status: string) => ({ held: { table }, told: { status } }) as Going;

  it("come first, two at most, and never those that are over", () => {
    const found = [going("a", "open"), going("b", "playing"), going("c", "open")];
    const ended = going("d", "over");
    expect(parted([...found, ended])).toEqual([found.slice(0, 2), [found[2], ended]]);
    expect(parted([ended])).toEqual([[], [ended]]);
  });

  it("have room kept for them by what is stored alone", () => {
    expect(likelyFirst()).toBe(0);
    for (const table of ["a", "b", "c"]) hold(table, "token");
    expect(likelyFirst()).toBe(2);
    for (const table of ["c", "a"]) noteOf(table, { over: true });
    expect(likelyFirst()).toBe(1);
    expect(allHeld().map(({ table }) => table)).toEqual(["c", "b", "a"]);
    letGo("b");
    noteOf("b", { over: true }); // does not come back
    expect(likelyFirst()).toBe(0);
    expect(heldAt("b")).toBeUndefined();
    localStorage.setItem("passgo.tables", '[{"table": "x", "tokens": ["y"], "over": "no"}]');
    expect(allHeld()).toEqual([{ table: "x", tokens: ["y"], at: 0 }]);
  });
});

describe("coming to a table", () => {
  let good: string[];

  beforeEach(() => {
    good = [];
    vi.stubGlobal("fetch", (_: string, { headers }: { headers: Headers }) => {
      const known = good.includes(headers.get("Authorization")?.replace("Bearer ", "") ?? "");
      const body = known ? { you: [], view: null } : { error: "token.unknown", sentence: "" };
      return Promise.resolve(Response.json(body, { status: known ? 200 : 401 }));
    });
  });

  afterEach(() => vi.unstubAllGlobals());

  it("stores no watch token before it has opened the door", async () => {
    expect(tokensFor("t", "junk")).toEqual(["junk"]);
    expect(heldAt("t")).toBeUndefined();
    expect(await shownOut("t", "token.unknown")).toBe(false);
    await letIn("t", "watch", false);
    expect(heldAt("t")).toMatchObject({ tokens: ["watch"], watch: "watch" });
  });

  it("takes a new watch token instead of a void one, and none instead of a good one", async () => {
    hold("t", "old");
    expect(tokensFor("t", "new")).toEqual(["old", "new"]);
    await letIn("t", "new", false);
    expect(heldAt("t")?.tokens).toEqual(["new"]);
    good = ["new"];
    await letIn("t", "junk", false);
    expect(heldAt("t")?.tokens).toEqual(["new"]);
  });

  it("leaves a seat alone when a link to watch is opened", async () => {
    hold("t", "seat");
    await letIn("t", "watch", true);
    expect(heldAt("t")?.tokens).toEqual(["seat"]);
  });

  it("forgets what is void, and tries again with what is left", async () => {
    hold("t", "seat");
    hold("t", "void");
    good = ["seat"];
    expect(await shownOut("t", "token.unknown")).toBe(true);
    expect(heldAt("t")?.tokens).toEqual(["seat"]);
    expect(await shownOut("t", "token.unknown")).toBe(false); // not for ever
    expect(await shownOut("t", "closed")).toBe(false);
    expect(heldAt("t")?.tokens).toEqual(["seat"]);
    expect(await shownOut("t", "table.unknown")).toBe(false);
    expect(heldAt("t")).toBeUndefined();
  });
});
