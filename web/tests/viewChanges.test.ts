import { describe, expect, it } from "vitest";
import type { View } from "../src/generated/wire";
import { apply } from "../src/table/viewChanges";

describe("changes to a view", () => {
  it("are applied at their paths, in order", () => {
    const view = { players: [{ cash: 1 }, { cash: 2 }], decision: 0 } as unknown as View;
    const changed = apply(view, [
      [["players", 1, "cash"], 5],
      [["decision"], 3],
    ]);
    expect(changed).toEqual({ players: [{ cash: 1 }, { cash: 5 }], decision: 3 });
  });

  it("replace the whole view if the path is empty", () => {
    expect(apply(null, [[[], { decision: 1 }]])).toEqual({ decision: 1 });
  });
});
