import type { Rules } from "../generated/wire";

/** The default rules, as `passgo.RuleSet()` has them; a test compares them with a record of the engine. */
export const DEFAULTS: Rules = {
  preset: "consolidated",
  starting_cash: 1500,
  salary: 200,
  income_tax_flat: 200,
  income_tax_percent: 10,
  mortgaged_worth_at_price: false,
  luxury_tax: 75,
  rent_window: 1,
  fine_turns: 3,
  jail_turns: 3,
  jail_fine: 50,
  houses_before_hotel: 4,
  deeds_dealt: 0,
  deeds_paid_for: false,
  ends_at_first_bankruptcy: false,
  time_limit: false,
  free_parking_pot: false,
  double_salary_on_go: false,
  no_auctions: false,
  no_rent_in_jail: false,
  uneven_building: false,
  unlimited_buildings: false,
  no_building_before_lap: false,
  round_limit: 0,
};
