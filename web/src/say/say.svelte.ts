/** The words for every page in the chosen language. When the language changes, all text changes. */
import { settings } from "../platform/settings.svelte";
import { PSEUDO } from "./pseudo";
import { Words } from "./words";

/** The available languages, each with its name in that language. */
export const LANGUAGES: Record<string, string> = { en: "English", de: "Deutsch" };

/**
 * Whether the address asks for the pseudo-language; read once, because navigation changes the
 * address.
 */
const testing = new URLSearchParams(location.search).get("lang") === PSEUDO;

/** How long to wait for a board before loading the rest of the words, in milliseconds. */
const PATIENCE = 2_000;

class Speech {
  words = $state.raw<Words>(new Words({}));
  /** Whether the words for a board are loaded. */
  ready = $state(false);
  /** Whether the words for every page are loaded. */
  whole = $state(false);
  private asked = "";
  /** Called when all words are needed: the board has been drawn, or there is no board. */
  want!: () => void;
  private readonly wanted = new Promise<void>((done) => (this.want = done));

  /**
   * Load the chosen language, or the browser's, or English. The words for a board come first; the
   * rest are loaded immediately afterward or, with `patience`, when they are needed.
   */
  async load(patience = false): Promise<void> {
    const wanted = [settings.language, ...navigator.languages.map((one) => one.slice(0, 2))];
    const known = wanted.find((one) => Object.hasOwn(LANGUAGES, one));
    const language = testing ? PSEUDO : (known ?? "en");
    this.asked = language;
    if (!this.ready && !testing) {
      this.take(language, await Words.loadFirst(language));
      this.ready = true;
      if (patience)
        await Promise.race([this.wanted, new Promise((done) => setTimeout(done, PATIENCE))]);
    }
    this.take(language, await Words.load(language));
    this.ready = this.whole = true;
  }

  /** Switch to a language, unless another one was chosen in the meantime. */
  private take(language: string, words: Words): void {
    if (this.asked !== language) return;
    this.words = words;
    document.documentElement.lang = words.language;
  }
}

export const speech = new Speech();

/** Return the text for a key; `count` selects the plural form. */
export function t(key: string, values: Record<string, unknown> = {}): string {
  return speech.words.text(key, values);
}
