/**
 * The bot characters that people can play against. For now, characters of the same level play the
 * same way.
 */
import type { BOT_LEVELS } from "../constants";

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
