/** A trade being drafted, its result, and the Bank's remaining buildings. */
import { flushSync, mount, unmount, type Component } from "svelte";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { boardOf } from "../src/game/boardData";
import BankLine from "../src/deeds/BankLine.svelte";
import { cardNumber } from "../src/game/deeds";
import { Draft } from "../src/trade/tradeDraft.svelte";
import { NOTHING, standingAfter } from "../src/trade/tradeTerms";
import TradeAfter from "../src/trade/TradeAfter.svelte";
import TradeSide from "../src/trade/TradeSide.svelte";
import type { Inquiry, OpenOffer, Property, OfferTradeOption } from "../src/generated/wire";
import { speech } from "../src/say/say.svelte";
import { Words } from "../src/say/words";
import { Table } from "../src/table/table.svelte";
import { PLAYER, viewWith } from "./views";

const board = boardOf();
const [ANN, BOB] = [0, 1];
const [MEDITERRANEAN, BALTIC, ORIENTAL] = [1, 3, 6];
const JAIL_CARD = "chest.jail_free";
const CARD = cardNumber(board, JAIL_CARD);
const property = (space: number, houses = 0): Property => ({
  space,
  owner: ANN,
  houses,
  mortgaged: false,
});
const viewOf = (...properties: Property[]) =>
  viewWith({ players: [{ ...PLAYER, cards: [JAIL_CARD] }, PLAYER], properties });

/** Bob asks Ann for Baltic Avenue and a card for $90. */
const OFFER: OpenOffer = {
  number: 7,
  maker: BOB,
  partner: ANN,
  give_cash: 90,
  get_cash: 0,
  give_deeds: [],
  get_deeds: [BALTIC],
  give_cards: [],
  get_cards: [JAIL_CARD],
  unmortgage: [],
};

let shown: Record<string, unknown> | undefined;

beforeEach(async () => {
  speech.words = await Words.load("en");
});
afterEach(() => {
  if (shown) void unmount(shown);
  shown = undefined;
  vi.unstubAllGlobals();
});

function show<Props extends Record<string, unknown>>(what: Component<Props>, props: Props): void {
  shown = mount(what, { target: document.body, props });
  flushSync();
}
const read = (one: Element) => one.textContent.replace(/\s+/g, " ").trim();

/** Return a draft of Ann's offer to Bob, which may answer an inquiry by Bob, or an offer. */
function draftOf(asked?: Pick<Inquiry, "space" | "turn" | "closed">, answered?: OpenOffer): Draft {
  vi.stubGlobal("WebSocket", class {});
  const table = new Table("any", []);
  const choices: OfferTradeOption["choices"] = {
    partner: { values: [BOB] },
    give_cash: { low: 0, high: 1500 },
    get_cash: { low: 0, high: 1500 },
    give_deeds: { values: [BALTIC], many: true },
    get_deeds: { values: [], many: true },
    give_cards: { values: [CARD], many: true },
    get_cards: { values: [], many: true },
    unmortgage: { values: [], many: true, within: "get_deeds", costs: [] },
  };
  const { partner: _, ...terms } = choices;
  const options = [
    { action: "OfferTrade" as const, seat: ANN, choices },
    {
      action: "CounterTrade" as const,
      seat: ANN,
      choices: { offer: { values: [OFFER.number] }, ...terms },
    },
  ];
  table.you = [ANN];
  table.view = viewOf(property(BALTIC));
  table.options = {
    [ANN]: { type: "options", seq: 1, seat: ANN, decision: 0, questions: [], options },
  };
  if (asked) table.view.inquiries = [{ number: 4, asker: BOB, partner: ANN, ...asked }];
  if (answered) table.view.offers = [answered];
  const number = asked ? 4 : (answered?.number ?? -1);
  return new Draft(() => ({ table, board, seats: [] }), BOB, number);
}

test("an answer to an inquiry starts with its property and is an ordinary offer", () => {
  const draft = draftOf({ space: BALTIC, turn: 1, closed: false });
  expect([draft.maker, draft.partner, draft.counter]).toEqual([ANN, BOB, -1]);
  expect(draft.terms.give.deeds).toEqual([BALTIC]);
});

test("the partner can be asked about a draft that consists of one deed", () => {
  const draft = draftOf();
  expect(draft.onlyDeed).toBe(-1);
  draft.change("give", { ...NOTHING, deeds: [BALTIC] });
  expect(draft.onlyDeed).toBe(BALTIC);
  draft.change("get", { ...NOTHING, cash: 5 });
  expect(draft.onlyDeed).toBe(-1);
});

test("a counteroffer cannot be sent until its terms differ from the offer's", () => {
  const draft = draftOf(undefined, OFFER);
  const is = () => [draft.counter, draft.unchanged, draft.refused];
  expect(is()).toEqual([7, true, true]);
  draft.change("get", { ...NOTHING, cash: 100 });
  expect(is()).toEqual([7, false, false]);
  draft.change("get", { ...NOTHING, cash: 90 });
  expect(is()).toEqual([7, true, true]);
  draft.change("give", { ...NOTHING, deeds: [BALTIC] });
  expect(is()).toEqual([7, false, false]);
  draft.change("give", { ...NOTHING, cards: [CARD] });
  draft.change("give", { ...draft.terms.give, deeds: [BALTIC] });
  expect(is()).toEqual([7, true, true]);
});

