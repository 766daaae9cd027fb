/** The players who sit down or leave during a game. */
import type { SeatInfo } from "../generated/wire";

export type Sitter = Pick<SeatInfo, "name" | "kind">;

export interface SeatChange {
  seat: number;
  /**
   * `left`: the seat is free now. `replaced`: someone else has it. `taken`: someone else has taken
   * the free seat. `back`: its player has returned to it.
   */
  what: "left" | "replaced" | "taken" | "back";
  /** The player who has the seat now, or the player who left if the seat is free. */
  name: string;
  /** The previous player. */
  before: string;
}

export function changesOf(before: readonly Sitter[], after: readonly Sitter[]): SeatChange[] {
  if (before === after) return [];
  return after.flatMap(({ name, kind }, seat): SeatChange[] => {
    const old = before[seat];
    const wasFree = old?.kind === "free";
    if (!old?.name || (old.name === name && wasFree === (kind === "free"))) return [];
    if (kind === "free") return [{ seat, what: "left", name: old.name, before: old.name }];
    const what = !wasFree ? "replaced" : old.name === name ? "back" : "taken";
    return [{ seat, what, name, before: old.name }];
  });
}
