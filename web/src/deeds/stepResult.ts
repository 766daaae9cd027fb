/** What the table says about an action, in words: why it is refused, with the rule. */
import type { BoardData } from "../game/boardData";
import type { Action, GameEvent } from "../generated/wire";
import { objectionOf, type Explanation } from "../say/problem";
import { speech, t } from "../say/say.svelte";
import type { SeatedPlayer } from "../table/seats";
import type { Table } from "../table/table.svelte";
import type { Outcome } from "../wire/connection";

/** The sentence of an answer that is not a yes; null for a yes. */
export function explainRefusal(
  outcome: Outcome,
  seats: SeatedPlayer[],
  board: BoardData,
): Explanation | null {
  return objectionOf(outcome, { names: seats.map((seat) => seat.name), board });
}

/** Why an action is not allowed; null if it is by now. */
export async function findObjection(
  table: Table,
  action: Action,
  seats: SeatedPlayer[],
  board: BoardData,
): Promise<Explanation | null> {
  return explainRefusal(await table.check(action), seats, board);
}

/** What would happen, if the table knows. */
export function expectedEvents(outcome: Outcome): GameEvent[] {
  return outcome.type === "preview" ? (outcome.events ?? []) : [];
}

/** A sum with its sign: what is paid and what is got. */
export function formatSigned(cost: number): string {
  const amount = speech.words.money(Math.abs(cost));
  return cost > 0 ? t("deeds.pays", { amount }) : t("deeds.brings", { amount });
}
