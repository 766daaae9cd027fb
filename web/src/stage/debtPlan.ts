/**
 * Ways to raise money for a debt, as suggested by the server: its plan line by line, and each
 * possible action separately.
 */
import type { BoardData } from "../game/boardData";
import type { Action, Choice, Option, RaisePlan, RaiseStep } from "../generated/wire";

/** One line of a plan: a single action, or the sale of several buildings in one group. */
export interface PlanLine extends RaiseStep {
  count: number;
}

/** Return every action that raises money now. */
export function waysToRaise(options: readonly Option[]): RaiseStep[] {
  return options.flatMap((option): RaiseStep[] => {
    if (option.refusal) return [];
    const { seat, action } = option;
    if (action === "Mortgage" || action === "SellBuilding")
      return priced(option.choices.space, (space) => ({ action, seat, space }));
    if (action === "SellGroupBuildings")
      return priced(option.choices.group, (group) => ({ action, seat, group }));
    return [];
  });
}

function priced(choice: Choice, make: (value: number) => Action): RaiseStep[] {
  if (!("values" in choice)) return [];
  return choice.values
    .map((value, place) => ({ action: make(Number(value)), brings: -(choice.costs?.[place] ?? 0) }))
    .filter(({ brings }) => brings > 0);
}

/** Return the key of the group that an action raises money from. */
export function groupKeyOf(action: Action, board: BoardData): string {
  if ("group" in action) return board.groups[action.group]?.key ?? "";
  return "space" in action ? (board.spaces[action.space]?.group ?? "") : "";
}

/** Return the lines of a plan; consecutive sales in one group form one line. */
export function planLines(plan: RaisePlan | undefined, board: BoardData): PlanLine[] {
  const lines: PlanLine[] = [];
  for (const { action, brings } of plan?.steps ?? []) {
    const last = lines.at(-1);
    const sale = action.action === "SellBuilding" && last?.action.action === "SellBuilding";
    if (sale && groupKeyOf(last.action, board) === groupKeyOf(action, board)) {
      last.count += 1;
      last.brings += brings;
    } else lines.push({ action, brings, count: 1 });
  }
  return lines;
}
