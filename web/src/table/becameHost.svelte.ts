/** Who is made host of a table would else not notice: `now` until it has been read. */
import type { Table } from "./table.svelte";

export class MadeHost {
  now = $state(false);

  /** To be made where a component begins. */
  constructor(table: Table) {
    let before = table.host;
    $effect(() => {
      if (table.host !== before) this.now = table.host;
      before = table.host;
    });
  }
}
