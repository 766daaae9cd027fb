/** The eight bot characters. The server gives bots their names (`names.py`). */
const FILES = import.meta.glob<string>("./faces/*.svg", {
  eager: true,
  import: "default",
  query: "?url",
});

/**
 * The colors behind the characters' faces. They are deeper than the colors of the seats, so that
 * only the ring around a portrait looks like a seat's color.
 */
const BACKS: Record<string, string> = {
  Hugo: "#1a6e63",
  Felix: "#86701f",
  Tilda: "#94305f",
  Vera: "#467c37",
  Boyd: "#286c92",
  Uma: "#985620",
  Otto: "#3f50ae",
  Rosa: "#983232",
};

/** Return the color behind a character's face. */
export const backOf = (name: string): string | undefined => BACKS[name];

/** Return the address of a character's picture; undefined if there is no such character. */
export const faceOf = (name: string): string | undefined => FILES[`./faces/${name}.svg`];
