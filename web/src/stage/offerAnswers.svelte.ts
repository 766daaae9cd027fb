/** The answers to this browser's offers, shown on the stage. */
import type { Played } from "../generated/wire";
import type { Table } from "../table/table.svelte";

export interface OfferAnswer {
  accepted: boolean;
  maker: number;
  partner: number;
  /** The bot's reason. */
  why: Played["why"];
}

/**
 * Return another player's answer to an offer from these seats; null for a counteroffer, which is
 * shown as an offer instead.
 */
export function answerIn(
  { events, why }: Pick<Played, "events" | "why">,
  you: readonly number[],
): OfferAnswer | null {
  if (events.some(({ event }) => event === "TradeOffered")) return null;
  for (const event of events) {
    if (event.event !== "TradeAccepted" && event.event !== "TradeDeclined") continue;
    const { maker, partner } = event;
    if (you.includes(maker) && !you.includes(partner))
      return { accepted: event.event === "TradeAccepted", maker, partner, why };
  }
  return null;
}

/** The minimum time that an answer stays visible, in milliseconds, even at the end of a turn. */
const LEAST = 5_000;

/** The last answer, kept until its turn is over or the player closes it. */
export class LastOfferAnswer {
  value = $state.raw<OfferAnswer | null>(null);
  private turn = 0;
  private since = 0;
  /** Set if the turn was over before the answer could be read. */
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly table: Table) {}

  /** Start listening; for use in an effect. */
  listen(): () => void {
    const stop = this.table.watch((message, { turn }) => {
      const answer = answerIn(message, this.table.you);
      if (answer === null && turn === this.turn) return;
      clearTimeout(this.timer);
      if (answer) [this.value, this.turn, this.since] = [answer, turn, Date.now()];
      else this.leave(this.since + LEAST - Date.now());
    });
    return () => {
      clearTimeout(this.timer);
      stop();
    };
  }

  private leave(rest: number): void {
    if (rest <= 0) this.value = null;
    else this.timer = setTimeout(() => (this.value = null), rest);
  }
}
