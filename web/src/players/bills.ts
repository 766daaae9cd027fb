/** An amount as paper money, with as few bills as possible. */

export const BILLS = [500, 100, 50, 20, 10, 5, 1] as const;

export type Bill = (typeof BILLS)[number];

/** Return the number of each bill, largest first; bills that are not needed are left out. */
export function billsOf(cash: number): { bill: Bill; count: number }[] {
  let left = Math.max(0, Math.trunc(cash));
  const found: { bill: Bill; count: number }[] = [];
  for (const bill of BILLS) {
    const count = Math.floor(left / bill);
    if (count > 0) found.push({ bill, count });
    left -= count * bill;
  }
  return found;
}
