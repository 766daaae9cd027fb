/** The eight bot characters. The server gives bots their names (`names.py`). */
const FILES = import.meta.glob<string>("./faces/*.svg", {
  eager: true,
  import: "default",
  query: "?url",
});

/** Return the address of a character's picture; undefined if there is no such character. */
export const faceOf = (name: string): string | undefined => FILES[`./faces/${name}.svg`];
