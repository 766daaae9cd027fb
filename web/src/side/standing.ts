/** How the table stands, for who is not asked: a glance at the stage in words. */
import type { View } from "../generated/wire";
import type { Named, Words } from "../say/words";
import { topOf } from "../stage/answers";
import { waitedFor } from "../stage/moment";

export interface Standing {
  /** Who is on turn and who is waited for: the same as long as nobody else is. */
  key: string;
  text: string;
}

/** Whose turn it is and what is waited for; null when the own seat is asked, or nobody. */
export function standingOf(
  view: View | null,
  words: Words,
  who: Named,
  you: readonly number[],
): Standing | null {
  if (!view || view.over) return null;
  const { turn, seat, waiting_for: waiting } = view;
  if (waiting.length === 0 || waiting.some((one) => you.includes(one))) return null;
  const [began] = words.tell([{ event: "TurnBegan", seat, turn, cite: "" }], who);
  const names = words.row(waiting.map((one) => words.player(one, who.names)));
  const others = waiting.join() === String(seat) ? "" : words.text("side.news.waits", { names });
  const what = waitedFor(topOf(view), words, who, you);
  return {
    key: [turn, seat, ...waiting].join(),
    text: [began?.text, others, what].filter(Boolean).join(" "),
  };
}

/** The offers that wait for an answer of the own seats. */
export function offersTold(
  view: View | null,
  words: Words,
  who: Named,
  you: readonly number[],
): string {
  if (!view || view.over) return "";
  const toYou = view.offers.filter(({ partner }) => you.includes(partner));
  return toYou.map((offer) => words.offer(offer, who)).join(" ");
}