test("a new offer may repeat an earlier one", () => {
  const draft = draftOf();
  draft.change("give", { ...NOTHING, deeds: [BALTIC] });
  expect([draft.unchanged, draft.refused]).toEqual([false, false]);
});

test.each([
  ["give", "get"],
  ["get", "give"],
] as const)("cash to %s clears the cash to %s", (side, other) => {
  const draft = draftOf();
  draft.change(other, { ...NOTHING, cash: 200 });
  draft.change(side, { ...NOTHING, cash: 70 });
  expect([draft.terms[side].cash, draft.terms[other].cash]).toEqual([70, 0]);
});

test("adding a deed or a card doesn't change the other side's cash", () => {
  const draft = draftOf();
  draft.change("get", { ...NOTHING, cash: 200 });
  draft.change("give", { ...NOTHING, deeds: [BALTIC], cards: [CARD] });
  expect(draft.terms).toEqual({
    give: { cash: 0, deeds: [BALTIC], cards: [CARD] },
    get: { ...NOTHING, cash: 200 },
    unmortgage: [],
  });
});

test("a tap adds a Get Out of Jail Free card to a trade or removes it", () => {
  const draft = draftOf();
  const side = () => ({
    title: "You give",
    view: viewOf(property(BALTIC)),
    board,
    seats: [],
    seat: ANN,
    own: true,
    goods: draft.terms.give,
    limits: draft.limits?.give ?? null,
    note: "note",
    onchange: draft.change.bind(draft, "give"),
    onwhy: () => {},
    onrest: () => {},
  });
  const card = () => [...document.querySelectorAll("button")].at(-1)!;
  const tap = () => {
    show(TradeSide, side());
    const was = card().getAttribute("aria-pressed");
    card().click();
    void unmount(shown!);
    shown = undefined;
    return was;
  };
  expect(tap()).toBe("false");
  expect(draft.terms.give).toEqual({ cash: 0, deeds: [], cards: [CARD] });
  expect(tap()).toBe("true");
  expect(draft.terms.give).toEqual(NOTHING);
});

describe("the deeds of a group with buildings", () => {
  const BROWN = [MEDITERRANEAN, BALTIC];
  const LIGHT_BLUE = [ORIENTAL, 8, 9];

  function side(own: boolean, ...houses: number[]): void {
    const properties = [...BROWN, ...LIGHT_BLUE, 5].map((space, place) =>
      property(space, houses[place]),
    );
    const limits = { high: 0, deeds: [5], cards: [] };
    const rest = { onchange: () => {}, onwhy: () => {}, onrest: () => {} };
    show(TradeSide, {
      ...{ title: "You give", view: viewOf(...properties), board, seats: [], seat: ANN, own },
      ...{ goods: NOTHING, limits, note: "note", ...rest },
    });
  }
  const why = () => document.querySelector("section > p")?.textContent ?? "";

  test.each([
    [[], "", ""],
    [
      [0, 1],
      "Brown has a house. Sell it first to trade the group.",
      "Brown can’t be traded while it has a house.",
    ],
    [
      [0, 0, 2, 2, 3],
      "Light Blue has houses. Sell them first to trade it.",
      "Light Blue can’t be traded while it has houses.",
    ],
    [
      [5, 5],
      "Brown has hotels. Sell them first to trade it.",
      "Brown can’t be traded while it has hotels.",
    ],
    [
      [5, 4],
      "Brown has buildings. Sell them first to trade it.",
      "Brown can’t be traded while it has buildings.",
    ],
    [
      [1, 1, 1],
      "Brown and Light Blue have houses. Sell the houses first to trade these groups.",
      "Brown and Light Blue can’t be traded while they have houses.",
    ],
  ])("have a line that says why they cannot be traded (%j)", (houses, own, theirs) => {
    side(true, ...houses);
    expect(why()).toBe(own);
    void unmount(shown!);
    side(false, ...houses);
    expect(why()).toBe(theirs);
  });

  test("do not look mortgaged", () => {
    side(true, 1, 1);
    const looks = [...document.querySelectorAll(".card")].map(({ classList }) =>
      ["locked", "mortgaged"].map((name) => classList.contains(name)),
    );
    expect(looks[0]).toEqual([true, false]);
  });
});

test("the preview shows which group a trade breaks up and which it completes", () => {
  const view = viewOf(property(MEDITERRANEAN), property(BALTIC), property(8), property(9));
  const [give, get] = [
    { ...NOTHING, deeds: [BALTIC] },
    { ...NOTHING, deeds: [ORIENTAL] },
  ];
  const after = standingAfter(view, board, ANN, give, get, []);
  show(TradeAfter, { title: "Ann", board, standing: after });
  expect([...document.querySelectorAll(".told")].map(read)).toEqual([
    "breaks up the Brown set",
    "completes the Light Blue set",
  ]);
});

test("the Bank's line shows the remaining houses and hotels", () => {
  show(BankLine, {
    view: viewOf(property(MEDITERRANEAN, 4), property(BALTIC, 5)),
    board,
    seat: ANN,
  });
  expect(read(document.body)).toBe("Cash $1,500 Bank: 28 houses, 11 hotels");
});
