/** What a host does goes by the host's token; who was made host later holds it with a seat. */
import { sayProblem } from "../say/problem";
import { findSaved } from "../table/savedSeats";
import { Problem } from "../wire/api";

/** Do something as the host: with the first of this browser's tokens that may. */
export async function asHost<Answer>(
  table: string,
  ask: (token: string) => Promise<Answer>,
): Promise<Answer> {
  const held = findSaved(table);
  const tokens = new Set([held?.host, ...(held?.tokens ?? [])].filter((one) => one !== undefined));
  let problem = new Problem("token.host", "", 403);
  for (const token of tokens) {
    try {
      return await ask(token);
    } catch (error) {
      if (!(error instanceof Problem) || !error.code.startsWith("token.")) throw error;
      problem = error;
    }
  }
  throw problem;
}

/** The same, for a button: returns what went wrong in words, empty if nothing did. */
export async function tryAsHost(
  table: string,
  ask: (token: string) => Promise<unknown>,
): Promise<string> {
  try {
    await asHost(table, ask);
    return "";
  } catch (error) {
    return sayProblem(error);
  }
}
