/** The word files: each language is a chunk of its own. */
import type { Sections } from "./words";

type File = { default: Sections };

const FILES: Record<string, () => Promise<File>> = {
  en: () => import("../../../src/passgo/words/en.json"),
  de: () => import("../../../src/passgo/words/de.json"),
};

/** The words of one language alone; an unknown one has none. */
export async function own(language: string): Promise<Sections> {
  return (await FILES[language]?.())?.default ?? {};
}

/** The English texts of the pages that are not in the word files yet. */
export async function onPages(): Promise<Sections> {
  return { web: (await import("./pages")).pages };
}

/** The English words, with those texts. */
export async function english(): Promise<Sections> {
  const [sections, pages] = await Promise.all([own("en"), onPages()]);
  return { ...sections, web: { ...pages["web"], ...sections["web"] } };
}
