/** A notice for a player who becomes the host of a table, unread until it is closed. */
import type { Table } from "./table.svelte";

export class HostNotice {
  isUnread = $state(false);

  /** Create a notice during component initialization, because it needs an effect. */
  constructor(table: Table) {
    let before = table.host;
    $effect(() => {
      if (table.host !== before) this.isUnread = table.host;
      before = table.host;
    });
  }
}
