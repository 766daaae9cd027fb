/** What a player owns, group by group, for the pips of a card and the deeds of a sheet. */
import { groupSpaces, type BoardData } from "../board/board";
import type { Lot } from "../generated/wire";

export type PipState = "owned" | "complete" | "mortgaged" | "none";

export interface Pip {
  space: number;
  state: PipState;
  /** 5 is a hotel. */
  houses: number;
}

export interface OwnedGroup {
  group: string;
  pips: Pip[];
  /** How many of its lots this player owns. */
  count: number;
  complete: boolean;
}

/** Every group of the board with the lots of one seat in it. */
export function ownedBy(seat: number, lots: readonly Lot[], board: BoardData): OwnedGroup[] {
  const bySpace = new Map(lots.map((lot) => [lot.space, lot]));
  return [...groupSpaces(board)].map(([group, spaces]) => {
    const own = spaces.filter((space) => bySpace.get(space)?.owner === seat);
    const complete = own.length === spaces.length;
    const pips = spaces.map((space): Pip => {
      const lot = bySpace.get(space);
      if (lot === undefined || lot.owner !== seat) return { space, state: "none", houses: 0 };
      const state = lot.mortgaged ? "mortgaged" : complete ? "complete" : "owned";
      return { space, state, houses: lot.houses };
    });
    return { group, pips, count: own.length, complete };
  });
}

/** How many houses and hotels the Bank has left. */
export function stockOf(
  lots: readonly Lot[],
  board: BoardData,
): { houses: number; hotels: number } {
  let { houses, hotels } = board;
  for (const lot of lots) {
    if (lot.houses === 5) hotels -= 1;
    else houses -= lot.houses;
  }
  return { houses, hotels };
}
