/** The rules sheet opens the rulebook at the paragraph that was looked up. */
import { createRawSnippet, flushSync, mount, unmount } from "svelte";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DEFAULT_RULES } from "../src/constants";
import type { TableInfo } from "../src/generated/wire";
import { reading } from "../src/rules/reading.svelte";
import RuleLink from "../src/rules/RuleLink.svelte";
import RulesSheet from "../src/rules/RulesSheet.svelte";
import { speech } from "../src/say/say.svelte";
import { Words } from "../src/say/words";
import { api } from "../src/wire/api";
import { CHOICES } from "./rule-choices";

let mounted: Record<string, unknown>;

beforeEach(async () => {
  speech.words = await Words.load("en");
  vi.spyOn(api, "rules").mockResolvedValue(CHOICES);
});
afterEach(() => {
  void unmount(mounted);
  vi.restoreAllMocks();
});

async function open(at: string, rules = DEFAULT_RULES): Promise<void> {
  const info = { rules, clock: {} } as unknown as TableInfo;
  mounted = mount(RulesSheet, { target: document.body, props: { info, at, onclose: () => {} } });
  await vi.waitFor(() => expect(document.querySelector("nav")).not.toBeNull());
  flushSync();
}

test("looking up a citation focuses its paragraph", async () => {
  await open("10 MCS 80(c)");
  await vi.waitFor(() =>
    expect(document.activeElement?.getAttribute("data-place")).toBe("buying.decline"),
  );
  expect(document.activeElement?.textContent).toContain("immediately auctioned");
  expect(document.querySelectorAll(".shown")).toHaveLength(1);
});

test("the contents link to every section and to the comparison of presets", async () => {
  await open("");
  const links = [...document.querySelectorAll<HTMLAnchorElement>("nav a")];
  const headings = [...document.querySelectorAll(".rulebook h3")];
  expect(links.map((one) => one.textContent.trim())).toEqual(
    headings.map((one) => one.textContent.trim()),
  );
  links.find((one) => one.textContent === "Jail")?.click();
  flushSync();
  expect(document.activeElement?.textContent.trim()).toBe("Jail");
});

test("house rules and the table's preset are marked", async () => {
  await open("", { ...DEFAULT_RULES, free_parking_pot: true });
  const rest = document.querySelector("[data-place='parking.rest']");
  expect(rest?.querySelector(".mark")?.textContent).toBe("house rule");
  const pot = document.querySelector("[data-place='house.pot']");
  expect(pot?.querySelector(".mark")?.textContent).toBe("in force");
  const here = document.querySelector("thead .here");
  expect(here?.textContent).toContain(speech.words.text("rulebook.compare.here"));
});

test("a citation opens the rulebook at the right place, and its link works in another tab", () => {
  const children = createRawSnippet(() => ({ render: () => "<span>§ CR 5.1</span>" }));
  mounted = mount(RuleLink, { target: document.body, props: { cite: "CR 5.1", children } });
  const link = document.querySelector<HTMLAnchorElement>("a[href^='/rules']")!;
  expect(link.getAttribute("href")).toBe("/rules#at=CR+5.1");
  link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true }));
  expect(reading.at).toBeNull();
  link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  expect(reading.at).toBe("CR 5.1");
  reading.close();
  expect(reading.at).toBeNull();
});
