/** Sitting down before the game begins. */
import { noteLuck } from "../table/promised";
import { api, type JoinWish } from "../wire/api";

/** Take a seat, and remember what was added to the dice: the record must have it. */
export async function sitDown(
  table: string,
  wish: JoinWish,
  token?: string,
): Promise<{ seat: number; token: string }> {
  const joined = await api.join(table, wish, token);
  noteLuck(table, wish.name, wish.contribution ?? "");
  return joined;
}
