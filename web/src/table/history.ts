/** What happened before this browser came, as the server still has it. */
import type { Happened, SeatTold, TableChanged } from "../generated/wire";
import { changesOf } from "./seatChanges";

/** What came of an action, or before the first one of the beginning. */
export type Told = Omit<Happened, "played">;

/** What happened, with who sat where at the time. */
export type Happening = Told & { seats: readonly SeatTold[] };

/** What a table tells that is no action: the beginning of the game, or that a seat has changed hands. */
export function toldOf({ version, events = [] }: TableChanged): Told {
  return { version, by: "table", events, changes: [] };
}

/** Actions, and who sat down or left between them, the oldest first; `now` are the seats if nobody did. */
export function readHistory(
  history: readonly Happened[],
  seatings: readonly TableChanged[],
  now: readonly SeatTold[],
): Happening[] {
  const start = seatings.map(({ view }) => view !== undefined).lastIndexOf(true);
  const inGame = seatings.slice(Math.max(0, start));
  // Who sat there before the first of these is not known: it is told only by the names that follow.
  let seats: readonly SeatTold[] = inGame[0]?.table.seats ?? now;
  const all = [...history, ...inGame].sort((one, other) => one.version - other.version);
  return all.flatMap((one): Happening[] => {
    if (!("table" in one)) return [{ ...one, seats }];
    const moved = changesOf(seats, one.table.seats).length > 0;
    seats = one.table.seats;
    return moved || one.events?.length ? [{ ...toldOf(one), seats }] : [];
  });
}
