/** The parts of a sentence in the story: names, amounts and the user's own gains. */
import { expect, test } from "vitest";
import { boardOf } from "../src/game/boardData";
import type { GameEvent } from "../src/generated/wire";
import { storyTeller } from "../src/log/storyParts";
import { Words } from "../src/say/words";

const cite = "10 MCS 80";
const names = ["Ann", "The"];
const bought: GameEvent = { event: "PropertyBought", seat: 1, space: 39, price: 1400, cite };
const paid = (payer: number, payee: number): GameEvent => ({
  ...{ event: "MoneyPaid", payer, payee, amount: 50, reason: "rent", cite },
});
const rent: GameEvent[] = [
  { event: "RentAskedFor", owner: 0, tenant: 1, space: 39, amount: 50, number: 1, cite },
  paid(1, 0),
];

test.each(["en", "de"])("names and amounts are separate parts (%s)", async (language) => {
  const words = await Words.load(language);
  const [line] = storyTeller(words, boardOf(), [])([bought], names);
  const [plain] = words.narrate([bought], { names, board: boardOf() });
  expect(line?.text).toBe(plain?.text);
  expect(line?.parts.map(({ text }) => text).join("")).toBe(line?.text);
  expect(line?.seat).toBe(1);
  expect(line?.parts.filter(({ kind }) => kind)).toEqual([
    { text: "The", kind: "name" },
    { text: words.money(1400), kind: "amount" },
  ]);
});

test("an amount that one of the user's own seats receives is a gain", async () => {
  const words = await Words.load("en");
  const kinds = (you: number[]) =>
    storyTeller(
      words,
      boardOf(),
      you,
    )(rent, names)[0]
      ?.parts.filter(({ text }) => text === "$50")
      .map(({ kind }) => kind);
  expect(kinds([0])).toEqual(["gain"]);
  expect(kinds([1])).toEqual(["amount"]);
  expect(kinds([0, 1])).toEqual(["amount"]); // the money only moves between the user's own seats
});

test("a sentence about nobody has no seat", async () => {
  const words = await Words.load("en");
  const setUp = { event: "PropertyUnsold", space: 39, cite } as unknown as GameEvent;
  expect(storyTeller(words, boardOf(), [])([setUp], names)[0]?.seat).toBe(-1);
});

test("a round of many bids is summed up, with the bids themselves behind it", async () => {
  const words = await Words.load("en");
  const bid = (seat: number, amount: number) =>
    ({ event: "BidMade", seat, space: 39, amount, cite }) as GameEvent;
  const passed = { event: "BidderPassed", seat: 0, space: 39, cite } as unknown as GameEvent;
  const tell = (...events: GameEvent[]) => storyTeller(words, boardOf(), [])(events, names)[0];
  const few = tell(bid(0, 10), bid(1, 20), passed);
  expect(few?.text).toBe("Ann bids $10, The bids $20, Ann passes.");
  expect(few?.whole).toBeUndefined();
  const many = tell(bid(0, 10), bid(1, 20), bid(0, 30), bid(1, 640), passed);
  expect(many?.text).toBe("Ann and The bid up to $640.");
  expect(many?.seat).toBe(0);
  expect(many?.parts.filter(({ kind }) => kind).map(({ text }) => text)).toEqual([
    ...["Ann", "The", "$640"],
  ]);
  expect(many?.whole?.text).toBe(
    "Ann bids $10, The bids $20, Ann bids $30, The bids $640, Ann passes.",
  );
});

test("an offer names the deeds that were mortgaged when it was made", async () => {
  const words = await Words.load("en");
  const none = { give_cards: [], get_cards: [], unmortgage: [] };
  const offer = (number: number) => ({
    ...{ number, maker: 0, partner: 1, give_cash: 40, get_cash: 0, ...none },
    ...{ give_deeds: [1], get_deeds: [3] },
  });
  const tell = storyTeller(words, boardOf(), [], (space, of) => space === 3 && of?.number === 1);
  const texts = [1, 2].map(
    (number) => tell([{ event: "TradeOffered", offer: offer(number), cite }], names)[0]?.text,
  );
  expect(texts).toEqual([
    "Ann offers The Mediterranean Avenue and $40 for Baltic Avenue (mortgaged).",
    "Ann offers The Mediterranean Avenue and $40 for Baltic Avenue.",
  ]);
});
