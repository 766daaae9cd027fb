/** A rematch is another table, where the tokens of the same seats hold. */
import type { TableTold } from "../generated/wire";
import { asHost } from "../host/hostRequests";
import { addLuck } from "../seating/contribution";
import { seatsHeld } from "../seating/takeSeat";
import { noteCommitment } from "../table/savedCommitments";
import { api } from "../wire/api";
import { heldAt, hold } from "../table/savedSeats";

/** The path of the new table; who has a seat takes the tokens along. */
export function follow(table: string, renewed: string, seated: boolean): string {
  const held = seated ? heldAt(table) : undefined;
  for (const token of held?.tokens ?? []) hold(renewed, token);
  if (held?.host) hold(renewed, held.host, "host");
  return `/t/${encodeURIComponent(renewed)}`;
}

/** Begin a rematch at once if nobody else has to come: all people are at this browser. Whether it began. */
export async function beginAlone(again: TableTold): Promise<boolean> {
  const { table, seats, commitment } = again;
  const free = seats.some((one) => one.kind === "free" && !one.bot);
  if (again.status !== "open" || free) return false;
  const people = seats.filter((one) => one.kind === "person");
  const you = await seatsHeld(table);
  if (!people.every(({ seat }) => you.includes(seat))) return false;
  noteCommitment(table, commitment);
  for (const one of people) if (!one.contribution) await addLuck(table, one);
  await asHost(table, (token) => api.start(table, token));
  return true;
}
