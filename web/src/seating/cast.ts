/**
 * The bot characters that people can play against. Each plays in a style of its own
 * (`src/passgo/bots/characters.py`), provided that it plays at its own level.
 */
import type { BOT_LEVELS } from "../constants";
import type { BotRequest } from "../generated/wire";

export interface Character {
  name: string;
  level: (typeof BOT_LEVELS)[number];
  /** The seat whose color is behind the portrait when the character has no seat yet. */
  color: number;
}

/** Easiest first. */
export const CAST: readonly Character[] = [
  { name: "Hugo", level: "easy", color: 1 },
  { name: "Felix", level: "easy", color: 7 },
  { name: "Tilda", level: "normal", color: 3 },
  { name: "Vera", level: "normal", color: 5 },
  { name: "Boyd", level: "normal", color: 4 },
  { name: "Uma", level: "hard", color: 2 },
  { name: "Otto", level: "hard", color: 0 },
  { name: "Rosa", level: "hard", color: 6 },
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
