/** The stage's shortcuts. They are always registered, so that the list of shortcuts is complete. */
import type { Shortcut } from "../platform/shortcuts.svelte";
import { speech, t } from "../say/say.svelte";

export interface KeyHandlers {
  /** Give the answer that has this key; return whether there is one. */
  answer: (key: string) => boolean;
  rent: () => boolean;
  /** Focus the question. */
  question: () => boolean;
  offer: (what: "accept" | "decline" | "counter") => boolean;
}

const ANSWERS: [key: string, name: string][] = [
  [" ", "main"],
  ["enter", "bid"],
  ["b", "buy"],
  ["a", "auction"],
  ["e", "pass"],
  ["p", "out"],
  ["f", "fine"],
  ["u", "card"],
  ["1", "first"],
  ["2", "second"],
];

/** The list of shortcuts, where these words are shown, is opened later than the first board. */
const about = (name: string): string => (speech.whole ? t(`stage.key.${name}`) : "");

export function shortcuts({ answer, rent, question, offer }: KeyHandlers): Shortcut[] {
  return [
    { key: "q", about: about("question"), press: question },
    ...ANSWERS.map(([key, name]) => ({ key, about: about(name), press: () => answer(key) })),
    { key: "r", about: about("rent"), press: rent },
    { key: "y", about: about("accept"), press: () => offer("accept") },
    { key: "n", about: about("decline"), press: () => offer("decline") },
    { key: "c", about: about("counter"), press: () => offer("counter") },
  ];
}
