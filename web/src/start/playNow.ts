/** From nothing to a game: a table for one person and three bots, begun at once. */
import { saveKey, forgetTable } from "../table/savedSeats";
import { api } from "../wire/api";
import { drawContribution } from "../seating/contribution";
import { sitDown } from "../seating/takeSeat";

/** Seconds between two moves of bots, so that one can follow. */
const PACE = 0.8;

/** Make the table, sit down and begin; the name of the table. */
export async function playNow(name: string, token: string, bot: string): Promise<string> {
  const seats = [{}, { bot }, { bot }, { bot }];
  const made = await api.make({ seats, settings: { pace: PACE } });
  saveKey(made.table, made.key, "host");
  try {
    const seatRequest = { name, token, seat: 0, contribution: drawContribution() };
    // With the host key, so that one key holds everything this browser has at the table.
    const { key } = await sitDown(made.table, seatRequest, made.key);
    saveKey(made.table, key);
    await api.start(made.table, made.key);
  } catch (error) {
    forgetTable(made.table);
    void api.remove(made.table, made.key).catch(() => undefined);
    throw error;
  }
  return made.table;
}
