/** The order in which players finished. */
import type { GameEvent, View } from "../generated/wire";

/** Return the final net worth of each seat; empty if the end of the game is not in these events. */
export function finalWorths(events: readonly GameEvent[]): number[] {
  return events.flatMap((event) => (event.event === "GameEnded" ? event.worths : []));
}

/**
 * Return the seats, best first: the winners, then the others still in the game by net worth, then
 * those who are out, the last to leave first.
 */
export function ranking(
  { players, winners }: Pick<View, "players" | "winners">,
  events: readonly GameEvent[],
): number[] {
  const worths = finalWorths(events);
  const left = events.flatMap((event) =>
    event.event === "WentBankrupt" || event.event === "Resigned" ? [event.seat] : [],
  );
  const place = (seat: number): number[] => [
    winners.includes(seat) ? 1 : 0,
    players[seat]?.out ? 0 : 1,
    worths[seat] ?? 0,
    left.lastIndexOf(seat),
  ];
  const better = (one: number, other: number): number => {
    const [a, b] = [place(one), place(other)];
    const at = a.findIndex((value, index) => value !== b[index]);
    return at < 0 ? one - other : b[at]! - a[at]!;
  };
  return players.map((_, seat) => seat).sort(better);
}
