/** Why nothing was done, in the language of the page: a rule in the way, or what went wrong at the server or before it. */
import { Problem } from "../wire/api";
import type { Outcome } from "../wire/connection";
import { speech, t } from "./say.svelte";
import type { Names } from "./words";

/** Why something was not done. */
export interface Explanation {
  text: string;
  /** The key of a citation; empty if no rule is in the way. */
  cite: string;
}

/** Why a request was not carried out; null if it was. */
export function objectionOf(outcome: Outcome, who: Names): Explanation | null {
  if (outcome.type === "refused") {
    const { refusal } = outcome;
    return { text: speech.words.refusal(refusal, who), cite: refusal.cite };
  }
  const text = failureText(outcome);
  return text ? { text, cite: "" } : null;
}

/** What went wrong with a request; empty if nothing did, or if only a rule is in the way. */
export function failureText(outcome: Outcome): string {
  switch (outcome.type) {
    case "accepted":
    case "refused":
    case "preview":
    case "done":
      return "";
    case "error":
      return problemText(outcome.code);
    case "closed":
      return problemText("closed");
  }
}

/** The whole sentence, with the rule that says so. */
export function withRule({ text, cite }: Explanation): string {
  return cite ? t("cite.why", { text, cite: speech.words.citationName(cite) }) : text;
}

/** The sentence of a code. */
function problemText(code: string): string {
  return t(`app.problem.${code}`);
}

/** The sentence for a caught error; rethrow whatever is not a problem that the server reported. */
export function sayProblem(error: unknown): string {
  if (!(error instanceof Problem)) throw error;
  return problemText(error.code);
}
