/** The story and its screen-reader announcements: every line appears exactly once. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { boardOf } from "../src/game/boardData";
import type { GameEvent, Played, View } from "../src/generated/wire";
import { speech } from "../src/say/say.svelte";
import { Words } from "../src/say/words";
import Announcer from "../src/announce/Announcer.svelte";
import Log from "../src/log/Log.svelte";
import LogEntry from "../src/log/LogEntry.svelte";
import type { LogLine } from "../src/log/logRows";
import { Actor } from "../src/stage/actor.svelte";
import Notices from "../src/stage/Notices.svelte";
import type { SeatedPlayer } from "../src/table/seats";
import type { HistoryEntry } from "../src/table/history";
import type { Table } from "../src/table/table.svelte";
import type { ChatMessage } from "../src/wire/api";
import { voice } from "../src/platform/screenReader.svelte";

const board = boardOf();
const cite = "10 MCS 80";
const rollAndMove = (seat: number, first: number, space: number): GameEvent[] => [
  { event: "DiceRolled", seat, first, second: 2, cite },
  { event: "TokenMoved", seat, start: 0, space, by: "dice", cite },
];
const buys = (seat: number, space: number): GameEvent => ({
  event: "PropertyBought",
  seat,
  space,
  price: 60,
  cite,
});
const passed = (seat: number, turn: number): GameEvent[] => [
  { event: "TurnEnded", seat, cite },
  { event: "TurnBegan", seat: 1 - seat, turn, cite },
];

const people = ["Ann", "Bob"].map((name) => ({ name, kind: "person" }));
const seats = people.map(({ name }) => ({ name, token: "Dog" })) as unknown as SeatedPlayer[];

/** The parts of a table that these components use. */
class Quiet {
  seq = 0;
  history = $state.raw<HistoryEntry[]>([]);
  view = $state({
    ...{ turn: 3, seat: 0, waiting_for: [0], offers: [], agenda: [], over: false },
    players: [{ out: false }, { out: false }],
  }) as unknown as View;
  info = $state.raw({ seats: people, position: false });
  you = [0];
  status = $state("open");
  why = "";
  host = false;
  lastChatLine = $state.raw<ChatMessage | null>(null);
  reactions = [];
  muted = new Set<number>();
  back = vi.fn(() => Promise.resolve({}));

  happen(...events: GameEvent[]): void {
    this.decide("seat", ...events);
  }

  decide(by: Played["by"], ...events: GameEvent[]): void {
    const message = { type: "played", seq: ++this.seq, action: {}, by, events, changes: [] };
    this.history = [...this.history, { ...message, seats: people } as unknown as HistoryEntry];
    flushSync();
  }
}

let quiet: Quiet;
let table: Table;
let shown: Record<string, unknown>[] = [];
let hush = () => {};

beforeEach(async () => {
  speech.words = await Words.load("en");
  quiet = new Quiet();
  table = quiet as unknown as Table;
});
afterEach(() => {
  for (const one of shown) void unmount(one);
  shown = [];
  hush();
  vi.useRealTimers();
});

const read = (one: Element) => one.textContent.replace(/\s+/g, " ").trim();

/** Return the story's turns, each as its heading followed by its lines. */
function turns(): string[][] {
  const found = [...document.querySelectorAll("section.turn")];
  return found.map((turn) => [...turn.querySelectorAll("h3, .text")].map(read));
}

test("the story shows every line of every turn, newest last, as soon as it arrives", async () => {
  quiet.happen({ event: "TurnBegan", seat: 0, turn: 1, cite });
  quiet.happen(...rollAndMove(0, 1, 3));
  quiet.happen(buys(0, 3));
  quiet.happen(...passed(0, 2));
  quiet.happen(...rollAndMove(1, 4, 6));
  shown.push(mount(Log, { target: document.body, props: { table, board } }));
  flushSync();
  const first = [
    "Turn 1 · Ann",
    "Ann rolls 1 and 2 and lands on Baltic Avenue.",
    "Ann buys Baltic Avenue for $60.",
  ];
  const rolled = "Bob rolls 4 and 2 and lands on Oriental Avenue.";
  expect(turns()).toEqual([first, ["Turn 2 · Bob", rolled]]);
  quiet.happen(buys(1, 6));
  const bought = "Bob buys Oriental Avenue for $60.";
  await vi.waitFor(() => expect(turns()).toEqual([first, ["Turn 2 · Bob", rolled, bought]]));
  expect([...document.querySelectorAll(".latest .text")].map(read)).toEqual([bought]);
});

test("the heading has the turn of the last line, even if the game is ahead of the story", () => {
  quiet.happen({ event: "TurnBegan", seat: 0, turn: 1, cite });
  quiet.happen(...passed(0, 2)); // the game is in turn 3
  shown.push(mount(Log, { target: document.body, props: { table, board } }));
  flushSync();
  expect(read(document.querySelector(".head")!)).toBe("The story Turn 2");
});

