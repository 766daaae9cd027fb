import { beforeEach, expect, test } from "vitest";
import type { Rules } from "../src/generated/wire";
import {
  complete,
  fitting,
  freshSetup,
  hasTimeLimit,
  peopleHere,
  seatFor,
  storedSetup,
  storeSetup,
  requestOf,
  withBot,
  withSeats,
  wrong,
} from "../src/newTable/tableSetup";
import { speech } from "../src/say/say.svelte";
import type { RulesReply } from "../src/wire/api";

const PLAIN = {
  preset: "consolidated",
  starting_cash: 1500,
  luxury_tax: 75,
  free_parking_pot: false,
} as Rules;

const CHOICES: RulesReply = {
  presets: { consolidated: PLAIN, board: { ...PLAIN, preset: "board", luxury_tax: 100 } },
  options: [
    { name: "starting_cash", about: "", default: 1500, house: false, low: 0, high: 10_000 },
    { name: "luxury_tax", about: "", default: 75, house: false, low: 0, high: 1000 },
    { name: "free_parking_pot", about: "", default: false, house: true, low: null, high: null },
  ],
  bots: ["easy", "normal", "hard"],
  tokens: ["Dog"],
  positions: true,
};

beforeEach(async () => {
  localStorage.clear();
  await speech.load();
});

test("the first setup is playable", () => {
  const setup = freshSetup();
  expect(wrong(setup, "Ann", CHOICES)).toEqual({});
  expect(complete(setup)).toBe(false);
  expect(requestOf(setup)).toEqual({
    rules: { preset: "consolidated" },
    seats: [{}, {}, { bot: "normal", name: "Tilda" }, { bot: "normal", name: "Vera" }],
    clock: { game_minutes: 60 },
    settings: { name: "", public: false, chat: true, pace: 0.8 },
  });
});

test("a valid setup is saved, but an invalid one is not", () => {
  storeSetup({ ...freshSetup(), title: "Friday", changes: { luxury_tax: 100 } });
  expect(storedSetup()).toMatchObject({ title: "Friday", changes: { luxury_tax: 100 } });
  localStorage.setItem("passgo.setup", '{"seats": [{"who": "cat"}]}');
  expect(storedSetup()).toEqual(freshSetup());
  localStorage.setItem("passgo.setup", "{");
  expect(storedSetup()).toEqual(freshSetup());
});

test("invalid parts of a stored setup get their default values", () => {
  const seats = [seatFor("me"), seatFor("bot", "clever")];
  const bad = { title: 7, public: "yes", preset: null, changes: null, clock: null, chat: 1 };
  localStorage.setItem("passgo.setup", JSON.stringify({ ...bad, seats, pace: "fast" }));
  expect(storedSetup()).toEqual({ ...freshSetup(), seats });
  localStorage.setItem("passgo.setup", '{"changes": {"luxury_tax": {}, "salary": 100}}');
  expect(storedSetup().changes).toEqual({ salary: 100 });
  for (const whole of ["null", "7", "[]"]) {
    localStorage.setItem("passgo.setup", whole);
    expect(storedSetup()).toEqual(freshSetup());
  }
});

test("a stored bot without a character, or with that of another seat, gets a free one", () => {
  const { character: _, ...before } = seatFor("bot"); // stored by an earlier version
  const seats = [
    seatFor("me"),
    before,
    seatFor("bot", "hard", "Rosa"),
    seatFor("bot", "hard", "Rosa"),
    seatFor("bot", "easy", "Zoe"),
    seatFor("bot", "easy"),
  ];
  localStorage.setItem("passgo.setup", JSON.stringify({ seats }));
  const found = storedSetup().seats.map(({ character }) => character);
  expect(found).toEqual(["", "Tilda", "Rosa", "Uma", "Hugo", ""]);
});

test("a seat that becomes a bot again gets its last character unless another seat has it", () => {
  const seats = [seatFor("me"), seatFor("link", "hard", "Otto"), seatFor("bot", "hard", "Uma")];
  expect(withBot(seats, 1)[1]).toMatchObject({ who: "bot", bot: "hard", character: "Otto" });
  seats[2] = seatFor("bot", "hard", "Otto");
  expect(withBot(seats, 1)[1]).toMatchObject({ who: "bot", bot: "hard", character: "Uma" });
  expect(withBot(seats, 0)[0]).toMatchObject({ who: "bot", bot: "normal", character: "Tilda" });
});

