/**
 * How the stage uses views and options: the current decision, its answers, and the amount of a bid.
 */
import { describe, expect, it } from "vitest";
import { boardOf } from "../src/game/boardData";
import type { Action, AgendaEntry, Option, SeatOptions, View } from "../src/generated/wire";
import { answersOf, topOf } from "../src/stage/answers";
import { chosenOf, NOTHING } from "../src/stage/bidDraft";
import { currentDecisionOf, seatOf } from "../src/stage/currentDecision";
import { PLAYER, viewWith } from "./views";

const board = boardOf();
const ANN = 0;

function viewOf(agenda: AgendaEntry[], waiting: number[], more: Partial<View> = {}): View {
  const player = { ...PLAYER, cash: 500 };
  return viewWith({ players: [player, player, player], agenda, waiting_for: waiting, ...more });
}

function optionsWith(...options: Option[]): SeatOptions {
  return { type: "options", seq: 1, seat: ANN, decision: 0, questions: [], options };
}

const bidding = (low: number, high: number): SeatOptions => ({
  ...optionsWith(...(low <= high ? [bids(low, high)] : [])),
  bids: { low, high },
});

const simple = (action: "Roll" | "Buy" | "Decline" | "PassBid" | "PayFine"): Option =>
  ({ action, seat: ANN, choices: {}, answers: true }) as Option;

const bids = (low: number, high: number): Option => ({
  action: "Bid",
  seat: ANN,
  choices: { amount: { low, high } },
  answers: true,
});

describe("answers", () => {
  const auction: AgendaEntry = { entry: "Auction", space: 39, bidders: [0, 1], bid: 60, seat: 1 };
  const asked = (view: View, options?: SeatOptions, sum = 0) =>
    answersOf(view, board, ANN, options, { sum, property: -1 });

  it("the space bar is the shortcut for rolling", () => {
    const view = viewOf([{ entry: "ToRoll", seat: ANN }], [ANN]);
    expect(asked(view, optionsWith(simple("Roll")))).toEqual([
      {
        text: "stage.roll",
        hotkey: "Space",
        keys: [" "],
        action: { action: "Roll", seat: ANN },
        allowed: true,
      },
    ]);
  });

  it("while others must decide, the roll button stays but is disabled", () => {
    const view = viewOf([{ entry: "ToRoll", seat: 1 }], [1]);
    const [main, ...others] = asked(view, optionsWith());
    expect([main?.text, main?.allowed, others.length]).toEqual(["stage.roll", false, 0]);
  });

  it("in Jail, the other ways out are shown too, but the card only if the player has one", () => {
    const view = viewOf([{ entry: "ToRoll", seat: ANN }], [ANN]);
    const answers = (cards: string[]) => {
      view.players = view.players.map((one) => ({ ...one, jail: 1, cards }));
      const found = asked(view, optionsWith(simple("Roll"), simple("PayFine")));
      return found.map(({ text, allowed }) => [text, allowed]);
    };
    const ways = [
      ["stage.roll", true],
      ["stage.fine", true],
    ];
    expect(answers([])).toEqual(ways);
    expect(answers(["chest.jail_free"])).toEqual([...ways, ["stage.card", false]]);
  });

  it("an answer that the player cannot afford is shown but not allowed", () => {
    const view = viewOf([{ entry: "BuyOrAuction", seat: ANN, space: 39 }], [ANN]);
    const found = asked(view, optionsWith(simple("Decline")));
    expect(found.map(({ text, allowed, money }) => [text, allowed, money])).toEqual([
      ["stage.buy", false, { price: 400 }],
      ["stage.auction", true, undefined],
    ]);
  });

  it("a bid must be within the option's limits", () => {
    const view = viewOf([auction], [ANN]);
    const options = optionsWith(bids(61, 500), simple("PassBid"));
    expect(asked(view, options, 61).map(({ allowed }) => allowed)).toEqual([true, true]);
    expect(asked(view, options, 600)[0]?.allowed).toBe(false);
  });

  it("the shortcut for the flat tax is 1, and the shortcut for the percentage is 2", () => {
    const view = viewOf([{ entry: "TaxChoice", seat: ANN }], [ANN]);
    const choices = { share: { values: [false, true] } };
    const found = asked(view, optionsWith({ action: "ChooseTax", seat: ANN, choices } as Option));
    expect(found.map(({ text, hotkey, keys, action }) => [text, hotkey, keys, action])).toEqual([
      ["stage.tax.flat", "1", ["1"], { action: "ChooseTax", seat: ANN, share: false }],
      ["stage.tax.share", "2", ["2"], { action: "ChooseTax", seat: ANN, share: true }],
    ]);
  });

  it("the leader can ask why they cannot bid", () => {
    const view = viewOf([{ ...auction, seat: ANN }], [1]);
    expect(asked(view, optionsWith(), 61)[0]).toMatchObject({
      allowed: false,
      ask: { action: "PassBid", seat: ANN },
    });
  });

  it("bankruptcy asks for confirmation, and is allowed only if it is an option", () => {
    const owing: AgendaEntry = {
      entry: "DebtDue",
      seat: ANN,
      creditor: 1,
      amount: 900,
      reason: "rent",
      cite: "",
      announced: true,
    };
    const view = viewOf([owing], [ANN]);
    const steps = [{ action: { action: "Mortgage", seat: ANN, space: 1 } as Action, brings: 30 }];
    const raise_plan = { steps, brings: 30, left_over: 0 };
    const poor = asked(view, { ...optionsWith(), raise_plan });
    expect(poor.map(({ action, allowed, sure }) => [action?.action, allowed, sure])).toEqual([
      [undefined, true, undefined],
      ["GoBankrupt", false, true],
    ]);
  });
});

