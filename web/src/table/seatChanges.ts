/** The players who sit down or leave during a game. */
import type { SeatInfo } from "../generated/wire";

export type Sitter = Pick<SeatInfo, "name" | "kind">;

export interface SeatChange {
  seat: number;
  /** What happened to the seat: it is free, someone else has it, or its player is back. */
  what: "left" | "replaced" | "taken" | "back";
  /** The player who has it now; the one who left, if nobody does. */
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
