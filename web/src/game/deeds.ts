/**
 * Information about deeds from the board, the view and the options: owners, printed values and
 * possible actions.
 */
import { groupSpaces, type BoardData, type RentRow, type Space } from "./boardData";
import type { Action, Choice, Property, Option, View } from "../generated/wire";
import { BANK, HOTEL_LEVEL } from "../constants";

/** Return the property on a space, if anyone owns it. */
export function propertyAt(view: View, space: number): Property | undefined {
  return view.properties.find((property) => property.space === space);
}

/**
 * Return what a player who receives a deed in a trade owes the Bank, according to the server: for
 * keeping the mortgage, or for paying it off.
 */
export function transferCost(view: View, space: number, unmortgage: boolean): number {
  const place = view.properties.findIndex((property) => property.space === space);
  return view.transfer_costs[place]?.[unmortgage ? 1 : 0] ?? 0;
}

/** Return the owner of a space, or the Bank. */
export function ownerOf(view: View, space: number): number {
  return propertyAt(view, space)?.owner ?? BANK;
}

/** Return whether a space has a Title Deed. */
export function isDeed(printed: Space | undefined): boolean {
  return printed?.price !== undefined;
}

export interface GroupOf {
  key: string;
  /** The deed's position on the board, which identifies it in actions. */
  number: number;
  spaces: number[];
}

export function groupOf(board: BoardData, key: string): GroupOf {
  const number = board.groups.findIndex((group) => group.key === key);
  return { key, number, spaces: groupSpaces(board).get(key) ?? [] };
}

export interface Holding extends GroupOf {
  /** The group's spaces that the player owns. */
  own: number[];
  complete: boolean;
}

/** Return a player's deeds by group, in board order. */
export function holdings(view: View, board: BoardData, seat: number): Holding[] {
  return board.groups.flatMap(({ key }) => {
    const group = groupOf(board, key);
    const own = group.spaces.filter((space) => ownerOf(view, space) === seat);
    if (own.length === 0) return [];
    return [{ ...group, own, complete: own.length === group.spaces.length }];
  });
}

// -- printed rents --------------------------------------------------------------------------------

export interface ShownRent extends RentRow {
  /** Whether this rent applies now. */
  current: boolean;
}

/** Return the rents of a deed, row by row, with the current one marked. */
export function rentRows(view: View, board: BoardData, space: number): ShownRent[] {
  const place = view.properties.findIndex((property) => property.space === space);
  const now = view.rent_rows[place];
  const rents = board.spaces[space]?.deed?.rents ?? [];
  return rents.map((rent, row) => ({ ...rent, current: row === now }));
}

// -- the Bank's buildings -------------------------------------------------------------------------

export interface Stock {
  houses: number;
  hotels: number;
}

/** Return the buildings that the Bank has left; null if it never runs out. */
export function bankStock(view: View, board: BoardData): Stock | null {
  if (view.rules.unlimited_buildings) return null;
  const stock = { houses: board.houses, hotels: board.hotels };
  for (const { houses } of view.properties) {
    if (houses === HOTEL_LEVEL) stock.hotels -= 1;
    else stock.houses -= houses;
  }
  return stock;
}

// -- actions with the player's own deeds ----------------------------------------------------------

export type StepName = "Build" | "SellBuilding" | "SellGroupBuildings" | "Mortgage" | "Unmortgage";

export interface Step {
  name: StepName;
  action: Action;
  /** The cost, negative if the action brings in money; null if it is not possible now. */
  cost: number | null;
}

/** Return the cost of choosing a value; null if the value cannot be chosen. */
export function costOf(choice: Choice | undefined, value: number): number | null {
  if (choice === undefined || !("values" in choice)) return null;
  const place = choice.values.indexOf(value);
  return place < 0 ? null : (choice.costs?.[place] ?? 0);
}

/** Return an action for a space, or for a group's number if the action is `SellGroupBuildings`. */
export function stepOf(options: Option[], name: StepName, seat: number, value: number): Step {
  const field = name === "SellGroupBuildings" ? "group" : "space";
  const action = { action: name, seat, [field]: value } as unknown as Action;
  const option = options.find((one) => one.action === name && one.refusal === undefined);
  const choices = option?.choices as Record<string, Choice> | undefined;
  return { name, action, cost: costOf(choices?.[field], value) };
}

/** Return all actions that belong to a deed, whether they are possible or not. */
export function deedStepsOf(
  options: Option[],
  board: BoardData,
  seat: number,
  space: number,
): Step[] {
  const printed = board.spaces[space];
  const at = (name: StepName, value = space): Step => stepOf(options, name, seat, value);
  const mortgage = [at("Mortgage"), at("Unmortgage")];
  if (!printed?.group || printed.kind !== "street") return mortgage;
  const group = groupOf(board, printed.group).number;
  return [at("Build"), at("SellBuilding"), at("SellGroupBuildings", group), ...mortgage];
}

/** Return a card's number: views identify cards by key, actions by number. */
export function cardNumber(board: BoardData, card: number | string): number {
  return typeof card === "number" ? card : board.cards.findIndex(({ key }) => key === card);
}
