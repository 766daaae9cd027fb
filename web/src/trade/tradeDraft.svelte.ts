/** An offer being drafted: the maker, the partner, the terms, and the server's response to them. */
import type { BoardData } from "../game/boardData";
import type { Explanation } from "../say/problem";
import { speech, t } from "../say/say.svelte";
import type { SeatedPlayer } from "../table/seats";
import type { Table } from "../table/table.svelte";
import type { Outcome } from "../wire/connection";
import { ownerOf } from "../game/deeds";
import { expectedEvents, explainRefusal, findObjection } from "../deeds/stepResult";
import {
  isEmpty,
  isSameTrade,
  likelyPartner,
  limitsOf,
  mirrorTerms,
  NO_TERMS,
  NOTHING,
  makeOffer,
  limitTerms,
  type Goods,
  type Terms,
} from "./tradeTerms";

/**
 * How long the terms must stay unchanged before the server is asked about them, in milliseconds.
 */
const CHECK_AFTER = 200;

export interface World {
  table: Table;
  board: BoardData;
  seats: SeatedPlayer[];
}

export class Draft {
  maker = $state(-1);
  /** The partner's seat; -1 if nobody is left to trade with. */
  partner = $state(-1);
  sending = $state(false);
  private wanted = $state.raw<Terms>(NO_TERMS);
  /** The server's response to the current terms; null until it is known. */
  private verdict = $state.raw<{ objection: Explanation | null; more: string[] } | null>(null);
  /** Why the hovered or focused item cannot be chosen. */
  private doubt = $state.raw<Explanation | null>(null);
  /**
   * Why the last item that the player tried was refused. It stays visible so that the player can
   * look up the rule.
   */
  private failed = $state.raw<Explanation | null>(null);
  private asked = 0;
  /** The offer to counter; -1 for none. */
  readonly counter: number;
  /** The terms of the offer to counter, as seen by the maker of the counteroffer. */
  private readonly answered: Terms | null = null;

  readonly options = $derived.by(() => this.world().table.options[this.maker]?.options ?? []);
  readonly limits = $derived.by(() => limitsOf(this.options, this.partner, this.counter));
  readonly terms = $derived(limitTerms(this.wanted, this.limits));
  readonly empty = $derived(isEmpty(this.terms));
  readonly objection = $derived(this.doubt ?? this.failed ?? this.verdict?.objection ?? null);
  /** Other effects, such as the withdrawal of an earlier offer. */
  readonly more = $derived(this.verdict?.more ?? []);
  /** Whether the draft repeats the offer that it would decline. */
  readonly unchanged = $derived(this.answered !== null && isSameTrade(this.terms, this.answered));
  readonly refused = $derived(this.empty || this.unchanged || Boolean(this.verdict?.objection));

  constructor(
    private readonly world: () => World,
    partner: number,
    /** The offer to counter, or the inquiry to answer; -1 for none. */
    answers: number,
  ) {
    const { table, board } = world();
    const asked = table.view?.inquiries.find(({ number }) => number === answers);
    this.counter = asked ? -1 : answers;
    if (asked) {
      this.maker = asked.partner;
      this.partner = asked.asker;
      const mine = table.view !== null && ownerOf(table.view, asked.space) === this.maker;
      const goods = { ...NOTHING, deeds: [asked.space] };
      this.wanted = { ...NO_TERMS, [mine ? "give" : "get"]: goods };
      return;
    }
    const { counter } = this;
    const answered = table.view?.offers.find((offer) => offer.number === counter);
    if (answered) {
      this.maker = answered.partner;
      this.partner = answered.maker;
      this.wanted = this.answered = mirrorTerms(answered, board);
      return;
    }
    const own = this.inGame(table.you).filter((seat) => seat !== partner);
    this.maker = own.includes(table.seat) ? table.seat : (own[0] ?? table.seat);
    this.partner = this.partners.includes(partner) ? partner : this.likelyPartner();
  }

  /** The players with whom the maker may trade. */
  get partners(): number[] {
    const players = this.world().table.view?.players ?? [];
    return this.inGame(players.map((_, seat) => seat)).filter((seat) => seat !== this.maker);
  }

  private likelyPartner(): number {
    const { table, board } = this.world();
    return table.view ? likelyPartner(table.view, board, this.maker, this.partners) : -1;
  }

