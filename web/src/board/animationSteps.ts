/** The animation steps that show what happened, one after another. */
import type { GameEvent, Played } from "../generated/wire";
import type { Place } from "./geometry";

export interface Payment {
  /** A seat, the Bank, or the pot on Free Parking. */
  payer: number;
  payee: number;
  amount: number;
}

export interface BoughtDeed {
  seat: number;
  space: number;
}

export type DiceRolled = Extract<GameEvent, { event: "DiceRolled" }>;

export type AnimationStep =
  /** `start` marks an opening roll, which is shown longer because no token moves after it. */
  | { kind: "dice"; seat: number; first: number; second: number; start?: boolean }
  /** The token moves space by space; `path` ends where it stops. */
  | { kind: "walk"; seat: number; path: number[]; to: Place }
  | { kind: "glide" | "drop"; seat: number; to: Place }
  /** Money changes hands, and `deeds` slide to their buyers at the same time. */
  | { kind: "money"; payments: Payment[]; deeds: BoughtDeed[] }
  | { kind: "card"; seat: number; card: number }
  /** Everything that a message caused has been shown, except perhaps payments and deeds. */
  | { kind: "shown"; seq: number };

export type TokenMove = Extract<AnimationStep, { to: Place }>;

const HOP = 110;
const LONGEST_WALK = 900;
/**
 * If the remaining steps take longer than this many milliseconds when something new happens, they
 * are skipped.
 */
export const TOO_LATE = 3_000;

/** Return the spaces from `start` to `end`, excluding `start`. */
export function pathOf(start: number, end: number, spaces: number, back = false): number[] {
  const way = back ? -1 : 1;
  const path: number[] = [];
  for (let at = start; at !== end && path.length < spaces;) {
    at = (at + way + spaces) % spaces;
    path.push(at);
  }
  return path;
}

export function animationStepsOf(events: readonly GameEvent[], spaces: number): AnimationStep[] {
  const steps: AnimationStep[] = [];
  for (const event of events) {
    const last = steps[steps.length - 1];
    if (event.event === "DiceRolled" || event.event === "OpeningRollMade") {
      const { seat, first, second } = event;
      const start = event.event === "OpeningRollMade";
      steps.push({ kind: "dice", seat, first, second, ...(start ? { start } : {}) });
    } else if (event.event === "CardDrawn") {
      steps.push({ kind: "card", seat: event.seat, card: event.card });
    } else if (event.event === "PropertyBought" || event.event === "PropertyAuctioned") {
      const { seat, space } = event;
      if (last?.kind === "money") last.deeds.push({ seat, space });
      else steps.push({ kind: "money", payments: [], deeds: [{ seat, space }] });
    } else if (event.event === "TokenMoved") {
      const { seat, start, space, by } = event;
      const to = { space, jailed: by === "jail" };
      if (by === "jail") steps.push({ kind: "drop", seat, to });
      else if (by === "card") steps.push({ kind: "glide", seat, to });
      else
        steps.push({ kind: "walk", seat, path: pathOf(start, space, spaces, by === "back"), to });
    } else if (event.event === "MoneyPaid" && event.amount > 0) {
      const { payer, payee, amount } = event;
      if (last?.kind === "money") last.payments.push({ payer, payee, amount });
      else steps.push({ kind: "money", payments: [{ payer, payee, amount }], deeds: [] });
    }
  }
  return steps;
}

/**
 * Return the animation steps for a message. Its text may be shown once its last token or card has
 * come to rest.
 */
export function stepsOfMessage(
  { events, seq }: Pick<Played, "events" | "seq">,
  spaces: number,
): AnimationStep[] {
  const steps = animationStepsOf(events, spaces);
  let at = steps.length;
  while (steps[at - 1]?.kind === "money") at--;
  steps.splice(at, 0, { kind: "shown", seq });
  return steps;
}

/** Return the opening rolls. */
export const startOf = (messages: readonly Pick<Played, "events">[]): GameEvent[] =>
  messages.flatMap(({ events }) => events).filter(({ event }) => event === "OpeningRollMade");

/** Return the last roll in these messages if it adds up to `sum`, the total on the dice. */
export function lastRoll(
  messages: readonly Pick<Played, "events">[],
  sum: number,
): DiceRolled | undefined {
  const rolled = messages
    .flatMap(({ events }) => events)
    .filter((event) => event.event === "DiceRolled")
    .at(-1);
  return rolled && rolled.first + rolled.second === sum ? rolled : undefined;
}

/** Return how long a step takes at full speed, in milliseconds. */
export function durationOf(step: AnimationStep): number {
  switch (step.kind) {
    case "dice":
      return 700;
    case "walk":
      return Math.min(LONGEST_WALK, step.path.length * HOP);
    case "glide":
      return 500;
    case "drop":
      return 400;
    case "money":
      return 450;
    case "card":
      return 400;
    case "shown":
      return 0;
  }
}

/** Return how long to pause after a step so that players can look at it, in milliseconds. */
export function pauseAfter(step: AnimationStep): number {
  if (step.kind === "dice" && step.start) return 500;
  return { dice: 120, walk: 60, glide: 60, drop: 60, money: 0, card: 650, shown: 0 }[step.kind];
}
