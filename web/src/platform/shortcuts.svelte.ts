/** The keyboard shortcuts. The `?` key lists all of them, and they can be turned off. */
import { settings } from "./settings.svelte";

export interface Shortcut {
  /** The `KeyboardEvent.key` in lower case; " " is the space bar. */
  key: string;
  /** What the shortcut does, in words. */
  about: string;
  /**
   * Perform the shortcut. Return false if there is nothing to do, so that the key keeps its default
   * action.
   */
  press: () => boolean | void;
}

const SLIDER = "[type=range]";
const TYPING = `input:not(${SLIDER}, [type=checkbox], [type=radio]), textarea, select, [contenteditable]`;
const PRESSING =
  "button, a[href], summary, input:not([type=range]), [role=button], [role=radio], [role=slider], [role=tab]";

class Keys {
  all = $state.raw<Shortcut[]>([]);
  // Not reactive: an effect that adds a shortcut must not depend on the list, and one that removes
  // a shortcut would see the old value.
  private list: Shortcut[] = [];

  /** Add shortcuts; the latest one for a key wins. Return a function that removes them. */
  add(...shortcuts: Shortcut[]): () => void {
    this.all = this.list = [...shortcuts, ...this.list];
    return () => (this.all = this.list = this.list.filter((one) => !shortcuts.includes(one)));
  }

  readonly onKeyDown = (event: KeyboardEvent): void => {
    const target = event.target as Element | null;
    // A key that is held down must answer only the first question, not the one that follows it.
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
