/** The view of a game as it changes: the server says what is new and where. */
import type { View } from "../generated/wire";

export type ViewChange = [(string | number)[], unknown];

/** Put each value at its path, in place; return the view, which is another one if the path is empty. */
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
