/**
 * Descriptions, under this table's rules, of the spaces without a deed: the text, its values and
 * the rule.
 */
import type { View } from "../generated/wire";

export interface About {
  key: string;
  /** Numbers are amounts of money; counts are passed as text. */
  values: Record<string, number | string>;
  cite: string;
}

function about(key: string, cite: string, values: About["values"] = {}): About {
  return { key: `deeds.about.${key}`, values, cite };
}

export function aboutSpace(kind: string, { rules, pot }: Pick<View, "rules" | "pot">): About[] {
  switch (kind) {
    case "go":
      return [
        about("go", "10 MCS 70", { salary: rules.salary }),
        ...(rules.double_salary_on_go ? [about("go.double", "House double_salary")] : []),
      ];
    case "chance":
    case "chest":
      return [about(kind, "10 MCS 100"), about("keep", "10 MCS 100(a)")];
    case "income_tax":
      return rules.income_tax_percent > 0
        ? [
            about("income_tax", "CR 5.4", {
              flat: rules.income_tax_flat,
              percent: String(rules.income_tax_percent),
            }),
          ]
        : [about("income_tax.flat", "10 MCS 210(d)", { flat: rules.income_tax_flat })];
    case "luxury_tax":
      return [about("luxury_tax", "CR 5.4", { amount: rules.luxury_tax })];
    case "jail":
      return [
        about("visit", "10 MCS 120(d)"),
        about("jail", rules.jail_turns === 1 ? "Ruling 18" : "CR 6.3", {
          fine: rules.jail_fine,
          turns: String(rules.jail_turns),
        }),
        about("jail.may", "10 MCS 120(h)"),
      ];
    case "go_to_jail":
      return [about("go_to_jail", "10 MCS 120(a)"), about("go_to_jail.turn", "10 MCS 120(c)")];
    case "parking":
      return rules.free_parking_pot
        ? [about("parking.pot", "House free_parking_pot", { pot })]
        : [about("parking", "10 MCS 130")];
    default:
      return [];
  }
}
