/** The open rulebook: the place that is shown, and the table whose rules it describes. */
import { rememberFocus } from "../common/pageFocus";
import type { TableInfo } from "../generated/wire";

class Reading {
  /** A section, a paragraph or a citation; null while the rulebook is closed. */
  at = $state<string | null>(null);
  /** The table whose rules are shown; null for the default rules. */
  info = $state.raw<TableInfo | null>(null);
  private goBack = () => {};

  open(at: string): void {
    this.goBack = rememberFocus();
    this.at = at;
  }

  close(): void {
    this.at = null;
    this.goBack();
  }
}

export const reading = new Reading();
