/**
 * How far the board has shown what happened. The rest of the page knows everything at once; from here it learns what
 * not to show before the board has shown its cause. There is one board on a page.
 */
import type { View } from "../generated/wire";
import { shownStateOf, type ShownState } from "./shownState";

/** What came in or went out for one seat. */
export interface CashMovement {
  amount: number;
  /** Another one for each change. */
  number: number;
}

/** The seq under which the rolls for the first player are shown: they came before all messages. */
export const START = 0;

class BoardProgress {
  /** The game as the board has shown it; null without a board. */
  seen = $state.raw<ShownState | null>(null);
  /** By seat, the money last seen to change hands. */
  paid = $state.raw<ReadonlyMap<number, CashMovement>>(new Map());
  /** The last key or tap came while something was still to be shown: it was no answer to what nobody saw. */
  blind = false;
  /** Show everything that is left at once; the board says how. */
  skip: () => void = () => {};
  private upTo = $state.raw(Infinity);
  private pending: { seq: number; seen: ShownState }[] = [];
  private count = 0;

  /** Messages of this seq and later ones are still to be shown; Infinity if there are none. */
  get next(): number {
    return this.upTo;
  }

  set next(seq: number) {
    this.upTo = seq;
    const shown = this.pending.filter((one) => one.seq < seq);
    if (shown.length > 0) this.seen = shown.at(-1)!.seen;
    this.pending = this.pending.slice(shown.length);
  }

  /** How the game stands after a message that is still to be shown. */
  note(seq: number, view: View): void {
    const before = this.pending.at(-1)?.seen ?? this.seen;
    this.pending.push({ seq, seen: shownStateOf(view, before) });
  }

  /** The game is seen as it stands, and nothing is left to show. */
  settle(view: View | null): void {
    this.pending = [];
    this.seen = view && shownStateOf(view, this.seen);
  }

  /** The rolls for the first player are shown next: whose turn it is follows from them. */
  begin(view: View): void {
    this.note(START, view);
    this.seen = this.seen && { ...this.seen, turn: -1, waiting: [] };
  }

  get isBehind(): boolean {
    return this.next < Infinity;
  }

  /** The rolls for the first player are still to be shown. */
  get isStarting(): boolean {
    return this.next === START;
  }

  /** Payments are shown now: what they are for each seat, all together. */
  pay(payments: readonly { payer: number; payee: number; amount: number }[]): void {
    const sums = new Map<number, number>();
    const add = (seat: number, amount: number) => sums.set(seat, (sums.get(seat) ?? 0) + amount);
    for (const { payer, payee, amount } of payments) {
      add(payer, -amount);
      add(payee, amount);
    }
    const paid = new Map(this.paid);
    for (const [seat, amount] of sums)
      if (seat >= 0 && amount !== 0) paid.set(seat, { amount, number: ++this.count });
    this.paid = paid;
  }
}

export const boardProgress = new BoardProgress();
