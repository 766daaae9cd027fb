/** The view at the start of a game, which tests can modify. */
import type { View } from "../src/generated/wire";
import { DEFAULT_RULES } from "../src/constants";
import { PLAYER_FIELDS, STATE_FIELDS, type Field } from "../src/replay/fields";

type Player = View["players"][number];

function defaultsOf(fields: Record<string, Field>): Record<string, number | boolean | undefined> {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.default]));
}

export const PLAYER = {
  ...defaultsOf(PLAYER_FIELDS),
  cash: 1500,
  space: 0,
  cards: [] as string[],
} as Player;

/** Return a view in which seat 0 is the first to roll, with these changes. */
export function viewWith(changes: Partial<View>): View {
  return {
    rules: DEFAULT_RULES as unknown as View["rules"],
    players: [PLAYER, PLAYER],
    properties: [],
    rent_rows: [],
    transfer_costs: [],
    ...defaultsOf(STATE_FIELDS),
    first: 0,
    last_serial: 0,
    decision: 0,
    agenda: [{ entry: "ToRoll", seat: 0 }],
    rents: [],
    debts: [],
    offers: [],
    inquiries: [],
    leaving: [],
    demands: [],
    seen: [[], []],
    winners: [],
    waiting_for: [0],
    ...changes,
  } as View;
}
