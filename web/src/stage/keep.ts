/** For the keyboard: its place is kept, and its keys are printed. */
import type { Attachment } from "svelte/attachments";

/** The key to print on a button, if it has one. */
export const printed = (key: string | false): { hotkey?: string } => (key ? { hotkey: key } : {});

const MAIN = "[data-main] button, a[data-main]";

/** When what had the focus is gone, the main button has it. */
export const keepFocus: Attachment<HTMLElement> = (root) => {
  let inside: Element | null = null;
  const note = (event: FocusEvent) => (inside = event.target as Element);
  const leave = (event: FocusEvent) => {
    // Who goes elsewhere goes; only what vanishes leaves no target and a detached element behind.
    if (event.relatedTarget !== null) inside = null;
  };
  const watcher = new MutationObserver(() => {
    if (inside === null || inside.isConnected) return;
    inside = null;
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (lost) root.querySelector<HTMLElement>(MAIN)?.focus({ preventScroll: true });
  });
  root.addEventListener("focusin", note);
  root.addEventListener("focusout", leave);
  watcher.observe(root, { childList: true, subtree: true });
  return () => {
    watcher.disconnect();
    root.removeEventListener("focusin", note);
    root.removeEventListener("focusout", leave);
  };
};
