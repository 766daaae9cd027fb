/** Finds the drawing of a card by its key. */
import { CHANCE } from "./chance";
import { CHEST } from "./chest";
import { BRASS, boardwalk, COOL, CREAM, GOLD, LIGHT, sea, sunrise, WARM } from "./parts";
import { area, at, disc, group, label, line, type Shape } from "./shapes";

export type Deck = "chance" | "chest";

const DRAWN: Record<Deck, Record<string, () => Shape[]>> = { chance: CHANCE, chest: CHEST };

/** Each deck's drawing for cards on a custom board that have none of their own. */
const PLAIN: Record<Deck, () => Shape[]> = {
  chance: () => [
    sunrise(WARM, 160, 92, 66),
    sea(WARM, 140),
    boardwalk(WARM, 162),
    label(WARM.wall, 160, 128, 100, "?"),
  ],
  chest: () => [
    sunrise(COOL, 160, 92, 66),
    sea(COOL, 140),
    boardwalk(COOL, 162),
    at(
      160,
      182,
      group(
        disc("#0004", 0, 0, 70, 6),
        area(COOL.wall, "M-60-62c0-30 14-42 60-42s60 12 60 42z"),
        area(COOL.shade, "M-60-56H60V0H-60z"),
        line(GOLD, 5, "M-36-99V0M36-99V0M-60-59H60"),
        area(LIGHT, "M-13-72h26v30h-26z"),
        disc(BRASS, 0, -60, 5),
        area(BRASS, "M-2-58h4l2 12h-8z"),
        line(CREAM, 2, "M-60-2H60"),
      ),
    ),
  ],
};

/** Return the deck that a card's key names; Chance if it names none. */
export const deckOf = (card: string): Deck => (card.startsWith("chest.") ? "chest" : "chance");

const drawingOf = (card: string): (() => Shape[]) | undefined => {
  const [deck, name] = card.split(".", 2);
  return Object.hasOwn(DRAWN, deck ?? "") ? DRAWN[deck as Deck][name ?? ""] : undefined;
};

export const hasScene = (card: string): boolean => drawingOf(card) !== undefined;

/** Return a card's drawing, or its deck's plain drawing if it has none. */
export const sceneOf = (card: string, deck: Deck = deckOf(card)): Shape[] =>
  (drawingOf(card) ?? PLAIN[deck])();
