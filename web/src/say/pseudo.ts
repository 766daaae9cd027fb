/**
 * A language made of English: a text in plain letters on the screen is one that no word file knows. It is spoken
 * only where the address asks for it, `?lang=xx`.
 */
export const PSEUDO = "xx";

const PLAIN = "ABCDEFGHIJKLMNOPRSTUVWYZabcdefghijklmnoprstuvwyz";
const STRANGE = "ÀƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞŔŠŢÛṼŴÝŽàƀçđéƒĝĥîĵķļɱñöþŕšţûṽŵýž";
const ACCENTS = new Map([...PLAIN].map((letter, place) => [letter, [...STRANGE][place] ?? letter]));
const PLACEHOLDER = /(\{[^}]*\})/;

/** The same text with accents and in brackets; placeholders, and texts without letters, stay as they are. */
export function pseudo(text: string): string {
  const parts = text.split(PLACEHOLDER);
  const strange = parts.map((part) =>
    part.startsWith("{") ? part : [...part].map((letter) => ACCENTS.get(letter) ?? letter).join(""),
  );
  const joined = strange.join("");
  return joined === text ? text : `⟦${joined}⟧`;
}
