/** How a player is called on the stage: a seat that nobody holds is played by a bot until somebody does. */
import { t } from "../say/say.svelte";
import type { Seated } from "./seats";

export function calledAt(seats: readonly Seated[], seat: number): string {
  const { name = "", free = false } = seats[seat] ?? {};
  return free ? t("side.seat.bot", { name }) : name;
}
