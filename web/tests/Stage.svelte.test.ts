/**
 * The stage on a page: where the focus goes, and what a key press or click does while the board
 * lags behind.
 */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { boardOf } from "../src/game/boardData";
import { boardProgress } from "../src/board/boardProgress.svelte";
import type { Action, OpenOffer, Option, SeatOptions, View } from "../src/generated/wire";
import { keys } from "../src/platform/shortcuts.svelte";
import { speech } from "../src/say/say.svelte";
import { Words } from "../src/say/words";
import OffersPanel from "../src/stage/OffersPanel.svelte";
import Stage from "../src/stage/Stage.svelte";
import { StageState } from "../src/stage/stageState.svelte";
import type { SeatedPlayer } from "../src/table/seats";
import { Table } from "../src/table/table.svelte";
import { voice } from "../src/platform/screenReader.svelte";
import { PLAYER, viewWith } from "./views";

const [ANN, BEA, BOT, CYD] = [0, 1, 2, 3];
const board = boardOf();
const seated = (name: string, bot = ""): SeatedPlayer => ({
  name,
  token: "Dog",
  bot,
  away: false,
  lost: false,
});
const SEATS = [seated("Ann"), seated("Bea"), seated("Robo", "normal"), seated("Cyd")];
const PLAYERS = SEATS.map(() => ({ ...PLAYER, always_asks_for_rent: true })); // no order needed
const AGAIN = "You can answer now. Press again.";
/** Only the bot is asked. */
const OTHERS = {
  seat: BOT,
  agenda: [{ entry: "ToRoll", seat: BOT }],
  waiting_for: [BOT],
} satisfies Partial<View>;
const ROLL = { action: "Roll", seat: ANN, choices: {}, answers: true } as Option;

let table: Table;
let played: Action[];
let said: string[];
/** Unmounts everything. */
let close: () => void;

