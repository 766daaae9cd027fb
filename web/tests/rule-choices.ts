/** The server's reply about rules: two presets and every option. */
import { DEFAULT_RULES } from "../src/constants";
import type { Rules } from "../src/generated/wire";
import type { RuleName } from "../src/rules/ruleSentences";
import type { RulesReply } from "../src/wire/api";

export const SHORT: Rules = {
  ...DEFAULT_RULES,
  preset: "short",
  income_tax_percent: 0,
  jail_turns: 1,
  deeds_dealt: 3,
  ends_at_first_bankruptcy: true,
};

const HOUSE = new Set(["free_parking_pot", "no_auctions"]);

export const CHOICES: RulesReply = {
  presets: { consolidated: DEFAULT_RULES, short: SHORT },
  options: Object.entries(DEFAULT_RULES)
    .filter(([name]) => name !== "preset")
    .map(([name, value]) => ({
      name: name as RuleName,
      about: "",
      default: value as number | boolean,
      house: HOUSE.has(name),
      low: null,
      high: null,
    })),
  bots: [],
  tokens: [],
  positions: true,
};
