/**
 * Enters a table with the keys saved in this browser and the key in the link. Only valid keys are
 * kept.
 */
import { findSaved, saveKey, forgetTable, markOpened } from "../table/savedSeats";
import { api, Problem } from "../wire/api";

/** Return the keys to connect with; none for a visitor with a plain link. */
export function keysFor(table: string, watch: string): string[] {
  const keys = findSaved(table)?.keys ?? [];
  return watch && !keys.includes(watch) ? [...keys, watch] : keys;
}

/** Save the link's watch key once the server has accepted it, unless a saved key is still valid. */
export async function saveEntry(table: string, watch: string, seated: boolean): Promise<void> {
  markOpened(table);
  if (!watch || seated || findSaved(table)?.keys.includes(watch)) return;
  if (!(await forgetVoid(table))) saveKey(table, watch, "watch");
}

/**
 * Forget the keys that are no longer valid, after the server closed the connection; return whether
 * to try again with the remaining keys.
 */
export async function leaveClosedTable(table: string, why: string): Promise<boolean> {
  if (why === "table.unknown") forgetTable(table);
  if (why !== "key.unknown") return false;
  const before = findSaved(table)?.keys.length ?? 0;
  const good = await forgetVoid(table);
  // The same keys would be refused again.
  return good && (findSaved(table)?.keys.length ?? 0) < before;
}

/** Forget the keys that the server doesn't know; return whether any are left. */
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
    // Give up a key only if the server reports that it is unknown.
    return !(error instanceof Problem) || error.code !== "key.unknown";
  }
}
