/**
 * Requests made by the host. They need the host key, or the seat key of a player who became the
 * host later.
 */
import { sayProblem } from "../say/problem";
import { findSaved } from "../table/savedSeats";
import { Problem } from "../wire/api";

/** Send a request as the host, with the first of this browser's keys that permits it. */
export async function asHost<Reply>(
  table: string,
  ask: (key: string) => Promise<Reply>,
): Promise<Reply> {
  const saved = findSaved(table);
  const keys = new Set([saved?.host, ...(saved?.keys ?? [])].filter((one) => one !== undefined));
  let problem = new Problem("key.host", "", 403);
  for (const key of keys) {
    try {
      return await ask(key);
    } catch (error) {
      if (!(error instanceof Problem) || !error.code.startsWith("key.")) throw error;
      problem = error;
    }
  }
  throw problem;
}

/** Send a request as the host and return the error in words, or "" on success; for buttons. */
export async function tryAsHost(
  table: string,
  ask: (key: string) => Promise<unknown>,
): Promise<string> {
  try {
    await asHost(table, ask);
    return "";
  } catch (error) {
    return sayProblem(error);
  }
}
