/** A player's contribution to the fair dice. */
import type { SeatInfo } from "../generated/wire";
import { asHost } from "../host/hostRequests";
import { saveContribution } from "../table/savedCommitments";
import { api } from "../wire/api";

/** Draw a few random letters, for a player who doesn't choose any. */
export function drawContribution(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Contribute to the dice for a seat that this browser has kept from the previous game, and save the
 * contribution.
 */
export async function sendContribution(
  table: string,
  { seat, name }: SeatInfo,
  contribution: string = drawContribution(),
): Promise<void> {
  await asHost(table, (key) => api.contribute(table, seat, contribution, key));
  saveContribution(table, name, contribution);
}
