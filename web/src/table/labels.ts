/** What players, bots and tables are called. */
import type { TableInfo } from "../generated/wire";
import { t } from "../say/say.svelte";
import type { SeatedPlayer } from "./seats";

const LEVELS = ["easy", "normal", "hard"];

/** Name the player on a seat; a bot plays a seat that nobody holds, until somebody does. */
export function seatLabel(seats: readonly SeatedPlayer[], seat: number): string {
  const { name = "", free = false } = seats[seat] ?? {};
  return free ? t("side.seat.bot", { name }) : name;
}

/** Name a bot: the built-in ones in words, others as they are called. */
export function botLabel(bot: string): string {
  return LEVELS.includes(bot) ? t(`side.level.${bot}`) : bot;
}

/** Name a table: its own name, or that of its host. */
export function tableTitle(info: TableInfo): string {
  if (info.settings.name) return info.settings.name;
  const host = info.seats[info.host[0] ?? -1]?.name;
  return host ? t("wait.title.of", { name: host }) : t("wait.title");
}
