import { describe, expect, test } from "vitest";
import { boardOf } from "../src/game/boardData";
import type { GameEvent, Played, Property, Rules } from "../src/generated/wire";
import { billsOf } from "../src/players/bills";
import { ownedBy } from "../src/game/ownedGroups";
import { markOf, SECTIONS, sentenceOfRule } from "../src/rules/ruleSentences";
import { toCard, toOwn } from "../src/players/stripScroll";
import { bothText, clockText } from "../src/table/clockTime";
import { rowsOf, Teller } from "../src/log/logRows";
import { noteRead, readAt, unreadOf } from "../src/chat/unread";
import { findSaved, saveKey, forgetTable } from "../src/table/savedSeats";
import file from "../../src/passgo/words/en.json";

const words: Record<string, string> = file.web;
const board = boardOf();

function properties(...owned: Partial<Property>[]): Property[] {
  return board.spaces.flatMap((space, number) => {
    if (!space.group) return [];
    const found = owned.find((one) => one.space === number);
    return [{ space: number, owner: -1, houses: 0, mortgaged: false, ...found }];
  });
}

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

describe("bills", () => {
  test("as few as possible, the largest first", () => {
    expect(billsOf(1786)).toEqual([
      { bill: 500, count: 3 },
      { bill: 100, count: 2 },
      { bill: 50, count: 1 },
      { bill: 20, count: 1 },
      { bill: 10, count: 1 },
      { bill: 5, count: 1 },
      { bill: 1, count: 1 },
    ]);
  });

  test("none for nothing, and none for a debt", () => {
    expect(billsOf(0)).toEqual([]);
    expect(billsOf(-20)).toEqual([]);
  });

  test("they add up", () => {
    for (let cash = 0; cash < 2500; cash += 7)
      expect(billsOf(cash).reduce((sum, { bill, count }) => sum + bill * count, 0)).toBe(cash);
  });
});

describe("what a player owns", () => {
  test("filled when owned, complete when all, hatched when mortgaged, with houses", () => {
    const view = properties(
      { space: 1, owner: 0, houses: 2 },
      { space: 3, owner: 0, mortgaged: true },
      { space: 6, owner: 0 },
      { space: 8, owner: 1 },
    );
    const [brown, lightBlue, pink] = ownedBy(0, view, board);
    expect(brown).toEqual({
      group: "brown",
      count: 2,
      complete: true,
      pips: [
        { space: 1, state: "complete", houses: 2 },
        { space: 3, state: "mortgaged", houses: 0 },
      ],
    });
    expect(lightBlue?.pips.map((pip) => pip.state)).toEqual(["owned", "none", "none"]);
    expect(pink?.count).toBe(0);
  });

  test("both halves of the pips have 14 properties", () => {
    const sizes = ownedBy(0, properties(), board).map((one) => one.pips.length);
    const sum = (part: number[]) => part.reduce((total, size) => total + size, 0);
    expect([sum(sizes.slice(0, 5)), sum(sizes.slice(5))]).toEqual([14, 14]);
  });
});

