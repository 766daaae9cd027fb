/** A bot by its name: the built-in ones in words, others as they are called. */
import { t } from "../say/say.svelte";
import { BOT_LEVELS } from "../wire/constants";

export function levelOf(bot: string): string {
  return BOT_LEVELS.some((level) => level === bot) ? t(`side.level.${bot}`) : bot;
}
