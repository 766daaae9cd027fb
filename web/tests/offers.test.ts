import { describe, expect, it, test } from "vitest";
import { canAsk } from "../src/deeds/askForOffer";
import type { OpenOffer, SeatOptions, View } from "../src/generated/wire";
import { findAcceptance } from "../src/stage/offerOptions";
import { inquiriesTo, isGone, offersBetween, offersFor } from "../src/stage/offers";
import { viewWith } from "./views";

test("an offer is void once something in it has changed or changed hands", () => {
  const property = (space: number, owner: number) => ({ space, owner });
  const players = [{ cards: ["chest.jail_free"] }, { cards: [] }, { cards: [] }];
  const view = { properties: [property(1, 0), property(3, 1)], players } as unknown as View;
  const nothing = { give_deeds: [], give_cards: [], get_deeds: [], get_cards: [] };
  const gone = (terms: Partial<OpenOffer>) =>
    isGone({ maker: 0, partner: 1, ...nothing, ...terms } as unknown as OpenOffer, view);
  expect(gone({ give_deeds: [1], give_cards: ["chest.jail_free"], get_deeds: [3] })).toBe(false);
  expect(gone({ give_deeds: [3] })).toBe(true);
  expect(gone({ get_deeds: [5] })).toBe(true);
  expect(gone({ get_cards: ["chest.jail_free"] })).toBe(true);
  expect(gone({ give_deeds: [1], changed: 1 })).toBe(true);
});

describe("offers", () => {
  const offer = (number: number, maker: number, partner: number): OpenOffer => ({
    number,
    maker,
    partner,
    give_cash: 10,
    get_cash: 0,
    give_deeds: [],
    get_deeds: [],
    give_cards: [],
    get_cards: [],
    unmortgage: [],
  });

  it("to the player come first, then the player's own; a spectator sees all of them", () => {
    const view = viewWith({ offers: [offer(1, 0, 1), offer(2, 1, 2), offer(3, 2, 0)] });
    const numbers = (you: number[]) => offersFor(view, you).map(({ number }) => number);
    expect([numbers([0]), numbers([]), numbers([0, 1])]).toEqual([
      [3, 1],
      [1, 2, 3],
      [1, 3, 2],
    ]);
    const left = offersFor(view, [0, 1], (seat) => seat === 1);
    expect(left.map(({ number }) => number)).toEqual([3, 2]);
    const others = (you: number[]) => offersBetween(view, you).map(({ number }) => number);
    expect([others([0]), others([]), others([0, 1])]).toEqual([[2], [], []]);
  });

  it("that are no longer possible come last, and are left out between others", () => {
    const gone = (...seats: [number, number, number]) => ({ ...offer(...seats), changed: 1 });
    const view = viewWith({ offers: [gone(1, 1, 0), offer(2, 2, 0), gone(3, 1, 2)] });
    expect(offersFor(view, [0]).map(({ number }) => number)).toEqual([2, 1]);
    expect(offersBetween(view, [0])).toEqual([]);
  });

  it("can be accepted if there is an option for it, which lists the deeds to unmortgage", () => {
    const choices = {
      offer: { values: [3] },
      unmortgage: { values: [12], many: true as const, costs: [83] },
    };
    const options: SeatOptions = {
      type: "options",
      seq: 1,
      seat: 0,
      decision: 0,
      questions: [],
      options: [{ action: "AcceptTrade", seat: 0, choices }],
    };
    expect(findAcceptance(options, 3)).toEqual({
      possible: true,
      unmortgages: [{ space: 12, cost: 83 }],
    });
    expect(findAcceptance(options, 4)).toEqual({ possible: false, unmortgages: [] });
  });
});

describe("inquiries", () => {
  const inquiry = (number: number, asker: number, partner: number, closed = false) => ({
    number,
    asker,
    partner,
    space: 1,
    turn: 1,
    closed,
  });

  it("are shown to the player who is asked, until they are closed", () => {
    const view = viewWith({
      inquiries: [inquiry(1, 1, 0), inquiry(2, 0, 1), inquiry(3, 2, 0, true)],
    });
    const numbers = (you: number[]) => inquiriesTo(view, you).map(({ number }) => number);
    expect([numbers([0]), numbers([1]), numbers([2]), numbers([])]).toEqual([[1], [2], [], []]);
  });

  it("can be made if there is an option for the partner and the property", () => {
    const choices = { partner: { values: [1] }, space: { values: [5, 12] } };
    const options: SeatOptions = {
      type: "options",
      seq: 1,
      seat: 0,
      decision: 1,
      questions: [],
      options: [{ action: "AskForOffer", seat: 0, choices }],
    };
    const asks = (partner: number, space: number) =>
      canAsk(options, { action: "AskForOffer", seat: 0, partner, space });
    expect([asks(1, 5), asks(1, 6), asks(2, 5)]).toEqual([true, false, false]);
  });
});
