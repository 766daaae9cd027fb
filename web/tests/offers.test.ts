import { expect, test } from "vitest";
import type { OpenOffer, View } from "../src/generated/wire";
import { isGone } from "../src/stage/offers";

test("an offer is gone when something in it has changed or changed hands", () => {
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
