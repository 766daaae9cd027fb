/**
 * Narrates a sequence of events as briefly as possible, as `passgo/say/narrate.py` does: events
 * that belong together become one sentence. A roll and everything it leads to is one line: the
 * move, the salary, and the rent, tax or purchase. So are a card and its effect, a round of bids,
 * several buildings or mortgages in a row, and deeds that change hands together. Each line has the
 * citations of all its events.
 */
import { BANK, POT } from "../constants";
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

/**
 * Narrate the event at `place` together with the following events that belong to it; also return
 * the number of these events.
 */
function narrateNext(
  events: readonly GameEvent[],
  place: number,
  words: Lexicon,
  who: Names,
): [string, number] {
  const move = narrateMove(events, place, words, who);
  if (move) return move;
  const run = findRun(events, place);
  if (run.length > 1) return [narrateRun(run, words, who), run.length];
  const first = events[place] as GameEvent;
  const second = events[place + 1];
  if (second === undefined) return [say(first, words, who), 1];
  // the rent is asked for immediately
  if (first.event === "RentFixed" && second.event === "RentAskedFor") return ["", 1];
  if (isSaidBySecond(first, second)) return [say(second, words, who), 2];
  const pair = pairOf(first, second, who);
  if (pair === undefined) return [say(first, words, who), 1];
  const template = words.template("together", pair.name, ...(pair.variants ?? []));
  return [words.fill(template, pair.values, who), 2];
}

// -- a move ---------------------------------------------------------------------------------------

type Payment = Extract<GameEvent, { event: "MoneyPaid" }>;
type RentAsked = Extract<GameEvent, { event: "RentAskedFor" }>;

/**
 * Narrate a roll, a card or a fine with what it leads to, if there is something to combine: "Ann
 * rolls 4 and 2, lands on Oriental Avenue and pays Bob $6 rent."
 */
function narrateMove(
  events: readonly GameEvent[],
  place: number,
  words: Lexicon,
  who: Names,
): [string, number] | undefined {
  const first = events[place] as GameEvent;
  const seat = moverOf(first);
  if (seat === undefined) return undefined;
  const clauses = [formatStep([first], seat, words, who)];
  let end = place + 1;
  for (
    let step = findStep(events, end, seat);
    step.length > 0;
    step = findStep(events, end, seat)
  ) {
    const clause = formatStep(step, seat, words, who);
    // the salary is earned on the way to any space except GO
    const before = events[end - 1] as GameEvent;
    const passed =
      before.event === "TokenMoved" &&
      who.board.spaces[before.space]?.kind !== "go" &&
      isSalary(step);
    if (clause) clauses.splice(clauses.length - (passed ? 1 : 0), 0, clause);
    end += step.length;
  }
  if (clauses.length < 2) return undefined;
  const values = { seat, run: words.row(clauses) };
  return [words.fill(words.template("clauses", "move"), values, who), end - place];
}

/** Return the player whose move an event begins, if it begins one. */
function moverOf(event: GameEvent): number | undefined {
  if (event.event === "DiceRolled" || event.event === "CardDrawn") return event.seat;
  return event.event === "MoneyPaid" && event.reason === "fine" ? event.payer : undefined;
}

function isSalary([first]: readonly GameEvent[]): boolean {
  return first?.event === "MoneyPaid" && first.reason === "salary";
}

/** Return the events, starting at `place`, that make up the next clause about a player's move. */
function findStep(events: readonly GameEvent[], place: number, seat: number): readonly GameEvent[] {
  const first = events[place];
  const second = events[place + 1];
  const take = (count: number, belongs: boolean) =>
    belongs ? events.slice(place, place + count) : [];
  switch (first?.event) {
    case "TokenMoved":
    case "SentToJail":
    case "StayedInJail":
    case "LeftJail":
    case "CardKept":
      return take(1, first.seat === seat);
    case "DiceRolled":
      return take(1, first.seat === seat && first.cite === "Ruling 23");
    case "MoneyPaid":
      return take(countPayments(events, place, first, seat), true);
    case "RentFixed": {
      if (second?.event !== "RentAskedFor") return [];
      const asked = findStep(events, place + 1, seat);
      return take(asked.length + 1, asked.length > 0);
    }
    case "RentAskedFor":
      return take(2, first.tenant === seat && isPaymentOf(second, first));
    case "TaxChosen":
      return take(
        2,
        first.seat === seat && second?.event === "MoneyPaid" && second.reason === "tax",
      );
    default:
      return [];
  }
}

/** Return how many payments, starting at `place`, make up one clause about a player's move. */
function countPayments(
  events: readonly GameEvent[],
  place: number,
  first: Payment,
  seat: number,
): number {
  const { payer, payee, reason } = first;
  if (reason === "purchase") {
    const second = events[place + 1];
    return second?.event === "PropertyBought" && second.seat === seat ? 2 : 0;
  }
  if (reason === "card" && (payer === seat || payee === seat)) {
    let end = place + 1;
    for (let next = events[end]; isSameCard(first, next, seat); next = events[end]) end++;
    return end - place;
  }
  const pays = payer === seat && ["rent", "tax", "fine"].includes(reason);
  const gets = payee === seat && (reason === "salary" || payer === POT);
  return pays || gets ? 1 : 0;
}

/**
 * Return whether two payments follow from a card that makes every player pay or receive the same
 * amount.
 */