  /** Return the given seats that are still in the game. */
  inGame(seats: number[]): number[] {
    const players = this.world().table.view?.players ?? [];
    return seats.filter((seat) => !players[seat]?.out && !players[seat]?.leaving);
  }

  readonly chooseMaker = (seat: number): void => {
    this.maker = seat;
    this.wanted = NO_TERMS;
    if (!this.partners.includes(this.partner)) this.partner = this.likelyPartner();
    this.doubt = this.failed = null;
  };

  readonly choosePartner = (seat: number): void => {
    this.partner = seat;
    this.wanted = { ...this.wanted, get: NOTHING, unmortgage: [] };
    this.doubt = this.failed = null;
  };

  /**
   * Change what one side gives. Cash goes only one way: setting it on one side clears it on the
   * other.
   */
  change(side: "give" | "get", goods: Goods): void {
    const { terms } = this;
    const other = side === "give" ? "get" : "give";
    const paid = goods.cash > 0 && goods.cash !== terms[side].cash;
    const rest = paid ? { ...terms[other], cash: 0 } : terms[other];
    this.wanted = { ...terms, [side]: goods, [other]: rest };
    this.doubt = this.failed = null;
  }

  /** Take everything out of the offer. */
  readonly clear = (): void => {
    this.wanted = NO_TERMS;
    this.doubt = this.failed = null;
  };

  readonly unmortgage = (unmortgage: number[]): void => {
    this.wanted = { ...this.terms, unmortgage };
    this.failed = null;
  };

  /** Ask why a particular deed cannot be given. */
  async wonder(side: "give" | "get", space: number, pressed = false): Promise<void> {
    await this.ask({ ...NO_TERMS, [side]: { ...NOTHING, deeds: [space] } }, pressed);
  }

  /** Find out why the whole offer cannot be made as it is; an unchanged one needs no question. */
  async wonderWhole(): Promise<void> {
    if (this.unchanged) this.doubt = this.failed = null;
    else await this.ask(this.terms);
  }

  /** Clear the explanation when the item loses hover or focus. */
  readonly rest = (): void => {
    this.asked += 1;
    this.doubt = null;
  };

  private async ask(terms: Terms, pressed = false): Promise<void> {
    const asked = ++this.asked;
    const { table, seats, board } = this.world();
    const objection = await findObjection(table, this.action(terms), seats, board);
    if (pressed) this.failed = objection;
    if (asked === this.asked) this.doubt = objection;
  }

  private action(terms: Terms): ReturnType<typeof makeOffer> {
    return makeOffer(this.maker, this.partner, this.counter, terms);
  }

  /**
   * Ask the server about the terms once they have not changed for a moment; return a function that
   * cancels the request. For use in an effect.
   */
  check(): (() => void) | undefined {
    const { table, seats, board } = this.world();
    const action = this.action(this.terms);
    this.verdict = null;
    if (this.partner < 0 || this.empty || this.unchanged) return undefined;
    let late = false;
    const ask = async (): Promise<void> => {
      const outcome = await table.check(action);
      if (late) return;
      this.verdict = {
        objection: explainRefusal(outcome, seats, board),
        more: this.besides(outcome),
      };
    };
    const timer = setTimeout(() => void ask(), CHECK_AFTER);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }

  /** Describe the effects on open offers: the new offer may decline one or replace one. */
  private besides(outcome: Outcome): string[] {
    const { seats } = this.world();
    const partner = speech.words.player(
      this.partner,
      seats.map(({ name }) => name),
    );
    return expectedEvents(outcome).flatMap(({ event }) => {
      if (event === "TradeDeclined") return [t("trade.declines", { partner })];
      return event === "TradeWithdrawn" ? [t("trade.replaces", { partner })] : [];
    });
  }

  /** The only deed in the draft, about which the partner can be asked; -1 if there is more or less. */
  get onlyDeed(): number {
    const { give, get } = this.terms;
    const deeds = [...give.deeds, ...get.deeds];
    const rest = give.cash + get.cash + give.cards.length + get.cards.length;
    return rest === 0 && this.counter < 0 && deeds.length === 1 ? (deeds[0] ?? -1) : -1;
  }

  /** Send the offer; return whether it was made. */
  async send(): Promise<boolean> {
    if (this.sending) return false;
    const { table, seats, board } = this.world();
    this.sending = true;
    try {
      this.failed = explainRefusal(await table.play(this.action(this.terms)), seats, board);
    } finally {
      this.sending = false;
    }
    return this.failed === null;
  }
}
