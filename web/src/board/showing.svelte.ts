/**
 * How far the board has shown what happened. The rest of the page knows all at once; this tells it what to hold back
 * from the eye until its cause has been seen. There is one board on a page.
 */

/** What came in or went out for one seat. */
export interface Change {
  amount: number;
  /** Another one for each change. */
  number: number;
}

class Showing {
  /** Messages of this version and later ones are still to be shown; Infinity if there are none. */
  next = $state.raw(Infinity);
  /** By seat, the money last seen to change hands. */
  paid = $state.raw<ReadonlyMap<number, Change>>(new Map());
  private count = 0;

  get behind(): boolean {
    return this.next < Infinity;
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

export const showing = new Showing();

/** The last of something that was there when nothing was left to show: what it is now, but not before its cause. */
export function asShown<T>(now: () => T): () => T {
  let last: T | undefined;
  const seen = $derived(showing.behind && last ? last : (last = now()));
  return () => seen;
}
