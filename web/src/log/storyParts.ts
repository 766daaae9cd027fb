/**
 * Splits narrated sentences into parts, so that the story can highlight names and amounts. Names
 * are marked while the sentence is composed, because a name can be an ordinary word.
 */
import type { BoardData } from "../game/boardData";
import type { GameEvent } from "../generated/wire";
import type { NarrationLine, Names, Words } from "../say/words";

export interface Part {
  text: string;
  /** A gain is an amount that one of the user's own seats receives. */
  kind: "" | "name" | "amount" | "gain";
}

export interface StoryLine extends NarrationLine {
  parts: Part[];
  /** The seat that the line is mainly about; -1 for none. */
  seat: number;
  /** The whole text, if the line sums it up. */
  whole?: Pick<StoryLine, "text" | "parts"> | undefined;
}

const BIDDING = new Set<string>(["BidMade", "BidderPassed"]);
/** A round with this many bids is summed up. */
const MANY_BIDS = 3;

/** Private-use characters: the first plus a seat's number precedes a name; the other ends it. */
const FIRST = 0xe000;
const END = "\ue0ff";
const MARKED = /([\ue000-\ue0fe])([^\ue0ff]*)\ue0ff/u;
const MARKS = /[\ue000-\ue0ff]/gu;

/** Return a function that narrates events as lines with parts, for the user's own seats. */
export function storyTeller(
  words: Words,
  board: BoardData,
  you: readonly number[],
  mortgaged?: Names["mortgaged"],
): (events: GameEvent[], names: readonly string[]) => StoryLine[] {
  const amounts = amountPattern(words);
  return (events, names) => {
    const marked = names.map((name, seat) => String.fromCharCode(FIRST + seat) + name + END);
    return words.narrate(events, { names: marked, board, mortgaged }).map((line) => {
      const gains = gainsOf(line.events, you).map((amount) => words.money(amount));
      const whole = split(line.text, amounts, gains);
      const bids = sumUpBids(line.events, marked, words);
      return bids ? { ...line, ...split(bids, amounts, []), whole } : { ...line, ...whole };
    });
  };
}

/** Sum up a round of bids: "Ann, Bob and Cyd bid up to $640."; "" for anything else. */
function sumUpBids(events: readonly GameEvent[], names: readonly string[], words: Words): string {
  const bids = events.flatMap((one) => (one.event === "BidMade" ? [one] : []));
  const high = bids.at(-1)?.amount ?? 0;
  if (bids.length < MANY_BIDS || !events.every(({ event }) => BIDDING.has(event))) return "";
  const bidders = [...new Set(bids.map(({ seat }) => names[seat] ?? ""))];
  return words.text("side.log.bids", { names: words.row(bidders), amount: words.money(high) });
}

function amountPattern(words: Words): RegExp {
  const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const [before = "", after = ""] = words.name("money", { digits: "\0" }).split("\0");
  const digits = `\\d{1,3}(?:${literal(words.name("thousands"))}\\d{3})*`;
  return new RegExp(`(${literal(before)}${digits}${literal(after)})`, "u");
}

/** Return the amounts that these seats receive from others, and their sum. */
function gainsOf(events: readonly GameEvent[], you: readonly number[]): number[] {
  const amounts = events.flatMap((event) => {
    if (event.event !== "MoneyPaid") return [];
    return you.includes(event.payee) && !you.includes(event.payer) ? [event.amount] : [];
  });
  return amounts.length > 1 ? [...amounts, amounts.reduce((sum, one) => sum + one)] : amounts;
}

function split(
  text: string,
  amounts: RegExp,
  gains: readonly string[],
): Pick<StoryLine, "text" | "parts" | "seat"> {
  const parts: Part[] = [];
  let seat = -1;
  text.split(MARKED).forEach((piece, place) => {
    if (place % 3 === 1) {
      if (seat < 0) seat = piece.charCodeAt(0) - FIRST;
    } else if (place % 3 === 2) parts.push({ text: piece, kind: "name" });
    else
      piece.split(amounts).forEach((one, odd) => {
        const kind = odd % 2 === 0 ? "" : gains.includes(one) ? "gain" : "amount";
        if (one) parts.push({ text: one, kind });
      });
  });
  return { text: text.replace(MARKS, ""), parts, seat };
}
