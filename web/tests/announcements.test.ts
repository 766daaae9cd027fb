import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { boardOf } from "../src/game/boardData";
import type { AgendaEntry, GameEvent } from "../src/generated/wire";
import { Words } from "../src/say/words";
import {
  batchOf,
  isAbout,
  AnnouncementQueue,
  newsOf,
  OWN,
  isRepeated,
} from "../src/announce/announcements";

const who = { names: ["Ann", "Bob", "Cat"], board: boardOf() };
const words = await Words.load("en");
const cite = "10 MCS 80";
const rolling = (seat: number): GameEvent[] => [
  { event: "DiceRolled", seat, first: 1, second: 2, cite },
  { event: "TokenMoved", seat, start: 0, space: 3, by: "dice", cite },
];
const buys = (seat: number): GameEvent => ({
  event: "PropertyBought",
  seat,
  space: 3,
  price: 60,
  cite,
});
const bid = (seat: number, amount: number): GameEvent => ({
  event: "BidMade",
  seat,
  space: 3,
  amount,
  cite,
});
const passes = (seat: number): GameEvent => ({ event: "TurnEnded", seat, cite });
const refused: GameEvent = { event: "TradeDeclined", number: 3, maker: 1, partner: 2, cite };
const newsFor = (...events: GameEvent[]) => newsOf(words.narrate(events, who), [0]);

// -- what is announced ----------------------------------------------------------------------------

test("declined offers and the ends of turns are announced only for your own seats", () => {
  expect(batchOf(newsFor(refused, passes(1)), "…")).toEqual([]);
  expect(batchOf(newsFor({ ...refused, partner: 0 }, passes(0)), "…")).toHaveLength(2);
});

test("an offer concerns its maker and its partner", () => {
  const offer = { number: 1, maker: 1, partner: 2, unmortgage: [] };
  const goods = { give_deeds: [], give_cash: 5, give_cards: [], get_deeds: [1] };
  const offered = { ...offer, ...goods, get_cash: 0, get_cards: [], seats: [] };
  const event = { event: "TradeOffered", offer: offered, cite } as unknown as GameEvent;
  expect([0, 1, 2].map((seat) => isAbout(event, [seat]))).toEqual([false, true, true]);
});

test("if there is too much news, a line says that the least important lines were left out", () => {
  const line = (text: string, weight: number) => ({ text, weight });
  const news = [line("a", 2), line("b", 6), line("mine", OWN), line("c", 2), line("d", 1)];
  expect(batchOf(news, "and more")).toEqual(["a", "b", "mine", "c", "d"]);
  const more = [...news, line("e", 4), line("me again", OWN), line("f", 8)];
  expect(batchOf(more, "and more")).toEqual(["b", "mine", "c", "e", "me again", "f", "and more"]);
});

const paid = (payer: number, payee: number, amount: number): GameEvent => {
  return { event: "MoneyPaid", payer, payee, amount, reason: "card", cite };
};

test("a payment is never announced without the roll or card that caused it", () => {
  const draws: GameEvent = { event: "CardDrawn", seat: 1, card: 0, cite };
  const lucky = [...rolling(1), draws, paid(-1, 1, 10), passes(1)];
  const batch = batchOf(newsFor(...lucky, buys(2), ...lucky, ...lucky), "…");
  const cards = batch.filter((line) => line.startsWith("Bob draws"));
  expect(cards).toEqual([expect.stringMatching(/ and collects \$10\.$/)]);
  expect(batch[batch.indexOf(cards[0]!) - 1]).toMatch(/^Bob rolls/);
  expect(batch).toContain("Cat buys Baltic Avenue for $60.");
  const mine = batchOf(
    newsFor(...rolling(1), buys(2), paid(1, 0, 28), buys(2), buys(2), buys(2), buys(2)),
    "",
  );
  expect(mine[0]).toMatch(/^Bob rolls/);
  expect(mine).toContain("Bob pays Ann $28.");
});

