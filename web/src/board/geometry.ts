/**
 * The layout of the board. All lengths are in units: a property is one unit wide and a corner is
 * `corner` units wide, so nothing has to be measured on the screen.
 */

/** The width of a corner, which is also the depth of a property. */
export const CORNER = 1.5;
/** The width of the rim around the spaces, where the ribbons hang. */
export const RIM = 0.26;

export type Side = "bottom" | "left" | "top" | "right";

export interface Place {
  space: number;
  jailed: boolean;
}

export interface Spot {
  /** The center, in units from the upper left corner of the board. */
  x: number;
  y: number;
  /** The width of a token there, in units. */
  size: number;
}

export interface Plan {
  /** The number of spaces on the board. */
  spaces: number;
  /** The width of a corner, which is also the depth of a property. */
  corner: number;
  /** Whether properties are too small for names and tokens, as on a phone. */
  narrow: boolean;
  /** Whether each space has no group, and so no bar. */
  bare?: readonly boolean[];
}

/** Return the width of the whole board. */
export function breadth(plan: Plan): number {
  return 2 * plan.corner + plan.spaces / 4 - 1;
}

export function isCorner(space: number, spaces: number): boolean {
  return space % (spaces / 4) === 0;
}

/** Return the side that a space is on; a corner belongs to the side that starts with it. */
export function sideOf(space: number, spaces: number): Side {
  return (["bottom", "left", "top", "right"] as const)[Math.floor(space / (spaces / 4)) % 4]!;
}

/**
 * Return the row and column of a space in the board's grid, counting from 1. GO is at the lower
 * right; play goes clockwise.
 */
export function cellOf(space: number, spaces: number): { row: number; column: number } {
  const per = spaces / 4;
  const along = space % per;
  const last = per + 1;
  switch (sideOf(space, spaces)) {
    case "bottom":
      return { row: last, column: last - along };
    case "left":
      return { row: last - along, column: 1 };
    case "top":
      return { row: 1, column: 1 + along };
    case "right":
      return { row: 1 + along, column: last };
  }
}

/** Return the upper left corner and the size of a space. */
export function rectOf(space: number, plan: Plan): { x: number; y: number; w: number; h: number } {
  const { row, column } = cellOf(space, plan.spaces);
  const last = plan.spaces / 4 + 1;
  const from = (track: number) => (track === 1 ? 0 : plan.corner + track - 2);
  const size = (track: number) => (track === 1 || track === last ? plan.corner : 1);
  return { x: from(column), y: from(row), w: size(column), h: size(row) };
}

/** Return the space that an arrow key leads to: along the side, or straight across the board. */
export function arrow(key: string, space: number, spaces: number): number {
  const { row, column } = cellOf(space, spaces);
  const last = spaces / 4 + 1;
  const [down, right] = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    ArrowLeft: [0, -1],
    ArrowRight: [0, 1],
  }[key] ?? [0, 0];
  let [r, c] = [row + down!, column + right!];
  const inside = (at: number) => at > 1 && at < last;
  if (inside(r) && inside(c))
    [r, c] = [down ? last + 1 - row : row, right ? last + 1 - column : column];
  for (let at = 0; at < spaces; at++) {
    const cell = cellOf(at, spaces);
    if (cell.row === r && cell.column === c) return at;
  }
  return space;
}

/** Return the seats on each space. Lists that are unchanged from `before` are the same objects. */
export function seatsOn(
  places: readonly (Place | null)[],
  spaces: number,
  before: readonly number[][],
): number[][] {
  const found: number[][] = Array.from({ length: spaces }, () => []);
  places.forEach((place, seat) => place && found[place.space]?.push(seat));
  return found.map((seats, space) => {
    const old = before[space];
    return old && String(old) === String(seats) ? old : seats;
  });
}

/**
 * The smallest distance between tokens that share a row, as a fraction of their size. On a phone
 * they are small, so they overlap less. Rows never overlap.
 */
const STEP = 0.66;
const NARROW_STEP = 0.75;
/** Behind bars, tokens that overlap could not be told apart. */
const JAIL_STEP = 0.95;

/**
 * Return how `count` tokens share an area: columns, rows and the size of a token. In a row they
 * overlap only as far as they would have to be smaller otherwise.
 */
function packed(count: number, { w, h }: Room, jailed: boolean, { narrow }: Plan) {
  const largest = narrow ? FRONT : LARGEST;
  const step = jailed ? JAIL_STEP : narrow ? NARROW_STEP : STEP;
  let best = { columns: 1, rows: count, size: 0 };
  for (let columns = 1; columns <= count; columns++) {
    const rows = Math.ceil(count / columns);
    const size = Math.min(largest, w / (1 + step * (columns - 1)), h / rows);
    if (size > best.size + 1e-9) best = { columns, rows, size };
  }
  return best;
}

