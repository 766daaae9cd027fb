/** The word files: each language is split into two chunks, see words-plugin.ts. */
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

/** What the first board needs of a language; an unknown one has nothing. */
export async function firstWords(language: string): Promise<Sections> {
  return (await FIRST[language]?.())?.default ?? {};
}

/** The titles and paragraphs of the rulebook in a language; in English for an unknown one. */
export async function rulebookWords(language: string): Promise<Sections> {
  const load = RULEBOOK[language] ?? RULEBOOK["en"];
  return (await load?.())?.default ?? {};
}

/** All words of a language. */
export async function allWords(language: string): Promise<Sections> {
  const [first, more] = await Promise.all([firstWords(language), MORE[language]?.()]);
  return { ...first, ...more?.default, web: { ...first["web"], ...more?.default["web"] } };
}
