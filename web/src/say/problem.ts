/**
 * Why a request failed, in the page's language: a rule forbids it, or something went wrong on the
 * server or on the way there.
 */
import { Problem } from "../wire/api";
import type { Outcome } from "../wire/connection";
import { speech, t } from "./say.svelte";
import type { Names } from "./words";

/** Why a request was not carried out. */
export interface Explanation {
  text: string;
  /** The key of a citation; empty if no rule forbids the request. */
  cite: string;
}

/** Return why a request was not carried out; null if it was carried out. */
export function objectionOf(outcome: Outcome, who: Names): Explanation | null {
  if (outcome.type === "refused") {
    const { refusal } = outcome;
    return { text: speech.words.refusal(refusal, who), cite: refusal.cite };
  }
  const text = failureText(outcome);
  return text ? { text, cite: "" } : null;
}

/** Return what went wrong with a request; empty if nothing did, or if only a rule forbids it. */
export function failureText(outcome: Outcome): string {
  switch (outcome.type) {
    case "accepted":
    case "refused":
    case "preview":
    case "advice":
    case "done":
      return "";
    case "error":
      return problemText(outcome.code);
    case "closed":
      return problemText("closed");
  }
}

/** Return the whole sentence, including the rule it is based on. */
export function withRule({ text, cite }: Explanation): string {
  return cite ? t("cite.why", { text, cite: speech.words.citationName(cite) }) : text;
}

/** Return the sentence for an error code. */
function problemText(code: string): string {
  return t(`app.problem.${code}`);
}

/**
 * Return the sentence for a caught error; rethrow anything that is not a problem reported by the
 * server.
 */
export function sayProblem(error: unknown): string {
  if (!(error instanceof Problem)) throw error;
  return problemText(error.code);
}
