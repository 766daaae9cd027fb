/** Why something could not be done, in the language of the page. */
import { t } from "../say/say.svelte";
import { Problem } from "../wire/api";

/** Codes whose sentence is among our words. The server's own sentence says more of the others. */
const KNOWN = new Set([
  "network",
  "server",
  "limit",
  "request.rate",
  "table.unknown",
  "table.full",
  "table.locked",
  "table.started",
  "table.over",
  "table.busy",
  "table.waiting",
  "token.unknown",
  "token.host",
  "token.seat",
  "seat.taken",
  "seat.free",
  "seat.name",
  "seat.token",
]);

export function sayProblem(error: unknown): string {
  if (!(error instanceof Problem)) throw error;
  return KNOWN.has(error.code) ? t(`join.problem.${error.code}`) : error.sentence;
}
