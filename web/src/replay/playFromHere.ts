/** Playing on from a step of a record against bots: a new table that begins from a position. */
import type { View } from "../generated/wire";
import { drawContribution } from "../seating/contribution";
import { sitDown } from "../seating/takeSeat";
import { saveKey } from "../table/savedSeats";
import { api, type RuleChoices, type NewTable } from "../wire/api";
import type { Seated } from "../table/seats";

export interface PositionRequest extends NewTable {
  /** The game as it stood; cards that nobody has seen are shuffled again. */
  position: View;
}

/** Whether this server makes tables from a position. */
export async function canPlayOn(): Promise<boolean> {
  try {
    const choices: RuleChoices & { positions?: boolean } = await api.rules();
    return choices.positions === true;
  } catch {
    return false; // a file can be looked at without a server
  }
}

/** The request for a table where one seat is a person's and bots play the others. */
export function playOnRequest(view: View, seat: number, bot = "normal"): PositionRequest {
  const seats = view.players.map((_, place) => (place === seat ? {} : { bot }));
  return { position: view, seats };
}

/** Make the table, sit down and begin; returns the path of its page. */
export async function playOn(view: View, seats: readonly Seated[], seat: number): Promise<string> {
  const { table, key } = await api.make(playOnRequest(view, seat));
  saveKey(table, key, "host");
  const { name = "", token = "" } = seats[seat] ?? {};
  await sitDown(table, { name, seat, token, contribution: drawContribution() }, key);
  await api.start(table, key);
  return `/t/${encodeURIComponent(table)}`;
}
