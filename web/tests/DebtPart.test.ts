/** A debt and the plan that would cover it. */
import { flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { boardOf } from "../src/game/boardData";
import type { Property, DebtDueEntry, SeatOptions } from "../src/generated/wire";
import { speech } from "../src/say/say.svelte";
import { Words } from "../src/say/words";
import { Actor } from "../src/stage/actor.svelte";
import DebtPart from "../src/stage/DebtPart.svelte";
import { Table } from "../src/table/table.svelte";
import { PLAYER, viewWith } from "./views";

const board = boardOf();
const ANN = 0;
const [MEDITERRANEAN, BALTIC, READING] = [1, 3, 5];
const property = (space: number, houses: number): Property => ({
  space,
  owner: ANN,
  houses,
  mortgaged: false,
});
const OWING: DebtDueEntry = {
  entry: "DebtDue",
  seat: ANN,
  creditor: 1,
  amount: 160,
  reason: "rent",
  cite: "10 MCS 90",
  announced: true,
};
const OPTIONS: SeatOptions = {
  type: "options",
  seq: 1,
  seat: ANN,
  decision: 0,
  questions: [{ name: "DebtDue", variants: [], values: { missing: 160, raisable: 175 } }],
  options: [
    { action: "Mortgage", seat: ANN, choices: { space: { values: [READING], costs: [-100] } } },
    { action: "SellBuilding", seat: ANN, choices: { space: { values: [BALTIC], costs: [-25] } } },
  ],
  raise_plan: {
    steps: [
      { action: { action: "Mortgage", seat: ANN, space: READING }, brings: 100 },
      { action: { action: "SellBuilding", seat: ANN, space: BALTIC }, brings: 25 },
      { action: { action: "SellBuilding", seat: ANN, space: MEDITERRANEAN }, brings: 25 },
      { action: { action: "SellBuilding", seat: ANN, space: BALTIC }, brings: 25 },
    ],
    brings: 175,
    left_over: 15,
  },
};

let shown: Record<string, unknown>;

beforeEach(async () => {
  vi.stubGlobal("WebSocket", class {});
  speech.words = await Words.load("en");
});
afterEach(() => {
  void unmount(shown);
  vi.unstubAllGlobals();
});

test("each line of the plan shows its total proceeds", () => {
  const view = viewWith({
    players: [{ ...PLAYER, cash: 0 }, PLAYER],
    properties: [property(MEDITERRANEAN, 1), property(BALTIC, 2), property(READING, 0)],
    agenda: [OWING],
  });
  const table = new Table("any", []);
  const actor = new Actor(
    table,
    () => [],
    () => board,
  );
  const props = { actor, view, board, top: OWING, options: OPTIONS };
  shown = mount(DebtPart, { target: document.body, props });
  flushSync();
  const lines = [...document.querySelectorAll("section li")].map((line) =>
    [...line.querySelectorAll("span")].map((one) => one.textContent),
  );
  expect(lines).toEqual([
    ["Mortgage Reading Railroad", "+$100"],
    ["Sell 3 buildings in the Brown set", "+$75"],
  ]);
});