function isSameCard(first: Payment, other: GameEvent | undefined, seat: number): boolean {
  if (other?.event !== "MoneyPaid" || other.reason !== "card") return false;
  if (other.amount !== first.amount) return false;
  const pays = first.payer === seat && other.payer === seat;
  const gets = first.payee === seat && other.payee === seat;
  return pays || gets;
}

function isPaymentOf(paid: GameEvent | undefined, rent: RentAsked): boolean {
  return (
    paid?.event === "MoneyPaid" &&
    paid.reason === "rent" &&
    paid.payer === rent.tenant &&
    paid.payee === rent.owner &&
    paid.amount === rent.amount
  );
}

/** Return a step of a move as a clause without its subject; "" if it needs no words. */
function formatStep(step: readonly GameEvent[], seat: number, words: Lexicon, who: Names): string {
  const first = step[0] as GameEvent;
  const event = first.event === "TaxChosen" ? first : (step.at(-1) as GameEvent);
  let variants = variantsOf(event, who.board);
  let values: Values = { ...event };
  if (event.event === "MoneyPaid" && event.reason === "card" && event.payer !== POT) {
    const pays = event.payer === seat;
    const seats = step.flatMap((one) =>
      one.event === "MoneyPaid" ? [pays ? one.payee : one.payer] : [],
    );
    const kind = seats.includes(POT) ? "pot" : seats.includes(BANK) ? "" : "players";
    variants = [pays ? "pays" : "gets", kind, seats.length > 1 ? "each" : ""];
    values = { ...values, seats };
  } else if (event.event === "TokenMoved" && event.by === "card") variants = ["card"];
  return words.fillClause(words.template("clauses", event.event, ...variants), values, who);
}

// -- pairs of events ------------------------------------------------------------------------------

/** Return whether the second event's sentence is enough for both. */
function isSaidBySecond(first: GameEvent, second: GameEvent): boolean {
  if (first.event === "TurnEnded") return second.event === "TurnBegan";
  if (first.event !== "CardReturned" || second.event !== "LeftJail") return false;
  return first.seat === second.seat && second.by === "card";
}

interface Pair {
  name: string;
  values: Values;
  variants?: string[];
}

function pairOf(first: GameEvent, second: GameEvent, who: Names): Pair | undefined {
  const both = { ...first, ...second };
  if (first.event === "RentAskedFor" && isPaymentOf(second, first))
    return { name: "RentAskedFor+MoneyPaid", values: { ...first } };
  if (first.event === "RentAskedFor" && second.event === "DebtOpened") {
    const { debtor, creditor, amount, reason } = second;
    const same = debtor === first.tenant && creditor === first.owner && amount === first.amount;
    return same && reason === "rent"
      ? { name: "RentAskedFor+DebtOpened", values: both }
      : undefined;
  }
  if (first.event === "PropertyDeclined" && second.event === "AuctionOpened") {
    if (first.space !== second.space) return undefined;
    return { name: "PropertyDeclined+AuctionOpened", values: { ...first } };
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

/** Combine the events for keeping a mortgage and for paying its interest, in either order. */
function keptMortgage(first: GameEvent, second: GameEvent): Pair | undefined {
  const [kept, paid] = first.event === "MortgageKept" ? [first, second] : [second, first];
  if (kept.event !== "MortgageKept" || paid.event !== "MoneyPaid") return undefined;
  const same = paid.payer === kept.seat && paid.amount === kept.interest;
  return same && paid.reason === "interest"
    ? { name: "MortgageKept", values: { ...kept } }
    : undefined;
}

// -- runs of similar events -----------------------------------------------------------------------

const DEALINGS = [
  "BuildingBought",
  "BuildingSold",
  "PropertyMortgaged",
  "PropertyUnmortgaged",
] as const;
type Dealing = Extract<GameEvent, { event: (typeof DEALINGS)[number] }>;

/** Payments that the next event describes in full. */
const PAYMENTS = new Map<string, Dealing["event"]>([
  ["building", "BuildingBought"],
  ["building_sale", "BuildingSold"],
  ["mortgage", "PropertyMortgaged"],
  ["unmortgage", "PropertyUnmortgaged"],
]);

function isDealing(event: GameEvent): event is Dealing {
  return (DEALINGS as readonly string[]).includes(event.event);
}

/** Return the events, starting at `place`, that make up one sentence. */
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

/**
 * Return one player's run of build, sale, mortgage or unmortgage events of the same kind, with
 * their payments, if there are at least two; otherwise, return only the first event.
 */
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

/** Return whether two events belong in the same run. */
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

/** Narrate several similar events in one sentence. */
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

/** Narrate what a player built, sold, mortgaged or unmortgaged, and how each property ends up. */
function narrateDealings(dealt: readonly Dealing[], words: Lexicon, who: Names): string {
  const first = dealt[0] as Dealing;
  const last = new Map(dealt.map((event) => [event.space, event]));
  const total = dealt.reduce((sum, event) => sum + ("price" in event ? event.price : 0), 0);
  const run = words.row([...last.values()].map((event) => formatClause(event, words, who)));
  const template = words.template("together", first.event, "run");
  return words.fill(template, { seat: first.seat, total, run }, who);
}

/** Return an event as a clause of a sentence. */
function formatClause(event: GameEvent, words: Lexicon, who: Names): string {
  return words.fillClause(words.template("together", event.event), { ...event }, who);
}
