/** Why nothing was done, in the language of the page: the server's codes, and what went wrong on the way to it. */
import { Problem } from "../wire/api";
import { t } from "./say.svelte";

/** The sentence of a code. */
export function problemText(code: string): string {
  return t(`app.problem.${code}`);
}

/** The sentence of what was thrown; what is no problem of the server's is a mistake of ours. */
export function sayProblem(error: unknown): string {
  if (!(error instanceof Problem)) throw error;
  return problemText(error.code);
}
