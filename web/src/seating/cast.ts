/**
 * The bot characters that people can play against. Each plays in a style of its own
 * (`src/passgo/bots/characters.py`), provided that it plays at its own level.
 */
import type { BOT_LEVELS } from "../constants";
import type { BotRequest } from "../generated/wire";

export interface Character {
  name: string;
  level: (typeof BOT_LEVELS)[number];
}

/** Easiest first. */
export const CAST: readonly Character[] = [
  { name: "Hugo", level: "easy" },
  { name: "Felix", level: "easy" },
  { name: "Tilda", level: "normal" },
  { name: "Vera", level: "normal" },
  { name: "Boyd", level: "normal" },
  { name: "Uma", level: "hard" },
  { name: "Otto", level: "hard" },
  { name: "Rosa", level: "hard" },
];

export const characterOf = (name: string): Character | undefined =>
  CAST.find((one) => one.name === name);

/** Return the first character of a level that is not at the table yet; "" if there is none. */
export const freeCharacter = (level: string, taken: ReadonlySet<string>): string =>
  CAST.find((one) => one.level === level && !taken.has(one.name))?.name ?? "";

/** Return a bot of a level: a character as long as any are left, otherwise a nameless one. */
export function anyBot(level: string, taken: ReadonlySet<string>): BotRequest {
  const name = freeCharacter(level, taken);
  return name ? { bot: level, name } : { bot: level };
}
