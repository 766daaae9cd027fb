/** The question in words, for players who cannot see the amounts beside it. */
import type { Names, Words } from "../say/words";
import type { CurrentDecision } from "./currentDecision";

/**
 * Return the player's question, with the seat's name if several people play on this device; ""
 * until the options are known.
 */
export function describeQuestion(
  current: CurrentDecision | null,
  question: string,
  words: Words,
  who: Names,
  you: readonly number[],
): string {
  if (!current?.options) return "";
  const text = describeAuction(current, words, who) || question;
  const seat = words.player(current.options.seat, who.names);
  return you.length > 1 ? words.text("stage.heard.seat", { seat, text }) : text;
}

/** Describe an auction: the leader, the current bid, and the lowest possible bid. */
function describeAuction({ top, chosen }: CurrentDecision, words: Words, who: Names): string {
  if (top?.entry !== "Auction" || top.seat < 0 || chosen.low > chosen.high) return "";
  return words.text("stage.heard.auction", {
    leader: words.player(top.seat, who.names),
    bid: words.money(top.bid),
    space: words.space(top.space, who.board),
    least: words.money(chosen.low),
  });
}
