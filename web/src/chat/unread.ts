/** Chat lines that have not been read yet. The last line read is saved with the table. */
import { findSaved, updateSaved } from "../table/savedSeats";
import type { Table } from "../table/table.svelte";
import { api } from "../wire/api";

export function unreadOf(
  { chatLines, muted, you }: Pick<Table, "chatLines" | "muted" | "you">,
  read: number,
): number {
  return chatLines.filter(
    ({ number, seat }) => number > read && !muted.has(seat) && !you.includes(seat),
  ).length;
}

/** Return the number of the last line that was read here; 0 if none has been read. */
export const readAt = (table: string): number => findSaved(table)?.read ?? 0;

/** Record that the chat was read up to a line; return the number of the last line read. */
export function noteRead(table: string, last: number): number {
  const before = readAt(table); // the chat may have been read further in another window
  if (last > before) updateSaved(table, { read: last });
  return Math.max(last, before);
}

/** Fetch the lines that were written while this browser was disconnected. */
export async function catchUp(table: Table): Promise<void> {
  const saved = findSaved(table.name);
  const key = saved?.keys[0] ?? saved?.host;
  try {
    if (key) table.addMissedChat(await api.chat(table.name, key));
  } catch {
    // the next connection tries again
  }
}
