import { describe, expect, it } from "vitest";
import { boardOf } from "../src/game/boardData";
import {
  isEmpty,
  likelyPartner,
  limitsOf,
  mirrorTerms,
  NO_TERMS,
  NOTHING,
  makeOffer,
  standingAfter,
  toggle,
  limitTerms,
  type Terms,
} from "../src/trade/tradeTerms";
import type { Property, OpenOffer, Option, OfferTradeOption, View } from "../src/generated/wire";

const board = boardOf();
const [ANN, BOB, CY] = [0, 1, 2];
const CHEST_CARD = board.cards.findIndex((card) => card.key === "chest.jail_free");

const choices: OfferTradeOption["choices"] = {
  partner: { values: [BOB] },
  give_cash: { low: 0, high: 500 },
  get_cash: { low: 0, high: 80 },
  give_deeds: { values: [16, 18], many: true },
  get_deeds: { values: [19, 25], many: true },
  give_cards: { values: [CHEST_CARD], many: true },
  get_cards: { values: [], many: true },
  unmortgage: { values: [25], many: true, within: "get_deeds", costs: [110] },
};
const { partner: _, ...terms } = choices;
const options: Option[] = [
  { action: "OfferTrade", seat: ANN, choices: { ...choices, partner: { values: [CY] } } },
  { action: "OfferTrade", seat: ANN, choices },
  { action: "CounterTrade", seat: ANN, choices: { ...terms, offer: { values: [7] } } },
  { action: "Unmortgage", seat: ANN, choices: { space: { values: [15], costs: [110] } } },
];

const offer: OpenOffer = {
  number: 7,
  maker: BOB,
  partner: ANN,
  give_cash: 40,
  get_cash: 0,
  give_deeds: [19],
  get_deeds: [16],
  give_cards: [],
  get_cards: ["chest.jail_free"],
  unmortgage: [16],
};

function viewOf(properties: Partial<Property>[]): View {
  return {
    players: [
      { cash: 500, cards: ["chest.jail_free"] },
      { cash: 80, cards: [] },
    ],
    properties: properties.map((property) => ({ houses: 0, mortgaged: false, ...property })),
    transfer_costs: properties.map(({ mortgaged }) => (mortgaged ? [12, 111] : [0, 0])),
  } as unknown as View;
}

describe("limits", () => {
  it("come from the option for the partner, or for the offer being countered", () => {
    const found = limitsOf(options, BOB, -1);
    expect(found?.give).toEqual({ high: 500, deeds: [16, 18], cards: [CHEST_CARD] });
    expect(found?.get).toEqual({ high: 80, deeds: [19, 25], cards: [] });
    expect([...(found?.unmortgages ?? [])]).toEqual([[25, 110]]);
    expect(limitsOf(options, BOB, 7)).toEqual(found);
    expect(limitsOf(options, BOB, 8)).toBeNull();
    expect(limitsOf(options, 5, -1)).toBeNull();
  });

  it("remove whatever is no longer possible", () => {
    const wanted: Terms = {
      give: { cash: 900, deeds: [16, 39], cards: [CHEST_CARD, 3] },
      get: { cash: -5, deeds: [19], cards: [] },
      unmortgage: [25],
    };
    expect(limitTerms(wanted, limitsOf(options, BOB, -1))).toEqual({
      give: { cash: 500, deeds: [16], cards: [CHEST_CARD] },
      get: { cash: 0, deeds: [19], cards: [] },
      unmortgage: [],
    });
    expect(limitTerms(wanted, null)).toEqual(NO_TERMS);
  });
});

describe("terms", () => {
  it("of an offer are mirrored for the partner", () => {
    expect(mirrorTerms(offer, board)).toEqual({
      give: { cash: 0, deeds: [16], cards: [CHEST_CARD] },
      get: { cash: 40, deeds: [19], cards: [] },
      unmortgage: [],
    });
  });

  it("become an offer or a counteroffer", () => {
    const get = { ...NOTHING, deeds: [25] };
    const made: Terms = { give: { ...NOTHING, cash: 60 }, get, unmortgage: [25] };
    const named = {
      give_cash: 60,
      get_cash: 0,
      give_deeds: [],
      get_deeds: [25],
      give_cards: [],
      get_cards: [],
      unmortgage: [25],
    };
    const plain = { action: "OfferTrade", seat: ANN, partner: BOB, ...named };
    expect(makeOffer(ANN, BOB, -1, made)).toEqual(plain);
    const answer = { action: "CounterTrade", seat: ANN, offer: 7, ...named };
    expect(makeOffer(ANN, BOB, 7, made)).toEqual(answer);
  });

  it("are empty if neither side gives anything", () => {
    expect(isEmpty(NO_TERMS)).toBe(true);
    expect(isEmpty({ ...NO_TERMS, get: { ...NOTHING, cards: [1] } })).toBe(false);
  });

  it("can have an item added or removed", () => {
    expect(toggle([1, 2], 2)).toEqual([1]);
    expect(toggle([1], 2)).toEqual([1, 2]);
  });
});

describe("the result of a trade", () => {
  const view = viewOf([
    { space: 16, owner: ANN },
    { space: 18, owner: ANN },
    { space: 19, owner: BOB },
    { space: 25, owner: BOB, mortgaged: true },
    { space: 1, owner: BOB },
    { space: 3, owner: BOB },
  ]);
  const out = { ...NOTHING, cash: 100, cards: [CHEST_CARD] };
  const into = { ...NOTHING, deeds: [19, 25] };

  it("includes completed groups", () => {
    const after = standingAfter(view, board, ANN, out, into, []);
    expect(after.groups).toEqual([
      { key: "orange", before: 2, after: 3, of: 3, completed: true, broken: false },
      { key: "railroads", before: 0, after: 1, of: 4, completed: false, broken: false },
    ]);
    expect([after.cards, after.cardsAfter]).toEqual([1, 0]);
  });

  it("includes broken groups", () => {
    const given = { ...NOTHING, deeds: [3] };
    const after = standingAfter(view, board, BOB, given, NOTHING, []);
    expect(after.groups.find((group) => group.broken)?.key).toBe("brown");
  });

  it("includes what the Bank takes, as given by the view", () => {
    const kept = standingAfter(view, board, ANN, out, into, []);
    expect([kept.cash, kept.cashAfter, kept.toBank]).toEqual([500, 388, 12]);
    const unmortgaged = standingAfter(view, board, ANN, out, into, [25]);
    expect([unmortgaged.cashAfter, unmortgaged.toBank]).toEqual([289, 111]);
  });
});

it("suggests the partner with the most deeds in the maker's groups", () => {
  const own = { space: 16, owner: ANN };
  const suggest = (...others: Partial<Property>[]) =>
    likelyPartner(viewOf([own, ...others]), board, ANN, [BOB, CY]);
  expect(suggest()).toBe(BOB);
  expect(suggest({ space: 18, owner: CY })).toBe(CY);
  expect(suggest({ space: 18, owner: CY }, { space: 19, owner: BOB })).toBe(BOB);
  expect(suggest({ space: 5, owner: CY })).toBe(BOB);
  expect(likelyPartner(viewOf([own]), board, ANN, [])).toBe(-1);
});
