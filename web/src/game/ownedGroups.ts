/** A player's properties by group, for the pips on a player card and the deeds in a sheet. */
import { groupSpaces, type BoardData } from "./boardData";
import type { Property } from "../generated/wire";

export type PipState = "owned" | "complete" | "mortgaged" | "none";

export interface Pip {
  space: number;
  state: PipState;
  /** As in the view: the highest level is a hotel. */
  houses: number;
}

export interface OwnedGroup {
  group: string;
  pips: Pip[];
  /** The number of the group's properties that this player owns. */
  count: number;
  complete: boolean;
}

/** Return every group on the board with the properties that one seat owns in it. */
export function ownedBy(
  seat: number,
  properties: readonly Property[],
  board: BoardData,
): OwnedGroup[] {
  const bySpace = new Map(properties.map((property) => [property.space, property]));
  return [...groupSpaces(board)].map(([group, spaces]) => {
    const own = spaces.filter((space) => bySpace.get(space)?.owner === seat);
    const complete = own.length === spaces.length;
    const pips = spaces.map((space): Pip => {
      const property = bySpace.get(space);
      if (property === undefined || property.owner !== seat)
        return { space, state: "none", houses: 0 };
      const state = property.mortgaged ? "mortgaged" : complete ? "complete" : "owned";
      return { space, state, houses: property.houses };
    });
    return { group, pips, count: own.length, complete };
  });
}
