/** The history that a returning player receives: actions, and the seat changes between them. */
import { expect, test } from "vitest";
import type { GameEvent, Offer, Played, SeatInfo, TableUpdate, View } from "../src/generated/wire";
import { noteMortgages, readHistory } from "../src/table/history";

const seat = (name: string, kind: SeatInfo["kind"] = "person") => ({ name, kind }) as SeatInfo;
const ANN = seat("Ann");
const SETUP = { event: "GameSetUp", players: 2, cite: "" } as GameEvent;

const played = (seq: number): Played =>
  ({ type: "played", seq, action: {}, by: "seat", events: [], changes: [] }) as unknown as Played;
const seated = (seq: number, seats: SeatInfo[], more: object = {}): TableUpdate =>
  ({ type: "table", seq, table: { seats }, ...more }) as unknown as TableUpdate;
const historyOf = (...story: Parameters<typeof readHistory>) =>
  readHistory(...story).map(({ seq, seats }) => [seq, seats[1]!.name, seats[1]!.kind]);

test("if nobody joins or leaves, all events have the current names", () => {
  expect(historyOf([played(4), played(5)], [], [ANN, seat("Bob")])).toEqual([
    [4, "Bob", "person"],
    [5, "Bob", "person"],
  ]);
});

test("events keep the names that the players had at the time", () => {
  const begins = seated(3, [ANN, seat("Bob")], { view: {}, events: [SETUP] });
  const left = seated(5, [ANN, seat("Bob", "free")]);
  const came = seated(6, [ANN, seat("Clara", "bot")]);
  const joined = seated(1, [ANN, seat("")]);
  const now = [ANN, seat("Clara", "bot")];
  expect(historyOf([played(4), played(7)], [joined, begins, left, came], now)).toEqual([
    [3, "Bob", "person"], // the start of the game
    [4, "Bob", "person"],
    [5, "Bob", "free"],
    [6, "Clara", "bot"],
    [7, "Clara", "bot"],
  ]);
  expect(readHistory([], [begins], now)[0]!.events).toEqual([SETUP]);
});

test("a player who may have been away all along is not reported as having left", () => {
  const left = seated(5, [ANN, seat("Bob", "free")]);
  expect(historyOf([played(4), played(6)], [left], [ANN, seat("Bob", "free")])).toEqual([
    [4, "Bob", "free"],
    [6, "Bob", "free"],
  ]);
});

test("each offer is noted with the deeds that were mortgaged when it was made", () => {
  const [MEDITERRANEAN, BALTIC, BOARDWALK] = [1, 3, 39];
  const offered = (number: number) =>
    ({ event: "TradeOffered", offer: { number } as Offer, cite: "" }) as const;
  const change = (event: string, space: number) => ({ event, space, cite: "" }) as GameEvent;
  const offers = [offered(1), offered(2), offered(3), offered(4)];
  const message = (...events: GameEvent[]) => ({ ...played(1), events });
  const view = {
    properties: [
      { space: MEDITERRANEAN, mortgaged: true },
      { space: BALTIC, mortgaged: false },
    ],
  } as View;
  const noted = new WeakMap<object, ReadonlySet<number>>();
  const messages = [
    message(offers[0]!, change("PropertyMortgaged", BALTIC), offers[1]!),
    message(change("MortgageCanceled", BOARDWALK), offers[2]!),
    message(change("PropertyUnmortgaged", BALTIC), change("PropertyMortgaged", MEDITERRANEAN)),
    message(offers[3]!),
  ];
  noteMortgages(messages, view, noted);
  expect(offers.map(({ offer }) => [...noted.get(offer)!].sort((a, b) => a - b))).toEqual([
    [BOARDWALK],
    [BALTIC, BOARDWALK],
    [BALTIC],
    [MEDITERRANEAN],
  ]);
});
