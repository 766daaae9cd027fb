/** Coming to a table: with the tokens that this browser holds and the one in the link; only good ones are kept. */
import { findSaved, saveKey, forgetTable, markOpened } from "../table/savedSeats";
import { api, Problem } from "../wire/api";

/** What to say hello with; nothing for who comes by a plain link. */
export function tokensFor(table: string, watch: string): string[] {
  const held = findSaved(table)?.tokens ?? [];
  return watch && !held.includes(watch) ? [...held, watch] : held;
}

/** This browser was let in: keep the watch token of the link if nothing else opened the door. */
export async function saveEntry(table: string, watch: string, seated: boolean): Promise<void> {
  markOpened(table);
  if (!watch || seated || findSaved(table)?.tokens.includes(watch)) return;
  if (!(await forgetVoid(table))) saveKey(table, watch, "watch");
}

/** It was not let in, or shown the door: forget what is void. Whether to try again with what is left. */
export async function leaveClosedTable(table: string, why: string): Promise<boolean> {
  if (why === "table.unknown") forgetTable(table);
  if (why !== "token.unknown") return false;
  const before = findSaved(table)?.tokens.length ?? 0;
  const good = await forgetVoid(table);
  // The same tokens would be refused again.
  return good && (findSaved(table)?.tokens.length ?? 0) < before;
}

/** Let go of the tokens that the server does not know; whether one is left. */
async function forgetVoid(table: string): Promise<boolean> {
  const { tokens = [] } = findSaved(table) ?? {};
  const good = await Promise.all(tokens.map((token) => isGood(table, token)));
  tokens.forEach((token, place) => !good[place] && forgetTable(table, token));
  return good.includes(true);
}

async function isGood(table: string, token: string): Promise<boolean> {
  try {
    await api.view(table, token);
    return true;
  } catch (error) {
    // Without a clear word from the server nothing is given up.
    return !(error instanceof Problem) || error.code !== "token.unknown";
  }
}
