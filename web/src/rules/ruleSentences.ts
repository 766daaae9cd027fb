/** A table's rules in plain words, the most important ones first. */
import type { Rules } from "../generated/wire";
import type { RulesReply } from "../wire/api";

export type RuleName = Exclude<keyof Rules, "preset">;

/** The sections of the list, each with its rules. */
export const SECTIONS: { key: string; rules: RuleName[] }[] = [
  { key: "money", rules: ["starting_cash", "salary", "double_salary_on_go", "free_parking_pot"] },
  {
    key: "tax",
    rules: ["income_tax_flat", "income_tax_percent", "mortgaged_worth_at_price", "luxury_tax"],
  },
  { key: "property", rules: ["no_auctions", "rent_window", "no_rent_in_jail"] },
  {
    key: "building",
    rules: [
      "houses_before_hotel",
      "uneven_building",
      "unlimited_buildings",
      "no_building_before_lap",
    ],
  },
  { key: "jail", rules: ["jail_fine", "jail_turns", "fine_turns"] },
  { key: "start", rules: ["deeds_dealt", "deeds_paid_for"] },
  { key: "end", rules: ["ends_at_first_bankruptcy", "time_limit", "round_limit"] },
];

const MONEY = new Set<RuleName>([
  "starting_cash",
  "salary",
  "income_tax_flat",
  "luxury_tax",
  "jail_fine",
]);

/** Return the key of a rule's sentence and its values. */
export function sentenceOfRule(
  name: RuleName,
  value: number | boolean,
): { key: string; amount: number | null; count: number } {
  const key = `side.rule.${name}`;
  if (typeof value === "boolean")
    return { key: `${key}.${value ? "on" : "off"}`, amount: null, count: -1 };
  return { key, amount: MONEY.has(name) ? value : null, count: value };
}

/** Amounts that are the same in all official rule sets, so any other amount is a house rule. */
const SUMS = new Set<RuleName>(["starting_cash", "salary"]);

export type Mark = "house" | "changed" | "";

/** Return a rule's mark: a house rule, a change from the preset, or none. */
export function markOf(name: RuleName, rules: Rules, known: RulesReply | null): Mark {
  const option = known?.options.find((one) => one.name === name);
  if (option === undefined || known === null) return "";
  const house = option.house || SUMS.has(name);
  if (house && rules[name] !== option.default) return "house";
  const preset = known.presets[rules.preset];
  return preset !== undefined && preset[name] !== rules[name] ? "changed" : "";
}
