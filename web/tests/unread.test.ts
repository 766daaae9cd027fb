import { expect, test } from "vitest";
import { noteRead, readAt, unreadOf } from "../src/chat/unread";
import { findSaved, saveKey, forgetTable } from "../src/table/savedSeats";

test("other players' lines after the last one read are unread, except those of muted players", () => {
  const chatLines = [3, 4, 5, 6].map((number, seat) => ({
    type: "chat" as const,
    number,
    seat,
    name: "",
    text: "",
    at: 0,
  }));
  const table = { chatLines, muted: new Set([2]), you: [1] };
  expect(unreadOf(table, 2)).toBe(2);
  expect(unreadOf(table, 3)).toBe(1);
  expect(unreadOf(table, 6)).toBe(0);
});

test("the last line read is saved with the table, only increases, and survives invalid data", () => {
  expect([noteRead("t", 3), readAt("t")]).toEqual([3, 0]); // nothing is saved for an unknown table
  saveKey("t", "key");
  expect([noteRead("t", 3), noteRead("t", 2), readAt("t")]).toEqual([3, 3, 3]);
  saveKey("t", "other");
  forgetTable("t", "key");
  expect(readAt("t")).toBe(3);
  forgetTable("t");
  saveKey("t", "key");
  expect(readAt("t")).toBe(0);
  for (const read of ["5", null, Infinity, [], 0.5]) {
    const stored = [{ table: "t", keys: ["x"], read, muted: [1, "2", null] }];
    localStorage.setItem("passgo.tables", JSON.stringify(stored));
    expect(readAt("t")).toBe(0);
  }
  expect(findSaved("t")?.muted).toEqual([1]);
  localStorage.clear();
});
