/** Performs actions with deeds, one at a time, and stores the response to the last one. */
import type { BoardData } from "../game/boardData";
import type { Explanation } from "../say/problem";
import type { SeatedPlayer } from "../table/seats";
import type { Table } from "../table/table.svelte";
import type { Step } from "../game/deeds";
import { explainRefusal, findObjection } from "./stepResult";

export class Steps {
  busy = $state(false);
  /** Why the hovered or focused action is not possible. */
  private doubt = $state.raw<Explanation | null>(null);
  /**
   * Why the last action that the player tried was refused. It stays visible so that the player can
   * look up the rule.
   */
  private failed = $state.raw<Explanation | null>(null);
  /** Counts the requests; only the latest one matters, because answers may arrive out of order. */
  private asked = 0;
  readonly objection = $derived(this.doubt ?? this.failed);

  constructor(
    private readonly world: () => { table: Table; seats: SeatedPlayer[]; board: BoardData },
  ) {}

  readonly play = async (step: Step): Promise<void> => {
    if (this.busy) return;
    const { table, seats, board } = this.world();
    this.busy = true;
    try {
      this.failed = explainRefusal(await table.play(step.action), seats, board);
    } finally {
      this.busy = false;
    }
  };

  readonly ask = async (step: Step, pressed = false): Promise<void> => {
    const { table, seats, board } = this.world();
    const asked = ++this.asked;
    const objection = await findObjection(table, step.action, seats, board);
    if (pressed) this.failed = objection;
    if (asked === this.asked) this.doubt = objection;
  };

  /**
   * Clear the explanation when the action loses hover or focus. A tap on another control takes the
   * focus away first; if the note shrank before the tap is over, the tap would miss the control.
   */
  readonly rest = (): void => {
    const asked = ++this.asked;
    setTimeout(() => {
      if (asked === this.asked) this.doubt = null;
    });
  };

  /** Clear everything, because a different deed is shown. */
  forget(): void {
    this.rest();
    this.failed = null;
  }
}
