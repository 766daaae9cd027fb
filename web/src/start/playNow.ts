/** A quick game: a table for one person and some bots, which starts immediately. */
import { saveKey, forgetTable } from "../table/savedSeats";
import { api } from "../wire/api";
import type { Character } from "../seating/cast";
import { drawContribution } from "../seating/contribution";
import { sitDown } from "../seating/takeSeat";

/** Seconds between bot moves, so that people can follow the game. */
const PACE = 0.8;

/** Create the table, take a seat and start the game; return the table's name. */
export async function playNow(
  name: string,
  token: string,
  opponents: readonly Character[],
): Promise<string> {
  const bots = opponents.map((one) => ({ bot: one.level, name: one.name }));
  const made = await api.make({ seats: [{}, ...bots], settings: { pace: PACE } });
  saveKey(made.table, made.key, "host");
  try {
    const seatRequest = { name, token, seat: 0, contribution: drawContribution() };
    // Sent with the host key, so that one key covers everything this browser has at the table.
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
