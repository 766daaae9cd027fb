/** A table's rules for people who have not read the rulebook, with the unusual ones first. */
import type { Rules, TableInfo } from "../generated/wire";
import { speech, t } from "../say/say.svelte";
import { sentenceOfRule, type RuleName } from "./ruleSentences";
import { api, type RulesReply } from "../wire/api";

export type Value = number | boolean;

/** Official options that count as house rules when they differ from the printed value. */
const PRINTED = new Set<RuleName>(["starting_cash", "salary"]);

let asked: Promise<RulesReply> | undefined;

/** Return presets, options, bots and tokens, which are requested only once. */
export function loadRuleChoices(): Promise<RulesReply> {
  asked ??= api.rules().catch((error: unknown) => {
    asked = undefined;
    throw error;
  });
  return asked;
}

/** Return a sentence that explains what an option means at this value. */
export function ruleSentence(name: RuleName, value: Value): string {
  const { key, amount, count } = sentenceOfRule(name, value);
  return t(key, { count, money: amount === null ? "" : speech.words.money(amount) });
}

export interface Special {
  name: RuleName;
  text: string;
  /** Whether this is a house rule. */
  house: boolean;
}

/** Return all differences from the default rules, the house rules first. */
export function special(rules: Rules, choices: RulesReply): Special[] {
  const found = choices.options.flatMap(({ name, house, default: plain }): Special[] => {
    const key = name as RuleName;
    if (rules[key] === plain) return [];
    return [{ name: key, text: ruleSentence(key, rules[key]), house: house || PRINTED.has(key) }];
  });
  return [...found.filter((one) => one.house), ...found.filter((one) => !one.house)];
}

/** Format a number of seconds in words. */
export function duration(seconds: number): string {
  const minutes = seconds / 60;
  return minutes >= 1 && Number.isInteger(minutes)
    ? t("new.minutes", { count: minutes })
    : t("new.seconds", { count: seconds });
}

/** Return a list of one sentence about the game's length; empty if the rules have no time limit. */
export function gameLength({ rules, clock }: TableInfo): string[] {
  if (!rules.time_limit || clock.game_minutes === undefined) return [];
  return [t("wait.clock.game", { time: duration(60 * clock.game_minutes) })];
}
