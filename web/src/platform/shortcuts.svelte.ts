/** Shortcuts: one list of them all, which `?` shows. They can be turned off. */
import { settings } from "./settings.svelte";

export interface Shortcut {
  /** As `KeyboardEvent.key`, lower case; " " is the space bar. */
  key: string;
  /** What it does, in words. */
  about: string;
  /** Return false if there is nothing to do: then the key does what it always does. */
  press: () => boolean | void;
}

const SLIDER = "[type=range]";
const TYPING = `input:not(${SLIDER}, [type=checkbox], [type=radio]), textarea, select, [contenteditable]`;
const PRESSING =
  "button, a[href], summary, input:not([type=range]), [role=button], [role=radio], [role=slider], [role=tab]";

class Keys {
  all = $state.raw<Shortcut[]>([]);
  // Plain: an effect that adds must not wait for it, and one that takes away would see the value from before.
  private list: Shortcut[] = [];

  /** Add shortcuts; the latest of a key wins. Returns how to take them away. */
  add(...shortcuts: Shortcut[]): () => void {
    this.all = this.list = [...shortcuts, ...this.list];
    return () => (this.all = this.list = this.list.filter((one) => !shortcuts.includes(one)));
  }

  readonly onKeyDown = (event: KeyboardEvent): void => {
    const target = event.target as Element | null;
    // A key held down must not answer what its first press has led to.
    if (event.repeat && event.key === "Enter" && target?.closest(PRESSING)) event.preventDefault();
    if (!settings.shortcuts || event.ctrlKey || event.metaKey || event.altKey || event.repeat)
      return;
    if (target?.closest(SLIDER) && event.key.length > 1 && event.key !== "Enter") return;
    if (target?.closest(TYPING) || document.querySelector("dialog[open]:modal")) return;
    if ((event.key === " " || event.key === "Enter") && target?.closest(PRESSING)) return;
    const found = this.all.find((one) => one.key === event.key.toLowerCase());
    if (found && found.press() !== false) event.preventDefault();
  };
}

export const keys = new Keys();
