/**
 * The rulebook's text in a language and the server's presets, loaded together when someone opens
 * the rulebook.
 */
import type { Sections } from "../say/lexicon";
import { rulebookWords } from "../say/wordFiles";
import type { RulesReply } from "../wire/api";
import { loadRuleChoices } from "./specialRules";

export interface RulebookParts {
  texts: Sections;
  choices: RulesReply;
}

const loaders = new Map<string, () => Promise<RulebookParts>>();

/** Return the loader for a language: the same function each time, so that its result is reused. */
export function rulebookLoader(language: string): () => Promise<RulebookParts> {
  const known = loaders.get(language);
  if (known) return known;
  const load = async (): Promise<RulebookParts> => {
    const [texts, choices] = await Promise.all([rulebookWords(language), loadRuleChoices()]);
    return { texts, choices };
  };
  loaders.set(language, load);
  return load;
}
