/**
 * The state of the table in words, for a player who isn't being asked anything: the spoken
 * equivalent of a glance at the stage.
 */
import { propertyAt } from "../game/deeds";
import type { OpenOffer, View } from "../generated/wire";
import type { Names, Words } from "../say/words";
import { topOf } from "../stage/answers";
import { describeDecision } from "../stage/currentDecision";

type Deeds = Pick<OpenOffer, "give_deeds" | "get_deeds">;

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
  return toYou
    .flatMap((offer) => [words.offer(offer, who), mortgagesIn(offer, view, words, who)])
    .filter(Boolean)
    .join(" ");
}

/** Describe which deeds in an offer are mortgaged; return "" if none are. */
export function mortgagesIn(offer: Deeds, view: View, words: Words, who: Names): string {
  const deeds = [...offer.give_deeds, ...offer.get_deeds];
  const mortgaged = deeds.filter((space) => propertyAt(view, space)?.mortgaged);
  if (mortgaged.length === 0) return "";
  const properties = words.row(mortgaged.map((space) => words.space(space, who.board)));
  return words.text("side.news.mortgaged", { count: mortgaged.length, properties });
}
