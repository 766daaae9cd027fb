/** What was said at the table since the chat was read; how far that was is kept with the table. */
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

/** The number of the last line that was read here; 0 before the first. */
export const readAt = (table: string): number => findSaved(table)?.read ?? 0;

/** Note that the chat was read up to a line; returns how far it has been read. */
export function noteRead(table: string, last: number): number {
  const before = readAt(table); // another window may have read on
  if (last > before) updateSaved(table, { read: last });
  return Math.max(last, before);
}

/** Learn what was said while this browser did not listen. */
export async function catchUp(table: Table): Promise<void> {
  const saved = findSaved(table.name);
  const key = saved?.keys[0] ?? saved?.host;
  try {
    if (key) table.addMissedChat(await api.chat(table.name, key));
  } catch {
    // asked again with the next connection
  }
}
