/** Describes the bot in a seat, or the one that is planned for it. */
import type { SeatInfo } from "../generated/wire";
import { t } from "../say/say.svelte";
import { characterOf } from "./cast";

/** Return the bot's level and, if it is a character playing at its own level, its role. */
export function botText({ kind, name, bot }: SeatInfo): string {
  const level = t(`new.bot.${bot}`);
  if (characterOf(name)?.level === bot)
    return t("join.seat.character", { role: t(`start.role.${name}`), level });
  return t(kind === "free" ? "join.seat.kept" : "join.seat.bot", { level });
}
