import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { RECORD_VERSION } from "../src/constants";
import { boardOf } from "../src/game/boardData";
import type { View } from "../src/generated/wire";
import { figuresOf } from "../src/replay/statistics";
import { ReplayViews } from "../src/replay/replayViews";
import { playOnRequest } from "../src/replay/playFromHere";
import { RecordError, readRecord } from "../src/replay/record";
import { readSample, samples } from "./replay-samples";
import { viewWith } from "./views";

const HEADER = {
  passgo: "record",
  version: RECORD_VERSION,
  rules: { preset: "consolidated" },
  board: "classic",
  players: [
    { name: "Ann", token: "Dog", kind: "person" },
    { name: "Bob", token: "Car", kind: "normal" },
  ],
  chance: { kind: "recorded" },
  created: null,
};
const SETUP = { setup: { chance: [1, 0], chest: [0, 1], rolls: [[2, 3]] } };
const ROLL = {
  n: 1,
  action: { action: "Roll", seat: 1 },
  by: "bot",
  time: 2.5,
  chance: [[2, 3]],
};

const VIEW = viewWith({});
const WHOLE = [[], VIEW];

const bytes = (...lines: unknown[]): Uint8Array =>
  new TextEncoder().encode(
    lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line)) + "\n").join(""),
  );

function problem(file: Uint8Array): [number, string] {
  try {
    new ReplayViews(readRecord(file));
  } catch (error) {
    if (error instanceof RecordError) return [error.line, error.key];
    throw error;
  }
  throw new Error("The file was accepted.");
}

describe("reading a record", () => {
  it("reads a short record and skips lines about the table", () => {
    const record = readRecord(bytes(HEADER, SETUP, { table: "join", seat: 0 }, ROLL));
    expect(record.full).toBe(false);
    expect(record.end).toBeNull();
    expect(record.decks).toEqual({ chance: [1, 0], chest: [0, 1] });
    expect(record.steps.map(({ line, rolls }) => [line, rolls])).toEqual([
      [2, [[2, 3]]],
      [4, [[2, 3]]],
    ]);
  });

  it("reads a full record and applies its changes", () => {
    const file = full([WHOLE, [["players", 1, "cash"], 7]]);
    expect(new ReplayViews(readRecord(file)).at(0).players.map(({ cash }) => cash)).toEqual([
      1500, 7,
    ]);
  });

  it.each<[string, Uint8Array, number, string]>([
    ["an empty file", new Uint8Array(), 0, "empty"],
    ["a file of another kind", bytes("GIF89a"), 1, "other"],
    ["an unrelated JSON file", bytes({ hello: 1 }), 1, "other"],
    ["a later version", bytes({ ...HEADER, version: RECORD_VERSION + 1 }), 1, "version"],
    ["one player", bytes({ ...HEADER, players: HEADER.players.slice(1) }), 1, "players"],
    ["no setup", bytes(HEADER), 0, "short"],
    ["an action before the setup", bytes(HEADER, ROLL), 2, "setup"],
    ["a broken line", bytes(HEADER, SETUP, '{"n":1,'), 3, "json"],
    ["an unknown line", bytes(HEADER, SETUP, { what: 1 }), 3, "line"],
    ["a missing action", bytes(HEADER, SETUP, { ...ROLL, n: 2 }), 3, "number"],
    ["a die that shows seven", bytes(HEADER, SETUP, { ...ROLL, chance: [[7, 1]] }), 3, "line"],
    ["a file cut short", bytes(HEADER, SETUP, ROLL).slice(0, -5), 3, "cut"],
    ["something after the end", bytes(HEADER, SETUP, end(), ROLL), 4, "after"],
    ["invalid UTF-8", Uint8Array.of(0xff, 0xfe, 10), 1, "text"],
    ["a full record without events", bytes({ ...HEADER, full: true }, SETUP), 2, "line"],
    ["an invalid view", full([[[], 7]]), 2, "view"],
    ["a path that does not exist", full([[["players", 0, "cash"], 7]]), 2, "view"],
    ["no rules", bytes({ ...HEADER, rules: null }, SETUP), 1, "line"],
    ["a board without spaces", bytes({ ...HEADER, board: { key: "x" } }, SETUP), 1, "board"],
    ["an invalid start", bytes({ ...HEADER, start: { players: 7 } }, SETUP), 1, "start"],
    ["an event named __proto__", full([], [{ event: "__proto__", cite: "" }]), 2, "event"],
    ["an event without fields", full([], [{ event: "TokenMoved", cite: "" }]), 2, "event"],
    ["an event far off the board", full([], [movedTo(4294967294)]), 2, "event"],
    ["a view without rules", full([[[], { ...VIEW, rules: null }]]), 2, "view"],
    ["a view without a board", full([[[], { ...VIEW, board: { spaces: [] } }]]), 2, "view"],
    ["a view of different players", full([[[], { ...VIEW, players: [] }]]), 2, "view"],
    ["a path to a list's length", full([WHOLE, [["players", "length"], 4294967295]]), 2, "view"],
    [
      "an index past the end of a list",
      full([WHOLE, [["properties", 4000000000], null]]),
      2,
      "view",
    ],
    ["a path to a list's method", full([WHOLE, [["players", "map"], 7]]), 2, "view"],
    ["a path to a prototype", full([[["__proto__", "bad"], 1]]), 2, "line"],
  ])("reports the line of the error: %s", (_, file, line, key) => {
    expect(problem(file)).toEqual([line, `replay.error.${key}`]);
  });
});