beforeEach(async () => {
  speech.words = await Words.load("en");
  vi.stubGlobal("WebSocket", class {});
  table = new Table("any", []);
  table.status = "open";
  table.you = [ANN];
  played = [];
  said = [];
  vi.spyOn(table, "play").mockImplementation((action) => {
    played.push(action);
    return Promise.resolve({ type: "accepted" as const, id: "1", seq: 0 });
  });
  close = voice.speakThrough((text) => said.push(text));
});
afterEach(() => {
  close();
  boardProgress.next = Infinity;
  boardProgress.settle(null);
  boardProgress.blind = false;
  boardProgress.skip = () => {};
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const optionsOf = (seat: number, ...options: Option[]): SeatOptions => ({
  type: "options",
  seq: 0,
  seat,
  decision: 0,
  questions: [
    { name: "ToRoll", variants: [], values: {} } as unknown as SeatOptions["questions"][number],
  ],
  options,
});

const offer = (number: number, maker: number, partner: number): OpenOffer => ({
  number,
  maker,
  partner,
  give_cash: 90,
  get_cash: 0,
  give_deeds: [],
  get_deeds: [],
  give_cards: [],
  get_cards: [],
  unmortgage: [],
});

/** Mount the stage for the table, and the offers beside it. */
function showStage(view: Partial<View>): void {
  table.view = viewWith({ players: PLAYERS, ...view });
  boardProgress.settle(table.view);
  const stage = new StageState(
    () => ({ table, board, seats: SEATS }),
    () => {},
  );
  const props = { stage, onmanage() {}, ondeed() {} };
  const parts = [
    mount(OffersPanel, { target: document.body, props: { stage } }),
    mount(Stage, { target: document.body, props }),
  ];
  flushSync();
  const before = close;
  close = () => (parts.forEach((part) => void unmount(part)), before());
}

const buttons = () => [...document.querySelectorAll("button")];
const read = (one: Element | null | undefined) => one?.textContent.replace(/\s+/g, " ").trim();
const main = () => document.querySelector<HTMLElement>("[data-main] button")!;

const buttonNamed = (name: string) => buttons().find((one) => read(one)?.startsWith(name));
const heading = () => read(document.querySelector("[data-question]"));

test("a question that was answered for a player disappears when the board shows the next turn", () => {
  table.options = { [ANN]: optionsOf(ANN, ROLL) };
  showStage({});
  expect(document.querySelector(".turn")).not.toBeNull();
  // Ann has rolled, a standing order has ended her turn, and the bot has rolled. The board shows
  // these one after another.
  const rolled = viewWith({
    players: PLAYERS,
    agenda: [{ entry: "ToEndTurn", seat: ANN }],
    decision: 1,
  });
  const passed = viewWith({ players: PLAYERS, ...OTHERS, decision: 2 });
  boardProgress.next = 1;
  for (const [seq, view] of [rolled, passed, passed].entries()) boardProgress.note(seq + 1, view);
  table.view = passed;
  flushSync();
  const shown = (upTo: number) => {
    boardProgress.next = upTo;
    flushSync();
    const stage = document.querySelector("section.stage")!;
    return [stage.classList.contains("mine"), heading(), main().getAttribute("aria-disabled")];
  };
  expect(shown(1)[0]).toBe(true); // the dice are still rolling
  expect(shown(2)[0]).toBe(true); // the token has moved
  const others = [false, "About to roll.", "true"];
  expect(shown(3)).toEqual(others); // the turn has ended
  expect(shown(Infinity)).toEqual(others);
});

test("the question before a roll stays as it was while the board shows the roll", () => {
  table.options = { [ANN]: optionsOf(ANN, ROLL) };
  const jailed = PLAYERS.map((one, seat) => (seat === BOT ? { ...one, space: 10, jail: 1 } : one));
  showStage({ players: jailed });
  const question = () => read(document.querySelector(".asked"));
  const before = question();
  boardProgress.next = 1;
  Object.assign(table.view!.agenda[0]!, { seat: BOT }); // views change in place
  flushSync();
  expect(question()).toBe(before);
  expect(document.querySelector(".asked .bars")).toBeNull();
});

test("a click without a key or pointer event ends the animation and answers nothing", () => {
  table.options = { [ANN]: optionsOf(ANN, ROLL) };
  showStage({});
  boardProgress.next = 5;
  const skipped = vi.fn(() => (boardProgress.next = Infinity));
  boardProgress.skip = skipped;
  flushSync();
  main().click();
  expect([played, skipped.mock.calls.length, said]).toEqual([[], 1, [AGAIN]]);
  main().click();
  expect(played).toEqual([{ action: "Roll", seat: ANN }]);
});

test("an Enter press that only shows the question is announced as such", () => {
  table.options = { [ANN]: optionsOf(ANN, ROLL) };
  showStage({});
  boardProgress.blind = true; // the key press went to the board first, which then showed everything
  main().click();
  expect([played, said]).toEqual([[], [AGAIN]]);
});

test("an offer can be answered while the board is being animated", async () => {
  showStage({ ...OTHERS, offers: [offer(1, BOT, ANN)] });
  await vi.waitFor(() => expect(buttonNamed("Decline")).toBeDefined(), { timeout: 10_000 });
  boardProgress.next = 5;
  flushSync();
  buttonNamed("Decline")!.click();
  expect(played).toEqual([{ action: "DeclineTrade", seat: ANN, offer: 1 }]);
});

test("a key pressed twice before the options arrive asks about the rent but does not give it up", async () => {
  vi.useFakeTimers();
  const rent = { number: 1, owner: ANN, tenant: BOT, space: 39, amount: 50, cite: "10 MCS 90" };
  showStage({ rents: [rent] } as Partial<View>);
  for (let press = 0; press < 2; press += 1)
    keys.onKeyDown(new KeyboardEvent("keydown", { key: " ", cancelable: true }));
  table.onOptions(optionsOf(ANN, ROLL));
  await vi.advanceTimersByTimeAsync(100);
  flushSync();
  expect(document.querySelector(".sure")).not.toBeNull();
  expect(played).toEqual([]);
});

const PAUSE = "Pause bot offers";
const pauses = (seat: number): Option => ({
  action: "PauseOffers",
  seat,
  choices: { rounds: { values: [5, -1] } },
});
/** Return the focused element's text, once the page has settled. */
async function focused(): Promise<string | undefined> {
  flushSync();
  await new Promise((done) => setTimeout(done)); // after the page's observers
  return read(document.activeElement);
}
/** Press a button with the keyboard. */
async function enter(name: string): Promise<string | undefined> {
  await vi.waitFor(() => expect(buttonNamed(name)).toBeDefined());
  buttonNamed(name)!.focus();
  buttonNamed(name)!.click();
  return focused();
}

test("pausing offers moves the focus to the first duration, and canceling moves it back", async () => {
  table.options = { [ANN]: optionsOf(ANN, pauses(ANN)) };
  showStage({ ...OTHERS, offers: [offer(1, BOT, ANN)] });
  expect(await enter(PAUSE)).toBe("For 5 rounds");
  expect(await enter("Cancel")).toBe(PAUSE);
  expect(buttonNamed("For 5 rounds")).toBeUndefined();
  expect(played).toEqual([]);
});

test("pausing offers declines the bots' offers to that seat and nothing else", async () => {
  table.you = [ANN, BEA];
  table.options = { [ANN]: optionsOf(ANN, pauses(ANN)), [BEA]: optionsOf(BEA, pauses(BEA)) };
  const offers = [offer(1, BOT, ANN), offer(2, CYD, ANN), offer(3, BOT, BEA), offer(4, BOT, ANN)];
  showStage({ ...OTHERS, offers });
  await enter(PAUSE);
  expect(await enter("For 5 rounds")).toBe(PAUSE);
  await vi.waitFor(() => expect(played).toHaveLength(3));
  expect(played).toEqual([
    { action: "PauseOffers", seat: ANN, rounds: 5 },
    { action: "DeclineTrade", seat: ANN, offer: 1 },
    { action: "DeclineTrade", seat: ANN, offer: 4 },
  ]);
  await focused();
  expect(played).toHaveLength(3);
});

test("answering one of two offers moves the focus to the other offer, not to its buttons", async () => {
  showStage({ ...OTHERS, offers: [offer(1, BOT, ANN), offer(2, CYD, ANN)] });
  const refuse = buttons().find((one) => one.closest(".offer") && read(one)?.startsWith("Decline"));
  refuse!.focus();
  table.view = viewWith({ players: PLAYERS, ...OTHERS, offers: [offer(2, CYD, ANN)] });
  await focused();
  expect(document.activeElement?.matches("section.offer")).toBe(true);
});
