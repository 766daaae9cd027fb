/** Who sits where, as much as the board, the log and the charts need to know. */
import type { TableInfo } from "../generated/wire";

export interface SeatedPlayer {
  name: string;
  /** The playing piece. */
  token: string;
  /** Which bot it is; empty for a person. */
  bot: string;
  away: boolean;
  /** A person who is not connected now. */
  lost: boolean;
  /** Nobody holds the seat any more: a bot plays it until somebody does. */
  free?: boolean;
}

/** `present` are the seats of people who are connected; without it nobody is missed. */
export function seatsOf(info: TableInfo, present?: ReadonlySet<number>): SeatedPlayer[] {
  return info.seats.map(({ seat, name, token, bot, away, kind }) => {
    const lost = kind === "person" && present !== undefined && !present.has(seat);
    return { name, token, bot, away, lost, free: kind === "free" };
  });
}
