/** Display names of players, bots and tables. */
import type { TableInfo } from "../generated/wire";
import { t } from "../say/say.svelte";
import type { SeatedPlayer } from "./seats";

const LEVELS = ["easy", "normal", "hard"];

/**
 * Return the name of the player in a seat; a bot plays a seat that nobody holds, until someone
 * takes it.
 */
export function seatLabel(seats: readonly SeatedPlayer[], seat: number): string {
  const { name = "", free = false } = seats[seat] ?? {};
  return free ? t("side.seat.bot", { name }) : name;
}

/** Return the name of a bot: translated for the built-in ones, unchanged for others. */
export function botLabel(bot: string): string {
  return LEVELS.includes(bot) ? t(`side.level.${bot}`) : bot;
}

/** Return the title of a table: its own name, or that of its host. */
export function tableTitle(info: TableInfo): string {
  if (info.settings.name) return info.settings.name;
  const host = info.seats[info.host[0] ?? -1]?.name;
  return host ? t("wait.title.of", { name: host }) : t("wait.title");
}
