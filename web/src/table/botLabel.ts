/** A bot by its name: the built-in ones in words, others as they are called. */
import { t } from "../say/say.svelte";

const KNOWN = ["easy", "normal", "hard"];

export function levelOf(bot: string): string {
  return KNOWN.includes(bot) ? t(`side.level.${bot}`) : bot;
}