/**
 * The area for tokens on a property in the top or bottom row, from the middle of the board: between
 * its name and its price. Without a bar, the name is higher up, and a tax is printed in two lines.
 */
const BETWEEN = [0.7, 1.19] as const;
const BARE = [0.43, 1] as const;
/**
 * The depth of the area for tokens on a narrow board. They stand in front of their property, on the
 * edge of the middle.
 */
const FRONT = 0.86;
const LARGEST = 0.62;

interface Room {
  x: number;
  y: number;
  w: number;
  h: number;
}

/**
 * Return the area for `count` tokens on a space, beside the printed parts. The more tokens there
 * are, the smaller they get; in front of a property, they also extend past its sides.
 */
function roomOf(place: Place, plan: Plan, count: number): Room {
  const { x, y, w, h } = rectOf(place.space, plan);
  const side = sideOf(place.space, plan.spaces);
  const jail = plan.spaces / 4;
  const bare = plan.bare?.[place.space];
  const upright = side === "bottom" || side === "top";
  if (place.space === jail) {
    const cell = plan.corner * CELL;
    const name = plan.narrow ? 0.1 : 0.26;
    if (place.jailed) return { x: x + w - cell + 0.05, y: y + 0.04, w: cell - 0.1, h: cell - name };
    return { x: x + 0.03, y: y + cell, w: w - 0.06, h: h - cell - 0.03 };
  }
  if (isCorner(place.space, plan.spaces)) {
    const parking = place.space === plan.spaces / 2;
    const above = h * (!parking ? PRINTED : plan.narrow ? 0.47 : 0.56);
    return { x: x + 0.1, y: y + above, w: w - 0.2, h: h - above - 0.06 };
  }
  if (plan.narrow) {
    const front = side === "left" || side === "top" ? plan.corner - 0.08 : 0.08 - FRONT;
    const more = Math.min(0.4, 0.175 * (count - 1));
    return upright
      ? { x: x - more, y: y + front, w: w + 2 * more, h: FRONT }
      : { x: x + front, y: y - more, w: FRONT, h: h + 2 * more };
  }
  if (upright) {
    const [from, to] = bare ? BARE : BETWEEN;
    const top = side === "bottom" ? from : h - to - 0.09;
    return { x: x + 0.04, y: y + top, w: 0.92, h: to - from };
  }
  // Properties on the left and right are wide and low: tokens stand below the name, next to the
  // bar.
  const low: Room = { x: bare ? 0.1 : 0.31, y: 0.37, w: bare ? 0.96 : 0.62, h: 0.61 };
  return { ...low, x: side === "right" ? x + low.x : x + w - low.x - low.w, y: y + low.y };
}

/**
 * The fraction of a corner's height that is printed, from the top; tokens stand below. On Free
 * Parking it is more, and the drawing gets smaller (Corner.svelte).
 */
const PRINTED = 0.36;
/** The width of the Jail cell as a fraction of its corner's width. */
export const CELL = 0.7;

/**
 * Return the spot of each token, by seat; null for a player who is not on the board.
 */
export function spotsOf(places: readonly (Place | null)[], plan: Plan): (Spot | null)[] {
  const together = new Map<string, number[]>();
  places.forEach((place, seat) => {
    if (place === null) return;
    const key = `${place.space} ${place.jailed}`;
    together.set(key, [...(together.get(key) ?? []), seat]);
  });
  const spots: (Spot | null)[] = places.map(() => null);
  for (const seats of together.values()) {
    const place = places[seats[0]!]!;
    const room = roomOf(place, plan, seats.length);
    const { columns, rows, size } = packed(seats.length, room, place.jailed, plan);
    const step = Math.min(size, (room.w - size) / (columns - 1 || 1));
    seats.forEach((seat, index) => {
      const row = Math.floor(index / columns);
      const inRow = row === rows - 1 ? seats.length - row * columns : columns;
      spots[seat] = {
        x: room.x + room.w / 2 + ((index % columns) - (inRow - 1) / 2) * step,
        y: room.y + room.h / 2 + (row - (rows - 1) / 2) * size,
        size: size * 0.96,
      };
    });
  }
  return spots;
}

/** Return the spot where a token passes over a space without stopping. */
export function passing(space: number, plan: Plan): Spot {
  return spotsOf([{ space, jailed: false }], plan)[0]!;
}
