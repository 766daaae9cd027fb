import { describe, expect, it } from "vitest";
import { routeOf, rulesPath } from "../src/platform/router.svelte";

describe("paths", () => {
  it.each([
    ["/", "", { page: "start" }],
    ["/new", "", { page: "new" }],
    ["/rules", "", { page: "rules", at: "" }],
    ["/rules", "#at=10+MCS+80%28c%29", { page: "rules", at: "10 MCS 80(c)" }],
    ["/rules/jail", "", { page: "missing" }],
    ["/t/abc", "", { page: "table", table: "abc", watch: "" }],
    ["/t/abc", "#watch=key", { page: "table", table: "abc", watch: "key" }],
    ["/replay", "", { page: "replay", table: "", step: 0 }],
    ["/replay/abc", "#step=12", { page: "replay", table: "abc", step: 12 }],
    ["/t", "", { page: "missing" }],
    ["/t/abc/more", "", { page: "missing" }],
    ["/elsewhere", "", { page: "missing" }],
    ["/t/%FF", "", { page: "missing" }],
    ["/replay/%zz", "", { page: "missing" }],
    ["/%", "", { page: "missing" }],
  ])("%s%s", (path, hash, route) => {
    expect(routeOf(path, hash)).toEqual(route);
  });

  it("a citation leads to its place in the rulebook", () => {
    const { pathname, hash } = new URL(rulesPath("10 MCS 80(c)"), "http://here");
    expect(routeOf(pathname, hash)).toEqual({ page: "rules", at: "10 MCS 80(c)" });
  });
});
