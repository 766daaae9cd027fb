/**
 * What moves on the board. The view is the truth at once; the scene holds back what is still to be shown: where tokens
 * were, the dice, the card. It decides nothing and blocks nothing, and can be skipped at any time.
 */
import type { GameEvent } from "../generated/wire";
import { pace } from "../settings.svelte";
import type { Place } from "./places";
import { lasts, rests, stepsOf, TOO_LATE, type Move, type Payment, type Step } from "./steps";

export interface Thrown {
  seat: number;
  first: number;
  second: number;
  /** Counts the throws, so that the same faces roll again. */
  number: number;
  /** Milliseconds; 0 shows them at once. */
  ms: number;
}

export interface Drawn {
  seat: number;
  card: number;
  number: number;
  ms: number;
}

export interface Flight extends Payment {
  number: number;
  ms: number;
}

/** Moves a token on the screen; the scene waits as long as it takes. */
export type Mover = (move: Move, ms: number) => void;

export class Scene {
  /** By seat, where a token is shown while the view is ahead. */
  held = $state.raw<ReadonlyMap<number, Place>>(new Map());
  moving = $state.raw(-1);
  thrown = $state.raw<Thrown | null>(null);
  drawn = $state.raw<Drawn | null>(null);
  flights = $state.raw<Flight[]>([]);
  busy = $state.raw(false);
  /** The component that has the tokens; without it they are simply where they are. */
  mover: Mover | null = null;
  private known: Place[] = [];
  /** Up to which action of the game all was heard. */
  private heard = -1;
  private queue: Step[] = [];
  private run = 0;
  private count = 0;
  private awake: () => void = () => {};
  private readonly animations = new Set<Animation>();

  constructor(private readonly spaces: number) {}

  /** Where everybody stands by the view, told after each change of it. */
  settle(places: readonly Place[], moves: number): void {
    this.known = [...places];
    if (moves === this.heard) return;
    // The view has jumped, and nobody told what happened in between.
    this.heard = moves;
    this.skip();
    this.thrown = null;
    this.drawn = null;
  }

  /** Show what happened, after what is being shown; `moves` counts the actions up to then. */
  hear(events: readonly GameEvent[], moves: number): void {
    this.heard = moves;
    const steps = stepsOf(events, this.spaces);
    if (steps.length === 0) return;
    const behind = this.queue.reduce((sum, step) => sum + lasts(step) + rests(step), 0);
    if (behind * pace() > TOO_LATE) this.skip();
    const held = new Map(this.held);
    for (const step of steps) {
      if (!("to" in step)) continue;
      const from = this.known[step.seat];
      if (from && !held.has(step.seat)) held.set(step.seat, from);
      this.known[step.seat] = step.to;
    }
    this.held = held;
    this.queue.push(...steps);
    if (pace() === 0 || document.hidden) this.skip();
    else if (!this.busy) void this.play();
  }

  /** Show everything that is left at once. */
  skip(): void {
    if (!this.busy && this.queue.length === 0) return;
    this.run++;
    for (const step of this.queue) {
      if (step.kind === "dice") this.roll(step, 0);
      else if (step.kind === "card") this.draw(step, 0);
    }
    this.queue = [];
    this.held = new Map();
    this.moving = -1;
    this.flights = [];
    this.busy = false;
    for (const animation of this.animations) animation.finish();
    this.awake();
  }

  /** Keep an animation, so that it can be skipped. */
  keep(animation: Animation): Animation {
    this.animations.add(animation);
    const forget = () => this.animations.delete(animation);
    animation.finished.then(forget, forget);
    return animation;
  }

  /** The board is taken away: nothing moves any more. */
  close(): void {
    this.mover = null;
    this.skip();
  }

  private async play(): Promise<void> {
    const run = this.run;
    this.busy = true;
    for (let step = this.queue.shift(); step; step = this.queue.shift()) {
      const ms = lasts(step) * pace();
      this.begin(step, ms);
      await this.wait(ms);
      if (run !== this.run) return;
      this.end(step);
      await this.wait(rests(step) * pace());
      if (run !== this.run) return;
    }
    this.busy = false;
  }

  private begin(step: Step, ms: number): void {
    if (step.kind === "dice") this.roll(step, ms);
    else if (step.kind === "card") this.draw(step, ms);
    else if (step.kind === "money")
      this.flights = step.payments.map((one) => ({ ...one, number: ++this.count, ms }));
    else {
      this.moving = step.seat;
      this.mover?.(step, ms);
    }
  }

  private end(step: Step): void {
    if (step.kind === "money") this.flights = [];
    if (!("to" in step)) return;
    const more = this.queue.some((other) => "to" in other && other.seat === step.seat);
    const held = new Map(this.held);
    if (more) held.set(step.seat, step.to);
    else held.delete(step.seat);
    this.held = held;
    this.moving = -1;
  }

  private roll({ seat, first, second }: Extract<Step, { kind: "dice" }>, ms: number): void {
    this.thrown = { seat, first, second, ms, number: ++this.count };
    this.drawn = null;
  }

  private draw({ seat, card }: Extract<Step, { kind: "card" }>, ms: number): void {
    this.drawn = { seat, card, ms, number: ++this.count };
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
