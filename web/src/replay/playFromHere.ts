/**
 * Continues a game against bots from a step in its record, at a new table that starts from that
 * position.
 */
import type { View } from "../generated/wire";
import { drawContribution } from "../seating/contribution";
import { sitDown } from "../seating/takeSeat";
import { saveKey } from "../table/savedSeats";
import { api, type TableRequest } from "../wire/api";
import type { SeatedPlayer } from "../table/seats";

/** Return whether this server can create tables from a position. */
export async function canPlayOn(): Promise<boolean> {
  try {
    return (await api.rules()).positions;
  } catch {
    return false; // a file can be viewed without a server
  }
}

/**
 * Return the request for a table with a person in one seat and bots in the others; the unseen cards
 * are reshuffled.
 */
export function playOnRequest(view: View, seat: number, bot = "normal"): TableRequest {
  const seats = view.players.map((_, place) => (place === seat ? {} : { bot }));
  return { position: { ...view }, seats };
}

/** Create the table, take the seat and start the game; return the path of its page. */
export async function playOn(
  view: View,
  seats: readonly SeatedPlayer[],
  seat: number,
): Promise<string> {
  const { table, key } = await api.make(playOnRequest(view, seat));
  saveKey(table, key, "host");
  const { name = "", token = "" } = seats[seat] ?? {};
  await sitDown(table, { name, seat, token, contribution: drawContribution() }, key);
  await api.start(table, key);
  return `/t/${encodeURIComponent(table)}`;
}
