/**
 * Cuts the typefaces down to the characters and features that the game uses, and writes them to
 * `src/generated/fonts/`. All three are licensed under the SIL Open Font License.
 */
import { createRequire } from "node:module";
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import subsetFont from "subset-font";
import type { Plugin } from "vite";

const FOLDER = new URL("src/generated/fonts/", import.meta.url);
const { resolve } = createRequire(import.meta.url);

const range = (first: number, last: number): string =>
  Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join("");
const ASCII = range(0x20, 0x7e);
/** Players type their own names, so the faces that set names include the letters of Latin-1. */
const TEXT = `${ASCII}${range(0xa0, 0xff)}–—‘’‚“”„…•→−€\u2009\u202f`;
const TITLES = `${ASCII}${range(0xc0, 0xff)}–—’…`;
const STREETS = `${ASCII}ÄÖÜäöüß–—’…×`;

const FONTS = [
  {
    file: "jost.woff2",
    from: "@fontsource-variable/jost/files/jost-latin-wght-normal.woff2",
    text: TEXT,
    features: ["kern", "tnum", "lnum"],
    axes: { wght: { min: 400, max: 700 } },
  },
  {
    file: "limelight.woff2",
    from: "@fontsource/limelight/files/limelight-latin-400-normal.woff2",
    text: TITLES,
    features: ["kern"],
  },
  {
    file: "barlow-condensed.woff2",
    from: "@fontsource/barlow-condensed/files/barlow-condensed-latin-600-normal.woff2",
    text: STREETS,
    features: ["kern"],
  },
];

async function writeFonts(): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });
  const made = statSync(fileURLToPath(import.meta.url)).mtimeMs;
  for (const { file, from, text, features, axes } of FONTS) {
    const target = new URL(file, FOLDER);
    if (existsSync(target) && statSync(target).mtimeMs > made) continue;
    const font = await subsetFont(readFileSync(resolve(from)), text, {
      targetFormat: "woff2",
      noHinting: true,
      noLayoutClosure: true,
      keepFeatures: features,
      ...(axes ? { variationAxes: axes } : {}),
    });
    writeFileSync(target, font);
  }
}

export function fonts(): Plugin {
  return { name: "passgo-fonts", buildStart: writeFonts };
}
