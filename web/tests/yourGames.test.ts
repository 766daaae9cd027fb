import { beforeEach, describe, expect, it, test } from "vitest";
import { agoText, countLikely, splitGames, type SavedGame } from "../src/start/yourGames";
import { listSaved, findSaved, saveKey, forgetTable, updateSaved } from "../src/table/savedSeats";

beforeEach(() => localStorage.clear());

describe("games to continue", () => {
  const going = (table: string, status: string) =>
    ({ saved: { table }, info: { status } }) as SavedGame;

  it("come first, at most two of them, and never finished ones", () => {
    const found = [going("a", "open"), going("b", "playing"), going("c", "open")];
    const ended = going("d", "over");
    expect(splitGames([...found, ended])).toEqual([found.slice(0, 2), [found[2], ended]]);
    expect(splitGames([ended])).toEqual([[], [ended]]);
  });

  it("have space reserved for them, based on saved data alone", () => {
    expect(countLikely()).toBe(0);
    for (const table of ["a", "b", "c"]) saveKey(table, "key");
    expect(countLikely()).toBe(2);
    for (const table of ["c", "a"]) updateSaved(table, { over: true });
    expect(countLikely()).toBe(1);
    expect(listSaved().map(({ table }) => table)).toEqual(["c", "b", "a"]);
    forgetTable("b");
    updateSaved("b", { over: true }); // a forgotten table is no longer counted
    expect(countLikely()).toBe(0);
    expect(findSaved("b")).toBeUndefined();
    localStorage.setItem("passgo.tables", '[{"table": "x", "keys": ["y"], "over": "no"}]');
    expect(listSaved()).toEqual([{ table: "x", keys: ["y"], at: 0 }]);
  });
});

test("elapsed time is given in minutes, hours or days", () => {
  const now = Date.UTC(2026, 10, 15);
  const ago = (minutes: number) => agoText(now - minutes * 60_000, now, "en");
  expect([5, 59, 61, 180, 60 * 24 * 3].map(ago)).toEqual([
    "5 minutes ago",
    "59 minutes ago",
    "1 hour ago",
    "3 hours ago",
    "3 days ago",
  ]);
});
