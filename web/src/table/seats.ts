/** The players by seat, with the data that the board, the log and the charts need. */
import type { TableInfo } from "../generated/wire";

export interface SeatedPlayer {
  name: string;
  token: string;
  /** The bot's name; empty for a person. */
  bot: string;
  away: boolean;
  /** Whether this is a person who is not currently connected. */
  lost: boolean;
  /** Whether nobody holds the seat anymore; a bot plays it until someone does. */
  free?: boolean;
}

/**
 * Return a table's players. `present` contains the seats of people who are connected; without it,
 * everyone counts as connected.
 */
export function seatsOf(info: TableInfo, present?: ReadonlySet<number>): SeatedPlayer[] {
  return info.seats.map(({ seat, name, token, bot, away, kind }) => {
    const lost = kind === "person" && present !== undefined && !present.has(seat);
    return { name, token, bot, away, lost, free: kind === "free" };
  });
}
