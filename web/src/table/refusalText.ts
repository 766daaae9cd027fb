/** Why an action is not possible now, in words, including the rule that forbids it. */
import type { Action } from "../generated/wire";
import { objectionOf, withRule } from "../say/problem";
import { t } from "../say/say.svelte";
import type { Table } from "./table.svelte";
import type { Outcome } from "../wire/connection";
import { boardOf } from "../game/boardData";

/** Return the objection in a response; empty if there is none. */
export function describeObjection(outcome: Outcome, table: Table): string {
  const names = table.info?.seats.map((one) => one.name) ?? [];
  const explanation = objectionOf(outcome, { names, board: boardOf(table.view?.board) });
  return explanation === null ? "" : withRule(explanation);
}

/** Ask the server why an action is not possible. */
export async function explainWhyNot(table: Table, action: Action): Promise<string> {
  if (table.view?.over) return t("side.over");
  return describeObjection(await table.check(action), table);
}
