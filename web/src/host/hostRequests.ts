/** What a host does goes by the host's key; who was made host later holds it with a seat. */
import { sayProblem } from "../say/problem";
import { findSaved } from "../table/savedSeats";
import { Problem } from "../wire/api";

/** Do something as the host: with the first of this browser's keys that may. */
export async function asHost<Answer>(
  table: string,
  ask: (key: string) => Promise<Answer>,
): Promise<Answer> {
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

/** The same, for a button: returns what went wrong in words, empty if nothing did. */
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
