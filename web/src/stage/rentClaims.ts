/** The rents that can be asked for, and the standing order to always ask for rent. */
import type { Played, Rent, View } from "../generated/wire";
import type { Names, Words } from "../say/words";
import type { Table } from "../table/table.svelte";
import type { AnswerChoice } from "./answers";

const KEY = "passgo.rents";
const MOST = 100;

/** Return the rents that the player's own seats can ask for. */
export function waitingRents(view: View, you: readonly number[]): Rent[] {
  return view.rents.filter(({ owner }) => you.includes(owner));
}

/** Return the question about the first of these rents; empty if there is none. */
export function rentQuestion([rent]: readonly Rent[], words: Words, who: Names): string {
  if (rent === undefined) return "";
  const tenant = words.player(rent.tenant, who.names);
  const space = words.space(rent.space, who.board);
  return words.text("stage.rent.asks", { tenant, space, sum: words.money(rent.amount) });
}

/** Return the answers to the question about the first of these rents, the main one first. */
export function rentAnswers(
  [rent]: readonly Rent[],
  view: View,
  you: readonly number[],
  who: Names,
): AnswerChoice[] {
  if (rent === undefined) return [];
  const { owner: seat, number, amount } = rent;
  const ask: AnswerChoice = {
    text: "stage.rent.ask",
    money: { sum: amount },
    hotkey: "R",
    keys: [],
    action: { action: "AskForRent", seat, rent: number },
    allowed: true,
  };
  if (view.players[seat]?.always_asks_for_rent) return [ask];
  const always: AnswerChoice = {
    text: you.length > 1 ? "stage.rent.always_for" : "stage.rent.always",
    values: { owner: who.names[seat] ?? "" },
    hotkey: "",
    keys: [],
    action: { action: "AlwaysAskForRent", seat, on: true },
    allowed: true,
  };
  return [ask, always];
}

/** Return whether a seat has given or canceled this order. */
export function hasOrdered(messages: readonly Pick<Played, "events">[], seat: number): boolean {
  return messages.some(({ events }) =>
    events.some((event) => event.event === "RentOrderSet" && event.seat === seat),
  );
}

/** Record that a seat has given the order; return whether this is the first time. */
function note(table: string, seat: number): boolean {
  const name = `${table}/${seat}`;
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    const noted: unknown[] = Array.isArray(found) ? found : [];
    if (noted.includes(name)) return false;
    localStorage.setItem(KEY, JSON.stringify([name, ...noted].slice(0, MOST)));
  } catch {
    // without storage, the table's history shows whether the order was given
  }
  return true;
}

/**
 * Give the standing order to always ask for rent, for each of the player's own seats. It is given
 * only once, so that a player who cancels it is not overruled.
 */
export function orderRents(table: Table, you: readonly number[]): void {
  for (const seat of you) {
    const player = table.view?.players[seat];
    if (!player || player.out || !note(table.name, seat)) continue;
    if (player.always_asks_for_rent || hasOrdered(table.history, seat)) continue;
    void table.play({ action: "AlwaysAskForRent", seat, on: true });
  }
}
