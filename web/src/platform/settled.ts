/**
 * Whether the page is at rest: everything it knows is drawn and every control responds. `<html data-settled>` says so
 * to whoever drives the page from outside; nothing in the page depends on it.
 */
let holds = 0;

const mark = (): void => void document.documentElement.toggleAttribute("data-settled", holds === 0);

/** Report that something is still on its way; returns how to report that it has arrived. */
export function holdSettled(): () => void {
  let held = true;
  holds += 1;
  mark();
  return () => {
    if (!held) return;
    held = false;
    holds -= 1;
    mark();
  };
}

/** The same for as long as a promise is pending. */
export function settledAfter<Value>(pending: Promise<Value>): Promise<Value> {
  const release = holdSettled();
  pending.then(release, release);
  return pending;
}
