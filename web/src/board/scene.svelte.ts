/**
 * The animations on the board. The view is always current; the scene delays changes to the token
 * positions, the dice and the card until they are animated. It makes no decisions and blocks
 * nothing, and it can be skipped at any time.
 */
import type { Played } from "../generated/wire";
import { pace } from "../platform/settings.svelte";
import type { Place } from "./geometry";
import { boardProgress } from "./boardProgress.svelte";
import {
  durationOf,
  pauseAfter,
  stepsOfMessage,
  TOO_LATE,
  type DiceRolled,
  type TokenMove,
  type Payment,
  type BoughtDeed,
  type AnimationStep,
} from "./animationSteps";

/**
 * The delay between drawing a message and starting its animation, in milliseconds, so that each
 * gets its own frame.
 */
const BREATH = 20;

type Faces = Pick<DiceRolled, "seat" | "first" | "second">;

export interface ShownRoll extends Faces {
  /** A running number, so that two equal rolls are animated separately. */
  number: number;
  /** The duration in milliseconds; 0 shows the roll immediately. */
  ms: number;
}

export interface ShownCard {
  seat: number;
  card: number;
  /** Whether no other card was shown before this one. */
  first: boolean;
  number: number;
  ms: number;
}

export interface Flight extends Payment {
  number: number;
  ms: number;
}

/** A deed on its way to its buyer. */
export interface SlidingDeed extends BoughtDeed {
  number: number;
  ms: number;
}

/** A group that its owner has just completed. */
export interface CompletedGroup {
  owner: number;
  group: string;
}

/** How long the banner for a completed group stays, in milliseconds. */
const BANNER = 1_800;

/** Moves a token on the screen. The scene waits for the given time. */
export type Mover = (move: TokenMove, ms: number) => void;

