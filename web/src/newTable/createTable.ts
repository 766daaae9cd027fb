/** Open a table as it was set up, and seat everybody who plays at this browser. */
import { saveKey, forgetTable } from "../table/savedSeats";
import { api } from "../wire/api";
import { drawContribution } from "../seating/contribution";
import { complete, peopleHere, requestOf, type Setup } from "./tableSetup";
import { sitDown } from "../seating/takeSeat";

/** The name of the table. If anything fails nothing is left of it, and all that was typed is still there. */
export async function openTable(setup: Setup, me: string, token: string): Promise<string> {
  const made = await api.make(requestOf(setup));
  saveKey(made.table, made.key, "host");
  try {
    const people = peopleHere(setup, me);
    // First who has chosen a piece, so that nobody else here is given it.
    for (const one of [...people].sort((a, b) => Number(b.me) - Number(a.me))) {
      const seatRequest = { name: one.name, seat: one.seat, contribution: drawContribution() };
      await sitDown(made.table, one.me ? { ...seatRequest, token } : seatRequest, made.key);
    }
    if (complete(setup)) await api.start(made.table, made.key);
  } catch (error) {
    forgetTable(made.table);
    void api.remove(made.table, made.key).catch(() => undefined);
    throw error;
  }
  return made.table;
}
