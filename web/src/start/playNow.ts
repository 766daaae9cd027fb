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
  saveKey(made.table, made.token, "host");
  try {
    const seatRequest = { name, token, seat: 0, contribution: drawContribution() };
    // By the host's token, so that one token holds all that this browser has at the table.
    const { token: held } = await sitDown(made.table, seatRequest, made.token);
    saveKey(made.table, held);
    await api.start(made.table, made.token);
  } catch (error) {
    forgetTable(made.table);
    void api.remove(made.table, made.token).catch(() => undefined);
    throw error;
  }
  return made.table;
}
