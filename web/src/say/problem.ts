/** Why nothing was done, in the language of the page: a rule in the way, or what went wrong at the server or before it. */
import { Problem } from "../wire/api";
import type { Outcome } from "../wire/connection";
import { speech, t } from "./say.svelte";
import type { Named } from "./words";

/** Why something was not done. */
export interface Said {
  text: string;
  /** The key of a citation; empty if no rule is in the way. */
  cite: string;
}

/** What an answer says against an action; null if it says nothing. */
export function objectionOf(outcome: Outcome, who: Named): Said | null {
  if ("refusal" in outcome) {
    const { refusal } = outcome;
    return { text: speech.words.refusal(refusal, who), cite: refusal.cite };
  }
  return "error" in outcome ? { text: problemText(outcome.error), cite: "" } : null;
}

/** The whole sentence, with the rule that says so. */
export function withRule({ text, cite }: Said): string {
  return cite ? t("cite.why", { text, cite: speech.words.cited(cite) }) : text;
}

/** The sentence of a code. */
export function problemText(code: string): string {
  return t(`app.problem.${code}`);
}

/** The sentence for a caught error; rethrow whatever is not a problem that the server reported. */
export function sayProblem(error: unknown): string {
  if (!(error instanceof Problem)) throw error;
  return problemText(error.code);
}