test("a reader who has scrolled up gets a button that jumps to newer lines", () => {
  vi.useFakeTimers();
  quiet.happen({ event: "TurnBegan", seat: 0, turn: 1, cite });
  shown.push(mount(Log, { target: document.body, props: { table, board } }));
  flushSync();
  const panel = document.querySelector<HTMLElement>(".scroller")!;
  const scroll = (top: number) => {
    panel.scrollTop = top;
    panel.dispatchEvent(new Event("scroll"));
    flushSync();
  };
  panel.scrollTo = vi.fn(() => scroll(0));
  const newer = () => document.querySelector<HTMLElement>(".newer button");
  const buy = (space: number) => {
    quiet.happen(buys(0, space));
    vi.advanceTimersByTime(500);
    flushSync();
  };
  buy(3);
  expect(newer()).toBeNull();
  scroll(-40); // up: the list starts at 0, scrolled to the bottom
  expect(newer()).toBeNull();
  buy(6);
  expect(newer()?.textContent).toContain("New");
  newer()!.click();
  flushSync();
  expect([panel.scrollTop, newer()]).toEqual([0, null]);
});

test("pressing a line shows its rules, and pressing it again hides them", () => {
  const cites = [cite, "10 MCS 20"];
  const line: LogLine = { text: "Ann rolls.", cites, by: "seat" };
  shown.push(mount(LogEntry, { target: document.body, props: { line, board: boardOf() } }));
  flushSync();
  expect(read(document.body)).toBe("Ann rolls.");
  const [button, ...others] = [...document.querySelectorAll<HTMLElement>("button")];
  expect([read(button!), others]).toEqual(["Ann rolls.", []]);
  const press = () => {
    button!.click();
    flushSync();
    return button!.getAttribute("aria-expanded");
  };
  expect(button!.getAttribute("aria-expanded")).toBe("false");
  expect(press()).toBe("true");
  const opened = document.querySelector(`#${CSS.escape(button!.getAttribute("aria-controls")!)}`)!;
  const rules = cites.map((one) => speech.words.citation(one));
  expect([...opened.querySelectorAll("li")].map(read)).toEqual(
    rules.map(({ name, title, says }) => `${title} § ${name} ${says} Read the rule`),
  );
  expect(press()).toBe("false");
  expect(document.querySelector(".rule")).toBeNull();
});

test("a line without rules cannot be pressed", () => {
  const line: LogLine = { text: "Bob is back.", cites: [], by: "seat" };
  shown.push(mount(LogEntry, { target: document.body, props: { line, board: boardOf() } }));
  flushSync();
  expect([read(document.body), document.querySelector("button")]).toEqual(["Bob is back.", null]);
});

test("a separate button shows a bot's reason for its answer", () => {
  const why = { code: "trade.dear", values: { price: 90 } };
  const line: LogLine = { text: "Bob declines Ann’s offer.", cites: [cite], by: "bot", why };
  shown.push(mount(LogEntry, { target: document.body, props: { line, board: boardOf() } }));
  flushSync();
  const [, button] = [...document.querySelectorAll<HTMLElement>("button")];
  expect(read(button!)).toBe("Why?");
  button!.click();
  flushSync();
  expect(read(document.querySelector(".rule")!)).toContain("$90");
});

test("actions taken by a standing order or the clock are marked", () => {
  quiet.happen({ event: "TurnBegan", seat: 0, turn: 1, cite });
  quiet.happen(buys(0, 3));
  quiet.decide("table", buys(0, 6));
  quiet.decide("clock", buys(0, 8));
  shown.push(mount(Log, { target: document.body, props: { table, board } }));
  flushSync();
  expect(turns()[0]!.slice(1)).toEqual([
    "Ann buys Baltic Avenue for $60.",
    "Ann buys Oriental Avenue for $60. (automatic)",
    "Ann buys Vermont Avenue for $60. (time ran out)",
  ]);
});

test("new events are announced once, and earlier ones are not announced", () => {
  vi.useFakeTimers();
  quiet.happen(...rollAndMove(1, 6, 8));
  const since = table.history.at(-1)!.seq;
  shown.push(mount(Announcer, { target: document.body, props: { table, seats, board, since } }));
  flushSync();
  const log = document.querySelector("[role=log]")!;
  const said = () => [...log.children].map(read);
  vi.advanceTimersByTime(20_000);
  expect(said()).toEqual([]);
  quiet.happen(...rollAndMove(0, 1, 3));
  vi.advanceTimersByTime(20_000);
  flushSync();
  quiet.happen(buys(0, 3));
  quiet.happen(...passed(0, 2));
  vi.advanceTimersByTime(20_000);
  flushSync();
  expect(said()).toEqual([
    "Ann rolls 1 and 2 and lands on Baltic Avenue.",
    "Ann buys Baltic Avenue for $60. It’s Bob’s turn.",
  ]);
});

