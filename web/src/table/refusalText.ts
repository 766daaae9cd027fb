/** Why an action is not possible now, in words, with the rule that says so. */
import type { Action } from "../generated/wire";
import { objectionOf, withRule } from "../say/problem";
import { t } from "../say/say.svelte";
import type { Table } from "./table.svelte";
import type { Outcome } from "../wire/connection";
import { boardOf } from "../game/boardData";

/** What an answer says against it; empty if it says nothing. */
export function describeObjection(outcome: Outcome, table: Table): string {
  const names = table.info?.seats.map((one) => one.name) ?? [];
  const explanation = objectionOf(outcome, { names, board: boardOf(table.view?.board) });
  return explanation === null ? "" : withRule(explanation);
}

/** Ask the table why not. */
export async function explainWhyNot(table: Table, action: Action): Promise<string> {
  if (table.view?.over) return t("side.over");
  return describeObjection(await table.check(action), table);
}
