/** Values that are drawn in later frames, so that no single frame has too much to do. */
import { untrack } from "svelte";

/**
 * Return a getter for a value that follows another value with a delay of `ms` milliseconds. `steps`
 * can return intermediate values between the two. Call this during component initialization.
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
