/** The word files. Each language is split into two chunks; see words-plugin.ts. */
import type { Sections } from "./lexicon";

type File = { default: Sections };

const FIRST: Record<string, () => Promise<File>> = {
  en: () => import("words:en/first"),
  de: () => import("words:de/first"),
};
const MORE: Record<string, () => Promise<File>> = {
  en: () => import("words:en/more"),
  de: () => import("words:de/more"),
};

const RULEBOOK: Record<string, () => Promise<File>> = {
  en: () => import("words:rulebook/en"),
  de: () => import("words:rulebook/de"),
};

/** A paragraph of the rulebook; `passgo/say/rulebook_text.py` explains the fields. */
export interface OutlineParagraph {
  id: string;
  cites: string[];
  by?: string;
  house?: string[];
}

export interface OutlineSection {
  id: string;
  preset?: string;
  paragraphs: OutlineParagraph[];
}

/** Return a language's words for the first board; none if the language is unknown. */
export async function firstWords(language: string): Promise<Sections> {
  return (await FIRST[language]?.())?.default ?? {};
}

/**
 * Return the rulebook's titles and paragraphs in a language; in English if the language is unknown.
 */
export async function rulebookWords(language: string): Promise<Sections> {
  const load = RULEBOOK[language] ?? RULEBOOK["en"];
  return (await load?.())?.default ?? {};
}

/** Return all of a language's words. */
export async function allWords(language: string): Promise<Sections> {
  const [first, more] = await Promise.all([firstWords(language), MORE[language]?.()]);
  return { ...first, ...more?.default, web: { ...first["web"], ...more?.default["web"] } };
}
