/** Sitting down before the game begins. */
import { findSaved } from "../table/savedSeats";
import { saveContribution } from "../table/savedCommitments";
import { api, type JoinRequest } from "../wire/api";

/** Take a seat, and remember what was added to the dice: the record must have it. */
export async function sitDown(
  table: string,
  seatRequest: JoinRequest,
  token?: string,
): Promise<{ seat: number; token: string }> {
  const joined = await api.join(table, seatRequest, token);
  saveContribution(table, seatRequest.name, seatRequest.contribution ?? "");
  return joined;
}

/** The seats that this browser's tokens hold at a table. */
export async function fetchOwnSeats(table: string): Promise<number[]> {
  const tokens = findSaved(table)?.tokens ?? [];
  const seen = await Promise.all(tokens.map((token) => api.view(table, token).catch(() => null)));
  return seen.flatMap((one) => one?.you ?? []);
}
