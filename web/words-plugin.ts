/**
 * Splits each word file into two chunks: the words that the first board needs, and the rest, which
 * are loaded right after it. The rulebook's files are not split; they are loaded when someone opens
 * it.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

type Sections = Record<string, Record<string, string>>;

const FOLDER = new URL("../src/passgo/words/", import.meta.url);
const NAME = /^words:([a-z]+)\/(first|more)$/;
const RULEBOOK = /^words:(rulebook\/[a-z]+)$/;
/** Sections and page text that the first board does not show. */
const LATER = new Set(["titles", "citations", "options", "bot_reasons"]);
const LATER_TEXTS =
  /^((deeds|join|new|replay|result|rulebook|start|trade|wait|stage\.(exit|key|out|over\.place))\.|stage\.over\.result$|side\.key(s(\.board|\.escape)?|\.(down|end|escape|home|left|right|up))$|app\.(missing|choose_file|problem\.(position|record|review|seat\.(bot|contribution|name|token)))|side\.chat\.(?!unread)|side\.(rules?|host|fair|sound|notify|invite|bank|deeds|mute|reaction|trade|rematch|leave|resign|get_up|bills|theme|patterns|motion|shortcuts|language|settings|orders|news|help|person|jail_cards|copy|copied|copy_by_hand)(\.|$))/;

export function splitWords(whole: Sections, piece: string): Sections {
  const later = piece === "more";
  const chosen = Object.entries(whole).filter(
    ([name]) => name === "web" || LATER.has(name) === later,
  );
  const texts = Object.entries(whole["web"] ?? {}).filter(
    ([key]) => LATER_TEXTS.test(key) === later,
  );
  return { ...Object.fromEntries(chosen), web: Object.fromEntries(texts) };
}

export function words(): Plugin {
  return {
    name: "passgo-words",
    resolveId: (id) => (NAME.test(id) || RULEBOOK.test(id) ? `\0${id}` : undefined),
    load(id) {
      const [, rulebook] = RULEBOOK.exec(id.slice(1)) ?? [];
      const [, language, piece] = NAME.exec(id.slice(1)) ?? [];
      const name = rulebook ?? language;
      if (!id.startsWith("\0") || name === undefined) return undefined;
      const file = fileURLToPath(new URL(`${name}.json`, FOLDER));
      this.addWatchFile(file);
      const whole = JSON.parse(readFileSync(file, "utf-8")) as Sections;
      const wanted = piece === undefined ? whole : splitWords(whole, piece);
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(wanted))})`;
    },
  };
}
