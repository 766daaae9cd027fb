/** Short names of spaces, for narrow places. */
import type { BoardData } from "../game/boardData";
import { speech, t } from "./say.svelte";

/** Return a space's name, broken up for the board or shortened for a phone. */
export function shortName(space: number, board: BoardData, narrow = true): string {
  return t(narrow ? "board.shorten.narrow" : "board.shorten")
    .split(",")
    .reduce(
      (text, pair) => text.replace(...(pair.split("=") as [string, string])),
      speech.words.space(space, board),
    );
}
