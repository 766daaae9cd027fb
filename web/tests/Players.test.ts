/**
 * The players beside the board and on the stage: who must decide, who is away or offline, who is
 * still bidding, and how much time they have.
 */
import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { boardOf } from "../src/game/boardData";
import type { ClockTimes, Played, TableInfo, View } from "../src/generated/wire";
import { speech } from "../src/say/say.svelte";
import { Words } from "../src/say/words";
import Hand from "../src/players/Hand.svelte";
import Players from "../src/players/Players.svelte";
import { leftOf } from "../src/table/clockTime";
import Question from "../src/stage/Question.svelte";
import Bidders from "../src/stage/Bidders.svelte";
import AbsentPart from "../src/stage/AbsentPart.svelte";
import type { CurrentDecision } from "../src/stage/currentDecision";
import WaitPart from "../src/stage/WaitPart.svelte";
import { seatsOf, type SeatedPlayer } from "../src/table/seats";
import { Table } from "../src/table/table.svelte";

const NAMES = ["Ann", "Bob", "Cyd", "Dan"];
const seated = (seat: number) => ({ seat, name: NAMES[seat]!, token: "", bot: "", away: false });
/** Bob is away, Cyd is offline, Dan is a bot, and Ann is using this page. */
const info = {
  clock: { move: 0, bank: 600 },
  seats: [
    { ...seated(0), kind: "person" },
    { ...seated(1), kind: "person", away: true },
    { ...seated(2), kind: "person" },
    { ...seated(3), kind: "bot", bot: "easy" },
  ],
} as unknown as TableInfo;
const times = {
  left: { "0": 75, "1": 5, "2": 130, "3": 66 },
  banks: [301, 302, 303, 304],
} as unknown as ClockTimes;

class SilentSocket {
  send(): void {}
  close(): void {}
  addEventListener(): void {}
}

