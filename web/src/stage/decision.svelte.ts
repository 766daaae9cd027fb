/** The decision that the stage shows. It appears once the board has shown what led to it. */
import { boardProgress } from "../board/boardProgress.svelte";
import type { Rent, View } from "../generated/wire";
import { speech } from "../say/say.svelte";
import { NOTHING, type BidDraft } from "./bidDraft";
import {
  currentDecisionOf,
  describeDecision,
  seatOf,
  type CurrentDecision,
} from "./currentDecision";
import { rentQuestion, waitingRents } from "./rentClaims";
import type { StageState } from "./stageState.svelte";

interface Shown {
  /** The game at that time. */
  view: View;
  current: CurrentDecision;
  seat: number;
  question: string;
  plays: boolean;
}

export class Decision {
  draft = $state.raw<BidDraft>(NOTHING);
  private before: { view: View; seat: number; current: CurrentDecision } | null = null;
  private last: Shown | null = null;

  readonly view = $derived.by(() => this.stage.table.view);
  readonly seat = $derived.by(() => (this.view ? seatOf(this.view, this.stage.table.you) : -1));
  /**
   * Whether the player is still playing. A player who has resigned is not asked anything more, and
   * is out once the current action is done.
   */
  readonly plays = $derived.by(() => {
    const own = this.view?.players[this.seat];
    return own !== undefined && !own.out && !own.leaving;
  });
  readonly number = $derived(this.view?.decision ?? -1);
  readonly rents: Rent[] = $derived.by(() =>
    this.view && this.plays ? waitingRents(this.view, this.stage.table.you) : [],
  );
  /** The players who must decide but are not connected. */
  readonly gone = $derived(
    (this.view?.waiting_for ?? []).filter((seat) => {
      const one = this.stage.seats[seat];
      return one?.lost && !one.away;
    }),
  );
  /** Whether this player's options have not arrived yet. */
  readonly late = $derived.by(
    () => this.plays && this.view?.over === false && !this.stage.table.knowsOptions(this.seat),
  );
  /** Between an action and the options that follow it, everything stays as it was. */
  readonly current: CurrentDecision | null = $derived.by(() => {
    const { seat } = this;
    if (!this.view) return null;
    if (this.late && this.before?.seat === seat) return this.before.current;
    const { board, table } = this.stage;
    // A copy, because a view changes in place, and the agenda with it.
    const view = $state.snapshot(this.view);
    const limit = table.orders[seat]?.limits[String(view.decision)];
    const current = currentDecisionOf(view, board, seat, table.options[seat], this.draft, limit);
    this.before = { view, seat, current };
    return current;
  });
  readonly mine = $derived(this.current?.mine === true);
  /** The question about rent, for a player who isn't asked anything else. */
  readonly asksRent = $derived.by(() =>
    this.mine ? "" : rentQuestion(this.rents, speech.words, this.stage.actor.who),
  );
  readonly question = $derived.by((): string => {
    if (!this.current) return "";
    const { who } = this.stage.actor;
    if (this.mine && this.current.options)
      return this.current.options.questions.map((one) => speech.words.question(one, who)).join(" ");
    return this.asksRent || this.describe(this.current.top);
  });
  /**
   * What is visible. Until the board has shown the cause of a question, the previous question
   * stays.
   */
  readonly shown: Shown | null = $derived.by(() => {
    const { current, seat, question, plays, view } = this;
    if (
      current &&
      this.before &&
      !boardProgress.isStarting &&
      !(boardProgress.isBehind && this.last)
    )
      this.last = { view: this.before.view, current, seat, question, plays };
    const { last } = this;
    // A standing order answered for this seat, and the board has moved on to other players.
    const { isBehind, seen } = boardProgress;
    if (view && last?.current.mine && isBehind && seen && !seen.waiting.includes(last.seat)) {
      const agenda = seen.top ? [seen.top] : [];
      const then = { ...view, agenda, waiting_for: [...seen.waiting] };
      const { board } = this.stage;
      const current = currentDecisionOf(then, board, last.seat, undefined, NOTHING);
      return { ...last, view: then, current };
    }
    return last;
  });
  readonly over = $derived(this.view?.over === true && !(boardProgress.isBehind && this.last));
  /** The question about rent, once the board has shown what led to it. */
  readonly seenRent = $derived(boardProgress.isBehind ? "" : this.asksRent);
  /** What others are asked, in a sentence. */
  readonly decisionText = $derived(
    this.seenRent || this.describe(boardProgress.seen?.top ?? this.current?.top),
  );

  constructor(private readonly stage: StageState) {}

  private describe(top: CurrentDecision["top"]): string {
    return describeDecision(top, speech.words, this.stage.actor.who, this.stage.table.you);
  }
}
