/** Playing on from a step of a record against bots: a new table that begins from a position. */
import type { View } from "../generated/wire";
import { drawContribution } from "../seating/contribution";
import { sitDown } from "../seating/takeSeat";
import { saveKey } from "../table/savedSeats";
import { api, type TableRequest } from "../wire/api";
import type { SeatedPlayer } from "../table/seats";

/** Whether this server makes tables from a position. */
export async function canPlayOn(): Promise<boolean> {
  try {
    return (await api.rules()).positions;
  } catch {
    return false; // a file can be looked at without a server
  }
}

/** The request for a table where one seat is a person's and bots play the others; unseen cards are shuffled again. */
export function playOnRequest(view: View, seat: number, bot = "normal"): TableRequest {
  const seats = view.players.map((_, place) => (place === seat ? {} : { bot }));
  return { position: { ...view }, seats };
}

/** Make the table, sit down and begin; returns the path of its page. */
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
