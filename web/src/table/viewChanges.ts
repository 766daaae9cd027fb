/** Changes to a view: the server sends new values and their paths. */
import type { View } from "../generated/wire";

export type ViewChange = [(string | number)[], unknown];

/**
 * Set each value at its path, in place; return the view, which is a new object if a path is empty.
 */
export function apply(view: View | null, changes: readonly ViewChange[]): View | null {
  let whole: unknown = view;
  for (const [path, value] of changes) {
    const last = path[path.length - 1];
    if (last === undefined) {
      whole = value;
      continue;
    }
    let inner = whole as Record<string | number, unknown>;
    for (const step of path.slice(0, -1)) inner = inner[step] as Record<string | number, unknown>;
    inner[last] = value;
  }
  return whole as View | null;
}
