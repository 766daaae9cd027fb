import type { BoardData } from "../game/boardData";
import { speech, t } from "../say/say.svelte";

/** A card where there is little room: the longest name of a deck may break where a reader would break it. */
export function narrowCard(card: number | string, board: BoardData): string {
  const deck = t("deeds.card.deck");
  return speech.words.card(card, board).replace(deck.replaceAll("\u00ad", ""), deck);
}
