/**
 * Checks the dice of a finished game: the secret against the commitment, and everything random
 * against the secret, as described in docs/fair-dice.md. The purpose and count of each roll are
 * derived from the actions, rather than taken from the file. Checking that every action was legal
 * requires the rules: `passgo verify` does that.
 */
import { DEFAULT_RULES, LONGEST_CONTRIBUTION, PURPOSES } from "../constants";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { boardOf } from "../game/boardData";
import type { Rules } from "../generated/wire";
import { findCommitment, type SavedCommitment } from "../table/savedCommitments";
import { Fair, canonical } from "./fairDice";
import type { GameRecord, RecordStep, Roll } from "./record";

/** An item in the list of checks. `none` means that this check is not possible for this record. */
export interface CheckResult {
  about: "sums" | "commitment" | "decks" | "rolls" | "told";
  found: "right" | "wrong" | "none";
  count: number;
}

/** A mismatch: the text key, and the step where it occurs; -1 for the whole file. */
export interface Difference {
  step: number;
  key: string;
  values: Record<string, unknown>;
}

type Differ = (step: number, key: string, values?: Record<string, unknown>) => void;

export interface Verdict {
  checks: CheckResult[];
  differences: Difference[];
  /** Why the dice cannot be checked: because of their kind, or because the secret is missing. */
  unchecked: "" | "seeded" | "recorded" | "secret";
}

/** The information that this browser has about the table that the record should come from. */
export interface KnownDice {
  /** The name of the table; empty if the record may come from any table. */
  table: string;
  /** The commitment and contributions that this browser saved at the table, if any. */
  saved: SavedCommitment | undefined;
}

export function verifyRecord(
  record: GameRecord,
  known: KnownDice = { table: "", saved: undefined },
): Verdict {
  const differences: Difference[] = [];
  const differ: Differ = (step, key, values = {}) =>
    differences.push({ step, key: `replay.differs.${key}`, values });
  const checks: CheckResult[] = [];
  const note = (about: CheckResult["about"], count: number, check: () => void) => {
    const before = differences.length;
    check();
    const found = count === 0 ? "none" : differences.length > before ? "wrong" : "right";
    checks.push({ about, found, count });
  };

  note("sums", record.sums.length, () => {
    const sum = record.sums.find((one) => one.recorded !== one.true); // later ones are wrong too
    if (sum) differ(stepBefore(record, sum.line), "sum", { line: sum.line });
  });
  const count = record.full ? record.steps.reduce((sum, step) => sum + step.rolls.length, 0) : 0;
  note("told", count, () =>
    record.steps.forEach((step, number) => checkRolledEvents(step, number, differ)),
  );

  compareWithTable(record, known, differ);
  const dice = record.header.chance;
  if (dice.kind !== "fair") return { checks, differences, unchecked: dice.kind };
  const secret = record.end?.secret ?? null;
  if (secret === null) return { checks, differences, unchecked: "secret" };

  const fair = Fair.of(secret, dice.game, rulesDigest(record), dice.contributions);
  note("commitment", 1, () => {
    if (fair === null) differ(-1, "secret");
    else if (fair.commitment !== dice.commitment)
      differ(-1, "commitment", { told: dice.commitment, true: fair.commitment });
    dice.contributions.forEach((text, seat) => {
      if (Array.from(text).length > LONGEST_CONTRIBUTION) differ(-1, "contribution", { seat });
    });
  });
  if (fair === null) return { checks, differences, unchecked: "" };
  const orders = decksOf(record);
  const dealt = record.header.start !== null && dealtFairly(record, fair);
  note("decks", dealt ? 2 : orders.length, () => {
    for (const [name, order, size] of orders) {
      const right = fair.shuffle(PURPOSES[name], size);
      if (right.join() !== order.join()) differ(0, `deck.${name}`);
    }
  });
  const rolls = record.steps.reduce((sum, step) => sum + step.rolls.length, 0);
  note("rolls", rolls, () => {
    for (const one of chanceRequestsOf(record)) {
      const right = fair.roll(one.purpose, one.seat, one.count);
      if (right.join() !== one.dice.join())
        differ(one.step, "roll", {
          seat: one.seat,
          first: one.dice[0],
          second: one.dice[1],
          right_first: right[0],
          right_second: right[1],
        });
    }
  });
  return { checks, differences, unchecked: "" };
}

/**
 * Check that the record comes from this table and has the commitment and the contributions that
 * this browser saved.
 */
function compareWithTable(record: GameRecord, { table, saved }: KnownDice, differ: Differ): void {
  const dice = record.header.chance;
  if (dice.kind !== "fair") {
    if (saved?.commitment) differ(-1, "unsealed", { seen: saved.commitment });
    return;
  }
  if (table && dice.game !== table) differ(-1, "game", { game: dice.game, table });
  if (saved === undefined) return;
  const { commitment, contributions } = saved;
  if (commitment && commitment !== dice.commitment) differ(-1, "seen", { seen: commitment });
  record.header.players.forEach(({ name }, seat) => {
    const sent = Object.hasOwn(contributions, name) ? contributions[name] : undefined;
    const recorded = dice.contributions[seat] ?? "";
    if (sent !== undefined && sent !== recorded) differ(-1, "luck", { seat, sent, told: recorded });
  });
}

