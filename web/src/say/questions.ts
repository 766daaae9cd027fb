/**
 * Questions, options and refusals in words: the counterpart of `passgo/say/questions.py`, except
 * that the server chooses the questions.
 */
import { BANK } from "../constants";
import type { QuestionText, Choice, Option, Refusal } from "../generated/wire";
import type { Lexicon, Names } from "./lexicon";

export function sayRefusal(refusal: Refusal, words: Lexicon, who: Names): string {
  const template = words.template("refusals", refusal.refusal, refusalVariant(refusal));
  return words.fill(template, refusal.values, who);
}

function refusalVariant({ refusal, values }: Refusal): string {
  if (refusal === "property.owner") return values["owner"] === BANK ? "bank" : "";
  if (refusal === "rent.order") return values["on"] ? "on" : "off";
  return "";
}

export function sayReason(
  code: string,
  values: Record<string, number>,
  words: Lexicon,
  who: Names,
): string {
  return words.fill(words.template("bot_reasons", code), values, who);
}

export function sayQuestion(asked: QuestionText, words: Lexicon, who: Names): string {
  const values = { ...asked.values };
  if ("reason" in values) values["reason"] = words.template("reasons", String(values["reason"]));
  return words.fill(words.template("questions", asked.name, ...asked.variants), values, who);
}

export function sayOption(option: Option, words: Lexicon, who: Names): string {
  const choices: [string, Choice][] = Object.entries(option.choices);
  let variant = "";
  for (const [name, choice] of choices) {
    const only = "values" in choice && choice.values.length === 1 ? choice.values[0] : undefined;
    if (name === "on") variant = only ? "on" : "off";
    else if (option.action === "InheritDeed" && only !== undefined && !only) variant = "keep";
  }
  const said = choices.map(
    ([name, choice]) => [name, sayChoice(name, choice, words, who)] as const,
  );
  return words.fill(
    words.template("options", option.action, variant),
    Object.fromEntries(said),
    who,
  );
}

function sayChoice(name: string, choice: Choice, words: Lexicon, who: Names): string {
  if ("values" in choice) return words.value(name, choice.values.map(Number), who, "or");
  const low = words.value(name, choice.low, who);
  const high = words.value(name, choice.high, who);
  return low === high ? low : words.name("range", { low, high });
}
