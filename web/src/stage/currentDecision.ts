/** The current decision as the stage shows it: its player, question and answers. */
import type { BoardData } from "../game/boardData";
import type { AgendaEntry, SeatOptions, View } from "../generated/wire";
import type { Names, Words } from "../say/words";
import { HOTEL_KIND } from "../constants";
import { answersOf, topOf, type AnswerChoice } from "./answers";
import { chosenOf, type BidDraft } from "./bidDraft";

export interface CurrentDecision {
  top: AgendaEntry | undefined;
  /** Whether the player must decide. */
  mine: boolean;
  options: SeatOptions | undefined;
  chosen: ReturnType<typeof chosenOf>;
  /** The main answer first. */
  answers: AnswerChoice[];
}

/**
 * Return which of the player's own seats the stage is for: one that must decide or, failing that,
 * one that is still in the game; -1 for a spectator.
 */
export function seatOf(view: View, you: readonly number[]): number {
  const deciding = you.find((seat) => view.waiting_for.includes(seat));
  return deciding ?? you.find((seat) => !view.players[seat]?.out) ?? you[0] ?? -1;
}

export function currentDecisionOf(
  view: View,
  board: BoardData,
  seat: number,
  options: SeatOptions | undefined,
  draft: BidDraft,
  limit?: number,
): CurrentDecision {
  const chosen = chosenOf(view, options, draft);
  return {
    top: topOf(view),
    mine: view.waiting_for.includes(seat),
    options,
    chosen,
    answers: answersOf(view, board, seat, options, chosen, limit),
  };
}

/**
 * Return whether the answer needs input: an amount, a property, a count, or a way to cover a debt.
 */
export function hasPart({ top, mine }: CurrentDecision): boolean {
  if (top?.entry === "Auction" || top?.entry === "BuildingAuction") return true;
  return mine && (top?.entry === "DemandRound" || top?.entry === "DebtDue");
}

/** Describe the pending decision in a sentence; `you` contains the player's own seats. */
export function describeDecision(
  top: AgendaEntry | undefined,
  words: Words,
  who: Names,
  you: readonly number[],
): string {
  const space = (number: number) => words.space(number, who.board);
  switch (top?.entry) {
    case "ToRoll":
    case "ToEndTurn":
    case "TaxChoice":
    case "DemandRound":
      return words.text(`stage.for.${top.entry}`);
    case "BuyOrAuction":
    case "Inheritance":
    case "Auction":
      return words.text(`stage.for.${top.entry}`, { space: space(top.space) });
    case "BuildingAuction":
      return words.text(`stage.for.${top.entry}.${top.kind === HOTEL_KIND ? "hotel" : "house"}`);
    case "DebtDue":
      // If several people share a screen, "you" could be any of them.
      return words.text(
        you.join() === String(top.creditor) ? "stage.for.DebtDue.you" : "stage.for.DebtDue",
        {
          sum: words.money(top.amount),
          creditor: words.player(top.creditor, who.names),
        },
      );
    default:
      return "";
  }
}
