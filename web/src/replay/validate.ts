/**
 * Checks the format of boards, views and events. A record may come from any source, so nothing that
 * is drawn or counted may be incomplete or contain an index that would create a list with four
 * billion entries.
 */
import { BANK, DEFAULT_RULES, FEWEST_SPACES, MOST_SEATS, MOST_SPACES, POT } from "../constants";
import type { GameEvent } from "../generated/wire";
import {
  EVENT_FIELDS,
  LARGEST,
  PLAYER_FIELDS,
  PROPERTY_FIELDS,
  STATE_FIELDS,
  type Field,
} from "./fields";

type Validator = (data: unknown) => boolean;

const LONGEST_TEXT = 2_000;
const LONGEST_LIST = 1_000;

const between =
  (low: number, high: number): Validator =>
  (data) =>
    Number.isInteger(data) && (data as number) >= low && (data as number) <= high;
const number = between(-LARGEST, LARGEST);
const count = between(0, 100_000);
const space = between(-1, MOST_SPACES - 1);
/** A seat number; the numbers for the Bank and the pot are also valid. */
const seat = between(Math.min(BANK, POT), MOST_SEATS - 1);
const text: Validator = (data) => typeof data === "string" && data.length <= LONGEST_TEXT;
const flag: Validator = (data) => typeof data === "boolean";
const listOf =
  (item: Validator): Validator =>
  (data) =>
    Array.isArray(data) && data.length <= LONGEST_LIST && data.every(item);
const numbers = listOf(number);
const texts = listOf(text);

/** Return a check for an object with at least these fields; `maybe` checks the optional ones. */
const formOf =
  (fields: Record<string, Validator>): Validator =>
  (data) =>
    isObject(data) &&
    Object.entries(fields).every(([name, check]) =>
      check(Object.hasOwn(data, name) ? data[name] : undefined),
    );

function isObject(data: unknown): data is Record<string, unknown> {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

/** Return a check for an optional value. */
const maybe =
  (check: Validator): Validator =>
  (data) =>
    data === undefined || check(data);

// -- the board ------------------------------------------------------------------------------------

const cards = listOf(formOf({ key: text, text }));
const deedForm = formOf({
  mortgage: number,
  interest: number,
  unmortgage_cost: number,
  rents: listOf(formOf({ kind: text, count, amount: number })),
});
const boardForm = formOf({
  key: text,
  name: text,
  houses: count,
  hotels: count,
  groups: listOf(formOf({ key: text, name: text })),
  spaces: listOf((one) => formOf({ kind: text, name: text })(one) && hasFittingDeed(one)),
  chance: cards,
  chest: cards,
});

/** Return whether the fields that only some spaces have are valid. */
function hasFittingDeed(data: unknown): boolean {
  const { group, price, house_cost: cost, deed } = data as Record<string, unknown>;
  return maybe(text)(group) && [price, cost].every(maybe(number)) && maybe(deedForm)(deed);
}

export function isBoard(data: unknown): boolean {
  if (!boardForm(data)) return false;
  const { length } = (data as { spaces: unknown[] }).spaces;
  return length >= FEWEST_SPACES && length <= MOST_SPACES;
}

// -- the view -------------------------------------------------------------------------------------

const KINDS: Record<Field["kind"], (field: Field) => Validator> = {
  int: ({ low = -LARGEST, high = LARGEST }) => between(low, high),
  flag: () => flag,
  seat: () => seat,
  seats: () => listOf(seat),
  space: () => between(0, MOST_SPACES - 1),
  property: () => between(0, MOST_SPACES - 1),
  cards: () => texts,
};

/** Return the checks for the fields that the engine describes. */
function checksOf(fields: Record<string, Field>): Record<string, Validator> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, KINDS[field.kind](field)]),
  );
}

const offer = {
  number,
  maker: seat,
  partner: seat,
  give_cash: number,
  get_cash: number,
  give_deeds: listOf(space),
  get_deeds: listOf(space),
  unmortgage: listOf(space),
};
const debt = { debtor: seat, creditor: seat, amount: number, reason: text, cite: text };
const rent = { number, owner: seat, tenant: seat, space, amount: number, turn: count, cite: text };
const viewForm = formOf({
  rules: formOf(
    Object.fromEntries(
      Object.entries(DEFAULT_RULES).map(([name, value]) => [
        name,
        { string: text, number, boolean: flag }[typeof value as "string" | "number" | "boolean"],
      ]),
    ),
  ),
  ...checksOf(STATE_FIELDS),
  players: listOf(formOf(checksOf(PLAYER_FIELDS))),
  properties: listOf(formOf(checksOf(PROPERTY_FIELDS))),
  rent_rows: numbers,
  transfer_costs: listOf(numbers),
  agenda: listOf(formOf({ entry: text })),
  rents: listOf(formOf(rent)),
  debts: listOf(formOf(debt)),
  offers: listOf(formOf({ ...offer, give_cards: texts, get_cards: texts, changed: maybe(space) })),
  demands: listOf(numbers),
  seen: listOf(texts),
  waiting_for: listOf(seat),
});

/** Return whether this is a view of a game with this many players and spaces. */
export function isView(data: unknown, players: number, spaces: number): boolean {
  if (!viewForm(data)) return false;
  const view = data as { players: { space: number }[] };
  return view.players.length === players && view.players.every((one) => one.space < spaces);
}

/**
 * Return whether this can be the position that a game started from; missing fields have their usual
 * starting values.
 */
export function isStart(data: unknown): boolean {
  if (!isObject(data)) return false;
  const { players, seat: first, seen, unseen } = data;
  const one: Validator = (row) =>
    isObject(row) &&
    maybe(texts)(row["cards"]) &&
    [row["rolls"], row["card_rolls"]].every(maybe(count));
  return (
    maybe(listOf(one))(players) && maybe(seat)(first) && [seen, unseen].every(maybe(listOf(texts)))
  );
}

// -- events ---------------------------------------------------------------------------------------

const SEATS = ["seat", "payer", "payee", "owner", "tenant", "maker", "partner", "giver", "taker"];
const FIELDS = new Map<string, Validator>([
  ...[...SEATS, "debtor", "creditor", "heir"].map((name) => [name, seat] as const),
  ...["space", "start"].map((name) => [name, space] as const),
  ...["by", "reason", "cite"].map((name) => [name, text] as const),
  ...["on", "share"].map((name) => [name, flag] as const),
  ...["asked", "worths"].map((name) => [name, numbers] as const),
  ...["bidders", "winners"].map((name) => [name, listOf(seat)] as const),
  ["offer", formOf({ ...offer, give_cards: numbers, get_cards: numbers })],
]);

export function isEvent(data: unknown): data is GameEvent {
  if (!isObject(data)) return false;
  const { event } = data;
  if (typeof event !== "string" || !Object.hasOwn(EVENT_FIELDS, event)) return false;
  const names: string[] = EVENT_FIELDS[event as keyof typeof EVENT_FIELDS];
  // All other fields are numbers.
  return [...names, "cite"].every((name) => (FIELDS.get(name) ?? number)(data[name]));
}