let table: Table;
let seats: SeatedPlayer[];
let shown: Record<string, unknown> | undefined;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal("WebSocket", SilentSocket);
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  speech.words = await Words.load("en");
  table = new Table("table", ["key"]);
  table.info = info;
  table.you = [0];
  table.onPresence({ present: [0, 1], spectators: 0 });
  seats = seatsOf(info, table.present);
});
afterEach(() => {
  if (shown) void unmount(shown);
  table.close();
  shown = undefined;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Return a game in which it is Ann's turn and some players must decide. */
function game(...waiting_for: number[]): View {
  const player = { cash: 1500, space: 0, jail: 0, out: false, cards: [] };
  return {
    players: NAMES.map(() => player),
    waiting_for,
    agenda: [],
    seat: 0,
    over: false,
    winners: [],
    properties: [],
  } as unknown as View;
}

/** Mount a component; return the text of each of its lines. */
function lines<Props extends Record<string, unknown>>(
  what: Component<Props>,
  props: Props,
): string[] {
  shown = mount(what, { target: document.body, props });
  flushSync();
  return texts();
}
const texts = () => [...document.body.querySelectorAll("li")].map(textOf);
const textOf = (one: Element) => (one.textContent ?? "").replace(/\s+/g, " ").trim();
const players = () => {
  table.view = game(1, 2);
  return lines(Players, { table, board: boardOf(), seats, onplayer: () => {} });
};

test("each card shows whether its player is deciding, away or offline", () => {
  const [ann, bob, cyd, dan] = players();
  const signs = (text = "") =>
    ["current turn", "deciding", "thinking", "away", "offline"].filter((one) => text.includes(one));
  expect(signs(ann)).toEqual(["current turn"]);
  expect(signs(bob)).toEqual(["deciding", "away"]);
  expect(signs(cyd)).toEqual(["deciding", "offline"]);
  expect(signs(dan)).toEqual([]); // a bot needs no connection
});

test("the status begins with what a narrow card must keep", () => {
  const [, bob, cyd] = players();
  expect(bob).toContain("away, deciding");
  expect(cyd).toContain("offline, deciding");
});

test("a Jail card is an icon without a comma before it", () => {
  const view = game(1);
  view.players[0] = { ...view.players[0]!, cards: ["chest.jail_free"] };
  table.view = { ...view, seat: 1 };
  lines(Players, { table, board: boardOf(), seats, onplayer: () => {} });
  const words = document.body.querySelector(".words")!;
  expect(textOf(words)).toBe("you 1 Jail card");
  expect(words.querySelectorAll("svg")).toHaveLength(1);
});

test("those who only watch on a phone see everyone who is still in, instead of their own deeds", () => {
  const view = game(1);
  const out = { ...view.players[2]!, out: true };
  const props = { view, board: boardOf(), seats, ondeed: () => {} };
  lines(Hand, { ...props, seat: 0 });
  expect(textOf(document.body)).toContain("Deeds you buy");
  void unmount(shown!);
  view.players[2] = out;
  const names = (texts: string[]) => texts.map((text) => text.split(" ")[0]);
  expect(names(lines(Hand, { ...props, seat: 2 }))).toEqual(["Ann", "Bob", "Dan"]);
  void unmount(shown!);
  expect(names(lines(Hand, { ...props, seat: -1 }))).toEqual(["Ann", "Bob", "Dan"]);
});

test("a card shows its player's last chat line and reaction for a moment, unless muted", async () => {
  players();
  const bubbles = () => [...document.body.querySelectorAll(".bubble")].map(textOf);
  const say = (seat: number, text: string) => {
    table.onChat({ number: table.chatLines.length + 1, seat, name: NAMES[seat]!, text } as never);
    flushSync();
  };
  say(1, "Nice roll!");
  expect(bubbles()).toEqual(["Nice roll!"]);
  vi.advanceTimersByTime(7_000);
  flushSync();
  expect(bubbles()).toEqual([]);
  table.onReaction({ seat: 2, reaction: "🎉" } as never);
  flushSync();
  await vi.dynamicImportSettled(); // the drawings load when they are needed
  flushSync();
  const drawn = document.body.querySelector(".bubble svg");
  expect(drawn?.getAttribute("aria-label")).toBe("Celebration");
  vi.advanceTimersByTime(2_600);
  flushSync();
  expect(bubbles()).toEqual([]);
  table.muted = new Set([1]);
  say(1, "Sell me Boardwalk!");
  expect(bubbles()).toEqual([]);
});

test("when everyone is back, nobody is shown as missing", () => {
  seats = seatsOf(
    { ...info, seats: info.seats.map((one) => ({ ...one, away: false })) },
    new Set([0, 1, 2]),
  );
  expect(players().join()).not.toMatch(/away|offline/);
});

test("each card shows its own running clock, and bots have no clock", () => {
  table.clock = { times, at: Date.now() };
  players();
  const shownTimes = () => texts().map((text) => /Time left: (\d+:\d\d)/.exec(text)?.[1]);
  expect(shownTimes()).toEqual(["1:15", "0:05", "2:10", undefined]);
  vi.advanceTimersByTime(2_000);
  flushSync();
  expect(shownTimes()).toEqual(["1:13", "0:03", "2:08", undefined]);
});

test("the cards of players who aren't deciding show their remaining reserve time", () => {
  table.clock = { times: { ...times, left: { "1": 5 } }, at: Date.now() };
  const [ann, bob, cyd] = players();
  expect(ann).toContain("Time left: 5:01");
  expect(bob).toContain("Time left: 0:05");
  expect(cyd).toContain("Time left: 5:03");
});

test("no time is shown without a clock", () => {
  expect(players().join()).not.toContain("Time left");
  expect(table.times(0, Date.now())).toBeNull();
});

test("the time counts down from the value in the last message", () => {
  const message = { type: "played", seq: 1, action: null, by: "seat", events: [], changes: [] };
  const clock = (left: number) => ({ ...times, left: { "1": left } });
  table.view = game(1);
  table.onPlayed({ ...message, clock: clock(50) } as unknown as Played);
  vi.advanceTimersByTime(4_000);
  expect(leftOf(table.times(1, Date.now())!)).toBe(46);
  expect(table.times(0, Date.now())).toBeNull(); // Ann isn't asked anything
  table.onPlayed({ ...message, clock: clock(30) } as unknown as Played);
  expect(leftOf(table.times(1, Date.now())!)).toBe(30);
  vi.advanceTimersByTime(31_000);
  expect(leftOf(table.times(1, Date.now())!)).toBe(0);
});

test("the stage shows whom it is waiting for, why, and how much time they have", () => {
  table.clock = { times, at: Date.now() };
  const view = game(1, 2, 3);
  expect(lines(WaitPart, { table, view, seats })).toEqual([
    "Bob is away: a bot is playing Time left: 0:05 (extra time)",
    "Cyd is offline Time left: 2:10 (extra time)",
    "Dan (bot) is thinking Time left: 1:06 (extra time)",
  ]);
});

test("a seat that nobody holds is shown as played by a bot for now", () => {
  const left = info.seats.map((one) => (one.seat === 2 ? { ...one, kind: "free" as const } : one));
  seats = seatsOf({ ...info, seats: left }, table.present);
  const view = game(2);
  expect(lines(WaitPart, { table, view, seats })).toEqual(["Cyd (bot for now) is thinking"]);
});

test("the host can let a bot play for absent players; if the host is absent, others can become host after a while", () => {
  speech.whole = true;
  const buttons = () => [...document.body.querySelectorAll("button")].map(textOf);
  const hear = (you: number[], host: boolean, takeover_in?: number) => {
    table.onSeats({ you, host });
    const here = { present: [0, 1], spectators: 0 };
    table.onPresence(takeover_in === undefined ? here : { ...here, takeover_in });
    flushSync();
  };
  const disabled = () =>
    document.body.querySelector("button")?.getAttribute("aria-disabled") === "true";
  hear([0], true);
  lines(AbsentPart, { table, gone: [2] });
  expect(buttons()).toEqual(["Hand Cyd’s turn to a bot"]);
  hear([0], false); // the host is connected
  expect(buttons()).toEqual([]);
  hear([0], false, 42);
  expect(buttons()).toEqual(["You can become host in 0:42"]);
  expect(disabled()).toBe(true);
  vi.advanceTimersByTime(41_000);
  flushSync();
  expect(buttons()).toEqual(["You can become host in 0:01"]);
  vi.advanceTimersByTime(1_000);
  flushSync();
  expect(buttons()).toEqual(["Become host"]);
  expect(disabled()).toBe(false);
  hear([0], false, 60); // the host was connected for a moment
  expect(buttons()).toEqual(["You can become host in 1:00"]);
  hear([], false, 60); // a spectator
  expect(buttons()).toEqual([]);
});

test("the player who is asked sees their time, with a warning when it runs low", () => {
  table.clock = { times, at: Date.now() };
  table.view = game(0);
  const current = { mine: true, top: undefined, options: undefined } as unknown as CurrentDecision;
  const rest = { decisionText: "", rent: -1, ondeed: () => {}, question: "Roll the dice." };
  const props = { table, view: table.view, board: boardOf(), seats, seat: 0, current, ...rest };
  lines(Question, props);
  const timer = () => textOf(document.body.querySelector("[role=timer]")!);
  expect(timer()).toBe("Time left: 1:15 (extra time)");
  vi.advanceTimersByTime(67_000);
  flushSync();
  expect(timer()).toBe("Time left: 8 s left");
  vi.advanceTimersByTime(20_000);
  flushSync();
  expect(timer()).toBe("Time left: 0 s left");
});

test("an auction shows who is still bidding, who leads and who has passed", () => {
  const view = game(0, 3);
  const bids = new Map([
    [1, 90],
    [2, 80],
  ]);
  const props = { view, seats, bidders: [0, 1, 3], leader: 1, bid: 120, bids };
  expect(lines(Bidders, props)).toEqual([
    "Ann no bid",
    "Bob leads $120",
    "Cyd out $80",
    "Dan no bid",
  ]);
});