it("rejects a version 1 record and names both versions", () => {
  const old = readFileSync("../tests/version1/record.jsonl");
  expect(() => readRecord(new Uint8Array(old))).toThrow(
    expect.objectContaining({
      line: 1,
      key: "replay.error.version",
      values: { version: "1", known: String(RECORD_VERSION) },
    }),
  );
});

function end(): unknown {
  return { end: { winners: [0], digest: "" }, sum: "" };
}

function full(view: unknown, events: unknown[] = []): Uint8Array {
  return bytes({ ...HEADER, full: true }, { ...SETUP, events, view, worths: [1500, 1500] });
}

function movedTo(space: number): unknown {
  return { event: "TokenMoved", seat: 0, start: 0, space, by: "dice", cite: "" };
}

describe.skipIf(!samples)("records from the engine (PASSGO_SAMPLES names their folder)", () => {
  const board = boardOf();
  const sum = (counts: number[]): number => counts.reduce((before, count) => before + count, 0);
  const rentsIn = (views: ReplayViews): number[] =>
    views.record.steps.flatMap(({ events }) =>
      events.flatMap((one) =>
        one.event === "MoneyPaid" && one.reason === "rent" ? [one.amount] : [],
      ),
    );

  it("reaches the same view by jumping as by stepping", () => {
    const views = new ReplayViews(readRecord(readSample("fair")));
    const texts: string[] = [];
    views.run((view) => texts.push(JSON.stringify(view)));
    expect(texts.length).toBe(views.last + 1);
    for (const place of [0, 1, 49, 50, 51, 149, 300, views.last])
      expect(JSON.stringify(views.at(place))).toBe(texts[place]);
    const changed: View = views.at(10);
    changed.players.forEach((player) => (player.cash = -1));
    expect(JSON.stringify(views.at(10))).toBe(texts[10]);
    expect(views.at(views.last).over).toBe(true);
    expect([views.within(-3), views.within(1e9), views.within(NaN)]).toEqual([0, views.last, 0]);
  });

  it("goes from turn to turn and back", () => {
    const views = new ReplayViews(readRecord(readSample("fair")));
    const forward: number[] = [];
    for (let at = 0; at < views.last; at = views.turnAfter(at)) forward.push(at);
    expect(forward).toEqual(views.turns);
    expect(views.turnBefore(views.turns[5] as number)).toBe(views.turns[4]);
    expect(views.turnBefore((views.turns[5] as number) + 1)).toBe(views.turns[5]);
    expect(views.turnBefore(0)).toBe(0);
  });

  it.each(["fair", "fair-short", "fair-start", "seeded"])("matches the end entry of %s", (name) => {
    const views = new ReplayViews(readRecord(readSample(name)));
    const figures = figuresOf(views, board);
    expect(figures.worths.at(-1)).toEqual(figures.ended?.worths);
    expect(figures.worths.length).toBe(views.last + 1);
    expect(figures.seconds).toBe(views.last);
    const moved = views.record.steps.flatMap(({ events }) =>
      events.filter(({ event }) => event === "TokenMoved"),
    );
    expect(sum(figures.landings)).toBe(moved.length);
    expect(figures.moments.at(-1)?.kind).toBe("end");
    expect(figures.swings.length).toBeGreaterThan(1);
    const sizes = figures.swings.map(({ changes }) => Math.abs(changes[0]?.by ?? 0));
    expect(Math.min(...sizes)).toBeGreaterThan(0);
    expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
    expect(sum(figures.rents.flat())).toBe(sum(rentsIn(views)));
    figures.rents.forEach((row, seat) => expect(row[seat]).toBe(0));
  });

  it("finds the rents in a whole game", () => {
    const views = new ReplayViews(readRecord(readSample("fair")));
    expect(rentsIn(views).length).toBeGreaterThan(5);
    const { rents } = figuresOf(views, board);
    expect(rents.flat().filter((paid) => paid > 0).length).toBeGreaterThan(2);
  });

  it("requests a table that starts from a step", () => {
    const view = new ReplayViews(readRecord(readSample("fair"))).at(100);
    const request = playOnRequest(view, 2);
    expect(request.position).toEqual(view);
    const bot = { bot: "normal" };
    expect(request.seats).toEqual([bot, bot, {}, bot]);
  });
});
