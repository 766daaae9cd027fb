/** How much was said at the table since a line of chat was read. */
import type { Table } from "../table/table.svelte";

export function unreadOf(
  { sayings, muted, you }: Pick<Table, "sayings" | "muted" | "you">,
  read: number,
): number {
  return sayings.filter(
    ({ number, seat }) => number > read && !muted.has(seat) && !you.includes(seat),
  ).length;
}
