/** A rematch: a new table where the same keys hold the same seats. */
import type { TableInfo } from "../generated/wire";
import { asHost } from "../host/hostRequests";
import { sendContribution } from "../seating/contribution";
import { fetchOwnSeats } from "../seating/takeSeat";
import { saveCommitment } from "../table/savedCommitments";
import { api } from "../wire/api";
import { findSaved, saveKey } from "../table/savedSeats";

/** Return the path of the new table, and save the player's keys for it. */
export function joinRematch(table: string, rematchTable: string, seated: boolean): string {
  const saved = seated ? findSaved(table) : undefined;
  for (const key of saved?.keys ?? []) saveKey(rematchTable, key);
  if (saved?.host) saveKey(rematchTable, saved.host, "host");
  return `/t/${encodeURIComponent(rematchTable)}`;
}

/** Start a rematch immediately if this browser holds all human seats; return whether it started. */
export async function beginAlone(again: TableInfo): Promise<boolean> {
  const { table, seats, commitment } = again;
  const free = seats.some((one) => one.kind === "free" && !one.bot);
  if (again.status !== "open" || free) return false;
  const people = seats.filter((one) => one.kind === "person");
  const you = await fetchOwnSeats(table);
  if (!people.every(({ seat }) => you.includes(seat))) return false;
  saveCommitment(table, commitment);
  for (const one of people) if (!one.contribution) await sendContribution(table, one);
  await asHost(table, (key) => api.start(table, key));
  return true;
}