describe("the log", () => {
  test("to pass the dice ends a turn; the next begins after it", () => {
    const pass = [passed(0), turnBegan(1, 2)];
    const rows = rowsOf([message([turnBegan(0, 1)]), message([rolled(0)]), message(pass)]);
    expect(rows.map(({ key, seat, events }) => [key, seat, events.length])).toEqual([
      [1, 0, 3],
      [2, 1, 0],
    ]);
  });

  test("what came before the first turn that is known has no number", () => {
    expect(rowsOf([message([rolled(0)])]).map((row) => row.key)).toEqual([-1]);
  });

  test("the first turn is known by the next one, or by whose turn it is", () => {
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

  test("who has left keeps the name in what they did, and it is told that they left", () => {
    const seated = (name: string, kind: "person" | "bot" | "free" = "person") => [{ name, kind }];
    const teller = new Teller(
      (events, names) => events.map((one) => ({ text: String(names), cites: [], events: [one] })),
      ({ what, name, before }) => `${before} ${what} ${name}`,
    );
    const [turn] = teller.turns([
      { ...message([turnBegan(0, 1), rolled(0)]), seats: seated("Bob") },
      { ...message([]), seats: seated("Bob", "free") },
      { ...message([]), seats: seated("Ada", "bot") },
      { ...message([rolled(0)]), seats: seated("Ada", "bot") },
      { ...message([]), seats: seated("Cy") },
    ]);
    expect([turn?.names, turn?.lines.map(({ text }) => text)]).toEqual([
      ["Bob"],
      ["Ada replaced Cy", "Ada", "Bob taken Ada", "Bob left Bob", "Bob"],
    ]);
  });

  test("the newest first; a turn that has not changed is not told again", () => {
    let told = 0;
    const teller = new Teller((events) => {
      told += 1;
      return events.map((event) => ({ text: event.event, cites: ["x", "x"], events: [event] }));
    });
    const first = [message([turnBegan(0, 1), rolled(0)]), message([passed(0), turnBegan(1, 2)])];
    expect(teller.turns(first).map((turn) => turn.key)).toEqual([2, 1]);
    expect(told).toBe(2);
    const turns = teller.turns([...first, message([rolled(1)], "clock")]);
    expect(told).toBe(3);
    expect(turns[0]?.lines).toEqual([{ text: "DiceRolled", cites: ["x"], by: "clock" }]);
    expect(turns[1]?.lines.map((line) => line.text)).toEqual([
      "TurnBegan",
      "TurnEnded",
      "DiceRolled",
    ]);
  });
});

describe("rules in words", () => {
  const rules = {
    preset: "consolidated",
    starting_cash: 1500,
    jail_turns: 3,
    free_parking_pot: true,
    round_limit: 0,
  } as unknown as Rules;
  const option = { about: "", low: null, high: null };
  const known = {
    presets: { consolidated: { ...rules, free_parking_pot: false, jail_turns: 1 } as Rules },
    options: [
      { ...option, name: "free_parking_pot" as const, default: false, house: true },
      { ...option, name: "jail_turns" as const, default: 3, house: false },
      { ...option, name: "starting_cash" as const, default: 1000, house: false },
    ],
    bots: [],
    tokens: [],
  };

  test("every rule has its sentences", () => {
    const said: Record<string, string> = words;
    const has = (...forms: string[]) => forms.every((form) => `side.rule.${form}` in said);
    for (const name of SECTIONS.flatMap((section) => section.rules)) {
      const counted = has(`${name}.one`, `${name}.other`);
      expect(has(`${name}.on`, `${name}.off`) || counted || has(name), name).toBe(true);
    }
  });

  test("a sum, a count, none, on and off", () => {
    expect(sentenceOfRule("salary", 200)).toEqual({
      key: "side.rule.salary",
      amount: 200,
      count: 200,
    });
    expect(sentenceOfRule("round_limit", 0)).toMatchObject({ count: 0 });
    expect(sentenceOfRule("no_auctions", true).key).toBe("side.rule.no_auctions.on");
    expect(sentenceOfRule("jail_turns", 3)).toMatchObject({ amount: null, count: 3 });
  });

  test("house rules and what differs from the preset are marked", () => {
    expect(markOf("free_parking_pot", rules, known)).toBe("house");
    expect(markOf("jail_turns", rules, known)).toBe("changed");
    expect(markOf("starting_cash", rules, known)).toBe("house");
    expect(markOf("starting_cash", rules, null)).toBe("");
  });
});

test("clocks count minutes and seconds", () => {
  expect([clockText(65), clockText(9.2), clockText(-1)]).toEqual(["1:05", "0:10", "0:00"]);
});

test("the time of a move and the reserve are shown apart, and only what there is", () => {
  const shown = [
    { move: 18, reserve: 300 },
    { move: 0, reserve: 65 },
    { move: 7, reserve: 0 },
    { move: 0, reserve: 0 },
  ].map(bothText);
  expect(shown).toEqual(["0:18 + 5:00", "1:05", "0:07", "0:00"]);
});

describe("what a bot says of an offer", () => {
  test("stands with the line that tells the offer", () => {
    const why = { code: "trade.loss", values: { mine: 250 } };
    const refused = { event: "TradeDeclined", number: 1, maker: 0, partner: 1, cite: "x" } as const;
    const teller = new Teller((events) =>
      events.map((event) => ({ text: event.event, cites: [], events: [event] })),
    );
    const [turn] = teller.turns([{ ...message([turnBegan(0, 1), refused], "bot"), why }]);
    expect(turn?.lines[0]?.why).toEqual(why);
  });
});

test("only a line that was decided so as a whole is marked as by standing order", () => {
  const bid = (seat: number): GameEvent => ({
    ...{ event: "BidMade", seat, space: 3, amount: 10 + seat, cite: "d" },
  });
  const whole = (events: GameEvent[]) => [{ text: "all", cites: [], events }];
  const told = (...happened: Played[]) => new Teller(whole).turns(happened)[0]?.lines[0]?.by;
  expect(told(message([bid(0)], "table"), message([bid(1)], "table"))).toBe("table");
  expect(told(message([bid(0)], "table"), message([bid(1)]))).toBe("seat");
  expect(told(message([bid(0)]), message([bid(1)], "table"))).toBe("seat");
});

test("what is unread was said by others, after the last line that was read, by nobody who is muted", () => {
  const chatLines = [3, 4, 5, 6].map((number, seat) => ({
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

test("how far the chat was read is kept with the table, only goes on, and survives nonsense", () => {
  expect([noteRead("t", 3), readAt("t")]).toEqual([3, 0]); // of a table that is not held, nothing
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

describe("the strip of players on a phone", () => {
  const room = { left: 8, right: 312 };
  const at = (left: number, width: number) => ({ left, right: left + width });

  test("stays where whose turn it is can be seen beside the pinned card", () => {
    expect(toCard(at(120, 154), room, at(12, 104), true)).toBe(0);
    expect(toCard(at(120, 154), room)).toBe(0);
  });

  test("brings a card out of sight, or under the pinned one, into the room that is left", () => {
    for (const [card, own, before] of [
      [at(279, 154), at(12, 104), true],
      [at(20, 150), at(12, 104), true],
      [at(142, 153), at(204, 104), false],
    ] as const) {
      const by = toCard(card, room, own, before);
      const left = card.left - by;
      expect(left).toBeGreaterThan(before ? 116 : 8);
      expect(card.right - by).toBeLessThan(before ? 312 : 204);
    }
  });

  test("comes back to where the own card covers nobody", () => {
    expect(toOwn(at(12, 104), room)).toBeLessThan(-1000); // the first: to the start
    expect(toOwn(at(142, 126), room, at(10, 126))).toBe(0);
    expect(toOwn(at(182, 126), room, at(142, 126))).toBe(260); // pinned right, over who is before
    expect(toOwn(at(12, 126), room, at(-134, 126))).toBe(-16); // pinned left, over who comes next
  });
});
