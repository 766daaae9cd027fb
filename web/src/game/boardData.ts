/** What is printed on the board, as the server gives it. */
import classic from "./classicBoard.json";

/** One row of the rents on a Title Deed. */
export interface RentRow {
  kind: "bare" | "group" | "house" | "hotel" | "railroad" | "utility";
  /** How many houses stand there, or how many of the group one owner has. */
  count: number;
  /** In money; for a utility, times the dice. */
  amount: number;
}

/** A Title Deed in full. */
export interface TitleDeed {
  /** The mortgage value. */
  mortgage: number;
  /** Due at once from whoever gets it mortgaged and keeps it so. */
  interest: number;
  unmortgage_cost: number;
  rents: RentRow[];
}

export interface Space {
  kind: string;
  name: string;
  /** The group's key; streets, railroads and utilities have one. */
  group?: string;
  price?: number;
  house_cost?: number;
  /** Not in a board file, as the header of a record has it. */
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
  /** By their numbers: first the Chance cards, then those of Community Chest. */
  cards: Card[];
}

type Printed = { key: string; text: string }[];

/** The board of a view or of a record's header: the classic one, or the one that it brought along. */
export function boardOf(board: "classic" | Record<string, unknown> = "classic"): BoardData {
  const data = (board === "classic" ? classic : board) as unknown as Omit<BoardData, "cards"> & {
    chance: Printed;
    chest: Printed;
  };
  const deck = (cards: Printed, name: Card["deck"]): Card[] =>
    cards.map(({ key, text }) => ({ key, text, deck: name }));
  return { ...data, cards: [...deck(data.chance, "chance"), ...deck(data.chest, "chest")] };
}

/** The spaces of each group, by the group's key, in the order of the board. */
export function groupSpaces(board: BoardData): Map<string, number[]> {
  const found = new Map<string, number[]>(board.groups.map((group) => [group.key, []]));
  board.spaces.forEach((space, number) => space.group && found.get(space.group)?.push(number));
  return found;
}
