import { beforeEach, expect, test } from "vitest";
import type { Rules } from "../src/generated/wire";
import { special } from "../src/rules/specialRules";
import { speech } from "../src/say/say.svelte";
import type { RulesReply } from "../src/wire/api";

const PLAIN = {
  preset: "consolidated",
  starting_cash: 1500,
  luxury_tax: 75,
  free_parking_pot: false,
} as Rules;

const CHOICES: RulesReply = {
  presets: { consolidated: PLAIN, board: { ...PLAIN, preset: "board", luxury_tax: 100 } },
  options: [
    { name: "starting_cash", about: "", default: 1500, house: false, low: 0, high: 10_000 },
    { name: "luxury_tax", about: "", default: 75, house: false, low: 0, high: 1000 },
    { name: "free_parking_pot", about: "", default: false, house: true, low: null, high: null },
  ],
  bots: ["easy", "normal", "hard"],
  tokens: ["Dog"],
  positions: true,
};

beforeEach(() => speech.load());

test("house rules come first, including a different amount of starting cash", () => {
  const rules = { ...PLAIN, starting_cash: 2000, luxury_tax: 100, free_parking_pot: true };
  expect(special(rules, CHOICES).map(({ name, house }) => [name, house])).toEqual([
    ["starting_cash", true],
    ["free_parking_pot", true],
    ["luxury_tax", false],
  ]);
  expect(special(PLAIN, CHOICES)).toEqual([]);
});
