/** Describes a bot's seat: that it is a bot, its role if the character plays at its own level, and the level. */
import type { SeatInfo } from "../generated/wire";
import { t } from "../say/say.svelte";
import { characterOf } from "./cast";

export function botText({ name, bot }: SeatInfo): string {
  const level = t(`new.bot.${bot}`);
  const text = t("join.seat.bot", { level });
  return characterOf(name)?.level === bot ? `${text} · ${t(`start.role.${name}`)}` : text;
}
