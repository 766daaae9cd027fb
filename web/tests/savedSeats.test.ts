import { beforeEach, describe, expect, it } from "vitest";
import { listSaved, findSaved, saveKey, forgetTable, markOpened } from "../src/table/savedSeats";

describe("saved seats", () => {
  beforeEach(() => localStorage.clear());

  it("are saved by table, latest first, with the host key marked", () => {
    saveKey("one", "host", "host");
    saveKey("one", "seat");
    saveKey("two", "other");
    expect(listSaved().map((held) => held.table)).toEqual(["two", "one"]);
    expect(findSaved("one")).toMatchObject({ host: "host", keys: ["host", "seat"] });
  });

  it("come first when their table is opened again", () => {
    const then = { keys: ["a"], at: 1 };
    localStorage.setItem(
      "passgo.tables",
      JSON.stringify([
        { table: "one", ...then },
        { table: "two", ...then },
      ]),
    );
    markOpened("two");
    markOpened("none");
    expect(listSaved().map(({ table }) => table)).toEqual(["two", "one"]);
    expect(findSaved("two")!.at).toBeGreaterThan(1);
    expect(findSaved("two")!.keys).toEqual(["a"]);
  });

  it("are forgotten one by one or all at once", () => {
    saveKey("one", "a");
    saveKey("one", "b");
    forgetTable("one", "a");
    expect(findSaved("one")?.keys).toEqual(["b"]);
    saveKey("one", "h", "host");
    forgetTable("one", "h");
    expect(findSaved("one")?.host).toBeUndefined();
    forgetTable("one");
    expect(listSaved()).toEqual([]);
  });

  it("survive invalid data in storage", () => {
    localStorage.setItem("passgo.tables", "{not json");
    expect(listSaved()).toEqual([]);
    const good = { table: "x", keys: ["a"], at: 1 };
    const stored = [{ table: 7 }, null, { table: "y" }, { table: "z", keys: [] }, good];
    localStorage.setItem("passgo.tables", JSON.stringify(stored));
    expect(listSaved()).toEqual([good]);
    expect(findSaved("y")).toBeUndefined();
  });
});
