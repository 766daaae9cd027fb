/** Keyboard support: keeps the focus in place and shows the shortcuts on the buttons. */
import type { Attachment } from "svelte/attachments";
import { boardProgress } from "../board/boardProgress.svelte";
import { t } from "../say/say.svelte";
import { voice } from "../platform/screenReader.svelte";

/** Return the props for a button's printed shortcut, if it has one. */
export const hotkeyProps = (key: string | false): { hotkey?: string } =>
  key ? { hotkey: key } : {};

const PRESSED = "button:not([aria-disabled]), a[href], summary";

/** Focus the current question; return whether there is one. */
export function focusQuestion(): boolean {
  const question = document.querySelector<HTMLElement>("[data-question]");
  question?.focus();
  return question !== null;
}

/** The parts of the stage that wait until the board has shown their cause. */
const HELD_BACK = ".asked, .answers, .sure, .part, .rent, .always, .end";

/** Announce to screen readers that a key press has shown the question but not answered it. */
export const sayAgain = (): void => voice.say(t("stage.again"));

/**
 * Block a press that only reveals a question that the player has not seen yet. Screen readers
 * click without the key or pointer event that would have ended the animation earlier.
 */
export const guardUnseen: Attachment<HTMLElement> = (root) => {
  const click = (event: MouseEvent) => {
    const part = (event.target as Element).closest(HELD_BACK);
    if (!(boardProgress.blind || boardProgress.isBehind) || part === null) return;
    boardProgress.blind = false;
    boardProgress.skip();
    event.stopPropagation();
    event.preventDefault();
    sayAgain();
  };
  root.addEventListener("click", click, true);
  return () => root.removeEventListener("click", click, true);
};

/**
 * Move the focus when the focused element disappears: to the next one of its kind, or to the
 * question. It never moves to a button that a second press of Enter would activate, which is why an
 * offer is focused as a whole.
 */
export const retainFocus: Attachment<HTMLElement> = (root) => {
  let inside: Element | null = null;
  let kind = "";
  let place = 0;
  const all = () => [...root.querySelectorAll<HTMLElement>(`[data-kind="${kind}"]`)];
  const note = (event: FocusEvent) => {
    inside = event.target as Element;
    const one = inside.closest<HTMLElement>("[data-kind]");
    kind = one?.dataset["kind"] ?? "";
    place = one ? all().indexOf(one) : 0;
  };
  const leave = (event: FocusEvent) => {
    // `relatedTarget` is the newly focused element; it is null if the old one disappeared.
    if (event.relatedTarget !== null) inside = null;
  };
  const watcher = new MutationObserver(() => {
    if (inside === null || inside.isConnected) return;
    if (document.activeElement !== null && document.activeElement !== document.body) {
      inside = null;
      return;
    }
    const next = kind ? (all()[place] ?? all().at(-1)) : undefined;
    const button = next?.matches("[tabindex]") ? next : next?.querySelector<HTMLElement>(PRESSED);
    const question = document.querySelector<HTMLElement>("[data-question], [data-way]");
    // If there is nothing to focus yet, the next element to appear gets the focus.
    (button ?? question)?.focus({ preventScroll: true });
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
