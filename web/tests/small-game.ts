/**
 * The full record of a small handmade game: three players and three steps, the second of which
 * starts a new turn.
 */
import { RECORD_VERSION } from "../src/constants";
import type { GameEvent } from "../src/generated/wire";
import { ReplayViews } from "../src/replay/replayViews";
import { readRecord } from "../src/replay/record";
import { PLAYER, viewWith } from "./views";

const [BOARDWALK, BALTIC] = [39, 3];
const player = (space: number) => ({ ...PLAYER, space, always_asks_for_rent: true });
const VIEW = viewWith({
  players: [player(0), player(0), player(0)],
  properties: [
    { space: BOARDWALK, owner: 1, houses: 0, mortgaged: false },
    { space: BALTIC, owner: 2, houses: 0, mortgaged: true },
  ],
  rent_rows: [0, -1],
  transfer_costs: [
    [0, 0],
    [3, 33],
  ],
  agenda: [],
});
const HEADER = {
  passgo: "record",
  version: RECORD_VERSION,
  full: true,
  rules: { preset: "consolidated" },
  board: "classic",
  players: ["Ann", "Bob", "Cyd"].map((name) => ({ name, token: "Dog", kind: "person" })),
  chance: { kind: "recorded" },
  created: null,
};
const cite = "10 MCS 90";
const moved = (seat: number, space: number): GameEvent => ({
  event: "TokenMoved",
  seat,
  start: 0,
  space,
  by: "dice",
  cite,
});
const paid = (payer: number, payee: number, amount: number): GameEvent => ({
  event: "MoneyPaid",
  payer,
  payee,
  amount,
  reason: "rent",
  cite,
});
const cash = (seat: number, sum: number) => [["players", seat, "cash"], sum];

/** Ann pays Bob $50 on Boardwalk; Bob pays Cyd $8 on Baltic, and Ann stops there too; Bob wins. */
const STEPS: [GameEvent[], unknown[], number[]][] = [
  [
    [moved(0, BOARDWALK), paid(0, 1, 50)],
    [cash(0, 1450), cash(1, 1550)],
    [1450, 1950, 1530],
  ],
  [
    [{ event: "TurnBegan", seat: 1, turn: 5, cite }, moved(1, BALTIC), paid(1, 2, 8)],
    [cash(1, 1542), cash(2, 1508), [["turn"], 5], [["round"], 2]],
    [1450, 1942, 1538],
  ],
  [
    [
      moved(0, BALTIC),
      { event: "GameEnded", winners: [1], worths: [1450, 1942, 1538], reason: "time", cite },
    ],
    [[["over"], true]],
    [1450, 1942, 1538],
  ],
];

export function smallGame(): ReplayViews {
  const lines = STEPS.map(([events, view, worths], place) => ({
    n: place + 1,
    action: { action: "Roll", seat: 0 },
    by: "seat",
    time: place,
    chance: [],
    events,
    view,
    worths,
  }));
  const setup = {
    setup: { chance: [1, 0], chest: [0, 1] },
    events: [],
    view: [[[], VIEW]],
    worths: [1500, 1900, 1530],
  };
  const text = [HEADER, setup, ...lines].map((line) => JSON.stringify(line) + "\n").join("");
  return new ReplayViews(readRecord(new TextEncoder().encode(text)));
}
