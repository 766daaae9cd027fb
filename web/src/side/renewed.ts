/** A rematch is another table, where the same tokens hold. */
import { heldAt, hold } from "../table/held";

/** Take the tokens along; the path of the new table. */
export function follow(table: string, renewed: string): string {
  const held = heldAt(table);
  for (const token of held?.tokens ?? []) hold(renewed, token);
  if (held?.host) hold(renewed, held.host, true);
  return `/t/${encodeURIComponent(renewed)}`;
}
