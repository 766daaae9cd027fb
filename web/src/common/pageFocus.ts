/** Remember the focused element, and restore the focus once the element that took it is gone. */
import { tick } from "svelte";

export function rememberFocus(): () => void {
  const before = document.activeElement;
  return () => void tick().then(() => before instanceof HTMLElement && before.focus());
}

let opened = false;

/**
 * Focus the heading of a new page, for people who cannot see it. The very first page keeps the
 * browser's default.
 */
export function focusHeading(heading: HTMLElement): void {
  if (opened && document.activeElement === document.body) heading.focus({ preventScroll: true });
  opened = true;
}
