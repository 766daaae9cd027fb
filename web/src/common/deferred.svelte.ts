/** What is drawn in frames of its own, so that no single one has all to do. */
import { untrack } from "svelte";

/**
 * A value that follows another so many milliseconds later; by `steps`, if it says what comes next on the way from one
 * to the other. Called while a component is made.
 */
export function deferred<T>(
  get: () => T,
  ms: number,
  steps: (from: T, to: T) => T = (_, to) => to,
): () => T {
  const now = $derived.by(get);
  let taken = $state.raw(untrack(() => now));
  let timer: ReturnType<typeof setTimeout> | undefined;
  $effect(() => {
    if (now === taken) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      taken = untrack(() => steps(taken, now));
    }, ms);
  });
  $effect(() => () => clearTimeout(timer));
  return () => taken;
}
