/** What the board shows besides tokens and dice: who has what, whose turn it is, the current decision. */
import type { AgendaEntry, Property, Player, View } from "../generated/wire";

export interface ShownState {
  players: readonly Player[];
  /** By space. */
  properties: ReadonlyMap<number, Property>;
  /** Whose turn it is; -1 when the game is over. */
  turn: number;
  waiting: readonly number[];
  top: AgendaEntry | undefined;
}

/** Whether anybody has rolled yet: before that, the game has only been set up. */
export const hasRolled = ({ players }: View): boolean => players.some(({ rolls }) => rolls > 0);

/** Copy what is shown of a view, which changes in place; what has not changed since `before` is the same object and not drawn again. */
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
  // To read what one knows of is cheaper than to ask a view what it has. Both have the same fields, none left out.
  if (old && (Object.keys(old) as (keyof T)[]).every((key) => old[key] === now[key])) return old;
  return copy(now);
}
