/** A full record as a row of views. Every fiftieth is kept, so that a jump anywhere is quick. */
import { boardOf, type BoardData } from "../game/boardData";
import type { View } from "../generated/wire";
import { apply, type ViewChange } from "../table/viewChanges";
import { isBoard, isView } from "./validate";
import { RecordError, type GameRecord, type RecordStep } from "./record";

const KEEP_EVERY = 50;

export class ReplayViews {
  /** The last step. */
  readonly last: number;
  /** The steps where a turn begins, in order; the set-up is always one. */
  readonly turns: number[] = [0];
  readonly board: BoardData;
  private readonly kept: View[] = [];

  constructor(readonly record: GameRecord) {
    this.board = readBoard(record);
    this.last = record.steps.length - 1;
    this.run((view, step, number) => {
      if (number % KEEP_EVERY === 0) this.kept.push(structuredClone(view));
      if (number > 0 && step.events.some((event) => event.event === "TurnBegan"))
        this.turns.push(number);
    });
  }

  /** Show every view, in order; it is one object that goes on. */
  run(show: (view: View, step: RecordStep, number: number) => void): void {
    let view: View | null = null;
    this.record.steps.forEach((step, number) => {
      view = this.next(view, step);
      show(view, step, number);
    });
  }

  step(number: number): RecordStep {
    return this.record.steps[this.within(number)] as RecordStep;
  }

  /** The view after a step, a copy of its own. */
  at(number: number): View {
    const wanted = this.within(number);
    const from = Math.floor(wanted / KEEP_EVERY);
    let view = structuredClone(this.kept[from] as View);
    for (let place = from * KEEP_EVERY + 1; place <= wanted; place++)
      view = this.next(view, this.step(place));
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

  /** The changes are copied: later ones go into them. A record from anywhere may hold anything. */
  private next(view: View | null, step: RecordStep): View {
    let then = view;
    for (const change of structuredClone(step.changes)) {
      if (!fits(then, change)) throw new RecordError(step.line, "replay.error.view");
      then = apply(then, [change]);
    }
    if (!isView(then, this.record.header.players.length, this.board.spaces.length))
      throw new RecordError(step.line, "replay.error.view");
    return then as View;
  }
}

/** The board as the first view has it: unlike that of the header, with its Title Deeds in full. */
function readBoard({ steps }: GameRecord): BoardData {
  const view = steps[0]?.changes[0]?.[1] as Partial<View> | null | undefined;
  const board = view?.board ?? "classic";
  if (board !== "classic" && !isBoard(board))
    throw new RecordError(steps[0]?.line ?? 0, "replay.error.view");
  return boardOf(board);
}

/** Whether there is such a place. What has grown is given whole, so a path never leads beyond the end of a list. */
function fits(view: View | null, [path]: ViewChange): boolean {
  let inner: unknown = view;
  for (const step of path) {
    if (typeof inner !== "object" || inner === null || !Object.hasOwn(inner, step)) return false;
    if (Array.isArray(inner) && typeof step !== "number") return false; // such as its length
    inner = (inner as Record<string | number, unknown>)[step];
  }
  return true;
}
