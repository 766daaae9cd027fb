/**
 * The rulebook in plain words, for a table's rules: the counterpart of
 * `passgo/say/rulebook_text.py`, using the same files. A test compares the output of both.
 */
import outline from "words:rulebook/outline";
import type { Rules } from "../generated/wire";
import type { Sections } from "../say/lexicon";
import type { OutlineParagraph } from "../say/wordFiles";
import { Words } from "../say/words";
import type { RulesReply } from "../wire/api";
import { markOf, sentenceOfRule, type Mark, type RuleName } from "./ruleSentences";

export interface Paragraph {
  id: string;
  lines: string[];
  cites: string[];
  /** Whether the paragraph is about a house rule. */
  house: boolean;
  /** How the paragraph's rules at this table differ from the preset. */
  mark: Mark;
}

export interface Section {
  id: string;
  title: string;
  paragraphs: Paragraph[];
}

const PLACEHOLDER = /\{(\w+)\}/g;

/** Return the rulebook in a language, filled in with a table's options. */
export function writeRulebook(
  texts: Sections,
  words: Words,
  rules: Rules,
  choices: RulesReply,
): Section[] {
  const { sections: titles = {}, paragraphs: printed = {} } = texts;
  const shown = Object.entries(printed).map(([key, text]) => [key, words.printed(text)] as const);
  const book = new Words({ web: Object.fromEntries(shown) }, words.language);
  return outline.map(({ id, preset, paragraphs: entries }) => {
    const values = (preset === undefined ? undefined : choices.presets[preset]) ?? rules;
    const options = formatOptions(values, words);
    const paragraphs = entries.map((entry): Paragraph => {
      const text = book.text(keyOf(entry, values), { ...options, count: countOf(entry, values) });
      return {
        id: entry.id,
        lines: text.split("\n"),
        cites: entry.cites,
        house: entry.house !== undefined,
        mark: preset === undefined ? strongestMark(entry, texts, rules, choices) : "",
      };
    });
    return { id, title: words.printed(titles[id] ?? id), paragraphs };
  });
}

/**
 * Return the key of a paragraph's text; if the text depends on a number, `Words.text` adds the
 * plural form.
 */
function keyOf({ id, by }: OutlineParagraph, rules: Rules): string {
  const value = by === undefined ? undefined : rules[by as RuleName];
  return typeof value === "boolean" ? `${id}.${value ? "on" : "off"}` : id;
}

function countOf({ by }: OutlineParagraph, rules: Rules): number | undefined {
  const value = by === undefined ? undefined : rules[by as RuleName];
  return typeof value === "number" ? value : undefined;
}

/** Return every option, formatted for the text. */
function formatOptions(rules: Rules, words: Words): Record<string, unknown> {
  const { preset: _, ...options } = rules;
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => {
      const { amount } = sentenceOfRule(name as RuleName, value);
      return [name, amount === null ? value : words.money(amount)];
    }),
  );
}

/**
 * Return how the options that a paragraph depends on differ from the preset; a house rule takes
 * precedence over a change.
 */
function strongestMark(
  { id, by, house = [] }: OutlineParagraph,
  { paragraphs = {} }: Sections,
  rules: Rules,
  choices: RulesReply,
): Mark {
  const [text = ""] = [id, `${id}.on`, `${id}.other`].flatMap((key) => paragraphs[key] ?? []);
  const named = [...text.matchAll(PLACEHOLDER)].map(([, name]) => name as string);
  const names = [...named, ...(by === undefined ? [] : [by]), ...house] as RuleName[];
  const marks = names.map((name) => markOf(name, rules, choices));
  return marks.find((mark) => mark === "house") ?? marks.find((mark) => mark !== "") ?? "";
}

/** Return the section or paragraph at a place, which may be a citation; "" if there is none. */
export function findPlace(at: string, sections: readonly Section[]): string {
  for (const { id, paragraphs } of sections) {
    if (id === at) return id;
    const found = paragraphs.find((one) => one.id === at || one.cites.includes(at));
    if (found) return found.id;
  }
  return "";
}

/** Return the options in which the presets differ. */
export function differingOptions({ presets, options }: RulesReply): RuleName[] {
  const all = Object.values(presets);
  return options
    .map(({ name }) => name as RuleName)
    .filter((name) => new Set(all.map((rules) => rules[name])).size > 1);
}
