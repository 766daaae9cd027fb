/** A piece of a word file, made by words-plugin.ts. */
declare module "words:*" {
  const sections: Record<string, Record<string, string>>;
  export default sections;
}
