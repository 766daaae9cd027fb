/** How a player left the game. */
import type { GameEvent, Played } from "../generated/wire";

export type Exit = Extract<GameEvent, { event: "WentBankrupt" | "Resigned" }>;

/** Return how one of these seats left the game, if the history goes back that far. */
export function findExit(
  history: readonly Pick<Played, "events">[],
  you: readonly number[],
): Exit | undefined {
  return history
    .flatMap(({ events }) => events)
    .filter(
      (event): event is Exit =>
        (event.event === "WentBankrupt" || event.event === "Resigned") && you.includes(event.seat),
    )
    .at(-1);
}
