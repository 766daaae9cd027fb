import type { BoardData } from "../game/boardData";
import { speech, t } from "../say/say.svelte";

/**
 * Return the name of a card for narrow spaces: the longest deck name gets a sensible break point.
 */
export function narrowCard(card: number | string, board: BoardData): string {
  const deck = t("deeds.card.deck");
  return speech.words.card(card, board).replace(deck.replaceAll("\u00ad", ""), deck);
}
