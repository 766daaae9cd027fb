/**
 * Protects controls that have just appeared or moved from clicks that were aimed at something else.
 * Until a control has been in place for a moment, it has the attribute `data-unready`, which also
 * blocks pointers (base.css). Key presses and screen readers act on a control directly, so they are
 * not affected.
 */
import type { Attachment } from "svelte/attachments";
import { holdSettled } from "./settled";

/** How long a control must have been in place, in milliseconds. */
export const READY_AFTER = 300;
/**
 * Shifts smaller than this, in pixels, don't count as moves. It is less than the gap between two
 * buttons.
 */
const TOLERANCE = 4;
const CONTROLS = "button, a[href], summary, input, select, label";
const CHANGES = ["class", "hidden", "open", "data-answer", "style"];

interface ControlSpot {
  left: number;
  top: number;
  /** Whether the control is visible. */
  shown: boolean;
  /** What the control does: the same button may give different answers at different times. */
  does: string | undefined;
  /** When the control reached this position. */
  since: number;
}

/**
 * Block pointers on the controls in an element until each control has been in place for a moment.
 */
export const guardClicks: Attachment<HTMLElement> = (root) => {
  const spots = new Map<HTMLElement, ControlSpot>();
  let dirty = false;
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let release: (() => void) | undefined;

  /**
   * Measure the positions of the controls. `moved` means that the page moved them, rather than the
   * user by scrolling.
   */
  function measure(moved: boolean): void {
    const now = performance.now();
    const controls = root.querySelectorAll<HTMLElement>(CONTROLS);
    const gone = new Set(spots.keys());
    // Read everything first, then write, to cause at most one layout.
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

  /** Mark the controls that are not ready, and check again when the first of them becomes ready. */
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

  /**
   * Measure after the next frame has been laid out; measuring earlier would force an extra layout.
   */
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

  /**
   * Block a click on a control that is not ready, even if it changed after the last measurement.
   */
  function guard(event: MouseEvent): void {
    if (event.detail === 0) return; // from the keyboard or assistive technology
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
  // Safari before 17.4 cannot check this, so everything counts as visible there.
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
