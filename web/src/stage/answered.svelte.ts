/** What became of the own offers, to be told where one looks. */
import type { Happened } from "../generated/wire";
import type { Table } from "../table/table.svelte";

export interface OfferAnswer {
  accepted: boolean;
  maker: number;
  partner: number;
  /** What a bot says of it. */
  why: Happened["why"];
}

/** The answer of another to an offer of these seats; a counter-offer speaks for itself. */
export function answerIn(
  { events, why }: Pick<Happened, "events" | "why">,
  you: readonly number[],
): OfferAnswer | null {
  if (events.some(({ event }) => event === "TradeOffered")) return null;
  for (const event of events) {
    if (event.event !== "TradeAccepted" && event.event !== "TradeRefused") continue;
    const { maker, partner } = event;
    if (you.includes(maker) && !you.includes(partner))
      return { accepted: event.event === "TradeAccepted", maker, partner, why };
  }
  return null;
}

/** Keeps the last answer until somebody takes it away. */
export class Answered {
  last = $state.raw<OfferAnswer | null>(null);

  constructor(private readonly table: Table) {}

  /** For an effect. */
  listen(): () => void {
    return this.table.watch((happened) => {
      this.last = answerIn(happened, this.table.you) ?? this.last;
    });
  }
}
