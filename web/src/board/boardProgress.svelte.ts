/**
 * Tracks how much of the game the board has shown. The rest of the page is updated immediately, and
 * uses this to avoid showing an effect before the board has shown its cause. A page has only one
 * board.
 */
import type { View } from "../generated/wire";
import { shownStateOf, type ShownState } from "./shownState";

/** The total amount that one seat received or paid. */
export interface CashMovement {
  amount: number;
  /** A different number for each change. */
  number: number;
}

/** The seq of the opening rolls, which precede all messages. */
export const START = 0;

class BoardProgress {
  /** The game as the board has shown it; null if there is no board. */
  seen = $state.raw<ShownState | null>(null);
  /** The last payment shown for each seat. */
  paid = $state.raw<ReadonlyMap<number, CashMovement>>(new Map());
  /**
   * Whether the last key press or tap came while something was still to be shown. Such input cannot
   * answer a question, because nobody has seen the question yet.
   */
  blind = false;
  /** Show everything that is left, all at once. The board sets this. */
  skip: () => void = () => {};
  private upTo = $state.raw(Infinity);
  private pending: { seq: number; seen: ShownState }[] = [];
  private count = 0;

  /** The seq of the first message that is not fully shown; Infinity if all are. */
  get next(): number {
    return this.upTo;
  }

  set next(seq: number) {
    this.upTo = seq;
    const shown = this.pending.filter((one) => one.seq < seq);
    if (shown.length > 0) this.seen = shown.at(-1)!.seen;
    this.pending = this.pending.slice(shown.length);
  }

  /** Record the state of the game after a message that is still to be shown. */
  note(seq: number, view: View): void {
    const before = this.pending.at(-1)?.seen ?? this.seen;
    this.pending.push({ seq, seen: shownStateOf(view, before) });
  }

  /** Show the game as it is now, with nothing left to animate. */
  settle(view: View | null): void {
    this.pending = [];
    this.seen = view && shownStateOf(view, this.seen);
  }

  /** Start with the opening rolls, which determine whose turn it is. */
  begin(view: View): void {
    this.note(START, view);
    this.seen = this.seen && { ...this.seen, turn: -1, waiting: [] };
  }

  get isBehind(): boolean {
    return this.next < Infinity;
  }

  /** Whether the opening rolls are still to be shown. */
  get isStarting(): boolean {
    return this.next === START;
  }

  /** Record payments that are being shown now, added up for each seat. */
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
