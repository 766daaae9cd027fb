/** The server's responses to actions, in words: why an action is refused, with the rule. */
import type { BoardData } from "../game/boardData";
import type { Action, GameEvent } from "../generated/wire";
import { objectionOf, type Explanation } from "../say/problem";
import { speech, t } from "../say/say.svelte";
import type { SeatedPlayer } from "../table/seats";
import type { Table } from "../table/table.svelte";
import type { Outcome } from "../wire/connection";

/** Return the sentence for a response that is a refusal; null for a success. */
export function explainRefusal(
  outcome: Outcome,
  seats: SeatedPlayer[],
  board: BoardData,
): Explanation | null {
  return objectionOf(outcome, { names: seats.map((seat) => seat.name), board });
}

/** Return why an action is not allowed; null if it is allowed now. */
export async function findObjection(
  table: Table,
  action: Action,
  seats: SeatedPlayer[],
  board: BoardData,
): Promise<Explanation | null> {
  return explainRefusal(await table.check(action), seats, board);
}

/** Return the events that an action would cause, if known. */
export function expectedEvents(outcome: Outcome): GameEvent[] {
  return outcome.type === "preview" ? (outcome.events ?? []) : [];
}

/** Format an amount with a sign that shows whether it is paid or received. */
export function formatSigned(cost: number): string {
  const amount = speech.words.money(Math.abs(cost));
  return cost > 0 ? t("deeds.pays", { amount }) : t("deeds.brings", { amount });
}
