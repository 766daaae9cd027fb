/**
 * A full record as a sequence of views. Every fiftieth view is stored, so that a jump to any step
 * is quick.
 */
import { boardOf, type BoardData } from "../game/boardData";
import type { View } from "../generated/wire";
import { apply, type ViewChange } from "../table/viewChanges";
import { isBoard, isView } from "./validate";
import { RecordError, type GameRecord, type RecordStep } from "./record";

const KEEP_EVERY = 50;

export class ReplayViews {
  /** The last step. */
  readonly last: number;
  /** The steps where a turn begins, in order; the setup is always included. */
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

  /**
   * Call `show` with every view, in order. All calls get the same object, which is updated between
   * calls.
   */
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

  /** Return the view after a step, as a separate copy. */
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

  /** Return the step where the next turn begins, or the last step. */
  turnAfter(number: number): number {
    return this.turns.find((begin) => begin > number) ?? this.last;
  }

  /**
   * Return the step where this turn began, or where the previous one did if this turn has just
   * begun.
   */
  turnBefore(number: number): number {
    return this.turns.filter((begin) => begin < number).pop() ?? 0;
  }

  /**
   * Return the next view. The changes are copied, because later changes modify them, and checked,
   * because a record may contain anything.
   */
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

/**
 * Return the board of the first view, which has complete Title Deeds, unlike the board in the
 * header.
 */
function readBoard({ steps }: GameRecord): BoardData {
  const view = steps[0]?.changes[0]?.[1] as Partial<View> | null | undefined;
  const board = view?.board ?? "classic";
  if (board !== "classic" && !isBoard(board))
    throw new RecordError(steps[0]?.line ?? 0, "replay.error.view");
  return boardOf(board);
}

/**
 * Return whether the path exists. A list that has grown is sent whole, so a path never leads past
 * the end of a list.
 */
function fits(view: View | null, [path]: ViewChange): boolean {
  let inner: unknown = view;
  for (const step of path) {
    if (typeof inner !== "object" || inner === null || !Object.hasOwn(inner, step)) return false;
    if (Array.isArray(inner) && typeof step !== "number") return false; // such as "length"
    inner = (inner as Record<string | number, unknown>)[step];
  }
  return true;
}
