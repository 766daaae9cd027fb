import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { boardOf } from "../src/board/board";
import type { GameEvent } from "../src/generated/wire";
import { Words } from "../src/say/words";
import { batchOf, concerns, Crier, newsOf, OWN } from "../src/side/news";
import { heardOf } from "../src/stage/heard";
import type { Moment } from "../src/stage/moment";

const who = { names: ["Ann", "Bob", "Cat"], board: boardOf() };
const words = await Words.load("en");
const cite = "10 MCS 80";
const throwing = (seat: number): GameEvent[] => [
  { event: "DiceThrown", seat, first: 1, second: 2, cite },
  { event: "TokenMoved", seat, start: 0, space: 3, by: "dice", cite },
];
const buys = (seat: number): GameEvent => ({ event: "LotBought", seat, space: 3, price: 60, cite });
const bid = (seat: number, amount: number): GameEvent => ({
  event: "BidMade",
  seat,
  space: 3,
  amount,
  cite,
});
const passes = (seat: number): GameEvent => ({ event: "DicePassed", seat, cite });
const refused: GameEvent = { event: "TradeRefused", number: 3, maker: 1, partner: 2, cite };
const told = (...events: GameEvent[]) => newsOf(words.tell(events, who), [0]);

// -- what is read out --------------------------------------------------------------------------------

test("refused offers and passed dice of others are left out; what concerns the own seat is not", () => {
  expect(batchOf(told(refused, passes(1)), "…")).toEqual([]);
  expect(batchOf(told({ ...refused, partner: 0 }, passes(0)), "…")).toHaveLength(2);
});

test("an offer concerns who makes it and who gets it", () => {
  const offer = { number: 1, maker: 1, partner: 2, lift: [] };
  const goods = { give_deeds: [], give_cash: 5, give_cards: [], get_deeds: [1] };
  const offered = { ...offer, ...goods, get_cash: 0, get_cards: [], seats: [] };
  const event = { event: "TradeOffered", offer: offered, cite } as unknown as GameEvent;
  expect([0, 1, 2].map((seat) => concerns(event, [seat]))).toEqual([false, true, true]);
});

test("of too much, the least important is left out first, and it is said that there was more", () => {
  const line = (text: string, weight: number) => ({ text, weight });
  const news = [line("a", 2), line("b", 6), line("mine", OWN), line("c", 2), line("d", 1)];
  expect(batchOf(news, "and more")).toEqual(["a", "b", "mine", "c", "d"]);
  const more = [...news, line("e", 4), line("me again", OWN), line("f", 8)];
  expect(batchOf(more, "and more")).toEqual(["b", "mine", "c", "e", "me again", "f", "and more"]);
});

test("a purchase weighs more than the throw before it, and that more than a bid", () => {
  const [thrown = 0, bought = 0, bidding = 0] = told(...throwing(1), buys(1), bid(2, 7)).map(
    ({ weight }) => weight,
  );
  expect(bought).toBeGreaterThan(thrown);
  expect(thrown).toBeGreaterThan(bidding);
});

// -- when it is read out -----------------------------------------------------------------------------

let said: string[] = [];
const crier = () =>
  new Crier({
    tell: (events) => told(...events),
    more: () => "And more.",
    say: (text) => void said.push(text),
  });

beforeEach(() => {
  said = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test("first what happened, in one batch, then the question", () => {
  const voice = crier();
  voice.ask({ wait: 7, text: "Throw the dice." });
  voice.hear(throwing(1));
  voice.hear([buys(1)]);
  vi.advanceTimersByTime(1_000);
  expect(said).toEqual([
    "Bob throws 1 and 2 and moves to Baltic Avenue. Bob buys Baltic Avenue for $60.",
    "Throw the dice.",
  ]);
});

test("a question that has gone by is not asked, and one that stays is asked once", () => {
  const voice = crier();
  voice.ask({ wait: 7, text: "Buy it?" });
  voice.ask({ wait: 8, text: "Pass the dice." });
  vi.advanceTimersByTime(1_000);
  voice.ask({ wait: 8, text: "Pass the dice." });
  voice.hear([buys(0)]);
  vi.advanceTimersByTime(10_000);
  expect(said).toEqual(["Pass the dice.", "Ann buys Baltic Avenue for $60."]);
  voice.ask(null);
  voice.ask({ wait: 12, text: "Pass the dice." });
  vi.advanceTimersByTime(1_000);
  expect(said.at(-1)).toBe("Pass the dice.");
});

test("the next batch waits until the last has been heard, but no question waits for that", () => {
  const voice = crier();
  for (let turn = 0; turn < 40; turn += 1) {
    voice.hear([...throwing(1 + (turn % 2)), buys(1 + (turn % 2)), refused, passes(1)]);
    vi.advanceTimersByTime(500);
  }
  expect(said.length).toBeLessThan(8);
  const before = said.length;
  voice.ask({ wait: 99, text: "Throw the dice." });
  vi.advanceTimersByTime(300);
  expect(said).toHaveLength(before + 2);
  expect(said.at(-1)).toBe("Throw the dice.");
});

// -- the question as it is heard ----------------------------------------------------------------------

test("in an auction it tells who leads, the bid, and the least sum", () => {
  const top = { entry: "Auction", space: 39, bidders: [0, 1], bid: 150, seat: 1 };
  const chosen = { sum: 151, lot: -1, low: 151, high: 1500 };
  const moment = { top, chosen, options: { seat: 0 } } as unknown as Moment;
  const heard = heardOf(moment, "Bid more, or pass.", words, who, [0]);
  expect(heard).toBe("Bob bids $150 for Boardwalk. Bid $151 or more, or pass.");
  expect(heardOf(moment, "", words, who, [0, 1])).toBe(`Ann: ${heard}`);
  const alone = { ...moment, top: { ...top, seat: -1 } } as Moment;
  expect(heardOf(alone, "Nobody has bid.", words, who, [0])).toBe("Nobody has bid.");
});
