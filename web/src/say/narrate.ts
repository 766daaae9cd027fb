/**
 * Narrates a row of events as briefly as possible: what belongs together becomes one sentence. It is
 * `passgo/say/narrate.py` once more. A roll and its move are one line, so are a rent and its payment, a round of
 * bids, the deeds of one hand-over. Each line has the citations of all its events.
 */
import { POT } from "../constants";
import type { GameEvent } from "../generated/wire";
import { say, variantsOf } from "./events";
import type { Lexicon, NarrationLine, Names, Values } from "./lexicon";

export function narrate(events: readonly GameEvent[], words: Lexicon, who: Names): NarrationLine[] {
  const lines: NarrationLine[] = [];
  let place = 0;
  while (place < events.length) {
    const [text, count] = narrateNext(events, place, words, who);
    const run = events.slice(place, place + count);
    const cites = [...new Set(run.map((event) => event.cite))];
    if (text) lines.push({ text, cites, events: run });
    place += count;
  }
  return lines;
}

/** Narrate the first event from a place on, with those after it that belong to it; and how many. */
function narrateNext(
  events: readonly GameEvent[],
  place: number,
  words: Lexicon,
  who: Names,
): [string, number] {
  const run = findRun(events, place);
  if (run.length > 1) return [narrateRun(run, words, who), run.length];
  const first = events[place] as GameEvent;
  const second = events[place + 1];
  if (second === undefined) return [say(first, words, who), 1];
  // the rent is asked for at once
  if (first.event === "RentFixed" && second.event === "RentAskedFor") return ["", 1];
  const pair = pairOf(first, second, who);
  if (pair === undefined) return [say(first, words, who), 1];
  const template = words.template("together", pair.name, ...(pair.variants ?? []));
  return [words.fill(template, pair.values, who), 2];
}

// -- two that belong together ------------------------------------------------------------------------

interface Pair {
  name: string;
  values: Values;
  variants?: string[];
}

function pairOf(first: GameEvent, second: GameEvent, who: Names): Pair | undefined {
  const both = { ...first, ...second };
  if (first.event === "TurnEnded" && second.event === "TurnBegan") {
    const values = { passer: first.seat, seat: second.seat };
    return { name: "TurnEnded+TurnBegan", values };
  }
  if (first.event === "DiceRolled" && second.event === "TokenMoved") {
    if (second.by !== "dice" || first.seat !== second.seat) return undefined;
    const variants = [...variantsOf(first, who.board), ...variantsOf(second, who.board)];
    return { name: "DiceRolled+TokenMoved", values: both, variants };
  }
  if (first.event === "RentAskedFor" && second.event === "MoneyPaid") {
    const { payer, payee, amount, reason } = second;
    const same = payer === first.tenant && payee === first.owner && amount === first.amount;
    return same && reason === "rent"
      ? { name: "RentAskedFor+MoneyPaid", values: { ...first } }
      : undefined;
  }
  if (first.event === "TaxChosen" && second.event === "MoneyPaid") {
    if (second.reason !== "tax" || second.payee === POT) return undefined;
    return { name: "TaxChosen+MoneyPaid", values: both, variants: variantsOf(first, who.board) };
  }
  if (first.event === "MoneyPaid" && second.event === "DeedDealt") {
    return { name: "MoneyPaid+DeedDealt", values: both };
  }
  return keptMortgage(first, second);
}

/** A mortgage that is kept, and its interest, whichever comes first. */
function keptMortgage(first: GameEvent, second: GameEvent): Pair | undefined {
  const [kept, paid] = first.event === "MortgageKept" ? [first, second] : [second, first];
  if (kept.event !== "MortgageKept" || paid.event !== "MoneyPaid") return undefined;
  const same = paid.payer === kept.seat && paid.amount === kept.interest;
  return same && paid.reason === "interest"
    ? { name: "MortgageKept", values: { ...kept } }
    : undefined;
}

// -- several of a kind -------------------------------------------------------------------------------

const DEALINGS = [
  "BuildingBought",
  "BuildingSold",
  "PropertyMortgaged",
  "PropertyUnmortgaged",
] as const;
type Dealing = Extract<GameEvent, { event: (typeof DEALINGS)[number] }>;

/** Payments that the event after them describes in full. */
const PAYMENTS = new Map<string, Dealing["event"]>([
  ["building", "BuildingBought"],
  ["building_sale", "BuildingSold"],
  ["mortgage", "PropertyMortgaged"],
  ["unmortgage", "PropertyUnmortgaged"],
]);

