import { expect, test } from "vitest";
import { describeOffers, standingOf } from "../src/announce/tableSummary";
import { boardOf } from "../src/game/boardData";
import { propertyAt } from "../src/game/deeds";
import type { View } from "../src/generated/wire";
import { Words } from "../src/say/words";

const who = { names: ["Ann", "Bob", "Cat"], board: boardOf() };
const words = await Words.load("en");

test("players who aren't being asked learn whose turn it is, whom the table is waiting for, and why", () => {
  const debt = { entry: "DebtDue", seat: 2, creditor: 0, amount: 400, reason: "rent" };
  const view = (top: unknown, ...waiting_for: number[]) =>
    ({ turn: 5, seat: 1, agenda: [top], waiting_for, offers: [] }) as unknown as View;
  const stands = (top: unknown, ...waiting: number[]) =>
    standingOf(view(top, ...waiting), words, who, [0])?.text;
  const rolled = `It’s Bob’s turn. ${words.text("stage.for.ToRoll")}`;
  expect(stands({ entry: "ToRoll", seat: 1 }, 1)).toBe(rolled);
  const owed = "It’s Bob’s turn. Waiting for Cat. Raising $400 to pay you.";
  expect(stands(debt, 2)).toBe(owed);
  expect(stands(debt, 0)).toBeUndefined();
  const shared = standingOf(view(debt, 2), words, who, [0, 1])?.text;
  expect(shared).toBe(owed.replace("you", "Ann"));
});

test("an offer that was open before the page was loaded is announced", () => {
  const goods = { give_deeds: [], give_cash: 5, give_cards: [], get_deeds: [1], get_cash: 0 };
  const offer = {
    number: 1,
    maker: 1,
    partner: 0,
    unmortgage: [],
    get_cards: [],
    seats: [],
    ...goods,
  };
  const view = { offers: [offer], over: false, properties: [] } as unknown as View;
  expect(describeOffers(view, words, who, [0])).toBe("Bob offers Ann $5 for Mediterranean Avenue.");
  expect(describeOffers(view, words, who, [2])).toBe("");
  const properties = [{ space: 1, owner: 0, mortgaged: true }];
  const mortgaged = (space: number) => propertyAt({ properties } as View, space)!.mortgaged;
  const text = describeOffers(view, words, { ...who, mortgaged }, [0]);
  expect(text).toMatch(/ for Mediterranean Avenue \(mortgaged\)\.$/);
});
