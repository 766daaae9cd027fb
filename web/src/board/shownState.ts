/**
 * The information on the board besides tokens and dice: ownership, the current player, and the
 * current decision.
 */
import type { AgendaEntry, Property, Player, View } from "../generated/wire";

export interface ShownState {
  players: readonly Player[];
  /** By space. */
  properties: ReadonlyMap<number, Property>;
  /** The seat of the current player; -1 when the game is over. */
  turn: number;
  waiting: readonly number[];
  top: AgendaEntry | undefined;
}

/** Return whether anyone has rolled yet; until then, the game has only been set up. */
export const hasRolled = ({ players }: View): boolean => players.some(({ rolls }) => rolls > 0);

/**
 * Copy the part of a view that is shown, because a view changes in place. Parts that have not
 * changed since `before` are the same objects and are not drawn again.
 */
export function shownStateOf(view: View, before?: ShownState | null): ShownState {
  return {
    players: view.players.map((player, seat) => same(before?.players[seat], player)),
    properties: new Map(
      view.properties.map((property) => [
        property.space,
        same(before?.properties.get(property.space), property),
      ]),
    ),
    turn: view.over ? -1 : view.seat,
    waiting: view.over ? [] : [...view.waiting_for],
    top: copy(view.agenda.at(-1)),
  };
}

const copy = <T>(one: T): T => ({ ...one });

function same<T extends object>(old: T | undefined, now: T): T {
  // Reading known keys is cheaper than listing the keys of a view. Both objects have exactly the
  // same fields.
  if (old && (Object.keys(old) as (keyof T)[]).every((key) => old[key] === now[key])) return old;
  return copy(now);
}
