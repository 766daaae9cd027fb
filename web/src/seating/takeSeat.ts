/** Sitting down before the game begins, and what one adds to the dice there. */
import type { SeatTold, TableTold } from "../generated/wire";
import { asHost } from "../host/hostRequests";
import { heldAt } from "../table/savedSeats";
import { noteCommitment, noteLuck } from "../table/savedCommitments";
import { api, type JoinRequest } from "../wire/api";
import { randomLuck } from "./contribution";

/** Take a seat, and remember what was added to the dice: the record must have it. */
export async function sitDown(
  table: string,
  demand: JoinRequest,
  token?: string,
): Promise<{ seat: number; token: string }> {
  const joined = await api.join(table, demand, token);
  noteLuck(table, demand.name, demand.contribution ?? "");
  return joined;
}

/** Add to the dice for a seat that this browser has from the game before, and remember it. */
export async function addLuck(
  table: string,
  { seat, name }: SeatTold,
  luck: string = randomLuck(),
): Promise<void> {
  await asHost(table, (token) => api.contribute(table, seat, luck, token));
  noteLuck(table, name, luck);
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

/** The seats that this browser's tokens hold at a table. */
export async function seatsHeld(table: string): Promise<number[]> {
  const tokens = heldAt(table)?.tokens ?? [];
  const seen = await Promise.all(tokens.map((token) => api.view(table, token).catch(() => null)));
  return seen.flatMap((one) => one?.you ?? []);
}
