/** What is printed on the board, from the same file as the engine's. */
import classic from "../../../src/passgo/boards/classic.json";

export interface Space {
  kind: string;
  name: string;
  /** The group's key; streets, railroads and utilities have one. */
  group?: string;
  price?: number;
  /** Half of the price if it is not named. */
  mortgage?: number;
  house_cost?: number;
  rents?: number[];
}

export interface Group {
  key: string;
  name: string;
  /** Railroads and utilities: by how many one owns. */
  rents?: number[];
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

/** The board of a view: the classic one, or the one that a record brought along. */
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
