/**
 * Whether the page is at rest: everything it has received is drawn and every control responds. The
 * attribute `<html data-settled>` reports this to scripts that drive the page from outside; nothing
 * in the page depends on it.
 */
let holds = 0;

const mark = (): void => void document.documentElement.toggleAttribute("data-settled", holds === 0);

/** Report that something is still in progress; return a function that reports that it is done. */
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

/** Report that something is in progress while a promise is pending. */
export function settledAfter<Value>(pending: Promise<Value>): Promise<Value> {
  const release = holdSettled();
  pending.then(release, release);
  return pending;
}
