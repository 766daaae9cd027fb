/** A rematch is another table, where the tokens of the same seats hold. */
import { heldAt, hold } from "../table/savedSeats";

/** The path of the new table; who has a seat takes the tokens along. */
export function follow(table: string, renewed: string, seated: boolean): string {
  const held = seated ? heldAt(table) : undefined;
  for (const token of held?.tokens ?? []) hold(renewed, token);
  if (held?.host) hold(renewed, held.host, "host");
  return `/t/${encodeURIComponent(renewed)}`;
}
