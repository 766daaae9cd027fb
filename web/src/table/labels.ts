/** Display names of players, bots and tables. */
import type { TableInfo } from "../generated/wire";
import { t } from "../say/say.svelte";
import type { SeatedPlayer } from "./seats";

const LEVELS = ["easy", "normal", "hard"];

/** Return the name of the player in a seat. Until someone takes a free seat, a bot plays it. */
export function seatLabel(seats: readonly SeatedPlayer[], seat: number): string {
  const { name = "", free = false } = seats[seat] ?? {};
  return free ? t("side.seat.bot", { name }) : name;
}

/** Return a bot's name: translated for a built-in bot, unchanged for any other. */
export function botLabel(bot: string): string {
  return LEVELS.includes(bot) ? t(`side.level.${bot}`) : bot;
}

/** Return a table's title: its own, or one that contains the host's name. */
export function tableTitle(info: TableInfo): string {
  if (info.settings.name) return info.settings.name;
  const host = info.seats[info.host[0] ?? -1]?.name;
  return host ? t("wait.title.of", { name: host }) : t("wait.title");
}
