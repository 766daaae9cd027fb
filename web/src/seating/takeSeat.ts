/** Taking a seat before the game begins. */
import { findSaved } from "../table/savedSeats";
import { saveContribution } from "../table/savedCommitments";
import { api, type JoinRequest } from "../wire/api";

/** Take a seat, and save the contribution to the dice, because the record must contain it. */
export async function sitDown(
  table: string,
  seatRequest: JoinRequest,
  key?: string,
): Promise<{ seat: number; key: string }> {
  const joined = await api.join(table, seatRequest, key);
  saveContribution(table, seatRequest.name, seatRequest.contribution ?? "");
  return joined;
}

/** Return the seats that this browser's keys hold at a table. */
export async function fetchOwnSeats(table: string): Promise<number[]> {
  const keys = findSaved(table)?.keys ?? [];
  const seen = await Promise.all(keys.map((key) => api.view(table, key).catch(() => null)));
  return seen.flatMap((one) => one?.you ?? []);
}
