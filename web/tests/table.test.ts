import { beforeEach, describe, expect, it } from "vitest";
import type { View } from "../src/generated/wire";
import { routeOf } from "../src/platform/router.svelte";
import { apply } from "../src/table/viewChanges";
import { listSaved, findSaved, saveKey, forgetTable, markOpened } from "../src/table/savedSeats";

describe("changes of a view", () => {
  it("are put at their paths, in order", () => {
    const view = { players: [{ cash: 1 }, { cash: 2 }], decision: 0 } as unknown as View;
    const changed = apply(view, [
      [["players", 1, "cash"], 5],
      [["decision"], 3],
    ]);
    expect(changed).toEqual({ players: [{ cash: 1 }, { cash: 5 }], decision: 3 });
  });

  it("give a whole view for the empty path", () => {
    expect(apply(null, [[[], { decision: 1 }]])).toEqual({ decision: 1 });
  });
});

describe("saved seats", () => {
  beforeEach(() => localStorage.clear());

  it("are kept by table, the latest first, the host key marked", () => {
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

  it("are let go one by one or all", () => {
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

  it("survive nonsense in the storage", () => {
    localStorage.setItem("passgo.tables", "{not json");
    expect(listSaved()).toEqual([]);
    const good = { table: "x", keys: ["a"], at: 1 };
    const stored = [{ table: 7 }, null, { table: "y" }, { table: "z", keys: [] }, good];
    localStorage.setItem("passgo.tables", JSON.stringify(stored));
    expect(listSaved()).toEqual([good]);
    expect(findSaved("y")).toBeUndefined();
  });
});

describe("paths", () => {
  it.each([
    ["/", "", { page: "start" }],
    ["/new", "", { page: "new" }],
    ["/t/abc", "", { page: "table", table: "abc", watch: "" }],
    ["/t/abc", "#watch=key", { page: "table", table: "abc", watch: "key" }],
    ["/replay", "", { page: "replay", table: "", step: 0 }],
    ["/replay/abc", "#step=12", { page: "replay", table: "abc", step: 12 }],
    ["/t", "", { page: "missing" }],
    ["/t/abc/more", "", { page: "missing" }],
    ["/elsewhere", "", { page: "missing" }],
    ["/t/%FF", "", { page: "missing" }],
    ["/replay/%zz", "", { page: "missing" }],
    ["/%", "", { page: "missing" }],
  ])("%s%s", (path, hash, route) => {
    expect(routeOf(path, hash)).toEqual(route);
  });
});
