/** The sections and paragraphs of the rulebook, which all languages share. */
declare module "words:rulebook/outline" {
  const outline: import("./wordFiles").OutlineSection[];
  export default outline;
}

/** A piece of a word file, or the rulebook in a language, made by words-plugin.ts. */
declare module "words:*" {
  const sections: Record<string, Record<string, string>>;
  export default sections;
}
