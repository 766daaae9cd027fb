/** The words of the chosen language, for every page: when the language changes, every text changes. */
import { settings } from "../platform/settings.svelte";
import { PSEUDO } from "./pseudo";
import { Words } from "./words";

/** The languages there are words for, by their own names. */
export const LANGUAGES: Record<string, string> = { en: "English", de: "Deutsch" };

/** Whether the address asks for the language that shows what has no words; read once, as pages change it. */
const testing = new URLSearchParams(location.search).get("lang") === PSEUDO;

/** Milliseconds that the rest of the words waits for a board at most. */
const PATIENCE = 2_000;

class Speech {
  words = $state.raw<Words>(new Words({}));
  /** There are words for a board. */
  ready = $state(false);
  /** There are words for every page. */
  whole = $state(false);
  private asked = "";
  /** To be called when all words are wanted: the board is drawn, or there is none. */
  want!: () => void;
  private readonly wanted = new Promise<void>((done) => (this.want = done));

  /**
   * Load the language that was chosen, else the browser's, else English: first what a board needs; the rest at once,
   * or, with `patience`, when it is wanted.
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

  /** Speak a language from now on, unless another was chosen meanwhile. */
  private take(language: string, words: Words): void {
    if (this.asked !== language) return;
    this.words = words;
    document.documentElement.lang = words.language;
  }
}

export const speech = new Speech();

/** A text of the pages, by its key; one that has plural forms takes that of `count`. */
export function t(key: string, values: Record<string, unknown> = {}): string {
  return speech.words.text(key, values);
}
