/** The rulebook's sections and paragraphs, which all languages share. */
declare module "words:rulebook/outline" {
  // An ambient module cannot have a relative import.
  // eslint-disable-next-line @typescript-eslint/consistent-type-imports
  const outline: import("./wordFiles").OutlineSection[];
  export default outline;
}

/** A chunk of a word file, or the rulebook in one language, created by words-plugin.ts. */
declare module "words:*" {
  const sections: Record<string, Record<string, string>>;
  export default sections;
}
