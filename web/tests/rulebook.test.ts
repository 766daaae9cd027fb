/** The rulebook matches the table's rules, and every citation leads to one paragraph. */
import outline from "words:rulebook/outline";
import { beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_RULES } from "../src/constants";
import type { Rules } from "../src/generated/wire";
import { differingOptions, findPlace, writeRulebook, type Paragraph } from "../src/rules/rulebook";
import { rulebookWords } from "../src/say/wordFiles";
import { Words, type Sections } from "../src/say/words";
import { CHOICES, SHORT } from "./rule-choices";

describe.each(["en", "de"])("the rulebook in %s", (language) => {
  let words: Words;
  let texts: Sections;

  beforeEach(async () => {
    words = await Words.load(language);
    texts = await rulebookWords(language);
  });

  const write = (rules: Rules) => writeRulebook(texts, words, rules, CHOICES);
  const paragraphs = (rules: Rules): Map<string, Paragraph> =>
    new Map(write(rules).flatMap((one) => one.paragraphs.map((each) => [each.id, each] as const)));

  it("has text for everything, and fills every placeholder", () => {
    for (const rules of [DEFAULT_RULES, SHORT, { ...DEFAULT_RULES, no_auctions: true }]) {
      for (const { id, title, paragraphs } of write(rules)) {
        expect(title).not.toBe(id);
        for (const { id, lines } of paragraphs) {
          expect(lines.join(), id).toContain(" ");
          expect(lines.join(), id).not.toMatch(/[{}]/);
        }
      }
    }
  });

  it("takes its numbers from the table, or from the preset in that preset's own section", () => {
    const text = (rules: Rules, id: string) => paragraphs(rules).get(id)?.lines.join("\n");
    const rich = { ...DEFAULT_RULES, salary: 450 };
    expect(text(rich, "go.salary")).toContain(words.money(450));
    expect(text(DEFAULT_RULES, "jail.doubles")).toContain("3");
    expect(text(SHORT, "jail.doubles")).not.toMatch(/\d/);
    expect(text(DEFAULT_RULES, "short.deal")).toBe(text(SHORT, "short.deal"));
    expect(text(DEFAULT_RULES, "short.deal")).toContain("3");
  });

  it("marks rules that differ from the preset", () => {
    const none = [...paragraphs(DEFAULT_RULES).values()].filter(({ mark }) => mark !== "");
    expect(none).toEqual([]);
    const found = paragraphs({ ...DEFAULT_RULES, free_parking_pot: true, luxury_tax: 90 });
    const marked = [...found.values()].filter(({ mark }) => mark !== "");
    expect(Object.fromEntries(marked.map(({ id, mark }) => [id, mark]))).toEqual({
      "setup.income": "house",
      "taxes.luxury": "changed",
      "parking.rest": "house",
      "house.pot": "house",
    });
    expect(found.get("house.pot")?.house).toBe(true);
  });

  it("can be looked up by section, paragraph and citation", () => {
    const sections = write(DEFAULT_RULES);
    expect(findPlace("jail", sections)).toBe("jail");
    expect(findPlace("jail.out", sections)).toBe("jail.out");
    expect(findPlace("10 MCS 80(c)", sections)).toBe("buying.decline");
    expect(findPlace("nowhere", sections)).toBe("");
    for (const cite of Object.keys(words.sections["citations"] ?? {}))
      expect(findPlace(cite, sections), cite).not.toBe("");
  });
});

it("presets are compared only where they differ", () => {
  expect(differingOptions(CHOICES)).toEqual([
    "income_tax_percent",
    "jail_turns",
    "deeds_dealt",
    "ends_at_first_bankruptcy",
  ]);
});

it("the outline names only options that exist", () => {
  const entries = outline.flatMap(({ paragraphs }) => paragraphs);
  const named = entries.flatMap(({ by, house = [] }) => [...(by ? [by] : []), ...house]);
  expect(named.filter((name) => !(name in DEFAULT_RULES))).toEqual([]);
});
