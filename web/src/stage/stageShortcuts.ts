/** The stage's shortcuts. They are always registered, so that the list of shortcuts is complete. */
import type { Shortcut } from "../platform/shortcuts.svelte";
import { t } from "../say/say.svelte";

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

export function shortcuts({ answer, rent, question, offer }: KeyHandlers): Shortcut[] {
  return [
    { key: "q", about: t("stage.key.question"), press: question },
    ...ANSWERS.map(([key, name]) => ({
      key,
      about: t(`stage.key.${name}`),
      press: () => answer(key),
    })),
    { key: "r", about: t("stage.key.rent"), press: rent },
    { key: "y", about: t("stage.key.accept"), press: () => offer("accept") },
    { key: "n", about: t("stage.key.decline"), press: () => offer("decline") },
    { key: "c", about: t("stage.key.counter"), press: () => offer("counter") },
  ];
}