test("an event that the question repeats is not announced", () => {
  const auction = { entry: "Auction", space: 3, bidders: [0, 2], bid: 10, seat: 2 } as AgendaEntry;
  const open = { ...auction, bid: 0, seat: -1 } as AgendaEntry;
  const opened: GameEvent = { event: "AuctionOpened", space: 3, bidders: [0, 1, 2], cite };
  const out: GameEvent = { event: "BidderPassed", seat: 1, cite };
  const before = (top: AgendaEntry, ...events: GameEvent[]) =>
    newsFor(...events.filter((event) => !isRepeated(event, top))).map(({ text }) => text);
  expect(before(open, opened)).toEqual([]);
  expect(before(auction, bid(0, 9), out, bid(2, 10)).join()).not.toContain("$10");
  expect(before(auction, bid(0, 9), out, bid(2, 10)).join()).toContain("$9");
  const debt = {
    entry: "DebtDue",
    seat: 0,
    creditor: 1,
    amount: 50,
    reason: "rent",
  } as AgendaEntry;
  const owes: GameEvent = {
    ...{ event: "DebtOpened", debtor: 0, creditor: 1, amount: 50 },
    ...{ missing: 20, reason: "rent", cite },
  };
  expect(before(debt, owes)).toEqual([]);
  expect(before(open, owes)).toHaveLength(1);
});

test("a purchase has more weight than the roll before it, and a roll more than a bid", () => {
  const [rolled = 0, bought = 0, bidding = 0] = newsFor(...rolling(1), buys(1), bid(2, 7)).map(
    ({ weight }) => weight,
  );
  expect(bought).toBeGreaterThan(rolled);
  expect(rolled).toBeGreaterThan(bidding);
});

// -- when it is announced -------------------------------------------------------------------------

let said: string[] = [];
const makeQueue = () =>
  new AnnouncementQueue({
    narrate: (events) => newsFor(...events),
    more: () => "And more.",
    say: (text) => void said.push(text),
  });

beforeEach(() => {
  said = [];
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test("news comes first, in one batch, and then the question", () => {
  const queue = makeQueue();
  queue.ask({ decision: 7, text: "Roll the dice." });
  queue.add(rolling(1));
  queue.add([buys(1)]);
  vi.advanceTimersByTime(1_000);
  expect(said).toEqual([
    "Bob rolls 1 and 2 and lands on Baltic Avenue. Bob buys Baltic Avenue for $60.",
    "Roll the dice.",
  ]);
});

test("an outdated question is not announced, and one that stays is announced only once", () => {
  const queue = makeQueue();
  queue.ask({ decision: 7, text: "Buy it?" });
  queue.ask({ decision: 8, text: "End your turn." });
  vi.advanceTimersByTime(1_000);
  queue.ask({ decision: 8, text: "End your turn." });
  queue.add([buys(0)]);
  vi.advanceTimersByTime(10_000);
  expect(said).toEqual(["End your turn.", "Ann buys Baltic Avenue for $60."]);
  queue.ask(null);
  queue.ask({ decision: 12, text: "End your turn." });
  vi.advanceTimersByTime(1_000);
  expect(said.at(-1)).toBe("End your turn.");
});

test("a batch waits until the previous one has been read out, but a question doesn't", () => {
  const queue = makeQueue();
  for (let turn = 0; turn < 40; turn += 1) {
    queue.add([...rolling(1 + (turn % 2)), buys(1 + (turn % 2)), refused, passes(1)]);
    vi.advanceTimersByTime(500);
  }
  expect(said.length).toBeLessThan(8);
  const before = said.length;
  queue.ask({ decision: 99, text: "Roll the dice." });
  vi.advanceTimersByTime(300);
  expect(said).toHaveLength(before + 2);
  expect(said.at(-1)).toBe("Roll the dice.");
});

test("the end of the game is announced without waiting, and older news is always announced first", () => {
  const queue = makeQueue();
  queue.add([...rolling(1), buys(1)]);
  vi.advanceTimersByTime(300);
  queue.add([buys(2)]);
  vi.advanceTimersByTime(300);
  expect(said).toHaveLength(1);
  queue.catchUp();
  expect(said).toHaveLength(2);
  queue.add([{ event: "Resigned", seat: 1, cite }]);
  vi.advanceTimersByTime(300);
  expect(said).toHaveLength(3);
  queue.catchUp();
  expect(said).toHaveLength(3);
});
