import { describe, expect, test } from "vitest";
import type { GameEvent, Played } from "../src/generated/wire";
import { oneMore, rowsOf, LogNarrator } from "../src/log/logRows";

const turnBegan = (seat: number, turn: number): GameEvent => ({
  event: "TurnBegan",
  seat,
  turn,
  cite: "a",
});
const passed = (seat: number): GameEvent => ({ event: "TurnEnded", seat, cite: "b" });
const rolled = (seat: number): GameEvent => ({
  event: "DiceRolled",
  seat,
  first: 1,
  second: 2,
  cite: "c",
});
let seq = 0;
const message = (events: GameEvent[], by: Played["by"] = "seat"): Played => ({
  type: "played",
  seq: ++seq,
  action: { action: "Roll", seat: 0 },
  by,
  events,
  changes: [],
});

describe("the log", () => {
  test("a turn ends with its last event, and the next turn begins after it", () => {
    const pass = [passed(0), turnBegan(1, 2)];
    const rows = rowsOf([message([turnBegan(0, 1)]), message([rolled(0)]), message(pass)]);
    expect(rows.map(({ key, seat, events }) => [key, seat, events.length])).toEqual([
      [1, 0, 2],
      [2, 1, 0],
    ]);
  });

  test("events before the first known turn have no turn number", () => {
    expect(rowsOf([message([rolled(0)])]).map((row) => row.key)).toEqual([-1]);
  });

  test("the first turn is inferred from the next one, or from the current turn", () => {
    const pass = message([passed(1), turnBegan(0, 5)]);
    const heads = (...all: Parameters<typeof rowsOf>) =>
      rowsOf(...all).map(({ key, seat }) => [key, seat]);
    expect(heads([message([rolled(1)]), pass])).toEqual([
      [4, 1],
      [5, 0],
    ]);
    expect(heads([message([rolled(1)])], { turn: 7, seat: 1 })).toEqual([[7, 1]]);
    const setUp = { event: "GameSetUp", players: 2, cite: "" } as unknown as GameEvent;
    expect(heads([message([setUp, turnBegan(0, 1)])])).toEqual([
      [-1, -1],
      [1, 0],
    ]);
  });

  test("a player who has left keeps their name in earlier entries, and a line says that they left", () => {
    const seated = (name: string, kind: "person" | "bot" | "free" = "person") => [{ name, kind }];
    const narrator = new LogNarrator(
      (events, names) => events.map((one) => ({ text: String(names), cites: [], events: [one] })),
      ({ what, name, before }) => `${before} ${what} ${name}`,
    );
    const [turn] = narrator.turns([
      { ...message([turnBegan(0, 1), rolled(0)]), seats: seated("Bob") },
      { ...message([]), seats: seated("Bob", "free") },
      { ...message([]), seats: seated("Uma", "bot") },
      { ...message([rolled(0)]), seats: seated("Uma", "bot") },
      { ...message([]), seats: seated("Cy") },
    ]);
    expect([turn?.names, turn?.lines.map(({ text }) => text)]).toEqual([
      ["Bob"],
      ["Uma replaced Cy", "Uma", "Bob taken Uma", "Bob left Bob", "Bob"],
    ]);
  });

  test("the newest turn comes first, and an unchanged turn is not narrated again", () => {
    let narrated = 0;
    const narrator = new LogNarrator((events) => {
      narrated += 1;
      return events.map((event) => ({ text: event.event, cites: ["x", "x"], events: [event] }));
    });
    const first = [message([turnBegan(0, 1), rolled(0)]), message([passed(0), turnBegan(1, 2)])];
    expect(narrator.turns(first).map((turn) => turn.key)).toEqual([2, 1]);
    expect(narrated).toBe(2);
    const turns = narrator.turns([...first, message([rolled(1)], "clock")]);
    expect(narrated).toBe(3);
    expect(turns[0]?.lines).toEqual([{ text: "DiceRolled", cites: ["x"], by: "clock" }]);
    expect(turns[1]?.lines.map((line) => line.text)).toEqual(["DiceRolled"]);
  });
});

describe("a bot's reason", () => {
  test("is next to the line about the offer", () => {
    const why = { code: "trade.loss", values: { mine: 250 } };
    const refused = { event: "TradeDeclined", number: 1, maker: 0, partner: 1, cite: "x" } as const;
    const narrator = new LogNarrator((events) =>
      events.map((event) => ({ text: event.event, cites: [], events: [event] })),
    );
    const [turn] = narrator.turns([{ ...message([turnBegan(0, 1), refused], "bot"), why }]);
    expect(turn?.lines[0]?.why).toEqual(why);
  });

  test("is next to a line that begins with another action, if it is about the same player", () => {
    const why = { code: "buy.worth", values: { worth: 250 } };
    const bought = { event: "PropertyBought", seat: 0, space: 3, price: 60, cite: "x" } as const;
    const whyAfterRoll = (event: GameEvent) =>
      new LogNarrator((events) => [{ text: "all", seat: 0, cites: [], events }]).turns([
        message([rolled(0)], "bot"),
        { ...message([event], "bot"), why },
      ])[0]?.lines[0]?.why;
    expect(whyAfterRoll(bought)).toEqual(why);
    expect(whyAfterRoll({ ...bought, seat: 1 })).toBeUndefined();
  });
});

test("a line is marked as automatic only if all of its events were automatic", () => {
  const bid = (seat: number): GameEvent => ({
    ...{ event: "BidMade", seat, space: 3, amount: 10 + seat, cite: "d" },
  });
  const whole = (events: GameEvent[]) => [{ text: "all", cites: [], events }];
  const decider = (...happened: Played[]) =>
    new LogNarrator(whole).turns(happened)[0]?.lines[0]?.by;
  expect(decider(message([bid(0)], "table"), message([bid(1)], "table"))).toBe("table");
  expect(decider(message([bid(0)], "table"), message([bid(1)]))).toBe("seat");
  expect(decider(message([bid(0)]), message([bid(1)], "table"))).toBe("seat");
});

test("the log grows message by message, unless it is far behind or was replaced", () => {
  const all = [..."abcdefghijklm"];
  expect(oneMore(["a"], ["a", "b", "c"])).toEqual(["a", "b"]);
  expect(oneMore(["a", "b"], ["b", "c"])).toEqual(["b", "c"]);
  expect(oneMore(["a"], all)).toEqual(all);
  expect(oneMore(["x"], ["a", "b", "c"])).toEqual(["a", "b", "c"]);
});
