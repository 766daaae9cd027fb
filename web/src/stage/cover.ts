/**
 * How to raise what is missing at the least cost, out of what the options allow. A mortgage costs its interest when
 * it is unmortgaged, and more where it spoils a complete group; a building sold has lost half of what it cost.
 */
import type { BoardData } from "../game/boardData";
import type {
  Choice,
  MortgageAction,
  Option,
  SellBuildingAction,
  SellGroupBuildingsAction,
  View,
} from "../generated/wire";

export interface Way {
  action: MortgageAction | SellBuildingAction | SellGroupBuildingsAction;
  /** What it brings, in money. */
  brings: number;
  /** The group's number on the board. */
  group: number;
}

/** One line of a plan: a way, so many times (buildings of a group are sold one by one). */
export interface Line {
  way: Way;
  count: number;
  brings: number;
}

export interface Plan {
  lines: Line[];
  brings: number;
  /** Whether it is enough; else more becomes possible on the way. */
  covers: boolean;
}

/** What one dollar raised costs, in tenths of what it brings. */
const LOOSE = 1;
const GROUPED = 3;
const BUILT = 10;

/** A hotel on a property, as the view counts. */
const HOTEL_LEVEL = 5;

interface Item {
  way: Way;
  weight: number;
}

/** The best choice for one sum, as a chain. */
interface Best {
  weight: number;
  brings: number;
  item: Item | null;
  before: Best | null;
}

const groupOf = (board: BoardData, space: number): number =>
  board.groups.findIndex((group) => group.key === board.spaces[space]?.group);

/** All that brings money now, each by itself. */
export function waysToRaise(options: readonly Option[], board: BoardData): Way[] {
  return options.flatMap((option): Way[] => {
    if (option.refusal) return [];
    const { seat, action } = option;
    if (action === "Mortgage" || action === "SellBuilding")
      return priced(option.choices.space).map(({ value, brings }) => ({
        action: { action, seat, space: value },
        brings,
        group: groupOf(board, value),
      }));
    if (action === "SellGroupBuildings")
      return priced(option.choices.group).map(({ value, brings }) => ({
        action: { action, seat, group: value },
        brings,
        group: value,
      }));
    return [];
  });
}

function priced(choice: Choice): { value: number; brings: number }[] {
  if (!("values" in choice)) return [];
  return choice.values
    .map((value, index) => ({ value: Number(value), brings: -(choice.costs?.[index] ?? 0) }))
    .filter(({ brings }) => brings > 0);
}

/** The least costly set of ways that brings at least what is missing. */
export function coverDebt(
  ways: readonly Way[],
  missing: number,
  view: View,
  board: BoardData,
): Plan {
  const items = itemsOf(ways, view, board);
  const all = items.reduce((sum, { way }) => sum + way.brings, 0);
  const chosen = all <= missing ? items : lightest(items, missing);
  chosen.sort((one, other) => one.weight / one.way.brings - other.weight / other.way.brings);
  const lines: Line[] = [];
  for (const { way } of chosen) {
    const sold = way.action.action === "SellBuilding";
    const line = sold && lines.find((one) => one.way.action === way.action);
    if (line) {
      line.count += 1;
      line.brings += way.brings;
    } else lines.push({ way, count: 1, brings: way.brings });
  }
  const brings = lines.reduce((sum, line) => sum + line.brings, 0);
  return { lines, brings, covers: brings >= missing };
}

/** What can be taken once: each mortgage, and each building as often as it stands in its group. */
function itemsOf(ways: readonly Way[], view: View, board: BoardData): Item[] {
  const items: Item[] = [];
  const sold = new Set<number>();
  for (const way of ways) {
    if (way.action.action === "Mortgage") {
      const weight = way.brings * (complete(way, view, board) ? GROUPED : LOOSE);
      items.push({ way, weight });
    } else if (way.action.action === "SellBuilding" && !sold.has(way.group)) {
      sold.add(way.group);
      const item = { way, weight: way.brings * BUILT };
      for (let left = standing(way.group, view, board); left > 0; left -= 1) items.push(item);
    }
  }
  // The whole group at once only where no single building can be sold.
  for (const way of ways)
    if (way.action.action === "SellGroupBuildings" && !sold.has(way.group))
      items.push({ way, weight: way.brings * BUILT });
  return items;
}

function complete(way: Way, view: View, board: BoardData): boolean {
  const { seat } = way.action;
  const own = new Set(
    view.properties.filter(({ owner }) => owner === seat).map(({ space }) => space),
  );
  return board.spaces.every((_, space) => groupOf(board, space) !== way.group || own.has(space));
}

function standing(group: number, view: View, board: BoardData): number {
  const steps = (houses: number) =>
    houses === HOTEL_LEVEL ? view.rules.houses_before_hotel + 1 : houses;
  return view.properties
    .filter((property) => groupOf(board, property.space) === group)
    .reduce((sum, property) => sum + steps(property.houses), 0);
}

/** By sums up to what is missing: the lightest choice, and of equal ones that which brings less too much. */
function lightest(items: readonly Item[], missing: number): Item[] {
  const best: (Best | undefined)[] = [{ weight: 0, brings: 0, item: null, before: null }];
  for (const item of items)
    for (let sum = missing - 1; sum >= 0; sum -= 1) {
      const before = best[sum];
      if (before === undefined) continue;
      const next: Best = {
        weight: before.weight + item.weight,
        brings: before.brings + item.way.brings,
        item,
        before,
      };
      const at = Math.min(missing, sum + item.way.brings);
      if (lighter(next, best[at])) best[at] = next;
    }
  const found: Item[] = [];
  for (let one = best[missing] ?? null; one?.item; one = one.before) found.unshift(one.item);
  return found;
}

function lighter(one: Best, other: Best | undefined): boolean {
  if (other === undefined) return true;
  return one.weight < other.weight || (one.weight === other.weight && one.brings < other.brings);
}
