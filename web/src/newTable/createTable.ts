/** Creates a table from a setup, and seats everyone who plays in this browser. */
import { saveKey, forgetTable } from "../table/savedSeats";
import { api } from "../wire/api";
import { drawContribution } from "../seating/contribution";
import { complete, peopleHere, requestOf, type Setup } from "./tableSetup";
import { sitDown } from "../seating/takeSeat";

/**
 * Create the table and return its name. If anything fails, the table is removed and the form keeps
 * its values.
 */
export async function openTable(setup: Setup, me: string, token: string): Promise<string> {
  const made = await api.make(requestOf(setup));
  saveKey(made.table, made.key, "host");
  try {
    const people = peopleHere(setup, me);
    // The user, who has chosen a token, is seated first, so that nobody else here gets that token.
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
