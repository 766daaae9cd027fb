/** Those events from before this browser connected that the server still has. */
import type { Played, SeatInfo, TableUpdate, View } from "../generated/wire";
import { changesOf } from "./seatChanges";

/** The result of an action, or of a change to the table that was not an action. */
export type HistoryMessage = Pick<Played, "seq" | "by" | "events" | "why"> & {
  type: "played" | "table";
};

/** A message from the history, with the seats as they were then. */
export type HistoryEntry = HistoryMessage & { seats: readonly SeatInfo[] };

/**
 * Convert a change to the table, such as the start of the game or a new player, to a history
 * message.
 */
export function historyMessageOf({ type, seq, events = [] }: TableUpdate): HistoryMessage {
  return { type, seq, by: "table", events };
}

/**
 * Merge the actions and the seat changes in order, oldest first. `now` contains the current seats,
 * for a history without updates.
 */
export function readHistory(
  history: readonly Played[],
  updates: readonly TableUpdate[],
  now: readonly SeatInfo[],
): HistoryEntry[] {
  const start = updates.map(({ view }) => view !== undefined).lastIndexOf(true);
  const inGame = updates.slice(Math.max(0, start));
  // The seats before the first update are unknown, so the earliest known ones are used.
  let seats: readonly SeatInfo[] = inGame[0]?.table.seats ?? now;
  const all = [...history, ...inGame].sort((one, other) => one.seq - other.seq);
  return all.flatMap((one): HistoryEntry[] => {
    if (one.type === "played") return [{ ...one, seats }];
    const moved = changesOf(seats, one.table.seats).length > 0;
    seats = one.table.seats;
    return moved || one.events?.length ? [{ ...historyMessageOf(one), seats }] : [];
  });
}

/**
 * Note which deeds were mortgaged when each offer in these messages was made; `view` is the state
 * after the last one.
 */
export function noteMortgages(
  messages: readonly HistoryMessage[],
  view: View | null,
  noted: WeakMap<object, ReadonlySet<number>>,
): void {
  const now = new Set(view?.properties.flatMap((one) => (one.mortgaged ? one.space : [])));
  for (const event of messages.flatMap(({ events }) => events).reverse()) {
    if (event.event === "TradeOffered") noted.set(event.offer, new Set(now));
    else if (event.event === "PropertyMortgaged") now.delete(event.space);
    else if (event.event === "PropertyUnmortgaged" || event.event === "MortgageCanceled")
      now.add(event.space);
  }
}