describe("the input for an answer", () => {
  it("starts with the minimum bid and rises with it", () => {
    const at = (bid: number) =>
      viewOf([{ entry: "Auction", space: 1, bidders: [0, 1], bid, seat: 1 }], [ANN]);
    expect(chosenOf(at(60), bidding(61, 500), NOTHING).sum).toBe(61);
    expect(chosenOf(at(60), bidding(61, 500), { sum: 80, property: null }).sum).toBe(80);
    expect(chosenOf(at(90), bidding(91, 500), { sum: 80, property: null }).sum).toBe(91);
  });

  it("is not corrected while the user types, and is not allowed if it is out of range", () => {
    const view = viewOf([{ entry: "Auction", space: 1, bidders: [0, 1], bid: 60, seat: 1 }], [ANN]);
    const options = bidding(61, 500);
    const typed = (sum: number) => {
      const chosen = chosenOf(view, options, { sum, property: null, typed: true });
      const [main] = answersOf(view, board, ANN, options, chosen);
      return [main?.money?.["sum"], main?.allowed];
    };
    expect([60, 61, 500, 501, 5000].map(typed)).toEqual([
      [60, false],
      [61, true],
      [500, true],
      [501, false],
      [5000, false],
    ]);
    expect(typed(Number.NaN)).toEqual([Number.NaN, false]);
  });

  it("drops the typed amount when bidding is no longer possible", () => {
    const view = viewOf(
      [{ entry: "Auction", space: 1, bidders: [0, 1], bid: 600, seat: 1 }],
      [ANN],
    );
    const typed = (sum: number) =>
      chosenOf(view, bidding(601, 500), { sum, property: null, typed: true }).sum;
    expect([80, 601, 700, NaN].map(typed)).toEqual([601, 601, 601, 601]);
  });

  it("lets the leader enter an amount for a standing order", () => {
    const view = viewOf([{ entry: "Auction", space: 1, bidders: [0, 1], bid: 60, seat: 0 }], [1]);
    const bids = { low: 61, high: 500 };
    expect(chosenOf(view, { ...optionsWith(), bids }, NOTHING)).toMatchObject(bids);
  });

  it("has a separate minimum bid for each property in a building auction", () => {
    const bid = (space: number, low: number): Option => ({
      action: "BidForBuilding",
      seat: ANN,
      choices: { amount: { low, high: 500 }, space: { values: [space] } },
      answers: true,
    });
    const top: AgendaEntry = {
      entry: "BuildingAuction",
      kind: 0,
      bidders: [0, 1],
      bid: 0,
      seat: -1,
      space: -1,
    };
    const options = optionsWith(bid(1, 50), bid(39, 200));
    expect(chosenOf(viewOf([top], [ANN]), options, NOTHING)).toMatchObject({
      sum: 50,
      property: 1,
    });
    expect(chosenOf(viewOf([top], [ANN]), options, { sum: null, property: 39 })).toMatchObject({
      sum: 200,
      property: 39,
    });
  });

  it("starts with a demand for one building, or none if none are available", () => {
    const top: AgendaEntry = { entry: "DemandRound", seat: 1, space: 1, kind: 0, asked: [0] };
    const demand = (high: number): Option => ({
      action: "StateDemand",
      seat: ANN,
      choices: { count: { low: 0, high } },
      answers: true,
    });
    const sum = (high: number) =>
      chosenOf(viewOf([top], [ANN]), optionsWith(demand(high)), NOTHING).sum;
    expect([sum(3), sum(0)]).toEqual([1, 0]);
  });
});

describe("the current decision", () => {
  it("belongs to whichever of your seats must decide, or else to one that is still in the game", () => {
    const view = viewOf([{ entry: "ToRoll", seat: 1 }], [1]);
    expect([seatOf(view, [0, 1]), seatOf(view, [0, 2]), seatOf(view, [])]).toEqual([1, 0, -1]);
    view.players = view.players.map((one, seat) => ({ ...one, out: seat === 0 }));
    expect(seatOf(view, [0, 2])).toBe(2);
  });

  it("is at the top of the agenda", () => {
    const view = viewOf(
      [
        { entry: "ToEndTurn", seat: 0 },
        { entry: "TaxChoice", seat: 0 },
      ],
      [ANN],
    );
    expect(topOf(view)?.entry).toBe("TaxChoice");
    expect(currentDecisionOf(view, board, ANN, optionsWith(), NOTHING)).toMatchObject({
      mine: true,
    });
  });
});
