/**
 * The browser's sentences match Python's, one for one, in every language. Python's come from
 *
 *     python -m tools.narration_samples > FILE
 *
 * and the environment variable PASSGO_SAID names that file; the test runner creates it.
 */
import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { boardOf } from "../src/game/boardData";
import type { QuestionText, GameEvent, Option, Refusal, Rules } from "../src/generated/wire";
import { writeRulebook } from "../src/rules/rulebook";
import { rulebookWords } from "../src/say/wordFiles";
import { Words, type Names, type Sections } from "../src/say/words";
import type { RulesReply } from "../src/wire/api";

type Told = { names: string[] } & (
  | { events: GameEvent[]; lines: Record<string, { text: string; cites: string[] }[]> }
  | { refusal: Refusal; said: Record<string, string> }
  | { asked: QuestionText; said: Record<string, string> }
  | { option: Option; said: Record<string, string> }
  | { reason: { code: string; values: Record<string, number> }; said: Record<string, string> }
  | { cite: string; said: Record<string, string> }
  | {
      rulebook: { rules: Rules; presets: RulesReply["presets"] };
      said: Record<string, string>;
    }
);

const file = process.env["PASSGO_SAID"];
const lines = file
  ? readFileSync(file, "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Told)
  : [];

if (!file)
  console.info("Not compared with Python: set PASSGO_SAID to output of tools.narration_samples.");

function say(line: Told, words: Words, rulebook: Sections): unknown {
  const who: Names = { names: line.names, board: boardOf() };
  if ("events" in line)
    return words.narrate(line.events, who).map(({ text, cites }) => ({ text, cites }));
  if ("refusal" in line) return words.refusal(line.refusal, who);
  if ("asked" in line) return words.question(line.asked, who);
  if ("option" in line) return words.option(line.option, who);
  if ("cite" in line) return words.citationName(line.cite);
  if ("rulebook" in line) {
    const { rules, presets } = line.rulebook;
    const choices = { presets, options: [], bots: [], tokens: [], positions: true };
    return writeRulebook(rulebook, words, rules, choices)
      .flatMap(({ title, paragraphs }) => [title, ...paragraphs.flatMap(({ lines }) => lines)])
      .join("\n");
  }
  return words.reason(line.reason.code, line.reason.values, who);
}

describe.skipIf(!file)(
  "the same sentences as in Python (set PASSGO_SAID to the output of tools.narration_samples)",
  () => {
    describe.each(["en", "de"])("%s", (language) => {
      let words: Words;
      let rulebook: Sections;
      beforeAll(async () => {
        words = await Words.load(language);
        rulebook = await rulebookWords(language);
      });

      it("every sentence is the same", () => {
        expect(lines.length).toBeGreaterThan(1000);
        const wrong = lines.filter((line) => {
          const said = "events" in line ? line.lines[language] : line.said[language];
          return JSON.stringify(say(line, words, rulebook)) !== JSON.stringify(said);
        });
        expect(wrong).toEqual([]);
      });

      it("every sentence in the word files is covered", () => {
        const said = new Set<string>();
        const kept = words.template.bind(words);
        words.template = (section, name, ...variants) => {
          const found = kept(section, name, ...variants);
          said.add(`${section} ${found}`);
          return found;
        };
        for (const line of lines) say(line, words, rulebook);
        const silent = ["events", "together", "refusals", "questions", "bot_reasons"].flatMap(
          (section) =>
            Object.entries(words.sections[section] ?? {})
              .filter(([, text]) => !said.has(`${section} ${text}`))
              .map(([key]) => `${section} ${key}`),
        );
        expect(silent).toEqual([]);
      });
    });
  },
);
