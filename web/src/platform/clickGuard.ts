/**
 * No click reaches a control that has just appeared or moved: the hand was on its way to what was there before. Until a
 * control has been in its place for a moment it has `data-unready`, which also keeps pointers off it (base.css). Keys and
 * screen readers press what they name, so they are not affected.
 */
import type { Attachment } from "svelte/attachments";
import { holdSettled } from "./settled";

/** Milliseconds that a control must have been in its place. */
export const READY_AFTER = 300;
/** Pixels that are no move: less than the gap between two buttons. */
const TOLERANCE = 4;
const CONTROLS = "button, a[href], summary, input, select, label";
const CHANGES = ["class", "hidden", "open", "data-answer", "style"];

interface ControlSpot {
  left: number;
  top: number;
  /** Whether it can be seen. */
  shown: boolean;
  /** What the control does: one button may stand for several answers in turn. */
  does: string | undefined;
  /** When it came here. */
  since: number;
}

/** Keep pointers off the controls in an element until each has been in its place for a moment. */
export const guardClicks: Attachment<HTMLElement> = (root) => {
  const spots = new Map<HTMLElement, ControlSpot>();
  let dirty = false;
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let release: (() => void) | undefined;

  /** Look where the controls are; `moved` by the page, not by a hand that scrolls. */
  function measure(moved: boolean): void {
    const now = performance.now();
    const controls = root.querySelectorAll<HTMLElement>(CONTROLS);
    const gone = new Set(spots.keys());
    // First all that is read, then all that is written: one layout at most.
    const found = Array.from(controls, (control) => ({ control, ...spotOf(control) }));
    for (const { control, ...spot } of found) {
      gone.delete(control);
      const before = spots.get(control);
      const stays = before !== undefined && (!moved || isSame(before, spot));
      spots.set(control, { ...spot, since: stays ? before.since : now });
    }
    for (const control of gone) spots.delete(control);
    dirty = false;
    refresh();
    release?.();
    release = undefined;
  }

  /** Mark what is not ready, and look again when the first of them is. */
  function refresh(): void {
    const now = performance.now();
    let next = Infinity;
    for (const [control, { since }] of spots) {
      const ready = since + READY_AFTER;
      control.toggleAttribute("data-unready", ready > now);
      if (ready > now) next = Math.min(next, ready);
    }
    clearTimeout(timer);
    if (next < Infinity) timer = setTimeout(refresh, next - now + 1);
  }

  /** Measure once the next frame has been laid out: to ask before would cost a layout of its own. */
  function plan(moved: boolean): void {
    dirty ||= moved;
    release ??= holdSettled();
    if (frame !== 0) return;
    frame = requestAnimationFrame(() => {
      setTimeout(() => {
        frame = 0;
        if (root.isConnected) measure(dirty);
      });
    });
  }

  const changed = () => plan(true);
  const scrolled = () => plan(false);
  const watcher = new MutationObserver(changed);

  /** What has changed since the last look counts too. */
  function guard(event: MouseEvent): void {
    if (event.detail === 0) return; // a key, or assistive technology
    const control = (event.target as Element).closest<HTMLElement>(CONTROLS);
    if (control === null) return;
    if (watcher.takeRecords().length > 0 || dirty) measure(true);
    if (!control.hasAttribute("data-unready")) return;
    event.stopPropagation();
    event.preventDefault();
  }

  measure(true);
  const options = { childList: true, subtree: true, characterData: true };
  watcher.observe(root, { ...options, attributes: true, attributeFilter: CHANGES });
  root.addEventListener("click", guard, true);
  addEventListener("scroll", scrolled, true);
  addEventListener("resize", scrolled);
  return () => {
    watcher.disconnect();
    root.removeEventListener("click", guard, true);
    removeEventListener("scroll", scrolled, true);
    removeEventListener("resize", scrolled);
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    release?.();
  };
};

function spotOf(control: HTMLElement): Omit<ControlSpot, "since"> {
  const { left, top } = control.getBoundingClientRect();
  const looks = { opacityProperty: true, visibilityProperty: true };
  // Safari before 17.4 cannot tell: there, everything counts as visible.
  const shown = control.checkVisibility?.(looks) ?? true;
  const does = control.closest<HTMLElement>("[data-answer]")?.dataset["answer"];
  return { left, top, shown, does };
}

function isSame(before: Omit<ControlSpot, "since">, now: Omit<ControlSpot, "since">): boolean {
  const near = (one: number, other: number) => Math.abs(one - other) <= TOLERANCE;
  return (
    near(before.left, now.left) &&
    near(before.top, now.top) &&
    before.shown === now.shown &&
    before.does === now.does
  );
}
