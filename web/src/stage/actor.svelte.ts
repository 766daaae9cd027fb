/**
 * Sends the player's actions from the stage, one at a time, and stores the explanation of the last
 * outcome.
 */
import type { BoardData } from "../game/boardData";
import type { Action } from "../generated/wire";
import { objectionOf, withRule, type Explanation } from "../say/problem";
import { t } from "../say/say.svelte";
import type { Names } from "../say/words";
import { settledAfter } from "../platform/settled";
import type { SeatedPlayer } from "../table/seats";
import type { Table } from "../table/table.svelte";
import type { Outcome } from "../wire/connection";

/** How long to wait before a button shows that its answer is being sent, in milliseconds. */
const SLOW = 200;
/** How long to wait for a message, in milliseconds. */
const PATIENCE = 5_000;
const MOST_STEPS = 80;
/**
 * A bid made less than this many milliseconds ago is not the bid that the player meant to raise.
 */
const TOO_NEW = 400;
/** How long after bidding a player expects others to bid, in milliseconds. */
const ANSWERING = 1_500;

const isBid = ({ action }: Action) => action === "Bid" || action === "BidForBuilding";

export class Actor {
  /** The action being sent. Only one is sent at a time, so nothing is sent twice. */
  pending = $state.raw<Action | null>(null);
  /** Whether the response is taking a while. */
  slow = $state(false);
  /** Whether money is being raised step by step. */
  raising = $state(false);
  explanation = $state.raw<Explanation | null>(null);
  /** When other players last changed the bid, and when this player last sent a bid. */
  private bidAt = 0;
  private sentAt = 0;

  constructor(
    readonly table: Table,
    private readonly seats: () => SeatedPlayer[],
    private readonly board: () => BoardData,
  ) {}

  get who(): Names {
    const { mortgaged } = this.table;
    return { names: this.seats().map(({ name }) => name), board: this.board(), mortgaged };
  }

  /** Play an action, unless another one is being sent; return whether it was played. */
  async play(action: Action): Promise<boolean> {
    if (this.pending || this.raising) return false;
    if (isBid(action)) {
      const now = Date.now();
      if (now - this.bidAt < TOO_NEW && now - this.sentAt > ANSWERING) {
        this.explanation = { text: t("stage.bid.changed"), cite: "" };
        return false;
      }
      this.sentAt = now;
    }
    return this.send(action);
  }

  /** Record that the bid, and therefore the amounts on the buttons, has just changed. */
  noteBid(): void {
    this.bidAt = Date.now();
    void settledAfter(new Promise((done) => setTimeout(done, TOO_NEW)));
  }

  /** Send a request that is not an action, such as a standing order. */
  async order(asked: Promise<Outcome>): Promise<void> {
    this.explanation = this.explainOutcome(await asked);
  }

  /** Return why an action is not possible, in a sentence with its rule. */
  async why(action: Action): Promise<string> {
    const explanation = this.explainOutcome(await this.table.check(action));
    return explanation === null ? t("stage.soon") : withRule(explanation);
  }

  /** Explain on the stage why an action is not possible; null means raising money. */
  async explain(action: Action | null): Promise<void> {
    if (action) this.explanation = this.explainOutcome(await this.table.check(action));
    else this.explanation = { text: t("stage.nothing_to_sell"), cite: "" };
  }

  /**
   * Raise the money for a debt according to the server's plan, which is updated after each step.
   */
  async raise(seat: number): Promise<void> {
    if (this.pending || this.raising) return;
    const debt = this.table.view?.decision;
    this.raising = true;
    try {
      for (let step = 0; step < MOST_STEPS; step += 1) {
        // If another debt follows, it is a new question: don't raise money for it without asking.
        const action = this.table.view?.decision === debt ? this.nextStep(seat) : null;
        if (action === null || !(await this.send(action))) return;
        if (!(await this.untilKnown(seat))) return;
      }
    } finally {
      this.raising = false;
    }
  }

  private nextStep(seat: number): Action | null {
    return this.table.options[seat]?.raise_plan?.steps[0]?.action ?? null;
  }

  /** Wait until a seat's options are known; return false if it takes too long. */
  untilKnown(seat: number): Promise<boolean> {
    return this.until(() => this.table.knowsOptions(seat));
  }

  private async until(done: () => boolean): Promise<boolean> {
    const end = Date.now() + PATIENCE;
    while (!done()) {
      if (Date.now() > end) return false;
      await new Promise((then) => setTimeout(then, 15));
    }
    return true;
  }

  private async send(action: Action): Promise<boolean> {
    this.pending = action;
    this.explanation = null;
    const timer = setTimeout(() => (this.slow = true), SLOW);
    try {
      const outcome = await this.table.play(action);
      this.explanation = this.explainOutcome(outcome);
      if (outcome.type !== "accepted") return false;
      // The response arrives before the message to all clients, which changes the view.
      await this.until(() => this.table.seq >= outcome.seq);
      return true;
    } finally {
      clearTimeout(timer);
      this.slow = false;
      this.pending = null;
    }
  }

  private explainOutcome(outcome: Outcome): Explanation | null {
    return objectionOf(outcome, this.who);
  }
}
