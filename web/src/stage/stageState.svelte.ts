/**
 * What the stage and the offers beside it share: the actions being sent, the open offers and what
 * the player has chosen for them.
 */
import type { BoardData } from "../game/boardData";
import type { Inquiry, OpenOffer, View } from "../generated/wire";
import type { SeatedPlayer } from "../table/seats";
import type { Table } from "../table/table.svelte";
import { Actor } from "./actor.svelte";
import { LastOfferAnswer } from "./offerAnswers.svelte";
import { inquiriesTo, isGone, offersBetween, offersFor } from "./offers";

export interface StageSource {
  table: Table;
  board: BoardData;
  seats: SeatedPlayer[];
}

export class StageState {
  readonly actor: Actor;
  /** The outcome of the player's own last offer. */
  readonly lastAnswer: LastOfferAnswer;
  /** The deeds to unmortgage with each offer, by the offer's number. */
  unmortgages = $state.raw<Record<number, number[]>>({});
  /** Whether a sheet lists the offers; only on a phone. */
  listsOffers = $state(false);

  /** The offers to the player, then those from the player; all offers for a spectator. */
  readonly offers: OpenOffer[] = $derived.by(() => {
    const { view, orders, you } = this.table;
    if (!view || view.over) return [];
    return offersFor(view, you, (seat) => orders[seat]?.decline_offers === true);
  });
  /** The offers between other players. */
  readonly between: OpenOffer[] = $derived.by(() => {
    const { view, you } = this.table;
    return view && !view.over ? offersBetween(view, you) : [];
  });
  /** The offers to the player. The shortcuts apply to the first of them. */
  readonly toMe: OpenOffer[] = $derived(
    this.offers.filter(({ partner }) => this.table.you.includes(partner)),
  );

  /** The open inquiries to the player. */
  readonly inquiries: Inquiry[] = $derived.by(() => {
    const { view, you } = this.table;
    return view ? inquiriesTo(view, you) : [];
  });

  constructor(
    private readonly source: () => StageSource,
    /** Open the trade sheet, either for a partner or to counter the offer with this number. */
    readonly ontrade: (partner?: number, counter?: number) => void,
  ) {
    const { table } = source();
    this.actor = new Actor(
      table,
      () => this.seats,
      () => this.board,
    );
    this.lastAnswer = new LastOfferAnswer(table);
  }

  get table(): Table {
    return this.actor.table;
  }

  get board(): BoardData {
    return this.source().board;
  }

  get seats(): SeatedPlayer[] {
    return this.source().seats;
  }

  get view(): View {
    if (!this.table.view) throw new Error("a part of the stage is drawn without a view");
    return this.table.view;
  }

  /** Answer the first offer to the player; return whether there is one. */
  answerOffer(what: "accept" | "decline" | "counter"): boolean {
    const [offered] = this.toMe;
    if (!offered) return false;
    const { number, partner } = offered;
    const unmortgage = this.unmortgages[number] ?? [];
    const accept = { action: "AcceptTrade", seat: partner, offer: number, unmortgage } as const;
    if (what === "decline") void this.decline([offered]);
    else if (isGone(offered, this.view)) void this.actor.explain(accept);
    else if (what === "counter") this.counter(offered);
    else void this.actor.play(accept);
    return true;
  }

  /** Open the trade sheet, in place of the list of offers, to counter an offer. */
  counter({ maker, number }: OpenOffer): void {
    this.listsOffers = false;
    this.ontrade(maker, number);
  }

  /** Decline offers, one after another. */
  async decline(offers: readonly OpenOffer[]): Promise<void> {
    for (const { partner: seat, number: offer } of offers)
      if (!(await this.actor.play({ action: "DeclineTrade", seat, offer }))) return;
  }
}
