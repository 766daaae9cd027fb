/** Who sits where, as much as the board, the log and the charts need to know. */
import type { TableTold } from "../generated/wire";

export interface Seated {
  name: string;
  /** The playing piece. */
  token: string;
  /** Which bot it is; empty for a person. */
  bot: string;
  away: boolean;
}

export function seatsOf(told: TableTold): Seated[] {
  return told.seats.map(({ name, token, bot, away }) => ({ name, token, bot, away }));
}
