/** What a player adds to the fair dice: a few random letters, if they choose nothing of their own. */

export const LONGEST_LUCK = 64;

export function randomLuck(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(8));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
