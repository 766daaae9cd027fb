import { expect, test } from "vitest";
import { boardOf } from "../src/game/boardData";
import { Words } from "../src/say/words";
import type { CurrentDecision } from "../src/stage/currentDecision";
import { describeQuestion } from "../src/stage/spokenQuestion";

const who = { names: ["Ann", "Bob", "Cat"], board: boardOf() };
const words = await Words.load("en");

test("an auction's question includes the leader, the current bid, and the lowest bid", () => {
  const top = { entry: "Auction", space: 39, bidders: [0, 1], bid: 150, seat: 1 };
  const chosen = { sum: 151, property: -1, low: 151, high: 1500 };
  const current = { top, chosen, options: { seat: 0 } } as unknown as CurrentDecision;
  const text = describeQuestion(current, "Bid more, or pass.", words, who, [0]);
  expect(text).toBe("Bob bids $150 for Boardwalk. Bid $151 or more, or pass.");
  expect(describeQuestion(current, "", words, who, [0, 1])).toBe(`Ann: ${text}`);
  const alone = { ...current, top: { ...top, seat: -1 } } as CurrentDecision;
  expect(describeQuestion(alone, "Nobody has bid.", words, who, [0])).toBe("Nobody has bid.");
});
