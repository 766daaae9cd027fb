/** A full record as a row of views. Every fiftieth is kept, so that a jump anywhere is quick. */
import type { View } from "../generated/wire";
import { apply } from "../table/changes";
import { RecordError, type GameRecord, type Step } from "./record";

const KEEP_EVERY = 50;

export class Film {
  /** The last step. */
  readonly last: number;
  /** The steps where a turn begins, in order; the set-up is always one. */
  readonly turns: number[] = [0];
  private readonly kept: View[] = [];

  constructor(readonly record: GameRecord) {
    this.last = record.steps.length - 1;
    this.run((view, step, number) => {
      if (number % KEEP_EVERY === 0) this.kept.push(structuredClone(view));
      if (number > 0 && step.events.some((event) => event.event === "TurnBegan"))
        this.turns.push(number);
    });
  }

  /** Show every view, in order; it is one object that goes on. */
  run(show: (view: View, step: Step, number: number) => void): void {
    let view: View | null = null;
    this.record.steps.forEach((step, number) => {
      view = next(view, step);
      show(view, step, number);
    });
  }

  step(number: number): Step {
    return this.record.steps[this.within(number)] as Step;
  }

  /** The view after a step, a copy of its own. */
  at(number: number): View {
    const wanted = this.within(number);
    const from = Math.floor(wanted / KEEP_EVERY);
    let view = structuredClone(this.kept[from] as View);
    for (let place = from * KEEP_EVERY + 1; place <= wanted; place++)
      view = next(view, this.step(place));
    return view;
  }

  within(number: number): number {
    return Math.max(0, Math.min(this.last, Math.floor(number) || 0));
  }

  /** Where the next turn begins, or the end. */
  turnAfter(number: number): number {
    return this.turns.find((begin) => begin > number) ?? this.last;
  }

  /** Where this turn began, or the one before if it has just begun. */
  turnBefore(number: number): number {
    return this.turns.filter((begin) => begin < number).pop() ?? 0;
  }
}

/** The changes are copied: later ones go into them. */
function next(view: View | null, step: Step): View {
  let then: View | null;
  try {
    then = apply(view, structuredClone(step.changes));
  } catch {
    throw new RecordError(step.line, "replay.error.view");
  }
  if (!sound(then)) throw new RecordError(step.line, "replay.error.view");
  return then;
}

/** Whether it can be drawn at all; a record from anywhere may hold anything. */
function sound(view: View | null): view is View {
  return (
    typeof view === "object" &&
    Array.isArray(view?.players) &&
    Array.isArray(view.lots) &&
    Array.isArray(view.agenda) &&
    Array.isArray(view.waiting_for) &&
    typeof view.rules === "object"
  );
}
