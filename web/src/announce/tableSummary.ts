/**
 * The state of the table in words, for a player who isn't being asked anything: the spoken
 * equivalent of a glance at the stage.
 */
import type { View } from "../generated/wire";
import type { Names, Words } from "../say/words";
import { topOf } from "../stage/answers";
import { describeDecision } from "../stage/currentDecision";

export interface TableStanding {
  /** A key for the current turn and the players who must decide; it changes when either does. */
  key: string;
  text: string;
}

/**
 * Describe the current turn and the pending decision; return null if the player is being asked
 * something or nobody must decide.
 */
export function standingOf(
  view: View | null,
  words: Words,
  who: Names,
  you: readonly number[],
): TableStanding | null {
  if (!view || view.over) return null;
  const { turn, seat, waiting_for: waiting } = view;
  if (waiting.length === 0 || waiting.some((one) => you.includes(one))) return null;
  const [began] = words.narrate([{ event: "TurnBegan", seat, turn, cite: "" }], who);
  const names = words.row(waiting.map((one) => words.player(one, who.names)));
  const others = waiting.join() === String(seat) ? "" : words.text("side.news.waits", { names });
  const what = describeDecision(topOf(view), words, who, you);
  return {
    key: [turn, seat, ...waiting].join(),
    text: [began?.text, others, what].filter(Boolean).join(" "),
  };
}

/** Describe the offers that the player's own seats have not answered. */
export function describeOffers(
  view: View | null,
  words: Words,
  who: Names,
  you: readonly number[],
): string {
  if (!view || view.over) return "";
  const toYou = view.offers.filter(({ partner }) => you.includes(partner));
  return toYou.map((offer) => words.offer(offer, who)).join(" ");
}
