/** The words of the chosen language, for every page: change the language, and all is said anew. */
import { settings } from "../settings.svelte";
import { PSEUDO } from "./pseudo";
import { Words } from "./words";

/** The languages there are words for, by their own names. */
export const LANGUAGES: Record<string, string> = { en: "English", de: "Deutsch" };

/** Whether the address asks for the language that shows what has no words; read once, as pages change it. */
const testing = new URLSearchParams(location.search).get("lang") === PSEUDO;

class Speech {
  words = $state.raw<Words>(new Words({}));
  ready = $state(false);
  private asked = "";

  /** Load the language that was chosen, else the browser's, else English. */
  async load(): Promise<void> {
    const wanted = [settings.language, ...navigator.languages.map((one) => one.slice(0, 2))];
    const language = testing ? PSEUDO : (wanted.find((one) => one in LANGUAGES) ?? "en");
    this.asked = language;
    const words = await Words.load(language);
    if (this.asked !== language) return; // another was chosen meanwhile
    this.words = words;
    document.documentElement.lang = words.language;
    this.ready = true;
    words.onMissed = () => {
      words.onMissed = undefined;
      void this.complete(words);
    };
  }

  /** Say in English what the language lacks. English is not loaded before, as nothing should be lacking. */
  private async complete(words: Words): Promise<void> {
    const completed = await words.completed();
    if (this.words === words) this.words = completed;
  }
}

export const speech = new Speech();

/** A text of the pages, by its key; `.one` is taken where `count` is 1. */
export function t(key: string, values: Record<string, unknown> = {}): string {
  return speech.words.text(key, values);
}
