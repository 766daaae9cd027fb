/** Coming to a table: with the keys that this browser holds and the one in the link; only good ones are kept. */
import { findSaved, saveKey, forgetTable, markOpened } from "../table/savedSeats";
import { api, Problem } from "../wire/api";

/** What to say hello with; nothing for who comes by a plain link. */
export function keysFor(table: string, watch: string): string[] {
  const keys = findSaved(table)?.keys ?? [];
  return watch && !keys.includes(watch) ? [...keys, watch] : keys;
}

/** This browser was let in: keep the watch key of the link if nothing else opened the door. */
export async function saveEntry(table: string, watch: string, seated: boolean): Promise<void> {
  markOpened(table);
  if (!watch || seated || findSaved(table)?.keys.includes(watch)) return;
  if (!(await forgetVoid(table))) saveKey(table, watch, "watch");
}

/** It was not let in, or shown the door: forget what is void. Whether to try again with what is left. */
export async function leaveClosedTable(table: string, why: string): Promise<boolean> {
  if (why === "table.unknown") forgetTable(table);
  if (why !== "key.unknown") return false;
  const before = findSaved(table)?.keys.length ?? 0;
  const good = await forgetVoid(table);
  // The same keys would be refused again.
  return good && (findSaved(table)?.keys.length ?? 0) < before;
}

/** Let go of the keys that the server does not know; whether one is left. */
async function forgetVoid(table: string): Promise<boolean> {
  const { keys = [] } = findSaved(table) ?? {};
  const good = await Promise.all(keys.map((key) => isGood(table, key)));
  keys.forEach((key, place) => !good[place] && forgetTable(table, key));
  return good.includes(true);
}

async function isGood(table: string, key: string): Promise<boolean> {
  try {
    await api.view(table, key);
    return true;
  } catch (error) {
    // Without a clear word from the server nothing is given up.
    return !(error instanceof Problem) || error.code !== "key.unknown";
  }
}
