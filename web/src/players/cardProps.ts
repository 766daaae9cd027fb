/** The data on a player's card, beside the board and in the strip above it. */
import type { BoardData } from "../game/boardData";
import type { OwnedGroup } from "../game/ownedGroups";
import type { Player } from "../generated/wire";
import type { Times } from "../table/clockTime";
import type { SeatedPlayer } from "../table/seats";

export interface CardProps {
  seat: number;
  who: SeatedPlayer;
  player: Player;
  owned: OwnedGroup[];
  board: BoardData;
  own: boolean;
  turn: boolean;
  mustDecide: boolean;
  /** Whether nobody holds the seat anymore. */
  free: boolean;
  won: boolean;
  muted: boolean;
  /** The seconds left for this decision and in reserve; null if there is no clock. */
  times: Times | null;
  bank: number | null;
  /** The player's last reaction or chat line, while it is shown. */
  said: { reaction: string; text: string; key: string } | undefined;
  /** Whether to save space, because there are many players. */
  few: boolean;
  onclick: () => void;
}
