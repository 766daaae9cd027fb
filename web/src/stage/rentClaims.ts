/** The rents that can be asked for, and the standing order to ask for every rent. */
import type { Played, Rent, View } from "../generated/wire";
import type { Names, Words } from "../say/words";
import type { Table } from "../table/table.svelte";

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
 * Give the standing order to ask for every rent, for each of the player's own seats. It is given
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
