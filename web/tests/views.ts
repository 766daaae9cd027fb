/** A view as at the beginning of a game, for tests to change. */
import type { View } from "../src/generated/wire";
import { DEFAULT_RULES } from "../src/constants";

type Player = View["players"][number];

export const PLAYER: Player = {
  cash: 1500,
  space: 0,
  jail: 0,
  laps: 0,
  out: false,
  leaving: false,
  always_asks_for_rent: false,
  cards: [],
  rolls: 0,
  card_rolls: 0,
  no_offers_until: 0,
};

/** The first to roll is seat 0. */
export function viewWith(changes: Partial<View>): View {
  return {
    rules: DEFAULT_RULES as unknown as View["rules"],
    players: [PLAYER, PLAYER],
    properties: [],
    rent_rows: [],
    pot: 0,
    seat: 0,
    turn: 1,
    round: 1,
    wait: 0,
    agenda: [{ entry: "ToRoll", seat: 0 }],
    rents: [],
    debts: [],
    offers: [],
    leaving: [],
    demands: [],
    seen: [[], []],
    over: false,
    winners: [],
    waiting_for: [0],
    ...changes,
  } as View;
}
