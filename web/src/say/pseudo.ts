/**
 * A pseudo-language derived from English: any text that still appears in plain letters is missing
 * from the word files. It is used only if the address contains `?lang=xx`.
 */
export const PSEUDO = "xx";

const PLAIN = "ABCDEFGHIJKLMNOPRSTUVWYZabcdefghijklmnoprstuvwyz";
const STRANGE = "ÀƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞŔŠŢÛṼŴÝŽàƀçđéƒĝĥîĵķļɱñöþŕšţûṽŵýž";
const ACCENTS = new Map([...PLAIN].map((letter, place) => [letter, [...STRANGE][place] ?? letter]));
const PLACEHOLDER = /(\{[^}]*\})/;

/**
 * Return the text with accents and in brackets; placeholders and text without letters are left
 * unchanged.
 */
export function pseudo(text: string): string {
  const parts = text.split(PLACEHOLDER);
  const strange = parts.map((part) =>
    part.startsWith("{") ? part : [...part].map((letter) => ACCENTS.get(letter) ?? letter).join(""),
  );
  const joined = strange.join("");
  return joined === text ? text : `⟦${joined}⟧`;
}
