import { describe, expect, test } from "vitest";
import type { Rules } from "../src/generated/wire";
import { markOf, SECTIONS, sentenceOfRule } from "../src/rules/ruleSentences";
import file from "../../src/passgo/words/en.json";

const words: Record<string, string> = file.web;

describe("rules in words", () => {
  const rules = {
    preset: "consolidated",
    starting_cash: 1500,
    jail_turns: 3,
    free_parking_pot: true,
    round_limit: 0,
  } as unknown as Rules;
  const option = { about: "", low: null, high: null };
  const known = {
    presets: { consolidated: { ...rules, free_parking_pot: false, jail_turns: 1 } as Rules },
    options: [
      { ...option, name: "free_parking_pot" as const, default: false, house: true },
      { ...option, name: "jail_turns" as const, default: 3, house: false },
      { ...option, name: "starting_cash" as const, default: 1000, house: false },
    ],
    bots: [],
    tokens: [],
    positions: true,
  };

  test("every rule has sentences", () => {
    const said: Record<string, string> = words;
    const has = (...forms: string[]) => forms.every((form) => `side.rule.${form}` in said);
    for (const name of SECTIONS.flatMap((section) => section.rules)) {
      const counted = has(`${name}.one`, `${name}.other`);
      expect(has(`${name}.on`, `${name}.off`) || counted || has(name), name).toBe(true);
    }
  });

  test("amounts, counts, zero, on and off each have their own sentences", () => {
    expect(sentenceOfRule("salary", 200)).toEqual({
      key: "side.rule.salary",
      amount: 200,
      count: 200,
    });
    expect(sentenceOfRule("round_limit", 0)).toMatchObject({ count: 0 });
    expect(sentenceOfRule("no_auctions", true).key).toBe("side.rule.no_auctions.on");
    expect(sentenceOfRule("jail_turns", 3)).toMatchObject({ amount: null, count: 3 });
  });

  test("house rules and differences from the preset are marked", () => {
    expect(markOf("free_parking_pot", rules, known)).toBe("house");
    expect(markOf("jail_turns", rules, known)).toBe("changed");
    expect(markOf("starting_cash", rules, known)).toBe("house");
    expect(markOf("starting_cash", rules, null)).toBe("");
  });
});