export class Scene {
  /** Where each token is shown while the view is ahead of the animations, by seat. */
  held = $state.raw<ReadonlyMap<number, Place>>(new Map());
  moving = $state.raw(-1);
  rolled = $state.raw<ShownRoll | null>(null);
  drawn = $state.raw<ShownCard | null>(null);
  flights = $state.raw<Flight[]>([]);
  deeds = $state.raw<SlidingDeed[]>([]);
  completed = $state.raw<CompletedGroup | null>(null);
  busy = $state.raw(false);
  /** Set by the component that draws the tokens; without it, tokens are not animated. */
  mover: Mover | null = null;
  private known: Place[] = [];
  /** The number of the last action that was received. */
  private lastMove = -1;
  private queue: AnimationStep[] = [];
  private run = 0;
  private count = 0;
  private awake: () => void = () => {};
  private readonly animations = new Set<Animation>();
  private banner: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly spaces: number) {}

  /**
   * Set the positions from the view; called after each change to the view. `last` returns the roll
   * that led to it, if known. Return whether the view has jumped.
   */
  settle(places: readonly Place[], moves: number, last?: () => DiceRolled | undefined): boolean {
    this.known = [...places];
    if (moves === this.lastMove) return false;
    // The view has jumped, and no messages were received in between.
    this.lastMove = moves;
    this.skip();
    this.rolled = null;
    this.drawn = null;
    const rolled = last?.();
    if (rolled) this.roll(rolled, 0);
    return true;
  }

  /** Queue the animation of what happened; `moves` is the number of actions so far. */
  show(message: Pick<Played, "events" | "seq">, moves: number): void {
    this.lastMove = moves;
    const steps = stepsOfMessage(message, this.spaces);
    const behind = this.queue.reduce((sum, step) => sum + durationOf(step) + pauseAfter(step), 0);
    if (behind * pace() > TOO_LATE && !boardProgress.isStarting) this.skip();
    const held = new Map(this.held);
    for (const step of steps) {
      if (!("to" in step)) continue;
      const from = this.known[step.seat];
      if (from && !held.has(step.seat)) held.set(step.seat, from);
      this.known[step.seat] = step.to;
    }
    this.held = held;
    this.queue.push(...steps);
    this.reportProgress();
    if (pace() === 0 || document.hidden) this.skip();
    else if (!this.busy) void this.play().catch((error: unknown) => this.fail(error));
  }

  /** Show everything that is left, all at once. */
  skip(): void {
    this.celebrate(null);
    if (!this.busy && this.queue.length === 0) return;
    this.run++;
    for (const step of this.queue) {
      if (step.kind === "dice") this.roll(step, 0);
      else if (step.kind === "card") this.draw(step, 0);
    }
    boardProgress.pay(this.queue.flatMap((step) => (step.kind === "money" ? step.payments : [])));
    this.queue = [];
    this.reportProgress();
    this.held = new Map();
    this.moving = -1;
    this.flights = [];
    this.deeds = [];
    this.busy = false;
    for (const animation of this.animations) animation.finish();
    this.awake();
  }

  /**
   * Register an animation so that it can be skipped. When it ends it is canceled, unless it holds
   * its last frame: a finished animation would keep the next one on the same element off the
   * compositor.
   */
  keep(animation: Animation, holds = false): Animation {
    this.animations.add(animation);
    const forget = () => {
      this.animations.delete(animation);
      if (!holds) animation.cancel();
    };
    animation.finished.then(forget, () => this.animations.delete(animation));
    return animation;
  }

  /** Show a banner for a completed group for a while; null removes it. */
  celebrate(completed: CompletedGroup | null): void {
    clearTimeout(this.banner);
    if (completed !== this.completed) this.completed = completed;
    if (completed) this.banner = setTimeout(() => (this.completed = null), BANNER);
  }

  /** Stop all animations, because the board is being removed. */
  close(): void {
    this.mover = null;
    this.skip();
    boardProgress.paid = new Map();
    boardProgress.settle(null);
  }

  private async play(): Promise<void> {
    const run = this.run;
    this.busy = true;
    for (let step = this.queue[0]; step; step = this.queue[0]) {
      if (step.kind !== "shown") await this.wait(BREATH);
      if (run !== this.run) return;
      this.queue.shift();
      this.reportProgress();
      if (step.kind === "shown") continue;
      const ms = durationOf(step) * pace();
      this.begin(step, ms);
      await this.wait(ms);
      if (run !== this.run) return;
      this.end(step);
      await this.wait(pauseAfter(step) * pace());
      if (run !== this.run) return;
    }
    this.busy = false;
  }

  /** Skip an animation that fails and show the result; the error is still reported. */
  private fail(error: unknown): void {
    this.skip();
    reportError(error);
  }

  /** Report the last message that has been shown completely. */
  private reportProgress(): void {
    const next = this.queue.find((step) => step.kind === "shown");
    boardProgress.next = next?.seq ?? Infinity;
  }

  private begin(step: AnimationStep, ms: number): void {
    if (step.kind === "dice") this.roll(step, ms);
    else if (step.kind === "card") this.draw(step, ms);
    else if (step.kind === "money") {
      this.flights = step.payments.map((one) => ({ ...one, number: ++this.count, ms }));
      this.deeds = step.deeds.map((one) => ({ ...one, number: ++this.count, ms }));
      boardProgress.pay(step.payments);
    } else if (step.kind !== "shown") {
      this.moving = step.seat;
      this.mover?.(step, ms);
    }
  }

  private end(step: AnimationStep): void {
    if (step.kind === "money") this.flights = this.deeds = [];
    if (!("to" in step)) return;
    const more = this.queue.some((other) => "to" in other && other.seat === step.seat);
    const held = new Map(this.held);
    if (more) held.set(step.seat, step.to);
    else held.delete(step.seat);
    this.held = held;
    this.moving = -1;
  }

  private roll({ seat, first, second }: Faces, ms: number): void {
    this.rolled = { seat, first, second, ms, number: ++this.count };
    this.drawn = null;
  }

  private draw({ seat, card }: Extract<AnimationStep, { kind: "card" }>, ms: number): void {
    this.drawn = { seat, card, first: this.drawn === null, ms, number: ++this.count };
  }

  private wait(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, ms);
      this.awake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }
}
