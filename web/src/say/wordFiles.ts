/** The word files: each language is two chunks of its own, see words-plugin.ts. */
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

/** What the first board needs of a language; an unknown one has nothing. */
export async function firstWords(language: string): Promise<Sections> {
  return (await FIRST[language]?.())?.default ?? {};
}

/** All words of a language. */
export async function allWords(language: string): Promise<Sections> {
  const [first, more] = await Promise.all([firstWords(language), MORE[language]?.()]);
  return { ...first, ...more?.default, web: { ...first["web"], ...more?.default["web"] } };
}
