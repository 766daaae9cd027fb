import { describe, expect, it } from "vitest";
import { orderRents, waitingRents } from "../src/stage/rentClaims";
import type { Table } from "../src/table/table.svelte";
import { PLAYER, viewWith } from "./views";

describe("rents", () => {
  const rent = (number: number, owner: number) =>
    ({ number, owner, tenant: 2, space: 39, amount: 50, turn: 1, cite: "" }) as const;

  function tableOf(name: string, history: unknown[] = []) {
    const played: unknown[] = [];
    const view = viewWith({ players: [PLAYER, PLAYER, PLAYER], rents: [rent(1, 0), rent(2, 1)] });
    const play = (action: unknown) => void played.push(action);
    return { table: { name, view, history, play } as unknown as Table, played, view };
  }

  it("can be asked for by the owner of the property", () => {
    const { view } = tableOf("any");
    expect(waitingRents(view, [1]).map(({ number }) => number)).toEqual([2]);
  });

  it("are asked for by a standing order, which is given once for each of your seats", () => {
    const { table, played } = tableOf("once");
    orderRents(table, [0]);
    orderRents(table, [0, 1]);
    expect(played).toEqual([
      { action: "AlwaysAskForRent", seat: 0, on: true },
      { action: "AlwaysAskForRent", seat: 1, on: true },
    ]);
  });

  it("don't trigger a new order if one has already been given or canceled", () => {
    const off = { event: "RentOrderSet", seat: 0, on: false, cite: "" };
    const { table, played, view } = tableOf("decided", [{ events: [off] }]);
    view.players = view.players.map((one, seat) => ({ ...one, always_asks_for_rent: seat === 1 }));
    orderRents(table, [0, 1]);
    expect(played).toEqual([]);
  });
});