function isDealing(event: GameEvent): event is Dealing {
  return (DEALINGS as readonly string[]).includes(event.event);
}

/** The events from a place on that make one sentence. */
function findRun(events: readonly GameEvent[], place: number): readonly GameEvent[] {
  const first = events[place] as GameEvent;
  const dealing = isDealing(first)
    ? first.event
    : first.event === "MoneyPaid"
      ? PAYMENTS.get(first.reason)
      : undefined;
  if (dealing !== undefined) return findDealings(events, place, dealing);
  let end = place + 1;
  for (let next = events[end]; next !== undefined && isAlike(first, next); next = events[end])
    end++;
  return events.slice(place, end);
}

/** One player's buildings or mortgages in a row, with their payments, if there are two. */
function findDealings(
  events: readonly GameEvent[],
  place: number,
  kind: Dealing["event"],
): readonly GameEvent[] {
  let seat = -1;
  let end = place;
  let dealings = 0;
  for (let at = place; at < events.length; at++) {
    const event = events[at] as GameEvent;
    if (isDealing(event) && event.event === kind) {
      if (seat !== -1 && seat !== event.seat) break;
      seat = event.seat;
      dealings += 1;
      end = at + 1;
    } else if (event.event !== "MoneyPaid" || PAYMENTS.get(event.reason) !== kind) break;
  }
  return events.slice(place, dealings > 1 ? end : place + 1);
}

/** Whether two events may stand in one run. */
function isAlike(first: GameEvent, other: GameEvent): boolean {
  switch (first.event) {
    case "OpeningRollMade":
      return other.event === "OpeningRollMade";
    case "BidMade":
    case "BidderPassed":
      return other.event === "BidMade" || other.event === "BidderPassed";
    case "RentOrderSet":
      return other.event === "RentOrderSet" && first.on && other.on;
    case "DeedTransferred":
      return (
        other.event === "DeedTransferred" &&
        first.giver === other.giver &&
        first.taker === other.taker
      );
    case "MoneyPaid":
      return (
        other.event === "MoneyPaid" &&
        first.reason === "start" &&
        other.reason === "start" &&
        first.amount === other.amount
      );
    default:
      return false;
  }
}

/** Narrate several events of a kind in one sentence. */
function narrateRun(run: readonly GameEvent[], words: Lexicon, who: Names): string {
  const dealt = run.filter(isDealing);
  if (dealt.length > 0) return narrateDealings(dealt, words, who);
  const first = run[0] as GameEvent;
  const together = (values: Values, name: string, variant = "") =>
    words.fill(words.template("together", name, variant), values, who);
  switch (first.event) {
    case "DeedTransferred": {
      const spaces = run.flatMap((event) =>
        event.event === "DeedTransferred" ? [event.space] : [],
      );
      return together({ ...first, spaces }, "DeedTransferred");
    }
    case "MoneyPaid": {
      const seats = run.flatMap((event) => (event.event === "MoneyPaid" ? [event.payee] : []));
      return together({ ...first, seats }, "MoneyPaid", "start");
    }
    case "RentOrderSet": {
      const seats = run.flatMap((event) => (event.event === "RentOrderSet" ? [event.seat] : []));
      return together({ ...first, seats }, "RentOrderSet", "on");
    }
    default: {
      const clauses = run.map((event) => formatClause(event, words, who)).join(words.name("comma"));
      const name = first.event === "OpeningRollMade" ? "OpeningRollMade" : "BidMade";
      return together({ run: clauses }, name, "run");
    }
  }
}

/** Narrate what a player built, sold, mortgaged or unmortgaged; of each property how it stands at last. */
function narrateDealings(dealt: readonly Dealing[], words: Lexicon, who: Names): string {
  const first = dealt[0] as Dealing;
  const last = new Map(dealt.map((event) => [event.space, event]));
  const total = dealt.reduce((sum, event) => sum + ("price" in event ? event.price : 0), 0);
  const run = words.row([...last.values()].map((event) => formatClause(event, words, who)));
  const template = words.template("together", first.event, "run");
  return words.fill(template, { seat: first.seat, total, run }, who);
}

/** An event as a part of a sentence. */
function formatClause(event: GameEvent, words: Lexicon, who: Names): string {
  return words.fill(words.template("together", event.event), { ...event }, who);
}
