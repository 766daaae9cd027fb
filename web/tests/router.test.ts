import { describe, expect, it } from "vitest";
import { routeOf } from "../src/platform/router.svelte";

describe("paths", () => {
  it.each([
    ["/", "", { page: "start" }],
    ["/new", "", { page: "new" }],
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
});