test("any bot of a level plays as a character of that level as long as any are left", () => {
  const seats = ["Uma", "", "", ""].map((name) => seatFor("bot", "hard", name));
  expect(
    requestOf({ ...freshSetup(), seats: [...seats, seatFor("link", "hard", "Otto")] }).seats,
  ).toEqual([
    { bot: "hard", name: "Uma" },
    { bot: "hard", name: "Otto" },
    { bot: "hard", name: "Rosa" },
    { bot: "hard" },
    {},
  ]);
});

test("values that the server doesn't offer are dropped from a setup", () => {
  const setup = { ...freshSetup(), seats: [seatFor("me"), seatFor("bot", "clever", "Uma")] };
  setup.changes = { luxury_tax: 100, starting_cash: true, salary: 100 };
  const fits = fitting(setup, CHOICES);
  expect(fits.changes).toEqual({ luxury_tax: 100 });
  expect(fits.seats[1]).toMatchObject({ bot: "normal", character: "" });
  expect(fitting({ ...setup, preset: "__proto__" }, CHOICES)).toEqual(freshSetup());
});

test("people in this browser must have different names", () => {
  const setup = freshSetup();
  setup.seats = [seatFor("me"), { ...seatFor("here"), name: " ann " }, seatFor("here")];
  expect(Object.keys(wrong(setup, "Ann", CHOICES))).toEqual(["seat1", "seat2"]);
  expect(peopleHere(setup, "Ann").map((one) => one.name)).toEqual(["Ann", "ann", ""]);
  expect(Object.keys(wrong(freshSetup(), "", CHOICES))).toEqual(["seat0"]);
});

test("numbers must be within the server's limits", () => {
  const setup = freshSetup();
  for (const bad of [null, -1, 1.5, 1001]) {
    setup.changes = { luxury_tax: bad };
    expect(Object.keys(wrong(setup, "Ann", CHOICES))).toEqual(["luxury_tax"]);
  }
  setup.changes = { luxury_tax: 1000, free_parking_pot: true };
  expect(wrong(setup, "Ann", CHOICES)).toEqual({});
  expect(requestOf(setup).rules).toEqual({
    preset: "consolidated",
    luxury_tax: 1000,
    free_parking_pot: true,
  });
});

test("a timed game needs a whole number of minutes", () => {
  const timed = { ...PLAIN, preset: "time_limit", time_limit: true };
  const rules = { ...CHOICES, presets: { ...CHOICES.presets, time_limit: timed } };
  const setup = freshSetup();
  for (const game of [null, 0, 1.5, 1441]) {
    setup.clock.game = game;
    expect(hasTimeLimit(setup, rules)).toBe(false);
    expect(wrong(setup, "Ann", rules)).toEqual({});
    expect(requestOf(setup).clock).toEqual({}); // the server's own default
  }
  setup.preset = "time_limit";
  expect(hasTimeLimit(setup, rules)).toBe(true);
  expect(Object.keys(wrong(setup, "Ann", rules))).toEqual(["clock.game"]);
  setup.clock.game = 90;
  expect(wrong(setup, "Ann", rules)).toEqual({});
  expect(requestOf(setup).clock).toEqual({ game_minutes: 90 });
  setup.changes = { time_limit: false };
  expect(hasTimeLimit(setup, rules)).toBe(false);
});

test("a clock needs a time above zero, which is sent to the server in seconds", () => {
  const setup = freshSetup();
  setup.clock = { on: true, move: 0, bank: 0, out: "bot", bot: "hard", game: null };
  expect(Object.keys(wrong(setup, "Ann", CHOICES))).toEqual(["clock.move"]);
  setup.clock.bank = 2.5;
  expect(wrong(setup, "Ann", CHOICES)).toEqual({});
  expect(requestOf(setup).clock).toEqual({ move: 0, bank: 150, when_out: "bot", bot: "hard" });
  setup.clock.bank = 1.15; // not exactly 69 seconds in floating point
  expect(wrong(setup, "Ann", CHOICES)).toEqual({});
  expect(requestOf(setup).clock).toMatchObject({ bank: 69 });
  for (const move of [null, -5, 99_999_999, 1.5, NaN]) {
    setup.clock.move = move;
    expect(Object.keys(wrong(setup, "Ann", CHOICES))).toEqual(["clock.move"]);
  }
  setup.clock.move = 60;
  for (const bank of [null, -1, 20_161, 0.001]) {
    setup.clock.bank = bank;
    expect(Object.keys(wrong(setup, "Ann", CHOICES))).toEqual(["clock.bank"]);
  }
});

test("seats are added and removed at the end", () => {
  const seats = freshSetup().seats;
  expect(withSeats(seats, 5).map((one) => one.who)).toEqual(["me", "link", "bot", "bot", "link"]);
  expect(withSeats(seats, 2).map((one) => one.who)).toEqual(["me", "link"]);
});