test("events that arrive before the announcer has loaded are announced later", () => {
  vi.useFakeTimers();
  quiet.happen(...rollAndMove(1, 6, 8));
  const since = table.history.at(-1)!.seq;
  quiet.happen(...rollAndMove(0, 1, 3));
  shown.push(mount(Announcer, { target: document.body, props: { table, seats, board, since } }));
  flushSync();
  vi.advanceTimersByTime(20_000);
  flushSync();
  const said = [...document.querySelector("[role=log]")!.children].map(read);
  expect(said).toEqual(["Ann rolls 1 and 2 and lands on Baltic Avenue."]);
});

test("the state of the table is announced first, followed by players who leave or return", () => {
  vi.useFakeTimers();
  quiet.view.waiting_for = [1];
  quiet.view.seat = 1;
  quiet.view.agenda = [{ entry: "ToRoll", seat: 1 }] as unknown as View["agenda"];
  const sat = $state(seats.map((one) => ({ ...one, lost: false })));
  shown.push(
    mount(Announcer, { target: document.body, props: { table, seats: sat, board, since: -1 } }),
  );
  flushSync();
  const said = () => [...document.querySelector("[role=log]")!.children].map(read);
  const wait = (milliseconds: number) => {
    vi.advanceTimersByTime(milliseconds);
    flushSync();
  };
  wait(1_000);
  expect(said()).toEqual([`It’s Bob’s turn. ${speech.words.text("stage.for.ToRoll")}`]);
  sat[1]!.lost = true;
  flushSync();
  wait(500);
  sat[1]!.lost = false;
  flushSync();
  wait(20_000);
  expect(said()).toHaveLength(1);
  sat[1]!.lost = true;
  flushSync();
  wait(3_000);
  sat[1]!.lost = false;
  flushSync();
  wait(3_000);
  expect(said().slice(1)).toEqual(["Bob lost their connection.", "Bob is back online."]);
  quiet.info = { ...quiet.info, seats: [people[0]!, { ...people[1]!, kind: "free" }] };
  flushSync();
  expect(said().at(-1)).toBe("Bob left. A bot takes over.");
});

test("other players' chat lines are announced once, except those of muted players", () => {
  const write = (seat: number, text: string) => {
    quiet.lastChatLine = { seat, name: people[seat]?.name ?? "Cyd", text } as ChatMessage;
    flushSync();
  };
  write(1, "Before.");
  const since = table.seq;
  shown.push(mount(Announcer, { target: document.body, props: { table, seats, board, since } }));
  flushSync();
  write(1, "Hello!");
  write(0, "Hi Bob.");
  quiet.muted.add(2);
  write(2, "Buy from me!");
  write(1, "Hello!");
  const said = [...document.querySelector("[role=log]")!.children].map(read);
  expect(said).toEqual(["Bob says: Hello!", "Bob says: Hello!"]);
});

test("a lost connection is announced once, and so is the reconnection", () => {
  vi.useFakeTimers();
  const said: string[] = [];
  const actor = new Actor(
    table,
    () => seats,
    () => board,
  );
  shown.push(mount(Notices, { target: document.body, props: { actor, table, seats } }));
  flushSync();
  hush = voice.speakThrough((text) => said.push(text));
  const become = (status: string, milliseconds: number) => {
    quiet.status = status;
    flushSync();
    vi.advanceTimersByTime(milliseconds);
    flushSync();
  };
  become("lost", 900);
  become("open", 5_000);
  expect(said).toEqual([]);
  become("lost", 1_100);
  const lost = "Connection lost. Reconnecting…";
  expect(said).toEqual([lost]);
  become("connecting", 500);
  become("lost", 2_000);
  expect(said).toEqual([lost]);
  become("open", 5_000);
  expect(said).toEqual([lost, "You’re back online."]);
});

test("the standing order for rent gets a line only if it was canceled before", () => {
  const order = (on: boolean): GameEvent => ({ event: "RentOrderSet", seat: 0, on, cite });
  quiet.happen({ event: "TurnBegan", seat: 0, turn: 1, cite });
  quiet.happen(order(true));
  quiet.happen(...rollAndMove(0, 1, 3));
  quiet.happen(order(false));
  quiet.happen(order(true));
  shown.push(mount(Log, { target: document.body, props: { table, board } }));
  flushSync();
  expect(turns()[0]).toEqual([
    "Turn 1 · Ann",
    "Ann rolls 1 and 2 and lands on Baltic Avenue.",
    "Ann no longer asks for rent automatically.",
    "Ann now asks for rent automatically.",
  ]);
});

test("a player who was away can take their seat back", () => {
  quiet.you = [1];
  const away = seats.map((one) => ({ ...one, away: true }));
  const actor = new Actor(
    table,
    () => away,
    () => board,
  );
  shown.push(mount(Notices, { target: document.body, props: { actor, table, seats: away } }));
  flushSync();
  const buttons = [...document.querySelectorAll<HTMLElement>("button")];
  expect(buttons.map(read)).toEqual(["I’m back"]);
  buttons[0]!.click();
  expect(quiet.back.mock.calls).toEqual([[1]]);
});
