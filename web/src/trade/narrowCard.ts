import type { BoardData } from "../game/boardData";
import { speech, t } from "../say/say.svelte";

/** Return a card's name for narrow spaces: the longest deck name gets a sensible break point. */
export function narrowCard(card: number | string, board: BoardData): string {
  const deck = t("deeds.card.deck");
  return speech.words.card(card, board).replace(deck.replaceAll("\u00ad", ""), deck);
}
