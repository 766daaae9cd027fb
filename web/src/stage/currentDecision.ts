/** The current decision as the stage shows it: whose it is, what is asked, and what can be answered. */
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

/** The player's own seat that the stage is for: one that must decide, else one still in the game; -1 for a spectator. */
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
): CurrentDecision {
  const chosen = chosenOf(view, options, draft);
  return {
    top: topOf(view),
    mine: view.waiting_for.includes(seat),
    options,
    chosen,
    answers: answersOf(view, board, seat, options, chosen),
  };
}

/** Whether something is set before an answer is sent: a sum, a property, a count, how a debt is covered. */
export function hasPart({ top, mine }: CurrentDecision): boolean {
  if (top?.entry === "Auction" || top?.entry === "BuildingAuction") return true;
  return mine && (top?.entry === "DemandRound" || top?.entry === "DebtDue");
}

/** What the table is waiting for, in a sentence; `you` are the player's own seats. */
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
      // Where several sit at one screen, "you" would be anybody.
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
