/** The data printed on the board, as sent by the server. */
import classic from "./classicBoard.json";

/** One row of the rents on a Title Deed. */
export interface RentRow {
  kind: "bare" | "group" | "house" | "hotel" | "railroad" | "utility";
  /** The number of houses, or the number of the group's properties that the owner has. */
  count: number;
  /** An amount of money; for a utility, a multiple of the dice roll. */
  amount: number;
}

/** A complete Title Deed. */
export interface TitleDeed {
  /** The mortgage value. */
  mortgage: number;
  /** Due immediately from a player who receives the mortgaged deed and keeps the mortgage. */
  interest: number;
  unmortgage_cost: number;
  rents: RentRow[];
}

export interface Space {
  kind: string;
  name: string;
  /** The group's key, for streets, railroads and utilities. */
  group?: string;
  price?: number;
  house_cost?: number;
  /** Missing from board files, such as the board in a record's header. */
  deed?: TitleDeed;
}

export interface Group {
  key: string;
  name: string;
}

export interface Card {
  key: string;
  text: string;
  deck: "chance" | "chest";
}

export interface BoardData {
  key: string;
  name: string;
  houses: number;
  hotels: number;
  groups: Group[];
  spaces: Space[];
  /** By number: first the Chance cards, then the Community Chest cards. */
  cards: Card[];
}

type Printed = { key: string; text: string }[];

/**
 * Return the board of a view or of a record's header: the classic board, or the custom one it
 * contains.
 */
export function boardOf(board: "classic" | Record<string, unknown> = "classic"): BoardData {
  const data = (board === "classic" ? classic : board) as unknown as Omit<BoardData, "cards"> & {
    chance: Printed;
    chest: Printed;
  };
  const deck = (cards: Printed, name: Card["deck"]): Card[] =>
    cards.map(({ key, text }) => ({ key, text, deck: name }));
  return { ...data, cards: [...deck(data.chance, "chance"), ...deck(data.chest, "chest")] };
}

/** Return the spaces of each group, by the group's key, in board order. */
export function groupSpaces(board: BoardData): Map<string, number[]> {
  const found = new Map<string, number[]>(board.groups.map((group) => [group.key, []]));
  board.spaces.forEach((space, number) => space.group && found.get(space.group)?.push(number));
  return found;
}

/** Return the groups that one player owns completely, with their owners' seats. */
export function completeGroups(
  properties: ReadonlyMap<number, { owner: number }>,
  board: BoardData,
): Map<string, number> {
  const found = new Map<string, number>();
  for (const [group, spaces] of groupSpaces(board)) {
    const owner = properties.get(spaces[0] ?? -1)?.owner ?? -1;
    if (owner >= 0 && spaces.every((space) => properties.get(space)?.owner === owner))
      found.set(group, owner);
  }
  return found;
}
