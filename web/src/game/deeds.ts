/** What board, view and options say about deeds: who has them, what is printed on them, which steps are open. */
import { groupSpaces, type BoardData, type Space } from "./boardData";
import type { Action, Choice, Property, Option, View } from "../generated/wire";
import { BANK, HOTEL_LEVEL } from "../constants";

/** The property of a space that somebody owns. */
export function propertyAt(view: View, space: number): Property | undefined {
  return view.properties.find((property) => property.space === space);
}

/** Whose a space is, or the Bank. */
export function ownerOf(view: View, space: number): number {
  return propertyAt(view, space)?.owner ?? BANK;
}

/** Whether a space has a title deed. */
export function isDeed(printed: Space | undefined): boolean {
  return printed?.price !== undefined;
}

/** The mortgage value as printed on the deed; a board that does not name it means half of the price. */
export function mortgageValue(printed: Space): number {
  return printed.mortgage ?? Math.floor((printed.price ?? 0) / 2);
}

/** What is due at once for a mortgaged deed that is kept so, given what unmortgaging it costs. */
export function interestOf(space: number, cost: number, board: BoardData): number {
  const printed = board.spaces[space];
  return printed ? cost - mortgageValue(printed) : 0;
}

export interface GroupOf {
  key: string;
  /** Its place on the board, by which actions name it. */
  number: number;
  spaces: number[];
}

export function groupOf(board: BoardData, key: string): GroupOf {
  const number = board.groups.findIndex((group) => group.key === key);
  return { key, number, spaces: groupSpaces(board).get(key) ?? [] };
}

export interface Holding extends GroupOf {
  /** Those of its spaces that the player has. */
  own: number[];
  complete: boolean;
}

/** What a player has, by group, in the order of the board. */
export function holdings(view: View, board: BoardData, seat: number): Holding[] {
  return board.groups.flatMap(({ key }) => {
    const group = groupOf(board, key);
    const own = group.spaces.filter((space) => ownerOf(view, space) === seat);
    if (own.length === 0) return [];
    return [{ ...group, own, complete: own.length === group.spaces.length }];
  });
}

// -- rents as printed ----------------------------------------------------------------------------------

export interface RentRow {
  /** Which line of the deed it is: `bare`, `group`, `house`, `hotel`, `railroad` or `utility`. */
  kind: "bare" | "group" | "house" | "hotel" | "railroad" | "utility";
  /** How many houses stand there, or how many of the group one owner has. */
  count: number;
  /** In money; for a utility, times the dice. */
  amount: number;
  current: boolean;
}

/** The rents of a deed, level by level, with the one that holds now. */
export function rentRows(view: View, board: BoardData, space: number): RentRow[] {
  const printed = board.spaces[space];
  if (!printed?.group) return [];
  const property = propertyAt(view, space);
  const { spaces } = groupOf(board, printed.group);
  const had = property ? spaces.filter((one) => ownerOf(view, one) === property.owner).length : 0;
  const jailed = view.rules.no_rent_in_jail && (view.players[property?.owner ?? -1]?.jail ?? 0) > 0;
  const pays = property !== undefined && !property.mortgaged && !jailed;
  if (!printed.rents) {
    const kind = printed.kind === "utility" ? "utility" : "railroad";
    const rents = board.groups.find((group) => group.key === printed.group)?.rents ?? [];
    return rents.map((amount, place) => {
      return { kind, count: place + 1, amount, current: pays && had === place + 1 };
    });
  }
  const [bare = 0, ...built] = printed.rents;
  const whole = had === spaces.length;
  const houses = property?.houses ?? 0;
  return [
    { kind: "bare", count: 0, amount: bare, current: pays && houses === 0 && !whole },
    { kind: "group", count: 0, amount: 2 * bare, current: pays && houses === 0 && whole },
    ...built.map((amount, place): RentRow => {
      const count = place + 1;
      const kind = count === HOTEL_LEVEL ? "hotel" : "house";
      return { kind, count, amount, current: pays && houses === count };
    }),
  ];
}

// -- the Bank's buildings --------------------------------------------------------------------------------

export interface Stock {
  houses: number;
  hotels: number;
}

/** The buildings that the Bank has left; null if it never runs out. */
export function bankStock(view: View, board: BoardData): Stock | null {
  if (view.rules.unlimited_buildings) return null;
  const stock = { houses: board.houses, hotels: board.hotels };
  for (const { houses } of view.properties) {
    if (houses === HOTEL_LEVEL) stock.hotels -= 1;
    else stock.houses -= houses;
  }
  return stock;
}

// -- steps with one's own deeds --------------------------------------------------------------------------

export type StepName = "Build" | "SellBuilding" | "SellGroupBuildings" | "Mortgage" | "Unmortgage";

export interface Step {
  name: StepName;
  action: Action;
  /** What it costs, less than 0 if it brings money; null if it is not open now. */
  cost: number | null;
}

/** What a choice costs; null if it is not among those that are open. */
export function costOf(choice: Choice | undefined, value: number): number | null {
  if (choice === undefined || !("values" in choice)) return null;
  const place = choice.values.indexOf(value);
  return place < 0 ? null : (choice.costs?.[place] ?? 0);
}

/** A step with a space, or for `SellGroupBuildings` with the number of a group. */
export function stepOf(options: Option[], name: StepName, seat: number, value: number): Step {
  const field = name === "SellGroupBuildings" ? "group" : "space";
  const action = { action: name, seat, [field]: value } as unknown as Action;
  const option = options.find((one) => one.action === name && one.refusal === undefined);
  const choices = option?.choices as Record<string, Choice> | undefined;
  return { name, action, cost: costOf(choices?.[field], value) };
}

/** All steps that belong to a deed, whether they are open or not. */
export function stepsOf(options: Option[], board: BoardData, seat: number, space: number): Step[] {
  const printed = board.spaces[space];
  const at = (name: StepName, value = space): Step => stepOf(options, name, seat, value);
  const mortgage = [at("Mortgage"), at("Unmortgage")];
  if (!printed?.group || printed.kind !== "street") return mortgage;
  const group = groupOf(board, printed.group).number;
  return [at("Build"), at("SellBuilding"), at("SellGroupBuildings", group), ...mortgage];
}

/** The number of a card: views name cards by their keys, actions by their numbers. */
export function cardNumber(board: BoardData, card: number | string): number {
  return typeof card === "number" ? card : board.cards.findIndex(({ key }) => key === card);
}
