/**
 * The current position in a replay. It can move by a step, by a turn, or directly to any step,
 * manually or automatically.
 */
import type { Played, View } from "../generated/wire";
import type { Watcher } from "../table/table.svelte";
import type { ReplayViews } from "./replayViews";

/** How long a step is shown, in milliseconds. */
export const SPEEDS = { slow: 2400, normal: 1200, fast: 400 } as const;
export type Speed = keyof typeof SPEEDS;

export class Playback {
  step = $state(0);
  view = $state.raw<View>() as View;
  on = $state(false);
  speed = $state<Speed>("normal");
  private readonly watchers = new Set<Watcher>();
  private timer = 0;

  constructor(
    readonly views: ReplayViews,
    step: number,
    private readonly moved: (step: number) => void,
  ) {
    this.step = views.within(step);
    this.view = views.at(this.step);
  }

  /** Go to a step: animate it if it is the next one, otherwise jump. */
  go(wanted: number): void {
    const before = this.step;
    this.step = this.views.within(wanted);
    if (this.step === before) return;
    this.view = this.views.at(this.step);
    this.moved(this.step);
    if (this.step === before + 1) this.notifyWatchers();
  }

  /** Move at the user's request, which stops automatic playback. */
  move(wanted: number): void {
    this.stop();
    this.go(wanted);
  }

  turn(forward: boolean): void {
    this.move(forward ? this.views.turnAfter(this.step) : this.views.turnBefore(this.step));
  }

  toggle(): void {
    if (this.on) {
      this.stop();
      return;
    }
    if (this.step === this.views.last) this.go(0);
    this.on = true;
    this.wait();
  }

  stop(): void {
    this.on = false;
    clearTimeout(this.timer);
  }

  /**
   * Call `watcher` whenever the replay advances by exactly one step, so that the board animates it
   * as in a live game.
   */
  readonly watch = (watcher: Watcher): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };

  private wait(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      if (!this.on) return;
      this.go(this.step + 1);
      if (this.step === this.views.last) this.stop();
      else this.wait();
    }, SPEEDS[this.speed]);
  }

  private notifyWatchers(): void {
    const { action, by, events, changes } = this.views.step(this.step);
    if (action === null) return;
    const type = "played";
    const message: Played = { type, seq: this.step, action, by, events, changes };
    for (const watcher of this.watchers) watcher(message, this.view);
  }
}
