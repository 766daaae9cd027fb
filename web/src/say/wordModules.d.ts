/** The sections and paragraphs of the rulebook, which all languages share. */
declare module "words:rulebook/outline" {
  // An ambient module cannot have a relative import.
  // eslint-disable-next-line @typescript-eslint/consistent-type-imports
  const outline: import("./wordFiles").OutlineSection[];
  export default outline;
}

/** A piece of a word file, or the rulebook in a language, made by words-plugin.ts. */
declare module "words:*" {
  const sections: Record<string, Record<string, string>>;
  export default sections;
}
