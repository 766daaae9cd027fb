/** What a player contributes to the fair dice. */
import type { SeatTold } from "../generated/wire";
import { asHost } from "../host/hostRequests";
import { noteLuck } from "../table/savedCommitments";
import { api } from "../wire/api";

/** Draw a few random letters, for a player who chooses nothing. */
export function randomLuck(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
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