type Deck = [name: "chance" | "chest" | "deeds", order: number[], size: number];

/** Return each deck with its order and size; a deck that is missing from the file has no order. */
function decksOf(record: GameRecord): Deck[] {
  const { decks, header } = record;
  const { cards, spaces } = boardOf(header.board);
  const sizes = {
    chance: cards.filter(({ deck }) => deck === "chance").length,
    chest: cards.filter(({ deck }) => deck === "chest").length,
    deeds: spaces.filter(({ price }) => price !== undefined).length,
  };
  return (["chance", "chest", "deeds"] as const).flatMap((name): Deck[] => {
    // A game that starts from a position shuffles nothing, and the deeds are dealt only under some
    // rules.
    const needed = header.start === null && name !== "deeds";
    const order = decks[name];
    return order || needed ? [[name, order ?? [], sizes[name]]] : [];
  });
}

/**
 * Return whether the unseen cards of a starting position are in the order that the fair dice give
 * them.
 */
function dealtFairly({ header }: GameRecord, fair: Fair): boolean {
  const { seen = [], players = [], unseen = [] } = header.start ?? {};
  const known = new Set([...seen, ...players.map((one) => one.cards ?? [])].flat());
  const { cards } = boardOf(header.board);
  return (["chance", "chest"] as const).every((name, place) => {
    const left = cards.filter(({ deck, key }) => deck === name && !known.has(key));
    const order = fair
      .shuffle(PURPOSES[`unseen_${name}`], left.length)
      .map((card) => left[card]?.key);
    // A position lists the top card first, which is the last one dealt here.
    return order.reverse().join() === unseen[place]?.join();
  });
}

interface ChanceRequest {
  step: number;
  purpose: number;
  seat: number;
  count: number;
  dice: Roll;
}

/** Return each roll's seat, purpose and count. */
export function chanceRequestsOf(record: GameRecord): ChanceRequest[] {
  const players = record.header.players.map((_, seat) => seat);
  const requests: ChanceRequest[] = [];
  let tied = players;
  let again = 0;
  let round: { seat: number; sum: number }[] = [];
  for (const dice of record.steps[0]?.rolls ?? []) {
    const seat = tied[round.length] ?? 0;
    requests.push({ step: 0, purpose: PURPOSES.opening_roll, seat, count: again, dice });
    round.push({ seat, sum: dice[0] + dice[1] });
    if (round.length < tied.length) continue;
    // Players tied for the highest roll roll again.
    const highest = Math.max(...round.map(({ sum }) => sum));
    tied = round.filter(({ sum }) => sum === highest).map((one) => one.seat);
    again += 1;
    round = [];
  }

  const start = record.header.start?.players;
  const rolls = players.map((seat) => start?.[seat]?.rolls ?? 0);
  const cards = players.map((seat) => start?.[seat]?.card_rolls ?? 0);
  let mover = record.header.start?.seat ?? 0;
  record.steps.forEach((step, number) => {
    if (number === 0) return;
    step.rolls.forEach((dice, place) => {
      const moves = place === 0 && step.action?.action === "Roll";
      if (moves && step.action) mover = step.action.seat;
      // Any other roll is for a utility's rent and is made by the player who is moving, whom a
      // card sent there.
      const counts = moves ? rolls : cards;
      const count = counts[mover] ?? 0;
      counts[mover] = count + 1;
      const purpose = moves ? PURPOSES.roll : PURPOSES.card_roll;
      requests.push({ step: number, purpose, seat: mover, count, dice });
    });
  });
  return requests;
}

/** Check that the events in a full record report the same dice. */
function checkRolledEvents(step: RecordStep, number: number, differ: Differ): void {
  const reported = step.events.flatMap((event) =>
    event.event === "DiceRolled" || event.event === "OpeningRollMade"
      ? [[event.first, event.second]]
      : [],
  );
  if (step.events.length > 0 && reported.join() !== step.rolls.join()) differ(number, "told");
}

/**
 * Return the digest of the rules that the fair dice are bound to: the preset, and the options that
 * differ from the default rules.
 */
export function rulesDigest(record: GameRecord): string {
  const view = record.steps[0]?.changes[0]?.[1] as { rules?: Rules } | undefined;
  const rules: Partial<Rules> = { ...view?.rules, ...record.header.rules };
  const short = Object.fromEntries(
    Object.entries(rules).filter(
      ([name, value]) => name === "preset" || value !== DEFAULT_RULES[name as keyof Rules],
    ),
  );
  const data = canonical({ board: record.header.board, rules: short });
  return bytesToHex(sha256(new TextEncoder().encode(data)));
}

function stepBefore(record: GameRecord, line: number): number {
  return record.steps.filter((step) => step.line < line).length - 1;
}

export interface DiceVerdict {
  verdict: Verdict;
  /** The commitment and contributions that this browser saved at the table, if any. */
  saved: SavedCommitment | undefined;
}

/** Check a record; `table` is empty if the record may come from any table. */
export function judge(record: GameRecord, table: string): DiceVerdict {
  const { chance } = record.header;
  const saved = findCommitment(table || (chance.kind === "fair" ? chance.game : ""));
  return { saved, verdict: verifyRecord(record, { table, saved }) };
}
