/** Focus management: restoring the focus, and focusing the heading of a new page. */
import { tick } from "svelte";

/** Return a function that gives the focus back to the element that has it now. */
export function rememberFocus(): () => void {
  const before = document.activeElement;
  return () => void tick().then(() => before instanceof HTMLElement && before.focus());
}

let opened = false;

/**
 * Focus the heading of a new page, for people who cannot see it. The very first page keeps the
 * browser's default focus.
 */
export function focusHeading(heading: HTMLElement): void {
  if (opened && document.activeElement === document.body) heading.focus({ preventScroll: true });
  opened = true;
}
