/** The eight bot characters. The server gives bots their names (`names.py`). */
export const CHARACTERS = new Set([
  ...["Hugo", "Felix", "Tilda", "Vera"],
  ...["Boyd", "Uma", "Otto", "Rosa"],
]);
