/** The answers to this browser's offers, to be shown on the stage. */
import type { Played } from "../generated/wire";
import type { Table } from "../table/table.svelte";

export interface OfferAnswer {
  accepted: boolean;
  maker: number;
  partner: number;
  /** What a bot says of it. */
  why: Played["why"];
}

/** The answer of another to an offer of these seats; a counter-offer speaks for itself. */
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

/** Milliseconds that an answer stays at least, so that one at the end of a turn can be read. */
const LEAST = 5_000;

/** Keeps the last answer until its turn is over, or somebody closes it. */
export class LastOfferAnswer {
  value = $state.raw<OfferAnswer | null>(null);
  private turn = 0;
  private since = 0;
  /** Its turn was over before it could be read. */
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly table: Table) {}

  /** For an effect. */
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
